// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { formatNumber, withUnit } from "@holon/base/numbers";
import type { RunInfo } from "@holon/protocol/messages";
import { useEffect, useRef, useState } from "react";
import { Icon } from "../shell/glyphs";
import { socket } from "../state/actions";
import { useDesk } from "../state/store";
import { type Binding, driveInputs, drivenInputs, keyText, nextDeflections, usualBindings } from "./inputs";

/** [ms] between values that are sent. */
const kPace = 33;

const stored = (path: string): Binding[] =>
  JSON.parse(localStorage.getItem(`holon.drive.${path}`) ?? "[]") as Binding[];

function bindingsOf(path: string, chosen: string[]): Binding[] {
  const known = new Map(stored(path).map((b) => [b.input, b]));
  return usualBindings(chosen).map((b) => known.get(b.input) ?? b);
}

/** A person drives: keys and sticks as the inputs of a run in real time. */
export default function DrivePanel({ run, onclose }: { run?: RunInfo; onclose: () => void }) {
  const inputs = useDesk((s) => s.model!.inputs);
  const path = useDesk((s) => s.model!.path);
  const [chosen, setChosen] = useState(() => drivenInputs(path, inputs));
  const [bindings, setBindings] = useState<Binding[]>(() => bindingsOf(path, chosen));
  const [values, setValues] = useState<{ [input: string]: number }>({});
  const [pad, setPad] = useState("");
  const [learning, setLearning] = useState<string | null>(null);
  const current = useRef({ bindings, learning });
  current.current = { bindings, learning };

  const change = (index: number, part: Partial<Binding>) => {
    const next = bindings.map((b, k) => (k === index ? { ...b, ...part } : b));
    setBindings(next);
    localStorage.setItem(`holon.drive.${path}`, JSON.stringify(next));
  };

  const choose = (names: string[]) => {
    driveInputs(path, names);
    setChosen(names);
    setBindings(bindingsOf(path, names));
  };

  const id = run?.run;
  useEffect(() => {
    if (!id) return;
    const keys = new Set<string>();
    // By input: rows come and go while one drives.
    let deflections: { [input: string]: number } = {};
    let last = performance.now();
    let sent = "";
    const isTyping = () => /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "");
    const isBound = (code: string) =>
      current.current.bindings.some((b) => `${b.less} ${b.more}`.split(" ").includes(code));
    const down = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping()) return;
      if (current.current.learning || !isBound(event.code)) return;
      keys.add(event.code);
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const up = (event: KeyboardEvent) => keys.delete(event.code);
    const rest = () => keys.clear();
    addEventListener("keydown", down, true);
    addEventListener("keyup", up, true);
    addEventListener("blur", rest);
    const timer = setInterval(() => {
      const now = performance.now();
      const dt = (now - last) / 1000;
      last = now;
      const gamepad = navigator.getGamepads?.().find(Boolean);
      setPad(gamepad?.id ?? "");
      const axes = gamepad?.axes ?? [];
      const { bindings: list } = current.current;
      deflections = nextDeflections(deflections, list, keys, axes, dt);
      const inputsNow = Object.fromEntries(list.map((b) => [b.input, deflections[b.input] * b.scale]));
      const text = JSON.stringify(inputsNow);
      if (text === sent) return;
      sent = text;
      setValues(deflections);
      void socket.request("run.input", { run: id, values: inputsNow }).catch(() => {});
    }, kPace);
    return () => {
      clearInterval(timer);
      removeEventListener("keydown", down, true);
      removeEventListener("keyup", up, true);
      removeEventListener("blur", rest);
    };
  }, [id]);

  const learn = (index: number, side: "less" | "more") => {
    setLearning(`${index}${side}`);
    const take = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      removeEventListener("keydown", take, true);
      setLearning(null);
      if (event.key !== "Escape") change(index, { [side]: event.code });
    };
    addEventListener("keydown", take, true);
  };

  return (
    <div className="drive" role="group" aria-label="Drive">
      <div className="drive-head">
        <Icon name="pad" />
        <b>Drive</b>
        <span className="muted">{pad || "keys; a gamepad is taken when it is moved"}</span>
        <button className="quiet square-small" aria-label="Close" onClick={onclose}>
          <Icon name="close" size={12} />
        </button>
      </div>
      {bindings.map((b, k) => (
        <div key={b.input} className="drive-row">
          <span className="drive-name">{b.input}</span>
          {(["less", "more"] as const).map((side) => (
            <button key={side} className="key" aria-label={`Key for ${side} of ${b.input}`} aria-pressed={learning === `${k}${side}`} onClick={() => learn(k, side)}>
              {learning === `${k}${side}` ? "press a key" : keyText(b[side]) || "–"}
            </button>
          ))}
          <span className="drive-bar" style={{ "--value": values[b.input] ?? 0 } as React.CSSProperties} />
          <span className="drive-value">
            {withUnit(formatNumber((values[b.input] ?? 0) * b.scale, 3), inputs.find((i) => i.name === b.input)?.unit ?? "")}
          </span>
          <label className="drive-scale">
            full
            <input
              type="number"
              value={b.scale}
              step="any"
              onChange={(e) => Number.isFinite(e.target.valueAsNumber) && change(k, { scale: e.target.valueAsNumber })}
            />
          </label>
          <label className="drive-hold" title="The value stays when the key is released">
            <input type="checkbox" checked={b.holds} onChange={(e) => change(k, { holds: e.target.checked })} />
            holds
          </label>
          <button
            className="quiet square-small"
            aria-label={`Do not drive ${b.input}`}
            title="Do not drive it, from the next run on"
            onClick={() => choose(chosen.filter((name) => name !== b.input))}
          >
            <Icon name="close" size={11} />
          </button>
        </div>
      ))}
      {bindings.length === 0 && <p className="muted">Choose a value; what you do with the keys is added to its formula.</p>}
      <select
        className="drive-more"
        aria-label="Drive another value"
        value=""
        onChange={(e) => e.target.value && choose([...chosen, e.target.value])}
      >
        <option value="">Drive another value, from the next run on…</option>
        {inputs
          .filter((i) => !chosen.includes(i.name))
          .map((i) => (
            <option key={i.name}>{i.name}</option>
          ))}
      </select>
    </div>
  );
}
