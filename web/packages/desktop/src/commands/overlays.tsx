// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { DiffView, LegalTarget } from "@holon/protocol/messages";
import { useEffect, useMemo, useRef, useState } from "react";
import { kLinkKinds } from "../diagram/links";
import { findTypes } from "../outline/palette";
import { Glyph, Icon } from "../shell/glyphs";
import { addPart, ask, edit } from "../state/actions";
import { allParts } from "../state/apply";
import { plotOutputs } from "../state/runs";
import { desk, select, setDesk, useDesk } from "../state/store";
import { kCommands } from "./list";
import { lineDiff } from "./line_diff";

const close = () => setDesk({ overlay: null });

/** What stands over the page: one at a time, with the focus inside. */
export function Overlays() {
  const overlay = useDesk((s) => s.overlay);
  if (!overlay) return null;
  switch (overlay.kind) {
    case "commands":
      return <CommandPalette />;
    case "add":
      return <QuickAdd at={overlay.at} />;
    case "help":
      return <Help />;
    case "link":
      return <LinkDialog part={overlay.part} label={overlay.label} />;
    case "ask":
      return <Ask key={overlay.title} {...overlay} />;
    case "disk":
      return <DiskChoice />;
    case "diff":
      return <Difference />;
  }
}

function Dialog({ title, wide, children }: { title: string; wide?: boolean; children: React.ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    const element = dialog.current!;
    element.showModal();
    return () => {
      element.close();
      if (before?.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={wide ? "overlay overlay-wide" : "overlay"}
      aria-label={title}
      onCancel={(e) => {
        e.preventDefault();
        close();
      }}
      onPointerDown={(e) => e.target === dialog.current && close()}
    >
      {children}
    </dialog>
  );
}

interface Choice {
  id: string;
  label: string;
  detail?: string;
  keys?: string;
  icon?: React.ReactNode;
  disabled?: boolean;
  run: () => void;
}

/** A search over a list: arrows choose, Enter takes. */
function Chooser({ title, placeholder, find }: { title: string; placeholder: string; find: (search: string) => Choice[] }) {
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState(0);
  const choices = useMemo(() => find(search), [find, search]);
  const index = Math.min(chosen, Math.max(0, choices.length - 1));
  const take = (choice: Choice | undefined) => {
    if (!choice || choice.disabled) return;
    close();
    choice.run();
  };
  return (
    <Dialog title={title}>
      <div className="chooser-search">
        <Icon name="search" />
        <input
          autoFocus
          role="combobox"
          aria-label={title}
          aria-expanded="true"
          aria-controls="choices"
          aria-activedescendant={choices[index] ? `choice-${index}` : undefined}
          placeholder={placeholder}
          spellCheck={false}
          value={search}
          onChange={(e) => {
            setSearch(e.target.value);
            setChosen(0);
          }}
          onKeyDown={(e) => {
            const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[e.key];
            if (by) {
              e.preventDefault();
              setChosen(Math.min(choices.length - 1, Math.max(0, index + by)));
            }
            if (e.key === "Enter") {
              e.preventDefault();
              take(choices[index]);
            }
          }}
        />
      </div>
      <ul className="plain choices" id="choices" role="listbox" aria-label={title}>
        {choices.map((choice, k) => (
          <li
            key={choice.id}
            id={`choice-${k}`}
            role="option"
            aria-selected={k === index}
            aria-disabled={choice.disabled || undefined}
            ref={k === index ? (li) => li?.scrollIntoView({ block: "nearest" }) : undefined}
            onPointerMove={() => k !== index && setChosen(k)}
            onClick={() => take(choice)}
          >
            <span className="choice-icon">{choice.icon}</span>
            <span className="choice-label">{choice.label}</span>
            {choice.detail && <small>{choice.detail}</small>}
            {choice.keys && <kbd>{choice.keys}</kbd>}
          </li>
        ))}
        {choices.length === 0 && <li className="muted pad">No matches.</li>}
      </ul>
    </Dialog>
  );
}

const kMostChoices = 60;
const words = (search: string) => search.toLowerCase().split(/\s+/).filter(Boolean);
const has = (text: string, all: string[]) => {
  const low = text.toLowerCase();
  return all.every((w) => low.includes(w));
};

function CommandPalette() {
  const find = (search: string): Choice[] => {
    const all = words(search);
    const { model, catalogue, page } = desk();
    const commands = kCommands
      .filter((c) => (!c.when || c.when()) && has(`${c.group} ${c.name}`, all))
      .map((c): Choice => ({ id: c.name, label: c.name, detail: c.group, keys: c.keys, icon: <Icon name="chevron" size={12} />, run: c.run }));
    if (!model || page !== "desk") return commands;
    const parts = [...allParts(model.parts)]
      .filter((p) => all.length > 0 && has(`${p.id} ${p.type}`, all))
      .map((p): Choice => ({ id: `part ${p.id}`, label: p.id, detail: p.type, icon: <Glyph type={p.type} kind={p.kind} size={16} />, run: () => select([p.id]) }));
    const outputs = model.outputs
      .filter((o) => all.length > 0 && has(`plot ${o.name}`, all))
      .map((o): Choice => ({ id: `output ${o.name}`, label: `Plot ${o.name}`, detail: o.description, icon: <Icon name="wave" size={14} />, run: () => plotOutputs([o.name]) }));
    const types = all.length === 0 ? [] : findTypes(catalogue?.types ?? [], search).map(
      (t): Choice => ({ id: `add ${t.name}`, label: `Add ${t.name}`, detail: t.description, icon: <Glyph type={t.name} kind={t.kind} size={16} />, run: () => void addPart(t.name) }),
    );
    return [...parts.slice(0, 20), ...commands, ...outputs.slice(0, 20), ...types.slice(0, 12)].slice(0, kMostChoices);
  };
  return <Chooser title="Commands, parts and outputs" placeholder="Search parts, outputs, commands" find={find} />;
}

function QuickAdd({ at }: { at?: { x: number; y: number } }) {
  const find = (search: string): Choice[] =>
    findTypes(desk().catalogue?.types ?? [], search).map((t) => ({
      id: t.name,
      label: t.name,
      detail: t.description,
      icon: <Glyph type={t.name} kind={t.kind} size={18} />,
      run: () => void addPart(t.name, at),
    }));
  return <Chooser title="Add a part" placeholder="Which part?" find={find} />;
}

/** Which values may refer to a part or its output, and why others refuse. */
function LinkDialog({ part, label }: { part: string; label?: string }) {
  const [targets, setTargets] = useState<LegalTarget[] | null>(null);
  useEffect(() => {
    void ask("links.legal", { part, label }).then((answer) => setTargets(answer?.targets ?? []));
  }, [part, label]);
  const find = useMemo(
    () => (search: string): Choice[] => {
      const all = words(search);
      return (targets ?? [])
        .filter((t) => has(`${t.part} ${t.label} ${t.kind ?? ""}`, all))
        .sort((a, b) => Number(b.legal) - Number(a.legal))
        .slice(0, kMostChoices)
        .map((t, k) => ({
          id: `${k} ${t.path}`,
          label: `${t.part} · ${t.label}`,
          detail: t.legal ? (t.kind ? kLinkKinds[t.kind].label : "") : t.reason,
          disabled: !t.legal,
          icon: <Icon name={t.legal ? "ok" : "close"} size={12} />,
          run: () => t.edits && void edit(`Link ${part} and ${t.part}`, t.edits),
        }));
    },
    [targets, part],
  );
  return <Chooser title={`Link ${part}`} placeholder={targets ? `Link ${part} to…` : "Asking the server…"} find={find} />;
}

interface AskProps {
  title: string;
  value: string;
  action: string;
  done: (value: string) => void;
}

function Ask({ title, value, action, done }: AskProps) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const answered = useRef(false);
  useEffect(() => {
    input.current?.focus();
    const stem = value.lastIndexOf(".");
    input.current?.setSelectionRange(0, stem > 0 ? stem : value.length);
    // Closed without an answer: that is one, too.
    return () => {
      if (!answered.current) done("");
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <Dialog title={title}>
      <form
        className="ask"
        onSubmit={(e) => {
          e.preventDefault();
          answered.current = true;
          close();
          done(text.trim());
        }}
      >
        <label>
          <span>{title}</span>
          <input ref={input} value={text} spellCheck={false} onChange={(e) => setText(e.target.value)} />
        </label>
        <div className="ask-actions">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" className="primary-button" disabled={!text.trim()}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Help() {
  const groups = [...new Set(kCommands.map((c) => c.group))];
  return (
    <Dialog title="Keys and help" wide>
      <div className="dialog-head">
        <h2>Keys</h2>
        <button className="quiet square-small" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      <div className="help" tabIndex={0}>
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {kCommands
                .filter((c) => c.group === group && c.keys)
                .map((c) => (
                  <div key={c.name}>
                    <dt>{c.name}</dt>
                    <dd>
                      {c.keys!.split(" ").map((k) => (
                        <kbd key={k}>{k}</kbd>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
        <section>
          <h3>With the mouse</h3>
          <p>
            Drag a part from the palette into the diagram; drag from the right port of a part to another part
            to link them. Drag an output onto a plot or into a formula. Double-click a composite part to open
            it. Shift and drag select several parts.
          </p>
        </section>
      </div>
    </Dialog>
  );
}

/** The file was changed by another program: which text is to stay? */
function DiskChoice() {
  const disk = useDesk((s) => s.disk);
  const text = useDesk((s) => s.model?.text ?? "");
  const path = useDesk((s) => s.model?.path ?? "");
  const lines = useMemo(() => (disk?.text === undefined ? [] : lineDiff(text, disk.text)), [disk, text]);
  const resolve = (choice: "take" | "keep") => {
    close();
    void ask("model.resolve", { choice });
  };
  return (
    <Dialog title="The file has changed on disk" wide>
      <div className="dialog-head">
        <h2>{path} has changed on disk</h2>
      </div>
      <p className="pad">
        {disk?.text === undefined
          ? "Another program has removed or replaced the file."
          : "Another program has changed the file. Green lines are on disk only, red ones are here only."}
      </p>
      <DiffLines lines={lines} />
      <div className="ask-actions pad">
        <button onClick={close}>Decide later</button>
        <button onClick={() => resolve("keep")}>Keep what is here</button>
        <button className="primary-button" disabled={disk?.text === undefined} onClick={() => resolve("take")}>
          Take what is on disk
        </button>
      </div>
    </Dialog>
  );
}

function Difference() {
  const [diff, setDiff] = useState<DiffView | null>(null);
  const before = useDesk((s) => s.compared?.before);
  useEffect(() => void ask("diff", before ? { before } : {}).then(setDiff), [before]);
  return (
    <Dialog title="Changes of the model" wide>
      <div className="dialog-head">
        <h2>{before ? `Changes against ${before}` : "Changes since it was opened"}</h2>
        <button className="quiet square-small" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      {diff && (
        <>
          <p className="pad">
            {diff.parts.length === 0 ? "No part has changed. " : ""}
            {diff.parts.map((p) => (
              <button key={p.id} className="diff-part" data-change={p.change} onClick={() => (close(), select([p.id]))}>
                {p.id} {p.change}
              </button>
            ))}
          </p>
          <DiffLines lines={diff.lines} />
        </>
      )}
    </Dialog>
  );
}

function DiffLines({ lines }: { lines: DiffView["lines"] }) {
  const near = (k: number) => lines.slice(Math.max(0, k - 2), k + 3).some((l) => l.kind !== "same");
  return (
    <pre className="diff" tabIndex={0} aria-label="Lines that differ">
      {lines.map((l, k) =>
        near(k) ? (
          <span key={k} data-kind={l.kind}>
            {l.kind === "added" ? "+ " : l.kind === "removed" ? "− " : "  "}
            {l.text}
            {"\n"}
          </span>
        ) : k > 0 && near(k - 1) ? (
          <span key={k} className="muted">
            …{"\n"}
          </span>
        ) : null,
      )}
    </pre>
  );
}
