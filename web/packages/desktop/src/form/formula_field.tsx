// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { formulaMarkup } from "@holon/equations/equations";
import { formatNumber, unitText } from "@holon/base/numbers";
import type { Completion, FormulaCheck, ValueInfo } from "@holon/protocol/messages";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { socket } from "../state/actions";
import { codePointOffset, unitOffset } from "../state/apply";
import { useDesk, setDesk } from "../state/store";
import { kDragOutput } from "../outline/palette";
import { liveText } from "../state/values";

export interface FormulaFieldProps {
  id?: string;
  label: string;
  /** In the file, "parts.pin.torque". */
  path: string;
  text: string;
  info?: ValueInfo;
  unit?: string;
  placeholder?: string;
  description?: string;
  /** A name and no formula: no mathematics is shown. */
  isName?: boolean;
  isLong?: boolean;
  disabled?: boolean;
  commit: (text: string) => Promise<boolean>;
}

/** [ms] after the last key until the server checks what is typed. */
const kPause = 180;

/**
 * A value as it stands in the file. While it is edited, the server checks it: mathematics, value and
 * unit below, errors at their characters; Enter takes it, Escape leaves it as it was.
 */
export function FormulaField(props: FormulaFieldProps) {
  const { id, label, path, text, info, placeholder, isName, isLong, disabled, description, commit } = props;
  const [draft, setDraft] = useState(text);
  const [isEdited, setEdited] = useState(false);
  const [check, setCheck] = useState<FormulaCheck | null>(null);
  const [completion, setCompletion] = useState<Completion | null>(null);
  const [chosen, setChosen] = useState(0);
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const timer = useRef(0);
  const serial = useRef(0);
  const wanted = useDesk((s) => s.field === path);

  useEffect(() => {
    if (!isEdited) setDraft(text);
  }, [text, isEdited]);
  useEffect(() => {
    if (!wanted) return;
    input.current?.focus();
    setDesk({ field: null });
  }, [wanted]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const inspect = (value: string) => {
    const now = ++serial.current;
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      const offset = codePointOffset(value, input.current?.selectionStart ?? value.length);
      if (value.trim() && !isName) {
        socket
          .request("formula.check", { path, text: value })
          .then((result) => now === serial.current && setCheck(result))
          .catch(() => {});
      } else setCheck(null);
      socket
        .request("complete", { path, text: value, offset })
        .then((result) => {
          if (now !== serial.current || document.activeElement !== input.current) return;
          setCompletion(result.items.length > 0 ? result : null);
          setChosen(0);
        })
        .catch(() => {});
    }, kPause);
  };
  const change = (value: string) => {
    setDraft(value);
    setEdited(true);
    setCompletion((now) => narrowed(now, value, input.current?.selectionStart ?? value.length));
    inspect(value);
  };
  const leave = (value: string) => {
    clearTimeout(timer.current);
    ++serial.current;
    setCompletion(null);
    if (!isEdited) return setCheck(null);
    if (value.trim() === text.trim()) return reset();
    void commit(value.trim()).then((done) => {
      // A refused value stays in the field, so that it can be corrected.
      if (done) {
        setEdited(false);
        setCheck(null);
      }
    });
  };
  const reset = () => {
    setDraft(text);
    setEdited(false);
    setCheck(null);
    setCompletion(null);
  };
  const insert = (item: Completion["items"][number]) => {
    const from = unitOffset(draft, completion!.from);
    const to = unitOffset(draft, completion!.to);
    const value = draft.slice(0, from) + item.insert + draft.slice(to);
    setCompletion(null);
    change(value);
    const caret = from + item.insert.length;
    requestAnimationFrame(() => input.current?.setSelectionRange(caret, caret));
  };

  const keys = (event: React.KeyboardEvent) => {
    if (completion) {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (by) {
        event.preventDefault();
        setChosen((chosen + by + completion.items.length) % completion.items.length);
        return;
      }
      // Tab takes the proposal; Enter takes the value as it is typed.
      if (event.key === "Tab" && !event.shiftKey) {
        event.preventDefault();
        insert(completion.items[chosen]);
        return;
      }
      if (event.key === "Escape") {
        event.stopPropagation();
        setCompletion(null);
        return;
      }
    }
    if (event.key === "Enter" && !event.shiftKey) {
      leave(draft);
      // Ctrl Enter runs the model with the value.
      if (event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      // select() would take the focus back from the field that has it by then.
      requestAnimationFrame(() => document.activeElement === input.current && input.current?.select());
    }
    if (event.key === "Escape") {
      event.stopPropagation();
      reset();
      requestAnimationFrame(() => input.current?.blur());
    }
  };
  const error = check?.errors.find((e) => e.severity === "error") ?? check?.errors[0];
  const Tag = isLong ? "textarea" : "input";
  const listId = `c-${path}`;
  return (
    <div className="formula-field" data-edited={isEdited || undefined} data-error={error ? error.severity : undefined}>
      <div className="formula-box">
        <Tag
          ref={input}
          id={id}
          aria-label={id && !id.endsWith("]") ? undefined : label}
          aria-describedby={check ? `d-${path}` : undefined}
          aria-invalid={error?.severity === "error" || undefined}
          aria-autocomplete="list"
          aria-expanded={completion !== null}
          aria-controls={completion ? listId : undefined}
          role="combobox"
          title={description}
          className="formula-input"
          rows={isLong ? Math.min(6, Math.ceil(draft.length / 38)) : undefined}
          spellCheck={false}
          autoComplete="off"
          placeholder={placeholder}
          disabled={disabled}
          value={draft}
          onChange={(e: React.ChangeEvent<HTMLInputElement & HTMLTextAreaElement>) => change(e.target.value)}
          onFocus={() => !isName && draft && inspect(draft)}
          onBlur={() => leave(draft)}
          onKeyDown={keys}
          onDragOver={(e: React.DragEvent) => e.dataTransfer.types.includes(kDragOutput) && e.preventDefault()}
          onDrop={(e: React.DragEvent) => {
            const name = e.dataTransfer.getData(kDragOutput);
            if (!name) return;
            e.preventDefault();
            change(draft ? `${draft} ${name}` : name);
            input.current?.focus();
          }}
        />
        {!isEdited && !check && <Hint info={info} text={draft} />}
        {completion && (
          <ul className="completions" data-up={check !== null || undefined} id={listId} role="listbox" aria-label={`Completions for ${label}`}>
            {completion.items.slice(0, 40).map((item, k) => (
              <li
                key={`${item.kind}${item.label}`}
                role="option"
                aria-selected={k === chosen}
                ref={k === chosen ? (li) => li?.scrollIntoView({ block: "nearest" }) : undefined}
                onPointerDown={(e) => {
                  e.preventDefault();
                  insert(item);
                }}
              >
                <span className="completion-kind" data-kind={item.kind} />
                <span className="completion-label">{item.label}</span>
                <small>{item.detail ?? ""}</small>
              </li>
            ))}
          </ul>
        )}
      </div>
      {check && (
        <div className="formula-check" id={`d-${path}`} role="status">
          {error && <Caret text={draft} offset={error.offset} length={error.length} />}
          {check.errors.map((e, k) => (
            <p key={k} className="formula-error" data-severity={e.severity}>
              {e.message}
              {e.suggestion && <em> {e.suggestion}</em>}
            </p>
          ))}
          {!error && check.mathml && <Mathematics mathml={check.mathml} />}
          {!error && (
            <p className="formula-value">
              <ValueText value={check.value} unit={check.unit ?? ""} varies={check.varies} />
              {check.units && check.units.length > 1 && (
                <UnitMenu text={draft} units={check.units} take={change} path={path} />
              )}
              {check.derivatives !== undefined && (
                <small title={check.derivativesCause}>
                  {check.derivatives === 0 ? "not differentiable" : `${check.derivatives}× differentiable`}
                </small>
              )}
            </p>
          )}
        </div>
      )}
    </div>
  );
}

