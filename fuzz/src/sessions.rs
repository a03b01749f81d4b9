//! Whole conversations in the protocols, with searches of a few nodes.

use std::sync::LazyLock;

use host_sim::engine::heap_table::HeapTable;
use host_sim::engine::setup::Setup;
use host_sim::protocols::nboard;
use wedge_engine::gtp::{Gtp, Player};
use wedge_engine::{Eight, Game, Limits, Options, Position, Report, Search, Six, Size, Squares};

/// Lines of a conversation at most, so that an input takes no longer than a moment.
const LINES: usize = 40;

/// A player who thinks for a moment, by a clock that goes on a second a search.
struct Hasty<S: Size> {
    game: Game<S>,
    search: Search<'static, Squares, S>,
    now: u64,
}

impl<S: Size> Player<S> for Hasty<S> {
    fn game(&mut self) -> &mut Game<S> {
        &mut self.game
    }

    fn think(&mut self, position: &Position<S>, limits: &Limits) -> Report {
        self.now += 1000;
        let limits = limits.with_nodes(limits.nodes.min(20));
        self.search.think(position, &limits, &mut ())
    }

    fn now_ms(&mut self) -> u64 {
        self.now
    }
}

/// GTP: every line gets one whole answer or none, the game stays legal, and the next line works.
pub fn gtp(input: &[u8]) {
    fn talk<S: Size>(text: &str) {
        let search = Search::new(Squares, None, Options::default());
        let game = Game::from_position(Position::start());
        let mut player = Hasty::<S> { game, search, now: 0 };
        let mut gtp = Gtp::new(1);
        for line in text.split('\n').take(LINES) {
            let mut answer = String::new();
            let next = gtp.answer(line, &mut player, &mut answer).expect("memory");
            if !answer.is_empty() {
                assert!(answer.starts_with(['=', '?']), "{line:?}: {answer:?}");
                assert_eq!(answer.find("\n\n"), Some(answer.len() - 2), "{line:?}: {answer:?}");
            }
            let game = &player.game;
            let mut again = Game::from_position(game.start());
            game.moves().iter().for_each(|&mv| again.play(mv).expect("a legal game"));
            assert_eq!(again, *game);
            if next.is_break() {
                return;
            }
        }
        let mut answer = String::new();
        let _ = gtp.answer("8 name", &mut player, &mut answer).expect("memory");
        assert_eq!(answer, "=8 Wedge\n\n");
    }
    let text = String::from_utf8_lossy(input);
    talk::<Eight>(&text);
    talk::<Six>(&text);
}

/// NBoard: whatever a GUI sends, the session goes on. Depths are kept to one ply.
pub fn nboard(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let shallow = |line: &&str| {
        let mut words = line.split_whitespace();
        let deep = words.next() == Some("set") && words.next() == Some("depth");
        // What cannot be read as a depth may stay: it is refused.
        !deep || words.next().is_none_or(|depth| !matches!(depth.parse::<u64>(), Ok(2..)))
    };
    let quits = |line: &&str| line.split_whitespace().next() == Some("quit");
    let lines = text.lines().filter(shallow).take_while(|line| !quits(line)).take(LINES);
    let lines = std::iter::once("set depth 1").chain(lines).chain(["ping 77"]);
    // One for all sessions: to ask the system how much memory there is takes longer than they do.
    static TABLE: LazyLock<HeapTable> =
        LazyLock::new(|| HeapTable::new("8".parse().expect("a size")).expect("memory"));
    TABLE.view().clear();
    let mut out = Vec::new();
    nboard::answer_all(&Setup::default(), &TABLE, lines, &mut out).expect("memory");
    let said = String::from_utf8(out).expect("text");
    assert_eq!(said.lines().last(), Some("pong 77"), "{said}");
}
