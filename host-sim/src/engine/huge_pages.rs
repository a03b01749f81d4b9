//! Large pages for large tables.
//!
//! A probe of the table accesses a random address. With pages of 4 KiB the processor first has to
//! translate that address, which takes longer than the probe; with pages of 2 MiB most translations
//! are in its TLB. Linux provides them on request.

/// Asks the system to back this memory with large pages. If it cannot, nothing changes.
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
        // their contents nor their mapping. A refusal does no harm.
        unsafe { libc::madvise(first.cast_mut().cast(), length, libc::MADV_HUGEPAGE) };
    }
}

/// Other systems choose their own page sizes.
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
