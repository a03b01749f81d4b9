//! The console in a real terminal, tmux: keys are sent, the screen is read, the terminal is given
//! back however the program ends.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A terminal of 80x24 characters with a shell in it.
struct Tmux {
    folder: TempDir,
}

impl Tmux {
    fn start() -> Self {
        let tmux = Self { folder: tempfile::tempdir().unwrap() };
        tmux.run(&["-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", "sh -i"]);
        let program = assert_cmd::cargo::cargo_bin("host-sim");
        tmux.line(&format!(
            "play() {{ '{}' play --seed 1 \"$@\"; echo code $?; }}",
            program.display()
        ));
        tmux.line(&format!(
            "cd '{}'; PS1='shell> '; unset NO_COLOR COLORTERM; clear",
            tmux.folder.path().display()
        ));
        tmux.wait_for("shell>");
        tmux
    }

    fn socket(&self) -> PathBuf {
        self.folder.path().join("socket")
    }

    fn run(&self, words: &[&str]) -> String {
        let mut command = Command::new("tmux");
        command.arg("-S").arg(self.socket()).args(words).env_remove("TMUX");
        let output = command.output().expect("tmux: install it, or run `cargo xtask setup`");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "tmux {words:?}: {error}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Keys by tmux's names, such as `Enter`, `C-c` or `a`.
    fn keys(&self, keys: &[&str]) {
        self.run(&[&["send-keys"], keys].concat());
    }

    /// A line for the shell.
    fn line(&self, line: &str) {
        self.run(&["send-keys", "-l", line]);
        self.keys(&["Enter"]);
    }

    fn screen(&self) -> String {
        self.run(&["capture-pane", "-p"])
    }

    /// Waits until the screen shows something; gives the screen.
    #[track_caller]
    fn wait_for(&self, text: &str) -> String {
        self.wait_until(text, |screen| screen.contains(text))
    }

    #[track_caller]
    fn wait_until(&self, what: &str, done: impl Fn(&str) -> bool) -> String {
        let started = Instant::now();
        loop {
            let screen = self.screen();
            if done(&screen) {
                return screen;
            }
            assert!(started.elapsed() < Duration::from_secs(60), "no {what} on\n{screen}");
            sleep(Duration::from_millis(30));
        }
    }

    /// The program has ended with this code, and the terminal is as it was.
    #[track_caller]
    fn ended(&self, code: u8) {
        let screen = self.wait_for(&format!("code {code}\n"));
        assert!(!screen.contains("Keys"), "the screen before is back:\n{screen}");
        let flags = "#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{pane_dead}";
        assert_eq!(self.run(&["display-message", "-p", flags]).trim(), "0 1 0 0");
        self.line("clear; stty -a | tr ' ;' '\\n\\n' | grep -cx -e icanon -e echo -e isig");
        self.wait_until("sane terminal", |screen| screen.lines().any(|line| line == "3"));
        self.line("clear");
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        let mut command = Command::new("tmux");
        let _ = command.arg("-S").arg(self.socket()).arg("kill-server").status();
    }
}

#[test]
#[ignore = "needs tmux: cargo xtask test terminal"]
fn a_whole_game() {
    let tmux = Tmux::start();
    tmux.line("play --strength 1");
    tmux.wait_for("Your move: black");
    let over = |screen: &str| {
        screen.contains(" wins, ") || screen.contains("You win") || screen.contains("A draw")
    };
    let moves = |screen: &str| {
        let (_, rest) = screen.split_once("Moves: ").unwrap_or(("", "0"));
        rest.split_whitespace().next().and_then(|word| word.parse::<u32>().ok()).unwrap_or(0)
    };
    let mut rounds = 0;
    loop {
        let screen =
            tmux.wait_until("turn", |screen| over(screen) || screen.contains("Your move: black"));
        if over(&screen) {
            break;
        }
        rounds += 1;
        assert!(rounds < 40, "the game goes on:\n{screen}");
        // Now and then another square than the first.
        tmux.keys(if rounds % 3 == 0 { &["Tab", "Enter"] } else { &["Enter"] });
        tmux.wait_until("move", |now| moves(now) > moves(&screen) || over(now));
    }
    assert!(rounds > 10, "{rounds} moves");
    let screen = tmux.wait_for("Enter: review the");
    // The review judges every move; the game is still there after it.
    tmux.keys(&["Enter"]);
    tmux.wait_for("lost in all: black ");
    tmux.keys(&["1"]);
    tmux.wait_for("black plays");
    tmux.keys(&["Escape"]);
    tmux.wait_for("Enter: review the");
    tmux.keys(&["s", "Enter"]);
    tmux.wait_for("Saved as game-1.txt.");
    tmux.keys(&["q"]);
    tmux.ended(0);
    let log = std::fs::read_to_string(tmux.folder.path().join("game-1.txt")).unwrap();
    assert!(log.contains("# white: wedge:chip=1"), "{log}");
    assert!(log.contains("result: black ") && !log.contains("unfinished"), "{log}\n{screen}");
}

#[test]
#[ignore = "needs tmux: cargo xtask test terminal"]
fn the_terminal_comes_back_however_it_ends() {
    let tmux = Tmux::start();
    tmux.line("play");
    tmux.wait_for("Your move");
    tmux.keys(&["C-c"]);
    tmux.ended(130);

    // In the midst of thinking with all cores.
    tmux.line("play f5d6c3d3c4");
    tmux.wait_for("Your move");
    tmux.keys(&["a"]);
    tmux.wait_for("thinks until you stop it");
    tmux.keys(&["C-c"]);
    tmux.ended(130);

    for signal in ["TERM", "HUP", "INT"] {
        tmux.line("play");
        tmux.wait_for("Your move");
        kill(signal, tmux.folder.path());
        tmux.ended(130);
    }

    tmux.line("WEDGE_PANIC=1 play");
    tmux.wait_for("Your move");
    tmux.keys(&["F12"]);
    tmux.wait_for("asked for by WEDGE_PANIC");
    tmux.ended(101);

    tmux.line("play");
    tmux.wait_for("Your move");
    tmux.keys(&["C-z"]);
    let screen = tmux.wait_until("shell", |screen| screen.contains("topped"));
    assert!(!screen.contains("Keys"), "{screen}");
    tmux.line("fg");
    tmux.wait_for("Your move");
    tmux.keys(&["q"]);
    tmux.wait_for("shell>");
}

/// The programs that play in a folder, by their numbers.
fn players_in(folder: &Path) -> Vec<String> {
    let all = std::fs::read_dir("/proc").unwrap().flatten();
    let here = all.filter(|process| {
        let works_here =
            std::fs::read_link(process.path().join("cwd")).is_ok_and(|cwd| cwd == folder);
        let name = std::fs::read_to_string(process.path().join("comm")).unwrap_or_default();
        works_here && name.trim() == "host-sim"
    });
    here.map(|process| process.file_name().into_string().unwrap()).collect()
}

/// Sends a signal to the program that works in a folder.
fn kill(signal: &str, folder: &Path) {
    let pids = players_in(folder);
    assert_eq!(pids.len(), 1, "one program plays in {}", folder.display());
    let status = Command::new("kill").args(["-s", signal, &pids[0]]).status().unwrap();
    assert!(status.success());
}

#[test]
#[ignore = "needs tmux: cargo xtask test terminal"]
fn colours_letters_sizes_and_clicks() {
    let tmux = Tmux::start();
    for (line, has, has_not) in [
        ("COLORTERM=truecolor play", "38;2;0;72;255", "38;5;27m"),
        ("TERM=tmux-256color play", "38;5;27m", "38;2;"),
        ("TERM=screen play", "38;5;12m", "38;5;27m"),
        ("NO_COLOR=1 COLORTERM=truecolor play", "[+]", "38;"),
    ] {
        tmux.line(line);
        tmux.wait_for("Your move");
        let screen = tmux.run(&["capture-pane", "-p", "-e"]);
        assert!(screen.contains(has) && !screen.contains(has_not), "{line}:\n{screen}");
        tmux.keys(&["q"]);
        tmux.ended(0);
    }
    tmux.line("play --you both");
    tmux.wait_for("Black (blue) to move");
    // A click on f5, the sixth light of the fifth row: columns and rows count from 1.
    let report: Vec<String> = "\x1b[<0;25;12M".bytes().map(|byte| format!("{byte:02x}")).collect();
    let report: Vec<&str> = report.iter().map(String::as_str).collect();
    tmux.run(&[&["send-keys", "-H"][..], &report].concat());
    tmux.wait_for("White (amber) to move");
    tmux.wait_for("│ 1 f5");
    tmux.run(&["resize-window", "-x", "132", "-y", "43"]);
    tmux.wait_for("▐██████▌");
    tmux.run(&["resize-window", "-x", "25", "-y", "8"]);
    tmux.wait_for("columns and 8 rows");
    tmux.run(&["resize-window", "-x", "80", "-y", "24"]);
    tmux.wait_for("Keys");
    tmux.keys(&["q"]);
    tmux.wait_for("to continue: host-sim play f5");
    tmux.ended(0);
}

/// With one button: taps go on, double taps take back; this terminal has no holds.
#[test]
#[ignore = "needs tmux: cargo xtask test terminal"]
fn one_button() {
    let tmux = Tmux::start();
    tmux.line("play --strength 1 --color none");
    tmux.wait_for("3  ·   ·   ·  [+]");
    tmux.keys(&["Space"]);
    tmux.wait_for("4  ·   ·  [+]");
    tmux.keys(&["Enter"]);
    tmux.wait_for("Moves: 2");
    tmux.wait_for("Your move");
    // On a busy machine two taps may come too far apart to be one double tap.
    for _ in 0..10 {
        tmux.keys(&["Space"]);
        sleep(Duration::from_millis(80));
        tmux.keys(&["Space"]);
        sleep(Duration::from_secs(1));
        if tmux.screen().contains("Moves: 0") {
            break;
        }
    }
    tmux.wait_for("Moves: 0 (r: 2 more)");
    tmux.keys(&["m"]);
    tmux.wait_for("Menu: strength 1 of 9");
    tmux.keys(&["Enter", "Space", "Enter"]);
    tmux.wait_for("Menu: strength 2 of 9");
    tmux.keys(&["m", "q"]);
    tmux.ended(0);
}

#[test]
#[ignore = "needs tmux: cargo xtask test terminal"]
fn without_its_terminal_it_ends() {
    let tmux = Tmux::start();
    tmux.line("play --strength 1");
    tmux.wait_for("Your move");
    let folder = tmux.folder.path();
    assert_eq!(players_in(folder).len(), 1);
    tmux.run(&["kill-server"]);
    let started = Instant::now();
    while !players_in(folder).is_empty() {
        assert!(started.elapsed() < Duration::from_secs(20), "it goes on without a terminal");
        sleep(Duration::from_millis(50));
    }
}
