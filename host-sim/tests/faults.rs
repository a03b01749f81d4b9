//! Long jobs when things go wrong: killed at any moment, a full disk, a folder that cannot be
//! written, two runs at a time, too little memory. Nothing is lost, and a job that is resumed ends
//! with the same bytes as one that was never disturbed, times aside.
//!
//! `WEDGE_KILLS` says how often each job is killed (twice if it is not set).
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;
use wedge_engine::SplitMix64;

const PROGRAM: &str = env!("CARGO_BIN_EXE_host-sim");

fn home() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn host_sim(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder).args(line.split(' '));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(folder: &Path, line: &str) -> Output {
    let output = host_sim(folder, line).output().unwrap();
    assert!(output.status.success(), "{line}: {output:?}");
    output
}

/// The line on standard error of a run that gave up with exit code 2.
#[track_caller]
fn refusal(output: Output) -> String {
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    error.trim_end().to_owned()
}

fn kills() -> u64 {
    let text = std::env::var("WEDGE_KILLS").unwrap_or_else(|_| "2".into());
    text.parse().unwrap_or_else(|_| panic!("WEDGE_KILLS={text}: expected a number"))
}

/// A file's bytes; of a CSV file without what depends on the clock.
fn contents(file: &Path) -> Vec<u8> {
    let bytes = fs::read(file).unwrap();
    if file.extension().is_none_or(|ending| ending != "csv") {
        return bytes;
    }
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(&bytes[..]);
    let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let timed: Vec<bool> =
        records[0].iter().map(|name| name.contains("seconds") || name == "nps").collect();
    let kept = |record: &csv::StringRecord| {
        let fields = record.iter().zip(&timed).filter(|(_, timed)| !**timed);
        fields.map(|(field, _)| format!("{field},")).collect::<String>() + "\n"
    };
    records.iter().map(kept).collect::<String>().into_bytes()
}

/// A long job: what to type, and the file that it writes, `OUT` in the line.
struct Job {
    line: &'static str,
    ending: &'static str,
}

const JOBS: [Job; 5] = [
    Job { line: "positions --suite middle --depth 7 --tt-bits 14 --csv OUT", ending: "csv" },
    Job {
        line: "arena wedge:depth=3,tt-bits=10 random first --games 60 --openings random:6 --threads 2 --csv OUT",
        ending: "csv",
    },
    Job {
        line: "cup wedge:depth=3,tt-bits=10 wedge:depth=2,tt-bits=10 first random --groups 1 --games 30 --openings random:6 --csv OUT",
        ending: "csv",
    },
    Job {
        line: "train games --games 2048 --seed 5 --depth 1 --exact 7 --threads 2 --out OUT",
        ending: "pos",
    },
    Job { line: "train label games.pos --depth 3 --count 30 --threads 2 --out OUT", ending: "pos" },
];

impl Job {
    fn typed(&self, name: &str) -> (String, String) {
        let job: Vec<&str> = self.line.split(' ').take(2).collect();
        let job = job.concat().replace([':', '=', ',', '-'], "");
        let file = format!("{name}-{job}.{}", self.ending);
        (self.line.replace("OUT", &file), file)
    }
}

/// A folder with what the jobs read.
fn workshop() -> TempDir {
    let home = home();
    run(home.path(), "train games --games 256 --seed 9 --depth 1 --exact 4 --out games.pos");
    home
}

