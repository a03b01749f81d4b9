extern crate std;
use std::collections::{HashMap, HashSet};
use std::vec::Vec;

use super::walk::after;
use super::*;
use crate::rules::{Game, Symmetry};
use crate::types::{Move, Six};

/// A book that grows at random from the start, up to a number of positions, and what is in it.
struct Sample {
    bytes: Vec<u8>,
    /// Each position once, as the tree has it.
    positions: Vec<(Board, Value)>,
}

fn sample(seed: u64, most: usize) -> Sample {
    let mut random = SplitMix64::new(seed);
    let mut tree: Vec<(Board, Vec<(Square, usize)>)> = std::vec![(Board::default(), Vec::new())];
    let mut seen = HashSet::from([Board::default().canonical()]);
    for _ in 0..100 * most {
        if tree.len() == most {
            break;
        }
        let from = random.below(tree.len() as u32) as usize;
        let moves = tree[from].0.legal_moves();
        let square = moves.into_iter().nth(random.below(moves.len()) as usize).unwrap();
        let Some(next) = after(&tree[from].0, square) else { continue };
        if seen.insert(next.canonical()) {
            let number = tree.len();
            tree[from].1.push((square, number));
            tree.push((next, Vec::new()));
        }
    }
    // A position is after the one that leads to it, so its own depth is known before that one's.
    let mut depths = std::vec![0; tree.len()];
    for at in (0..tree.len()).rev() {
        depths[at] = tree[at].1.iter().map(|&(_, next)| depths[next] + 1).max().unwrap_or(0);
        // The deepest is taken from the end of the list first.
        tree[at].1.sort_by_key(|&(_, next)| depths[next]);
    }
    let values: Vec<Value> =
        tree.iter().map(|_| Value::from_byte(random.below(256) as u8)).collect();
    let mut entries = Vec::new();
    let mut todo = std::vec![(0, Square::masked(0), true)];
    while let Some((at, square, is_last)) = todo.pop() {
        let next = &tree[at].1;
        entries.push(entry(square, !next.is_empty(), is_last, values[at]));
        todo.extend(next.iter().enumerate().map(|(order, &(square, to))| (to, square, order == 0)));
    }
    let mut bytes = header(seed, &entries).to_vec();
    bytes.extend(entries.as_flattened());
    let positions = tree.iter().map(|node| node.0).zip(values).collect();
    Sample { bytes, positions }
}

/// The slow, obvious way: every position of the book, in every image.
fn plainly(sample: &Sample, board: &Board) -> Option<Opening> {
    opening(board, |board| {
        sample.positions.iter().find_map(|(known, value)| {
            Symmetry::ALL.iter().any(|turn| turn.board(known) == *board).then_some(*value)
        })
    })
}

/// The entry of a position, by looking up one board at a time.
fn opening(board: &Board, look: impl Fn(&Board) -> Option<Value>) -> Option<Opening> {
    let value = look(board)?;
    let mut moves = heapless::Vec::new();
    for square in board.legal_moves() {
        let next = board.play(square).unwrap();
        let known = if next.legal_moves().is_empty() {
            look(&next.pass())
        } else {
            look(&next).map(Value::reversed)
        };
        if let Some(value) = known {
            moves.push(BookMove { square, value }).unwrap();
        }
    }
    moves.sort_unstable_by_key(|known| (-known.value.score(), known.square));
    (!moves.is_empty()).then_some(Opening { value, moves })
}

#[test]
fn a_book_finds_what_a_plain_look_finds() {
    for seed in 0..3 {
        let sample = sample(seed, 300);
        let book = Book::from_bytes(&sample.bytes).unwrap();
        let mut found = 0;
        for (at, (board, _)) in sample.positions.iter().enumerate() {
            let board = Symmetry::ALL[at % 8].board(board);
            assert_eq!(book.find(&board), plainly(&sample, &board));
            found += usize::from(book.find(&board).is_some());
            // Positions that are not in the book, for the most part.
            for square in board.legal_moves() {
                let next = board.play(square).unwrap();
                assert_eq!(book.find(&next), plainly(&sample, &next));
            }
        }
        assert!(found > 50, "{found}");
    }
}

/// Every position of a book by its canonical image, as a walk through all of it sees them. The last
/// of several counts.
fn map(book: &Book<'_>) -> HashMap<Board, Value> {
    let mut map = HashMap::new();
    book.walk(|step| {
        map.insert(step.board.canonical(), step.value);
        true
    });
    map
}

