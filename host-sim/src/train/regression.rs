//! Linear regression by least squares.

/// A regression line through pairs of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Regression {
    pub(crate) slope: f64,
    pub(crate) offset: f64,
    /// The correlation of both numbers; 0 if one of them never changes.
    pub(crate) correlation: f64,
    /// The standard deviation of the second numbers from the line.
    pub(crate) sigma: f64,
}

impl Regression {
    /// The line of least squares. It is level if the first number never changes.
    pub(crate) fn fit(pairs: &[(f64, f64)]) -> Self {
        let (x, y) = (mean(pairs, |pair| pair.0), mean(pairs, |pair| pair.1));
        let x_variance = mean(pairs, |pair| (pair.0 - x).powi(2));
        let y_variance = mean(pairs, |pair| (pair.1 - y).powi(2));
        let covariance = mean(pairs, |pair| (pair.0 - x) * (pair.1 - y));
        let slope = if x_variance > 0.0 { covariance / x_variance } else { 0.0 };
        let spread = (x_variance * y_variance).sqrt();
        let correlation = if spread > 0.0 { covariance / spread } else { 0.0 };
        let offset = y - slope * x;
        let sigma = mean(pairs, |pair| (pair.1 - slope * pair.0 - offset).powi(2)).sqrt();
        Self { slope, offset, correlation, sigma }
    }

    /// The value of the line at `x`.
    pub(crate) fn at(&self, x: f64) -> f64 {
        self.offset + self.slope * x
    }
}

/// The mean over all pairs; 0 without pairs.
pub(crate) fn mean(pairs: &[(f64, f64)], of: impl Fn((f64, f64)) -> f64) -> f64 {
    pairs.iter().map(|&pair| of(pair)).sum::<f64>() / pairs.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_least_squares_is_found() {
        let pairs: Vec<_> = (-5..=5)
            .flat_map(|x| [-1.0, 1.0].map(|off| (f64::from(x), 0.5 * f64::from(x) + 2.0 + off)))
            .collect();
        let line = Regression::fit(&pairs);
        assert!((line.slope - 0.5).abs() < 1e-9 && (line.offset - 2.0).abs() < 1e-9);
        assert!((line.sigma - 1.0).abs() < 1e-9 && (line.at(4.0) - 4.0).abs() < 1e-9);
        // Variances: 10 of x, 0.25 * 10 + 1 of y.
        assert!((line.correlation - 5.0 / 35.0_f64.sqrt()).abs() < 1e-9);
    }

    #[test]
    fn without_change_the_line_is_level() {
        let line = Regression::fit(&[(1.0, 2.0), (1.0, 4.0)]);
        assert_eq!((line.slope, line.offset, line.correlation, line.sigma), (0.0, 3.0, 0.0, 1.0));
        assert_eq!(Regression::fit(&[]).offset, 0.0);
    }
}
