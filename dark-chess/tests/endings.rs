//! The endgame tables against the rules, and in play.

use std::sync::OnceLock;

use wedge_dark_chess::{
    Color, DEFAULT_QUIET_LIMIT, Ending, Endings, Game, Options, PackedEndings, Piece, Ply,
    Position, Relations, Rules, Search, Square, Tablebase, Verdict, class_len, classes, solve,
    solve_class, table_len,
};
use wedge_engine::{Limits, SplitMix64};

/// The tables of up to three pieces; of up to four with `WEDGE_ENDINGS_4=1`.
fn endings() -> &'static Endings<'static> {
    static ENDINGS: OnceLock<Endings<'static>> = OnceLock::new();
    ENDINGS.get_or_init(|| {
        let pieces = if std::env::var_os("WEDGE_ENDINGS_4").is_some() { 4 } else { 3 };
        let mut bytes = vec![0; table_len(pieces)];
        solve(pieces, Rules::default(), &mut bytes, |_| ()).unwrap();
        Endings::new(pieces, Rules::default(), bytes.leak()).unwrap()
    })
}

fn random_ending(pieces: usize, random: &mut SplitMix64) -> Position {
    loop {
        let mut list = Vec::new();
        for _ in 0..pieces {
            let piece = Piece::from_index(random.below(14) as usize).unwrap();
            list.push((piece, Square::from_index(random.below(32) as usize).unwrap()));
        }
        let side = Color::BOTH[random.below(2) as usize];
        let Some(position) = Position::face_up(list, side) else { continue };
        if Color::BOTH.iter().all(|&color| !position.of(color).is_empty()) {
            return position;
        }
    }
}

fn children(position: &Position) -> impl Iterator<Item = (bool, Position)> {
    position.actions().into_iter().map(|action| {
        let next = position.after(Ply::Step(action.from(), action.to())).unwrap();
        (next.quiet() == 0, next)
    })
}

/// The verdict of a position from those of its children, by the rules.
fn from_children(position: &Position, probe: impl Fn(&Position) -> Verdict) -> Verdict {
    let (mut win, mut draw, mut loss): (Option<u8>, bool, u8) = (None, false, 0);
    for (is_capture, next) in children(position) {
        match probe(&next) {
            Verdict::Loss(plies) => {
                let plies = if is_capture { 1 } else { plies + 1 };
                win = Some(win.map_or(plies, |least| least.min(plies)));
            }
            Verdict::Draw => draw = true,
            Verdict::Win(plies) => loss = loss.max(if is_capture { 1 } else { plies + 1 }),
        }
    }
    match win {
        Some(plies) if plies <= DEFAULT_QUIET_LIMIT => Verdict::Win(plies),
        None if !draw && loss <= DEFAULT_QUIET_LIMIT => Verdict::Loss(loss),
        _ => Verdict::Draw,
    }
}

fn probe(position: &Position) -> Verdict {
    if position.is_lost() { Verdict::Loss(0) } else { endings().probe(position).unwrap() }
}

#[test]
fn classes_are_counted() {
    assert_eq!([2, 3, 4, 5].map(|pieces| classes(pieces).len()), [5, 20, 75, 233]);
}

/// Every position of these pieces, in any order, with either side to move.
fn all_positions(pieces: &[Piece]) -> impl Iterator<Item = Position> {
    (0..2 << (5 * pieces.len())).filter_map(move |bits: usize| {
        let square = |at: usize| Square::from_index(bits >> (5 * at + 1) & 31).unwrap();
        let list = pieces.iter().enumerate().map(|(at, &piece)| (piece, square(at)));
        Position::face_up(list, Color::BOTH[bits & 1])
    })
}

#[test]
fn packed_tables_agree_in_every_position() {
    let mut memory = vec![0; PackedEndings::MOST];
    let packed = PackedEndings::pack(endings(), &mut memory).unwrap();
    let built_in = PackedEndings::built_in();
    assert!(
        packed.bytes() == built_in.bytes(),
        "`host-sim dark-chess endings --packed` makes others"
    );
    let mut positions = 0;
    for pieces in [2, 3] {
        for (_, material) in &classes(pieces) {
            for position in all_positions(material) {
                assert_eq!(built_in.probe(&position), endings().probe(&position), "{position}");
                positions += 1;
            }
        }
    }
    // Each class, each mover, each way to place the pieces.
    assert_eq!(positions, 5 * 2 * 32 * 31 + 20 * 2 * 32 * 31 * 30);
}

#[test]
fn packed_tables_suit_rules_that_allow_their_longest_wins() {
    assert!(!PackedEndings::built_in().suits(Rules::quiet_limit(23)));
    assert!(PackedEndings::built_in().suits(Rules::quiet_limit(24)));
    let rules = Rules::quiet_limit(23);
    let mut bytes = vec![0; table_len(3)];
    solve(3, rules, &mut bytes, |_| ()).unwrap();
    let cut = Endings::new(3, rules, &bytes).unwrap();
    assert!(PackedEndings::pack(&cut, &mut vec![0; PackedEndings::MOST]).is_none());
}