/// The built-in book, with the index that a chip has and without: every twelfth position, the
/// positions after it, and what random games lead to.
#[test]
fn the_built_in_book_finds_what_a_map_finds() {
    let map = map(&Book::built_in());
    let index = chip_index();
    let indexed = Book { index: Index(&index), ..Book::built_in() };
    let check = |board: &Board| {
        let wanted = opening(board, |board| map.get(&board.canonical()).copied());
        assert_eq!(indexed.find(board), wanted, "{board:?}");
        assert_eq!(Book::from_bytes(indexed.bytes()).unwrap().find(board), wanted, "{board:?}");
        usize::from(wanted.is_some())
    };
    let mut found = 0;
    for (at, board) in map.keys().enumerate().filter(|(at, _)| at % 12 == 0) {
        found += check(&Symmetry::ALL[at / 12 % 8].board(board));
    }
    assert!(found > 900, "{found}");
    let mut random = SplitMix64::new(4);
    for _ in 0..40 {
        let mut board = Board::default();
        for _ in 0..25 {
            let moves = board.legal_moves();
            let Some(square) = moves.into_iter().nth(random.below(moves.len()) as usize) else {
                break;
            };
            board = board.play(square).unwrap();
            found += check(&board);
        }
    }
    assert!(found > 1000, "{found}");
}

/// The index of the built-in book, as a chip has it.
fn chip_index() -> [skip::Block; 1531] {
    skip::index(BUILT_IN)
}

/// A subtree ends at the next position that is as near to the start as its root, or nearer.
#[test]
fn a_skip_ends_where_the_plies_say() {
    let check = |book: &Book<'_>, index: Index<'_>| {
        let mut plies = Vec::new();
        book.walk(|step| {
            plies.push((step.ply, step.has_next));
            true
        });
        let entries = book.entries();
        assert_eq!(plies.len(), entries.len());
        for (at, &(ply, _)) in plies.iter().enumerate().filter(|(_, (_, has_next))| *has_next) {
            let below = plies[at + 1..].iter().take_while(|(below, _)| *below > ply).count();
            assert_eq!(index.end_of_subtree(entries, at + 1), at + 1 + below);
        }
    };
    check(&Book::built_in(), Index(&chip_index()));
    check(&Book::built_in(), Index(&[]));
    for seed in 0..20 {
        let sample = sample(seed, 200);
        let book = Book::from_bytes(&sample.bytes).unwrap();
        check(&book, Index(&skip::index::<12>(book.bytes())));
        check(&book, Index(&[]));
    }
}

#[test]
fn a_walk_sees_every_position_once_and_skips_what_it_is_told() {
    let sample = sample(9, 500);
    let book = Book::from_bytes(&sample.bytes).unwrap();
    let mut walked = Vec::new();
    book.walk(|step| {
        assert_eq!(step.ply == 0, step.square.is_none());
        walked.push((step.board, step.value));
        true
    });
    let set = |list: &[(Board, Value)]| list.iter().copied().collect::<HashSet<_>>();
    assert_eq!(walked.len(), sample.positions.len());
    let discs = sample.positions.iter().map(|(board, _)| board.occupied().len() as usize);
    assert_eq!(book.deepest(), discs.max().unwrap() - 4);
    assert_eq!(set(&walked), set(&sample.positions));
    for most in [0, 1, 5] {
        let mut plies = Vec::new();
        book.walk(|step| {
            plies.push(step.ply);
            step.ply < most
        });
        let wanted = sample
            .positions
            .iter()
            .filter(|(board, _)| board.occupied().len() as usize <= 4 + most);
        assert_eq!(plies.len(), wanted.count());
        assert_eq!(plies.iter().max(), Some(&most));
    }
}

#[test]
fn no_damage_goes_unnoticed() {
    let sample = sample(2, 60);
    for at in 0..sample.bytes.len() {
        for bit in 0..8 {
            let mut bytes = sample.bytes.clone();
            bytes[at] ^= 1 << bit;
            let error = Book::from_bytes(&bytes).unwrap_err();
            match at {
                0..8 => assert_eq!(error, BookError::NotABook),
                8..12 => assert!(matches!(error, BookError::Version(_)), "{error}"),
                12..16 => assert!(matches!(error, BookError::Length { .. }), "{error}"),
                _ => assert_eq!(error, BookError::Damaged),
            }
        }
        assert!(Book::from_bytes(&sample.bytes[..at]).is_err(), "{at} bytes");
    }
    let longer = [&sample.bytes[..], &[0]].concat();
    assert!(
        matches!(Book::from_bytes(&longer), Err(BookError::Length { found, .. }) if found == longer.len())
    );
}

