//! The engine against slow, obvious twins.

use std::collections::HashMap;

use wedge_engine::moves::BACKENDS;
use wedge_engine::reference::ArrayBoard;
use wedge_engine::zobrist::Hash;
use wedge_engine::{
    Bitboard, Board, Bound, Certainty, Color, Discs, Eight, Hit, Limits, Move, Options, Position,
    Score, Search, Six, Size, Square, Standard, Table, checksum,
};

/// Bytes taken from the front; zero when there are none left.
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

/// Any two sets of discs: every backend of move generation agrees with the array board, and so does
/// the position after each of the few moves that the rest of the input chooses.
pub fn rules(input: &[u8]) {
    fn check<S: Size>(input: &[u8]) {
        let mut bytes = Bytes(input);
        let discs = bytes.word() & S::MASK;
        let owner = bytes.word();
        let Some(board) = Board::<S>::new(Bitboard(discs & owner), Bitboard(discs & !owner)) else {
            panic!("two sets that do not overlap")
        };
        let mut position = Position::new(board, Color::Black);
        loop {
            let slow = ArrayBoard::new(&position);
            agree(&slow);
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
    on_a_board(input, check::<Eight>, check::<Six>);
}

/// The first byte chooses the board, the rest is for it.
fn on_a_board(input: &[u8], eight: fn(&[u8]), six: fn(&[u8])) {
    match input.split_first() {
        Some((&first, rest)) if first & 1 != 0 => six(rest),
        Some((_, rest)) => eight(rest),
        None => {}
    }
}

fn agree<S: Size>(slow: &ArrayBoard<S>) {
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

/// A small table told and asked in any order: what it knows was stored for that very position.
pub fn table(input: &[u8]) {
    let table = Table::<16>::new();
    let view = table.view();
    let mut stored: HashMap<(Hash, Color), Vec<Hit>> = HashMap::new();
    let mut bytes = Bytes(input);
    while !bytes.0.is_empty() {
        let key = bytes.next();
        // Few positions and few buckets, so that they meet; most differ in a bit or two of those
        // that an entry keeps.
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
            let told = stored.get(&(hash, side)).expect("something was stored");
            let same = |known: &Hit| Hit { best: None, ..*known } == Hit { best: None, ..found };
            assert!(told.iter().any(same), "{found:?}");
            // The best move may be that of an earlier entry of the same position.
            assert!(found.best.is_none() || told.iter().any(|known| known.best == found.best));
        }
    }
    assert!(view.fill_permille() <= 1000);
}

/// What plain minimax says a position is worth to the mover, in discs.
fn minimax<S: Size>(board: &Board<S>) -> i32 {
    let moves = board.legal_moves();
    if moves.is_empty() {
        return if board.is_over() { board.result() } else { -minimax(&board.pass()) };
    }
    let values = moves.into_iter().filter_map(|square| board.play(square));
    values.map(|after| -minimax(&after)).max().unwrap_or(-64)
}

/// The same by plain alpha-beta, for trees that are too large for minimax.
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

/// How many empty squares a solution begins with. By all bytes of the input together, so that the
/// longest trees, which take many thousand times as long as the shortest, stay rare whatever a guided
/// run prefers: half of the inputs have four or fewer, one in 128 has eight, one in 585 more.
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

/// Positions near the end of the game: exact solutions, and win-draw-loss ones, are those of plain
/// minimax up to eight empty squares and of plain alpha-beta beyond, with a table and without, and
/// the best move leads there.
pub fn solver(input: &[u8]) {
    fn check<S: Size>(input: &[u8]) {
        let mut bytes = Bytes(input);
        let most = empties(input);
        // A game by the input's choice.
        let mut position = Position::<S>::start();
        while position.board().empties() > most && !position.board().is_over() {
            let pick = usize::from(bytes.next()) % position.moves().count();
            let mv = position.moves().nth(pick).expect("the game is not over");
            position = position.play(mv).expect("a legal move");
        }
        if position.board().empties() > most {
            return; // Over before.
        }
        let value = |board: &Board<S>| {
            if board.empties() < 8 { minimax(board) } else { alpha_beta(board, -65, 65) }
        };
        let board = position.board();
        let moves = board.legal_moves().into_iter();
        let values: Vec<(Move, i32)> = moves
            .filter_map(|square| Some((Move::Play(square), -value(&board.play(square)?))))
            .collect();
        // Without a move it is the pass, or the end.
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
    on_a_board(input, check::<Eight>, check::<Six>);
}
