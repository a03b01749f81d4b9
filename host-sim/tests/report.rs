//! The report page: what is in it, what it refuses, and how it behaves in a browser.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

use assert_cmd::Command;
use tempfile::TempDir;

fn host_sim(folder: &Path, args: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_host-sim"));
    let output = command.current_dir(folder).args(args.split(' ')).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn run(folder: &Path, args: &str) -> String {
    let (code, out, error) = host_sim(folder, args);
    assert_eq!(code, Some(0), "{args}: {error}");
    out
}

fn refused(folder: &Path, args: &str) -> String {
    let (code, _, error) = host_sim(folder, args);
    assert_eq!(code, Some(2), "{args}: {error}");
    assert_eq!(error.lines().count(), 1, "{args}: {error}");
    error.trim_end().to_owned()
}

/// A folder with one of everything that goes into a report, and the report.
static HOME: LazyLock<TempDir> = LazyLock::new(|| {
    let home = tempfile::tempdir().unwrap();
    let path = home.path();
    fs::create_dir(path.join("all")).unwrap();
    let players = "wedge:depth=2,tt-bits=10 random first";
    run(path, &format!("arena {players} --games 4 --openings random:4 --csv all/match.csv"));
    run(path, "arena random first --games 2 --size 6 --openings random:4 --csv all/small.csv");
    run(path, "arena wedge:depth=1,tt-bits=10 first --games 2 --csv all/logged.csv --txt all/logs");
    run(
        path,
        &format!("cup {players} wedge:depth=1,tt-bits=10 --openings random:4 --csv all/cup.csv"),
    );
    let game = "game --black wedge:depth=2,tt-bits=10 --white first";
    run(path, &format!("{game} --csv all/game.csv --txt all/game.txt"));
    run(path, "positions --suite ffo1-19 --depth 1 --csv all/positions.csv");
    run(path, "analyze f5d6c3d3c4f4f6f3e6e7 --depth 2 --tt-bits 10 --csv all/analysis.csv");
    run(path, "compare --depth 1 --deep 1 --csv all/compare.csv");
    fs::write(path.join("all/mine.csv"), "some,other,table\n1,2,3\n").unwrap();
    fs::create_dir_all(path.join("all/earlier/1")).unwrap();
    fs::write(path.join("all/earlier/1/game.csv"), "damaged").unwrap();
    let printed = run(path, "report all --title Everything");
    assert_eq!(
        printed,
        "Note: mine.csv is not a table of this program: left out.\nWritten to all/report.html\n"
    );
    home
});

fn report() -> String {
    fs::read_to_string(HOME.path().join("all/report.html")).unwrap()
}

#[test]
fn the_page_has_everything_and_needs_nothing() {
    let html = report();
    for wanted in [
        "<title>Everything</title>",
        "<h2>Match: match</h2>",
        "<h2>Cup: cup</h2>",
        "Cross table",
        "<h4>Final</h4>",
        "<h3>Group A</h3>",
        "Score by move",
        "Nodes by empty squares",
        "Seconds by empty squares",
        "Nodes for ffo1-19 at depth 1",
        "The cup goes to",
        "<h2>Analysis 1</h2>",
        "10 moves, Comp&#39;Oth opening, <code>analysis.csv</code>",
        "score after each move, and the discs it lost",
        "Settings: <code>search=negascout; ordering=full;",
        "Settings: <code>size=8; openings=random:4;",
        "wedge:<wbr>depth=2,<wbr>tt-bits=10",
        "name=viewport",
        "@media screen and (prefers-color-scheme: dark)",
        "@media print",
    ] {
        assert!(html.contains(wanted), "{wanted}");
    }
    for unwanted in ["http:", "https:", "src=", "@import", "url(", "NaN", "inf"] {
        assert!(!html.contains(unwanted), "{unwanted}");
    }
    let ids: Vec<&str> = html.split(" id=").skip(1).collect();
    let ids: Vec<&str> = ids
        .iter()
        .filter_map(|text| text.trim_start_matches('"').split(['"', ' ', '>']).next())
        .collect();
    let different: std::collections::HashSet<&&str> = ids.iter().collect();
    assert_eq!(different.len(), ids.len(), "{ids:?}");
    for tag in ["section", "table", "tr", "td", "figure", "svg", "div", "script", "ol", "details"] {
        let opened =
            html.matches(&format!("<{tag}>")).count() + html.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, html.matches(&format!("</{tag}>")).count(), "{tag}");
    }
}