/// Every job is killed at some moment of its run, again and again, and ends as if it had not been.
#[test]
fn killed_jobs_resume_to_the_same_bytes() {
    let home = workshop();
    let folder = home.path();
    let mut random = SplitMix64::new(1);
    for job in &JOBS {
        let (line, file) = job.typed("whole");
        let started = Instant::now();
        run(folder, &line);
        let time = started.elapsed();
        let wanted = contents(&folder.join(file));
        let (line, file) = job.typed("killed");
        let file = folder.join(file);
        let (mut killed, mut rounds) = (0, 0);
        while killed < kills() {
            // A run that was not killed in time begins again from nothing.
            let resume = if file.exists() { " --resume" } else { "" };
            let mut child = host_sim(folder, &format!("{line}{resume}")).spawn().unwrap();
            std::thread::sleep(time.mul_f64(f64::from(random.below(600)) / 1000.0));
            child.kill().unwrap();
            if child.wait().unwrap().success() {
                assert_eq!(contents(&file), wanted, "{line}");
                fs::remove_file(&file).unwrap();
            } else {
                killed += 1;
            }
            rounds += 1;
            assert!(rounds < 50 * (killed + 1), "{line}: always done before it is killed");
        }
        run(folder, &format!("{line}{}", if file.exists() { " --resume" } else { "" }));
        assert_eq!(contents(&file), wanted, "{line}: after {killed} kills");
        println!("{line}: killed {killed} times");
    }
}

/// However a file was cut off, the job goes on with it: at every byte of the first rows and of the
/// last.
#[test]
fn a_file_that_was_cut_off_anywhere_is_gone_on_with() {
    let home = home();
    let folder = home.path();
    for (line, name, step) in [
        ("positions --suite ffo1-19 --depth 1 --tt-bits 4 --csv cut.csv", "cut.csv", 97),
        ("train games --games 512 --seed 5 --depth 1 --exact 1 --out cut.pos", "cut.pos", 40_009),
    ] {
        run(folder, line);
        let file = folder.join(name);
        let whole = fs::read(&file).unwrap();
        let wanted = contents(&file);
        for cut in (0..whole.len()).step_by(step).chain([1, whole.len() - 1]) {
            fs::write(&file, &whole[..cut]).unwrap();
            run(folder, &format!("{line} --resume"));
            assert_eq!(contents(&file), wanted, "cut off at byte {cut} of {}", whole.len());
        }
    }
}

/// Runs a job that may write only so many KiB to a file: the write that crosses the limit is cut
/// short, and the next one fails, as on a full disk.
fn with_little_room(folder: &Path, kib: u32, line: &str) -> Output {
    let script = format!("trap '' XFSZ; ulimit -f {kib}; exec \"$0\" {line}");
    // Bash counts in KiB, other shells in half of them.
    let mut command = Command::new("bash");
    command.current_dir(folder).args(["-c", &script, PROGRAM]).output().unwrap()
}

#[test]
fn a_full_disk_is_told_and_costs_no_whole_row() {
    let home = workshop();
    let folder = home.path();
    for job in &JOBS {
        let (line, file) = job.typed("whole");
        run(folder, &line);
        let wanted = contents(&folder.join(file));
        let (line, file) = job.typed("full");
        let path = folder.join(&file);
        for (kib, resume) in [(1, ""), (2, " --resume")] {
            let error = refusal(with_little_room(folder, kib, &format!("{line}{resume}")));
            assert!(error.contains(&format!("{file}: cannot be written: ")), "{error}");
            assert!(error.contains("File too large"), "{error}");
            assert!(fs::metadata(&path).unwrap().len() <= u64::from(kib) << 10);
            if job.ending == "csv" {
                let text = fs::read_to_string(&path).unwrap();
                assert!(text.ends_with('\n') && text.lines().count() > 1, "{line}: {text}");
            }
        }
        run(folder, &format!("{line} --resume"));
        assert_eq!(contents(&path), wanted, "{line}");
    }
    let error = refusal(host_sim(folder, "positions --depth 1 --csv /dev/full").output().unwrap());
    assert!(error.starts_with("error: /dev/full: cannot be written: No space left"), "{error}");
}

