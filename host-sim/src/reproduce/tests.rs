use super::*;

fn args(team: &str, games: Option<u32>) -> ReproduceArgs {
    ReproduceArgs {
        team: vec![team.to_owned()],
        games,
        threads: 1,
        seed: 0,
        csv: CsvArgs::default(),
    }
}

#[test]
fn every_cell_has_players_and_figures_that_add_up() {
    for cell in cells().unwrap() {
        let name = format!("{}: {} against {}", cell.table, cell.black, cell.white);
        assert!(cell.players().unwrap().is_some(), "{name}");
        let counts = [cell.wins, cell.draws, cell.losses];
        if let [Some(wins), Some(draws), Some(losses)] = counts {
            assert_eq!(wins + draws + losses, cell.games, "{name}");
        }
        if let Some((black, white)) = cell.black_discs.zip(cell.white_discs) {
            let fits = black + white <= 64 * cell.games;
            assert!(fits || cell.cause == Some(Cause::Misprint), "{name}");
        }
        assert_eq!(cell.cause.is_none(), cell.note.is_empty(), "{name}");
    }
}

/// The cells that both sides play without chance and that hold no unknown part.
#[test]
fn games_without_chance_end_as_published() {
    let bar = ProgressBar::hidden();
    let mut equal = Vec::new();
    for cell in cells().unwrap() {
        let players = cell.players().unwrap().unwrap();
        if cell.cause.is_none() && !players.iter().any(PlayerSpec::plays_by_chance) {
            let outcome = play(&cell, &args("", None), &bar).unwrap().unwrap();
            assert_eq!(outcome.games, 1);
            assert_eq!(outcome.verdict, Verdict::Equal, "{outcome:?}");
            equal.push((cell.black, cell.white));
        }
    }
    for pair in [("idiot", "idiot"), ("idiot", "PAPA"), ("PAPA", "PAPA")] {
        assert!(equal.iter().any(|(black, white)| (black.as_str(), white.as_str()) == pair));
    }
}

/// The baselines of a report agree with ours, 1000 games a cell.
#[test]
fn the_baselines_agree() {
    let bar = ProgressBar::hidden();
    let cells = cells().unwrap();
    let baseline = |name: &str| ["idiot", "gambler"].contains(&name);
    let of_mike = cells.iter().filter(|cell| cell.team == "MIKE");
    let mut agreed = 0;
    for cell in of_mike.filter(|cell| baseline(&cell.black) && baseline(&cell.white)) {
        let outcome = play(cell, &args("MIKE", None), &bar).unwrap().unwrap();
        assert_ne!(outcome.verdict, Verdict::Differs, "{outcome:?}");
        agreed += 1;
    }
    assert_eq!(agreed, 4);
}

/// The report's games of idiot against gambler at PAPA's are not those of any other team.
#[test]
fn a_difference_is_found() {
    let bar = ProgressBar::hidden();
    let cells = cells().unwrap();
    let cell = cells.iter().find(|cell| {
        (cell.team.as_str(), cell.black.as_str(), cell.white.as_str())
            == ("PAPA", "idiot", "gambler")
    });
    let outcome = play(cell.unwrap(), &args("PAPA", None), &bar).unwrap().unwrap();
    assert_eq!(outcome.verdict, Verdict::Differs);
}

#[test]
fn the_games_of_a_cell_do_not_depend_on_other_cells_or_threads() {
    let bar = ProgressBar::hidden();
    let all = cells().unwrap();
    let cell = all.iter().find(|cell| cell.black == "gambler" && cell.white == "gambler").unwrap();
    let one = play(cell, &args("", Some(50)), &bar).unwrap().unwrap();
    let other = play(cell, &ReproduceArgs { threads: 2, ..args("", Some(50)) }, &bar);
    let other = other.unwrap().unwrap();
    let figures = |row: &Outcome| (row.games, row.wins, row.draws, row.black_discs, row.p_discs);
    assert_eq!(figures(&one), figures(&other));
    assert_eq!(one.games, 50);
}

#[test]
fn an_unknown_team_is_told_the_known_ones() {
    let mut out = Vec::new();
    let error = run(&args("ZULU", None), &mut out).unwrap_err().to_string();
    assert!(error.starts_with("unknown team `ZULU`: expected DELTA, HOTEL, MIKE"), "{error}");
}
