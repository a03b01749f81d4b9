//! Numbers in words: discs in the singular and the plural, scores with a sign.

use wedge_engine::{Score, Strength};

use crate::io::csv_file::Discs;

/// A number of discs: `1 disc`, `2 discs`.
#[must_use]
pub fn count(discs: u32) -> String {
    if discs == 1 { "1 disc".to_owned() } else { format!("{discs} discs") }
}

/// An amount of discs with a decimal, unless it is whole: `1 disc`, `2 discs`, `2.5 discs`.
#[must_use]
pub fn amount(discs: f64) -> String {
    let text = format!("{discs:.1}");
    match text.strip_suffix(".0") {
        Some("1") => "1 disc".to_owned(),
        Some(whole) => format!("{whole} discs"),
        None => format!("{text} discs"),
    }
}

/// A score with its sign and a decimal.
#[must_use]
pub fn signed(score: Score) -> String {
    match format!("{:+.1}", Discs::from(score).0) {
        zero if zero == "-0.0" => "+0.0".to_owned(),
        text => text,
    }
}

/// The effort of a strength.
#[must_use]
pub fn effort(strength: Strength) -> String {
    match (strength.depth(), strength.slack()) {
        (60.., _) => "looks as far ahead as it can".to_owned(),
        (depth, 0) => format!("looks {depth} moves ahead"),
        (depth, 1) => format!("looks {depth} ahead, gives away up to 1 disc"),
        (depth, slack) => format!("looks {depth} ahead, gives away up to {slack} discs"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_disc_is_singular() {
        assert_eq!([0, 1, 2].map(count), ["0 discs", "1 disc", "2 discs"]);
        assert_eq!(
            [1.0, 0.96, 2.0, 2.54].map(amount),
            ["1 disc", "1 disc", "2 discs", "2.5 discs"]
        );
    }
}
