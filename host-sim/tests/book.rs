//! `host-sim book` as its users meet it, and games that are opened from books.

use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use wedge_engine::{Book, Game, Move};

fn output(folder: &Path, line: &str, input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_host-sim"));
    command.current_dir(folder).args(line.split_whitespace()).write_stdin(input).output().unwrap()
}

/// The standard output of a run that went well.
fn run(folder: &Path, line: &str) -> String {
    let output = output(folder, line, "");
    assert!(output.status.success(), "{line}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The line on standard error of a run that was refused.
fn refused(folder: &Path, line: &str) -> String {
    let output = output(folder, line, "");
    assert_eq!(output.status.code(), Some(2), "{line}: {output:?}");
    String::from_utf8(output.stderr).unwrap().trim_end().to_owned()
}

/// The answers of `host-sim gtp` to some lines.
fn answers(folder: &Path, options: &str, lines: &str) -> Vec<String> {
    let output = output(folder, &format!("gtp --tt-bits 12 {options}"), lines);
    assert!(output.status.success(), "{options}: {output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.trim_end().split("\n\n").map(|answer| answer.trim_start_matches("= ").to_owned()).collect()
}

#[test]
fn threads_and_interruptions_do_not_change_a_book() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let bytes = |name: &str| fs::read(folder.join(name)).unwrap();
    let said = run(folder, "book build --out one.book --positions 400 --level 2");
    assert!(said.starts_with("one.book: 4"), "{said}");
    run(folder, "book build --out two.book --positions 400 --level 2 --threads 3");
    assert_eq!(bytes("one.book"), bytes("two.book"));
    // In three goes.
    for positions in [30, 200, 400] {
        let rest = format!("--positions {positions} --level 2 --resume");
        run(folder, &format!("book build --out three.book {rest}"));
    }
    assert_eq!(bytes("one.book"), bytes("three.book"));
    let said = run(folder, "book verify one.book --sample 5 --level 3");
    assert!(said.contains("\nno errors found\n5 positions searched with level=3"), "{said}");

    assert_eq!(
        refused(folder, "book build --out one.book --positions 500 --level 2"),
        "error: one.book: the file already exists: expected a new name, or --resume to \
         continue it"
    );
    let other = refused(folder, "book build --out one.book --positions 500 --level 3 --resume");
    assert!(other.contains("was made by `book level=2 "), "{other}");
    let by_time = refused(folder, "book build --out new.book --time 1");
    assert_eq!(by_time, "error: --time: expected --level, --depth or --nodes for a book");
    assert!(!folder.join("new.book").exists());
}

#[test]
fn a_packed_book_is_small_whole_and_what_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(folder, "book build --out all.book --positions 400 --level 2");
    let said = run(folder, "book pack all.book --out small.book --bytes 232");
    assert!(said.starts_with("small.book: 100 of 4"), "{said}");
    assert_eq!(fs::read(folder.join("small.book")).unwrap().len(), 232);
    let refusal = refused(folder, "book pack all.book --out small.book");
    assert!(refusal.starts_with("error: small.book: the file already exists"), "{refusal}");
    let said = run(folder, "book verify small.book");
    assert!(said.starts_with("small.book: 100 positions, 232 bytes packed"), "{said}");
    // A look-up finds every position that has moves.
    let bytes = fs::read(folder.join("small.book")).unwrap();
    let book = Book::from_bytes(&bytes).unwrap();
    let mut positions = 0;
    book.walk(|step| {
        assert!(book.find(&step.board).is_some() || !step.has_next, "{:?}", step.board);
        positions += 1;
        true
    });
    assert_eq!(positions, 100);
    // What is in the small one, the large one says as well.
    let table = |book: &str| -> Vec<String> {
        let said = run(folder, &format!("book show --book {book} f5"));
        let rows = said.lines().skip_while(|line| !line.starts_with("move"));
        rows.skip(1)
            .map(|row| row.split_whitespace().take(2).collect::<Vec<_>>().join(" "))
            .collect()
    };
    let (small, all) = (table("small.book"), table("all.book"));
    assert!(small.len() > 1 && small[..small.len() - 1].iter().all(|row| all.contains(row)));
    // The same, seen in a mirror.
    let said = run(folder, "book show --book small.book d3");
    assert!(said.contains("moves are in the book"), "{said}");
}

#[test]
fn a_damaged_book_is_refused_by_everyone() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(folder, "book build --out a.book --positions 40 --level 1");
    run(folder, "book pack a.book --out a.packed");
    for name in ["a.book", "a.packed"] {
        let whole = fs::read(folder.join(name)).unwrap();
        let spoil = |at: usize| {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x10;
            bytes
        };
        let cut = whole[..whole.len() - 1].to_vec();
        let spoilt = [0, 9, 13, whole.len() / 2, whole.len() - 1].map(spoil);
        for bytes in spoilt.into_iter().chain([cut, Vec::new()]) {
            fs::write(folder.join("bad"), bytes).unwrap();
            for line in [
                "book verify bad",
                "book show --book bad",
                "gtp --book bad",
                "nboard --book bad",
                "game --black wedge:book=bad --white first",
            ] {
                let error = refused(folder, line);
                assert!(error.contains("book `bad`: "), "{line}: {error}");
            }
            assert!(refused(folder, "book pack bad --out c").starts_with("error: bad: "));
            assert!(refused(folder, "book learn bad f5").starts_with("error: bad: "));
        }
    }
    let missing = refused(folder, "gtp --book missing");
    assert!(missing.contains("book `missing`: ") && missing.contains("or built-in"), "{missing}");
}

