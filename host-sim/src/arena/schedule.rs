//! The schedule: who plays whom, from which opening, with which colours.

use wedge_engine::{Game, Size, SplitMix64};

/// A game of the schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduledGame<S: Size> {
    /// Its number in the match, from 1. Games 1 and 2 are a pair, 3 and 4, and so on: the same
    /// opening with colours exchanged.
    pub game: usize,
    /// The stage of the tournament it belongs to.
    pub stage: String,
    /// The players, black first, as indices into the list of players.
    pub seats: [usize; 2],
    /// The opening it begins with.
    pub opening: Game<S>,
}

impl<S: Size> ScheduledGame<S> {
    /// The seed for a player in this game. It differs by game and player, so that random players
    /// do not repeat a game.
    #[must_use]
    pub fn seed(&self, match_seed: u64, player: usize) -> u64 {
        let mut random = SplitMix64::new(match_seed);
        for number in [self.game as u64, player as u64] {
            random = SplitMix64::new(random.next() ^ number);
        }
        random.next()
    }
}

/// Every player against every other.
#[must_use]
pub fn round_robin(players: &[usize]) -> Vec<[usize; 2]> {
    let others = |at: usize| players[at + 1..].iter();
    let all = players.iter().enumerate();
    all.flat_map(|(at, &one)| others(at).map(move |&other| [one, other])).collect()
}

/// The first player against each of the others.
#[must_use]
pub fn gauntlet(players: &[usize]) -> Vec<[usize; 2]> {
    let (first, others) = players.split_at(players.len().min(1));
    first.iter().flat_map(|&one| others.iter().map(move |&other| [one, other])).collect()
}

/// Schedules `games` games for each pairing (an even number) in rounds: in each round every pairing
/// plays one opening with both colours. So an interrupted match has treated everyone alike, and a
/// longer match begins like a shorter one.
pub fn rounds<S: Size>(
    stage: &str,
    pairings: &[[usize; 2]],
    games: usize,
    openings: &[Game<S>],
    first_game: usize,
) -> Vec<ScheduledGame<S>> {
    let mut schedule = Vec::new();
    for opening in openings.iter().cycle().take(games / 2) {
        for &[one, other] in pairings {
            for seats in [[one, other], [other, one]] {
                schedule.push(ScheduledGame {
                    game: first_game + schedule.len(),
                    stage: stage.to_owned(),
                    seats,
                    opening: opening.clone(),
                });
            }
        }
    }
    schedule
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use wedge_engine::Eight;

    use super::*;

    fn openings() -> Vec<Game<Eight>> {
        ["f5d6", "f5f6", "f5f4"].map(|text| text.parse().unwrap()).to_vec()
    }

    #[test]
    fn everyone_plays_everyone_with_both_colours_of_each_opening() {
        let schedule = rounds("match", &round_robin(&[0, 1, 2, 3]), 6, &openings(), 1);
        assert_eq!(schedule.len(), 6 * 6);
        assert!(schedule.iter().enumerate().all(|(at, scheduled)| scheduled.game == at + 1));
        let mut met: HashMap<[usize; 2], HashSet<String>> = HashMap::new();
        for pair in schedule.chunks(2) {
            assert_eq!(pair[0].opening, pair[1].opening);
            assert_eq!(pair[0].seats[0], pair[1].seats[1]);
            for scheduled in pair {
                let new =
                    met.entry(scheduled.seats).or_default().insert(scheduled.opening.to_string());
                assert!(new, "{scheduled:?}");
            }
        }
        assert_eq!(met.len(), 12);
        assert!(met.values().all(|openings| openings.len() == 3));
    }

    #[test]
    fn the_first_of_a_gauntlet_meets_everyone_and_nobody_else_meets() {
        assert_eq!(gauntlet(&[4, 7, 5]), [[4, 7], [4, 5]]);
        assert!(gauntlet(&[3]).is_empty() && gauntlet(&[]).is_empty());
        assert_eq!(round_robin(&[4, 7, 5]), [[4, 7], [4, 5], [7, 5]]);
    }

    #[test]
    fn a_longer_match_begins_like_a_shorter_one_and_openings_come_again() {
        let long = rounds("match", &round_robin(&[0, 1]), 8, &openings(), 1);
        assert_eq!(long[..4], rounds("match", &round_robin(&[0, 1]), 4, &openings(), 1));
        assert_eq!(long[6].opening, long[0].opening);
    }

    #[test]
    fn seeds_differ_by_match_game_and_player() {
        let schedule = rounds("match", &round_robin(&[0, 1, 2]), 6, &openings(), 1);
        let seeds: HashSet<u64> = (0..4)
            .flat_map(|seed| schedule.iter().map(move |scheduled| (seed, scheduled)))
            .flat_map(|(seed, scheduled)| scheduled.seats.map(|seat| scheduled.seed(seed, seat)))
            .collect();
        assert_eq!(seeds.len(), 4 * schedule.len() * 2);
    }
}
