//! Axes: where a value stands between the ends, and the marks at round numbers.

/// About how many steps lie between the ends of a fitted axis.
const STEPS: f64 = 5.0;

/// The stretch of values that an axis covers. `to` may be below `from`: then the axis runs backwards.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Axis {
    from: f64,
    to: f64,
    log: bool,
    ticks: Vec<f64>,
}

impl Axis {
    /// A linear axis with marks at these values.
    pub(crate) const fn new(from: f64, to: f64, ticks: Vec<f64>) -> Self {
        Self { from, to, log: false, ticks }
    }

    /// A linear axis with a mark at every `step`, from its start on.
    pub(crate) fn stepped(from: f64, to: f64, step: f64) -> Self {
        // A little more than the end, against rounding.
        let count = ((to - from) / step + 1e-6) as usize;
        Self::new(from, to, (0..=count).map(|number| from + number as f64 * step).collect())
    }

    /// A linear axis that covers all values, with marks at round numbers.
    pub(crate) fn fit(values: impl Iterator<Item = f64>) -> Option<Self> {
        let (from, to, step) = Self::round(values, 0.0)?;
        Some(Self::stepped(from, to, step))
    }

    /// A logarithmic axis that covers all values above zero, with marks at whole powers of ten.
    pub(crate) fn fit_log(values: impl Iterator<Item = f64>) -> Option<Self> {
        let powers = values.filter(|value| *value > 0.0).map(f64::log10);
        let (from, to, step) = Self::round(powers, 1.0)?;
        let mut axis = Self::stepped(from, to, step);
        axis.ticks.iter_mut().for_each(|power| *power = 10_f64.powf(*power));
        Some(Self { log: true, ..axis })
    }

    /// The ends and the step of an axis that covers all values.
    fn round(values: impl Iterator<Item = f64>, least_step: f64) -> Option<(f64, f64, f64)> {
        let (low, high) = values
            .fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        if low > high {
            return None;
        }
        let (low, high) = if high - low < 1e-9 { (low - 1.0, high + 1.0) } else { (low, high) };
        let rough = (high - low) / STEPS;
        let power = 10_f64.powf(rough.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
        let step = steps.into_iter().find(|step| *step >= rough).unwrap_or(rough).max(least_step);
        // The end may be half a step after the last mark, so that less of the axis is empty.
        let half = (step / 2.0).max(least_step);
        Some(((low / step).floor() * step, (high / half).ceil() * half, step))
    }

    /// Where a value stands: 0 at the start of the axis, 1 at its end. A logarithmic axis has no
    /// place for zero and below.
    pub(crate) fn place(&self, value: f64) -> Option<f64> {
        if self.log && value <= 0.0 {
            return None;
        }
        let value = if self.log { value.log10() } else { value };
        Some((value - self.from) / (self.to - self.from))
    }

    /// The marked values, each with its place.
    pub(crate) fn ticks(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.ticks.iter().filter_map(|&tick| Some((tick, self.place(tick)?)))
    }
}

/// A number in few characters: `1200000` is `1.2M`.
pub(crate) fn short(value: f64) -> String {
    let size = value.abs();
    let (scaled, unit) = match size {
        1e9.. => (value / 1e9, "G"),
        1e6.. => (value / 1e6, "M"),
        1e4.. => (value / 1e3, "k"),
        _ => (value, ""),
    };
    let text = match scaled.abs() {
        100.0.. => format!("{scaled:.0}"),
        1.0.. => format!("{scaled:.1}"),
        0.1.. => format!("{scaled:.2}"),
        0.001.. => format!("{scaled:.4}"),
        0.0 => "0".to_owned(),
        _ => format!("{scaled:.0e}"),
    };
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{}{unit}", if text == "-0" { "0" } else { text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, wanted) in [
            (0.0, "0"),
            (-0.0, "0"),
            (0.00001, "1e-5"),
            (12.0, "12"),
            (12.5, "12.5"),
            (0.25, "0.25"),
            (0.0012, "0.0012"),
            (9_999.0, "9999"),
            (120_000.0, "120k"),
            (1_234_567.0, "1.2M"),
            (-2e9, "-2G"),
        ] {
            assert_eq!(short(value), wanted);
        }
    }

    #[test]
    fn a_fitted_axis_covers_its_values_and_has_round_marks() {
        let axis = Axis::fit([3.2, 57.0].into_iter()).unwrap();
        assert_eq!(axis.ticks, [0.0, 20.0, 40.0, 60.0]);
        assert_eq!((axis.place(0.0), axis.place(60.0)), (Some(0.0), Some(1.0)));
        let long = Axis::fit([1.0, 62.0].into_iter()).unwrap();
        assert_eq!((long.ticks.last(), long.to), (Some(&60.0), 70.0));
        let one = Axis::fit([7.0].into_iter()).unwrap();
        assert!(one.from < 7.0 && one.to > 7.0);
        assert!(Axis::fit(std::iter::empty()).is_none());
    }

    #[test]
    fn a_logarithmic_axis_has_no_place_for_zero() {
        let axis = Axis::fit_log([1_300.0, 0.0, 8_000.0].into_iter()).unwrap();
        assert_eq!(axis.ticks, [1_000.0, 10_000.0]);
        assert_eq!((axis.place(1_000.0), axis.place(10_000.0)), (Some(0.0), Some(1.0)));
        assert_eq!(axis.place(0.0), None);
        assert!(Axis::fit_log([0.0].into_iter()).is_none());
    }

    #[test]
    fn an_axis_may_run_backwards() {
        let axis = Axis::new(24.0, 12.0, vec![24.0, 16.0, 12.0]);
        let places: Vec<f64> = axis.ticks().map(|(_, place)| place).collect();
        assert_eq!(places, [0.0, 8.0 / 12.0, 1.0]);
        assert_eq!(Axis::stepped(-8.0, 8.0, 4.0).ticks, [-8.0, -4.0, 0.0, 4.0, 8.0]);
    }
}
