#![no_main]
libfuzzer_sys::fuzz_target!(|input: &[u8]| wedge_fuzz::page(input));
