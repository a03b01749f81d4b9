//! Time management: the time of a whole game, divided between its moves.

use crate::rules::Board;
use crate::search::{Limits, Report};
use crate::types::Size;

/// The clock of a player, with what the plan for the rest of the game needs.
///
/// The plan reserves the time of one solution: once a position is solved, the table knows the rest
/// of the game, and the remaining moves cost next to nothing. The time of a solution can be predicted
/// to within a factor of two. The moves before it share the rest of the time. Most of that goes to
/// positions with 44 empty squares or fewer, since few opening moves are wrong.
///
/// ```
/// use wedge_engine::{Board, Game, GameClock, Speed};
///
/// let speed = Speed::default();
/// let clock =
///     GameClock { left_ms: 160_000, increment_ms: 0, overhead_ms: 10, stall_ms: 0, speed };
/// let opening = clock.limits(&Game::default().position().board());
/// let middle: Game = "f5d6c3d3c4f4f6b4c2f3e3e2c6".parse().unwrap();
/// assert!(clock.limits(&middle.position().board()).soft_ms > opening.soft_ms);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct GameClock {
    /// Time left on the clock.
    pub left_ms: u64,
    /// Time added after each move.
    pub increment_ms: u64,
    /// Time that each move costs outside the search: serial line, processes, display.
    pub overhead_ms: u64,
    /// The longest recent stall of the machine. Twice that time stays on the clock.
    pub stall_ms: u64,
    /// How fast the machine searches.
    pub speed: Speed,
}

/// The speed of a machine, measured by its last searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Speed {
    nodes: u64,
    ms: u64,
}

impl Default for Speed {
    /// A value between the board and a PC. The first search corrects it.
    fn default() -> Self {
        Self { nodes: 1000, ms: 1 }
    }
}

impl Speed {
    /// Shorter searches are ignored, since the clock counts milliseconds.
    const SHORTEST_MS: u64 = 5;

    /// Updates the speed with a search of a board; older searches count half. Only searches of the
    /// middle game count, since nodes near the end of the game are cheaper.
    pub fn learn<S: Size>(&mut self, board: &Board<S>, report: &Report, ms: u64) {
        if ms >= Self::SHORTEST_MS && board.empties() >= MIDDLE_FROM {
            let nodes = (self.nodes / 2).saturating_add(report.nodes);
            (self.nodes, self.ms) = (nodes, (self.ms / 2).saturating_add(ms));
        }
    }

    /// The expected time of a solution. Two of three take between half and twice as long.
    fn solving_ms(self, empties: u32) -> u64 {
        let nodes = solving_nodes(empties) / SOLVING_SPEED;
        match nodes.checked_mul(self.ms) {
            Some(product) => product / self.nodes.max(1),
            None => (nodes / self.nodes.max(1)).saturating_mul(self.ms),
        }
    }
}

/// Searches with fewer empty squares visit many nodes near the end of the game.
const MIDDLE_FROM: u32 = 28;
/// A solution visits this many times more nodes a second than a search of the middle game.
const SOLVING_SPEED: u64 = 5;
/// Nodes of a solution from 12 empty squares, and the growth with every empty square more, in
/// tenths: geometric means, which `tests/clock.rs` measures again, as well as the speed.
const SOLVING_NODES: u64 = 13_000;
const SOLVING_GROWTH: u64 = 19;

/// The expected number of nodes of a solution under a time limit.
fn solving_nodes(empties: u32) -> u64 {
    (12..empties).fold(SOLVING_NODES, |nodes, _| nodes.saturating_mul(SOLVING_GROWTH) / 10)
}

/// The weight of a move in the middle game.
const MIDDLE: u64 = 20;

/// The weight of a move with this many empty squares: its time relative to other moves.
const fn weight(empties: u32) -> u64 {
    match empties {
        0..44 => MIDDLE,
        44..50 => 12,
        50.. => 5,
    }
}

/// A solution may take as long as this many moves of the middle game.
const MOVES_A_SOLUTION: u64 = 4;

impl GameClock {
    /// Limits for the next move.
    ///
    /// A search that keeps to them never exceeds the clock, as long as a move costs at most
    /// `overhead_ms` outside the search.
    #[must_use]
    pub fn limits<S: Size>(&self, board: &Board<S>) -> Limits {
        // A forced move needs no search.
        if board.legal_moves().len() < 2 { Limits::depth(1) } else { self.share(board.empties()) }
    }

