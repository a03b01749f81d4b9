//! The contest of 2015 once more: the eighteen teams in the groups in which they were drawn.
//!
//! - **Given** by the proceedings: the group of each team, in the title of its report; eight names in
//!   four pairs, two of each group; LIMA beats KILO 2:0; INDIA plays CHARLIE; CHARLIE plays KILO;
//!   LIMA beats INDIA 2:0; the order "L.I.C.K".
//! - **Read**: the eight names are those who went on from the groups; the other pairings of the
//!   knock-out were won with two games as well; INDIA beat CHARLIE, since it played the last match;
//!   CHARLIE beat KILO, since C stands before K.
//! - **Chosen**, since the proceedings do not show it: in a group two games for each pairing, one
//!   with each colour; in the quarter-finals the first of East meets the second of West, the first
//!   of South the second of North, and the other way round, under which the semi-finals of 2015 are
//!   possible; a third game, if there must be one, has the colours of the first.

use std::io::Write;

use anyhow::{Result, ensure};
use wedge_engine::{Eight, Game, Position};

use super::play_stage;
use super::table::{self, Cup, Duel, Group};
use crate::arena::schedule::{ScheduledGame, round_robin, rounds};
use crate::arena::tournament::{Tournament, TournamentArgs};
use crate::arena::{GameRow, TournamentKind};
use crate::io::exit_status::ExitStatus;
use crate::io::text_table::TextTable;

/// A group: its name, and its teams with the players that re-create them.
type Drawn = (&'static str, &'static [(&'static str, &'static str)]);

const GROUPS: [Drawn; 4] = [
    (
        "East",
        &[
            ("DELTA", "delta"),
            ("HOTEL", "hotel"),
            ("MIKE", "mike"),
            ("ECHO", "echo"),
            ("OSCAR", "oscar"),
        ],
    ),
    ("West", &[("QUEBEC", "quebec"), ("PAPA", "papa"), ("INDIA", "india"), ("KILO", "kilo")]),
    (
        "South",
        &[
            ("GOLF", "golf"),
            ("ROMEO", "romeo"),
            ("ALPHA", "alpha"),
            ("LIMA", "lima"),
            ("BRAVO", "bravo"),
        ],
    ),
    (
        "North",
        &[
            ("NOVEMBER", "november"),
            ("CHARLIE", "charlie"),
            ("FOXTROT", "foxtrot"),
            ("JULIET", "juliet"),
        ],
    ),
];

/// What the proceedings tell, stage by stage.
const PUBLISHED: [(&str, &str); 13] = [
    ("group East", "OSCAR, DELTA"),
    ("group West", "INDIA, KILO"),
    ("group South", "GOLF, LIMA"),
    ("group North", "CHARLIE, FOXTROT"),
    ("quarter-final 1", "KILO goes on"),
    ("quarter-final 2", "LIMA goes on"),
    ("quarter-final 3", "INDIA goes on"),
    ("quarter-final 4", "CHARLIE goes on"),
    ("semi-final 1", "LIMA beats KILO 2:0"),
    ("semi-final 2", "INDIA beats CHARLIE"),
    (THIRD, "CHARLIE beats KILO"),
    ("final", "LIMA beats INDIA 2:0"),
    ("order", "LIMA, INDIA, CHARLIE, KILO"),
];

/// The stage in which the losers of the semi-finals meet. It has no number and so no space.
const THIRD: &str = "third-place";
/// Games in a group for each pairing.
const IN_GROUP: usize = 2;

/// Two players, who went on first.
type Decided = [usize; 2];

/// Plays the contest and prints it beside the published one.
pub(crate) fn run(args: &TournamentArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    ensure!(!args.is_small(), "--as-played --size 6: the contest was played on the 8x8 board");
    let args = args.with_start_position();
    let rules = args.rules::<Eight>(TournamentKind::Cup, &players())?;
    let names: Vec<String> = rules.players.iter().map(ToString::to_string).collect();
    let mut event = Tournament::open::<Eight>(&args, rules, None, out)?;
    let played = play(&mut event, &names)?;
    let rows = event.finish(None)?;
    let games = rows.len();
    ensure!(
        played.is_none_or(|all| all == games),
        "the CSV file has {games} games: expected {}, as this cup has",
        played.unwrap_or(0)
    );
    let cup = Cup::of(&rows);
    cup.print(out)?;
    if played.is_some() {
        writeln!(out, "\n{}", beside(&cup))?;
    }
    Ok(ExitStatus::of(played.is_some()))
}

