//! A game of a tournament as a row of its CSV file.

use std::fmt;
use std::str::FromStr;

use anyhow::{Result, anyhow, bail, ensure};
use clap::ValueEnum;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use wedge_engine::{Color, Eight, Game, Six, Size};

use crate::io::container::checksum;
use crate::io::csv_file::{Row, Seconds};
use crate::io::fingerprint::Fingerprint;
use crate::io::value_enum::{parse_value, value_name};

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRow {
    /// The number of the game in its match, from 1.
    pub game: usize,
    /// The stage of the tournament: `match`, `group A`, `final`.
    pub stage: String,
    /// Who played black.
    pub black: String,
    /// Who played white.
    pub white: String,
    /// Black's discs at the end; empty squares go to the winner, and a forfeited game counts as
    /// all squares for the other side.
    pub black_discs: u32,
    /// White's discs at the end.
    pub white_discs: u32,
    /// How it ended.
    pub ending: GameEnding,
    /// Time that black took.
    pub black_seconds: Seconds,
    /// Time that white took.
    pub white_seconds: Seconds,
    /// Nodes that black searched, if it reports them.
    pub black_nodes: u64,
    /// Nodes that white searched, if it reports them.
    pub white_nodes: u64,
    /// The opening.
    pub opening: String,
    /// The whole game, opening included.
    pub moves: String,
    /// What went wrong, if something did.
    pub note: String,
    /// Identifies what all games of a match share: players, openings, seed, size and clock.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// What kind of tournament it was played in; files of earlier versions do not say.
    pub tournament: Option<TournamentKind>,
    /// Squares along one side of the board; files of earlier versions do not say.
    #[serde(default, deserialize_with = "read_size")]
    pub size: Option<usize>,
    /// The settings and files that the games of the match depend on; files of earlier versions do not
    /// say.
    #[serde(default)]
    pub run: Fingerprint,
}

fn read_size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<usize>, D::Error> {
    match Option::deserialize(deserializer)? {
        size @ (None | Some(6 | 8)) => Ok(size),
        Some(size) => Err(serde::de::Error::custom(format!("{size}: expected 6 or 8"))),
    }
}

/// A kind of tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TournamentKind {
    /// Pairings that are all known beforehand: `host-sim arena`.
    Match,
    /// Groups, then knock-out: `host-sim cup`.
    Cup,
}

impl Row for GameRow {
    const HEADER: &'static [&'static str] = &[
        "game",
        "stage",
        "black",
        "white",
        "black_discs",
        "white_discs",
        "ending",
        "black_seconds",
        "white_seconds",
        "black_nodes",
        "white_nodes",
        "opening",
        "moves",
        "note",
        "match",
        "tournament",
        "size",
        "run",
    ];
    const ADDED: usize = 3;

    fn check(&self) -> Result<()> {
        ensure!(self.game > 0, "game: 0: expected numbers from 1 on");
        for (name, Seconds(seconds)) in
            [("black_seconds", self.black_seconds), ("white_seconds", self.white_seconds)]
        {
            ensure!(
                seconds.is_finite() && seconds >= 0.0,
                "{name}: {seconds}: expected a time from 0 on"
            );
        }
        match self.board_size() {
            6 => self.check_game::<Six>(),
            _ => self.check_game::<Eight>(),
        }
    }
}

impl GameRow {
    /// Checks that the moves are a game, and that its result is theirs.
    fn check_game<S: Size>(&self) -> Result<()> {
        let game = |name: &str, text: &str| -> Result<Game<S>> {
            text.parse().map_err(|error| anyhow!("{name}: {error}"))
        };
        let opening = game("opening", &self.opening)?;
        let whole = game("moves", &self.moves)?;
        ensure!(
            whole.moves().starts_with(opening.moves()),
            "moves: {}: expected the opening {} first",
            self.moves,
            self.opening
        );
        let squares = (S::SIDE * S::SIDE) as u32;
        let wanted = match self.ending {
            GameEnding::Played | GameEnding::WipeOut => {
                ensure!(whole.is_over(), "moves: the game is not over: expected all its moves");
                let margin = whole.position().result_for_black();
                vec![(squares as i32 + margin) as u32 / 2]
            }
            GameEnding::Clock | GameEnding::Illegal | GameEnding::Failed => vec![0, squares],
        };
        let (black, white) = (self.black_discs, self.white_discs);
        ensure!(
            wanted.iter().any(|&wanted| (black, white) == (wanted, squares - wanted)),
            "black_discs, white_discs: {black}, {white}: expected {}",
            wanted
                .iter()
                .map(|&wanted| format!("{wanted}, {}", squares - wanted))
                .collect::<Vec<_>>()
                .join(" or ")
        );
        Ok(())
    }

