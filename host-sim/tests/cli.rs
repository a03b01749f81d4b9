//! The program as its users meet it: what it prints, what it writes, and what it refuses.

#[path = "support/program.rs"]
mod program;

use std::fs;

use program::{home, refused, run};
use wedge_engine::bench;

const POSITIONS_HEADER: &str =
    "name,side,empties,limit,depth,score,bound,move,line,seconds,nodes,nps,table_fill,board,run";
const GAME_HEADER: &str = "ply,side,move,score,depth,seconds,nodes,nps,black,white";
const START: &str = "---------------------------OX------XO--------------------------- X";
const MIDGAME: &str = "-XXXX-O----OXO---OOOOXXX-OOOOXOO--OOXOXX--XOXXXX--XXOX-----XXXX- X";
const SMALL_START: &str = "--------------OX----XO-------------- X";

#[test]
fn every_command_has_help_with_examples() {
    let home = home();
    for command in [
        &[][..],
        &["positions"],
        &["solve"],
        &["game"],
        &["players"],
        &["arena"],
        &["cup"],
        &["report"],
        &["gtp"],
        &["nboard"],
        &["agent"],
        &["hint"],
        &["analyze"],
        &["convert"],
        &["completions"],
        &["keys"],
        &["perft"],
        &["bench"],
        &["compare"],
    ] {
        let help = run(home.path(), &[command, &["--help"]].concat());
        assert!(help.contains("Examples:\n  host-sim"), "{command:?}: {help}");
        assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
    }
}

#[test]
fn bad_input_is_refused_in_one_line() {
    let home = home();
    let path = home.path();
    fs::write(path.join("six.obf"), SMALL_START).unwrap();
    fs::write(path.join("broken.obf"), format!("{START}\n{START}; f5:+x; % two\n")).unwrap();
    fs::write(path.join("short.txt"), &START[1..]).unwrap();
    fs::write(path.join("empty.txt"), "# nothing\n").unwrap();
    fs::write(path.join("binary.obf"), [0xFF, 0xFE, 0x00]).unwrap();
    let bits = "table size `BITS`: expected 2 to 32, the number of entries as a power of two (22 \
                takes 64 MiB, 26 takes 1 GiB), or auto";
    let bits = |value: &str| {
        let why = bits.replace("BITS", value);
        format!("error: invalid value '{value}' for '--tt-bits <B>': {why} (see --help)")
    };
    for (args, wanted) in [
        ("positions --tt-bits 0", bits("0").as_str()),
        ("positions --tt-bits 70", &bits("70")),
        (
            "positions --suite nothing",
            "error: invalid value 'nothing' for '--suite <NAME>' [possible values: default, \
             ffo1-19, ffo20-39, ffo40-49, middle] (see --help)",
        ),
        (
            "positions --ordering best",
            "error: invalid value 'best' for '--ordering <ORDERING>' [possible values: static, ht, \
             full] (see --help)",
        ),
        (
            "positions --depth 61",
            "error: invalid value '61' for '--depth <D>': depth `61`: expected plies from 1 to 60 \
             (see --help)",
        ),
        (
            "positions --time 0",
            "error: invalid value '0' for '--time <S>': time `0`: expected seconds from 0.001 to \
             86400 (see --help)",
        ),
        (
            "positions --nodes 0",
            "error: invalid value '0' for '--nodes <N>': nodes `0`: expected a whole number from 1 \
             on (see --help)",
        ),
        (
            "positions --depth 3 --exact",
            "error: the argument '--depth <D>' cannot be used with '--exact' (see --help)",
        ),
        (
            "positions none.obf",
            "error: none.obf: expected a text file of boards or OBF lines: No such file or \
             directory (os error 2)",
        ),
        (
            "positions binary.obf",
            "error: binary.obf: expected a text file of boards or OBF lines: a zero byte: expected \
             text",
        ),
        ("positions six.obf", "error: six.obf: line 1: a board of 6x6: expected 8x8"),
        (
            "positions broken.obf",
            "error: broken.obf: line 2: the field at character 69 is no score of a move: expected \
             one such as f5:+12",
        ),
        (
            "positions short.txt",
            "error: short.txt: line 1: the player to move is missing: expected X or O after the 64 \
             squares",
        ),
        (
            "positions empty.txt",
            "error: empty.txt: no position in it: expected boards or OBF lines",
        ),
        (
            "positions --csv empty.txt/out.csv --depth 1",
            "error: empty.txt: cannot be created: File exists (os error 17)",
        ),
        (
            "game --size 7",
            "error: invalid value '7' for '--size <SIZE>' [possible values: 6, 8] (see --help)",
        ),
        ("game --start XO", "error: --start `XO`: 2 squares: expected 64 and the player to move"),
        ("perft 21", "error: invalid value '21' for '<D>': 21 is not in 0..=20 (see --help)"),
        ("perft", "error: the following required arguments were not provided: <D> (see --help)"),
        (
            "compar",
            "error: unrecognized subcommand 'compar' tip: a similar subcommand exists: 'compare' (see --help)",
        ),
    ] {
        let args: Vec<&str> = args.split(' ').collect();
        assert_eq!(refused(path, &args), wanted, "{args:?}");
    }
    let error = refused(path, &["game", "--black", "wegde"]);
    let start = "error: invalid value 'wegde' for '--black <P>': player `wegde`: unknown kind `wegde`: \
                 expected wedge, ";
    assert!(error.starts_with(start) && error.ends_with(" (see --help)"), "{error}");
    assert_eq!(
        refused(path, &["game", "--size", "6", "--start", START]),
        format!("error: --start `{START}`: a board of 8x8: expected 6x6")
    );
    assert_eq!(fs::read_dir(path).unwrap().count(), 5, "nothing was written");
}

