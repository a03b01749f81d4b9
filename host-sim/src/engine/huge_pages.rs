//! Large pages for large tables.
//!
//! A probe of the table goes to a random place, and with pages of 4 KiB the processor first has to
//! look up where that is in memory, which takes longer than the probe. With pages of 2 MiB it
//! mostly knows. Linux gives them to those who ask.

/// Asks the system to back this memory with large pages as it is touched. Where it cannot, nothing
/// changes.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
pub fn advise<T>(memory: &[T]) {
    const PAGE: usize = 4096;
    let bytes = size_of_val(memory);
    let start = memory.as_ptr().cast::<u8>();
    // Advice is for whole pages.
    let skip = start.align_offset(PAGE);
    let length = bytes.saturating_sub(skip) / PAGE * PAGE;
    if length > 0 {
        let first = start.wrapping_add(skip);
        // SAFETY: the pages lie within `memory`, which is borrowed, and the advice changes neither
        // what is in them nor whether they are there. A refusal is no harm.
        unsafe { libc::madvise(first.cast_mut().cast(), length, libc::MADV_HUGEPAGE) };
    }
}

/// Other systems decide by themselves.
#[cfg(not(target_os = "linux"))]
pub fn advise<T>(_memory: &[T]) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_changes_nothing_in_memory() {
        for length in [0, 1, 4095, 4096, 5000, 1 << 22] {
            let memory: Vec<u8> = (0..length).map(|at| at as u8).collect();
            advise(&memory);
            assert!(memory.iter().enumerate().all(|(at, &byte)| byte == at as u8));
        }
    }
}
