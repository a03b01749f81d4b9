//! The panel with one button, with golden pictures.

mod support;

use support::{SELECT, Script, Simulator, compare};
use wedge_console::engine::{
    Bitboard, Board, Color, Eight, Game, Move, Position, SplitMix64, Square, Strength,
};
use wedge_console::{Balance, Five, Frame, LIGHT, Panel, Players, SavedGame, Settings, Task};

#[test]
fn choosing_a_square() {
    let mut simulator = Simulator::one_button();
    simulator.shows("start");
    simulator.wait(320);
    simulator.shows("start-cursor-off");
    simulator.tap();
    simulator.shows("next-square");
    assert_eq!(simulator.panel.cursor().to_string(), "c4");
    for _ in 0..3 {
        simulator.tap();
    }
    assert_eq!(
        simulator.panel.cursor().to_string(),
        "d3",
        "the fourth tap wraps around to the first"
    );
    simulator.press(SELECT, 600);
    simulator.shows("armed");
}

#[test]
fn a_move_and_its_answer() {
    let mut simulator = Simulator::one_button();
    simulator.press(SELECT, 700);
    simulator.wait(15);
    assert_eq!(simulator.panel.game().to_string(), "d3");
    simulator.shows("move-turning");
    simulator.wait(100);
    simulator.shows("move-turning-later");
    simulator.wait(600);
    simulator.shows("thinking");
    let ticket = simulator.panel.request().unwrap().ticket;
    simulator.panel.set_candidate(ticket, square("e3"));
    simulator.shows("thinking-favourite");
    simulator.panel.answer(ticket, [square("e3")], simulator.now);
    simulator.wait(100);
    simulator.shows("answer-turning");
    simulator.wait(1000);
    simulator.shows("answered");
}

