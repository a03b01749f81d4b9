//! Standings: totals, pairings and ratings from the games of a match.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::Result;
use serde::Serialize;
use wedge_engine::Color;

use super::game_row::{GameEnding, GameRow};
use super::ratings::{Rating, ratings};
use super::statistics::{Elo, Pentanomial, Record};
use crate::io::text_table::TextTable;

/// The longest table of pairings that is printed in a terminal.
const MOST_PAIRINGS: usize = 21;

/// The standings of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standings {
    /// The players, in the order of their first games.
    pub totals: Vec<Total>,
    /// The pairings, in the order of their first games.
    pub pairings: Vec<Pairing>,
}

/// The totals of a player.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Total {
    /// The player.
    pub player: String,
    /// Wins, draws and losses.
    pub record: Record,
    /// The sum of its discs.
    pub discs: u32,
    /// The sum of its opponents' discs.
    pub discs_against: u32,
    /// Wins by taking every disc.
    pub knock_outs: u32,
    /// Games lost by the clock, an illegal move or a failure.
    pub forfeits: u32,
    /// Time taken.
    pub seconds: f64,
    /// Nodes searched, if it reports them.
    pub nodes: u64,
    /// Its rating in the field.
    pub rating: Rating,
}

/// The results of two players against each other.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Pairing {
    /// The two, as indices into the totals.
    pub players: [usize; 2],
    /// The first one's record.
    pub record: Record,
    /// The first one's record with black.
    pub with_black: Record,
    /// The first one's pairs of games.
    pub pairs: Pentanomial,
    /// How much stronger the first one is.
    pub elo: Option<Elo>,
    /// The first one's discs less the other's.
    pub margin: i64,
}

impl Standings {
    /// Adds up games, which may be in any order.
    #[must_use]
    pub fn of(rows: &[GameRow]) -> Self {
        let mut rows: Vec<&GameRow> = rows.iter().collect();
        rows.sort_by_key(|row| row.game);
        let mut all = Self { totals: Vec::new(), pairings: Vec::new() };
        let mut pairs: BTreeMap<usize, Vec<&GameRow>> = BTreeMap::new();
        for row in rows {
            let seats = [all.player(&row.black), all.player(&row.white)];
            for (seat, color) in seats.into_iter().zip([Color::Black, Color::White]) {
                all.totals[seat].add(row, color);
            }
            all.pairing(seats).add(row, seats);
            pairs.entry((row.game - 1) / 2).or_default().push(row);
        }
        for pair in pairs.values() {
            // A pair with a missing game does not count.
            let &[one, other] = &pair[..] else { continue };
            let seats = [all.player(&one.black), all.player(&one.white)];
            let half_points =
                |first: Color, second: Color| one.half_points(first) + other.half_points(second);
            let pairing = all.pairing(seats);
            pairing.pairs.add(match pairing.players == seats {
                true => half_points(Color::Black, Color::White),
                false => half_points(Color::White, Color::Black),
            });
        }
        for pairing in &mut all.pairings {
            pairing.elo = pairing.pairs.elo();
        }
        let met: Vec<_> = (all.pairings.iter())
            .map(|pairing| (pairing.players[0], pairing.players[1], pairing.record))
            .collect();
        let ratings = ratings(all.totals.len(), &met);
        for (total, rating) in all.totals.iter_mut().zip(ratings) {
            total.rating = rating;
        }
        all
    }

    fn player(&mut self, name: &str) -> usize {
        if let Some(at) = self.totals.iter().position(|total| total.player == name) {
            return at;
        }
        self.totals.push(Total { player: name.to_owned(), ..Total::default() });
        self.totals.len() - 1
    }

    fn pairing(&mut self, mut players: [usize; 2]) -> &mut Pairing {
        players.sort_unstable();
        let known = self.pairings.iter().position(|pairing| pairing.players == players);
        let at = known.unwrap_or_else(|| {
            self.pairings.push(Pairing { players, ..Pairing::default() });
            self.pairings.len() - 1
        });
        &mut self.pairings[at]
    }

