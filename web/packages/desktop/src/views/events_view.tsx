// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { formatNumber } from "@holon/base/numbers";
import { goToLine } from "../form/inspector";
import { Icon } from "../shell/glyphs";
import { useDesk } from "../state/store";

/** What the run has to say: its state, its failure with place and advice, its notes. */
export default function EventsView() {
  const run = useDesk((s) => s.runs.find((r) => r.run === s.run));
  if (!run) return <p className="view-note">No run yet. Ctrl Enter starts one.</p>;
  const facts: [string, string][] = [
    ["Run", `${run.number} · ${run.state}`],
    ["Simulated", `${formatNumber(run.time, 6)} s of ${formatNumber(run.until, 6)} s`],
    ["Steps", String(run.steps)],
    ["Computing time", `${formatNumber(run.wallSeconds, 3)} s`],
    ...(run.solver ? ([["Solver", run.solver]] as [string, string][]) : []),
    ...(run.realtime
      ? ([
          ["Overruns", `${run.overruns ?? 0}${run.largestDelay ? `, the largest ${formatNumber(1000 * run.largestDelay, 3)} ms` : ""}`],
        ] as [string, string][])
      : []),
    ...Object.entries(run.settings).map(([k, v]): [string, string] => [k, v]),
  ];
  return (
    <div className="scroll-view events" tabIndex={0} role="region" aria-label="Events of the run">
      {run.failure && (
        <div className="failure" role="alert">
          <h3>
            <Icon name="error" /> The run failed at {formatNumber(run.failure.time, 6)} s
          </h3>
          <p>{run.failure.message}</p>
          <dl className="facts">
            {run.failure.state && <Fact name="State" value={run.failure.state} />}
            {run.failure.cause && <Fact name="Cause" value={run.failure.cause} />}
            {run.failure.advice && <Fact name="What to try" value={run.failure.advice} />}
          </dl>
        </div>
      )}
      {run.findings?.map((f, k) => (
        <p key={k} className="form-finding" data-severity={f.severity}>
          <Icon name={f.severity} size={13} />
          <span>
            {f.message} {f.suggestion}
            {f.range && (
              <button className="linkish" onClick={() => goToLine(f.range!.line, f.range!.column)}>
                line {f.range.line}
              </button>
            )}
          </span>
        </p>
      ))}
      <dl className="facts">
        {facts.map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
      {run.notes.length > 0 && (
        <>
          <h3>Notes</h3>
          <ul>
            {run.notes.map((n, k) => (
              <li key={k}>{n}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
