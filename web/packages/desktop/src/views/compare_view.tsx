// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { formatNumber, withUnit } from "@holon/base/numbers";
import type { CompareResult, RunInfo } from "@holon/protocol/messages";
import { useState } from "react";
import { requestRun } from "../commands/list";
import { Icon } from "../shell/glyphs";
import { ask } from "../state/actions";
import { isOver, plotOutputs, showRun } from "../state/runs";
import { setDesk, useDesk } from "../state/store";

/** All runs; one is shown, another one is drawn behind it and compared with it. */
export default function CompareView() {
  const runs = useDesk((s) => s.runs);
  const run = useDesk((s) => s.run);
  const other = useDesk((s) => s.other);
  const [tolerance, setTolerance] = useState("1e-6");
  const [result, setResult] = useState<CompareResult | null>(null);
  if (runs.length === 0) return <p className="view-note">No runs yet. Ctrl Enter starts one.</p>;
  const compare = async () => {
    if (!run || !other) return;
    setResult(await ask("compare", { a: run, b: other, tolerance: Number(tolerance) }));
  };
  return (
    <div className="scroll-view runs" tabIndex={0} role="region" aria-label="Runs">
      <table className="numbers runs-table">
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">State</th>
            <th scope="col">Simulated</th>
            <th scope="col">Steps</th>
            <th scope="col">With</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {[...runs].sort((a, b) => b.begun - a.begun || b.number - a.number).map((r) => (
            <RunRow key={r.run} info={r} isShown={r.run === run} isOther={r.run === other} />
          ))}
        </tbody>
      </table>
      <div className="view-bar">
        <label>
          Tolerance
          <input className="short" value={tolerance} onChange={(e) => setTolerance(e.target.value)} />
        </label>
        <button disabled={!run || !other} onClick={() => void compare()}>
          Compare
        </button>
        {(!run || !other) && <span className="muted">Show one run, and overlay another one.</span>}
      </div>
      {result && <Differences result={result} />}
    </div>
  );
}

function RunRow({ info, isShown, isOther }: { info: RunInfo; isShown: boolean; isOther: boolean }) {
  const settings = [
    ...(info.from ? [`end of run ${info.from.number}`] : []),
    ...Object.entries(info.settings).map(([k, v]) => `${k} = ${v}`),
  ].join(", ");
  const report = async () => {
    const answer = info.report ? { url: info.report } : await ask("run.report", { run: info.run });
    if (answer) window.open(answer.url, "_blank", "noopener");
  };
  const exportRun = () =>
    setDesk({
      overlay: {
        kind: "ask",
        title: "Results file (.csv, .h5 or .mat)",
        value: `run_${info.number}.csv`,
        action: "Write",
        done: (path) => path && void ask("run.export", { run: info.run, path }),
      },
    });
  return (
    <tr data-shown={isShown || undefined}>
      <th scope="row">{info.number}</th>
      <td>
        <span className="state-chip" data-good={info.state === "done"} data-bad={/failed|crashed/.test(info.state) || undefined}>
          {info.state}
        </span>
      </td>
      <td>{formatNumber(info.time, 5)} s</td>
      <td>{info.steps}</td>
      <td className="runs-settings">{settings || "as written"}</td>
      <td className="runs-actions">
        <button aria-pressed={isShown} onClick={() => void showRun(info.run)}>
          Show
        </button>
        <button aria-pressed={isOther} disabled={isShown} onClick={() => setDesk({ other: isOther ? null : info.run })}>
          Overlay
        </button>
        <button disabled={!info.continuable} onClick={() => requestRun(info.run)} title="Start a run from its final state">
          Continue
        </button>
        <button disabled={!isOver(info)} onClick={() => void report()}>
          Report
        </button>
        <button disabled={!isOver(info)} onClick={exportRun}>
          Export
        </button>
        <button className="quiet square-small" aria-label={`Remove run ${info.number}`} title="Remove" onClick={() => void ask("run.remove", { run: info.run })}>
          <Icon name="trash" size={13} />
        </button>
      </td>
    </tr>
  );
}

function Differences({ result }: { result: CompareResult }) {
  return (
    <>
      <p className="pad">
        <span className="state-chip" data-good={result.agree}>
          {result.agree ? "The runs agree" : "The runs differ"}
        </span>
      </p>
      {result.notes.map((n, k) => (
        <p key={k} className="muted pad">
          {n}
        </p>
      ))}
      <table className="numbers">
        <thead>
          <tr>
            <th scope="col">Signal</th>
            <th scope="col">Largest difference</th>
            <th scope="col">Of</th>
            <th scope="col">At</th>
            <th scope="col" />
          </tr>
        </thead>
        <tbody>
          {result.rows.map((r) => (
            <tr key={r.name} data-differs={!r.agrees || undefined}>
              <th scope="row">{r.name}</th>
              <td>{withUnit(formatNumber(r.difference, 4), r.unit)}</td>
              <td>{withUnit(formatNumber(r.scale, 4), r.unit)}</td>
              <td>{formatNumber(r.at, 5)} s</td>
              <td>
                <button className="linkish" onClick={() => plotOutputs([r.name])}>
                  Plot
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
