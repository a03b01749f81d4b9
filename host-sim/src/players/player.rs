//! The player interface, and the syntax of players' names.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Result, anyhow, bail, ensure};
use wedge_engine::{Game, Move, Observer, Position, Report, Size, SplitMix64};

use crate::engine::heap_table::HeapTable;
use crate::engine::limit::Limit;
use crate::io::value_enum::any_of;
use crate::players::{self, KINDS, Kind, OptionKind, Parameters, PlayerOption, wedge};

/// A player of the game.
pub trait Player<S: Size> {
    /// Starts a game: called with the moves of the opening before the first [`Player::choose`].
    fn begin(&mut self, _game: &Game<S>) {}

    /// Sets the time left for the rest of the game. Called before each move of a game with a clock.
    fn time_left(&mut self, _left: Duration) {}

    /// Chooses a move in a position that has a legal one.
    ///
    /// # Errors
    /// If the player fails, as when an external program has ended.
    fn choose(&mut self, position: &Position<S>, observer: &mut dyn Observer) -> Result<Choice>;
}

/// The move of a player, and the report of its search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The report of the search, from players that search with the engine.
    pub report: Option<Report>,
}

impl Choice {
    /// A move that no search chose.
    #[must_use]
    pub const fn without_report(mv: Move) -> Self {
        Self { mv, report: None }
    }
}

/// A player by name, such as `wedge:depth=8,ordering=ht,eval=squares`, `random:seed=7` or `first`.
///
/// A kind, then after a colon its options, separated by commas. `Display` gives the shortest name:
/// it leaves out options with their default value, except for the limit of the engine, which says
/// how strong it is.
///
/// ```
/// use host_sim::players::player::PlayerSpec;
///
/// let player: PlayerSpec = "wedge:ordering=ht,eval=network".parse().unwrap();
/// assert_eq!(player.to_string(), "wedge:depth=8,ordering=ht");
/// ```
#[derive(Clone, Debug)]
pub struct PlayerSpec {
    kind: &'static Kind,
    /// The options that are set, in the order of the kind's options, without those at their default.
    /// An address has the empty name.
    values: Vec<(&'static str, String)>,
}

/// The syntax of players' names, for `--help`.
pub const PLAYER_HELP: &str = "\
A player is named by a kind and, after a colon, its options:
wedge:depth=8,ordering=ht or random:seed=7 or first. gtp:COMMAND starts a
program that speaks GTP. `host-sim players` lists all kinds, `host-sim players
wedge` the options of one.";

/// The name of an address among the values.
const ADDRESS: &str = "";

impl PlayerSpec {
    /// The engine with its defaults.
    #[must_use]
    pub fn wedge() -> Self {
        Self { kind: &wedge::KIND, values: vec![("depth", "8".to_owned())] }
    }

    /// The kind of player.
    #[must_use]
    pub const fn kind(&self) -> &'static Kind {
        self.kind
    }

    /// Allocates the memory of the player, which outlives it.
    ///
    /// # Errors
    /// If there is not enough of it.
    pub fn memory(&self) -> Result<Memory> {
        let is_engine = self.kind.name == wedge::KIND.name;
        Ok(Memory(if is_engine { Some(wedge::table(self)?) } else { None }))
    }