/** Completions for what was typed before, of which more has been typed: those that still fit. */
function narrowed(completion: Completion | null, value: string, caret: number): Completion | null {
  if (!completion) return null;
  const word = value.slice(unitOffset(value, completion.from), caret);
  const items = completion.items.filter((item) => word !== "" && item.insert.startsWith(word));
  return items.length > 0 ? { ...completion, items, to: codePointOffset(value, caret) } : null;
}

/** What a formula's value is, at the right of its field. */
function Hint({ info, text }: { info?: ValueInfo; text: string }) {
  if (!info || info.value === undefined || Array.isArray(info.value)) {
    return info?.varies === "varies" ? <span className="formula-hint">f(t)</span> : null;
  }
  // A number says itself what it is.
  if (/^[-+]?[\d.]+([eE][-+]?\d+)?(\s+[A-Za-z°%µΩ]|\s*$)/.test(text)) return null;
  if (!text) return null;
  return <span className="formula-hint">{liveText(info.value, info.unit ?? "")}</span>;
}

function ValueText({ value, unit, varies }: Pick<FormulaCheck, "value" | "varies"> & { unit: string }) {
  if (value === undefined) {
    return <span>{varies === "varies" ? `varies with time${unit ? ` · ${unitText(unit)}` : ""}` : unitText(unit)}</span>;
  }
  const numbers = Array.isArray(value) ? `[${value.map((v) => formatNumber(v, 5)).join(", ")}]` : formatNumber(value, 6);
  return (
    <span>
      = {numbers} {unitText(unit)}
      {varies === "tunable" && " · tunable"}
    </span>
  );
}

/** The formula with the wrong characters underlined. */
function Caret({ text, offset, length }: { text: string; offset: number; length: number }) {
  const from = unitOffset(text, offset);
  const to = Math.max(from + 1, unitOffset(text, offset + length));
  return (
    <code className="caret-line">
      {text.slice(0, from)}
      <mark>{text.slice(from, to) || "\u00a0"}</mark>
      {text.slice(to)}
    </code>
  );
}

export function Mathematics({ mathml }: { mathml: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(formulaMarkup(mathml)), [mathml]);
  return <div ref={place} className="mathematics" />;
}

/** A number with its unit; what has brackets or points is a formula. */
const kQuantity = /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s+([A-Za-z°%µΩ][\w°%µΩ^*/·+ -]*?)\s*$/;

/** Converts a number with a unit to another unit: the server checks the new text as any other. */
function UnitMenu({ text, units, take, path }: { text: string; units: string[]; take: (text: string) => void; path: string }) {
  const [, number, unit] = kQuantity.exec(text) ?? [];
  if (number === undefined || !unit) return null;
  const convert = async (to: string) => {
    // Both units are measured by the server: what a unit is, is known in one place.
    const valueOf = async (t: string) => (await socket.request("formula.check", { path, text: t })).value;
    const [a, one, zero] = await Promise.all([valueOf(text), valueOf(`1 ${to}`), valueOf(`0 ${to}`)]);
    if (typeof a !== "number" || typeof one !== "number" || typeof zero !== "number") return;
    const value = Number(((a - zero) / (one - zero)).toPrecision(12));
    take(`${value} ${to}`);
  };
  return (
    <select aria-label="Unit" className="unit-menu" value={unit} onChange={(e) => void convert(e.target.value)}>
      {!units.includes(unit) && <option>{unit}</option>}
      {units.map((u) => (
        <option key={u}>{u}</option>
      ))}
    </select>
  );
}
