//! A cup: groups, then knock-out.

pub(crate) mod as_played;
pub(crate) mod draw;
pub(crate) mod table;

pub use table::{Cup, Duel, Group, Round};

use anyhow::Result;
use wedge_engine::Size;

use crate::arena::schedule::ScheduledGame;
use crate::arena::tournament::Tournament;

/// Whether all games of a stage were played.
pub(crate) fn play_stage<S: Size>(
    event: &mut Tournament,
    fixtures: &[ScheduledGame<S>],
) -> Result<bool> {
    event.play(fixtures, |_| false)?;
    let last = fixtures.last().map_or(0, |fixture| fixture.game);
    Ok(event.rows().iter().filter(|row| row.game <= last).count() == last)
}
