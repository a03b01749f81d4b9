//! What the screen shows, as lines of text.

use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use wedge_console::dark_chess::{Showing, owner_hue, rank_hue};
use wedge_console::{LEGAL, MenuEntry, Players, Task};
use wedge_dark_chess::{Color, Ending, Game, Piece, Ply, Square, Squares};

use super::Screen;

impl Screen {
    /// The screen as lines.
    pub(super) fn lines(&self, now: u64) -> Vec<Line<'static>> {
        let mut lines = vec![
            Line::from(format!(" Dark chess against {}, {}", self.opponent, self.strength())),
            Line::default(),
            Line::from(format!(
                "    {}",
                (1..=8).map(|rank| format!("  {rank}  ")).collect::<String>()
            )),
        ];
        for file in 0..4 {
            let mut spans = vec![Span::raw(format!("  {} ", (b'a' + file) as char))];
            let squares =
                (0..8).filter_map(|rank| Square::from_index(4 * rank + usize::from(file)));
            spans.extend(squares.map(|square| self.square(square, now)));
            lines.push(Line::from(spans));
            lines.push(Line::default());
        }
        for color in Color::BOTH {
            lines.push(self.army(color));
        }
        lines.push(Line::default());
        lines.push(Line::from(format!(" {}", self.status())));
        let keys = " arrows move, Enter picks up, plays or flips, Tab next, u back, h hint, n new, ? keys, q quit";
        lines.push(Line::from(keys));
        if self.help {
            lines.push(Line::default());
            for text in [
                "space     the board's one button: tap next, hold select, two taps back, long hold menu",
                "m         the menu; Esc leaves it, or puts a piece down",
                "1 to 9    the strength          x  change seats          w  let the engine play itself",
                "[K]       the cursor            (K)  the held piece      <K>  where it can go",
                "Red has capitals. A square of dots is face down. A click is the cursor and Enter.",
            ] {
                lines.push(Line::from(format!(" {text}")));
            }
        }
        lines
    }

    fn strength(&self) -> String {
        if self.own_limits {
            String::from("with its own limits")
        } else {
            format!("strength {}", self.panel.settings().strength.number())
        }
    }

    /// A square: its letter between marks that also say without colour what it is.
    fn square(&self, square: Square, now: u64) -> Span<'static> {
        let position = self.panel.dealt().position();
        let held = match self.panel.showing() {
            Showing::Choosing { held } => held,
            _ => None,
        };
        let choosing = matches!(self.panel.showing(), Showing::Choosing { .. });
        let targets = held.map_or(Squares::EMPTY, |from| self.panel.targets(from));
        let last = self.panel.dealt().last().map(Ply::action);
        let letter = match position.letter_at(square) {
            '?' => ':',
            '.' => '\u{b7}',
            letter => letter,
        };
        let (open, close) = if choosing && self.panel.cursor() == square {
            ('[', ']')
        } else if held == Some(square) {
            ('(', ')')
        } else if targets.has(square) {
            ('<', '>')
        } else if self.panel.hint().is_some_and(|hint| [hint.from(), hint.to()].contains(&square)) {
            ('*', '*')
        } else if last.is_some_and(|action| action.to() == square) {
            ('-', '-')
        } else {
            (' ', ' ')
        };
        let mut style = Style::default();
        if let Some(piece) = position.piece_at(square) {
            style = self.piece_style(piece);
        }
        if targets.has(square)
            && let Some(colour) = self.palette.light(LEGAL)
        {
            style = style.bg(colour);
        }
        if choosing && self.panel.cursor() == square && (now / 300).is_multiple_of(2) {
            style = style.add_modifier(Modifier::REVERSED);
        }
        Span::styled(format!(" {open}{letter}{close} "), style)
    }

    fn piece_style(&self, piece: Piece) -> Style {
        let style = Style::default().add_modifier(Modifier::BOLD);
        self.palette.light(owner_hue(piece.color())).map_or(style, |colour| style.fg(colour))
    }

    /// What a side has left, the face-down ones in brackets.
    fn army(&self, color: Color) -> Line<'static> {
        let position = self.panel.dealt().position();
        let mut spans = vec![Span::raw(format!(" {:<6}", color.to_string()))];
        for piece in Piece::all().filter(|piece| piece.color() == color) {
            let (up, down) = (position.pieces(piece).len(), position.unseen(piece));
            let letters = |count: u32| piece.letter().to_string().repeat(count as usize);
            let hidden =
                if down > 0 { format!("({})", letters(down.into())) } else { String::new() };
            let style = self.palette.light(rank_hue(piece.kind())).map(|c| Style::default().fg(c));
            let text = format!(" {}{hidden}", letters(up));
            spans.push(Span::styled(text, style.unwrap_or_default()));
        }
        Line::from(spans)
    }

    fn status(&self) -> String {
        let dealt = self.panel.dealt();
        let last = dealt.last().map_or(String::new(), |ply| format!("Last: {ply}. "));
        let side = dealt.position().side().map_or("no colour yet".to_owned(), |s| s.to_string());
        let text = match self.panel.showing() {
            Showing::Choosing { held: None } => format!("Your turn ({side})."),
            Showing::Choosing { held: Some(square) } => {
                format!("{} on {square}: choose where it goes.", dealt.position().letter_at(square))
            }
            Showing::Thinking(Task::Move) => format!("The engine thinks ({side})."),
            Showing::Thinking(Task::Hint) => "Looking for a hint.".to_owned(),
            Showing::Over => {
                result(self.panel.dealt().game(), self.panel.settings().players, dealt.plies())
            }
            Showing::Menu { entry, .. } => self.menu(entry),
        };
        format!("{last}{text}")
    }

    fn menu(&self, entry: MenuEntry) -> String {
        let settings = self.panel.settings();
        let page = match entry {
            MenuEntry::Strength => {
                format!("strength {} (up and down change it)", settings.strength.number())
            }
            MenuEntry::Players => {
                format!("you play {} (up and down change it)", seats(settings.players))
            }
            MenuEntry::Hint => "a hint".to_owned(),
            MenuEntry::TakeBack => "take back".to_owned(),
            MenuEntry::NewGame => "new game".to_owned(),
            MenuEntry::OtherGame => "the other game".to_owned(),
            MenuEntry::Brightness => format!("brightness {}", settings.brightness.step()),
            MenuEntry::WhiteBalance => "white balance".to_owned(),
            MenuEntry::Play => "back to the game".to_owned(),
        };
        format!("Menu: {page}. Left and right turn the pages, Enter chooses.")
    }
}

const fn seats(players: Players) -> &'static str {
    match players {
        Players::Black => "first",
        Players::White => "second",
        Players::Both => "both sides",
        Players::Nobody => "neither side",
    }
}

/// The result in words.
pub(in crate::dark_chess) fn result(game: &Game, players: Players, plies: usize) -> String {
    let text = match (game.ending(), game.winner(), players) {
        (Some(Ending::NoMove), _, Players::Black) if plies % 2 == 1 => "You win".to_owned(),
        (Some(Ending::NoMove), _, Players::White) if plies.is_multiple_of(2) => {
            "You win".to_owned()
        }
        (Some(Ending::NoMove), _, Players::Black | Players::White) => "You lose".to_owned(),
        (_, Some(winner), _) => format!("{winner} wins"),
        (Some(draw), None, _) => draw.to_string(),
        (None, None, _) => "not over".to_owned(),
    };
    format!("{text} after {plies} plies.")
}
