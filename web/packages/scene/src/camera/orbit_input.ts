// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { Orbit } from "./orbit";

const kRadiansPerPixel = 0.007;
const kKeyStep = 0.12;

/**
 * Turns, shifts and zooms the free view by mouse, touch and keys. Returns what takes over a pointer
 * that went down elsewhere.
 */
export function bindOrbit(orbit: Orbit, cell: HTMLElement): (event: PointerEvent) => void {
  const pointers = new Map<number, { x: number; y: number }>();
  let byKey = false;

  cell.classList.add("view-free");
  cell.addEventListener("contextmenu", (event) => event.preventDefault());
  cell.addEventListener("focus", () => (byKey = cell.matches(":focus-visible")));
  const take = (event: PointerEvent) => {
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    cell.setPointerCapture(event.pointerId);
    byKey = false;
  };
  cell.addEventListener("pointerdown", take);
  const release = (event: PointerEvent) => pointers.delete(event.pointerId);
  cell.addEventListener("pointerup", release);
  cell.addEventListener("pointercancel", release);
  cell.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const dx = event.clientX - before.x;
    const dy = event.clientY - before.y;
    if (pointers.size === 2) {
      const other = [...pointers].find(([id]) => id !== event.pointerId)![1];
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      const is = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      if (is > 0) orbit.zoom(was / is);
      orbit.pan(dx / 2 / cell.clientHeight, dy / 2 / cell.clientHeight);
    } else if (event.shiftKey || event.buttons & 6) {
      orbit.pan(dx / cell.clientHeight, dy / cell.clientHeight);
    } else {
      orbit.turn(-dx * kRadiansPerPixel, dy * kRadiansPerPixel);
    }
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  // A wheel that only passes over the picture scrolls the page.
  cell.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey && document.activeElement !== cell) return;
      event.preventDefault();
      orbit.zoom(Math.exp(Math.sign(event.deltaY) * Math.min(0.3, Math.abs(event.deltaY) / 500)));
    },
    { passive: false },
  );
  cell.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrows: Record<string, () => void> = {
      ArrowLeft: () => orbit.turn(-kKeyStep, 0),
      ArrowRight: () => orbit.turn(kKeyStep, 0),
      ArrowUp: () => orbit.turn(0, kKeyStep),
      ArrowDown: () => orbit.turn(0, -kKeyStep),
    };
    const others: Record<string, () => void> = {
      "+": () => orbit.zoom(0.85),
      "=": () => orbit.zoom(0.85),
      "-": () => orbit.zoom(1 / 0.85),
      "0": () => orbit.show("home"),
    };
    // Arrow keys step the time for those who came by mouse.
    const action = others[event.key] ?? (byKey ? arrows[event.key] : undefined);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  });
  return take;
}
