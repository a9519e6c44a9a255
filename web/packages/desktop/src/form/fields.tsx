// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { FieldInfo, PartNode, Written } from "@holon/protocol/messages";
import { useState } from "react";
import { Icon } from "../shell/glyphs";
import { edit } from "../state/actions";
import { flowText } from "../state/apply";
import { useDesk } from "../state/store";
import { FormulaField } from "./formula_field";

interface Group {
  fields: FieldInfo[];
  values: { [key: string]: Written };
  part: PartNode;
  /** Path of these values in the file. */
  base: string;
  /** Path within the part, for what the check found: "inertia.". */
  within?: string;
}

const join = (base: string, key: string) => (base ? `${base}.${key}` : key);

/** Given values and required ones first; those with defaults behind a summary. */
export function FieldList(group: Group) {
  const { fields, values } = group;
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState("");
  const usable = fields.filter((f) => f.kind !== "not_yet");
  const isShown = (f: FieldInfo) => values[f.name] !== undefined || f.required;
  const shown = usable.filter(isShown);
  const rest = usable.filter((f) => !isShown(f));
  const found = rest.filter((f) =>
    `${f.name} ${f.description}`.toLowerCase().includes(search.toLowerCase()),
  );
  return (
    <div className="fields">
      {shown.map((field) => (
        <FieldRow key={field.name} field={field} group={group} />
      ))}
      {rest.length > 0 && (
        <details className="more" open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
          <summary>
            <Icon name="chevron" size={10} />
            More <small>{rest.length}</small>
          </summary>
          {open && rest.length > 8 && (
            <input
              type="search"
              className="more-search"
              placeholder="Search these values"
              aria-label="Search these values"
              value={search}
              onChange={(e) => setSearch(e.target.value)}
            />
          )}
          {open && found.map((field) => <FieldRow key={field.name} field={field} group={group} />)}
        </details>
      )}
    </div>
  );
}

function FieldRow({ field, group }: { field: FieldInfo; group: Group }) {
  const { values, part, base } = group;
  const value = values[field.name];
  const path = join(base, field.name);
  const isGiven = value !== undefined;
  const set = (text: string) =>
    text === ""
      ? isGiven
        ? edit(`Remove ${field.name} of ${part.name}`, [{ remove: path }])
        : Promise.resolve(true)
      : edit(`${capital(field.name)} of ${part.name}`, [{ set: path, value: text }]);
  const isNested =
    isGiven && value !== null && typeof value === "object" && !Array.isArray(value) && nestedFields(field, value);
  return (
    <div className="field" data-given={isGiven} data-required={field.required || undefined}>
      <div className="field-head">
        <label htmlFor={`f-${path}`} title={field.description}>
          {field.name}
        </label>
        {field.varying && <VaryMark />}
        {isGiven && !field.required && part.path !== "" && (
          <button
            className="quiet field-remove"
            title={`Remove ${field.name}${field.default ? `: it is then ${field.default}` : ""}`}
            aria-label={`Remove ${field.name}`}
            onClick={() => void set("")}
          >
            <Icon name="close" size={10} />
          </button>
        )}
      </div>
      {isNested ? (
        <div className="nested">
          <Nested field={field} value={value as { [key: string]: Written }} group={group} />
        </div>
      ) : field.kind === "between" && (!isGiven || Array.isArray(value)) ? (
        <Between path={path} value={value as Written[] | undefined} part={part} set={set} />
      ) : (
        <Control field={field} value={value} path={path} group={group} set={set} />
      )}
    </div>
  );
}

interface BetweenProps {
  path: string;
  value: Written[] | undefined;
  part: PartNode;
  set: (text: string) => Promise<boolean>;
}

