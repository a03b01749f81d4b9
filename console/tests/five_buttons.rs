//! The console with five buttons: a free cursor, and the menu by holding select.

mod support;

use support::{Console, SELECT, Script};
use wedge_console::engine::{Game, SplitMix64, Strength};
use wedge_console::{Five, Players, Settings};

const NONE: Five<bool> = Five { up: false, down: false, left: false, right: false, select: false };
const UP: Five<bool> = Five { up: true, ..NONE };
const DOWN: Five<bool> = Five { down: true, ..NONE };
const LEFT: Five<bool> = Five { left: true, ..NONE };
const RIGHT: Five<bool> = Five { right: true, ..NONE };

#[test]
fn the_cursor_goes_everywhere_and_around() {
    let mut console = Console::five_buttons();
    assert_eq!(console.panel.cursor().to_string(), "d3");
    let ways = [(UP, "d2"), (UP, "d1"), (UP, "d8"), (DOWN, "d1"), (LEFT, "c1"), (LEFT, "b1")];
    for (way, square) in ways.into_iter().chain([(LEFT, "a1"), (LEFT, "h1"), (RIGHT, "a1")]) {
        console.push(way, 50);
        assert_eq!(console.panel.cursor().to_string(), square);
    }
    console.shows("free-cursor");
}

#[test]
fn an_illegal_square_is_refused() {
    let mut console = Console::five_buttons();
    console.push(UP, 50);
    console.press(SELECT, 50);
    console.wait(20);
    console.shows("refused");
    assert_eq!(*console.panel.game(), Game::default());
    console.push(DOWN, 50);
    console.push(SELECT, 50);
    assert_eq!(console.panel.game().to_string(), "d3");
}

#[test]
fn the_menu_opens_while_select_is_still_down() {
    let mut console = Console::five_buttons();
    console.press(SELECT, 530);
    console.shows("menu-level");
    console.wait(300);
    console.push(DOWN, 50);
    console.push(DOWN, 50);
    assert_eq!(console.panel.settings().strength.number(), 3);
    console.push(RIGHT, 50);
    console.push(UP, 50);
    assert_eq!(console.panel.settings().players, Players::White);
    console.shows("menu-players-white");
    console.push(LEFT, 50);
    console.push(LEFT, 50);
    console.push(SELECT, 50);
    assert!(console.panel.request().is_some(), "the engine has black now and is to move");
}

#[test]
fn select_moves_at_once_while_it_thinks() {
    let mut console = Console::five_buttons();
    let settings = Settings { strength: Strength::new(9).unwrap(), players: Players::Black };
    console.panel.set_game(Game::default(), settings, console.now);
    console.push(SELECT, 50);
    let before = console.now;
    console.think(&mut vec![(600, NONE), (60, SELECT), (60, NONE)]);
    assert!(console.now - before < 720, "{} ms", console.now - before);
    console.wait(1000);
    assert_eq!(console.panel.game().moves().len(), 2);
}

#[test]
fn a_whole_game_on_five_buttons() {
    let mut random = SplitMix64::new(7);
    let mut console = Console::five_buttons();
    let settings = Settings { strength: Strength::new(1).unwrap(), players: Players::Black };
    console.panel.set_game(Game::default(), settings, console.now);
    let mut rounds = 0;
    while !console.panel.game().is_over() {
        rounds += 1;
        assert!(rounds < 200, "the game hangs at\n{}", console.panel.render(console.now));
        console.think(&mut Script::new());
        let position = console.panel.game().position();
        let legal = position.board().legal_moves();
        if !Players::Black.has(position.side()) || legal.is_empty() {
            console.wait(1500);
            continue;
        }
        let goal = legal.into_iter().nth(random.below(legal.len()) as usize).unwrap();
        while console.panel.cursor().column() != goal.column() {
            console.push(RIGHT, 30);
        }
        while console.panel.cursor().row() != goal.row() {
            console.push(DOWN, 30);
        }
        console.push(SELECT, 50);
        assert_eq!(console.panel.game().moves().last().and_then(|mv| mv.square()), Some(goal));
    }
}
