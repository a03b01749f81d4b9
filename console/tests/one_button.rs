//! The console as bought: everything by one button, seen on golden pictures.

mod support;

use support::{Console, SELECT, Script, compare};
use wedge_console::engine::{
    Bitboard, Board, Color, Eight, Game, Move, Position, SplitMix64, Square, Strength,
};
use wedge_console::{Five, Frame, LIGHT, Panel, Players, SavedGame, Settings, Task};

#[test]
fn choosing_a_square() {
    let mut console = Console::one_button();
    console.shows("start");
    console.wait(320);
    console.shows("start-cursor-off");
    console.tap();
    console.shows("next-square");
    assert_eq!(console.panel.cursor().to_string(), "c4");
    for _ in 0..3 {
        console.tap();
    }
    assert_eq!(console.panel.cursor().to_string(), "d3", "the fourth tap comes back to the first");
    console.press(SELECT, 600);
    console.shows("armed");
}

#[test]
fn a_move_and_its_answer() {
    let mut console = Console::one_button();
    console.press(SELECT, 700);
    console.wait(15);
    assert_eq!(console.panel.game().to_string(), "d3");
    console.shows("move-turning");
    console.wait(100);
    console.shows("move-turning-later");
    console.wait(600);
    console.shows("thinking");
    let ticket = console.panel.request().unwrap().ticket;
    console.panel.set_candidate(ticket, square("e3"));
    console.shows("thinking-favourite");
    console.panel.answer(ticket, [square("e3")], console.now);
    console.wait(100);
    console.shows("answer-turning");
    console.wait(1000);
    console.shows("answered");
}