/** Two frames. Where there are none yet, they are written when both are known. */
function Between({ path, value, part, set }: BetweenProps) {
  const [draft, setDraft] = useState<[string, string]>(["", ""]);
  const commit = (k: number, text: string) => {
    if (value) return edit(`Between of ${part.name}`, [{ set: `${path}[${k}]`, value: text }]);
    const both: [string, string] = k === 0 ? [text, draft[1]] : [draft[0], text];
    setDraft(both);
    return both[0] && both[1] ? set(`[${both.join(", ")}]`) : Promise.resolve(true);
  };
  return (
    <div className="between">
      {[0, 1].map((k) => (
        <FormulaField
          key={k}
          id={k === 0 ? `f-${path}` : `f-${path}[1]`}
          label={k === 0 ? "parent frame" : "child frame"}
          placeholder={k === 0 ? "parent: world, body, body.frame" : "child: body, body.frame"}
          path={`${path}[${k}]`}
          text={value ? flowText(value[k] ?? null) : draft[k]}
          isName
          disabled={part.path === ""}
          commit={(text) => commit(k, text)}
        />
      ))}
    </div>
  );
}

interface ControlProps {
  field: FieldInfo;
  value: Written | undefined;
  path: string;
  group: Group;
  set: (text: string) => Promise<boolean>;
}

function Control({ field, value, path, group, set }: ControlProps) {
  const { part, within = "" } = group;
  const info = useDesk((s) => s.model?.info?.[part.id]?.[`${within}${field.name}`]);
  const disabled = part.path === "";
  const id = `f-${path}`;
  if (field.kind === "flag") {
    const isOn = value === undefined ? field.default === "true" : value === "true";
    return (
      <label className="flag">
        <input id={id} type="checkbox" checked={isOn} disabled={disabled} onChange={(e) => void set(String(e.target.checked))} />
        <span>{isOn ? "yes" : "no"}</span>
      </label>
    );
  }
  if (field.kind === "choice" && field.choices) {
    const now = value === undefined ? "" : flowText(value);
    return (
      <select id={id} value={now} disabled={disabled} onChange={(e) => void set(e.target.value)}>
        {(value === undefined || !field.required) && (
          <option value="">{field.default ? `default: ${field.default}` : "–"}</option>
        )}
        {field.choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  }
  const isLong = value !== undefined && flowText(value).length > 44;
  return (
    <FormulaField
      id={id}
      label={field.name}
      path={path}
      text={value === undefined ? "" : flowText(value)}
      info={info}
      placeholder={placeholderOf(field)}
      unit={field.unit}
      isName={/^(frame|between|text|texts|axis|source|one_of|named|objects|object)$/.test(field.kind)}
      isLong={isLong}
      disabled={disabled}
      description={field.description}
      commit={set}
    />
  );
}

/** Fields of a map, where the catalogue knows them. */
function nestedFields(field: FieldInfo, value: Written): FieldInfo[] | null {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return null;
  if (field.fields && field.fields.length > 0) return field.fields;
  const keys = Object.keys(value);
  const chosen = field.alternatives?.find((a) => keys.includes(a.key));
  if (!chosen) return null;
  const inner = value[chosen.key];
  const isMap = inner !== null && typeof inner === "object" && !Array.isArray(inner);
  return [{ name: chosen.key, kind: isMap ? "object" : "source", description: chosen.description, fields: chosen.fields, required: true }];
}

function Nested({ field, value, group }: { field: FieldInfo; value: { [key: string]: Written }; group: Group }) {
  const fields = nestedFields(field, value)!;
  return (
    <FieldList
      fields={fields}
      values={value}
      part={group.part}
      base={join(group.base, field.name)}
      within={`${group.within ?? ""}${field.name}.`}
    />
  );
}

function placeholderOf(field: FieldInfo): string {
  if (field.default) return field.default;
  if (field.required) return "required";
  if (field.kind === "between") return "[parent frame, child frame]";
  if (field.kind === "vector") return `[x, y, z]${field.unit ? ` ${field.unit}` : ""}`;
  if (field.alternatives) return field.alternatives.map((a) => a.key).join(" | ");
  return field.unit || "";
}

function VaryMark() {
  return (
    <span className="varies" title="may be a formula of time and outputs">
      <Icon name="wave" size={12} />
    </span>
  );
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).replace(/_/g, " ");

