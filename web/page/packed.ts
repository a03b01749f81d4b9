// The engine's weights and book, packed.
//
// An adaptive binary range coder, as LZMA has it. What predicts a byte of the weights best is how large
// the numbers of its row are: those in front of it or, for the first, those of the row before. In the
// book, where a record is a move and a score, it is the score of the position before.

const TOP = 2 ** 24;
const SHIFT = 5;
const CLASSES = 15;

/** What the bytes are: how long a record is, and which byte stands for zero. */
export interface Kind {
  record: number;
  zero: number;
}

/** The probabilities of the bits of a byte, one set for each context. */
class Model {
  private readonly sets: Uint16Array;

  constructor(private readonly kind: Kind) {
    this.sets = new Uint16Array(kind.record * CLASSES * 256).fill(2048);
  }

  /** The first place of the set for the byte at `at`. */
  context(bytes: Uint8Array, at: number): number {
    const { record, zero } = this.kind;
    const column = at % record;
    const number = (place: number) => signed((bytes[place] ?? zero) - zero);
    let known = 0;
    if (record === 2) {
      const score = number(at - 2);
      known = CLASSES >> 1;
      known += score < 0 ? -size(score) : size(score);
    } else {
      for (let place = at - (column || record); place < at; place++) known = Math.max(known, size(number(place)));
    }
    return (column * CLASSES + known) * 256;
  }

  /** The probability of a zero, of 4096. */
  zero(place: number): number {
    return this.sets[place] ?? 2048;
  }

  learn(place: number, bit: number): void {
    const zero = this.zero(place);
    this.sets[place] = bit ? zero - (zero >> SHIFT) : zero + ((4096 - zero) >> SHIFT);
  }
}

/** A byte as a number with a sign. */
function signed(byte: number): number {
  return (byte << 24) >> 24;
}

/** The size of a number, in a few steps. */
function size(number: number): number {
  return number === 0 ? 0 : Math.min(6, 32 - Math.clz32(Math.abs(number)));
}

/** Fills `bytes` with what was packed. */
export function unpack(packed: Uint8Array, bytes: Uint8Array, kind: Kind): void {
  const model = new Model(kind);
  let range = 2 ** 32 - 1;
  let code = 0;
  let next = 1;
  for (; next < 5; next++) code = (code * 256 + (packed[next] ?? 0)) >>> 0;
  for (let at = 0; at < bytes.length; at++) {
    const set = model.context(bytes, at);
    let symbol = 1;
    while (symbol < 256) {
      const place = set + symbol;
      const bound = (range >>> 12) * model.zero(place);
      const bit = code < bound ? 0 : 1;
      if (bit) {
        code -= bound;
        range -= bound;
      } else range = bound;
      model.learn(place, bit);
      symbol = symbol * 2 + bit;
      while (range < TOP) {
        range *= 256;
        code = (code * 256 + (packed[next++] ?? 0)) >>> 0;
      }
    }
    bytes[at] = symbol & 255;
  }
}

/** The opposite, for the build. */
export function pack(bytes: Uint8Array, kind: Kind): Uint8Array {
  const model = new Model(kind);
  const out: number[] = [];
  let [low, range, cache, pending] = [0, 2 ** 32 - 1, 0, 1];
  const shift = () => {
    if (low < 0xff00_0000 || low >= 2 ** 32) {
      const carry = low >= 2 ** 32 ? 1 : 0;
      for (; pending > 0; pending--) {
        out.push((cache + carry) & 255);
        cache = 255;
      }
      cache = Math.floor(low / TOP) & 255;
    }
    pending++;
    low = (low % TOP) * 256;
  };
  for (let at = 0; at < bytes.length; at++) {
    const set = model.context(bytes, at);
    let symbol = 1;
    for (let rank = 7; rank >= 0; rank--) {
      const bit = ((bytes[at] ?? 0) >> rank) & 1;
      const place = set + symbol;
      const bound = (range >>> 12) * model.zero(place);
      if (bit) {
        low += bound;
        range -= bound;
      } else range = bound;
      model.learn(place, bit);
      symbol = symbol * 2 + bit;
      while (range < TOP) {
        range *= 256;
        shift();
      }
    }
  }
  for (let rest = 0; rest < 5; rest++) shift();
  return Uint8Array.from(out);
}
