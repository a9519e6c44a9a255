// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { Clock } from "@holon/base/clock";
import { h, icon } from "@holon/base/dom";
import { decimalsOf, formatFixed, formatNumber } from "@holon/base/numbers";

const kPlay = "M4 2.5v11l9-5.5z";
const kPause = "M4 2.5h3v11H4zM9 2.5h3v11H9z";
const kStart = "M3 2.5h2v11H3zM13 2.5v11L5.5 8z";
const kSteps = 10000;

/** The bar at the bottom: play, scrub, speed, the time. */
export function makeTransport(clock: Clock): HTMLElement {
  const duration = () => clock.end - clock.begin;
  const decimals = () =>
    Math.min(9, decimalsOf(10 ** Math.floor(Math.log10(duration() / 2000 || 1))));
  const play = h("button", { class: "square primary", onclick: () => clock.toggle() });
  const scrubber = h("input", {
    type: "range",
    min: 0,
    max: kSteps,
    step: 1,
    class: "scrubber",
    "aria-label": "Time",
    oninput: () => {
      clock.pause();
      clock.set(clock.begin + (Number(scrubber.value) / kSteps) * duration());
    },
  });
  const readout = h("span", { class: "readout" });
  const end = h("span", { class: "readout readout-end" });
  const speed = h("select", {
    "aria-label": "Speed",
    title: "Speed ([ and ])",
    onchange: () => clock.speed.set(clock.speeds[speed.selectedIndex]),
  });

  const showTime = () => {
    const time = clock.time.value;
    const text = `${formatFixed(time, decimals())} s`;
    readout.textContent = text;
    const share = duration() > 0 ? (time - clock.begin) / duration() : 0;
    scrubber.value = String(Math.round(share * kSteps));
    scrubber.setAttribute("aria-valuetext", text);
    scrubber.style.setProperty("--share", `${(100 * share).toFixed(2)}%`);
  };
  const showState = () => {
    const playing = clock.playing.value;
    play.replaceChildren(icon(playing ? kPause : kPlay));
    play.setAttribute("aria-label", playing ? "Pause" : "Play");
    play.title = playing ? "Pause (Space)" : "Play (Space)";
  };
  const showRange = () => {
    end.textContent = `${formatFixed(clock.end, decimals())} s`;
    speed.replaceChildren(...clock.speeds.map((s) => h("option", {}, `${formatNumber(s, 1)}×`)));
    showSpeed();
    showTime();
  };
  const showSpeed = () => {
    speed.selectedIndex = clock.speeds.findIndex((s) => Math.abs(s / clock.speed.value - 1) < 1e-6);
  };
  clock.time.watch(showTime);
  clock.playing.watch(showState);
  clock.speed.watch(showSpeed);
  clock.range.watch(showRange);
  showRange();
  showState();

  return h(
    "div",
    { class: "transport", role: "group", "aria-label": "Animation" },
    h(
      "button",
      {
        class: "square quiet",
        "aria-label": "To the start",
        title: "To the start (Home)",
        onclick: () => {
          clock.pause();
          clock.set(clock.begin);
        },
      },
      icon(kStart),
    ),
    play,
    readout,
    scrubber,
    end,
    speed,
  );
}

/** Space, arrows, Home, End, brackets and the question mark, wherever the focus is. */
export function bindKeys(clock: Clock, showKeys: () => void): void {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target as HTMLElement;
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
    const scrubbing = target.classList.contains("scrubber");
    if (document.querySelector("dialog[open]") || (typing && !scrubbing)) return;
    // Space on a button presses it.
    if (event.key === " " && target.closest("button, summary, a, [role=region]")) return;
    const actions: Record<string, () => void> = {
      " ": () => clock.toggle(),
      ArrowLeft: () => clock.step(-1, event.shiftKey),
      ArrowRight: () => clock.step(1, event.shiftKey),
      "[": () => clock.changeSpeed(-1),
      "]": () => clock.changeSpeed(1),
      "?": showKeys,
    };
    const ends: Record<string, () => void> = {
      Home: () => clock.set(clock.begin),
      End: () => clock.set(clock.end),
    };
    const action = actions[event.key] ?? ends[event.key];
    if (!action) return;
    event.preventDefault();
    if (ends[event.key]) clock.pause();
    action();
  });
}

const kKeys: [string, string][] = [
  ["Space", "play, pause"],
  ["← →", "a step back, forward; with Shift a larger one"],
  ["Home, End", "to the start, to the end"],
  ["[ ]", "slower, faster"],
  [
    "In a plot",
    "drag zooms, Shift and drag pans, the wheel zooms with Ctrl or over an axis, double click shows the whole range, click sets the time; keys + − 0 a d",
  ],
  ["In the free view", "drag rotates, Shift and drag pans, the wheel zooms; keys ← → ↑ ↓ + − 0"],
  ["?", "this list"],
];

export function showKeys(): void {
  const dialog = h(
    "dialog",
    { class: "sheet sheet-small", "aria-label": "Keys" },
    h(
      "header",
      {},
      h("h2", {}, "Keys"),
      h("button", { class: "quiet", onclick: () => dialog.close() }, "Close"),
    ),
    h(
      "dl",
      { class: "keys" },
      ...kKeys.flatMap(([keys, text]) => [h("dt", {}, keys), h("dd", {}, text)]),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
