// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { formatNumber } from "@holon/base/numbers";
import { useState } from "react";
import { useModelView } from "./model_view";

/** The linear model about the start or an equilibrium: poles in the plane, matrices as tables. */
export default function LinearView() {
  const [at, setAt] = useState<"start" | "equilibrium">("start");
  const { value, note } = useModelView<"linearize">("linearize", { at });
  return (
    <div className="scroll-view linear" tabIndex={0} role="region" aria-label="Linearisation">
      <div className="view-bar">
        <label>
          About
          <select value={at} onChange={(e) => setAt(e.target.value as typeof at)}>
            <option value="start">the start</option>
            <option value="equilibrium">an equilibrium</option>
          </select>
        </label>
        {value && <span className="state-chip" data-good={value.stable}>{value.stable ? "Stable" : "Not stable"}</span>}
        {value && (
          <span className="muted">
            {value.states.length} states, {value.inputs.length} inputs, {value.outputs.length} outputs
          </span>
        )}
      </div>
      {!value && <p className="view-note">{note}</p>}
      {value && (
        <div className="linear-body">
          <PoleMap poles={value.poles} />
          <table className="numbers">
            <caption>Poles</caption>
            <thead>
              <tr>
                <th scope="col">pole [1/s]</th>
                <th scope="col">frequency [Hz]</th>
                <th scope="col">damping ratio</th>
              </tr>
            </thead>
            <tbody>
              {value.poles.map((p, k) => (
                <tr key={k}>
                  <td>{poleText(p.real, p.imaginary)}</td>
                  <td>{formatNumber(p.frequency, 4)}</td>
                  <td>{formatNumber(p.damping, 4)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Matrix name="A" rows={value.states} columns={value.states} values={value.A} />
          {value.inputs.length > 0 && <Matrix name="B" rows={value.states} columns={value.inputs} values={value.B} />}
          {value.outputs.length > 0 && <Matrix name="C" rows={value.outputs} columns={value.states} values={value.C} />}
        </div>
      )}
      {value?.notes.map((n, k) => (
        <p key={k} className="muted pad">
          {n}
        </p>
      ))}
    </div>
  );
}

function poleText(real: number, imaginary: number): string {
  if (imaginary === 0) return formatNumber(real, 4);
  return `${formatNumber(real, 4)} ${imaginary < 0 ? "−" : "+"} ${formatNumber(Math.abs(imaginary), 4)} i`;
}

function PoleMap({ poles }: { poles: { real: number; imaginary: number }[] }) {
  const reach = Math.max(1e-9, ...poles.flatMap((p) => [Math.abs(p.real), Math.abs(p.imaginary)])) * 1.15;
  const scale = 100 / reach;
  return (
    <svg className="pole-map" viewBox="-112 -112 224 224" role="img" aria-label={`${poles.length} poles in the complex plane; the table lists them`}>
      <rect x="-100" y="-100" width="100" height="200" className="stable-half" />
      <path d="M-100 0H100M0-100V100" className="axis" />
      {poles.map((p, k) => {
        const x = p.real * scale;
        const y = -p.imaginary * scale;
        return <path key={k} className="pole" d={`M${x - 4} ${y - 4}l8 8M${x + 4} ${y - 4}l-8 8`} />;
      })}
      <text x="98" y="-5" textAnchor="end">Re</text>
      <text x="5" y="-92">Im</text>
      <text x="98" y="12" textAnchor="end">{formatNumber(reach, 2)}</text>
    </svg>
  );
}

function Matrix({ name, rows, columns, values }: { name: string; rows: string[]; columns: string[]; values: number[][] }) {
  if (rows.length * columns.length > 900) {
    return <p className="muted pad">{name}: {rows.length} × {columns.length}; `holon linearize` writes it to a file.</p>;
  }
  return (
    <div className="matrix" tabIndex={0} role="region" aria-label={`Matrix ${name}`}>
      <table className="numbers">
        <caption>{name}</caption>
        <thead>
          <tr>
            <td />
            {columns.map((c) => (
              <th key={c} scope="col">{c}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((r, i) => (
            <tr key={r}>
              <th scope="row">{r}</th>
              {columns.map((c, j) => (
                <td key={c} data-zero={values[i]?.[j] === 0 || undefined}>{formatNumber(values[i]?.[j] ?? NaN, 4)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
