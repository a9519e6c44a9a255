// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { axisLabel, formatNumber } from "@holon/base/numbers";
import type { StudyState } from "@holon/protocol/messages";
import { useMemo, useState } from "react";
import { Icon } from "../shell/glyphs";
import { ask, edit } from "../state/actions";
import { useDesk } from "../state/store";
import { Parallel } from "./parallel";
import { type Brushes, isWithin, sortedBy } from "./study_data";

/** Rows of the table that are drawn. */
const kRows = 200;

/** The model's study: its samples as lines over all values, and as a table. */
export default function StudyView() {
  const study = useDesk((s) => s.study);
  const revision = useDesk((s) => s.model?.revision);
  const settings = useDesk((s) => s.model?.settings.study);
  const isRunning = study?.state === "running";
  if (settings === undefined)
    return (
      <p className="view-note">
        The model has no section <code>study</code>: it says which values vary, and what is recorded of each
        run (docs/studies.md).
      </p>
    );
  return (
    <div className="study">
      <div className="view-bar">
        {isRunning ? (
          <button className="small-button" onClick={() => void ask("study.stop", {})}>
            <Icon name="stop" size={12} /> Stop
          </button>
        ) : (
          <button className="small-button" onClick={() => void ask("study.start", {})}>
            <Icon name="play" size={12} /> Run the study
          </button>
        )}
        <span role="status">{study ? progressText(study) : ""}</span>
        {study?.table && study.revision !== revision && <span className="muted">of the text before the last changes</span>}
      </div>
      {study?.message && (
        <p className="form-finding" data-severity="error" role="alert">
          <Icon name="error" size={13} /> {study.message}
        </p>
      )}
      {study?.findings?.filter((f) => f.severity === "error").map((f, k) => (
        <p key={k} className="form-finding" data-severity="error">
          <span>{f.message} {f.suggestion && <em>{f.suggestion}</em>}</span>
        </p>
      ))}
      {study?.table ? <Results table={study.table} /> : !isRunning && !study && <p className="view-note">{describe(settings)}</p>}
    </div>
  );
}

function describe(settings: unknown): string {
  const samples = settings && typeof settings === "object" ? (settings as { samples?: unknown }).samples : undefined;
  return typeof samples === "string" ? `${samples} samples.` : "Runs the samples on all cores of the server's machine.";
}

function progressText({ state, done, failed, count }: StudyState): string {
  const of = count > 0 ? `${done} of ${count} samples` : "beginning";
  const lost = failed > 0 ? `, ${failed} failed` : "";
  if (state === "running") return `${of}${lost}`;
  return state === "failed" ? "" : `${state === "interrupted" ? "Stopped: " : ""}${of}${lost}`;
}

function Results({ table }: { table: NonNullable<StudyState["table"]> }) {
  const { varied, recorded, samples, failures } = table;
  const axes = useMemo(() => [...varied, ...recorded], [varied, recorded]);
  const [brushes, setBrushes] = useState<Brushes>({});
  const [colour, setColour] = useState(recorded[0]?.name ?? "");
  const [order, setOrder] = useState<{ name: string; isDown: boolean }>({ name: "", isDown: false });
  const chosen = useMemo(
    () => samples.map((_, k) => k).filter((k) => isWithin(axes, brushes, k)),
    [samples, axes, brushes],
  );
  const set = useMemo(() => new Set(chosen), [chosen]);
  const rows = useMemo(
    () => sortedBy(chosen, axes.find((a) => a.name === order.name), order.isDown).slice(0, kRows),
    [chosen, axes, order],
  );
  const reasons = useMemo(() => new Map(failures.map((f) => [f.sample, f.message])), [failures]);
  const take = (sample: number) =>
    void edit(`Values of sample ${samples[sample]}`, varied.flatMap((v) => {
      const value = v.values[sample];
      return value === null ? [] : [{ set: v.name, value: `${value} ${v.unit}`.trim() }];
    }));
  return (
    <div className="study-body" tabIndex={0} role="region" aria-label="Samples">
      <Parallel
        axes={axes}
        varied={varied.length}
        count={samples.length}
        brushes={brushes}
        chosen={set}
        colour={colour}
        oncolour={setColour}
        onbrush={(axis, range) =>
          setBrushes((now) => {
            const { [axis]: _, ...rest } = now;
            return range ? { ...rest, [axis]: range } : rest;
          })
        }
      />
      <p className="study-note muted">
        {chosen.length} of {samples.length} samples
        {chosen.length > kRows && `, the first ${kRows} below`}. Drag along an axis to keep those that pass there.
        {Object.keys(brushes).length > 0 && (
          <button className="linkish" onClick={() => setBrushes({})}>
            All samples
          </button>
        )}
      </p>
      <table className="numbers study-table">
        <thead>
          <tr>
            <th scope="col">sample</th>
            {axes.map((axis) => (
              <th key={axis.name} scope="col" aria-sort={order.name === axis.name ? (order.isDown ? "descending" : "ascending") : undefined}>
                <button
                  className="linkish"
                  title={axis.text}
                  onClick={() => setOrder((o) => ({ name: axis.name, isDown: o.name === axis.name && !o.isDown }))}
                >
                  {axisLabel(axis.name, axis.unit)}
                </button>
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">Use</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((s) => (
            <tr key={s} title={reasons.get(samples[s])}>
              <th scope="row">{samples[s]}</th>
              {axes.map((axis) => (
                <td key={axis.name}>{axis.values[s] === null ? "failed" : formatNumber(axis.values[s]!, 5)}</td>
              ))}
              <td>
                <button className="linkish" title="Write the values of this sample into the model (a step that can be undone)" onClick={() => take(s)}>
                  use
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {table.notes.map((note, k) => (
        <p key={k} className="muted pad">
          {note}
        </p>
      ))}
    </div>
  );
}