    /// The players from first to last: by score, then by disc difference.
    #[must_use]
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.totals.len()).collect();
        order.sort_by(|&a, &b| {
            let (a, b) = (&self.totals[a], &self.totals[b]);
            let margin = |total: &Total| i64::from(total.discs) - i64::from(total.discs_against);
            (b.record.score().total_cmp(&a.record.score())).then_with(|| margin(b).cmp(&margin(a)))
        });
        order
    }

    /// The record of a player against another, if they have met.
    #[must_use]
    pub fn between(&self, one: usize, other: usize) -> Option<Record> {
        let mut players = [one, other];
        players.sort_unstable();
        let pairing = self.pairings.iter().find(|pairing| pairing.players == players)?;
        let Record { wins, draws, losses } = pairing.record;
        Some(if players[0] == one {
            pairing.record
        } else {
            Record { wins: losses, draws, losses: wins }
        })
    }

    /// Prints the standings as JSON: `players` of a pairing are indices into `totals`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn print_json(&self, out: &mut dyn Write) -> Result<()> {
        serde_json::to_writer_pretty(&mut *out, self)?;
        writeln!(out)?;
        Ok(())
    }

    /// Prints the totals, the cross table where there are more than two players, and the pairings
    /// where they are few.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn print(&self, out: &mut dyn Write) -> Result<()> {
        let order = self.ranking();
        let mut table = TextTable::new(&[
            "", "player", "games", "wins", "draws", "losses", "score", "Elo", "+-", "discs",
            "against", "KO", "forfeits", "seconds", "Mnodes",
        ])
        .left(&[1]);
        for (place, &at) in order.iter().enumerate() {
            let total = &self.totals[at];
            let Record { wins, draws, losses } = total.record;
            table.row([
                (place + 1).to_string(),
                total.player.clone(),
                total.record.games().to_string(),
                wins.to_string(),
                draws.to_string(),
                losses.to_string(),
                format!("{:.1} %", total.record.score() * 100.0),
                format!("{:+.0}", total.rating.elo),
                format!("{:.0}", total.rating.error),
                total.discs.to_string(),
                total.discs_against.to_string(),
                total.knock_outs.to_string(),
                total.forfeits.to_string(),
                format!("{:.1}", total.seconds),
                format!("{:.1}", total.nodes as f64 / 1e6),
            ]);
        }
        writeln!(out, "{table}")?;
        if self.totals.len() > 2 {
            self.print_cross_table(&order, out)?;
        }
        if self.pairings.len() > MOST_PAIRINGS {
            let count = self.pairings.len();
            writeln!(out, "\n{count} pairings with error bars: see --json, or `host-sim report`.")?;
            return Ok(());
        }
        self.print_pairings(out)
    }

    /// The points of each player against each other, in the order of the ranking.
    fn print_cross_table(&self, order: &[usize], out: &mut dyn Write) -> Result<()> {
        let numbers: Vec<String> = (1..=order.len()).map(|place| place.to_string()).collect();
        let header: Vec<&str> =
            ["", "points against"].into_iter().chain(numbers.iter().map(String::as_str)).collect();
        let mut table = TextTable::new(&header).left(&[1]);
        for (place, &one) in order.iter().enumerate() {
            let points = order.iter().map(|&other| {
                self.between(one, other)
                    .map_or_else(|| "-".into(), |record| record.points().to_string())
            });
            let first = [numbers[place].clone(), self.totals[one].player.clone()];
            table.row(first.into_iter().chain(points));
        }
        writeln!(out, "\n{table}")?;
        Ok(())
    }

    fn print_pairings(&self, out: &mut dyn Write) -> Result<()> {
        let mut table = TextTable::new(&[
            "player",
            "against",
            "wins",
            "draws",
            "losses",
            "score",
            "Elo [95 %]",
            "pairs 0 to 2 points",
            "discs a game",
        ])
        .left(&[0, 1]);
        for pairing in &self.pairings {
            let [one, other] = pairing.players.map(|at| self.totals[at].player.clone());
            let Record { wins, draws, losses } = pairing.record;
            table.row([
                one,
                other,
                wins.to_string(),
                draws.to_string(),
                losses.to_string(),
                format!("{:.1} %", pairing.record.score() * 100.0),
                pairing.elo.map_or_else(String::new, |elo| elo.to_string()),
                pairing.pairs.to_string(),
                format!("{:+.1}", pairing.margin as f64 / f64::from(pairing.record.games().max(1))),
            ]);
        }
        writeln!(out, "\n{table}")?;
        Ok(())
    }
}

