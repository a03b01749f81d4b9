//! The panel with five buttons: a free cursor, and the menu by holding select.

mod support;

use support::{SELECT, Script, Simulator};
use wedge_console::engine::{Game, SplitMix64, Strength};
use wedge_console::{Five, Players, Settings};

const NONE: Five<bool> = Five { up: false, down: false, left: false, right: false, select: false };
const UP: Five<bool> = Five { up: true, ..NONE };
const DOWN: Five<bool> = Five { down: true, ..NONE };
const LEFT: Five<bool> = Five { left: true, ..NONE };
const RIGHT: Five<bool> = Five { right: true, ..NONE };

#[test]
fn the_cursor_reaches_every_square_and_wraps_around() {
    let mut simulator = Simulator::five_buttons();
    assert_eq!(simulator.panel.cursor().to_string(), "d3");
    let ways = [(UP, "d2"), (UP, "d1"), (UP, "d8"), (DOWN, "d1"), (LEFT, "c1"), (LEFT, "b1")];
    for (way, square) in ways.into_iter().chain([(LEFT, "a1"), (LEFT, "h1"), (RIGHT, "a1")]) {
        simulator.push(way, 50);
        assert_eq!(simulator.panel.cursor().to_string(), square);
    }
    simulator.shows("free-cursor");
}

#[test]
fn an_illegal_square_is_refused() {
    let mut simulator = Simulator::five_buttons();
    simulator.push(UP, 50);
    simulator.press(SELECT, 50);
    simulator.wait(20);
    simulator.shows("refused");
    assert_eq!(*simulator.panel.game(), Game::default());
    simulator.push(DOWN, 50);
    simulator.push(SELECT, 50);
    assert_eq!(simulator.panel.game().to_string(), "d3");
}

#[test]
fn the_menu_opens_while_select_is_still_down() {
    let mut simulator = Simulator::five_buttons();
    simulator.press(SELECT, 530);
    simulator.shows("menu-level");
    simulator.wait(300);
    simulator.push(DOWN, 50);
    simulator.push(DOWN, 50);
    assert_eq!(simulator.panel.settings().strength.number(), 3);
    simulator.push(RIGHT, 50);
    simulator.push(UP, 50);
    assert_eq!(simulator.panel.settings().players, Players::White);
    simulator.shows("menu-players-white");
    simulator.push(LEFT, 50);
    simulator.push(LEFT, 50);
    simulator.push(SELECT, 50);
    assert!(simulator.panel.request().is_some(), "the engine has black now and is to move");
}

#[test]
fn select_ends_a_search() {
    let mut simulator = Simulator::five_buttons();
    let settings = Settings { strength: Strength::new(9).unwrap(), ..Settings::default() };
    simulator.panel.set_game(Game::default(), settings, simulator.now);
    simulator.push(SELECT, 50);
    let before = simulator.now;
    simulator.think(&mut vec![(600, NONE), (60, SELECT), (60, NONE)]);
    assert!(simulator.now - before < 720, "{} ms", simulator.now - before);
    simulator.wait(1000);
    assert_eq!(simulator.panel.game().moves().len(), 2);
}

#[test]
fn a_whole_game_on_five_buttons() {
    let mut random = SplitMix64::new(7);
    let mut simulator = Simulator::five_buttons();
    let settings = Settings { strength: Strength::new(1).unwrap(), ..Settings::default() };
    simulator.panel.set_game(Game::default(), settings, simulator.now);
    let mut rounds = 0;
    while !simulator.panel.game().is_over() {
        rounds += 1;
        assert!(rounds < 200, "the game hangs at\n{}", simulator.panel.render(simulator.now));
        simulator.think(&mut Script::new());
        let position = simulator.panel.game().position();
        let legal = position.board().legal_moves();
        if !Players::Black.has(position.side()) || legal.is_empty() {
            simulator.wait(1500);
            continue;
        }
        let goal = legal.into_iter().nth(random.below(legal.len()) as usize).unwrap();
        while simulator.panel.cursor().column() != goal.column() {
            simulator.push(RIGHT, 30);
        }
        while simulator.panel.cursor().row() != goal.row() {
            simulator.push(DOWN, 30);
        }
        simulator.push(SELECT, 50);
        assert_eq!(simulator.panel.game().moves().last().and_then(|mv| mv.square()), Some(goal));
    }
}