/// The players of all groups, in the order of the groups.
fn players() -> Vec<String> {
    let teams = GROUPS.iter().flat_map(|(_, teams)| teams.iter());
    teams.map(|(_, player)| (*player).to_owned()).collect()
}

/// The team that a player re-creates.
fn team(player: &str) -> &str {
    let mut teams = GROUPS.iter().flat_map(|(_, teams)| teams.iter());
    teams.find(|(_, name)| *name == player).map_or(player, |(team, _)| team)
}

/// Plays all stages; gives the number of games, or nothing if Ctrl-C came first.
fn play(event: &mut Tournament, names: &[String]) -> Result<Option<usize>> {
    let start = [Game::from_position(Position::<Eight>::start())];
    let mut fixtures: Vec<ScheduledGame<Eight>> = Vec::new();
    let mut first = 0;
    for (name, teams) in GROUPS {
        let group: Vec<usize> = (first..first + teams.len()).collect();
        let (stage, next) = (table::group_called(name), fixtures.len() + 1);
        fixtures.extend(rounds(&stage, &round_robin(&group), IN_GROUP, &start, next));
        first += teams.len();
    }
    if !play_stage(event, &fixtures)? {
        return Ok(None);
    }
    let mut knock_out = KnockOut { event, names, start: &start, last: fixtures.len() };
    Ok(if knock_out.play()?.is_some() { Some(knock_out.last) } else { None })
}

struct KnockOut<'e> {
    event: &'e mut Tournament,
    names: &'e [String],
    start: &'e [Game<Eight>; 1],
    /// The number of the last game.
    last: usize,
}

impl KnockOut<'_> {
    /// Plays all its rounds; nothing if Ctrl-C came first.
    fn play(&mut self) -> Result<Option<()>> {
        let place = |name: &String| self.names.iter().position(|known| known == name);
        let ranked: Vec<Vec<usize>> = (Cup::of(self.event.rows()).groups.iter())
            .map(|group: &Group| group.ranking().iter().filter_map(place).collect())
            .collect();
        let [east, west, south, north] = &ranked[..] else { return Ok(None) };
        let pairs =
            [[east[0], west[1]], [south[0], north[1]], [west[0], east[1]], [north[0], south[1]]];
        let Some(quarters) = self.round(&pairs)? else { return Ok(None) };
        let winners = |decided: &[Decided]| [decided[0][0], decided[1][0]];
        let pairs = [winners(&quarters[..2]), winners(&quarters[2..])];
        let Some(semis) = self.round(&pairs)? else { return Ok(None) };
        let losers = [semis[0][1], semis[1][1]];
        let Some(_) = self.duel(THIRD, losers)? else { return Ok(None) };
        let last = self.duel("final", winners(&semis))?;
        Ok(last.map(|_| ()))
    }

    /// Plays the pairings of a round one after the other.
    fn round(&mut self, pairs: &[[usize; 2]]) -> Result<Option<Vec<Decided>>> {
        let mut decided = Vec::new();
        for (number, &pair) in pairs.iter().enumerate() {
            match self.duel(&table::duel_name(pairs.len(), number), pair)? {
                Some(duel) => decided.push(duel),
                None => return Ok(None),
            }
        }
        Ok(Some(decided))
    }

    /// Best of three: two games, and a third if the two are even.
    fn duel(&mut self, stage: &str, pair: [usize; 2]) -> Result<Option<Decided>> {
        let mut fixtures = rounds(stage, &[pair], 2, self.start, self.last + 1);
        let mut third = fixtures[0].clone();
        third.game = self.last + 3;
        if !play_stage(self.event, &fixtures)? {
            return Ok(None);
        }
        if self.result(stage).is_some_and(|duel| duel.points[0] == duel.points[1]) {
            fixtures.push(third);
            if !play_stage(self.event, &fixtures)? {
                return Ok(None);
            }
        }
        self.last += fixtures.len();
        let winner = self.result(stage).map_or(0, |duel| duel.winner());
        Ok(Some([pair[winner], pair[1 - winner]]))
    }

    /// The pairing as its games so far decide it.
    fn result(&self, stage: &str) -> Option<Duel> {
        let mut rows: Vec<&GameRow> =
            self.event.rows().iter().filter(|row| row.stage == stage).collect();
        rows.sort_by_key(|row| row.game);
        Duel::of(&rows)
    }
}

