//! A cup as its games tell it: tables of the groups, and the bracket.

use std::io::Write;

use anyhow::Result;
use wedge_engine::Color;

use crate::arena::{GameRow, Standings};
use crate::io::text_table::TextTable;

/// Groups and knock-out, as far as they have been played.
#[derive(Clone, Debug, PartialEq)]
pub struct Cup {
    /// The groups.
    pub groups: Vec<Group>,
    /// The rounds of the knock-out, from the first to the final.
    pub rounds: Vec<Round>,
}

/// A group.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// `group A`.
    pub name: String,
    /// Its results.
    pub standings: Standings,
}

/// A round of the knock-out.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// `semi-final`.
    pub name: String,
    /// Its pairings.
    pub duels: Vec<Duel>,
}

/// Two players of whom one goes on.
#[derive(Clone, Debug, PartialEq)]
pub struct Duel {
    /// The two; the first was drawn higher.
    pub players: [String; 2],
    /// Their points.
    pub points: [f64; 2],
    /// Their discs.
    pub discs: [u32; 2],
}

impl Duel {
    /// Which of the two goes on.
    #[must_use]
    pub fn winner(&self) -> usize {
        let ahead = self.points[1].total_cmp(&self.points[0]);
        usize::from(ahead.then(self.discs[1].cmp(&self.discs[0])).is_gt())
    }

    /// What decided it.
    #[must_use]
    pub fn decided_by(&self) -> &'static str {
        if self.points[0] != self.points[1] {
            "points"
        } else if self.discs[0] != self.discs[1] {
            "discs"
        } else {
            "draw"
        }
    }

    /// The pairing that these games decide: black of the first was drawn higher.
    pub(super) fn of(rows: &[&GameRow]) -> Option<Self> {
        let first = rows.first()?;
        let mut duel = Self {
            players: [first.black.clone(), first.white.clone()],
            points: [0.0; 2],
            discs: [0; 2],
        };
        for row in rows {
            let colors = if row.black == duel.players[0] {
                [Color::Black, Color::White]
            } else {
                [Color::White, Color::Black]
            };
            for (side, color) in colors.into_iter().enumerate() {
                duel.points[side] += f64::from(row.half_points(color)) / 2.0;
                duel.discs[side] +=
                    if color == Color::Black { row.black_discs } else { row.white_discs };
            }
        }
        Some(duel)
    }
}

impl Group {
    /// Its players from the best to the last.
    #[must_use]
    pub fn ranking(&self) -> Vec<String> {
        let order = self.standings.ranking();
        order.into_iter().map(|at| self.standings.totals[at].player.clone()).collect()
    }
}

const GROUP: &str = "group ";

/// The stage of a group that has a name of its own.
pub(super) fn group_called(name: &str) -> String {
    format!("{GROUP}{name}")
}

/// The name of a group: A, B, C and so on, then numbers.
pub(crate) fn group_name(number: usize) -> String {
    match u8::try_from(number) {
        Ok(letter @ 0..26) => format!("{GROUP}{}", char::from(b'A' + letter)),
        _ => format!("{GROUP}{}", number + 1),
    }
}

/// The name of a pairing in a round of so many.
pub(crate) fn duel_name(duels: usize, number: usize) -> String {
    match duels {
        1 => "final".to_owned(),
        2 => format!("semi-final {}", number + 1),
        4 => format!("quarter-final {}", number + 1),
        _ => format!("round of {}, {}", duels * 2, number + 1),
    }
}

/// A pairing's name without its number.
fn round_name(stage: &str) -> &str {
    match stage.rsplit_once(' ') {
        Some((round, _)) => round.trim_end_matches(','),
        None => stage,
    }
}

impl Cup {
    /// Adds up games, which may be in any order.
    #[must_use]
    pub fn of(rows: &[GameRow]) -> Self {
        let mut rows: Vec<&GameRow> = rows.iter().collect();
        rows.sort_by_key(|row| row.game);
        let mut stages: Vec<(&str, Vec<&GameRow>)> = Vec::new();
        for row in rows {
            match stages.last_mut().filter(|(stage, _)| *stage == row.stage) {
                Some((_, games)) => games.push(row),
                None => stages.push((&row.stage, vec![row])),
            }
        }
        let mut cup = Self { groups: Vec::new(), rounds: Vec::new() };
        for (stage, games) in stages {
            if stage.starts_with(GROUP) {
                let games: Vec<GameRow> = games.into_iter().cloned().collect();
                cup.groups.push(Group { name: stage.to_owned(), standings: Standings::of(&games) });
                continue;
            }
            let name = round_name(stage);
            if cup.rounds.last().is_none_or(|round| round.name != name) {
                cup.rounds.push(Round { name: name.to_owned(), duels: Vec::new() });
            }
            if let Some(round) = cup.rounds.last_mut() {
                round.duels.extend(Duel::of(&games));
            }
        }
        cup
    }