/// The same on a real disk of 64 KiB, where this machine lets us mount one.
#[test]
fn a_small_disk_that_is_full_is_told() {
    let home = home();
    let disk = home.path().join("disk");
    fs::create_dir(&disk).unwrap();
    let mount = |args: &[&str]| {
        let status =
            Command::new(args[0]).args(&args[1..]).arg(&disk).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    if !mount(&["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs"]) {
        println!("left out: this machine does not let us mount a disk");
        return;
    }
    let job = "train games --games 1024 --seed 5 --depth 1 --exact 1 --out disk/a.pos";
    let full = host_sim(home.path(), job).output().unwrap();
    let length = fs::metadata(disk.join("a.pos")).map(|about| about.len());
    // What is there stays good: moved to where there is room, the job goes on.
    let kept = fs::copy(disk.join("a.pos"), home.path().join("a.pos"));
    assert!(mount(&["umount"]));
    let error = refusal(full);
    assert!(error.starts_with("error: disk/a.pos: cannot be written: No space left"), "{error}");
    assert!(length.unwrap() <= 64 << 10);
    kept.unwrap();
    let job = job.replace("disk/", "");
    run(home.path(), &format!("{job} --resume"));
    run(home.path(), &job.replace("a.pos", "whole.pos"));
    let read = |name: &str| fs::read(home.path().join(name)).unwrap();
    assert_eq!(read("a.pos"), read("whole.pos"));
}

/// A command that runs as somebody without rights, if this is somebody with all of them.
fn without_rights(folder: &Path, line: &str) -> Option<Command> {
    let probe = folder.join("probe");
    if fs::write(&probe, "").is_err() {
        return Some(host_sim(folder, line));
    }
    fs::remove_file(probe).unwrap();
    let mut command = Command::new("setpriv");
    command.args(["--reuid", "65534", "--regid", "65534", "--clear-groups", PROGRAM]);
    command.current_dir(folder).args(line.split(' '));
    let works = Command::new("setpriv").args(["--reuid", "65534", PROGRAM, "--version"]).output();
    works.is_ok_and(|output| output.status.success()).then_some(command)
}

#[test]
fn a_folder_that_cannot_be_written_is_told_before_any_work() {
    use std::os::unix::fs::PermissionsExt;
    let home = workshop();
    let set =
        |mode: u32| fs::set_permissions(home.path(), fs::Permissions::from_mode(mode)).unwrap();
    set(0o555);
    let there = || -> Vec<PathBuf> {
        fs::read_dir(home.path()).unwrap().map(|entry| entry.unwrap().path()).collect()
    };
    let before = there();
    for job in &JOBS {
        let (line, file) = job.typed("out");
        let Some(mut command) = without_rights(home.path(), &line) else {
            println!("left out: root may write everywhere, and cannot be anyone else here");
            break;
        };
        let started = Instant::now();
        let error = refusal(command.output().unwrap());
        assert!(
            error.contains(&format!("{file}: cannot be written: Permission denied")),
            "{error}"
        );
        assert!(started.elapsed() < Duration::from_secs(20));
        assert_eq!(there(), before);
    }
    if let Some(mut command) = without_rights(home.path(), "report .") {
        assert_eq!(command.output().unwrap().status.code(), Some(2));
    }
    set(0o755);
}

fn wait_for(what: &str, mut done: impl FnMut() -> bool) {
    let started = Instant::now();
    while !done() {
        assert!(started.elapsed() < Duration::from_secs(60), "{what} does not come");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Starts a job and waits until it has written something.
fn under_way(folder: &Path, line: &str, file: &Path) -> Child {
    let child = host_sim(folder, line).spawn().unwrap();
    wait_for("the first row", || fs::metadata(file).is_ok_and(|about| about.len() > 200));
    child
}

#[test]
fn two_runs_never_write_to_the_same_file() {
    let home = workshop();
    let folder = home.path();
    for job in &JOBS {
        let (line, file) = job.typed("whole");
        run(folder, &line);
        let wanted = contents(&folder.join(file));
        let (line, file) = job.typed("shared");
        let path = folder.join(&file);
        let mut first = under_way(folder, &line, &path);
        for more in ["", " --resume", " --force"] {
            if job.ending == "pos" && more == " --force" {
                continue;
            }
            let output = host_sim(folder, &format!("{line}{more}")).output().unwrap();
            // Either the first one has it still, or it was done meanwhile and nothing is left to do.
            if first.try_wait().unwrap().is_none() {
                let error = refusal(output);
                let busy =
                    format!("{file}: another run is writing to it: expected a different file");
                let there = format!("{file}: the file already exists");
                let wanted = if more.is_empty() { there } else { busy };
                assert!(error.contains(&wanted), "{line}{more}: {error}");
            }
        }
        assert!(first.wait().unwrap().success());
        assert_eq!(contents(&path), wanted, "{line}");
    }
}

/// The file of a book is replaced whenever it is saved, and still has one writer at a time.
#[test]
fn a_book_has_one_writer_and_outlives_a_kill() {
    let home = home();
    let folder = home.path();
    let build = |name: &str, positions: u32, more: &str| {
        format!("book build --out {name} --depth 2 --positions {positions}{more}")
    };
    run(folder, &build("whole.book", 300, ""));
    let book = folder.join("shared.book");
    let mut first = host_sim(folder, &build("shared.book", 10_000_000, "")).spawn().unwrap();
    wait_for("the book", || book.exists());
    for line in [build("shared.book", 300, " --resume"), "book learn shared.book f5d6".to_owned()] {
        let error = refusal(host_sim(folder, &line).output().unwrap());
        assert!(error.contains("shared.book: another run is writing to it"), "{error}");
    }
    first.kill().unwrap();
    first.wait().unwrap();
    run(folder, &build("shared.book", 300, " --resume"));
    assert_eq!(contents(&book), contents(&folder.join("whole.book")));
    assert!(!folder.join("shared.book.part").exists());
}

#[test]
fn two_main_jobs_never_write_to_the_same_folder() {
    let home = home();
    let mut first = Command::new(PROGRAM);
    let mut first = first.current_dir(home.path()).stdout(Stdio::null()).spawn().unwrap();
    let csv = home.path().join("reports/positions.csv");
    wait_for("the first row", || fs::metadata(&csv).is_ok_and(|about| about.len() > 100));
    let second = Command::new(PROGRAM).current_dir(home.path()).output().unwrap();
    let error = refusal(second);
    assert!(error.starts_with("error: reports: another run is writing there"), "{error}");
    assert!(csv.exists() && !home.path().join("reports/earlier").exists());
    first.kill().unwrap();
    first.wait().unwrap();
}

/// A table that does not fit is refused before any file is touched.
#[test]
fn a_table_larger_than_memory_is_refused_before_any_work() {
    let home = home();
    let folder = home.path();
    fs::write(folder.join("kept.csv"), "mine").unwrap();
    let start = "---------------------------OX------XO--------------------------- X";
    fs::write(folder.join("start.txt"), start).unwrap();
    for line in [
        "positions start.txt --depth 1 --tt-bits 32 --csv OUT",
        "solve --suite ffo1-19 --tt-bits 32 --csv OUT",
        "arena wedge:tt-bits=32 first --games 2 --csv OUT",
        "cup wedge:tt-bits=32 first --csv OUT",
        "game --black wedge:tt-bits=32 --white first --csv OUT",
        "analyze f5d6 --tt-bits 32 --csv OUT",
        "hint f5d6 --tt-bits 32 --csv OUT",
        "compare --tt-bits 32 --csv OUT",
    ] {
        // As much memory as a program may ask for: the same on any machine.
        for (name, more) in [("new.csv", ""), ("kept.csv", " --force")] {
            let line = line.replace("OUT", name) + more;
            let script = format!("ulimit -v 4000000; exec \"$0\" {line}");
            let mut shell = Command::new("bash");
            let shell = shell.current_dir(folder).args(["-c", &script, PROGRAM]);
            let error = refusal(shell.output().unwrap());
            assert!(error.contains("table size 32: "), "{line}: {error}");
        }
        assert!(!folder.join("new.csv").exists(), "{line}");
        assert_eq!(fs::read_to_string(folder.join("kept.csv")).unwrap(), "mine", "{line}");
    }
}
