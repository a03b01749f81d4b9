//! The engine against slow reference code.

use std::collections::HashMap;

use wedge_engine::moves::BACKENDS;
use wedge_engine::reference::ArrayBoard;
use wedge_engine::zobrist::Hash;
use wedge_engine::{
    Bitboard, Board, Bound, Certainty, Color, Discs, Eight, Hit, Limits, Move, Options, Position,
    Score, Search, Six, Size, Square, Standard, Table, checksum,
};

/// Reads bytes from the front; zero at the end.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        match self.0.split_first() {
            Some((&byte, rest)) => {
                self.0 = rest;
                byte
            }
            None => 0,
        }
    }

    fn word(&mut self) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|_| self.next()))
    }
}

/// Any position: every backend of move generation agrees with the array board, also after each move
/// that the rest of the input chooses.
pub fn rules(input: &[u8]) {
    fn check<S: Size>(input: &[u8]) {
        let mut bytes = Bytes(input);
        let discs = bytes.word() & S::MASK;
        let owner = bytes.word();
        let Some(board) = Board::<S>::new(Bitboard(discs & owner), Bitboard(discs & !owner)) else {
            panic!("the sets of discs overlap")
        };
        let mut position = Position::new(board, Color::Black);
        loop {
            let slow = ArrayBoard::new(&position);
            check_rules(&slow);
            if bytes.0.is_empty() || position.board().is_over() {
                return;
            }
            let legal = position.board().legal_moves();
            let pick = usize::from(bytes.next()) % legal.len().max(1) as usize;
            let (next, slow) = match legal.into_iter().nth(pick) {
                Some(square) => (position.play(Move::Play(square)), slow.play(square)),
                None => (position.play(Move::Pass), Some(slow.pass())),
            };
            position = next.expect("a legal move");
            assert_eq!(slow.expect("legal by the slow rules").position(), position);
        }
    }
    with_board_size(input, check::<Eight>, check::<Six>);
}

/// Uses the first byte to choose the board size, and the rest as input.
fn with_board_size(input: &[u8], eight: fn(&[u8]), six: fn(&[u8])) {
    match input.split_first() {
        Some((&first, rest)) if first & 1 != 0 => six(rest),
        Some((_, rest)) => eight(rest),
        None => {}
    }
}

fn check_rules<S: Size>(slow: &ArrayBoard<S>) {
    let board = slow.position().board();
    let (mover, opponent) = (board.mover().0, board.opponent().0);
    let legal = slow.legal_moves();
    assert_eq!(board.legal_moves(), legal);
    assert_eq!(board.is_over(), slow.is_over());
    for backend in BACKENDS {
        assert_eq!((backend.legal)(mover, opponent) & S::MASK, legal.0, "{}", backend.name);
    }
    for square in board.empty() {
        let flips = slow.flips(square);
        assert_eq!(board.flips(square), flips);
        for backend in BACKENDS {
            assert_eq!(
                (backend.flips)(square.index(), mover, opponent),
                flips.0,
                "{}",
                backend.name
            );
        }
    }
}

/// A small transposition table with stores and probes in any order: a hit was stored for the same
/// position.
pub fn table(input: &[u8]) {
    let table = Table::<16>::new();
    let view = table.view();
    let mut stored: HashMap<(Hash, Color), Vec<Hit>> = HashMap::new();
    let mut bytes = Bytes(input);
    while !bytes.0.is_empty() {
        let key = bytes.next();
        // Few positions and few buckets, so that they collide. Most keys differ in one or two of the
        // bits that an entry stores.
        let far = Hash::from(key >> 4 & 7) << [120, 64, 61, 40][usize::from(key >> 2 & 3)];
        let hash = Hash::from(key & 3) | far;
        let side = if key & 128 == 0 { Color::Black } else { Color::White };
        if bytes.next() & 1 == 0 {
            let known = Hit {
                depth: bytes.next() % 61,
                bound: [Bound::Exact, Bound::Lower, Bound::Upper][usize::from(bytes.next() % 3)],
                value: i16::from_le_bytes([bytes.next(), bytes.next()]),
                best: Square::from_index((bytes.next() % 65).into()),
                certainty: Certainty::ALL[usize::from(bytes.next() % 7)],
            };
            view.store(hash, side, bytes.next(), known);
            stored.entry((hash, side)).or_default().push(known);
        }
        if let Some(found) = view.probe(hash, side) {
            let entries = stored.get(&(hash, side)).expect("something was stored");
            let same = |known: &Hit| Hit { best: None, ..*known } == Hit { best: None, ..found };
            assert!(entries.iter().any(same), "{found:?}");
            // The best move may be that of an earlier entry of the same position.
            assert!(found.best.is_none() || entries.iter().any(|known| known.best == found.best));
        }
    }
    assert!(view.fill_permille() <= 1000);
}

