//! The module's boundary: two functions that the page calls, two that it provides.
//!
//! The page asks for room with `reserve`, writes a command there and calls `run`; each answer comes
//! back through `emit` as a place in the module's memory, to be read before `emit` returns.
#![allow(unsafe_code, reason = "calls to the page's functions")]

use std::cell::RefCell;

use crate::Host;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    fn emit(start: *const u8, length: usize);
    fn now() -> f64;
}

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Prepares the memory that the instances of a module with threads share, before its first command:
/// what the start of a program does. That it runs the constructors itself also keeps the linker from
/// running them, and the destructors, with every call from the page.
#[cfg(target_os = "wasi")]
pub fn initialize() {
    unsafe extern "C" {
        fn __wasi_init_tp();
        fn __wasm_call_ctors();
    }
    // SAFETY: called once, before anything else, while no other thread runs.
    unsafe {
        __wasi_init_tp();
        __wasm_call_ctors();
    }
}

/// Room for a command of this many bytes.
pub fn reserve(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// The command that the page wrote.
#[must_use]
pub fn input() -> Vec<u8> {
    INPUT.take()
}

/// The page.
#[derive(Debug)]
pub struct Page;

impl Host for Page {
    fn emit(&mut self, answer: &str) {
        // SAFETY: the page only reads these bytes, and only during the call.
        unsafe { emit(answer.as_ptr(), answer.len()) }
    }

    fn now_ms(&mut self) -> u64 {
        // SAFETY: takes and leaves no memory.
        (unsafe { now() }) as u64
    }
}

/// Exports `reserve` and `run` for a session, which begins as its default.
#[macro_export]
macro_rules! module {
    ($session:ty) => {
        #[allow(unsafe_code, reason = "names that the page can call")]
        mod boundary {
            use std::cell::RefCell;

            use $crate::{Commands as _, wasm};

            thread_local! {
                static SESSION: RefCell<$session> = RefCell::default();
            }

            #[cfg(target_os = "wasi")]
            #[unsafe(no_mangle)]
            extern "C" fn _initialize() {
                wasm::initialize();
            }

            #[unsafe(no_mangle)]
            extern "C" fn reserve(length: usize) -> *mut u8 {
                wasm::reserve(length)
            }

            #[unsafe(no_mangle)]
            extern "C" fn run() {
                let input = wasm::input();
                SESSION.with_borrow_mut(|session| session.run(&input, &mut wasm::Page));
            }
        }
    };
}
