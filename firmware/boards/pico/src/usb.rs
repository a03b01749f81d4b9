//! The serial port on the USB connector: an interrupt serves the bus and queues received bytes.

use core::cell::RefCell;

use critical_section::Mutex;
use hal::pac::{self, interrupt};
use hal::usb::UsbBus;
use heapless::Deque;
use usb_device::bus::UsbBusAllocator;
use usb_device::device::{
    StringDescriptors, UsbDevice, UsbDeviceBuilder, UsbDeviceState, UsbVidPid,
};
use usbd_serial::{SerialPort, USB_CLASS_CDC};
use wedge_console::Received;
use wedge_firmware::tick::with;

struct Port {
    device: UsbDevice<'static, UsbBus>,
    port: SerialPort<'static, UsbBus>,
    bytes: Deque<u8, 512>,
    /// Whether bytes were lost for lack of room.
    lost: bool,
}

static PORT: Mutex<RefCell<Option<Port>>> = Mutex::new(RefCell::new(None));

/// The USB serial port.
pub(crate) struct UsbSerial(());

impl UsbSerial {
    /// Connects to the bus. `None` if somebody else did before.
    #[allow(unsafe_code)]
    pub(crate) fn start(bus: UsbBus) -> Option<Self> {
        let bus = cortex_m::singleton!(: UsbBusAllocator<UsbBus> = UsbBusAllocator::new(bus))?;
        let port = SerialPort::new(bus);
        // The identity that V-USB shares with hobby projects for serial ports.
        let names = StringDescriptors::default().manufacturer("Wedge").product("Wedge console");
        let device = UsbDeviceBuilder::new(bus, UsbVidPid(0x16C0, 0x27DD))
            .strings(&[names])
            .ok()?
            .max_packet_size_0(64)
            .ok()?
            .device_class(USB_CLASS_CDC)
            .build();
        with(&PORT, |place| {
            *place = Some(Port { device, port, bytes: Deque::new(), lost: false });
        });
        // SAFETY: unmasking could break critical sections that mask single interrupts. All critical
        // sections here disable interrupts globally.
        unsafe { cortex_m::peripheral::NVIC::unmask(pac::Interrupt::USBCTRL_IRQ) };
        Some(Self(()))
    }

    /// The next received byte, or the report that some were lost.
    pub(crate) fn receive(&mut self) -> Option<Received> {
        with(&PORT, |place| {
            let port = place.as_mut()?;
            match port.bytes.pop_front() {
                Some(byte) => Some(Received::Byte(byte)),
                None => core::mem::take(&mut port.lost).then_some(Received::Lost),
            }
        })
    }

    /// Sends a byte; drops it if no computer takes it in time.
    pub(crate) fn send(&mut self, byte: u8) {
        /// Some milliseconds: a computer that listens takes a packet every millisecond.
        const TRIES: u32 = 20_000;
        let sent = || {
            with(&PORT, |place| {
                let Some(port) = place else { return true };
                port.device.state() != UsbDeviceState::Configured
                    || port.port.write(&[byte]).is_ok_and(|count| count == 1)
            })
        };
        let _ = (0..TRIES).any(|_| sent());
    }

    /// Sends what is left of a packet.
    pub(crate) fn flush(&mut self) {
        with(&PORT, |place| {
            let _ = place.as_mut().map(|port| port.port.flush());
        });
    }
}

#[interrupt]
fn USBCTRL_IRQ() {
    with(&PORT, |place| {
        let Some(Port { device, port, bytes, lost }) = place else { return };
        if !device.poll(&mut [port]) {
            return;
        }
        let mut buffer = [0; 64];
        while let Ok(count) = port.read(&mut buffer) {
            for &byte in buffer.iter().take(count) {
                *lost |= bytes.push_back(byte).is_err();
            }
            if count == 0 {
                break;
            }
        }
    });
}
