//! When and on which machine a report was made.

use std::fs;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

/// Today's date, such as 2026-11-18, in Universal Time.
pub(crate) fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let (year, month, day) = civil_date(since.as_secs() / 86_400);
    format!("{year}-{month:02}-{day:02}")
}

/// The machine: its processor, where the system names it, and how many it has; the system.
pub(crate) fn machine() -> String {
    let cpu_info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu_info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let model =
        model.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned());
    let count = thread::available_parallelism().map_or(1, usize::from);
    let count = if count == 1 { "one processor".to_owned() } else { format!("{count} processors") };
    format!("{model}, {count}, {}", std::env::consts::OS)
}

/// Year, month and day of a number of days since 1970, by counting.
fn civil_date(mut days: u64) -> (u64, u64, u64) {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    loop {
        let length = if is_leap(year) { 366 } else { 365 };
        if days < length {
            break;
        }
        days -= length;
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        for (days, wanted) in [
            (0, (1970, 1, 1)),
            (58, (1970, 2, 28)),
            (59, (1970, 3, 1)),
            (789, (1972, 2, 29)),
            (11_016, (2000, 2, 29)),
            (20_454, (2026, 1, 1)),
            (20_775, (2026, 11, 18)),
            (47_540, (2100, 2, 28)),
            (47_541, (2100, 3, 1)),
        ] {
            assert_eq!(civil_date(days), wanted, "{days} days");
        }
    }

    #[test]
    fn the_machine_has_a_name_and_a_system() {
        assert!(machine().ends_with(std::env::consts::OS), "{}", machine());
        assert!(!machine().starts_with(','));
    }
}
