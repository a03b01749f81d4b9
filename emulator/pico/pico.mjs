// A Raspberry Pi Pico with 64 WS2812 LEDs or a MAX7219 matrix, in rp2040js: one command a line on standard input, one
// JSON object a line in response.
//
//   node pico.mjs FOLDER_OF_RP2040JS PROGRAM.elf DATA_PIN
//
//   run MS [answer]   run for some milliseconds of the board's time, or until a GTP response is complete
//   pin N LEVEL       drive a pin: 0 presses a button, 1 releases it
//   uart TEXT         send a line over the serial port
//   usb TEXT          send a line over the USB serial port
//   read ADDRESS N    read bytes of memory, in hexadecimal
//   reset             press the reset button: the RAM keeps its content
//   power             cut the power: the RAM is lost, the flash is kept
//
// Every response has the board's time in ms and the cycles since the start, what the serial port has
// sent since the last one, and the 64 words (green, red, blue) of the last picture; with a MAX7219 the
// eight bytes of its rows instead.
//
// rp2040js has no boot ROM and this has none either: the vector table of the program is used instead.

import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [folder, elfFile, dataPin] = process.argv.slice(2);
const require = createRequire(folder + '/');
const { RP2040, USBCDC } = require('rp2040js');

const FLASH = 0x10000000;
const VECTORS = 0x10000100;
const HZ = 125e6;
const CYCLE_NS = 1e9 / HZ;
// The state machine's clock is 8 MHz: rp2040js ignores the divider.
const CYCLES_PER_STEP = HZ / 8e6;
// A pause of 50 us ends a picture.
const PAUSE_STEPS = 400;
const BITS = 64 * 24;

let damage = [];
let cdc, usb, toUsb, pair, rows;
let chip, cycles, ahead, idleSince, wasHigh, highSteps, bits, frame, uart, pictures, damaged;

// The loaded segments of a 32-bit ELF file, at their physical addresses.
function load(flash) {
  const elf = readFileSync(elfFile);
  const headers = elf.readUInt32LE(28), size = elf.readUInt16LE(42), count = elf.readUInt16LE(44);
  for (let n = 0; n < count; n++) {
    const at = headers + n * size;
    const [type, offset, , physical, length] = [0, 4, 8, 12, 16].map((o) => elf.readUInt32LE(at + o));
    if (type === 1 && length > 0 && physical >= FLASH && physical < FLASH + (16 << 20)) {
      flash.set(elf.subarray(offset, offset + length), physical - FLASH);
    }
  }
}

function start(oldFlash, oldRam) {
  chip = new RP2040();
  chip.logger = { debug() {}, info() {}, warn() {}, error(where, what) { console.error(where, what); } };
  if (oldFlash) chip.flash.set(oldFlash); else load(chip.flash);
  if (oldRam) chip.sram.set(oldRam);
  for (const pio of chip.pio) pio.run = () => {};
  // rp2040js leaves the lowest bit of a handler's address in the program counter, and a handler that
  // jumps by a table then reads the wrong entry.
  const core = chip.core, enter = core.exceptionEntry;
  core.exceptionEntry = (number) => {
    enter.call(core, number);
    core.PC = (core.PC & ~1) >>> 0;
  };
  for (let pin = 0; pin < 30; pin++) chip.gpio[pin].setInputValue(true);
  chip.uart[0].onByte = (byte) => { uart += String.fromCharCode(byte); };
  [usb, pair, rows, toUsb] = ['', [], new Array(8).fill(0), { bytes: [], endpoint: 0, size: 0 }];
  cdc = new USBCDC(chip.usbCtrl);
  cdc.onSerialData = (bytes) => { for (const byte of bytes) usb += String.fromCharCode(byte); };
  // The class answers a read at once, with nothing if need be, and forgets one that comes before it knows
  // the endpoint: here a read waits for bytes.
  chip.usbCtrl.onEndpointRead = (endpoint, size) => {
    if (endpoint !== 0) [toUsb.endpoint, toUsb.size] = [endpoint, size];
    feedUsb();
  };
  // The matrix takes pairs of a register and its value.
  chip.spi[0].onTransmit = (byte) => {
    pair.push(byte);
    if (pair.length === 2) {
      if (pair[0] >= 1 && pair[0] <= 8) rows[pair[0] - 1] = pair[1];
      pair = [];
    }
    chip.spi[0].completeTransmit(0);
  };
  const view = new DataView(chip.flash.buffer, chip.flash.byteOffset);
  chip.core.VTOR = VECTORS;
  chip.core.SP = view.getUint32(VECTORS - FLASH, true);
  chip.core.PC = view.getUint32(VECTORS - FLASH + 4, true) & ~1;
  [cycles, ahead, idleSince, wasHigh, highSteps, bits, uart, pictures, damaged] =
    [0, 0, 0, false, 0, [], '', 0, 0];
  frame = null;
}

