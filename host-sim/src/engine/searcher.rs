//! The searches of the PC program: any of its evaluators, on one thread or several.

use wedge_engine::{Eight, SharedWork, TableView};
use wedge_threads::SharedTable;

use crate::engine::eval::Eval;
use crate::engine::heap_table::HeapTable;

/// A search with any evaluator: see [`wedge_threads::Searcher`].
pub type Searcher<'t, S = Eight> = wedge_threads::Searcher<'t, Eval, S>;

impl SharedTable for HeapTable {
    fn view(&self) -> TableView<'_> {
        self.view()
    }

    fn shared_work(&self) -> &SharedWork {
        self.shared_work()
    }
}

#[cfg(test)]
mod tests {
    use wedge_engine::{Algorithm, Bitboard, Certainty, Game, Limits, Observer, Options, Search};

    use super::*;
    use crate::engine::setup::Setup;
    use crate::formats::suite::Suite;

    fn table(bits: &str) -> HeapTable {
        HeapTable::new(bits.parse().unwrap()).unwrap()
    }

    fn setup(threads: u16) -> Setup {
        Setup { threads, ..Setup::default() }
    }

    #[test]
    fn one_thread_is_the_engines_own_search() {
        let position = "f5d6c3d3c4f4f6f3e6e7".parse::<Game>().unwrap().position();
        let (ours, engines) = (table("14"), table("14"));
        let mut search =
            Search::<_>::new(Eval::default(), Some(engines.view()), Options::default());
        let expected = search.think(&position, &Limits::depth(10), &mut ());
        let found = setup(1).searcher(&ours).think(&position, &Limits::depth(10), &mut ());
        assert_eq!(found, expected);
    }

    /// Without ProbCut a depth has one value, whatever the table holds and in whatever order the
    /// threads run.
    #[test]
    fn full_width_scores_do_not_depend_on_the_threads() {
        let moves = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3";
        let whole: Game = moves.parse().unwrap();
        for plies in [4, 11, 20] {
            let mut game = Game::default();
            whole.moves()[..plies].iter().for_each(|&mv| game.play(mv).unwrap());
            let position = game.position();
            let score = |threads| {
                let table = table("12");
                let mut search = Searcher::<Eight>::new(threads, &table, |view| {
                    let options = Options::default().with_certainty(Certainty::FULL);
                    Search::new(Eval::default(), Some(view), options)
                });
                let report = search.think(&position, &Limits::depth(7), &mut ());
                assert_eq!(report.depth, 7);
                assert_eq!(report.line.first(), report.best.square().as_ref());
                assert!(position.play(report.best).is_some());
                report.score
            };
            let mut minimax = Search::<_>::new(
                Eval::default(),
                None,
                Options::default().with_algorithm(Algorithm::Minimax),
            );
            let slow = minimax.think(&position, &Limits::depth(4), &mut ()).score;
            let fast = Searcher::<Eight>::new(2, &table("10"), |view| {
                let options = Options::default().with_certainty(Certainty::FULL);
                Search::new(Eval::default(), Some(view), options)
            })
            .think(&position, &Limits::depth(4), &mut ())
            .score;
            assert_eq!(fast, slow, "depth 4 after {plies} plies");
            let alone = score(1);
            for threads in 2..=4 {
                assert_eq!(score(threads), alone, "{threads} threads after {plies} plies");
            }
        }
    }

    #[test]
    fn solved_scores_of_all_moves_do_not_depend_on_the_threads() {
        let problem = &Suite::Ffo1To19.problems().unwrap()[0];
        for threads in 1..=3 {
            let table = table("14");
            let mut search = setup(threads).searcher(&table);
            let limits = Limits::EXACT;
            let found = search.multi_pv(&problem.position, &limits, 40, Bitboard::EMPTY, &mut ());
            assert!(found.solved);
            for &(mv, score) in &problem.scores {
                let scored = found.moves.iter().find(|it| Some(it.square) == mv.square()).unwrap();
                assert_eq!(scored.score.discs(), score, "{mv} with {threads} threads");
            }
        }
    }

    #[test]
    fn threads_share_the_nodes_and_stop_with_the_caller() {
        struct After(u64);
        impl Observer for After {
            fn stop(&mut self) -> bool {
                self.0 == 0
            }
            fn visited(&mut self, _nodes: u64) {
                self.0 = self.0.saturating_sub(1);
            }
        }
        let position = "f5d6c3d3c4".parse::<Game>().unwrap().position();
        let table = table("14");
        let mut search = setup(3).searcher::<Eight>(&table);
        let report = search.think(&position, &Limits::nodes(30_000), &mut ());
        // A thread looks at the count every 256 nodes.
        assert!((30_000..=30_000 + 3 * 256).contains(&report.nodes), "{} nodes", report.nodes);
        let report = search.think(&position, &Limits::EXACT, &mut After(20));
        assert!(!report.solved && position.play(report.best).is_some());
    }
}