    /// Makes the player.
    ///
    /// # Errors
    /// If the memory is that of another kind of player, or nothing answers at its address.
    pub fn player<'m, S: Size>(&self, memory: &'m Memory) -> Result<Box<dyn Player<S> + 'm>> {
        match &memory.0 {
            Some(table) => wedge::player(self, table),
            None => Ok(players::new_player(self)?),
        }
    }

    /// The same player for one of many games. If it chooses at random, its seed is mixed with the
    /// number of the game: other games differ, and the same game repeats. Players with different
    /// seeds stay different.
    #[must_use]
    pub fn with_seed(&self, game: u64) -> Self {
        let mut spec = self.clone();
        let is_engine = self.kind.name == wedge::KIND.name;
        if is_engine && !wedge::is_random(self) {
            return spec;
        }
        if let Some(option) = self.kind.option(PlayerOption::SEED.name) {
            let own = SplitMix64::new(self.number(option.name)).next();
            spec.store(option, SplitMix64::new(own ^ game).next().to_string());
        }
        spec
    }

    /// Whether games of this player differ by their seeds.
    #[must_use]
    pub fn is_random(&self) -> bool {
        self.with_seed(1) != self.with_seed(2)
    }

    /// The engine with another limit. Other players have none and stay as they are.
    ///
    /// # Errors
    /// If it is out of range.
    pub fn with_limit(&self, limit: Limit) -> Result<Self> {
        let is_engine = self.kind.name == wedge::KIND.name;
        if is_engine { wedge::with_limit(self, limit) } else { Ok(self.clone()) }
    }

    /// The files that the player reads, by option and path, each with the checksum of its content.
    pub(crate) fn inputs(&self) -> Vec<(String, String)> {
        if self.kind.name == wedge::KIND.name { wedge::inputs(self) } else { Vec::new() }
    }

    /// Whether an option is set to something other than its default.
    #[must_use]
    pub fn is_set(&self, name: &str) -> bool {
        self.values.iter().any(|(known, _)| *known == name)
    }

    /// The value of an option: the one that is set, or the default.
    #[must_use]
    pub fn value(&self, name: &str) -> &str {
        match self.values.iter().find(|(known, _)| *known == name) {
            Some((_, value)) => value,
            None => self.kind.option(name).map_or("", |option| option.default),
        }
    }

    /// The value of an option that is a whole number; zero if there is none.
    #[must_use]
    pub fn number(&self, name: &str) -> u64 {
        self.value(name).parse().unwrap_or_default()
    }

    /// The option `depth` of players that look ahead to one.
    pub(crate) fn plies(&self) -> u8 {
        self.number("depth") as u8
    }

    /// The address, for kinds that take one.
    pub(crate) fn address(&self) -> &str {
        self.value(ADDRESS)
    }

    /// Sets an option, replacing its value if it has one.
    ///
    /// # Errors
    /// If there is no such option, or it does not take this value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        let Some(option) = self.kind.option(name) else {
            let known: Vec<&str> = self.kind.options().iter().map(|option| option.name).collect();
            let known = if known.is_empty() { "none".to_owned() } else { any_of(known) };
            bail!("unknown option `{name}`: expected {known}");
        };
        self.store(option, option.normalize(value)?);
        Ok(())
    }

    /// An option that is set, as text such as `depth=8`.
    pub(crate) fn option_text(&self, name: &str) -> Option<String> {
        self.is_set(name).then(|| match self.value(name) {
            "" => name.to_owned(),
            value => format!("{name}={value}"),
        })
    }

    /// Resets an option to its default.
    pub(crate) fn unset(&mut self, name: &str) {
        self.values.retain(|(known, _)| *known != name);
    }

    fn store(&mut self, option: &'static PlayerOption, value: String) {
        self.unset(option.name);
        if value != option.default || matches!(option.kind, OptionKind::Flag) {
            let place = |name: &str| self.kind.options().iter().position(|o| o.name == name);
            let at = self.values.partition_point(|(known, _)| place(known) < place(option.name));
            self.values.insert(at, (option.name, value));
        }
    }

    fn parse(text: &str) -> Result<Self> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let Some(kind) = KINDS.iter().find(|kind| kind.name == name) else {
            bail!("unknown kind `{name}`: expected {}", any_of(KINDS.iter().map(|kind| kind.name)));
        };
        let mut spec = Self { kind, values: Vec::new() };
        if let Parameters::Address(expected) = kind.parameters {
            ensure!(!rest.is_empty(), "expected {expected}");
            spec.values.push((ADDRESS, rest.to_owned()));
            return Ok(spec);
        }
        let mut names = Vec::new();
        for option in rest.split(',').filter(|_| !rest.is_empty()) {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            ensure!(!names.contains(&name), "`{name}` is given twice");
            names.push(name);
            spec.set(name, value)?;
        }
        (kind.validate)(&mut spec)?;
        Ok(spec)
    }
}

impl PartialEq for PlayerSpec {
    fn eq(&self, other: &Self) -> bool {
        self.kind.name == other.kind.name && self.values == other.values
    }
}

impl Eq for PlayerSpec {}

/// The memory of a player: a transposition table for the engine, nothing for others.
pub struct Memory(Option<HeapTable>);

impl Memory {
    /// How many bytes it takes when all of it is in use.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.0.as_ref().map_or(0, HeapTable::bytes)
    }
}

