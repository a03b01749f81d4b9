//! Ends everything that a program started, also processes that left its process group.
//!
//! Linux hands the environment of a program to all its descendants and shows it in `/proc`. So a
//! variable of its own marks a program, and whoever still has it is ended with it. A process escapes
//! if it erases its environment or runs as another user.

use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

/// The mark of a program and of all that it starts.
pub(crate) struct Mark(String);

impl Mark {
    /// Marks a program that is about to be started.
    pub(crate) fn put_on(command: &mut Command) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        // A name that no program further up or beside it has: marks add up.
        let name = format!("WEDGE_ENGINE_{}_{number}", std::process::id());
        command.env(&name, "1");
        Self(name)
    }

    /// Kills all processes with the mark. Where there is no `/proc` it does nothing.
    pub(crate) fn kill(&self) {
        // A process may start another one just before it is killed.
        for _ in 0..ROUNDS {
            if self.kill_once() == 0 {
                return;
            }
        }
    }

    #[cfg(target_os = "linux")]
    fn kill_once(&self) -> usize {
        use nix::sys::signal::{Signal, kill};
        use nix::unistd::Pid;

        let wanted = format!("{}=1", self.0);
        let has_mark = |pid: i32| {
            // A process that has ended but is not yet waited for has an empty environment.
            let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            environment.split(|&byte| byte == 0).any(|variable| variable == wanted.as_bytes())
        };
        let Ok(entries) = std::fs::read_dir("/proc") else { return 0 };
        let pids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        pids.filter(|&pid| has_mark(pid) && kill(Pid::from_raw(pid), Signal::SIGKILL).is_ok())
            .count()
    }

    #[cfg(not(target_os = "linux"))]
    fn kill_once(&self) -> usize {
        let _ = &self.0;
        0
    }
}

/// How often to look for processes that are left.
const ROUNDS: usize = 20;

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    use super::*;

    fn is_alive(pid: i32) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        // The state follows the name, which is in parentheses; Z has ended.
        stat.rsplit_once(')').is_some_and(|(_, rest)| !rest.trim_start().starts_with('Z'))
    }

    /// A grandchild in a session of its own, as daemons have, ends with the program that started it;
    /// the child of another program does not.
    #[test]
    fn daemons_of_a_program_end_with_it() {
        let script = "setsid sh -c 'echo $$; exec sleep 1000' & wait";
        let start = || {
            let mut command = Command::new("sh");
            command.args(["-c", script]).stdout(Stdio::piped());
            let mark = Mark::put_on(&mut command);
            let mut child = command.spawn().unwrap();
            let mut line = String::new();
            BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
            (mark, child, line.trim().parse::<i32>().unwrap())
        };
        let (one, mut first, daemon) = start();
        let (other, mut second, stays) = start();
        assert!(is_alive(daemon) && is_alive(stays));
        // The program itself may have ended before.
        first.kill().unwrap();
        first.wait().unwrap();
        one.kill();
        let killed = Instant::now();
        while is_alive(daemon) {
            assert!(killed.elapsed() < Duration::from_secs(20), "the daemon is still there");
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(is_alive(stays), "of another program");
        other.kill();
        second.wait().unwrap();
    }
}