    /// The most that the next move may take, so that the overhead of all later moves is left.
    pub(super) fn spendable_ms<S: Size>(&self, board: &Board<S>) -> u64 {
        self.most_ms(board.empties())
    }

    /// The mover plays about every second of the empty squares. A pass of the other side gives the
    /// mover moves that this does not count: the overhead of a few more is kept.
    fn most_ms(&self, empties: u32) -> u64 {
        let reserve = self.overhead_ms.saturating_mul(u64::from(empties / 2) + 5);
        self.left_ms.saturating_sub(reserve)
    }

    /// The share of a move at this number of empty squares.
    fn share(&self, empties: u32) -> Limits {
        // 1. What may be spent at all.
        let most = self.most_ms(empties);
        let spendable = most.saturating_sub(self.stall_ms.saturating_mul(2)).max(most / 8);
        // 2. Find where the game will be solved, and the total weight of the moves before that.
        let (mut at, mut weights, mut solving) = (empties, 0, self.speed.solving_ms(empties));
        while at > 1 && !is_worth_it(solving, weights, spendable) {
            weights += weight(at);
            at -= 2;
            solving = self.speed.solving_ms(at);
        }
        // 3. Solve this position. If that takes longer than expected, the next move has a filled
        // table and some time left.
        if weights == 0 {
            let ms = spendable / 4 * 3;
            return Limits { soft_ms: ms, steady_ms: ms, hard_ms: ms, ..Limits::EXACT };
        }
        // 4. The solution comes later: this move gets a share of the time that it leaves.
        let share = (spendable.saturating_sub(solving).saturating_mul(weight(empties)) / weights)
            .saturating_add(self.increment_ms.saturating_sub(self.overhead_ms));
        // A depth that starts just before the soft limit takes about that long again.
        let hard_ms = (share.saturating_mul(5) / 2).min(spendable / 2);
        let soft_ms = (share.saturating_mul(3) / 5).min(hard_ms);
        Limits { soft_ms, steady_ms: soft_ms / 2, hard_ms, ..Limits::EXACT }
    }
}

