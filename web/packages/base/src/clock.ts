// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { Signal } from "./signal";

const kSeries = [1, 2, 5];

/** 1, 2, 5 steps from `low` to `high`. */
function series(low: number, high: number): number[] {
  const steps: number[] = [];
  for (let power = Math.floor(Math.log10(low)) - 1; power < Math.log10(high) + 1; ++power) {
    for (const m of kSeries) {
      const step = Number(`${m}e${power}`);
      if (step >= low * 0.999 && step <= high * 1.001) steps.push(step);
    }
  }
  return steps;
}

/** Real time where that can be watched (up to a minute), else a round factor of it. */
export function usualSpeed(duration: number): number {
  if (!(duration > 0) || (duration >= 1.5 && duration <= 60)) return 1;
  const factor = duration > 60 ? duration / 20 : duration / 6;
  const power = 10 ** Math.floor(Math.log10(factor));
  return factor / power >= 5 ? 5 * power : factor / power >= 2 ? 2 * power : power;
}

/** The one time of the page: plots and 3D follow it. */
export class Clock {
  readonly time: Signal<number>;
  readonly playing = new Signal(false);
  readonly speed: Signal<number>;
  /** [s] of the rows that have come. */
  readonly range: Signal<readonly [number, number]>;
  speeds: number[];
  private frame = 0;
  private last = 0;
  private stamps: number[] = [];

  constructor(range: readonly [number, number]) {
    this.range = new Signal(range);
    this.time = new Signal(range[0]);
    const usual = usualSpeed(this.end - this.begin);
    this.speed = new Signal(usual);
    this.speeds = series(0.1 * usual, 10 * usual);
  }

  get begin(): number {
    return this.range.value[0];
  }

  get end(): number {
    return this.range.value[1];
  }

  /** Takes in rows that have come since. Who has watched to the end goes on to the new one. */
  extend(range: readonly [number, number]): void {
    const [begin, end] = this.range.value;
    if (range[0] === begin && range[1] === end) return;
    const follows = !this.playing.value && this.time.value >= end;
    if (end <= begin) this.suit(range[1] - range[0]);
    this.range.set(range);
    this.set(follows ? range[1] : this.time.value);
  }

  /** Speeds for a run of so many seconds. */
  suit(duration: number): void {
    const usual = usualSpeed(duration);
    this.speeds = series(0.1 * usual, 10 * usual);
    this.speed.set(usual);
  }

  set(time: number): void {
    this.time.set(Math.min(this.end, Math.max(this.begin, time)));
  }

  play(): void {
    if (this.playing.value || this.end <= this.begin) return;
    if (this.time.value >= this.end) this.set(this.begin);
    this.last = performance.now();
    this.stamps = [];
    this.playing.set(true);
    this.frame = requestAnimationFrame((now) => this.tick(now));
  }

  pause(): void {
    if (this.playing.value) cancelAnimationFrame(this.frame);
    this.playing.set(false);
  }

  toggle(): void {
    if (this.playing.value) this.pause();
    else this.play();
  }

  changeSpeed(by: number): void {
    const index = this.speeds.findIndex((s) => s >= this.speed.value * 0.999);
    this.speed.set(this.speeds[Math.min(this.speeds.length - 1, Math.max(0, index + by))]);
  }

  /** The step of the arrow keys: 1/200 of the run, or ten times that. */
  step(direction: number, large: boolean): void {
    this.pause();
    this.set(this.time.value + direction * ((this.end - this.begin) / (large ? 20 : 200)));
  }

  /** Pictures in the last second of playing. */
  framesPerSecond(): number {
    const { stamps } = this;
    if (stamps.length < 2) return 0;
    return (1000 * (stamps.length - 1)) / (stamps[stamps.length - 1] - stamps[0]);
  }

  private tick(now: number): void {
    if (!this.playing.value) return;
    // A long pause (a page in the background) must not make the machine leap.
    const elapsed = Math.min(0.25, Math.max(0, (now - this.last) / 1000));
    this.last = now;
    this.stamps.push(now);
    while (now - this.stamps[0] > 1000) this.stamps.shift();
    this.set(this.time.value + elapsed * this.speed.value);
    if (this.time.value >= this.end) this.pause();
    else this.frame = requestAnimationFrame((next) => this.tick(next));
  }
}
