//! The draw: who is in which group, and who meets whom in the knock-out.

use anyhow::{Result, ensure};

/// The shape of a cup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Draw {
    groups: Vec<Vec<usize>>,
    advance: usize,
}

impl Draw {
    /// A cup of so many players; `groups` of about four if it is left open.
    ///
    /// # Errors
    /// If the groups would be too small, or those who go on are no power of two.
    pub(crate) fn new(players: usize, groups: Option<usize>, advance: usize) -> Result<Self> {
        ensure!(advance > 0, "--advance 0: expected at least one of each group");
        let count = groups.unwrap_or_else(|| {
            let mut count = 1;
            while count * 8 <= players && players / (count * 2) > advance {
                count *= 2;
            }
            count
        });
        ensure!(count > 0, "--groups 0: expected at least one");
        ensure!(
            players / count >= advance.max(2),
            "--groups {count}: {players} players leave groups of {}: expected at least {} in each",
            players / count,
            advance.max(2)
        );
        let field = count * advance;
        ensure!(
            field.is_power_of_two() && field > 1,
            "--groups {count} --advance {advance}: {field} go on: expected 2, 4, 8, 16 or so"
        );
        let mut dealt = vec![Vec::new(); count];
        for player in 0..players {
            let (row, column) = (player / count, player % count);
            let group = if row % 2 == 0 { column } else { count - 1 - column };
            dealt[group].push(player);
        }
        Ok(Self { groups: dealt, advance })
    }

    /// The players of each group.
    pub(crate) fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }

    /// Rounds of the knock-out.
    pub(crate) fn rounds(&self) -> usize {
        (self.groups.len() * self.advance).ilog2() as usize
    }

    /// The first round, two by two, from the groups' rankings: group winners are drawn highest,
    /// and the best meets the last, so that the best meet each other late.
    pub(crate) fn knock_out(&self, ranked: &[Vec<usize>]) -> Vec<usize> {
        let seeds: Vec<usize> = (0..self.advance)
            .flat_map(|place| ranked.iter().filter_map(move |group| group.get(place).copied()))
            .collect();
        let mut order = vec![0];
        while order.len() < seeds.len() {
            let all = order.len() * 2;
            order = order.into_iter().flat_map(|seed| [seed, all - 1 - seed]).collect();
        }
        order.into_iter().filter_map(|seed| seeds.get(seed).copied()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_dealt_back_and_forth() {
        let draw = Draw::new(10, Some(4), 2).unwrap();
        assert_eq!(draw.groups(), [vec![0, 7, 8], vec![1, 6, 9], vec![2, 5], vec![3, 4]]);
        assert_eq!(draw.rounds(), 3);
    }

    #[test]
    fn groups_have_about_four_players_unless_told_otherwise() {
        for (players, groups) in
            [(2, 1), (4, 1), (7, 1), (8, 2), (12, 2), (16, 4), (30, 4), (32, 8)]
        {
            assert_eq!(Draw::new(players, None, 2).unwrap().groups().len(), groups, "{players}");
        }
    }

    /// Four groups: winners are 10, 20, 30, 40, seconds 11, 21, 31, 41.
    #[test]
    fn winners_meet_seconds_of_other_groups() {
        let draw = Draw::new(16, Some(4), 2).unwrap();
        let ranked = vec![vec![10, 11], vec![20, 21], vec![30, 31], vec![40, 41]];
        assert_eq!(draw.knock_out(&ranked), [10, 41, 40, 11, 20, 31, 30, 21]);
        let one = Draw::new(4, Some(1), 2).unwrap();
        assert_eq!(one.knock_out(&[vec![3, 1, 0, 2]]), [3, 1]);
    }

    #[test]
    fn cups_that_do_not_work_out_are_refused() {
        let say =
            |players, groups, advance| Draw::new(players, groups, advance).unwrap_err().to_string();
        assert_eq!(
            say(8, Some(3), 2),
            "--groups 3 --advance 2: 6 go on: expected 2, 4, 8, 16 or so"
        );
        assert_eq!(
            say(4, Some(4), 1),
            "--groups 4: 4 players leave groups of 1: expected at least 2 in each"
        );
        assert_eq!(
            say(4, Some(1), 1),
            "--groups 1 --advance 1: 1 go on: expected 2, 4, 8, 16 or so"
        );
        assert_eq!(say(4, Some(0), 2), "--groups 0: expected at least one");
        assert_eq!(say(4, None, 0), "--advance 0: expected at least one of each group");
    }
}