impl Total {
    fn add(&mut self, row: &GameRow, color: Color) {
        self.record.add(row.half_points(color));
        let (own, other, seconds, nodes) = match color {
            Color::Black => (row.black_discs, row.white_discs, row.black_seconds, row.black_nodes),
            Color::White => (row.white_discs, row.black_discs, row.white_seconds, row.white_nodes),
        };
        self.discs += own;
        self.discs_against += other;
        self.seconds += seconds.0;
        self.nodes += nodes;
        let lost = row.loser() == Some(color);
        self.knock_outs += u32::from(!lost && row.ending == GameEnding::WipeOut);
        self.forfeits += u32::from(lost && row.ending.is_forfeit());
    }
}

impl Pairing {
    fn add(&mut self, row: &GameRow, seats: [usize; 2]) {
        let margin = i64::from(row.black_discs) - i64::from(row.white_discs);
        if seats == self.players {
            self.record.add(row.half_points(Color::Black));
            self.with_black.add(row.half_points(Color::Black));
            self.margin += margin;
        } else {
            self.record.add(row.half_points(Color::White));
            self.margin -= margin;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::game_row::tests::row;

    /// a beats b twice, draws and loses against c, who beats b once.
    fn games() -> Vec<GameRow> {
        vec![
            row(1, "a", "b", 40),
            row(2, "b", "a", 20),
            row(3, "a", "c", 32),
            row(4, "c", "a", 64),
            row(5, "b", "c", 30),
        ]
    }

    #[test]
    fn games_add_up() {
        let mut rows = games();
        rows[3].ending = GameEnding::WipeOut;
        rows[4].ending = GameEnding::Clock;
        let standings = Standings::of(&rows);
        let names: Vec<&str> = standings.totals.iter().map(|total| total.player.as_str()).collect();
        assert_eq!(names, ["a", "b", "c"]);
        let [a, b, c] = &standings.totals[..] else { panic!("{standings:?}") };
        assert_eq!(a.record, Record { wins: 2, draws: 1, losses: 1 });
        assert_eq!((a.discs, a.discs_against), (40 + 44 + 32, 24 + 20 + 32 + 64));
        assert_eq!((c.knock_outs, a.knock_outs, b.forfeits), (1, 0, 1));
        assert_eq!(a.seconds, 1.5 + 0.5 + 1.5 + 0.5);
        assert_eq!(b.nodes, 200);
        assert_eq!(standings.pairings.len(), 3);
        assert_eq!(standings.pairings[0].pairs, Pentanomial([0, 0, 0, 0, 1]));
        assert_eq!(standings.pairings[0].margin, 16 + 24);
        assert_eq!(standings.pairings[1].pairs, Pentanomial([0, 1, 0, 0, 0]));
        assert_eq!(standings.pairings[2].pairs.pairs(), 0, "half a pair does not count");
        assert_eq!(standings.between(2, 0), Some(Record { wins: 1, draws: 1, losses: 0 }));
        assert_eq!(standings.ranking(), [2, 0, 1]);
    }

    #[test]
    fn the_order_of_the_rows_does_not_matter() {
        let mut rows = games();
        rows.reverse();
        assert_eq!(Standings::of(&rows), Standings::of(&games()));
    }

    #[test]
    fn tables_show_everyone() {
        let mut out = Vec::new();
        Standings::of(&games()).print(&mut out).unwrap();
        insta::assert_snapshot!("standings", String::from_utf8(out).unwrap());
        let mut nothing = Vec::new();
        Standings::of(&[]).print(&mut nothing).unwrap();
    }
}