    /// Who won the final, if it has been played.
    #[must_use]
    pub fn winner(&self) -> Option<&str> {
        let last = self.rounds.last().filter(|round| round.name == "final")?;
        last.duels.first().map(|duel| duel.players[duel.winner()].as_str())
    }

    /// Prints the tables of the groups and the bracket.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn print(&self, out: &mut dyn Write) -> Result<()> {
        for group in &self.groups {
            let mut table = TextTable::new(&[
                "",
                &group.name,
                "wins",
                "draws",
                "losses",
                "points",
                "discs",
                "against",
            ])
            .left(&[1]);
            for (place, at) in group.standings.ranking().into_iter().enumerate() {
                let total = &group.standings.totals[at];
                let record = total.record;
                table.row([
                    (place + 1).to_string(),
                    total.player.clone(),
                    record.wins.to_string(),
                    record.draws.to_string(),
                    record.losses.to_string(),
                    record.points().to_string(),
                    total.discs.to_string(),
                    total.discs_against.to_string(),
                ]);
            }
            writeln!(out, "{table}\n")?;
        }
        for round in &self.rounds {
            let mut table =
                TextTable::new(&[&round.name, "points", "discs", "against", "points", "discs", ""])
                    .left(&[0, 3, 6]);
            for duel in &round.duels {
                let [one, other] = &duel.players;
                let winner = &duel.players[duel.winner()];
                table.row([
                    one.clone(),
                    duel.points[0].to_string(),
                    duel.discs[0].to_string(),
                    other.clone(),
                    duel.points[1].to_string(),
                    duel.discs[1].to_string(),
                    format!("{winner} by {}", duel.decided_by()),
                ]);
            }
            writeln!(out, "{table}\n")?;
        }
        if let Some(winner) = self.winner() {
            writeln!(out, "The cup goes to {winner}.")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::game_row::tests::row;

    fn staged(stage: &str, game: usize, black: &str, white: &str, discs: u32) -> GameRow {
        GameRow { stage: stage.into(), ..row(game, black, white, discs) }
    }

    #[test]
    fn games_make_groups_and_a_bracket() {
        let rows = [
            staged("group A", 1, "a", "b", 40),
            staged("group A", 2, "b", "a", 40),
            staged("group B", 3, "c", "d", 30),
            staged("semi-final 1", 5, "a", "d", 34),
            staged("semi-final 1", 6, "d", "a", 32),
            staged("semi-final 2", 7, "c", "b", 33),
            staged("semi-final 2", 8, "b", "c", 34),
            staged("final", 9, "a", "b", 32),
            staged("final", 10, "b", "a", 32),
        ];
        let cup = Cup::of(&rows);
        assert_eq!(
            cup.groups.iter().map(|group| &group.name).collect::<Vec<_>>(),
            ["group A", "group B"]
        );
        assert_eq!(cup.groups[1].ranking(), ["d", "c"]);
        let rounds: Vec<_> =
            cup.rounds.iter().map(|round| (round.name.as_str(), round.duels.len())).collect();
        assert_eq!(rounds, [("semi-final", 2), ("final", 1)]);
        let [one, two] = &cup.rounds[0].duels[..] else { panic!("{cup:?}") };
        assert_eq!((one.points, one.winner(), one.decided_by()), ([1.5, 0.5], 0, "points"));
        assert_eq!((two.discs, two.winner(), two.decided_by()), ([63, 65], 1, "discs"));
        let last = &cup.rounds[1].duels[0];
        assert_eq!((last.winner(), last.decided_by()), (0, "draw"));
        assert_eq!(cup.winner(), Some("a"));
        assert_eq!(Cup::of(&rows[..7]).winner(), None);
    }

    #[test]
    fn stages_are_named() {
        assert_eq!(group_name(1), "group B");
        assert_eq!(group_name(30), "group 31");
        for (duels, name, round) in [
            (1, "final", "final"),
            (2, "semi-final 2", "semi-final"),
            (4, "quarter-final 2", "quarter-final"),
            (8, "round of 16, 2", "round of 16"),
        ] {
            assert_eq!(duel_name(duels, 1), name);
            assert_eq!(round_name(name), round);
        }
    }
}