/// Whether to plan a solution after moves of these weights.
fn is_worth_it(solving: u64, weights: u64, spendable: u64) -> bool {
    match weights {
        0 => solving <= spendable / 8 * 5,
        _ => {
            let rest = spendable.saturating_sub(solving);
            solving.saturating_mul(weights) <= rest.saturating_mul(MOVES_A_SOLUTION * MIDDLE)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Discs;
    use crate::rules::Position;
    use crate::search::{Options, Search};
    use crate::types::{Eight, SplitMix64};

    /// A PC.
    const FAST: Speed = Speed { nodes: 2000, ms: 1 };

    fn clock(left_ms: u64, speed: Speed) -> GameClock {
        GameClock { left_ms, increment_ms: 0, overhead_ms: 1, stall_ms: 0, speed }
    }

    /// The worst case: every search uses its whole hard limit and every move its whole overhead, with
    /// random passes, on any machine.
    #[test]
    fn the_clock_never_runs_out() {
        for seed in 0..2000 {
            let mut random = SplitMix64::new(seed);
            let overhead_ms = u64::from(random.below(20));
            let increment_ms = u64::from(random.below(3)) * 50;
            let left_ms = 40 * overhead_ms + u64::from(random.below(200_000));
            let speed = Speed { nodes: 1 << random.below(20), ms: 1 + u64::from(random.below(9)) };
            let stall_ms = u64::from(random.below(100));
            let mut clock = GameClock { left_ms, increment_ms, overhead_ms, stall_ms, speed };
            let mut empties = 60;
            while empties > 0 {
                let limits = clock.share(empties);
                assert!(limits.steady_ms <= limits.soft_ms && limits.soft_ms <= limits.hard_ms);
                let spent = limits.hard_ms + overhead_ms;
                assert!(spent <= clock.left_ms, "seed {seed}, {empties} empties: {clock:?}");
                clock.left_ms = clock.left_ms - spent + increment_ms;
                empties -= if random.below(10) == 0 { 1 } else { 2.min(empties) };
            }
        }
    }

    /// Any numbers that a controller may send give limits without an overflow.
    #[test]
    fn a_clock_of_any_numbers_has_limits() {
        let numbers = [0, 1, 1000, u64::MAX / 8, u64::MAX - 1, u64::MAX];
        for left_ms in numbers {
            for increment_ms in numbers {
                for overhead_ms in numbers {
                    for stall_ms in numbers {
                        for empties in [0, 1, 30, 60, 64] {
                            let speed = Speed { nodes: 0, ms: u64::MAX };
                            let clock =
                                GameClock { left_ms, increment_ms, overhead_ms, stall_ms, speed };
                            let limits = clock.share(empties);
                            assert!(limits.soft_ms <= limits.hard_ms, "{clock:?}");
                            assert!(limits.hard_ms <= left_ms, "{clock:?}");
                        }
                    }
                }
            }
        }
    }

    /// Simulates a game whose searches take twice their soft limit and whose solutions take as long
    /// as expected. Returns the time of each move by empty squares, and where the game was solved.
    fn spend(mut clock: GameClock) -> ([u64; 61], u32) {
        let mut spent = [0; 61];
        for empties in (0..=60).rev().step_by(2) {
            let limits = clock.share(empties);
            let solves = limits.soft_ms == limits.hard_ms;
            let ms = if solves { clock.speed.solving_ms(empties) } else { limits.soft_ms * 2 };
            spent[empties as usize] = ms.min(limits.hard_ms);
            clock.left_ms -= spent[empties as usize] + clock.overhead_ms;
            if solves {
                return (spent, empties);
            }
        }
        (spent, 0)
    }

    #[test]
    fn the_middle_game_gets_the_most_and_the_solution_what_it_takes() {
        for (left_ms, solved) in [(1000, 16..=20), (160_000, 24..=30), (600_000, 26..=32)] {
            let (spent, at) = spend(clock(left_ms, FAST));
            assert!(solved.contains(&at), "{left_ms} ms: solved from {at} empty squares");
            let middle: u64 = spent[at as usize + 1..=44].iter().sum();
            let opening: u64 = spent[45..].iter().sum();
            assert!(middle > 2 * opening, "{left_ms} ms: {spent:?}");
            assert!(spent.iter().sum::<u64>() > left_ms * 7 / 10, "{left_ms} ms: {spent:?}");
            assert!(spent[60] < left_ms / 30, "{left_ms} ms: {spent:?}");
        }
    }

    /// A stall as long as the last one must not lose the game on time.
    #[test]
    fn a_stall_fits_in_what_is_kept() {
        let clock = GameClock { stall_ms: 50, ..clock(300, FAST) };
        for empties in (0..=60).step_by(2) {
            let limits = clock.share(empties);
            assert!(limits.hard_ms + 2 * clock.stall_ms <= clock.left_ms, "{limits:?}");
        }
    }

    #[test]
    fn more_time_and_a_faster_machine_solve_earlier() {
        let solved = |left_ms, speed| spend(clock(left_ms, speed)).1;
        let chip = Speed { nodes: 20, ms: 1 };
        assert!(solved(1_000, FAST) < solved(10_000, FAST));
        assert!(solved(10_000, FAST) < solved(100_000, FAST));
        assert!(solved(60_000, chip) < solved(60_000, FAST));
    }

    #[test]
    fn a_single_move_needs_no_thought() {
        let text = "-XO------------------------------------------------------------- X";
        let one: Position = text.parse().unwrap();
        assert_eq!(clock(60_000, FAST).limits(&one.board()).depth, 1);
        assert!(clock(60_000, FAST).limits(&Board::<Eight>::start()).depth > 1);
    }

    #[test]
    fn speed_is_learnt() {
        let mut search = Search::new(Discs, None, Options::default());
        let found = search.think(&Position::<Eight>::start(), &Limits::depth(1), &mut ());
        let found = Report { nodes: 1_000_000, ..found };
        let mut speed = Speed::default();
        let guessed = speed.solving_ms(20);
        speed.learn(&Board::<Eight>::start(), &found, 100);
        assert!(speed.solving_ms(20) < guessed / 8);
        // Too short to count.
        let known = speed;
        speed.learn(&Board::<Eight>::start(), &found, 1);
        assert_eq!(speed, known);
    }
}