#[test]
fn a_missing_folder_of_an_output_file_is_made() {
    let home = home();
    run(home.path(), &["positions", "--suite", "middle", "--depth", "1", "--csv", "a/b/out.csv"]);
    assert!(home.path().join("a/b/out.csv").metadata().unwrap().len() > 0);
}

#[test]
fn positions_writes_a_row_for_each_and_judges_them() {
    let home = home();
    let path = home.path();
    // The true score of the second is made up, to see it listed.
    let solved = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X";
    let text = format!("{solved}; h5:+6; % right\n{solved}; h5:+8; % wrong\n{MIDGAME}\n");
    fs::write(path.join("some.obf"), text).unwrap();
    let limits = ["--depth", "6", "--eval", "squares"];
    let printed =
        run(path, &[&["positions", "some.obf", "--csv", "out.csv"], &limits[..]].concat());
    assert!(printed.contains("3 of 3 positions"), "{printed}");
    assert!(
        printed.ends_with(
            "1 of 2 solved results agree with the known scores; not these:\n  \
             wrong: found h5 +6, true h5 +8\n"
        ),
        "{printed}"
    );
    let csv = fs::read_to_string(path.join("out.csv")).unwrap();
    assert_eq!(csv.lines().next(), Some(POSITIONS_HEADER));
    insta::with_settings!({filters => vec![
        // Lines of play may change with the search; times and what follows from them always do.
        (
            r"(exact|estimate),(\w+),\w+,[\d.]+,\d+,\d+,[\d.]+",
            "$1,$2,[line],[seconds],[nodes],[nps],[fill]",
        ),
        (r"eval=[0-9a-f]{16}", "eval=[eval]"),
        // As much as the machine has.
        (r"tt-bits=\d+", "tt-bits=[bits]"),
    ]}, {
        insta::assert_snapshot!("positions_csv", csv);
    });
}

#[test]
fn every_limit_is_named_in_its_column() {
    let home = home();
    fs::write(home.path().join("start.txt"), START).unwrap();
    for (args, limit) in [
        (&["--depth", "3"][..], "depth=3"),
        (&["--time", "0.05"], "time=0.05"),
        (&["--nodes", "500"], "nodes=500"),
        (&[], "depth=12"),
    ] {
        let all = [&["positions", "start.txt", "--csv", "out.csv", "--force"], args].concat();
        run(home.path(), &all);
        let csv = fs::read_to_string(home.path().join("out.csv")).unwrap();
        let row: Vec<&str> = csv.lines().nth(1).unwrap().split(',').collect();
        assert_eq!((row[0], row[3]), ("start:1", limit));
        if limit == "nodes=500" {
            assert_eq!(row[10], "500");
        }
    }
}