// Runs the LEDs' state machine up to the chip's time, and reads the bits from its pin.
function runLeds() {
  const pio = chip.pio[0], machine = pio.machines[0];
  if (!machine.enabled) { ahead = cycles; return; }
  while (ahead < cycles) {
    const before = machine.cycles;
    machine.step();
    if (machine.waiting) {
      // Out of data, with the pin low.
      endBit();
      if ((cycles - idleSince) / CYCLES_PER_STEP > PAUSE_STEPS) endPicture();
      ahead = cycles;
      return;
    }
    const steps = machine.cycles - before;
    const high = (pio.pinValues >>> dataPin & 1) === 1;
    if (high) highSteps += steps; else endBit();
    wasHigh = high;
    ahead += steps * CYCLES_PER_STEP;
    idleSince = ahead;
  }
}

function endBit() {
  if (highSteps === 0) return;
  // 0.4 us is a zero, 0.8 us a one.
  bits.push(highSteps >= 5 ? 1 : 0);
  highSteps = 0;
}

function endPicture() {
  if (bits.length === 0) return;
  if (bits.length === BITS) {
    frame = [];
    for (let led = 0; led < 64; led++) {
      frame.push(bits.slice(24 * led, 24 * led + 24).reduce((word, bit) => word * 2 + bit, 0));
    }
    pictures++;
  } else {
    damaged++;
    damage.push(`${bits.length} bits at ${(cycles / HZ * 1000).toFixed(2)} ms`);
  }
  bits = [];
}

function run(ms, untilAnswer) {
  const end = cycles + ms * HZ / 1000;
  const core = chip.core;
  while (cycles < end) {
    let spent = 0;
    for (let n = 0; n < 24; n++) {
      // rp2040js wakes a sleeping core for the chip's interrupts, but not for its SysTick.
      if (core.waiting && core.interruptsUpdated && core.checkForInterrupts()) core.waiting = false;
      if (core.waiting) {
        spent += Math.max(1, Math.min(chip.clock.nanosToNextAlarm / CYCLE_NS, end - cycles));
        break;
      }
      spent += core.executeInstruction();
    }
    cycles += spent;
    chip.clock.tick(spent * CYCLE_NS);
    runLeds();
    if (untilAnswer && (uart.endsWith('\n\n') || usb.endsWith('\n\n'))) break;
  }
}

// Bytes go in one by one, as fast as the line carries them.
function send(text) {
  for (const letter of text + '\n') {
    chip.uart[0].feedByte(letter.charCodeAt(0));
    run(0.087, false);
  }
}

function sendUsb(text) {
  for (const letter of text + '\n') toUsb.bytes.push(letter.charCodeAt(0));
  feedUsb();
}

// Hands bytes to a read that waits for them.
function feedUsb() {
  if (toUsb.size === 0 || toUsb.bytes.length === 0) return;
  const bytes = Uint8Array.from(toUsb.bytes.splice(0, toUsb.size));
  toUsb.size = 0;
  chip.usbCtrl.endpointReadDone(toUsb.endpoint, bytes);
}

start(null, null);
const lines = createInterface({ input: process.stdin });
for await (const line of lines) {
  const [command, ...words] = line.split(' ');
  const response = {};
  switch (command) {
    case 'run': run(Number(words[0]), words[1] === 'answer'); break;
    case 'pin': chip.gpio[Number(words[0])].setInputValue(words[1] === '1'); break;
    case 'uart': send(line.slice(5)); break;
    case 'usb': sendUsb(line.slice(4)); break;
    case 'read': {
      const bytes = [];
      for (let n = 0; n < Number(words[1]); n++) bytes.push(chip.readUint8(Number(words[0]) + n));
      response.hex = Buffer.from(bytes).toString('hex');
      break;
    }
    case 'reset': start(chip.flash, chip.sram); break;
    case 'power': start(chip.flash, null); break;
    default: response.error = `no command ${command}`;
  }
  response.ms = cycles / HZ * 1000;
  response.cycles = Math.round(cycles);
  response.pc = chip.core.PC;
  response.uart = uart;
  uart = '';
  response.usb = usb;
  usb = '';
  response.rows = rows;
  response.frame = frame;
  response.pictures = pictures;
  response.damaged = damaged;
  response.damage = damage;
  console.log(JSON.stringify(response));
}