/// What the viewer of a page reads.
fn viewer_data(html: &str) -> serde_json::Value {
    let (_, rest) = html.split_once("id=games>").unwrap();
    let (json, _) = rest.split_once("</script>").unwrap();
    serde_json::from_str(json).unwrap()
}

/// The games in the page are those of the files, each once.
#[test]
fn the_viewer_has_every_game_once() {
    let data = viewer_data(&report());
    let games = data["games"].as_array().unwrap();
    // Match 12, small 2, cup 12 and 2, game 1, logged 2: its logs are the same games.
    assert_eq!(games.len(), 12 + 2 + 14 + 1 + 2);
    let mut scored = 0;
    for game in games {
        let moves = game["moves"].as_str().unwrap();
        let over = if game["size"] == 6 {
            moves.parse::<wedge_engine::Game<wedge_engine::Six>>().unwrap().is_over()
        } else {
            moves.parse::<wedge_engine::Game>().unwrap().is_over()
        };
        assert!(over, "{game}");
        scored += usize::from(!game["scores"].as_array().unwrap().is_empty());
        let opening = if game["title"] == "game.txt" { 0 } else { 4 };
        let opening = if game["title"].as_str().unwrap().starts_with("logs") { 8 } else { opening };
        assert_eq!(game["opening"], opening, "{game}");
    }
    assert_eq!(scored, 3);
}

/// Files of earlier versions lack the columns `tournament`, `size` and `run`.
#[test]
fn files_of_earlier_versions_make_the_same_page() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for name in ["cup.csv", "small.csv"] {
        let table = fs::read_to_string(HOME.path().join("all").join(name)).unwrap();
        let header = table.lines().next().unwrap();
        assert!(header.ends_with(",match,tournament,size,run"), "{header}");
        fs::write(path.join(name), &table).unwrap();
    }
    run(path, "report . --out new.html");
    for name in ["cup.csv", "small.csv"] {
        let table = fs::read_to_string(path.join(name)).unwrap();
        let without = |line: &str| format!("{}\n", line.rsplitn(4, ',').last().unwrap());
        fs::write(path.join(name), table.lines().map(without).collect::<String>()).unwrap();
    }
    run(path, "report . --out old.html");
    let [new, old] =
        ["new.html", "old.html"].map(|name| fs::read_to_string(path.join(name)).unwrap());
    let settings = |line: &&str| !line.starts_with("<p class=soft>Settings: ");
    let new: String = new.lines().filter(settings).collect();
    assert_eq!(new, old.lines().collect::<String>());
    assert!(new.contains("<h2>Cup: cup</h2>") && new.contains("<h2>Match: small</h2>"));
    let resume = "arena random first --games 2 --size 6 --openings random:4 --csv small.csv";
    let error = refused(path, &format!("{resume} --resume"));
    assert!(
        error.contains("line 1: ") && error.ends_with(",match,tournament,size,run`"),
        "{error}"
    );
}

/// A match is played in rounds, so its first games are of all pairings alike.
#[test]
fn a_small_page_has_the_first_games_of_a_match() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(HOME.path().join("all/match.csv"), folder.path().join("match.csv")).unwrap();
    run(folder.path(), "report . --games 6");
    let html = fs::read_to_string(folder.path().join("report.html")).unwrap();
    let data = viewer_data(&html);
    let games = data["games"].as_array().unwrap();
    let pairings: std::collections::HashSet<String> =
        games.iter().map(|game| format!("{} {}", game["black"], game["white"])).collect();
    assert_eq!((games.len(), pairings.len()), (6, 6), "three pairings, both colours");
    assert!(html.contains("The first 6 of 12 are shown"));
    run(folder.path(), "report . --games 0");
    let html = fs::read_to_string(folder.path().join("report.html")).unwrap();
    assert!(!html.contains("id=games") && html.contains("Cross table"));
}

