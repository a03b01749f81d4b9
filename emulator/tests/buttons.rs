//! Whole games by pressing buttons and looking at the lights, with golden pictures on the way.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use wedge_console::engine::{Bitboard, Board, Book, Color, Game, Move, SplitMix64, Square};
use wedge_emulator::{Button, Emulator, Hands, Lights, Person, built};

/// Compares with the golden picture of this name; with `WEDGE_PICTURES` set, photographs the
/// screen for the documents, too.
fn golden(person: &mut Person, name: &str, lights: Lights) -> Result<()> {
    insta::assert_snapshot!(name, lights);
    photograph(person, name)
}

fn photograph(person: &mut Person, name: &str) -> Result<()> {
    if std::env::var_os("WEDGE_PICTURES").is_some() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pictures");
        std::fs::create_dir_all(&docs)?;
        person.board.photograph(&docs.join(format!("{name}.png")))?;
    }
    Ok(())
}

fn sit_down(hands: Hands, sides: &[Color]) -> Result<Person> {
    let mut person = Person::new(Emulator::start(&built("b-l475e-iot01a")?)?, hands, sides);
    person.wait_for_turn()?;
    Ok(person)
}

/// A square to play on, by chance.
fn any_move(game: &Game, random: &mut SplitMix64) -> Square {
    let legal = game.position().board().legal_moves();
    let pick = random.below(legal.len()) as usize;
    legal.into_iter().nth(pick).expect("it is somebody's turn")
}

/// A square that leads out of the opening book if there is one, else any.
fn unknown_move(game: &Game) -> Option<Square> {
    let board = game.position().board();
    let moves = board.legal_moves();
    let unknown = |square: &Square| board.play(*square).is_some_and(|next| !is_known(&next));
    moves.into_iter().find(unknown).or(moves.first())
}

/// Whether the book has an answer.
fn is_known(board: &Board) -> bool {
    Book::built_in().find(board).is_some()
}

/// The squares along the edge.
const BORDER: Bitboard = Bitboard(0xFF81_8181_8181_81FF);

#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn a_whole_game_with_one_button() -> Result<()> {
    let mut person = sit_down(Hands::One, &[Color::Black])?;
    // From strength 5 round to strength 1, so that the engine is quick.
    person.open_menu()?;
    let lights = person.board.watch(700)?;
    golden(&mut person, "menu-level-5", lights)?;
    person.select()?;
    for _ in 0..5 {
        person.tap(Button::User)?;
    }
    person.select()?;
    let lights = person.board.watch(700)?;
    golden(&mut person, "menu-level-1", lights)?;
    person.open_menu()?;
    let lights = person.wait_for_turn()?;
    golden(&mut person, "one-button-start", lights)?;
    person.tap(Button::User)?;
    let lights = person.wait_for_turn()?;
    golden(&mut person, "one-button-next-square", lights)?;
    let mut random = SplitMix64::new(1);
    while !person.game.is_over() {
        let square = any_move(&person.game, &mut random);
        person.play(square)?;
        person.read_answer()?;
    }
    Ok(())
}

/// At the highest strength it thinks for minutes: its favourite glimmers, presses are answered, and a
/// hold makes it move.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn a_thinking_engine_answers_presses_and_can_be_hurried() -> Result<()> {
    let mut person = sit_down(Hands::One, &[Color::Black])?;
    person.open_menu()?;
    person.select()?;
    for _ in 0..4 {
        person.tap(Button::User)?;
    }
    person.select()?;
    let lights = person.board.watch(700)?;
    golden(&mut person, "menu-level-9", lights)?;
    person.open_menu()?;
    // What the book knows it would answer at once.
    loop {
        let square = unknown_move(&person.game).context("a move")?;
        person.play(square)?;
        if !is_known(&person.game.position().board()) {
            break;
        }
        person.read_answer()?;
    }
    let plies = person.game.moves().len();
    let position = person.game.position();
    let legal = position.board().legal_moves();
    let seconds = Duration::from_secs(10);
    person.board.wait_for("a glimmer", seconds, |lights| {
        let extra = lights.squares("O*") & !position.discs(Color::White);
        lights.squares("X") == position.discs(Color::Black)
            && !extra.is_empty()
            && extra & legal == extra
    })?;
    photograph(&mut person, "thinking")?;
    // A press turns the glimmer white. (How soon on a real chip, the counted instructions between
    // two looks at the buttons tell.)
    person.board.push(Button::Up)?;
    let mut felt = person.board.look()?;
    for _ in 0..20 {
        if !felt.squares("w").is_empty() {
            break;
        }
        person.board.pass(15)?;
        felt = person.board.look()?;
    }
    person.board.let_go(Button::Up)?;
    assert_eq!(felt.squares("w").len(), 1, "{felt:?}");
    person.board.pass(100)?;
    person.select()?;
    person.read_answer()?;
    assert_eq!(person.game.moves().len(), plies + 1);
    // The highest strength looks as deep as any: the whole console with it fits the stack.
    let deepest = person.board.stack_used()?;
    assert!(deepest < 28 * 1024, "{deepest} B of stack");
    println!("stack {deepest} B at the highest strength");
    Ok(())
}

