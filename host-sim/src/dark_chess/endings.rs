//! `host-sim dark-chess endings`: makes the endgame tables; and how players get them.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use wedge_dark_chess::{
    DEFAULT_QUIET_LIMIT, Endings, Layout, PackedEndings, Position, Rules, Tablebase, Verdict,
    class_len, classes, solve, solve_class, table_len,
};

use crate::io::exit_status::ExitStatus;
use crate::io::output_file;
use crate::io::progress::{interrupted, progress_bar};

/// The options of `host-sim dark-chess endings`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  host-sim dark-chess endings endings-4.bin
  host-sim dark-chess endings endings-3.bin --pieces 3
  host-sim dark-chess endings endings-5.bin --pieces 5 --resume
  host-sim dark-chess arena best:endings=endings-4.bin original

Every ending of so many face-up pieces, a byte each: the result and the plies to
the next capture. Four pieces take 39 MB and some 10 seconds; five take 3.9 GB
of disk, 60 MB of memory and about 10 minutes. The tables are written as they
are made, and --resume continues after the last whole one. A player leaves those
of five pieces on the disk.

--packed makes the tables that come with the engine: up to three pieces in
15 KB, for the board.")]
pub(super) struct EndingsArgs {
    /// The file to write
    #[arg(value_name = "OUT")]
    file: PathBuf,
    /// The most pieces on the board
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=5))]
    pieces: u8,
    /// Plies without capture or flip that make a draw
    #[arg(long, value_name = "PLIES", default_value_t = DEFAULT_QUIET_LIMIT,
          value_parser = clap::value_parser!(u8).range(1..))]
    quiet: u8,
    /// Make the tables of up to three pieces as the board has them
    #[arg(long, conflicts_with_all = ["pieces", "quiet", "resume"])]
    packed: bool,
    /// Continue an interrupted file
    #[arg(long)]
    resume: bool,
    /// Replace the file if it exists
    #[arg(long, conflicts_with = "resume")]
    force: bool,
}

/// A file starts with these, the number of pieces and the quiet plies.
const MAGIC: &[u8; 6] = b"WDCE1\n";
const HEADER_LEN: usize = MAGIC.len() + 2;
/// Tables of more pieces stay on the disk.
const MOST_IN_MEMORY: usize = 4;