#[test]
fn a_file_that_is_there_is_never_written_over_unasked() {
    let home = home();
    let path = home.path();
    fs::write(path.join("start.txt"), START).unwrap();
    let kept = "my,own,table\n1,2,3\n";
    fs::write(path.join("out.csv"), kept).unwrap();
    let read = || fs::read_to_string(path.join("out.csv")).unwrap();
    let there = "error: out.csv: the file already exists: expected a new name, or --force to \
                 replace it";

    let positions = ["positions", "start.txt", "--depth", "1", "--csv", "out.csv"];
    assert_eq!(refused(path, &positions), there);
    let game = ["game", "--black", "first", "--white", "first"];
    assert_eq!(refused(path, &[&game[..], &["--csv", "out.csv"]].concat()), there);
    assert_eq!(refused(path, &[&game[..], &["--txt", "out.csv"]].concat()), there);
    // The other file of the same command is not left behind either.
    assert_eq!(
        refused(path, &[&game[..], &["--csv", "new.csv", "--txt", "out.csv"]].concat()),
        there
    );
    assert!(!path.join("new.csv").exists());
    // Not even --force empties a file when the command cannot be done.
    let args = [&game[..], &["--csv", "out.csv", "--txt", "start.txt/x.txt", "--force"]].concat();
    assert!(refused(path, &args).starts_with("error: start.txt: cannot be created"));
    let args = [&positions[..], &["--force", "--suite", "nothing"]].concat();
    refused(path, &args);
    assert_eq!(
        refused(path, &[&positions[..], &["--resume"]].concat()),
        format!("error: out.csv: line 1: `my,own,table`: expected the header `{POSITIONS_HEADER}`")
    );
    assert_eq!(read(), kept);

    run(path, &[&positions[..], &["--force"]].concat());
    assert!(read().starts_with(POSITIONS_HEADER));
}

#[test]
fn an_interrupted_csv_is_resumed_and_a_damaged_one_refused() {
    let home = home();
    let path = home.path();
    let args = ["positions", "--suite", "ffo1-19", "--depth", "2", "--csv", "out.csv"];
    let resume = [&args[..], &["--resume"]].concat();
    let file = path.join("out.csv");
    run(path, &args);
    let whole = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    assert_eq!(lines.len(), 20);

    // Seven rows are kept as they are, the others made again.
    fs::write(&file, lines[..8].concat()).unwrap();
    let printed = run(path, &resume);
    assert!(printed.starts_with("Resuming after 7 finished rows.\n"), "{printed}");
    let resumed = fs::read_to_string(&file).unwrap();
    assert!(resumed.starts_with(&lines[..8].concat()));
    let names = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.split(',').next().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&resumed), names(&whole));

    // A last row that was cut off is made again.
    let middle = lines[8].len() / 2;
    for text in [lines[..8].concat() + &lines[8][..middle], lines[..9].concat().trim_end().into()] {
        fs::write(&file, text).unwrap();
        let printed = run(path, &resume);
        assert!(printed.starts_with("Resuming after 7 finished rows.\n"), "{printed}");
        let resumed = fs::read_to_string(&file).unwrap();
        assert!(resumed.starts_with(&lines[..8].concat()));
        assert_eq!(names(&resumed), names(&whole));
    }
    let half = lines[3].split(',').next().unwrap().to_owned() + ",black\n";
    for (text, wanted) in [
        (lines[..3].concat() + &half + lines[4], "line 4: a half-written row of 2 fields"),
        (
            lines[0].to_owned() + &lines[1].replace(",depth=2,2,", ",depth=2,two,"),
            "line 2: depth: invalid digit found in string",
        ),
        (lines[0].to_owned() + lines[2], "--resume: line 2 of the CSV file is `ffo02`"),
    ] {
        fs::write(&file, &text).unwrap();
        let error = refused(path, &resume);
        assert!(error.contains(wanted), "{error}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
}

#[test]
fn a_game_is_written_for_people_and_parsers() {
    let home = home();
    let path = home.path();
    let players = ["game", "--size", "6", "--black", "random:seed=7", "--white", "first"];
    let printed = run(path, &players);
    let log = host_sim::formats::game_log::read::<wedge_engine::Six>(&printed).unwrap();
    assert!(log.game.is_over());
    insta::assert_snapshot!("game_txt", printed);

    let files = [&players[..], &["--csv", "game.csv", "--txt", "game.txt"]].concat();
    let result = run(path, &files);
    assert!(printed.contains(&format!("\nresult: {result}")), "{result}");
    assert_eq!(fs::read_to_string(path.join("game.txt")).unwrap(), printed);
    let csv = fs::read_to_string(path.join("game.csv")).unwrap();
    assert_eq!(csv.lines().next(), Some(GAME_HEADER));
    assert_eq!(csv.lines().count(), log.game.moves().len() + 1);
    insta::with_settings!({filters => vec![(r"\d\.\d{6}", "[seconds]")]}, {
        insta::assert_snapshot!("game_csv", csv);
    });
}

#[test]
fn the_engine_plays_on_both_boards_and_says_what_it_thinks() {
    let home = home();
    for size in ["6", "8"] {
        let white = "wedge:nodes=300,search=alphabeta,ordering=ht,tt-bits=10";
        let players = ["--black", "wedge:depth=2,tt-bits=12", "--white", white];
        let args = [&["game", "--size", size, "--csv", "g.csv", "--force"], &players[..]].concat();
        run(home.path(), &args);
        let csv = fs::read_to_string(home.path().join("g.csv")).unwrap();
        for row in csv.lines().skip(1).map(|row| row.split(',').collect::<Vec<_>>()) {
            assert_eq!(row.len(), 10);
            let thought = row[2] != "pass";
            assert_eq!([3, 4, 6, 7].map(|at| row[at].is_empty()), [!thought; 4], "{row:?}");
        }
    }
}

#[test]
fn a_game_starts_where_it_is_told_to() {
    let home = home();
    let start = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X";
    let exact = "wedge:exact,tt-bits=12";
    let args = ["game", "--start", start, "--black", exact, "--white", exact];
    let printed = run(home.path(), &args);
    assert!(printed.contains("\nresult: black 35, white 29, black wins by 6\n"), "{printed}");
}

#[test]
fn keys_are_independent_and_depend_on_the_seed() {
    let home = home();
    let keys = run(home.path(), &["keys"]);
    assert_eq!(keys.lines().count(), 131);
    assert_eq!(keys.lines().last(), Some("rank 128 of 128"));
    let mut numbers: Vec<&str> =
        keys.lines().take(128).map(|line| line.rsplit(' ').next().unwrap()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), 128);
    assert!(numbers.iter().all(|number| number.len() == 32));
    let other = run(home.path(), &["keys", "--seed", "1"]);
    assert_ne!(keys, other);
    assert_eq!(other.lines().last(), Some("rank 128 of 128"));
}