    /// Half points of a colour: 2 for a win, 1 for a draw, 0 for a loss.
    #[must_use]
    pub const fn half_points(&self, color: Color) -> u32 {
        let (own, other) = match color {
            Color::Black => (self.black_discs, self.white_discs),
            Color::White => (self.white_discs, self.black_discs),
        };
        if own > other {
            2
        } else if own == other {
            1
        } else {
            0
        }
    }

    /// Whether it was played in a cup. A row that does not say is of one if its stage is a group.
    #[must_use]
    pub fn is_of_cup(&self) -> bool {
        match self.tournament {
            Some(kind) => kind == TournamentKind::Cup,
            None => self.stage.starts_with("group "),
        }
    }

    /// Squares along one side of the board. A row that does not say is of a small board if there
    /// are 36 discs.
    #[must_use]
    pub fn board_size(&self) -> usize {
        let discs = self.black_discs.saturating_add(self.white_discs);
        self.size.unwrap_or(if discs == 36 { 6 } else { 8 })
    }

    /// The colour of a player in this game.
    #[must_use]
    pub fn color_of(&self, player: &str) -> Option<Color> {
        if self.black == player {
            Some(Color::Black)
        } else if self.white == player {
            Some(Color::White)
        } else {
            None
        }
    }

    /// The loser; `None` after a draw.
    #[must_use]
    pub const fn loser(&self) -> Option<Color> {
        match self.half_points(Color::Black) {
            0 => Some(Color::Black),
            1 => None,
            _ => Some(Color::White),
        }
    }
}

/// How a game of a match ended.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameEnding {
    /// Neither side could move.
    Played,
    /// One side had no disc left: a knock-out.
    WipeOut,
    /// The loser's clock ran out.
    Clock,
    /// The loser made a move that the rules do not allow.
    Illegal,
    /// The loser made no move: it crashed, refused, or did not answer.
    Failed,
}

impl GameEnding {
    /// Whether the loser lost by anything but the discs on the board.
    #[must_use]
    pub const fn is_forfeit(self) -> bool {
        matches!(self, Self::Clock | Self::Illegal | Self::Failed)
    }
}

impl Serialize for GameEnding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&value_name(self))
    }
}

impl<'de> Deserialize<'de> for GameEnding {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        parse_value("ending", &text).map_err(serde::de::Error::custom)
    }
}

/// A hash of what is the same in all games of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatchId(u64);

impl MatchId {
    /// The hash of a description (FNV-1a, 64 bits).
    #[must_use]
    pub fn of(description: &str) -> Self {
        Self(checksum(description.as_bytes()))
    }

    /// The number itself.
    #[must_use]
    pub const fn number(self) -> u64 {
        self.0
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for MatchId {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        match u64::from_str_radix(text, 16) {
            Ok(number) if text.len() == 16 => Ok(Self(number)),
            _ => bail!("match `{text}`: expected 16 hexadecimal digits"),
        }
    }
}

impl Serialize for MatchId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for MatchId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::io::csv_file::parse_rows;