#[test]
fn the_engine_moves_by_itself() {
    let mut simulator = Simulator::one_button();
    simulator.hold();
    simulator.settle();
    assert_eq!(simulator.panel.game().moves().len(), 2);
    assert!(simulator.panel.request().is_none(), "a person is to move");
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

#[test]
fn a_hold_and_the_menu_end_a_search() {
    let strength = Strength::new(9).unwrap();
    let started = |script: &mut Script| {
        let mut simulator = Simulator::one_button();
        let settings = Settings { strength, ..simulator.panel.settings() };
        simulator.panel.set_game(Game::default(), settings, simulator.now);
        simulator.hold();
        let before = simulator.now;
        simulator.think(script);
        (simulator.now - before, simulator)
    };
    let (full, _) = started(&mut Script::new());
    assert!(full > 10_000, "strength 9 took {full} ms");

    let up = Five::default();
    let (shortened, simulator) = started(&mut vec![(1000, up), (800, SELECT), (60, up)]);
    assert!((1800..1900).contains(&shortened), "a hold ends the search: {shortened} ms");
    assert_eq!(simulator.panel.game().moves().len(), 2);

    let (opened, mut simulator) = started(&mut vec![(1000, up), (2000, SELECT)]);
    assert!((2500..2560).contains(&opened), "the menu opens at 1500 ms of a hold: {opened} ms");
    assert_eq!(simulator.panel.game().moves().len(), 1, "the request is void");
    simulator.wait(100);
    simulator.shows("menu-level-9");
    simulator.double_tap();
    assert!(simulator.panel.request().is_some(), "leaving the menu restarts the search");
}

/// The engine moves while the button is held to hurry it: the release plays nothing.
#[test]
fn a_hold_that_comes_too_late_plays_nothing() {
    let mut simulator = Simulator::one_button();
    simulator.hold();
    simulator.wait(1000);
    simulator.press(SELECT, 200);
    let ticket = simulator.panel.request().unwrap().ticket;
    simulator.panel.answer(ticket, [square("e3")], simulator.now);
    simulator.press(SELECT, 500);
    simulator.wait(300);
    assert_eq!(simulator.panel.game().to_string(), "d3e3");
    simulator.hold();
    assert_eq!(simulator.panel.game().moves().len(), 3, "the next hold plays");
}

#[test]
fn a_tap_during_a_search_gets_feedback() {
    let mut simulator = Simulator::one_button();
    simulator.hold();
    simulator.wait(600);
    simulator.press(SELECT, 60);
    simulator.press(Five::default(), 15);
    simulator.shows("thinking-tap");
}

#[test]
fn taking_back() {
    let mut simulator = Simulator::one_button();
    simulator.hold();
    simulator.settle();
    assert_eq!(simulator.panel.game().moves().len(), 2);
    simulator.double_tap();
    assert_eq!(*simulator.panel.game(), Game::default());
    simulator.shows("taken-back");
    simulator.double_tap();
    assert_eq!(*simulator.panel.game(), Game::default(), "nothing to take back at the start");
}

#[test]
fn the_menu_page_by_page() {
    let mut simulator = Simulator::one_button();
    simulator.long_hold();
    simulator.shows("menu-level");
    simulator.hold();
    simulator.tap();
    simulator.shows("menu-level-changing");
    simulator.hold();
    for name in [
        "menu-players",
        "menu-hint",
        "menu-take-back",
        "menu-new-game",
        "menu-brightness",
        "menu-play",
    ] {
        simulator.tap();
        simulator.shows(name);
    }
    simulator.hold();
    assert_eq!(simulator.panel.settings().strength.number(), 6);
    simulator.shows("menu-left");
}

/// Lights of three colours have one page more: a white patch, and bars for what each colour gives to
/// it.
#[test]
fn the_page_of_the_white_balance() {
    let mut simulator = Simulator::one_button();
    simulator.panel = Panel::new().with_white_balance();
    simulator.long_hold();
    for _ in 0..6 {
        simulator.tap();
    }
    simulator.shows("menu-white-balance");
    simulator.hold();
    simulator.tap();
    simulator.shows("menu-white-balance-warm");
    // The bars blink while they are changed. The patch does not: the eye compares it.
    simulator.wait(250);
    simulator.shows("menu-white-balance-changing");
    simulator.hold();
    assert_eq!(simulator.panel.settings().balance.shares(), [16, 14, 11]);
    simulator.tap();
    simulator.hold();
    simulator.shows("menu-left");
}

/// A balance that the serial port has set is shown and kept until it is changed.
#[test]
fn a_white_balance_of_ones_own_is_kept() {
    let mut simulator = Simulator::one_button();
    simulator.panel = Panel::new().with_white_balance();
    let own = Balance::new([16, 9, 3]).unwrap();
    simulator.panel.set_lights(&Settings { balance: own, ..Settings::default() });
    simulator.long_hold();
    for _ in 0..6 {
        simulator.tap();
    }
    simulator.shows("menu-white-balance-own");
    simulator.hold();
    simulator.hold();
    assert_eq!(simulator.panel.settings().balance, own, "looked at, not changed");
    simulator.hold();
    simulator.tap();
    assert_eq!(simulator.panel.settings().balance, Balance::default());
}

/// With both games and the white balance there are nine pages and eight lights: the last page, the way
/// back to the game, has no light.
#[test]
fn nine_pages_on_eight_lights() {
    let mut simulator = Simulator::one_button();
    simulator.panel = Panel::new().with_both_games().with_white_balance();
    simulator.long_hold();
    simulator.shows("menu-level-of-nine");
    for name in ["other-game-of-nine", "play-of-nine", "level-of-nine"] {
        for _ in 0..if name == "other-game-of-nine" { 7 } else { 1 } {
            simulator.tap();
        }
        simulator.shows(&format!("menu-{name}"));
    }
}

#[test]
fn a_hint_shows_the_best_three_moves() {
    let game: Game = "f5d6c3d3c4f4f6f3e6e7".parse().unwrap();
    let mut simulator = Simulator::one_button();
    simulator.panel.set_game(game, Settings::default(), simulator.now);
    simulator.long_hold();
    simulator.tap();
    simulator.tap();
    simulator.hold();
    simulator.shows("hint-thinking");
    let request = simulator.panel.request().unwrap();
    assert_eq!(request.task, Task::Hint);
    simulator.panel.answer(request.ticket, ["g4", "f7", "d7"].map(square), simulator.now);
    simulator.wait(320);
    simulator.shows("hint");
    assert_eq!(simulator.panel.game().moves().len(), 10, "a hint plays nothing");
    simulator.hold();
    assert_eq!(simulator.panel.game().moves().len(), 11, "the cursor was on the best move");
}

#[test]
fn the_engine_gives_a_hint() {
    let mut simulator = Simulator::one_button();
    let settings = Settings { strength: Strength::new(1).unwrap(), ..Settings::default() };
    simulator.panel.set_game("f5d6c3d3c4f4f6f3e6e7".parse().unwrap(), settings, simulator.now);
    simulator.long_hold();
    simulator.tap();
    simulator.tap();
    simulator.hold();
    simulator.think(&mut Script::new());
    assert!(simulator.panel.request().is_none());
    simulator.wait(320);
    let frame = simulator.panel.render(simulator.now);
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
fn a_pass_flashes_and_ends_by_itself() {
    let game = before_a_pass();
    let mut simulator = Simulator::one_button();
    simulator.panel.set_game(game.clone(), Settings::default(), simulator.now);
    simulator.wait(50);
    simulator.shows("pass");
    simulator.wait(300);
    simulator.shows("pass-between");
    simulator.wait(1000);
    assert_eq!(simulator.panel.game().moves().len(), game.moves().len() + 1);
    assert!(simulator.panel.request().is_none(), "black, a person, is to move again");
}

#[test]
fn the_end_sorts_the_discs() {
    let game = finished(5);
    let mut simulator = Simulator::one_button();
    simulator.panel.set_game(game, Settings::default(), simulator.now);
    simulator.wait(100);
    simulator.shows("over-board");
    simulator.wait(1600);
    simulator.shows("over-sorting");
    simulator.wait(4300);
    simulator.shows("over-blocks");
    simulator.wait(500);
    simulator.shows("over-blocks-blink");
    // The sorting is an animation: the final board comes back and stays.
    simulator.wait(3000);
    simulator.shows("over-board");
    simulator.wait(60_000);
    simulator.shows("over-board");
    simulator.hold();
    assert_eq!(*simulator.panel.game(), Game::default(), "a hold starts a new game");
}

#[test]
fn a_draw_blinks_both_blocks_in_turn() {
    let (left, right) = (Bitboard(0x0F0F_0F0F_0F0F_0F0F), Bitboard(0xF0F0_F0F0_F0F0_F0F0));
    let draw = Position::new(Board::new(left, right).unwrap(), Color::Black);
    let mut simulator = Simulator::one_button();
    simulator.panel.set_game(Game::from_position(draw), Settings::default(), simulator.now);
    simulator.wait(1200 + 4000 + 100);
    simulator.shows("over-draw");
    simulator.wait(500);
    simulator.shows("over-draw-other");
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
    let mut simulator = Simulator::one_button();
    let played: Game = "d3e3f5".parse().unwrap();
    simulator.panel.set_game(played, Settings::default(), simulator.now);
    let saved = SavedGame::from_bytes(*simulator.panel.save().as_bytes());
    let game = simulator.panel.game().clone();

    let mut again = Simulator::one_button();
    assert!(again.panel.offer_resume(&saved, again.now));
    again.shows("offer");
    again.wait(2000);
    again.shows("offer-board");
    again.hold();
    assert_eq!(*again.panel.game(), game);
    assert!(again.panel.request().is_some(), "the game continues");

    let mut anew = Simulator::one_button();
    assert!(anew.panel.offer_resume(&saved, anew.now));
    anew.tap();
    anew.shows("offer-new-game");
    anew.hold();
    assert_eq!(*anew.panel.game(), Game::default());

    let mut panel: Panel = Panel::new();
    assert!(!panel.offer_resume(&SavedGame::from_bytes([0; SavedGame::SIZE]), 0));
    assert!(!panel.offer_resume(&Panel::<Eight>::new().save(), 0), "no moves yet");
}

/// Whole games by taps and holds alone.
#[test]
fn whole_games_on_one_button() {
    for seed in 0..4 {
        let mut random = SplitMix64::new(seed);
        let mut simulator = Simulator::one_button();
        let players = [Players::Black, Players::White, Players::Both, Players::Nobody];
        let players = players[seed as usize];
        let settings =
            Settings { strength: Strength::new(2).unwrap(), players, ..Settings::default() };
        simulator.panel.set_game(Game::default(), settings, simulator.now);
        let mut rounds = 0;
        while !simulator.panel.game().is_over() {
            rounds += 1;
            assert!(rounds < 400, "the game hangs at\n{}", simulator.panel.render(simulator.now));
            simulator.think(&mut Script::new());
            let position = simulator.panel.game().position();
            let legal = position.board().legal_moves();
            if players.has(position.side()) && !legal.is_empty() {
                for _ in 0..random.below(4) {
                    simulator.tap();
                }
                simulator.hold();
            } else {
                simulator.wait(1500);
            }
        }
        simulator.wait(60);
    }
}

#[test]
fn a_fault_is_a_red_cross() {
    compare("fault", &Frame::fault());
}
