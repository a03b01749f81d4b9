//! Dark chess on the panel, with one button and with five, and in the console beside Othello.

mod support;

#[path = "support/any_action.rs"]
mod any_action;

use proptest::prelude::*;
use support::compare;
use wedge_console::dark_chess::engine::{Action as Play, Color, Deal, Ending, Piece, Square};
use wedge_console::dark_chess::{DealtGame, Panel, Showing, board_search, serve_request};
use wedge_console::engine::{SplitMix64, Square as Led, Strength, Table};
use wedge_console::{
    Action, Console, Five, FiveButtons, Frame, GameKind, Hardware, OneButton, Players, Pressed,
    Received, SavedGame, Settings, TABLE_ENTRIES,
};

use any_action::any_action;

const NONE: Five<bool> = Five { up: false, down: false, left: false, right: false, select: false };
const SELECT: Five<bool> = Five { select: true, ..NONE };

/// A panel with one or five simulated buttons. The one button is `select`.
struct Simulator {
    panel: Panel,
    now: u64,
    one: Option<OneButton>,
    five: FiveButtons,
}

impl Simulator {
    fn new(panel: Panel, one_button: bool) -> Self {
        let one = one_button.then(OneButton::default);
        let mut simulator = Self { panel, now: 0, one, five: FiveButtons::default() };
        simulator.press(NONE, 20);
        simulator
    }

    fn press(&mut self, down: Five<bool>, ms: u64) {
        for _ in 0..ms {
            self.now += 1;
            let action = match &mut self.one {
                Some(one) => one.sample(down.select, self.now),
                None => self.five.sample(down, self.now),
            };
            if let Some(action) = action {
                self.panel.handle(action, self.now);
            }
            self.panel.tick(self.now);
        }
    }

    /// Presses and waits long enough to rule out a double tap.
    fn push(&mut self, down: Five<bool>, ms: u64) {
        self.press(down, ms);
        self.press(NONE, 260);
    }

    fn tap(&mut self) {
        self.push(SELECT, 80);
    }

    fn hold(&mut self) {
        self.push(SELECT, 700);
    }

    #[track_caller]
    fn shows(&self, name: &str) {
        compare(&format!("dark-chess-{name}"), &self.panel.render(self.now));
    }

    /// Answers the pending request with an action.
    fn answer(&mut self, action: &str) {
        let ticket = self.panel.request().unwrap().ticket;
        self.panel.set_candidate(ticket, play(action));
        self.panel.answer(ticket, Some(play(action)), self.now);
    }
}

