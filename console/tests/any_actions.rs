//! After any sequence of events the panel has a legal game and can continue.

#[path = "support/any_action.rs"]
mod any_action;

use proptest::prelude::*;
use wedge_console::engine::{Eight, Game, Position, Six, Size, Square};
use wedge_console::{Action, Panel, Players, Settings, Task};

use any_action::any_action;

#[derive(Clone, Debug)]
enum Event {
    Action(Action),
    Wait(u64),
    /// The engine answers the request, with a legal or illegal square.
    Answer(usize),
    /// The engine answers an old request.
    LateAnswer,
    Candidate(usize),
}

fn any_event() -> impl Strategy<Value = Event> {
    prop_oneof![
        4 => any_action().prop_map(Event::Action),
        3 => (0_u64..3000).prop_map(Event::Wait),
        3 => (0_usize..64).prop_map(Event::Answer),
        1 => Just(Event::LateAnswer),
        1 => (0_usize..64).prop_map(Event::Candidate),
    ]
}

fn check<S: Size>(players: Players, events: Vec<Event>) -> Result<(), TestCaseError> {
    let mut panel = Panel::<S>::new().with_white_balance();
    let settings = Settings { players, ..Settings::default() };
    panel.set_game(Game::from_position(Position::start()), settings, 0);
    let (mut now, mut old_ticket) = (0, 0);
    for event in events {
        let before = panel.game().clone();
        let revision = panel.revision();
        let request = panel.request();
        match event {
            Event::Action(action) => panel.handle(action, now),
            Event::Wait(ms) => now += ms,
            Event::Answer(n) => {
                if let Some(request) = request {
                    panel.answer(request.ticket, Square::from_index(n), now);
                    prop_assert!(panel.request().is_none_or(|next| next.ticket != request.ticket));
                    old_ticket = request.ticket;
                }
            }
            Event::LateAnswer => {
                if request.is_none_or(|request| request.ticket != old_ticket) {
                    prop_assert!(panel.should_stop(old_ticket));
                    panel.answer(old_ticket, Square::from_index(0), now);
                    prop_assert_eq!(panel.game(), &before);
                }
            }
            Event::Candidate(n) => {
                if let (Some(request), Some(square)) = (request, Square::from_index(n)) {
                    panel.set_candidate(request.ticket, square);
                }
            }
        }
        panel.tick(now);
        if let Some(request) = panel.request() {
            prop_assert!(!request.position.board().legal_moves().is_empty());
            prop_assert_eq!(request.position, panel.game().position());
            if request.task == Task::Move {
                prop_assert!(!panel.settings().players.has(request.position.side()));
            }
        }
        if *panel.game() != before {
            prop_assert_ne!(panel.revision(), revision, "a change has a new revision");
        }
        prop_assert_eq!(panel.save().load(), Some((panel.game().clone(), panel.settings())));
        prop_assert!(S::MASK & panel.cursor().bit().0 != 0, "the cursor stays on the board");
        let frame = panel.render(now);
        prop_assert_eq!(frame, panel.render(now));
    }
    Ok(())
}

/// From any state the panel can reach the end of a game.
fn finish<S: Size>(players: Players, events: Vec<Event>) -> Result<(), TestCaseError> {
    let mut panel = Panel::<S>::new();
    let settings = Settings { players, ..Settings::default() };
    panel.set_game(Game::from_position(Position::start()), settings, 0);
    let mut now = 0;
    for event in events {
        match event {
            Event::Action(action) => panel.handle(action, now),
            Event::Wait(ms) => now += ms,
            _ => {}
        }
        panel.tick(now);
    }
    // Leaves the menu if it is open; otherwise takes back at most a move.
    panel.handle(Action::TakeBack, now);
    let mut rounds = 0;
    while !panel.game().is_over() {
        rounds += 1;
        prop_assert!(rounds < 500, "stuck at\n{}", panel.game().position().picture());
        now += 3000;
        panel.tick(now);
        match panel.request() {
            Some(request) => panel.answer(request.ticket, None, now),
            None => {
                panel.handle(Action::Next, now);
                panel.handle(Action::Select, now);
            }
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_events_keep_a_legal_game(n in 0_usize..4, events in proptest::collection::vec(any_event(), 0..150)) {
        check::<Eight>(Players::ALL[n], events.clone())?;
        check::<Six>(Players::ALL[n], events)?;
    }

    #[test]
    fn every_state_can_reach_the_end_of_a_game(n in 0_usize..4, events in proptest::collection::vec(any_event(), 0..60)) {
        finish::<Eight>(Players::ALL[n], events.clone())?;
        finish::<Six>(Players::ALL[n], events)?;
    }
}
