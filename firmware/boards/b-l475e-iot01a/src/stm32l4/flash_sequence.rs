//! The order of steps that writing to the flash needs, apart from the registers.
//!
//! Erratum "data cache might be corrupted during flash read-while-write" (ES0317): if an interrupt
//! reads from one bank while the other one is programmed or erased, with the data cache on, later
//! reads may return garbage. The program runs from bank 1 with an interrupt every millisecond, and
//! the journal is in bank 2: so the data cache is off during every write, and emptied before it is
//! on again.

/// The flash controller's steps.
pub trait FlashController {
    /// Turns the data cache on or off.
    fn set_data_cache(&mut self, on: bool);
    /// Empties the data cache, which is off.
    fn reset_data_cache(&mut self);
    /// Unlocks the controller and clears old errors.
    fn unlock(&mut self);
    /// Starts an operation.
    fn begin(&mut self, operation: Operation);
    /// Waits for the end of the operation and locks the controller. Returns whether it succeeded.
    fn finish(&mut self) -> bool;
}

/// What to do to the journal's pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Writes a word of 64 bits at an index of the journal.
    Program {
        /// The index, in words.
        at: usize,
        /// The word.
        word: u64,
    },
    /// Erases a page of the journal.
    Erase {
        /// Its number, from 0.
        page: usize,
    },
}

/// Runs an operation with the data cache off. Returns whether it succeeded.
pub fn run(controller: &mut impl FlashController, operation: Operation) -> bool {
    controller.set_data_cache(false);
    controller.unlock();
    controller.begin(operation);
    let succeeded = controller.finish();
    controller.reset_data_cache();
    controller.set_data_cache(true);
    succeeded
}

/// Whether the address of an uncorrectable ECC error, as the controller reports it, is in the
/// journal: there a power cut may have left a word half-written, and the checksum rejects it.
/// Anywhere else the program itself is damaged.
#[must_use]
pub const fn is_in_journal(offset_in_bank: u32, second_bank: bool, journal: [usize; 2]) -> bool {
    /// Bytes of a bank.
    const BANK: usize = 512 * 1024;
    let offset = offset_in_bank as usize + if second_bank { BANK } else { 0 };
    let [start, end] = journal;
    offset >= start && offset < end
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Step {
        Cache(bool),
        EmptyCache,
        Unlock,
        Begin(Operation),
        Finish,
    }

    struct Log {
        steps: Vec<Step>,
        succeeds: bool,
    }

    impl FlashController for Log {
        fn set_data_cache(&mut self, on: bool) {
            self.steps.push(Step::Cache(on));
        }
        fn reset_data_cache(&mut self) {
            self.steps.push(Step::EmptyCache);
        }
        fn unlock(&mut self) {
            self.steps.push(Step::Unlock);
        }
        fn begin(&mut self, operation: Operation) {
            self.steps.push(Step::Begin(operation));
        }
        fn finish(&mut self) -> bool {
            self.steps.push(Step::Finish);
            self.succeeds
        }
    }

    #[test]
    fn the_data_cache_is_off_during_every_operation_and_emptied_after_it() {
        for operation in [Operation::Program { at: 3, word: 7 }, Operation::Erase { page: 1 }] {
            for succeeds in [true, false] {
                let mut log = Log { steps: Vec::new(), succeeds };
                assert_eq!(run(&mut log, operation), succeeds);
                use Step::{Begin, Cache, EmptyCache, Finish, Unlock};
                let wanted =
                    [Cache(false), Unlock, Begin(operation), Finish, EmptyCache, Cache(true)];
                assert_eq!(log.steps, wanted);
            }
        }
    }

    #[test]
    fn only_errors_in_the_journal_are_forgiven() {
        let journal = [1020 * 1024, 1024 * 1024];
        assert!(is_in_journal(508 * 1024, true, journal));
        assert!(is_in_journal(512 * 1024 - 8, true, journal));
        assert!(!is_in_journal(508 * 1024 - 8, true, journal));
        // The same offset in the first bank is the program.
        assert!(!is_in_journal(508 * 1024, false, journal));
        assert!(!is_in_journal(0, false, journal));
    }
}