fn play(action: &str) -> Play {
    action.parse().unwrap()
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

/// A game from a position with nothing face down, or with these pieces there.
fn from_position(text: &str, face_down: &[(&str, &str)]) -> Panel {
    let hidden = face_down.iter().map(|(piece, at)| (piece.parse::<Piece>().unwrap(), square(at)));
    let mut panel = Panel::new();
    let dealt = DealtGame::from_position(Deal::of(hidden), text.parse().unwrap(), 10);
    panel.set_game(dealt, Settings::default(), 0);
    panel
}

const MIDDLE: &str = "K..g/.G../m.R?/.c.P/N?.k/..p./C..r/p... r Mn 3";

fn middle() -> Panel {
    from_position(MIDDLE, &[("M", "d6"), ("n", "b4")])
}

#[test]
fn a_flip_with_one_button() {
    let mut simulator = Simulator::new(Panel::new(), true);
    simulator.shows("start");
    simulator.press(NONE, 320);
    simulator.shows("start-cursor-off");
    simulator.tap();
    simulator.shows("next-square");
    assert_eq!(simulator.panel.cursor(), square("b1"));
    simulator.press(SELECT, 700);
    simulator.press(NONE, 20);
    assert_eq!(simulator.panel.dealt().plies(), 1);
    simulator.press(NONE, 100);
    assert!(simulator.panel.request().is_some(), "the engine is to move");
    simulator.press(NONE, 300);
    // The deal depends on the times of the presses, which a test repeats exactly.
    simulator.shows("letter-of-a-flip");
    simulator.press(NONE, 1000);
    simulator.shows("after-a-flip");
    let ticket = simulator.panel.request().unwrap().ticket;
    simulator.panel.set_candidate(ticket, play("c5"));
    simulator.shows("candidate");
    simulator.answer("c5");
    simulator.press(NONE, 300);
    assert_eq!(simulator.panel.dealt().plies(), 2, "a person is to move");
    assert!(matches!(simulator.panel.showing(), Showing::Choosing { held: None }));
}

#[test]
fn the_first_deal_depends_on_when_the_button_is_pressed() {
    let first = |wait| {
        let mut simulator = Simulator::new(Panel::new(), true);
        simulator.press(NONE, wait);
        simulator.hold();
        simulator.panel.dealt().position().to_string()
    };
    assert_eq!(first(100), first(100));
    let different = (1..20).filter(|wait| first(100) != first(100 + wait)).count();
    assert!(different > 10, "{different} of 19");
}

#[test]
fn picking_up_a_piece_and_moving_it_with_one_button() {
    let mut simulator = Simulator::new(middle(), true);
    simulator.shows("board");
    // Held, the button shows the piece under the cursor; its release picks the piece up.
    assert_eq!(simulator.panel.cursor(), square("a2"), "the first piece that can move");
    simulator.press(SELECT, 600);
    simulator.shows("letter-under-the-cursor");
    simulator.press(SELECT, 100);
    simulator.press(NONE, 260);
    assert_eq!(simulator.panel.showing(), Showing::Choosing { held: Some(square("a2")) });
    simulator.shows("letter-of-a-held-piece");
    simulator.press(NONE, 1000);
    simulator.shows("held");
    simulator.press(NONE, 300);
    simulator.shows("held-cursor-off");
    // A double tap puts it down again.
    simulator.press(SELECT, 80);
    simulator.press(NONE, 80);
    simulator.tap();
    assert_eq!(simulator.panel.showing(), Showing::Choosing { held: None });
    assert_eq!(simulator.panel.cursor(), square("a2"));
    // Taps visit the pieces that can move, then those face down, then the first again.
    let mut visited = Vec::new();
    for _ in 0..8 {
        visited.push(simulator.panel.cursor().to_string());
        simulator.tap();
    }
    assert_eq!(visited, ["a2", "a4", "d5", "c6", "b7", "a8", "b4", "d6"]);
    assert_eq!(simulator.panel.cursor(), square("a2"));
    // The rook to c7.
    for _ in 0..3 {
        simulator.tap();
    }
    simulator.hold();
    while simulator.panel.cursor() != square("c7") {
        simulator.tap();
    }
    simulator.hold();
    simulator.press(NONE, 100);
    simulator.shows("moved");
    assert_eq!(simulator.panel.dealt().last().unwrap().to_string(), "c6-c7");
}

#[test]
fn five_buttons_move_freely_and_look_at_any_piece() {
    let mut simulator = Simulator::new(middle(), false);
    let push = |simulator: &mut Simulator, down| simulator.push(down, 80);
    let (up, down) = (Five { up: true, ..NONE }, Five { down: true, ..NONE });
    let (left, right) = (Five { left: true, ..NONE }, Five { right: true, ..NONE });
    assert_eq!(simulator.panel.cursor(), square("a2"));
    // Left is a lower rank, down a later file.
    push(&mut simulator, left);
    assert_eq!(simulator.panel.cursor(), square("a1"));
    push(&mut simulator, SELECT);
    simulator.shows("letter-of-an-enemy");
    assert_eq!(simulator.panel.showing(), Showing::Choosing { held: None });
    push(&mut simulator, down);
    simulator.panel.handle(Action::Select, simulator.now);
    simulator.shows("refused");
    push(&mut simulator, up);
    for _ in 0..4 {
        push(&mut simulator, right);
    }
    assert_eq!(simulator.panel.cursor(), square("a5"));
    push(&mut simulator, left);
    push(&mut simulator, SELECT);
    assert_eq!(simulator.panel.showing(), Showing::Choosing { held: Some(square("a4")) });
    simulator.press(NONE, 1000);
    simulator.shows("knight-held");
    // Select on the held piece puts it down.
    while simulator.panel.cursor() != square("a4") {
        let move_by = if simulator.panel.cursor().file() > 0 { up } else { right };
        push(&mut simulator, move_by);
    }
    push(&mut simulator, SELECT);
    assert_eq!(simulator.panel.showing(), Showing::Choosing { held: None });
    // A click picks up and plays: the LED of a square is at its rank and twice its file.
    let led = |name: &str| {
        let at = square(name);
        Led::new(at.rank().into(), 2 * usize::from(at.file()) + 1).unwrap()
    };
    simulator.panel.handle(Action::Point(led("d5")), simulator.now);
    simulator.panel.handle(Action::Point(led("d4")), simulator.now);
    simulator.press(NONE, 50);
    assert_eq!(simulator.panel.dealt().last().unwrap().to_string(), "d5-d4", "a pawn takes a king");
}

#[test]
fn a_hint_shows_both_squares() {
    let mut simulator = Simulator::new(middle(), true);
    assert!(simulator.panel.request_hint(simulator.now));
    simulator.answer("d5-d4");
    simulator.press(NONE, 400);
    simulator.shows("hint");
    simulator.hold();
    assert_eq!(simulator.panel.cursor(), square("d4"), "picked up, it is on its way");
}

#[test]
fn the_end_of_a_game() {
    for (name, text, action, ending) in [
        ("won", "..../..../..../..../..../..../k.../P... r - 0", "a1-a2", Ending::NoMove),
        ("drawn", "K.../..../..../..../..../..../..../p... r - 59", "a8-b8", Ending::Quiet(60)),
    ] {
        let mut simulator = Simulator::new(from_position(text, &[]), true);
        simulator.panel.handle(Action::Select, simulator.now);
        while simulator.panel.cursor() != play(action).to() {
            simulator.panel.handle(Action::Next, simulator.now);
        }
        simulator.panel.handle(Action::Select, simulator.now);
        assert_eq!(simulator.panel.dealt().game().ending(), Some(ending));
        simulator.press(NONE, 1000);
        simulator.shows(&format!("{name}-board"));
        simulator.press(NONE, 1300);
        simulator.shows(name);
        simulator.hold();
        assert_eq!(simulator.panel.dealt().plies(), 0, "a hold starts a new game");
    }
}

#[test]
fn the_menu_pages_of_dark_chess() {
    let panel = Panel::new().with_both_games().with_white_balance();
    let mut simulator = Simulator::new(panel, true);
    simulator.push(SELECT, 1700);
    let names = ["level", "players", "hint", "take-back", "new-game", "brightness"];
    for name in names.into_iter().chain(["white-balance", "other-game"]) {
        if ["players", "new-game", "white-balance", "other-game"].contains(&name) {
            simulator.shows(&format!("menu-{name}"));
        }
        simulator.tap();
    }
    assert!(!simulator.panel.take_leave());
    for _ in 0..8 {
        simulator.tap();
    }
    simulator.hold();
    assert!(simulator.panel.take_leave() && !simulator.panel.take_leave());
}

#[test]
fn taking_back_gives_the_same_piece() {
    let mut simulator = Simulator::new(Panel::new(), true);
    simulator.hold();
    let revealed = simulator.panel.dealt().last();
    simulator.press(NONE, 1500);
    simulator.answer("c5");
    simulator.press(NONE, 2000);
    assert_eq!(simulator.panel.dealt().plies(), 2);
    simulator.press(SELECT, 80);
    simulator.press(NONE, 80);
    simulator.tap();
    assert_eq!(simulator.panel.dealt().plies(), 0);
    // Before the first flip there is no deal, so it may be another piece; from then on it is not.
    simulator.hold();
    assert!(revealed.is_some() && simulator.panel.dealt().last().is_some());
    simulator.press(NONE, 1500);
    simulator.answer("c5");
    simulator.press(NONE, 2000);
    let flip = |simulator: &mut Simulator| {
        while simulator.panel.cursor() != square("d8") {
            simulator.panel.handle(Action::Next, simulator.now);
        }
        simulator.panel.handle(Action::Select, simulator.now);
        simulator.panel.dealt().last()
    };
    let third = flip(&mut simulator);
    simulator.panel.handle(Action::TakeBack, simulator.now);
    assert_eq!(simulator.panel.dealt().plies(), 2);
    simulator.press(NONE, 777);
    assert_eq!(flip(&mut simulator), third);
}

/// A whole game by one button against the engine at its lowest strength.
#[test]
fn a_whole_game_with_one_button() {
    let table = Table::<TABLE_ENTRIES>::new();
    let mut search = board_search(table.view());
    let mut panel = Panel::new();
    let settings = Settings { strength: Strength::new(1).unwrap(), ..Settings::default() };
    panel.set_game(DealtGame::new(Deal::new(0)), settings, 0);
    let mut simulator = Simulator::new(panel, true);
    let mut random = SplitMix64::new(9);
    while simulator.panel.showing() != Showing::Over {
        let Simulator { panel, now, .. } = &mut simulator;
        serve_request(panel, &mut search, &mut |panel: &mut Panel| {
            *now += 1;
            panel.tick(*now);
            *now
        });
        simulator.press(NONE, 200);
        if let Showing::Choosing { .. } = simulator.panel.showing() {
            let actions = simulator.panel.dealt().position().actions();
            let wanted = actions[random.below(actions.len() as u32) as usize];
            for to in [wanted.from(), wanted.to()] {
                while simulator.panel.cursor() != to {
                    simulator.tap();
                }
                simulator.hold();
                if wanted.is_flip() {
                    break;
                }
            }
            let last = simulator.panel.dealt().kept().iter().rev().take(2);
            assert!(last.into_iter().any(|&played| played == wanted), "{wanted}");
        }
    }
    assert!(simulator.panel.dealt().game().ending().is_some());
}

#[derive(Clone, Debug)]
enum Event {
    Action(Action),
    Wait(u64),
    Answer(u8, u8),
}

fn any_event() -> impl Strategy<Value = Event> {
    prop_oneof![
        4 => any_action().prop_map(Event::Action),
        2 => (0_u64..3000).prop_map(Event::Wait),
        3 => (0_u8..32, 0_u8..32).prop_map(|(from, to)| Event::Answer(from, to)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// After any sequence of events the game is legal, can continue, and survives its saving.
    #[test]
    fn any_actions_leave_a_legal_game(
        players in 0_usize..4,
        events in proptest::collection::vec(any_event(), 0..200),
    ) {
        let mut panel = Panel::new().with_both_games();
        let settings = Settings { players: Players::ALL[players], ..Settings::default() };
        panel.set_game(DealtGame::new(Deal::new(1)), settings, 0);
        let mut now = 0;
        for event in events {
            let (before, revision) = (panel.dealt().plies(), panel.revision());
            match event {
                Event::Action(action) => panel.handle(action, now),
                Event::Wait(ms) => now += ms,
                Event::Answer(from, to) => {
                    if let Some(request) = panel.request() {
                        let at = |n: u8| Square::from_index(n.into()).unwrap();
                        panel.answer(request.ticket, Some(Play::step(at(from), at(to))), now);
                    }
                }
            }
            panel.tick(now);
            let _ = panel.render(now);
            prop_assert!(panel.dealt().plies() == before || panel.revision() != revision);
            let thinking = matches!(panel.showing(), Showing::Thinking(_));
            prop_assert!(panel.request().is_none() || thinking);
            if let Showing::Choosing { held: Some(held) } = panel.showing() {
                prop_assert!(!panel.targets(held).is_empty());
            }
            let over = panel.dealt().game().ending().is_some();
            let playing =
                matches!(panel.showing(), Showing::Choosing { .. } | Showing::Thinking(_));
            prop_assert!(!(over && playing));
        }
        let (loaded, _) = panel.save().load_dark_chess().unwrap();
        prop_assert_eq!(loaded.position(), panel.dealt().position());
    }
}

/// Mock hardware that keeps the newest game of each kind, as the journal does.
#[derive(Default)]
struct TwoGames {
    now: u64,
    reads: u64,
    pressed: bool,
    shown: Frame,
    saved: Vec<SavedGame>,
    input: std::collections::VecDeque<u8>,
    output: String,
}

impl Hardware for TwoGames {
    fn now_ms(&mut self) -> u64 {
        self.reads += 1;
        self.now += u64::from(self.reads.is_multiple_of(64));
        self.now
    }

    fn pressed(&mut self) -> Pressed {
        Pressed { one: self.pressed, five: NONE }
    }

    fn show(&mut self, frame: &Frame) {
        self.shown = *frame;
    }

    fn receive(&mut self) -> Option<Received> {
        self.input.pop_front().map(Received::Byte)
    }

    fn send(&mut self, byte: u8) {
        self.output.push(byte.into());
    }

    fn load(&mut self) -> Option<SavedGame> {
        self.saved.last().cloned()
    }

    fn load_other(&mut self, newest: &SavedGame) -> Option<SavedGame> {
        self.saved.iter().rev().find(|saved| saved.kind() != newest.kind()).cloned()
    }

    fn save(&mut self, game: &SavedGame) {
        self.saved.push(game.clone());
    }

    fn feed_watchdog(&mut self) {}

    fn wait_for_interrupt(&mut self) {
        self.now += 1;
    }
}

fn run(console: &mut Console<'_, '_, TwoGames>, ms: u64, pressed: bool) {
    console.hardware().pressed = pressed;
    let end = console.hardware().now + ms;
    while console.hardware().now < end {
        console.step();
    }
}

fn send(console: &mut Console<'_, '_, TwoGames>, command: &str) -> String {
    console.hardware().output.clear();
    console.hardware().input.extend(format!("{command}\n").bytes());
    while !console.hardware().output.ends_with("\n\n") {
        console.step();
    }
    console.hardware().output.trim_start_matches('=').trim().to_owned()
}

/// Changes the game by the menu, with one button: a long hold, six taps, a hold.
fn change_game(console: &mut Console<'_, '_, TwoGames>) {
    run(console, 1700, true);
    run(console, 300, false);
    for _ in 0..6 {
        run(console, 80, true);
        run(console, 300, false);
    }
    run(console, 700, true);
    run(console, 300, false);
}

#[test]
fn both_games_are_kept_and_saved() {
    let mut hardware = TwoGames::default();
    let table = Table::<TABLE_ENTRIES>::new();
    let (othello, dark_chess);
    {
        let mut console = Console::new(&mut hardware, table.view());
        run(&mut console, 100, false);
        // A move of Othello and the engine's.
        run(&mut console, 700, true);
        run(&mut console, 4000, false);
        othello = send(&mut console, "showboard");
        change_game(&mut console);
        assert_eq!(
            send(&mut console, "dark_chess"),
            "????/????/????/????/????/????/????/???? - KGGMMRRNNCCPPPPPkggmmrrnnccppppp 0"
        );
        compare("dark-chess-start-in-the-console", &unblinked(&mut console));
        // A flip, and the engine's answer.
        run(&mut console, 700, true);
        run(&mut console, 6000, false);
        dark_chess = send(&mut console, "dark_chess");
        assert!(!dark_chess.contains(" - K"), "{dark_chess}");
        // Othello is where it was, and so is dark chess.
        change_game(&mut console);
        assert_eq!(send(&mut console, "showboard"), othello);
        change_game(&mut console);
        assert_eq!(send(&mut console, "dark_chess"), dark_chess);
    }
    assert_eq!(hardware.saved.last().and_then(SavedGame::kind), Some(GameKind::DarkChess));
    {
        // After a reset both are there again; the one on the lights is the last one played.
        let mut console = Console::new(&mut hardware, table.view());
        run(&mut console, 100, false);
        assert_eq!(send(&mut console, "dark_chess"), dark_chess);
        run(&mut console, 700, true); // resumes
        run(&mut console, 300, false);
        change_game(&mut console);
        assert_eq!(send(&mut console, "showboard"), othello);
        // A command about Othello shows Othello.
        change_game(&mut console);
        send(&mut console, "clear_board");
        let frame: Frame = send(&mut console, "frame").parse().unwrap();
        let fresh = frame.0.iter().flatten().filter(|led| led.b == 255).count();
        assert_eq!(fresh, 2, "the start of Othello:\n{frame}");
    }
    assert_eq!(hardware.saved.last().and_then(SavedGame::kind), Some(GameKind::Othello));
}

/// The picture without the blinking of the cursor.
fn unblinked(console: &mut Console<'_, '_, TwoGames>) -> Frame {
    let mut frame: Frame = send(console, "frame").parse().unwrap();
    while frame.0[0][0].r > 100 {
        run(console, 20, false);
        frame = send(console, "frame").parse().unwrap();
    }
    frame
}

/// Red and black, by the letters of the position that the test names.
#[test]
fn every_square_has_two_leds() {
    let panel = middle();
    let frame = panel.render(400);
    let position = panel.dealt().position();
    for square in Square::all() {
        let (column, row) = (usize::from(square.rank()), 2 * usize::from(square.file()));
        let pair = [frame.0[row][column], frame.0[row + 1][column]];
        match position.piece_at(square) {
            Some(piece) => {
                use wedge_console::dark_chess::{owner_hue, rank_hue};
                assert_eq!(pair, [owner_hue(piece.color()), rank_hue(piece.kind())], "{square}");
                assert_eq!(piece.color() == Color::Red, pair[0].r > pair[0].b);
            }
            None if position.face_down().has(square) => assert_eq!(pair[0], pair[1]),
            None => assert_eq!(pair, [wedge_console::Rgb8::DARK; 2]),
        }
    }
}