/// Books with moves that are not legal: a lookup finds exactly what a walk sees.
#[test]
fn a_lookup_passes_over_illegal_moves_as_a_walk_does() {
    let (mut random, mut seen) = (SplitMix64::new(8), 0);
    for seed in 0..50 {
        let sample = sample(seed, 150);
        let whole = Book::from_bytes(&sample.bytes).unwrap();
        let mut entries = whole.entries().to_vec();
        for _ in 0..10 {
            let at = random.below(entries.len() as u32) as usize;
            // Another square: the tree stays in order.
            entries[at][0] ^= 1 << random.below(6);
        }
        let mut bytes = header(0, &entries).to_vec();
        bytes.extend(entries.as_flattened());
        let book = Book::from_bytes(&bytes).unwrap();
        let map = map(&book);
        seen += map.len();
        for (board, _) in &sample.positions {
            let wanted = opening(board, |board| map.get(&board.canonical()).copied());
            assert_eq!(book.find(board), wanted);
        }
    }
    assert!((1000..7000).contains(&seen), "{seen} of 7500 positions");
}

/// Bytes that make no sense but have the right checksum: no panic, and only legal moves.
#[test]
fn nonsense_does_no_harm() {
    let mut random = SplitMix64::new(3);
    for _ in 0..200 {
        let entries: Vec<[u8; 2]> = (0..1 + random.below(300))
            .map(|_| [random.next() as u8, random.next() as u8])
            .collect();
        let mut bytes = header(0, &entries).to_vec();
        bytes.extend(entries.as_flattened());
        let book = Book::from_bytes(&bytes).unwrap();
        if let Some(choice) = book.choose(&Position::default(), Score::MAX, &mut random) {
            assert!(Board::default().legal_moves().has(choice.square));
        }
    }
    // Deeper than any game.
    let deep = [[HAS_MORE, 0]; 100];
    let mut bytes = header(0, &deep).to_vec();
    bytes.extend(deep.as_flattened());
    assert_eq!(Book::from_bytes(&bytes).unwrap().find(&Board::default()), None);
}

const HAS_MORE: u8 = 1 << 6;

/// One move deep: what the moves of `f5d6` are worth, and the position itself.
fn book_of(own: i8, moves: &[(&str, i8)]) -> Vec<u8> {
    let quarters = |quarters: i8| Value::from_byte(quarters as u8);
    let square = |name: &str| name.parse::<Square>().unwrap();
    let mut entries = std::vec![
        entry(square("a1"), true, true, Value::default()),
        entry(square("f5"), true, true, Value::default()),
        entry(square("d6"), true, true, quarters(own)),
    ];
    for (at, (name, worth)) in moves.iter().enumerate() {
        let worth = quarters(*worth).reversed();
        entries.push(entry(square(name), false, at + 1 == moves.len(), worth));
    }
    let mut bytes = header(0, &entries).to_vec();
    bytes.extend(entries.as_flattened());
    bytes
}

/// The squares that are chosen, over many seeds, after `f5d6`.
fn chosen(bytes: &[u8], margin: Score) -> Vec<std::string::String> {
    use std::string::ToString;
    let position = "f5d6".parse::<Game>().unwrap().position();
    let book = Book::from_bytes(bytes).unwrap();
    let choices = (0..200).filter_map(|seed| {
        book.choose(&position, margin, &mut SplitMix64::new(seed)).map(|known| known.square)
    });
    let mut squares: Vec<_> = choices.map(|square| square.to_string()).collect();
    squares.sort();
    squares.dedup();
    squares
}

#[test]
fn chance_stays_within_the_margin() {
    let discs = Score::from_discs;
    let bytes = book_of(8, &[("c3", 8), ("c4", 5), ("c5", 4), ("c6", 3)]);
    assert_eq!(chosen(&bytes, discs(0)), ["c3"]);
    assert_eq!(chosen(&bytes, discs(1)), ["c3", "c4", "c5"]);
    assert_eq!(chosen(&bytes, discs(2)), ["c3", "c4", "c5", "c6"]);
    // Below what the start gives by the margin and more, only the best will do.
    let bytes = book_of(-3, &[("c3", -3), ("c4", -4), ("c5", -5)]);
    assert_eq!(chosen(&bytes, discs(1)), ["c3", "c4"]);
    let bytes = book_of(-9, &[("c3", -9), ("c4", -9), ("c5", -10)]);
    assert_eq!(chosen(&bytes, discs(1)), ["c3", "c4"]);
    // The best move is not in the book: those that are must be good enough.
    let bytes = book_of(8, &[("c4", 5), ("c5", 2)]);
    assert_eq!(chosen(&bytes, discs(1)), ["c4"]);
    assert!(chosen(&bytes, discs(0)).is_empty());
}