#[test]
fn perft_counts_the_known_leaves() {
    let home = home();
    assert_eq!(run(home.path(), &["perft", "8"]), "390216\n");
    assert_eq!(run(home.path(), &["perft", "11"]), "212258800\n");
    assert_eq!(run(home.path(), &["perft", "0", "--size", "6"]), "1\n");
}

#[test]
fn bench_ends_in_the_signature() {
    let printed = run(home().path(), &["bench"]);
    assert!(printed.contains(" times faster\n"), "{printed}");
    let wanted = format!("signature: {}", bench::SIGNATURE);
    assert_eq!(printed.lines().last(), Some(wanted.as_str()));
}

/// Rows of the tables that `compare` prints: search, ordering, nodes.
fn compared(args: &[&str]) -> Vec<(String, String, u64)> {
    let printed = run(home().path(), args);
    let cells = printed.lines().filter(|line| line.starts_with("| ")).map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        (cells[1].to_owned(), cells[2].to_owned(), cells[3].parse().unwrap_or(0))
    });
    cells.filter(|(_, _, nodes)| *nodes > 0).collect()
}

#[test]
fn compare_makes_markdown_tables() {
    let rows = compared(&["compare", "--depth", "3", "--deep", "4"]);
    assert_eq!(rows.len(), 7 + 6, "{rows:?}");
    assert_eq!(rows[0].0, "minimax");
    assert!((1..7).all(|row| rows[row].2 < rows[0].2), "{rows:?}");
}

/// Each ordering visits fewer nodes than the one before, and so does each search.
#[test]
fn every_step_visits_fewer_nodes() {
    let rows = compared(&["compare", "--depth", "7", "--deep", "10"]);
    let nodes = |table: &[(String, String, u64)], search: &str, ordering: &str| {
        table.iter().find(|row| row.0 == search && row.1 == ordering).unwrap().2
    };
    for table in [&rows[1..7], &rows[7..]] {
        for search in ["alphabeta", "negascout"] {
            let steps = ["static", "ht", "full"].map(|ordering| nodes(table, search, ordering));
            assert!(steps[0] > steps[1] && steps[1] > steps[2], "{search}: {steps:?}");
        }
        for ordering in ["static", "ht", "full"] {
            // At the smaller depth the best ordering leaves NegaScout nothing to save.
            let steps = ["alphabeta", "negascout"].map(|search| nodes(table, search, ordering));
            let slack = if ordering == "full" { steps[0] / 100 } else { 0 };
            assert!(rows[0].2 > steps[0] && steps[0] + slack > steps[1], "{ordering}: {steps:?}");
        }
    }
}
