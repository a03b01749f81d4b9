// The game clock: minutes for each side, counted while it is to move.

import type { Side } from "./game";

export class Clock {
  flagged: Side | undefined;
  private left: Record<Side, number> | undefined;
  private running: Side | undefined;
  private since = 0;

  constructor(private readonly ended: () => void) {
    setInterval(() => this.tick(), 200);
  }

  reset(minutes: number): void {
    this.flagged = undefined;
    this.running = undefined;
    this.left = minutes > 0 ? { X: minutes * 60_000, O: minutes * 60_000 } : undefined;
    this.draw();
  }

  /** Starts the clock of a side and stops the other one. */
  run(side: Side): void {
    this.tick();
    if (!this.left || this.flagged) return;
    this.running = side;
    this.since = performance.now();
  }

  pause(): void {
    this.tick();
    this.running = undefined;
  }

  text(side: Side): string {
    if (!this.left) return "";
    const seconds = Math.max(0, Math.ceil(this.left[side] / 1000));
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  private tick(): void {
    if (!this.left || !this.running) return;
    const now = performance.now();
    this.left[this.running] -= now - this.since;
    this.since = now;
    this.draw();
    if (this.left[this.running] <= 0) {
      this.flagged = this.running;
      this.running = undefined;
      this.ended();
    }
  }

  /** Only the time changes: the rest of the page stays as it is. */
  private draw(): void {
    for (const [side, name] of [["X", "black"], ["O", "white"]] as const) {
      const place = document.querySelector(`.chip.${name} .time`);
      if (place) place.textContent = this.text(side);
    }
  }
}