#[test]
fn values_survive_their_bytes() {
    for byte in 0..=255 {
        let value = Value::from_byte(byte);
        assert_eq!(value.byte(), byte);
        assert_eq!(value.reversed().score(), -value.score());
        assert_eq!(value.is_drawn(), byte == 128);
        if !value.is_drawn() {
            assert_eq!(Value::of(value.score()), value);
        }
    }
    for units in -2048..=2048 {
        let value = Value::of(Score::from_units(units));
        assert_eq!(value.reversed(), Value::of(Score::from_units(-units)));
        let error = (value.score().units() - units.clamp(-1016, 1016)).abs();
        assert!(error <= 4, "{units}");
    }
}

/// A move after which the other player has to pass: the same player is to move behind it.
#[test]
fn a_pass_does_not_turn_the_score() {
    // Games of random moves up to the first pass, until one has it early enough to be short.
    let (game, last) = (0..)
        .find_map(|seed| {
            let mut random = SplitMix64::new(seed);
            let mut game = Vec::new();
            let mut board = Board::default();
            while game.len() < 20 {
                let moves = board.legal_moves();
                let square = moves.into_iter().nth(random.below(moves.len()) as usize)?;
                game.push(square);
                let next = board.play(square)?;
                if next.legal_moves().is_empty() {
                    return after(&board, square).is_some().then_some((game, board));
                }
                board = next;
            }
            None
        })
        .unwrap();
    let value = Value::of(Score::from_discs(3));
    let mut entries = std::vec![entry(game[0], true, true, Value::default())];
    let count = game.len();
    entries
        .extend(game.iter().zip(1..).map(|(&square, at)| entry(square, at < count, true, value)));
    let mut bytes = header(0, &entries).to_vec();
    bytes.extend(entries.as_flattened());
    let book = Book::from_bytes(&bytes).unwrap();
    let opening = book.find(&last).unwrap();
    let known = opening.moves().iter().find(|known| known.square == game[count - 1]).unwrap();
    assert_eq!(known.value, value);
    let before =
        game[..count - 2].iter().fold(Board::default(), |board, &sq| board.play(sq).unwrap());
    let opening = book.find(&before).unwrap();
    assert_eq!(opening.moves().last().unwrap().value, value.reversed());
}

#[test]
fn there_is_no_book_for_the_small_board() {
    let random = &mut SplitMix64::new(1);
    assert_eq!(Book::built_in().choose(&Position::<Six>::start(), Score::MAX, random), None);
}

#[test]
fn the_built_in_book_is_whole_and_fits_the_chip() {
    let book = Book::built_in();
    let read = Book::from_bytes(book.bytes()).unwrap();
    assert_eq!(read.positions(), book.positions());
    assert!(book.bytes().len() <= CHIP);
    let mut seen = HashSet::new();
    book.walk(|step| {
        assert!(seen.insert(step.board.canonical()), "{:?} is there twice", step.board);
        true
    });
    assert_eq!(seen.len(), book.positions(), "all moves are legal");
}

/// The positions and their values, in whatever order the file has them.
#[test]
fn the_content_of_the_built_in_book_is_as_it_was_built() {
    let mut content = 0_u64;
    Book::built_in().walk(|step| {
        let board = step.board.canonical();
        let sets = [board.mover().0, board.opponent().0].map(u64::to_le_bytes);
        let sum = extend_checksum(checksum(sets.as_flattened()), &[step.value.byte()]);
        content = content.wrapping_add(sum);
        true
    });
    assert_eq!(content, 4_081_509_075_370_052_837);
}

/// From the start, book moves on both sides lead out of the book, and all are legal.
#[test]
fn games_from_the_book_are_legal_and_differ() {
    let mut games = HashSet::new();
    for seed in 0..50 {
        let random = &mut SplitMix64::new(seed);
        let mut game = Game::default();
        while let Some(choice) = Book::built_in().choose(&game.position(), Book::MARGIN, random) {
            game.play(Move::Play(choice.square)).unwrap();
        }
        games.insert(std::string::ToString::to_string(&game));
    }
    assert!(games.len() > 3, "{games:?}");
}