/// While a person chooses, the engine thinks about the position; it still feels a press at once,
/// and sleeps when it has thought enough.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn the_board_ponders_while_a_person_chooses() -> Result<()> {
    let mut person = sit_down(Hands::One, &[Color::Black])?;
    let pondered = |person: &mut Person| -> Result<u64> {
        Ok(person.board.serial.command("pondered")?.parse()?)
    };
    // Strength 5 has thought enough after four times 20,000 nodes at the latest.
    person.board.pass(8000)?;
    let first = pondered(&mut person)?;
    assert!((1000..=80_000).contains(&first), "{first} nodes");
    // The question itself made it look once more; then it sleeps.
    person.board.pass(8000)?;
    let asked = pondered(&mut person)?;
    assert!(asked <= first + 80_000, "{first}, then {asked} nodes");
    // A new choice, a new thought; and a press in the middle of it is answered.
    let square = any_move(&person.game, &mut SplitMix64::new(1));
    person.play(square)?;
    person.read_answer()?;
    person.tap(Button::User)?;
    let lights = person.wait_for_turn()?;
    assert_eq!(lights.squares("xoW").len(), 1, "{lights:?}");
    person.board.pass(3000)?;
    let second = pondered(&mut person)?;
    assert!(second > asked, "{asked}, then {second} nodes");
    let deepest = person.board.stack_used()?;
    assert!(deepest < 28 * 1024, "{deepest} B of stack");
    println!("{first}, {asked}, {second} nodes; stack {deepest} B");
    Ok(())
}

/// Two people, so that every move is known beforehand: a short game with a pass in it.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn a_whole_game_with_five_buttons() -> Result<()> {
    let mut person = sit_down(Hands::Five, &[Color::Black, Color::White])?;
    person.open_menu()?;
    person.board.press(Button::Right, 40)?;
    person.board.press(Button::Up, 40)?;
    person.board.press(Button::Up, 40)?;
    let lights = person.board.watch(700)?;
    golden(&mut person, "menu-two-people", lights)?;
    person.open_menu()?;
    let lights = person.wait_for_turn()?;
    golden(&mut person, "legal-moves", lights)?;
    let script = short_game_with_a_pass();
    let plies = script.moves().len();
    for (ply, &mv) in script.moves().iter().enumerate() {
        match mv {
            Move::Play(square) => person.play(square)?,
            Move::Pass => {
                // The border flashes in the passer's colour before the pass is made.
                let position = person.game.position();
                let passer = position.discs(position.side());
                let seconds = Duration::from_secs(20);
                let lights = person.board.wait_for("a pass", seconds, |lights| {
                    lights.squares("*") == BORDER & !passer
                        && lights.squares("X") & !BORDER == position.discs(Color::Black) & !BORDER
                })?;
                golden(&mut person, "pass", lights)?;
                person.game.play(Move::Pass)?;
            }
        }
        if ply == 0 {
            let lights = person.wait_for_turn()?;
            golden(&mut person, "after-a-move", lights)?;
        }
        if ply + 1 == plies {
            assert!(person.game.is_over());
        }
    }
    let end = person.game.clone();
    let discs = |color| end.position().discs(color).len();
    // Black's discs gather at the top and white's at the bottom.
    let lights = person.board.wait_for("the end", Duration::from_secs(30), |lights| {
        let (black, white) = (lights.squares("X"), lights.squares("O"));
        black.0.trailing_ones() == discs(Color::Black)
            && white.0.leading_ones() == discs(Color::White)
            && black.len() + white.len() == discs(Color::Black) + discs(Color::White)
    })?;
    golden(&mut person, "end", lights)?;
    // And a new game.
    person.select()?;
    person.game = Game::default();
    person.wait_for_turn()?;
    Ok(())
}

/// The game of the README's pictures, which a terminal shows as well. Where no pictures are wanted,
/// it would tell nothing new.
#[test]
#[ignore = "needs the emulator: cargo xtask test emulator"]
fn the_middle_of_a_game_for_the_documents() -> Result<()> {
    if std::env::var_os("WEDGE_PICTURES").is_none() {
        return Ok(());
    }
    let script: Game = include_str!("../../docs/pictures/midgame.txt").parse()?;
    let mut person = sit_down(Hands::Five, &[Color::Black, Color::White])?;
    person.open_menu()?;
    person.board.press(Button::Right, 40)?;
    person.board.press(Button::Up, 40)?;
    person.board.press(Button::Up, 40)?;
    person.open_menu()?;
    for mv in script.moves() {
        person.play(mv.square().expect("a game without passes"))?;
    }
    person.wait_for_turn()?;
    photograph(&mut person, "midgame")
}

/// Of many random games with a pass, the shortest.
fn short_game_with_a_pass() -> Game {
    let random_game = |seed| {
        let mut random = SplitMix64::new(seed);
        let mut game = Game::default();
        while !game.is_over() {
            let legal = game.position().board().legal_moves();
            let pick = random.below(legal.len()) as usize;
            let mv = legal.into_iter().nth(pick).map_or(Move::Pass, Move::Play);
            game.play(mv).expect("a legal move");
        }
        game
    };
    let games = (0..20_000).map(random_game).filter(|game| game.moves().contains(&Move::Pass));
    games.min_by_key(|game| game.moves().len()).expect("a game with a pass")
}