impl FromStr for PlayerSpec {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        // In one piece: the command line shows only the outermost of a chain of errors.
        Self::parse(text).map_err(|error| anyhow!("player `{text}`: {error:#}"))
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name)?;
        for (at, (name, value)) in self.values.iter().enumerate() {
            f.write_str(if at == 0 { ":" } else { "," })?;
            f.write_str(name)?;
            if !name.is_empty() && !value.is_empty() {
                f.write_str("=")?;
            }
            f.write_str(value)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::{select, subsequence};
    use wedge_engine::{Eight, Game, Move, Six};

    use super::*;

    /// Values for the options with parsers of their own, some of them defaults.
    const VALUES: [(&str, &[&str]); 15] = [
        ("depth", &["1", "8", "60"]),
        ("time", &["0.001", "0.25", "1", "86400"]),
        ("nodes", &["1", "18446744073709551615"]),
        ("chip", &["1", "5", "9"]),
        ("search", &["minimax", "alphabeta", "negascout"]),
        ("ordering", &["static", "ht", "full"]),
        ("eval", &["discs", "squares", "stability", "patterns", "network"]),
        ("certainty", &["50", "80", "100"]),
        ("preset", &["original", "best"]),
        ("clock-rule", &["plan", "steps"]),
        ("level", &["1", "30"]),
        ("max-num", &["0", "10", "20"]),
        ("tt-bits", &["2", "22", "32"]),
        ("threads", &["1", "2"]),
        ("book", &["none", "built-in"]),
    ];

    fn any_value(option: &'static PlayerOption) -> BoxedStrategy<String> {
        let values = match option.kind {
            OptionKind::Flag => return Just(option.name.to_owned()).boxed(),
            OptionKind::Integer(least, most) => (least..=most).prop_map(|n| n.to_string()).boxed(),
            OptionKind::OneOf(values) => select(values).prop_map(str::to_owned).boxed(),
            OptionKind::Custom(_) => {
                let (_, values) = VALUES.iter().find(|(name, _)| *name == option.name).unwrap();
                select(*values).prop_map(str::to_owned).boxed()
            }
        };
        values.prop_map(|value| format!("{}={value}", option.name)).boxed()
    }

    /// Names of players, also such as have options that exclude each other.
    fn any_name() -> impl Strategy<Value = String> {
        let kinds: Vec<&'static Kind> = KINDS.iter().collect();
        select(kinds).prop_flat_map(|kind| match kind.parameters {
            Parameters::Address(_) => {
                "[ -~]+".prop_map(|address| format!("{}:{address}", kind.name)).boxed()
            }
            Parameters::Options(options) => {
                let all: Vec<&'static PlayerOption> = options.iter().collect();
                let some = subsequence(all, 0..=options.len()).prop_shuffle();
                some.prop_flat_map(|some| some.into_iter().map(any_value).collect::<Vec<_>>())
                    .prop_map(|options| match &options[..] {
                        [] => kind.name.to_owned(),
                        options => format!("{}:{}", kind.name, options.join(",")),
                    })
                    .boxed()
            }
        })
    }

    proptest! {
        #[test]
        fn the_name_of_a_player_is_that_player(name in any_name()) {
            match name.parse::<PlayerSpec>() {
                Ok(player) => {
                    let shortest = player.to_string();
                    prop_assert!(!name.starts_with("gtp:") || shortest == name);
                    prop_assert_eq!(shortest.parse::<PlayerSpec>().unwrap(), player);
                }
                Err(error) => {
                    let error = error.to_string();
                    let clash = [": both ", ": seed: only "].iter().any(|why| error.contains(why));
                    prop_assert!(clash, "{}", error);
                }
            }
        }
    }

    #[test]
    fn names_are_read() {
        for (text, shortest) in [
            ("wedge", "wedge:depth=8"),
            ("wedge:eval=network,ordering=ht,depth=8", "wedge:depth=8,ordering=ht"),
            ("wedge:chip", "wedge:chip=5"),
            ("wedge:seed=3,chip=2", "wedge:chip=2,seed=3"),
            ("wedge:tt-bits=12,exact", "wedge:exact,tt-bits=12"),
            ("wedge:time=0.250,search=alphabeta", "wedge:time=0.25,search=alphabeta"),
            ("wedge:preset=best,search=negascout,certainty=68", "wedge:depth=8"),
            ("wedge:preset=original,search=alphabeta", "wedge:depth=8,preset=original"),
            (
                "wedge:search=negascout,preset=original,depth=9",
                "wedge:depth=9,preset=original,search=negascout",
            ),
            ("wedge:time=1,clock-rule=steps", "wedge:time=1,clock-rule=steps"),
            ("random", "random"),
            ("random:seed=0", "random"),
            ("random:seed=07", "random:seed=7"),
            ("gtp:a b:c,d=e", "gtp:a b:c,d=e"),
        ] {
            assert_eq!(text.parse::<PlayerSpec>().unwrap().to_string(), shortest);
        }
        assert_eq!("wedge".parse::<PlayerSpec>().unwrap(), PlayerSpec::wedge());
    }

    #[test]
    fn errors_name_the_player_and_what_was_expected() {
        for (text, wanted) in [
            (
                "wedge:dept=8",
                "unknown option `dept`: expected depth, exact, time, nodes, level, chip, preset, \
                 search, ordering, eval, certainty, max-num, tt-bits, threads, clock-rule, book \
                 or seed",
            ),
            ("wedge:depth=0", "depth `0`: expected plies from 1 to 60"),
            ("wedge:depth=8,depth=9", "`depth` is given twice"),
            ("wedge:tt-bits=22,tt-bits=22", "`tt-bits` is given twice"),
            ("wedge:depth=8,exact", "both depth=8 and exact: expected one limit"),
            (
                "wedge:eval=best",
                "unknown evaluation `best`: expected discs, squares, stability, patterns or network",
            ),
            ("wedge:max-num=21", "max-num `21`: expected 0 to 20"),
            ("wedge:chip=10", "chip `10`: expected 1 to 9"),
            ("wedge:chip,time=1", "both time=1 and chip=5: expected one limit"),
            ("wedge:chip,eval=discs", "both chip and eval: the chip is set up as the board is"),
            ("wedge:seed=1", "seed: only the chip, and players with a book, play by chance"),
            ("wedge:exact=3", "exact `3`: expected no value"),
            ("random:seed=x", "seed `x`: expected a whole number"),
            ("gtp", "expected a serial port, a socket or a command"),
            ("first:seed=1", "unknown option `seed`: expected none"),
        ] {
            let error = format!("{:#}", text.parse::<PlayerSpec>().unwrap_err());
            assert_eq!(error, format!("player `{text}`: {wanted}"));
        }
        for text in ["", "wegde"] {
            let error = text.parse::<PlayerSpec>().unwrap_err().to_string();
            let start = format!("player `{text}`: unknown kind `{text}`: expected wedge, ");
            assert!(error.starts_with(&start), "{error}");
        }
    }

    /// The moves of a player against itself.
    fn game<S: Size>(spec: &PlayerSpec) -> Game<S> {
        let memory = spec.memory().unwrap();
        let mut player = spec.player::<S>(&memory).unwrap();
        let mut game = Game::from_position(Position::start());
        while !game.is_over() {
            let position = game.position();
            let mv = match position.must_pass() {
                true => Move::Pass,
                false => player.choose(&position, &mut ()).unwrap().mv,
            };
            game.play(mv).unwrap_or_else(|error| panic!("{spec}: {error}"));
        }
        game
    }

    #[test]
    fn chance_depends_on_the_seed_and_the_game_and_on_nothing_else() {
        let spec = |name: &str| name.parse::<PlayerSpec>().unwrap();
        let one = spec("random:seed=1");
        assert_eq!(game::<Eight>(&one), game::<Eight>(&one));
        let games = [one.clone(), spec("random:seed=2"), one.with_seed(1), one.with_seed(2)];
        let games = [&games[..], &[spec("random:seed=2").with_seed(2)]].concat();
        for (at, first) in games.iter().enumerate() {
            for second in &games[..at] {
                assert_ne!(game::<Six>(first), game::<Six>(second), "{first}, {second}");
            }
        }
        assert_eq!(one.with_seed(5), one.with_seed(5));
        for name in ["first", "wedge:depth=3", "gtp:gnugo --mode gtp"] {
            assert_eq!(spec(name).with_seed(5), spec(name));
        }
    }
}
