//! The interface of the light drivers.

use wedge_console::Frame;

/// Lights that show 64 colours.
pub trait Lights {
    /// Why a picture could not be shown.
    type Error;

    /// Shows a picture, in LED currents (see [`Frame::gamma`]), until the next one.
    ///
    /// # Errors
    /// If a pin or a bus fails.
    fn show(&mut self, frame: &Frame) -> Result<(), Self::Error>;
}