#[test]
fn only_reports_are_replaced_and_damaged_files_are_named() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path();
    assert_eq!(refused(path, "report none"), "error: none: expected a folder");
    fs::create_dir(path.join("d")).unwrap();
    let error = refused(path, "report d");
    assert!(error.starts_with("error: d: nothing to report: expected CSV files"), "{error}");
    let table = fs::read_to_string(HOME.path().join("all/match.csv")).unwrap();
    fs::write(path.join("d/match.csv"), &table).unwrap();
    run(path, "report d");
    run(path, "report d");
    fs::write(path.join("d/report.html"), "my own page").unwrap();
    let error = refused(path, "report d");
    assert!(
        error.starts_with("error: d/report.html: the file already exists and is not a report"),
        "{error}"
    );
    assert_eq!(fs::read_to_string(path.join("d/report.html")).unwrap(), "my own page");
    run(path, "report d --out d/other.html");
    run(path, "report d --force");

    let lacking = table.replacen(",white,", ",", 1);
    let short = table[..table.len() - 5].to_owned();
    let log = fs::read_to_string(HOME.path().join("all/game.txt")).unwrap();
    let first = log.lines().find(|line| line.starts_with("move 1: ")).unwrap();
    for (name, text, wanted) in [
        ("match.csv", lacking, "error: d/match.csv: line 1: `game,stage,black,black_discs,"),
        ("match.csv", short, "error: d/match.csv: line 13: "),
        (
            "game.txt",
            log.replace(first, "move 1: black a1"),
            "error: d/game.txt: line 19: move 1: a1 is not legal for black",
        ),
    ] {
        fs::write(path.join("d").join(name), text).unwrap();
        let error = refused(path, "report d");
        assert!(error.starts_with(wanted), "{error}");
        fs::write(path.join("d/match.csv"), &table).unwrap();
    }
}

/// The engine is a script that the web page's build makes; the tests of the page try a real one.
#[test]
fn an_engine_is_put_into_the_viewer_and_any_other_file_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path();
    fs::copy(HOME.path().join("all/match.csv"), path.join("match.csv")).unwrap();
    run(path, "report .");
    let without = fs::read_to_string(path.join("report.html")).unwrap();
    assert!(without.contains("This page has no engine"));
    for (name, text) in [
        ("none.js", None),
        ("other.js", Some("alert(1)")),
        ("broken.js", Some("// Wedge report engine 1\n</script><b>")),
    ] {
        if let Some(text) = text {
            fs::write(path.join(name), text).unwrap();
        }
        let error = refused(path, &format!("report . --engine {name}"));
        let wanted = format!("error: --engine {name}: expected the script that `cargo xtask web");
        assert!(error.starts_with(&wanted), "{error}");
    }
    assert_eq!(fs::read_to_string(path.join("report.html")).unwrap(), without);
    fs::write(path.join("engine.js"), "// Wedge report engine 1\nglobalThis.mark = 1;").unwrap();
    run(path, "report . --engine engine.js");
    let with = fs::read_to_string(path.join("report.html")).unwrap();
    assert!(with.contains("globalThis.mark = 1;") && with.contains("id=values"));
    assert!(!with.contains("This page has no engine"));
}

/// Names come from command lines and files: none of them may become part of the page.
#[test]
fn names_stay_text() {
    let home = tempfile::tempdir().unwrap();
    let table = fs::read_to_string(HOME.path().join("all/match.csv")).unwrap();
    let nasty = "gtp:<script>alert(1)</script><!--";
    fs::write(home.path().join("match.csv"), table.replace(",first,", &format!(",{nasty},")))
        .unwrap();
    run(home.path(), "report . --title <b>");
    let html = fs::read_to_string(home.path().join("report.html")).unwrap();
    assert!(!html.contains("<script>alert") && !html.contains("<!--\""), "{html}");
    assert!(html.contains("<title>&lt;b&gt;</title>"));
}

/// A browser on this machine, if there is one.
fn browser() -> Option<PathBuf> {
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    let paths = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    paths.into_iter().find(|path| path.is_file())
}

/// Steps through the games as a reader would, and leaves what it saw in the page.
const READER: &str = r#"<pre id=seen></pre><script>
const seen = {}, by = (id) => document.getElementById(id);
const count = () => Number(by("black-count").textContent) + Number(by("white-count").textContent);
const press = (key, target = document.body) => target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
seen.games = by("game").options.length;
seen.start = [count(), by("said").textContent];
press("ArrowRight"); seen.right = [count(), by("said").textContent];
by("next").click(); seen.next = count();
press("ArrowLeft"); by("previous").click(); seen.back = [count(), by("previous").disabled];
press("ArrowLeft"); seen.before = count();
by("last").click(); seen.last = [count(), by("next").disabled, by("board").querySelectorAll("circle[r='4.1']").length];
press("Home", by("last")); seen.home = count();
press("ArrowRight", by("game")); seen.ignored = count();
by("moves").children[9].firstChild.click(); seen.tenth = [count(), by("moves").querySelectorAll("[aria-current]").length];
by("first").click();
const box = by("board").getBoundingClientRect();
// f5, or d3 where the game itself begins with f5.
const usual = by("moves").children[0].textContent.includes("f5");
const [column, row] = usual ? [3, 2] : [5, 4];
const tap = (column, row) => by("board").dispatchEvent(new MouseEvent("click", {
  clientX: box.x + (10 + 10 * column) / 90 * box.width, clientY: box.y + (10 + 10 * row) / 90 * box.height }));