    /// A game with a result, for tests of what is counted.
    pub(crate) fn row(game: usize, black: &str, white: &str, black_discs: u32) -> GameRow {
        GameRow {
            game,
            stage: "match".into(),
            black: black.into(),
            white: white.into(),
            black_discs,
            white_discs: 64 - black_discs,
            ending: GameEnding::Played,
            black_seconds: Seconds(1.5),
            white_seconds: Seconds(0.5),
            black_nodes: 100,
            white_nodes: 0,
            opening: "f5d6".into(),
            moves: "f5d6c3".into(),
            note: String::new(),
            id: MatchId::of("test"),
            tournament: Some(TournamentKind::Match),
            size: Some(8),
            run: Fingerprint::default(),
        }
    }

    #[test]
    fn a_row_written_is_read_back() {
        let mut wanted = row(3, "a:b=1,c=2", "gtp:\"x\" y", 20);
        wanted.ending = GameEnding::Failed;
        wanted.tournament = Some(TournamentKind::Cup);
        wanted.note = "white: \"quoted\",\nand a second line".into();
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.serialize(&wanted).unwrap();
        let bytes = writer.into_inner().unwrap();
        assert!(bytes.starts_with(GameRow::HEADER.join(",").as_bytes()));
        let found: Vec<GameRow> =
            csv::Reader::from_reader(&bytes[..]).deserialize().map(Result::unwrap).collect();
        assert_eq!(found, [wanted]);
    }

    const FIRST_HEADER: &str = "game,stage,black,white,black_discs,white_discs,ending,\
        black_seconds,white_seconds,black_nodes,white_nodes,opening,moves,note,match";

    #[test]
    fn rows_without_the_added_columns_are_read() {
        let old = |stage: &str, discs: &str| {
            let row = format!("1,{stage},a,b,{discs},failed,0.1,0.1,0,0,,,,85944171f73967e8");
            let rows = parse_rows::<GameRow>(&format!("{FIRST_HEADER}\n{row}\n"), "x.csv").unwrap();
            assert_eq!((rows[0].tournament, rows[0].size), (None, None));
            (rows[0].is_of_cup(), rows[0].board_size())
        };
        assert_eq!(old("match", "64,0"), (false, 8));
        assert_eq!(old("group A", "0,36"), (true, 6));
        let wide = format!("{FIRST_HEADER},tournament,size");
        let row = "1,match,a,b,40,24,played,0.1,0.1,0,0,f5,f5d6,,85944171f73967e8,match,7";
        let error = parse_rows::<GameRow>(&format!("{wide}\n{row}\n"), "x.csv").unwrap_err();
        assert_eq!(error.to_string(), "x.csv: line 2: row: 7: expected 6 or 8");
        let short = FIRST_HEADER.trim_end_matches(",match");
        let error = parse_rows::<GameRow>(&format!("{short}\n"), "x.csv").unwrap_err().to_string();
        assert!(error.starts_with("x.csv: line 1: ") && error.ends_with(",size,run`"), "{error}");
    }

    /// A final has no group, and a game that breaks off may have any number of discs.
    #[test]
    fn rows_say_what_they_are_of() {
        let mut row = row(1, "a", "b", 20);
        row.stage = "final".into();
        (row.white_discs, row.tournament) = (16, Some(TournamentKind::Cup));
        assert_eq!((row.is_of_cup(), row.board_size()), (true, 8));
        row.stage = "group A".into();
        (row.tournament, row.size) = (Some(TournamentKind::Match), Some(6));
        assert_eq!((row.is_of_cup(), row.board_size()), (false, 6));
    }

    #[test]
    fn points_by_colour() {
        for (black_discs, black, white, loser) in
            [(40, 2, 0, Some(Color::White)), (32, 1, 1, None), (0, 0, 2, Some(Color::Black))]
        {
            let row = row(1, "a", "b", black_discs);
            assert_eq!(row.half_points(Color::Black), black);
            assert_eq!(row.half_points(Color::White), white);
            assert_eq!(row.loser(), loser);
        }
    }

    /// The published test values of FNV-1a.
    #[test]
    fn match_ids_are_stable() {
        assert_eq!(MatchId::of("").to_string(), "cbf29ce484222325");
        assert_eq!(MatchId::of("foobar").to_string(), "85944171f73967e8");
        assert!("85944171f73967e".parse::<MatchId>().is_err());
    }
}
