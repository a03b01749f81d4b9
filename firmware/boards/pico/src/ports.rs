//! The two serial ports as one line: USB and UART. A port has the line until it has sent a whole
//! command, and gets the response.

use wedge_console::Received;

use crate::serial::Serial;
use crate::usb::UsbSerial;

/// The ports.
pub(crate) struct Ports {
    usb: UsbSerial,
    uart: Serial,
    /// Whether the last byte came from USB.
    from_usb: bool,
    /// Whether a command has begun: the other port waits for its end.
    in_command: bool,
}

impl Ports {
    pub(crate) const fn new(usb: UsbSerial, uart: Serial) -> Self {
        Self { usb, uart, from_usb: false, in_command: false }
    }

    /// The next byte of either port.
    pub(crate) fn receive(&mut self) -> Option<Received> {
        let order = [self.from_usb, !self.from_usb];
        let ports = if self.in_command { &order[..1] } else { &order[..] };
        for &usb in ports {
            let received = if usb { self.usb.receive() } else { self.uart.receive() };
            if let Some(received) = received {
                self.from_usb = usb;
                self.in_command = !matches!(received, Received::Byte(b'\n' | b'\r'));
                return Some(received);
            }
        }
        None
    }

    /// Sends a byte to the port that the last one came from.
    pub(crate) fn send(&mut self, byte: u8) {
        if !self.from_usb {
            return self.uart.send(byte);
        }
        self.usb.send(byte);
        if byte == b'\n' {
            self.usb.flush();
        }
    }
}