#[test]
fn a_class_is_solved_alone_as_with_the_others() {
    let fewer = Endings::new(2, Rules::default(), &endings().bytes()[..table_len(2)]).unwrap();
    let (_, material) = &classes(3)[4];
    let mut bytes = vec![1; class_len(3)];
    solve_class(material, &fewer, Rules::default(), &mut bytes).unwrap();
    let start = table_len(2) + 4 * class_len(3);
    assert!(bytes == endings().bytes()[start..start + class_len(3)]);
    assert!(solve_class(material, &fewer, Rules::default(), &mut bytes[1..]).is_err());
}

#[test]
fn every_verdict_follows_from_those_of_its_children() {
    let mut random = SplitMix64::new(5);
    let mut counts = [0; 3];
    for round in 0..60_000 {
        let position = random_ending(2 + round % (endings().pieces() - 1), &mut random);
        let verdict = probe(&position);
        assert_eq!(verdict, from_children(&position, probe), "{position}");
        counts[match verdict {
            Verdict::Win(_) => 0,
            Verdict::Draw => 1,
            Verdict::Loss(_) => 2,
        }] += 1;
    }
    println!("wins, draws, losses: {counts:?}");
    assert!(counts.iter().all(|&count| count > 1_000), "{counts:?}");
}

/// Whether the mover wins within so many plies, by the rules alone.
fn wins_within(position: &Position, plies: u32) -> bool {
    plies > 0
        && children(position).any(|(_, next)| {
            next.is_lost()
                || (plies > 2 && children(&next).all(|(_, reply)| wins_within(&reply, plies - 2)))
        })
}

#[test]
fn a_forward_search_finds_no_win_that_the_tables_deny() {
    let mut random = SplitMix64::new(6);
    let (mut found, mut short) = (0, 0);
    for round in 0..4_000 {
        let position = random_ending(2 + round % (endings().pieces() - 1), &mut random);
        let wins = wins_within(&position, 5);
        found += u32::from(wins);
        match probe(&position) {
            Verdict::Win(plies) => short += u32::from(plies <= 5 && position.occupied().len() == 2),
            verdict => assert!(!wins, "{position}: {verdict:?}"),
        }
        // With two pieces the next capture is the end of the game.
        if position.occupied().len() == 2 {
            let says = matches!(probe(&position), Verdict::Win(plies) if plies <= 5);
            assert_eq!(wins, says, "{position}");
        }
    }
    assert!(found > 200 && short > 50, "{found} {short}");
}

/// Won endings are won against the tables' own defence, before the draws.
/// With four pieces: `WEDGE_ENDINGS_4=1 cargo test -p wedge-dark-chess --test endings`
#[test]
fn a_thousand_won_endings_are_won() {
    let longest = win_all(endings(), endings().pieces(), Options::default());
    println!(
        "1000 won endings of up to {} pieces, all won; the longest took {longest} plies",
        endings().pieces()
    );
}

/// The board's tables and depth, against the defence of the PC's tables.
#[test]
fn a_thousand_won_endings_are_won_by_the_board() {
    let options = Options { max_ply: 12, ..Options::default() };
    let longest = win_all(PackedEndings::built_in(), 3, options);
    println!("1000 won endings of up to 3 pieces, all won; the longest took {longest} plies");
}

/// Plays 1,000 random won endings of up to so many pieces, the winner with these tables, and returns
/// the plies of the longest game.
fn win_all(tables: &dyn Tablebase, pieces: usize, options: Options) -> u32 {
    let mut random = SplitMix64::new(8);
    let (mut games, mut longest) = (0, 0);
    while games < 1_000 {
        let position = random_ending(2 + games as usize % (pieces - 1), &mut random);
        if !matches!(probe(&position), Verdict::Win(_)) {
            continue;
        }
        let winner = position.side().unwrap();
        let start = position.to_string();
        let mut game = Game::new(position, Rules::default());
        let mut search = Search::new(Relations, None, options).with_endings(tables);
        // The defence delays as long as it can.
        let mut defence = Search::new(Relations, None, Options::default()).with_endings(endings());
        while game.ending().is_none() {
            let wins = game.position().side() == Some(winner);
            let mover = if wins { &mut search } else { &mut defence };
            let action = mover.think(&game, &Limits::nodes(2_000), &mut ()).best.unwrap();
            game.play(Ply::Step(action.from(), action.to())).unwrap();
        }
        assert_eq!(game.ending(), Some(Ending::NoMove), "{start}");
        assert_eq!(game.winner(), Some(winner), "{start}");
        longest = longest.max(game.plies());
        games += 1;
    }
    longest
}