#[test]
fn games_are_learnt() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(folder, "book build --out a.book --positions 20 --level 1");
    let nothing = refused(folder, "book learn a.book");
    assert!(nothing.contains("nothing to learn"), "{nothing}");
    // Moves that nobody recommends.
    let game = "f5f4c3c4d3e2b4";
    assert!(run(folder, &format!("book show --book a.book {game}")).contains("not in the book"));
    fs::write(folder.join("games.txt"), format!("{game}\nf5d6\n")).unwrap();
    let said = run(folder, "book learn a.book games.txt --level 1");
    assert!(said.starts_with("a.book: ") && said.ends_with(" new\n"), "{said}");
    assert!(run(folder, "book verify a.book").contains("no errors found"));
    let packed = run(folder, "book show --book a.book f5f4c3c4d3");
    assert!(packed.contains("moves are in the book"), "{packed}");
    let before = fs::read(folder.join("a.book")).unwrap().len();
    run(folder, "book learn a.book --more 50 --level 1");
    assert!(fs::read(folder.join("a.book")).unwrap().len() >= before + 50 * 24);
    // A whole game: its end is solved.
    let whole = run(folder, "game --black wedge:depth=1 --white wedge:depth=2");
    fs::write(folder.join("whole.txt"), whole).unwrap();
    let said = run(folder, "book learn a.book whole.txt --level 3");
    assert!(!said.contains(" 0 solved"), "{said}");
    assert!(run(folder, "book verify a.book").contains("no errors found"));
}

/// A game against itself from the start: first from the book, then by searches, to the end.
#[test]
fn the_engine_opens_from_the_book_and_leaves_it() {
    let folder = tempfile::tempdir().unwrap();
    let sides = ["black", "white"];
    let lines: String = (0..60)
        .map(|ply| format!("genmove {}\nlast_search\n", sides[ply % 2]))
        .chain(["transcript\n".to_owned()])
        .collect();
    let play = |options: &str| answers(folder.path(), options, &lines);
    let said = play("--depth 2 --seed 4");
    let mut game = Game::default();
    let mut known = Vec::new();
    for pair in said[..said.len() - 1].chunks(2) {
        if pair[0].starts_with('?') || game.is_over() {
            continue;
        }
        let mv = pair[0].parse().unwrap();
        let made = if game.position().must_pass() && mv != Move::Pass {
            game.play(Move::Pass).and_then(|()| game.play(mv))
        } else {
            game.play(mv)
        };
        made.unwrap();
        known.push(pair[1].contains("\ndepth 0\nnodes 0\n"));
    }
    let left = known.iter().position(|known| !known).unwrap();
    assert!(left >= 2, "{known:?}");
    assert!(game.moves().len() > 20, "{game}");
    // The same seed plays the same game, another one another.
    assert_eq!(play("--depth 2 --seed 4").last(), said.last());
    assert!((5..15).any(|seed| play(&format!("--depth 2 --seed {seed}")).last() != said.last()));
    // Without a book it searches from the first move on, and so does the lowest level.
    for options in ["--depth 2 --book none", "--chip 1"] {
        assert!(!play(options)[1].contains("\ndepth 0\n"), "{options}");
    }
    // A move that is only to be named is looked for without book and chance.
    let named = "play b f5\nreg_genmove w\nlast_search\n";
    let said = answers(folder.path(), "--depth 2", named);
    assert!(said[2].contains("\ndepth 2\n"), "{said:?}");
}

#[test]
fn players_open_from_books_by_their_seed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(folder, "book build --out a.book --positions 200 --level 2");
    let game = |options: &str| {
        let player = format!("wedge:depth=1,tt-bits=10{options}");
        run(folder, &format!("game --black {player} --white {player}"))
    };
    let moves = |log: String| {
        let transcript = log.lines().find(|line| line.starts_with("transcript: "));
        transcript.map(str::to_owned).unwrap()
    };
    let one = moves(game(",book=a.book,seed=1"));
    assert_eq!(one, moves(game(",book=a.book,seed=1")));
    assert!((2..12).any(|seed| moves(game(&format!(",book=a.book,seed={seed}"))) != one));
}