#[test]
fn the_engine_answers_for_itself() {
    let mut console = Console::one_button();
    console.hold();
    console.settle();
    assert_eq!(console.panel.game().moves().len(), 2);
    assert!(console.panel.request().is_none(), "a person is to move");
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

#[test]
fn move_now_and_the_menu_while_it_thinks() {
    let strength = Strength::new(9).unwrap();
    let started = |script: &mut Script| {
        let mut console = Console::one_button();
        let settings = Settings { strength, ..console.panel.settings() };
        console.panel.set_game(Game::default(), settings, console.now);
        console.hold();
        let before = console.now;
        console.think(script);
        (console.now - before, console)
    };
    let (full, _) = started(&mut Script::new());
    assert!(full > 10_000, "strength 9 took {full} ms");

    let up = Five::default();
    let (hurried, console) = started(&mut vec![(1000, up), (800, SELECT), (60, up)]);
    assert!((1800..1900).contains(&hurried), "a hold ends thinking: {hurried} ms");
    assert_eq!(console.panel.game().moves().len(), 2);

    let (opened, mut console) = started(&mut vec![(1000, up), (2000, SELECT)]);
    assert!((2500..2560).contains(&opened), "the menu opens at 1500 ms of a hold: {opened} ms");
    assert_eq!(console.panel.game().moves().len(), 1, "what it thought so far is void");
    console.wait(100);
    console.shows("menu-level-9");
    console.double_tap();
    assert!(console.panel.request().is_some(), "leaving the menu lets it think again");
}

/// The engine answers while the button is still held to hurry it: letting go plays nothing.
#[test]
fn a_hold_that_comes_too_late_plays_nothing() {
    let mut console = Console::one_button();
    console.hold();
    console.wait(1000);
    console.press(SELECT, 200);
    let ticket = console.panel.request().unwrap().ticket;
    console.panel.answer(ticket, [square("e3")], console.now);
    console.press(SELECT, 500);
    console.wait(300);
    assert_eq!(console.panel.game().to_string(), "d3e3");
    console.hold();
    assert_eq!(console.panel.game().moves().len(), 3, "the next hold is meant");
}

#[test]
fn a_tap_while_it_thinks_is_answered_by_the_lights() {
    let mut console = Console::one_button();
    console.hold();
    console.wait(600);
    console.press(SELECT, 60);
    console.press(Five::default(), 15);
    console.shows("thinking-tap");
}

#[test]
fn taking_back() {
    let mut console = Console::one_button();
    console.hold();
    console.settle();
    assert_eq!(console.panel.game().moves().len(), 2);
    console.double_tap();
    assert_eq!(*console.panel.game(), Game::default());
    console.shows("taken-back");
    console.double_tap();
    assert_eq!(*console.panel.game(), Game::default(), "there is nothing before the start");
}

#[test]
fn the_menu_page_by_page() {
    let mut console = Console::one_button();
    console.long_hold();
    console.shows("menu-level");
    console.hold();
    console.tap();
    console.shows("menu-level-changing");
    console.hold();
    for name in ["menu-players", "menu-hint", "menu-take-back", "menu-new-game", "menu-play"] {
        console.tap();
        console.shows(name);
    }
    console.hold();
    assert_eq!(console.panel.settings().strength.number(), 6);
    console.shows("menu-left");
}

#[test]
fn a_hint_shows_the_best_three() {
    let game: Game = "f5d6c3d3c4f4f6f3e6e7".parse().unwrap();
    let mut console = Console::one_button();
    console.panel.set_game(game, Settings::default(), console.now);
    console.long_hold();
    console.tap();
    console.tap();
    console.hold();
    console.shows("hint-thinking");
    let request = console.panel.request().unwrap();
    assert_eq!(request.task, Task::Hint);
    console.panel.answer(request.ticket, ["g4", "f7", "d7"].map(square), console.now);
    console.wait(320);
    console.shows("hint");
    assert_eq!(console.panel.game().moves().len(), 10, "a hint plays nothing");
    console.hold();
    assert_eq!(console.panel.game().moves().len(), 11, "the cursor stood on the best");
}

#[test]
fn the_engine_gives_its_hint() {
    let mut console = Console::one_button();
    let settings = Settings { strength: Strength::new(1).unwrap(), ..Settings::default() };
    console.panel.set_game("f5d6c3d3c4f4f6f3e6e7".parse().unwrap(), settings, console.now);
    console.long_hold();
    console.tap();
    console.tap();
    console.hold();
    console.think(&mut Script::new());
    assert!(console.panel.request().is_none());
    console.wait(320);
    let frame = console.panel.render(console.now);
    let lit = |brightness| {
        let light = LIGHT.dim(brightness);
        frame.0.iter().flatten().filter(|&&led| led == light).count()
    };
    assert_eq!([lit(255), lit(150), lit(90)], [1, 1, 1], "{frame}");
}

/// A game in which white has to pass after black's last move.
fn before_a_pass() -> Game {
    let mut random = SplitMix64::new(3);
    loop {
        let mut game = Game::default();
        while !game.is_over() {
            if game.position().must_pass() {
                if game.position().side() == Color::White {
                    return game;
                }
                game.play(Move::Pass).unwrap();
                continue;
            }
            let legal = game.position().board().legal_moves();
            let pick = random.below(legal.len()) as usize;
            game.play(Move::Play(legal.into_iter().nth(pick).unwrap())).unwrap();
        }
    }
}

#[test]
fn a_pass_flashes_and_goes_by() {
    let game = before_a_pass();
    let mut console = Console::one_button();
    console.panel.set_game(game.clone(), Settings::default(), console.now);
    console.wait(50);
    console.shows("pass");
    console.wait(300);
    console.shows("pass-between");
    console.wait(1000);
    assert_eq!(console.panel.game().moves().len(), game.moves().len() + 1);
    assert!(console.panel.request().is_none(), "black, a person, is to move again");
}

#[test]
fn the_end_sorts_the_discs() {
    let game = finished(5);
    let mut console = Console::one_button();
    console.panel.set_game(game, Settings::default(), console.now);
    console.wait(100);
    console.shows("over-board");
    console.wait(1600);
    console.shows("over-sorting");
    console.wait(4300);
    console.shows("over-blocks");
    console.wait(500);
    console.shows("over-blocks-blink");
    console.hold();
    assert_eq!(*console.panel.game(), Game::default(), "a hold starts anew");
}

#[test]
fn a_draw_blinks_both_blocks_in_turn() {
    let (left, right) = (Bitboard(0x0F0F_0F0F_0F0F_0F0F), Bitboard(0xF0F0_F0F0_F0F0_F0F0));
    let draw = Position::new(Board::new(left, right).unwrap(), Color::Black);
    let mut console = Console::one_button();
    console.panel.set_game(Game::from_position(draw), Settings::default(), console.now);
    console.wait(1200 + 4000 + 100);
    console.shows("over-draw");
    console.wait(500);
    console.shows("over-draw-other");
}

fn finished(seed: u64) -> Game {
    let mut random = SplitMix64::new(seed);
    let mut game = Game::default();
    while !game.is_over() {
        let mv = game.position().random_move(&mut random).unwrap();
        game.play(mv).unwrap();
    }
    game
}

#[test]
fn a_saved_game_is_offered_after_a_reset() {
    let mut console = Console::one_button();
    let played: Game = "d3e3f5".parse().unwrap();
    console.panel.set_game(played, Settings::default(), console.now);
    let saved = SavedGame::from_bytes(*console.panel.save().as_bytes());
    let game = console.panel.game().clone();

    let mut again = Console::one_button();
    assert!(again.panel.offer_resume(&saved, again.now));
    again.shows("offer");
    again.wait(2000);
    again.shows("offer-board");
    again.hold();
    assert_eq!(*again.panel.game(), game);
    assert!(again.panel.request().is_some(), "the game goes on where it was");

    let mut anew = Console::one_button();
    assert!(anew.panel.offer_resume(&saved, anew.now));
    anew.tap();
    anew.shows("offer-new-game");
    anew.hold();
    assert_eq!(*anew.panel.game(), Game::default());

    let mut panel: Panel = Panel::new();
    assert!(!panel.offer_resume(&SavedGame::from_bytes([0; SavedGame::SIZE]), 0));
    assert!(!panel.offer_resume(&Panel::<Eight>::new().save(), 0), "not begun");
}

/// Whole games by nothing but taps and holds, to the end.
#[test]
fn whole_games_on_one_button() {
    for seed in 0..4 {
        let mut random = SplitMix64::new(seed);
        let mut console = Console::one_button();
        let players = [Players::Black, Players::White, Players::Both, Players::Nobody];
        let players = players[seed as usize];
        let settings = Settings { strength: Strength::new(2).unwrap(), players };
        console.panel.set_game(Game::default(), settings, console.now);
        let mut rounds = 0;
        while !console.panel.game().is_over() {
            rounds += 1;
            assert!(rounds < 400, "the game hangs at\n{}", console.panel.render(console.now));
            console.think(&mut Script::new());
            let position = console.panel.game().position();
            let legal = position.board().legal_moves();
            if players.has(position.side()) && !legal.is_empty() {
                for _ in 0..random.below(4) {
                    console.tap();
                }
                console.hold();
            } else {
                console.wait(1500);
            }
        }
        console.wait(60);
    }
}

#[test]
fn a_fault_is_a_red_cross() {
    compare("fault", &Frame::fault());
}
