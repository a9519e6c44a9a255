// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { formatNumber } from "@holon/base/numbers";
import type { TunableInfo, Written } from "@holon/protocol/messages";
import { useMemo, useState } from "react";
import { edit } from "../state/actions";
import { flowText } from "../state/apply";
import { setTunable } from "../state/runs";
import { setDesk, useDesk } from "../state/store";
import { Icon } from "../shell/glyphs";
import { capital } from "./fields";
import { FormulaField } from "./formula_field";

/** The model itself: title, parameters, tunables, settings of the run. */
export function ModelForm() {
  const model = useDesk((s) => s.model)!;
  const simulate = useDesk((s) => s.catalogue?.settings.simulate) ?? [];
  const given = model.settings.simulate;
  const settings =
    given !== null && typeof given === "object" && !Array.isArray(given) ? given : ({} as { [key: string]: Written });
  const [more, setMore] = useState(false);
  const shown = simulate.filter((f) => settings[f.name] !== undefined || /^(until|interval|tolerance)$/.test(f.name));
  const rest = simulate.filter((f) => !shown.includes(f) && f.kind !== "not_yet");
  return (
    <div className="form">
      <div className="form-head">
        <h2>Model</h2>
      </div>
      <div className="fields">
        <div className="field" data-given="true">
          <div className="field-head">
            <label htmlFor="f-title">title</label>
          </div>
          <FormulaField
            id="f-title"
            label="title"
            path="title"
            text={model.title}
            isName
            commit={(text) => edit("Title", [{ set: "title", value: JSON.stringify(text) }])}
          />
        </div>
      </div>
      {model.tunables.length > 0 && <Tunables tunables={model.tunables} />}
      <section className="fields" aria-label="Parameters">
        <h3>
          Parameters
          <button className="quiet square-small" aria-label="Add a parameter" title="Add a parameter" onClick={addParameter}>
            <Icon name="plus" size={12} />
          </button>
        </h3>
        {model.parameters.map((p) => (
          <div key={p.path} className="field" data-given="true">
            <div className="field-head">
              <label htmlFor={`f-${p.path}`}>{p.name}</label>
              {p.tunable && (
                <span className="varies" title="tunable while the model runs">
                  tunable
                </span>
              )}
            </div>
            <FormulaField
              id={`f-${p.path}`}
              label={p.name}
              path={p.path}
              text={p.text}
              info={{ value: p.value, unit: p.unit, range: p.range }}
              commit={(text) =>
                edit(`${capital(p.name)}`, [text ? { set: p.path, value: text } : { remove: p.path }])
              }
            />
          </div>
        ))}
        {model.parameters.length === 0 && <p className="muted">None.</p>}
      </section>
      <section className="fields" aria-label="Run">
        <h3>Run</h3>
        {[...shown, ...(more ? rest : [])].map((field) => {
          const path = `simulate.${field.name}`;
          const value = settings[field.name];
          return (
            <div key={field.name} className="field" data-given={value !== undefined}>
              <div className="field-head">
                <label htmlFor={`f-${path}`} title={field.description}>
                  {field.name}
                </label>
              </div>
              {field.kind === "choice" && field.choices ? (
                <select
                  id={`f-${path}`}
                  value={value === undefined ? "" : flowText(value)}
                  onChange={(e) =>
                    void edit(capital(field.name), [
                      e.target.value ? { set: path, value: e.target.value } : { remove: path },
                    ])
                  }
                >
                  <option value="">{field.default ? `default: ${field.default}` : "–"}</option>
                  {field.choices.map((c) => (
                    <option key={c}>{c}</option>
                  ))}
                </select>
              ) : (
                <FormulaField
                  id={`f-${path}`}
                  label={field.name}
                  path={path}
                  text={value === undefined ? "" : flowText(value)}
                  placeholder={field.default ?? field.unit ?? ""}
                  description={field.description}
                  isName={field.kind === "text"}
                  commit={(text) =>
                    edit(capital(field.name), [text ? { set: path, value: text } : { remove: path }])
                  }
                />
              )}
            </div>
          );
        })}
        {rest.length > 0 && (
          <button className="linkish" onClick={() => setMore(!more)}>
            {more ? "Fewer settings" : `${rest.length} more settings`}
          </button>
        )}
      </section>
    </div>
  );
}

function addParameter(): void {
  setDesk({
    overlay: {
      kind: "ask",
      title: "New parameter: name = value",
      value: "name = 1 m",
      action: "Add",
      done: (text) => {
        const [, key, value] = /^\s*([A-Za-z_]\w*)\s*[=:]\s*(.+?)\s*$/.exec(text) ?? [];
        if (key) void edit(`Add the parameter ${key}`, [{ set: `parameters.${key}`, value }]);
      },
    },
  });
}

/** Sliders: what they change, a running run takes at once, and the next one from its start. */
function Tunables({ tunables }: { tunables: TunableInfo[] }) {
  return (
    <section className="fields tunables" aria-label="Tunable parameters">
      <h3>
        Tunable <small>change while it runs</small>
      </h3>
      {tunables.map((t) => (
        <Slider key={t.name} tunable={t} />
      ))}
    </section>
  );
}

const kSteps = 1000;

/** Around the model's value: from 0 to twice of it, or ±1 about 0. */
export function sliderRange(value: number): [number, number] {
  if (value === 0) return [-1, 1];
  return value > 0 ? [0, 2 * value] : [2 * value, 0];
}

function Slider({ tunable }: { tunable: TunableInfo }) {
  const { name, value, unit } = tunable;
  const moved = useDesk((s) => s.values[name]);
  const [low, high] = useMemo(() => sliderRange(value), [value]);
  const now = moved ?? value;
  const write = () => {
    void edit(capital(name), [{ set: name, value: `${Number(now.toPrecision(6))} ${unit}`.trim() }]).then((done) => {
      if (!done) return;
      setDesk(({ values }) => {
        const { [name]: _, ...rest } = values;
        return { values: rest };
      });
    });
  };
  return (
    <div className="slider">
      <label htmlFor={`s-${name}`}>{name}</label>
      <input
        id={`s-${name}`}
        type="range"
        min={0}
        max={kSteps}
        value={Math.round((kSteps * (now - low)) / (high - low))}
        onChange={(e) => setTunable(name, low + ((high - low) * Number(e.target.value)) / kSteps)}
        onDoubleClick={() => setTunable(name, value)}
        aria-valuetext={`${formatNumber(now, 4)} ${unit}`}
      />
      <output>
        {formatNumber(now, 4)} {unit}
      </output>
      {moved !== undefined && moved !== value && (
        <button className="quiet square-small" title={`Write ${name} into the model`} aria-label={`Write ${name} into the model`} onClick={write}>
          <Icon name="save" size={12} />
        </button>
      )}
    </div>
  );
}