/// The exact result for the mover in discs, by minimax.
fn minimax<S: Size>(board: &Board<S>) -> i32 {
    let moves = board.legal_moves();
    if moves.is_empty() {
        return if board.is_over() { board.result() } else { -minimax(&board.pass()) };
    }
    let values = moves.into_iter().filter_map(|square| board.play(square));
    values.map(|after| -minimax(&after)).max().unwrap_or(-64)
}

/// The exact result by alpha-beta, for trees that are too large for minimax.
fn alpha_beta<S: Size>(board: &Board<S>, mut alpha: i32, beta: i32) -> i32 {
    let moves = board.legal_moves();
    if moves.is_empty() {
        return if board.is_over() {
            board.result()
        } else {
            -alpha_beta(&board.pass(), -beta, -alpha)
        };
    }
    let mut best = -64;
    for after in moves.into_iter().filter_map(|square| board.play(square)) {
        best = best.max(-alpha_beta(&after, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// The number of empty squares to solve from. It depends on a checksum of the input, so that a guided
/// run cannot prefer the largest trees, which take many thousand times as long as the smallest: half
/// of the inputs have four or fewer empty squares, one in 128 has eight, one in 585 more.
fn empties(input: &[u8]) -> u32 {
    let rare = (checksum(input) >> 32) % 8192;
    match rare {
        0 => 11,
        1..5 => 10,
        5..14 => 9,
        14..78 => 8,
        78..270 => 7,
        270..1024 => 6,
        1024..4096 => 5,
        _ => (rare % 5) as u32,
    }
}

/// Endgame positions: exact and win-draw-loss results equal those of minimax below eight empty squares
/// and of alpha-beta from there on, with and without a table, and the best move reaches the result.
pub fn solver(input: &[u8]) {
    fn check<S: Size>(input: &[u8]) {
        let mut bytes = Bytes(input);
        let most = empties(input);
        // The input chooses the moves of a game.
        let mut position = Position::<S>::start();
        while position.board().empties() > most && !position.board().is_over() {
            let pick = usize::from(bytes.next()) % position.moves().count();
            let mv = position.moves().nth(pick).expect("the game is not over");
            position = position.play(mv).expect("a legal move");
        }
        if position.board().empties() > most {
            return; // The game ended early.
        }
        let value = |board: &Board<S>| {
            if board.empties() < 8 { minimax(board) } else { alpha_beta(board, -65, 65) }
        };
        let board = position.board();
        let moves = board.legal_moves().into_iter();
        let values: Vec<(Move, i32)> = moves
            .filter_map(|square| Some((Move::Play(square), -value(&board.play(square)?))))
            .collect();
        // Without a legal move, a pass or the end of the game.
        let best = values.iter().map(|(_, value)| *value).max();
        let wanted = best.unwrap_or_else(|| value(&board));
        let table = Table::<64>::new();
        for view in [None, Some(table.view())] {
            let mut search = Search::new(Standard, view, Options::default());
            let report = search.think(&position, &Limits::EXACT, &mut ());
            assert!(report.solved && report.score == Score::from_discs(wanted), "{position}");
            let pass = values.is_empty() && report.best == Move::Pass;
            assert!(pass || values.contains(&(report.best, wanted)), "{position}: {}", report.best);
            let options = Options::default().with_score_cap(1);
            let report =
                Search::new(Discs, view, options).think(&position, &Limits::EXACT, &mut ());
            assert_eq!(report.score.units().signum(), wanted.signum(), "{position}");
        }
    }
    with_board_size(input, check::<Eight>, check::<Six>);
}