tap(0, 0); seen.refused = count();
tap(column, row); seen.tried = [count(), by("said").textContent, by("moves").children.length, by("back").hidden];
by("back").click(); seen.returned = [count(), by("back").hidden, by("moves").children.length > 50];
seen.sizes = new Set();
seen.ends = 0;
for (let at = 0; at < seen.games; at++) {
  by("game").value = at; by("game").dispatchEvent(new Event("change")); by("last").click();
  seen.sizes.add(by("board").getAttribute("viewBox"));
  seen.ends += by("board").querySelectorAll("circle[r='1'][opacity]").length === 0;
}
seen.sizes = [...seen.sizes].sort();
seen.cut = [...document.querySelectorAll(".scroll")].filter((part) => part.scrollWidth > part.clientWidth + 1 && !part.querySelector(".cross, .bracket")).length;
seen.wide = document.documentElement.scrollWidth > document.documentElement.clientWidth;
seen.errors = errors;
by("seen").textContent = JSON.stringify(seen);
</script></body>"#;

#[test]
fn a_reader_can_step_through_the_games_in_a_browser() {
    let Some(browser) = browser() else {
        let note =
            "report.rs: no Chromium or Chrome on this machine: the test in a browser is skipped\n";
        io::stderr().write_all(note.as_bytes()).unwrap();
        return;
    };
    let home = tempfile::tempdir().unwrap();
    let catch =
        "<head><script>const errors = []; onerror = (text) => { errors.push(text); };</script>";
    let html = report().replacen("<head>", catch, 1).replacen("</body>", READER, 1);
    let page = home.path().join("page.html");
    fs::write(&page, html).unwrap();
    // A window has at least 500 pixels: a frame makes the page as narrow as a phone.
    for width in [1280, 390] {
        let frame = home.path().join("frame.html");
        let shows = "document.getElementById('seen').textContent = \
                     this.contentDocument.getElementById('seen').textContent";
        let html = format!(
            "<!doctype html><pre id=seen></pre><iframe src=page.html onload=\"{shows}\" \
             style=\"border:0; width:{width}px; height:900px\"></iframe>"
        );
        fs::write(&frame, html).unwrap();
        let profile = home.path().join("profile");
        let output = Command::new(&browser)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .args(["--window-size=1300,1000", "--allow-file-access-from-files"])
            .arg(format!("file://{}", frame.display()))
            .timeout(Duration::from_secs(90))
            .output()
            .unwrap();
        let dom = String::from_utf8_lossy(&output.stdout);
        let seen =
            dom.split_once("<pre id=\"seen\">").and_then(|(_, rest)| rest.split_once("</pre>"));
        let (seen, _) = seen.unwrap_or_else(|| panic!("{output:?}"));
        let seen: serde_json::Value = serde_json::from_str(seen).unwrap();
        let wanted = serde_json::json!({
            "games": 31,
            "start": [4, "The start of the game"],
            "right": [5, seen["right"][1]],
            "next": 6,
            "back": [4, true],
            "before": 4,
            "last": [seen["last"][0], true, seen["last"][0]],
            "home": 4,
            "ignored": 4,
            "tenth": [14, 1],
            "refused": 4,
            "tried": [5, seen["tried"][1], 1, false],
            "returned": [4, true, true],
            "sizes": ["0 0 70 70", "0 0 90 90"],
            "ends": 31,
            "cut": 0,
            "wide": false,
            "errors": [],
        });
        assert_eq!(seen, wanted, "width {width}");
        let tried = seen["tried"][1].as_str().unwrap();
        assert!(tried.starts_with("Trying another line: 1. Black "), "{seen}");
        assert!(seen["right"][1].as_str().unwrap().starts_with("1. Black "), "{seen}");
    }
}
