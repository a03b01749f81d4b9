//! The player behind GTP on the serial line.

use core::fmt::Write;

use wedge_engine::bench;
use wedge_engine::gtp::{Answer, Failure, Player};
use wedge_engine::{
    Book, Game, Limits, Observer, Position, Report, Score, Search, SplitMix64, Square, Standard,
    Strength, TableView,
};

use crate::balance::Balance;
use crate::brightness::Brightness;
use crate::console::{Peripherals, PonderState, reset_search};
use crate::hardware::Hardware;
use crate::menu::Settings;
use crate::panel::Panel;
use crate::saved_game::GameKind;

/// Plays the panel's game with the console's search, and polls the peripherals meanwhile.
pub(crate) struct SerialPlayer<'a, 'h, 't, H> {
    pub(crate) peripherals: &'a mut Peripherals<'h, H>,
    pub(crate) panel: &'a mut Panel,
    pub(crate) search: &'a mut Search<'t, Standard>,
    pub(crate) table: TableView<'t>,
    pub(crate) ponder: &'a mut PonderState,
    #[cfg(feature = "dark-chess")]
    pub(crate) dark_chess: &'a mut crate::dark_chess::Panel,
    pub(crate) active: &'a mut GameKind,
}

impl<H: Hardware> Player for SerialPlayer<'_, '_, '_, H> {
    fn game(&mut self) -> &mut Game {
        self.panel.game_mut()
    }

    fn game_changed(&mut self, played: Option<Square>) {
        self.show_othello();
        let now = self.peripherals.hardware.now_ms();
        self.panel.remote_changed(played, now);
    }

    fn think(&mut self, position: &Position, limits: &Limits) -> Report {
        self.show_othello();
        // Results of pondering could change the move; the serial line gets the one a PC finds.
        if self.ponder.in_table {
            self.new_game();
        }
        let mut observer = PollingObserver { peripherals: self.peripherals, panel: self.panel };
        self.search.think(position, limits, &mut observer)
    }

    fn book_move(
        &mut self,
        position: &Position,
        margin: Score,
        random: &mut SplitMix64,
    ) -> Option<Square> {
        Some(Book::built_in().choose(position, margin, random)?.square)
    }

    /// As many as the highest strength has.
    fn node_cap(&self) -> u64 {
        Strength::new(Strength::MAX).map_or(u64::MAX, |highest| highest.nodes().into())
    }

    fn now_ms(&mut self) -> u64 {
        self.peripherals.hardware.now_ms()
    }

    fn new_game(&mut self) {
        reset_search(self.search, self.table);
        self.ponder.in_table = false;
    }

    fn commands(&self) -> &'static [&'static str] {
        if cfg!(feature = "dark-chess") {
            &["brightness", "cross_check", "dark_chess", "frame", "pondered", "white_balance"]
        } else {
            &["brightness", "cross_check", "frame", "pondered", "white_balance"]
        }
    }

    fn run(
        &mut self,
        command: &str,
        arguments: &str,
        answer: &mut Answer<'_>,
    ) -> Result<(), Failure> {
        if command == "pondered" {
            return Ok(write!(answer, "{}", self.ponder.nodes)?);
        }
        if command == "brightness" {
            return self.brightness(arguments, answer);
        }
        if command == "white_balance" {
            return self.white_balance(arguments, answer);
        }
        if command == "cross_check" {
            return self.cross_check(arguments, answer);
        }
        let now = self.peripherals.hardware.now_ms();
        #[cfg(feature = "dark-chess")]
        {
            if command == "dark_chess" {
                return Ok(write!(answer, "{}", self.dark_chess.dealt().position())?);
            }
            if *self.active == GameKind::DarkChess {
                return Ok(write!(answer, "\n{}", self.dark_chess.render(now))?);
            }
        }
        Ok(write!(answer, "\n{}", self.panel.render(now))?)
    }
}

impl<H: Hardware> SerialPlayer<'_, '_, '_, H> {
    /// A command about the game is about Othello: dark chess waits, and its table goes.
    fn show_othello(&mut self) {
        if *self.active != GameKind::Othello {
            *self.active = GameKind::Othello;
            self.new_game();
        }
    }

    /// Runs one of the engine's cross-checks, by its number from 1: the result is the same on every
    /// board and on a PC.
    fn cross_check(&mut self, arguments: &str, answer: &mut Answer<'_>) -> Result<(), Failure> {
        let number: Option<usize> = arguments.trim().parse().ok();
        let check = number.and_then(|n| bench::cross_checks().nth(n.checked_sub(1)?));
        let (position, limits) = check.ok_or(Failure::Syntax("cross_check, a number from 1"))?;
        self.new_game();
        let report = self.think(&position, &limits);
        self.new_game();
        Ok(write!(answer, "{}", bench::CrossCheck(report))?)
    }

    /// Sets the brightness of the lights, or reports it.
    fn brightness(&mut self, arguments: &str, answer: &mut Answer<'_>) -> Result<(), Failure> {
        let step = arguments.trim();
        if !step.is_empty() {
            let step = step.parse().ok().and_then(Brightness::new);
            let brightness = step.ok_or(Failure::Syntax("brightness, 1 to 5"))?;
            self.set_lights(&Settings { brightness, ..self.panel.settings() });
        }
        Ok(write!(answer, "{}", self.panel.settings().brightness.step())?)
    }

    /// Sets the white balance of the lights, or reports it.
    fn white_balance(&mut self, arguments: &str, answer: &mut Answer<'_>) -> Result<(), Failure> {
        let mut words = arguments.split_whitespace().peekable();
        if words.peek().is_some() {
            let mut share = || words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
            let shares = [share(), share(), share()];
            let balance = Balance::new(shares).filter(|_| words.next().is_none());
            let balance =
                balance.ok_or(Failure::Syntax("white_balance, red, green and blue, 1 to 16"))?;
            self.set_lights(&Settings { balance, ..self.panel.settings() });
        }
        let [red, green, blue] = self.panel.settings().balance.shares();
        Ok(write!(answer, "{red} {green} {blue}")?)
    }

    /// Both games have the same lights.
    fn set_lights(&mut self, settings: &Settings) {
        self.panel.set_lights(settings);
        #[cfg(feature = "dark-chess")]
        self.dark_chess.set_lights(settings);
    }
}

/// Polls the peripherals during a search for the serial line.
struct PollingObserver<'a, 'h, H> {
    peripherals: &'a mut Peripherals<'h, H>,
    panel: &'a mut Panel,
}

impl<H: Hardware> Observer for PollingObserver<'_, '_, H> {
    fn now_ms(&mut self) -> u64 {
        self.peripherals.hardware.now_ms()
    }

    fn stop(&mut self) -> bool {
        self.peripherals.poll(self.panel);
        false
    }
}
