// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { Link, PartNode } from "@holon/protocol/messages";
import { useEffect, useRef, useState } from "react";
import { kLinkKinds } from "../diagram/links";
import { Glyph, Icon } from "../shell/glyphs";
import { duplicateSelection, edit, keepPart, openFileOf, removeSelection, renamePart } from "../state/actions";
import { findPart, pathOfFile } from "../state/apply";
import { setDesk, useDesk } from "../state/store";
import { FieldList } from "./fields";
import { ModelForm } from "./model_form";
import { Outputs } from "./outputs";

/** The properties of what is selected. */
export function Inspector() {
  const model = useDesk((s) => s.model)!;
  const selection = useDesk((s) => s.selection);
  const link = useDesk((s) => s.link);
  const chosen = link ? model.links.find((l) => l.id === link) : undefined;
  const part = selection.length === 1 ? findPart(model.parts, selection[0]) : undefined;
  return (
    <aside className="inspector" aria-label="Properties">
      {chosen ? (
        <LinkForm link={chosen} />
      ) : part ? (
        <PartForm key={part.id} part={part} />
      ) : selection.length > 1 ? (
        <Several count={selection.length} />
      ) : (
        <ModelForm />
      )}
    </aside>
  );
}

function Several({ count }: { count: number }) {
  return (
    <div className="form">
      <div className="form-head">
        <h2>{count} parts</h2>
      </div>
      <p className="muted pad">
        Ctrl D duplicates them, Ctrl G makes them one composite part, Delete removes them.
      </p>
    </div>
  );
}

function PartForm({ part }: { part: PartNode }) {
  const types = useDesk((s) => s.types);
  const findings = useDesk((s) => s.model!.findings);
  const type = types.get(part.type);
  const own = findings.filter((f) => f.part?.replace(/\[\d+\]/g, "") === part.id);
  const isForeign = part.path === "";
  return (
    <div className="form">
      <div className="form-head" data-kind={part.kind}>
        <Glyph type={part.type} kind={part.kind} size={24} />
        <NameField part={part} />
        <button className="quiet square-small" title="Duplicate (Ctrl D)" aria-label={`Duplicate ${part.name}`} onClick={() => void duplicateSelection()}>
          <Icon name="plus" size={14} />
        </button>
        <button className="quiet square-small" title="Remove (Delete)" aria-label={`Remove ${part.name}`} onClick={() => void removeSelection()}>
          <Icon name="trash" size={14} />
        </button>
      </div>
      <p className="form-type" title={type?.description}>
        <b>{part.type || "composite part"}</b>
        {part.count !== undefined && <span> · array of {part.count}</span>}
        {type && <span> · {type.description}</span>}
        {part.range && (
          <button
            className="linkish"
            onClick={() => goToLine(part.range!.line, part.range!.column)}
          >
            line {part.range.line}
          </button>
        )}
      </p>
      {isForeign && (
        <p className="form-note">
          This part stands in another file{part.file ? ` (${part.file})` : ""}; it is changed there.
        </p>
      )}
      {part.file && <FileNote part={part} file={part.file} />}
      {part.kind === "composite" && part.path !== "" && part.count === undefined && (
        <p className="form-note">
          <button className="linkish" onClick={() => keepPart(part)}>
            Keep in my library
          </button>{" "}
          to use it in other models.
        </p>
      )}
      {own.map((f, k) => (
        <p key={k} className="form-finding" data-severity={f.severity} role={f.severity === "error" ? "alert" : undefined}>
          <Icon name={f.severity} size={13} />
          <span>
            {f.message}
            {f.suggestion && <em> {f.suggestion}</em>}
          </span>
        </p>
      ))}
      {type ? (
        <FieldList fields={type.fields} values={part.values} part={part} base={part.path} />
      ) : (
        <FieldList fields={fieldsOfValues(part)} values={part.values} part={part} base={part.path} />
      )}
      <Outputs part={part} />
    </div>
  );
}

/** A composite part of another file is edited there. */
function FileNote({ part, file }: { part: PartNode; file: string }) {
  const model = useDesk((s) => s.model!);
  const path = pathOfFile(model.path, file);
  return (
    <p className="form-note">
      Its parts stand in {file}.{" "}
      {path ? (
        <button className="linkish" onClick={() => void openFileOf(part)}>
          Open {path}
        </button>
      ) : (
        model.readOnly && "Save a copy of the example to edit it."
      )}
    </p>
  );
}