/// The published stages beside those that were played here.
fn beside(cup: &Cup) -> TextTable {
    let mut here: Vec<String> = Vec::new();
    for group in &cup.groups {
        let teams: Vec<String> =
            group.ranking().iter().take(2).map(|name| team(name).to_owned()).collect();
        here.push(teams.join(", "));
    }
    let outcome = |duel: &Duel| {
        let [won, lost] = [duel.winner(), 1 - duel.winner()];
        let name = |at: usize| team(&duel.players[at]).to_owned();
        let score = format!("{}:{}", duel.points[won], duel.points[lost]);
        format!("{} beats {} {score}", name(won), name(lost))
    };
    let duels = || cup.rounds.iter().flat_map(|round| &round.duels);
    here.extend(duels().map(outcome));
    // The final's two, then those of the match before it.
    let order = duels().rev().take(2).flat_map(|duel| {
        [duel.winner(), 1 - duel.winner()].map(|at| team(&duel.players[at]).to_owned())
    });
    here.push(order.collect::<Vec<_>>().join(", "));
    let mut table = TextTable::new(&["stage", "2015", "here"]).left(&[0, 1, 2]);
    for ((stage, published), here) in PUBLISHED.iter().zip(here) {
        table.row([(*stage).to_owned(), (*published).to_owned(), here]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::game_row::tests::row;

    #[test]
    fn eighteen_teams_in_four_groups_each_with_a_player_of_its_own() {
        assert_eq!(GROUPS.map(|(_, teams)| teams.len()), [5, 4, 5, 4]);
        for player in players() {
            player.parse::<crate::players::player::PlayerSpec>().unwrap();
            assert_ne!(team(&player), player);
        }
    }

    /// A cup in which the one who is named first wins all, printed beside that of 2015.
    #[test]
    fn the_published_bracket_stands_beside_ours() {
        let mut rows: Vec<GameRow> = Vec::new();
        let mut add = |stage: &str, winner: &str, loser: &str| {
            for (black, white, discs) in [(winner, loser, 40), (loser, winner, 20)] {
                let game = rows.len() + 1;
                rows.push(GameRow { stage: stage.into(), ..row(game, black, white, discs) });
            }
        };
        for (stage, first, second) in [
            ("group East", "oscar", "delta"),
            ("group West", "india", "kilo"),
            ("group South", "lima", "golf"),
            ("group North", "charlie", "foxtrot"),
            ("quarter-final 1", "kilo", "oscar"),
            ("quarter-final 2", "lima", "foxtrot"),
            ("quarter-final 3", "india", "delta"),
            ("quarter-final 4", "charlie", "golf"),
            ("semi-final 1", "lima", "kilo"),
            ("semi-final 2", "india", "charlie"),
            (THIRD, "charlie", "kilo"),
            ("final", "lima", "india"),
        ] {
            add(stage, first, second);
        }
        let cup = Cup::of(&rows);
        assert_eq!(cup.winner(), Some("lima"));
        let printed = beside(&cup).to_string();
        let lines: Vec<Vec<&str>> = (printed.lines())
            .map(|line| line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect())
            .collect();
        assert_eq!(lines.len(), PUBLISHED.len() + 1, "{printed}");
        for (line, (stage, published)) in lines[1..].iter().zip(PUBLISHED) {
            assert_eq!((line[0], line[1]), (stage, published), "{printed}");
        }
        assert_eq!(lines[3][2], "LIMA, GOLF");
        assert_eq!(lines[11][2], "CHARLIE beats KILO 2:0");
        assert_eq!(lines[12][2], lines[12][1]);
        assert_eq!(lines[13][2], lines[13][1]);
    }
}
