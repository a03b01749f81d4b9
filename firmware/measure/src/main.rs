//! Measures the engine on the emulated board: search results, instructions, stack use, and the time
//! between two polls of the buttons.
//!
//! `emulator/tests` reads the output. QEMU must run with `-icount shift=3`: an instruction then
//! takes 8 ns, and the timer of a chip at 80 MHz ticks every 12.5 ns.
#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(target_os = "none")]
mod chip {
    #![allow(unsafe_code)] // The name of the fault handler, and a loop of known length.

    use core::arch::asm;
    use core::hint::black_box;
    use core::panic::PanicInfo;
    use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};

    use cortex_m::peripheral::SYST;
    use cortex_m::peripheral::syst::SystClkSource;
    use cortex_m_rt::{entry, exception};
    use semihosting::{println, process};
    use wedge_console::engine::bench::{self, cross_checks, run_cross_check};
    use wedge_console::engine::moves::{arm32, portable};
    use wedge_console::engine::{
        Algorithm, Bitboard, Board, Book, Evaluator, Limits, Move, Observer, Options,
        Ordering as MoveOrdering, Position, Search, SplitMix64, Standard, Table, perft,
    };
    use wedge_console::{Rgb8, dark_chess};
    use wedge_firmware::dm163::{Dm163, Lines, Scale};
    use wedge_firmware::stack;
    use wedge_l475::stm32l4::{self, Delay, Output};

    static TABLE: Table<{ bench::TABLE_ENTRIES }> = Table::new();

    /// How often the timer has wrapped.
    static WRAPS: AtomicU32 = AtomicU32::new(0);
    const RELOAD: u32 = 0x00FF_FFFF;

    #[exception]
    fn SysTick() {
        WRAPS.fetch_add(1, Ordering::Relaxed);
    }

    fn start_counter(syst: &mut SYST) {
        syst.set_clock_source(SystClkSource::Core);
        syst.set_reload(RELOAD);
        syst.clear_current();
        syst.enable_counter();
        syst.enable_interrupt();
    }

    /// Instructions since the counter was started.
    fn instructions() -> u64 {
        loop {
            let wraps = WRAPS.load(Ordering::Relaxed);
            let left = SYST::get_current();
            if wraps == WRAPS.load(Ordering::Relaxed) {
                let ticks = u64::from(wraps) * u64::from(RELOAD + 1) + u64::from(RELOAD - left);
                return ticks * 25 / 16;
            }
        }
    }

    /// The instructions that `work` takes, without those of counting, and its result.
    fn cost<T>(work: impl FnOnce() -> T) -> (u64, T) {
        let before = instructions();
        let overhead = instructions() - before;
        let before = instructions();
        let result = black_box(work());
        ((instructions() - before).saturating_sub(overhead), result)
    }

    /// Records the longest time between two polls.
    struct PollTimer {
        last: u64,
        longest: u64,
    }

    impl Observer for PollTimer {
        fn stop(&mut self) -> bool {
            let now = instructions();
            self.longest = self.longest.max(now - self.last);
            self.last = now;
            false
        }
    }

    #[entry]
    fn main() -> ! {
        stm32l4::start_clock();
        if let Some(mut core) = cortex_m::Peripherals::take() {
            stm32l4::protect_stack(&mut core.MPU);
            start_counter(&mut core.SYST);
        }
        counter();
        rules();
        evaluation();
        search();
        endgames();
        book();
        led_rows();
        deep_searches();
        cross_check();
        dark_chess();
        EXPECT_OVERFLOW.store(true, Ordering::Relaxed);
        println!("no overflow {}", overflow_stack(1));
        process::exit(1)
    }

    /// Whether the next fault is expected.
    static EXPECT_OVERFLOW: AtomicBool = AtomicBool::new(false);

    /// Recurses until the stack overflows, which must fault instead of overwriting the table.
    #[inline(never)]
    fn overflow_stack(depth: u32) -> u32 {
        let frame = black_box([depth; 64]);
        if frame[0] == 0 { 0 } else { overflow_stack(depth + 1) + black_box(frame)[1] }
    }

    /// Opening book lookups, from the start to the first position that is not in the book.
    fn book() {
        let (mut lookups, mut total, mut longest) = (0, 0, 0);
        for seed in 0..8 {
            let mut random = SplitMix64::new(seed);
            let mut position = Position::default();
            loop {
                let (instructions, known) = cost(|| {
                    Book::built_in().choose(black_box(&position), Book::MARGIN, &mut random)
                });
                total += instructions;
                lookups += 1;
                longest = instructions.max(longest);
                let next = known.and_then(|known| position.play(Move::Play(known.square)));
                let Some(next) = next else { break };
                position = next;
            }
        }
        println!("book {total} {lookups}");
        println!("book-longest {longest}");
    }

    /// Checks the counter with a loop of known length.
    fn counter() {
        let (instructions, ()) = cost(|| {
            // SAFETY: counts a register down.
            unsafe { asm!("2: subs {n}, #1", "bne 2b", n = inout(reg) 500_000 => _) }
        });
        println!("counter {} {}", instructions, 1_000_000);
    }

    // Not inlined, so that the figures do not depend on the surrounding code.
    #[inline(never)]
    fn evaluate(board: &Board, legal: Bitboard) -> i32 {
        Standard.evaluate(board, legal).units()
    }

    fn rules() {
        let (instructions, leaves) = cost(|| perft(black_box(&Board::default()), 7));
        println!("perft {instructions} {leaves}");
        // The 32-bit move generator, and the portable 64-bit one that it replaces. Function
        // pointers prevent inlining.
        type Legal = fn(u64, u64) -> u64;
        type Flips = fn(usize, u64, u64) -> u64;
        let generators: [(&str, Legal, Flips); 2] =
            [("", arm32::legal, arm32::flips), ("portable-", portable::legal, portable::flips)];
        for (name, legal, flips) in black_box(generators) {
            let (mut boards, mut boards_cost) = (0, 0);
            let (mut squares, mut squares_cost) = (0, 0);
            for (position, _) in cross_checks() {
                let board = black_box(position.board());
                let (mover, opponent) = (board.mover().0, board.opponent().0);
                let (instructions, found) = cost(|| legal(mover, opponent));
                boards_cost += instructions;
                boards += 1;
                for square in Bitboard(found) {
                    let (instructions, _) = cost(|| flips(square.index(), mover, opponent));
                    squares_cost += instructions;
                    squares += 1;
                }
            }
            println!("{name}legal {boards_cost} {boards}");
            println!("{name}flips {squares_cost} {squares}");
        }
    }

    fn evaluation() {
        let (mut total, mut boards) = (0, 0);
        for position in bench_positions() {
            let board = black_box(position.board());
            let legal = board.legal_moves();
            let (instructions, _) = cost(|| evaluate(&board, legal));
            total += instructions;
            boards += 1;
        }
        println!("evaluation {total} {boards}");
    }

    /// Searches the positions of the engine's bench to depth 6, by alpha-beta with the history table
    /// and by the default search.
    #[inline(never)]
    fn search() {
        for (name, algorithm, ordering) in [
            ("alphabeta", Algorithm::AlphaBeta, MoveOrdering::History),
            ("negascout", Algorithm::NegaScout, MoveOrdering::Full),
        ] {
            let (mut total, mut nodes) = (0, 0);
            for position in bench_positions() {
                TABLE.view().clear();
                let options = Options::default().with_algorithm(algorithm).with_ordering(ordering);
                let mut search = Search::new(Standard, Some(TABLE.view()), options);
                let (instructions, report) =
                    cost(|| search.think(&position, &Limits::depth(6), &mut ()));
                total += instructions;
                nodes += report.nodes;
            }
            println!("{name} {total} {nodes}");
        }
    }

    /// Solves positions with few empty squares: the cross-check with 12, and the first FFO problem,
    /// with 14.
    #[inline(never)]
    fn endgames() {
        for empties in [12, 14] {
            let all = cross_checks().map(|(position, _)| position).chain(bench_positions());
            for position in all.filter(|position| position.board().empties() == empties) {
                TABLE.view().clear();
                let mut search = Search::new(Standard, Some(TABLE.view()), Options::default());
                let (instructions, report) =
                    cost(|| search.think(&position, &Limits::EXACT, &mut ()));
                println!("solve{empties} {instructions} 1");
                println!("solved{empties} {instructions} {}", report.nodes);
            }
        }
    }

    fn bench_positions() -> impl Iterator<Item = Position> {
        bench::POSITIONS.iter().filter_map(|text| text.parse().ok())
    }

    fn led_rows() {
        let lines = Lines {
            data: Output::<'A', 4>::new(),
            clock: Output::<'B', 1>::new(),
            reset: Output::<'C', 3>::new(),
            latch: Output::<'C', 4>::new(),
            bank: Output::<'C', 5>::new(),
        };
        let row = Output::<'B', 2>::new().erase();
        let mut matrix = Dm163::new(lines, [row; 8]);
        let Ok(()) = matrix.start(Scale { r: 63, g: 63, b: 63 }, &mut Delay::new(1));
        let colors = black_box([Rgb8::new(0xAA, 0x55, 0xF0); 8]);
        let (instructions, ()) = cost(|| {
            for row in 0..8 {
                let Ok(()) = matrix.show_row(row, &colors);
            }
        });
        println!("row {instructions} 8");
    }

    /// Stack use and the time between polls in the deepest searches, from the start position and to
    /// the end of the game. Not inlined: its frame is part of the measurement.
    #[inline(never)]
    fn deep_searches() {
        let mut polls = PollTimer { last: instructions(), longest: 0 };
        stack::paint();
        let last = cross_checks().find(|(position, _)| position.board().empties() == 16);
        for position in [Some(Position::default()), last.map(|(position, _)| position)] {
            let Some(position) = position else { continue };
            TABLE.view().clear();
            let mut search = Search::new(Standard, Some(TABLE.view()), Options::default());
            polls.last = instructions();
            search.think(&position, &Limits::nodes(60_000), &mut polls);
        }
        println!("stack {} {}", stack::used(), stack::size());
        println!("polls {}", polls.longest);
    }

    /// Results that must equal those of a PC: searches of all phases, and the engine's signature.
    #[inline(never)]
    fn cross_check() {
        for (position, limits) in cross_checks() {
            println!("search {}", run_cross_check(&position, &limits, TABLE.view()));
        }
        println!("signature {}", bench::run(TABLE.view(), |_, _| ()));
    }

    /// The bench of dark chess: instructions, nodes and reports, which must equal those of a PC; then
    /// the stack of the board's own search in a crowded position.
    #[inline(never)]
    fn dark_chess() {
        let table = TABLE.view().with_payload();
        let (instructions, nodes) = cost(|| dark_chess::engine::bench::run(table, |_, _| ()));
        println!("dark-chess {instructions} {nodes}");
        dark_chess::engine::bench::run(table, |_, report| println!("dark-chess-search {report}"));
        let crowded = "KpPg/PGpC/mPRp/ncrP/NPck/CrmG/MgNR/pnMp r - 0".parse();
        let Ok(position) = crowded else { return };
        let game = dark_chess::engine::Game::new(position, dark_chess::engine::Rules::default());
        TABLE.view().clear();
        let mut search = dark_chess::board_search(TABLE.view());
        stack::paint();
        search.think(&game, &Limits::nodes(20_000), &mut ());
        println!("dark-chess-stack {} {}", stack::used(), stack::size());
    }

    #[panic_handler]
    fn panic(info: &PanicInfo<'_>) -> ! {
        println!("{info}");
        process::exit(1)
    }

    #[unsafe(no_mangle)]
    extern "C" fn wedge_hard_fault(stack_pointer: usize) -> ! {
        let pc = stack::faulting_pc(stack_pointer);
        if EXPECT_OVERFLOW.load(Ordering::Relaxed) && pc.is_none() {
            println!("overflow detected");
            process::exit(0)
        }
        println!("hard fault at {pc:x?}");
        process::exit(1)
    }
}

/// On a PC the program does nothing.
#[cfg(not(target_os = "none"))]
fn main() {}