pub(super) fn run(args: &EndingsArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    if args.packed {
        return pack(args, out);
    }
    let (pieces, rules) = (usize::from(args.pieces), Rules::quiet_limit(args.quiet));
    // Those of fewer pieces are made in memory; then each class is written when it is whole, since it
    // needs no other of as many pieces.
    let fewer = (pieces - 1).max(2);
    let class_len = class_len(pieces);
    let list = if pieces > fewer { classes(pieces) } else { Default::default() };
    let start = HEADER_LEN + table_len(fewer);
    let total = start + list.len() * class_len;
    let header = header(args.pieces, args.quiet);
    let resumes = args.resume && args.file.is_file();
    let done = if resumes { whole_classes(&args.file, &header, start, class_len)? } else { None };
    let [file] = output_file::open_all([Some(args.file.as_path())], args.force || resumes)?;
    let file = file.context("a file to write")?;
    let (count, megabytes) = (list.len(), total as f64 / 1e6);
    if pieces > MOST_IN_MEMORY {
        writeln!(
            out,
            "{pieces} pieces: {megabytes:.0} MB on the disk, {count} classes of about 3 s each"
        )?;
    }
    if let Some(done) = done {
        writeln!(out, "{done} of {count} classes are there already")?;
    }
    let done = done.filter(|&done| done > 0 || count == 0);
    let started = Instant::now();
    let lower = make(fewer, rules)?;
    let mut file = match done {
        Some(done) => file.continue_after((start + done * class_len) as u64)?,
        None => {
            let mut file = file.begin()?;
            file.write_whole(&[header.as_slice(), &lower].concat())?;
            file
        }
    };
    let lower = Endings::new(fewer, rules, &lower).context("tables just made")?;
    let bar = progress_bar("classes", count);
    bar.set_position(done.unwrap_or(0) as u64);
    bar.reset_eta();
    let mut table = vec![0; class_len];
    for (_, material) in list.iter().skip(done.unwrap_or(0)) {
        if interrupted() {
            bar.finish_and_clear();
            writeln!(out, "{}: not finished; --resume continues it", args.file.display())?;
            return Ok(ExitStatus::Interrupted);
        }
        solve_class(material, &lower, rules, &mut table)?;
        file.write_whole(&table)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    file.sync()?;
    let seconds = started.elapsed().as_secs_f64();
    writeln!(out, "{}: {total} bytes, {seconds:.1} s", args.file.display())?;
    Ok(ExitStatus::Done)
}

/// Writes the tables of the board.
fn pack(args: &EndingsArgs, out: &mut dyn Write) -> Result<ExitStatus> {
    let [file] = output_file::open_all([Some(args.file.as_path())], args.force)?;
    let mut file = file.context("a file to write")?.begin()?;
    let tables = make(3, Rules::default())?;
    let endings = Endings::new(3, Rules::default(), &tables).context("tables just made")?;
    let mut memory = vec![0; PackedEndings::MOST];
    let packed = PackedEndings::pack(&endings, &mut memory).context("tables that fit")?;
    file.write_whole(packed.bytes())?;
    file.sync()?;
    writeln!(out, "{}: {} bytes", args.file.display(), packed.bytes().len())?;
    Ok(ExitStatus::Done)
}

fn header(pieces: u8, quiet: u8) -> [u8; HEADER_LEN] {
    let mut header = [0; HEADER_LEN];
    header[..MAGIC.len()].copy_from_slice(MAGIC);
    header[MAGIC.len()..].copy_from_slice(&[pieces, quiet]);
    header
}

fn make(pieces: usize, rules: Rules) -> Result<Vec<u8>> {
    let mut bytes = vec![0; table_len(pieces)];
    let count = (2..=pieces).map(|n| classes(n).len()).sum();
    let bar = progress_bar("classes of fewer pieces", count);
    solve(pieces, rules, &mut bytes, |done| bar.set_position(done as u64))?;
    bar.finish_and_clear();
    Ok(bytes)
}

/// The whole classes of an interrupted file; `None` if it has not even the tables of fewer pieces.
fn whole_classes(
    path: &Path,
    header: &[u8],
    start: usize,
    class_len: usize,
) -> Result<Option<usize>> {
    let place = || path.display().to_string();
    let file = File::open(path).with_context(place)?;
    let len = file.metadata().with_context(place)?.len() as usize;
    let mut found = Vec::new();
    file.take(HEADER_LEN as u64).read_to_end(&mut found).with_context(place)?;
    ensure!(
        header.starts_with(&found),
        "{}: expected a file of `host-sim dark-chess endings` with the same options",
        path.display()
    );
    Ok(len.checked_sub(start).map(|rest| rest / class_len))
}

/// Reads a file of tables. They live as long as the program.
pub(super) fn load(path: &Path) -> Result<&'static dyn Tablebase> {
    let place = || path.display().to_string();
    let expected =
        || anyhow!("{}: expected a whole file of `host-sim dark-chess endings`", path.display());
    let mut file = File::open(path).with_context(place)?;
    let mut header = [0; HEADER_LEN];
    file.read_exact(&mut header).map_err(|_| expected())?;
    let (magic, [pieces, quiet]) = header.split_last_chunk().ok_or_else(expected)?;
    let (pieces, quiet) = (usize::from(*pieces), *quiet);
    let whole = HEADER_LEN + table_len(pieces);
    let len = file.metadata().with_context(place)?.len();
    ensure!(magic == MAGIC && quiet > 0 && (2..=5).contains(&pieces), expected());
    ensure!(len == whole as u64, expected());
    let rules = Rules::quiet_limit(quiet);
    if pieces > MOST_IN_MEMORY {
        let file = Mutex::new(file);
        return Ok(Box::leak(Box::new(OnDisk { file, layout: Layout::new(pieces), rules })));
    }
    let bytes = fs::read(path).with_context(place)?;
    let tables: &'static [u8] = Vec::leak(bytes[HEADER_LEN..].to_vec());
    let endings = Endings::new(pieces, rules, tables).ok_or_else(expected)?;
    Ok(Box::leak(Box::new(endings)))
}

/// Tables that stay on the disk: a probe reads one byte.
#[derive(Debug)]
struct OnDisk {
    file: Mutex<File>,
    layout: Layout,
    rules: Rules,
}

impl Tablebase for OnDisk {
    fn suits(&self, rules: Rules) -> bool {
        rules.quiet_limit >= self.rules.quiet_limit
    }

    fn probe(&self, position: &Position) -> Option<Verdict> {
        let place = HEADER_LEN + self.layout.place(position)?;
        let mut file = self.file.lock().ok()?;
        let mut byte = [0];
        // A disk that fails is as if there were no tables.
        file.seek(SeekFrom::Start(place as u64)).ok()?;
        file.read_exact(&mut byte).ok()?;
        Some(Verdict::from_byte(byte[0]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_on_the_disk_answer_as_those_in_memory() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("e.bin");
        let bytes = make(3, Rules::default()).unwrap();
        fs::write(&path, [header(3, 60).as_slice(), &bytes].concat()).unwrap();
        let file = Mutex::new(File::open(&path).unwrap());
        let on_disk = OnDisk { file, layout: Layout::new(3), rules: Rules::default() };
        let in_memory = load(&path).unwrap();
        let (mut probes, mut wins) = (0, 0);
        for from in 0..32 {
            for to in (0..32).filter(|to| *to != from && *to != 5) {
                let mut board = [b'.'; 32];
                (board[5], board[from], board[to]) = (b'K', b'G', b'm');
                let ranks: Vec<&str> =
                    board.chunks(4).map(|rank| std::str::from_utf8(rank).unwrap()).collect();
                let text = format!("{} r - 0", ranks.join("/"));
                let Ok(position) = text.parse::<Position>() else { continue };
                assert_eq!(on_disk.probe(&position), in_memory.probe(&position), "{text}");
                wins += u32::from(matches!(on_disk.probe(&position), Some(Verdict::Win(_))));
                probes += 1;
            }
        }
        assert!(probes > 900 && wins > 800, "{probes} {wins}");
    }
}
