//! Why the chip was reset.

/// The cause of a reset, from the reset and clock control's status register (RCC_CSR).
#[must_use]
pub const fn reset_cause(csr: u32) -> &'static str {
    // Several flags are set at once: every reset also pulls the pin, and power-up sets "brown-out".
    let causes = [
        (29, "the watchdog"),
        (30, "the window watchdog"),
        (28, "the program"),
        (31, "a forbidden low-power mode"),
        (25, "the option bytes"),
        (24, "the firewall"),
        (27, "power-up or brown-out"),
        (26, "the reset button"),
    ];
    let mut at = 0;
    while at < causes.len() {
        let (bit, cause) = causes[at];
        if csr >> bit & 1 != 0 {
            return cause;
        }
        at += 1;
    }
    "an unknown cause"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rarest_cause_is_named() {
        // The reset value of the register, and with the watchdog's flag.
        assert_eq!(reset_cause(0x0C00_0600), "power-up or brown-out");
        assert_eq!(reset_cause(0x2C00_0600), "the watchdog");
        assert_eq!(reset_cause(1 << 26), "the reset button");
        assert_eq!(reset_cause(1 << 26 | 1 << 28), "the program");
        assert_eq!(reset_cause(0), "an unknown cause");
    }
}