/** Composite parts have what their author has named. */
function fieldsOfValues(part: PartNode) {
  return Object.keys(part.values).map((name) => ({
    name,
    kind: "source" as const,
    description: "",
  }));
}

function NameField({ part }: { part: PartNode }) {
  const focus = useDesk((s) => s.field === "@name");
  const [text, setText] = useState(part.name);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => setText(part.name), [part.name]);
  useEffect(() => {
    if (!focus) return;
    input.current?.focus();
    input.current?.select();
    setDesk({ field: null });
  }, [focus]);
  // Enter takes the name, and the loss of focus that follows must not take it again.
  const taken = useRef("");
  const commit = () => {
    const name = text.trim();
    if (name !== "" && name === taken.current) return;
    if (!name || name === part.name) return setText(part.name);
    taken.current = name;
    void renamePart(part.id, name).then((done) => {
      taken.current = "";
      if (!done) setText(part.name);
    });
  };
  return (
    <input
      ref={input}
      className="name-field"
      aria-label="Name of the part"
      title="Name (F2): all references to it follow"
      spellCheck={false}
      value={text}
      disabled={part.path === ""}
      onChange={(e) => setText(e.target.value)}
      onBlur={commit}
      onKeyDown={(e) => {
        if (e.key === "Enter") {
          commit();
          if (e.ctrlKey || e.metaKey) return;
          e.preventDefault();
          focusNextField(e.currentTarget);
        }
        if (e.key === "Escape") {
          setText(part.name);
          e.currentTarget.blur();
        }
      }}
    />
  );
}

/** The next field of the form, for those who type on. */
export function focusNextField(from: HTMLElement): void {
  const fields = [...(from.closest(".form")?.querySelectorAll<HTMLElement>("input, select, textarea") ?? [])];
  const next = fields[fields.indexOf(from) + 1];
  next?.focus();
  if (next instanceof HTMLInputElement) next.select();
}

export function goToLine(line: number, column = 1, endLine?: number, endColumn?: number): void {
  setDesk((s) => ({
    caret: { line, column, endLine, endColumn },
    panes: {
      ...s.panes,
      [s.panes.upper.tabs.includes("text") ? "upper" : "lower"]: {
        ...s.panes[s.panes.upper.tabs.includes("text") ? "upper" : "lower"],
        active: "text",
      },
    },
  }));
}

function LinkForm({ link }: { link: Link }) {
  const end = (e: Link["from"]) => (e.label ? `${e.part}.${e.label}` : e.part);
  const { label, description } = kLinkKinds[link.kind];
  return (
    <div className="form">
      <div className="form-head">
        <svg className="link-sample" data-link={link.kind} viewBox="0 0 22 8" width="24" height="9" aria-hidden="true">
          <path d="M1 4H21" />
        </svg>
        <h2>{label} link</h2>
        {link.path && (
          <button className="quiet square-small" title="Remove (Delete)" aria-label="Remove the link" onClick={() => void removeSelection()}>
            <Icon name="trash" size={14} />
          </button>
        )}
      </div>
      <p className="form-type">{description}</p>
      <dl className="facts">
        {[
          ["From", link.from],
          ["To", link.to],
        ].map(([name, e]) => (
          <div key={name as string}>
            <dt>{name as string}</dt>
            <dd>
              <button
                className="linkish"
                onClick={() => setDesk({ link: null, selection: [(e as Link["from"]).part] })}
              >
                {end(e as Link["from"])}
              </button>
            </dd>
          </div>
        ))}
        {link.path && (
          <div>
            <dt>Made by</dt>
            <dd>
              <code>{link.path}</code>
            </dd>
          </div>
        )}
      </dl>
      {link.path && <Retarget link={link} />}
    </div>
  );
}

/** Another end for a link, typed: the value that makes it. */
function Retarget({ link }: { link: Link }) {
  const [text, setText] = useState("");
  return (
    <form
      className="retarget"
      onSubmit={(e) => {
        e.preventDefault();
        if (text.trim()) void edit("Change the link", [{ set: link.path!, value: text.trim() }]);
      }}
    >
      <label>
        <span>Another end</span>
        <input value={text} onChange={(e) => setText(e.target.value)} placeholder="part.frame" spellCheck={false} />
      </label>
      <button type="submit">Change</button>
    </form>
  );
}
