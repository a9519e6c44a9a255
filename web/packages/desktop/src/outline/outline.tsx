// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { Link, PartNode } from "@holon/protocol/messages";
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { linkText } from "../diagram/links";
import { Glyph, Icon } from "../shell/glyphs";
import { select, setDesk, useDesk } from "../state/store";

interface Row {
  part: PartNode;
  depth: number;
  isOpen: boolean;
}

/** As in the style sheet [px]. */
const kRow = 26;
/** Rows above and below what is in sight. */
const kSpare = 12;

/** The rows in sight, and some above and below. Row 0 is the model itself, which is always drawn. */
function useWindow(count: number, chosen: number) {
  const tree = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState<[first: number, last: number]>([0, 60]);
  const updateRange = () => {
    const { scrollTop = 0, clientHeight = 0 } = tree.current ?? {};
    const first = Math.max(0, Math.floor(scrollTop / kRow) - 1 - kSpare);
    const last = first + Math.ceil(clientHeight / kRow) + 2 * kSpare;
    setRange((now) => (now[0] === first && now[1] === last ? now : [first, last]));
  };
  useLayoutEffect(updateRange, [count]);
  useEffect(() => {
    if (!tree.current || typeof ResizeObserver === "undefined") return;
    const watcher = new ResizeObserver(updateRange);
    watcher.observe(tree.current);
    return () => watcher.disconnect();
  }, []);
  // What is chosen elsewhere comes into sight.
  useLayoutEffect(() => {
    const { current } = tree;
    if (!current || chosen < 0) return;
    const top = (chosen + 1) * kRow;
    if (top < current.scrollTop || top + kRow > current.scrollTop + current.clientHeight) {
      current.scrollTop = Math.max(0, top - current.clientHeight / 2);
      updateRange();
    }
  }, [chosen]);
  return { tree, updateRange, first: Math.min(range[0], Math.max(0, count - 1)), last: Math.min(count, range[1]) };
}

function rowsOf(parts: PartNode[], opened: Set<string>, depth = 1): Row[] {
  const rows: Row[] = [];
  const visit = (list: PartNode[], at: number) => {
    for (const part of list) {
      const isOpen = opened.has(part.id);
      rows.push({ part, depth: at, isOpen });
      if (part.parts && isOpen) visit(part.parts, at + 1);
    }
  };
  visit(parts, depth);
  return rows;
}

export function toggleOpen(id: string): void {
  setDesk(({ opened }) => {
    const next = new Set(opened);
    if (!next.delete(id)) next.add(id);
    return { opened: next };
  });
}

/** All parts and their links as a tree: what the diagram shows, for the keyboard and screen readers. */
export function Outline({ onadd }: { onadd: () => void }) {
  const model = useDesk((s) => s.model)!;
  const opened = useDesk((s) => s.opened);
  const selection = useDesk((s) => s.selection);
  const rows = useMemo(() => rowsOf(model.parts, opened), [model.parts, opened]);
  const errors = useMemo(() => {
    const worst = new Map<string, "error" | "warning">();
    for (const { part, severity } of model.findings) {
      if (!part || severity === "note") continue;
      const id = part.replace(/\[\d+\]/g, "");
      if (worst.get(id) !== "error") worst.set(id, severity);
    }
    return worst;
  }, [model.findings]);
  const isModel = selection.length === 0;
  const chosen = useMemo(() => rows.findIndex((r) => r.part.id === selection[0]), [rows, selection]);
  const { tree, updateRange, first, last } = useWindow(rows.length, chosen);
  const marked = useMemo(() => new Set(selection), [selection]);

  const keys = (event: React.KeyboardEvent) => {
    const index = chosen;
    const row = rows[index];
    const go = (to: number) => {
      const next = rows[Math.min(rows.length - 1, to)];
      if (to < 0 || !next) select([]);
      else select(event.shiftKey ? [...new Set([next.part.id, ...selection])] : [next.part.id]);
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>('.tree [role="treeitem"][tabindex="0"]')?.focus(),
      );
    };
    const actions: Record<string, () => void> = {
      ArrowDown: () => go(index + 1),
      ArrowUp: () => go(index - 1),
      Home: () => go(-1),
      End: () => go(rows.length - 1),
      ArrowRight: () => {
        if (row?.part.parts && !row.isOpen) toggleOpen(row.part.id);
        else go(index + 1);
      },
      ArrowLeft: () => {
        if (row?.isOpen) toggleOpen(row.part.id);
        else {
          const parent = rows.slice(0, index).reverse().find((r) => r.depth < row.depth);
          if (parent) select([parent.part.id]);
        }
      },
      Enter: () => document.querySelector<HTMLElement>(".inspector input, .inspector textarea")?.focus(),
    };
    const action = event.ctrlKey || event.altKey || event.metaKey ? undefined : actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };

  return (
    <>
      <div ref={tree} className="tree" role="tree" aria-label="Outline of the model" aria-multiselectable="true" onKeyDown={keys} onScroll={updateRange}>
        <div
          role="treeitem"
          aria-level={1}
          aria-expanded="true"
          aria-selected={isModel}
          tabIndex={isModel ? 0 : -1}
          className="tree-row tree-model"
          onClick={() => select([])}
        >
          <Glyph kind="world" size={16} />
          <span className="tree-name">{model.title || "Model"}</span>
          <span className="tree-type">{model.parts.length} {model.parts.length === 1 ? "part" : "parts"}</span>
        </div>
        <div style={{ height: first * kRow }} aria-hidden="true" />
        {rows.slice(first, last).map(({ part, depth, isOpen }) => (
          <TreeRow
            key={part.id}
            part={part}
            depth={depth}
            isOpen={isOpen}
            isSelected={marked.has(part.id)}
            isFirst={selection[0] === part.id}
            finding={errors.get(part.id)}
          />
        ))}
        <div style={{ height: (rows.length - last) * kRow }} aria-hidden="true" />
        {rows.length === 0 && <p className="muted pad">The model has no parts yet.</p>}
      </div>
      <Links links={model.links} of={selection[0]} />
      <div className="side-foot">
        <button onClick={onadd} title="The palette of parts (A: quick add)">
          <Icon name="plus" /> Add a part
        </button>
      </div>
    </>
  );
}

interface TreeRowProps {
  part: PartNode;
  depth: number;
  isOpen: boolean;
  isSelected: boolean;
  isFirst: boolean;
  finding?: "error" | "warning";
}

const TreeRow = memo(function TreeRow({ part, depth, isOpen, isSelected, isFirst, finding }: TreeRowProps) {
  return (
    <div
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={part.parts ? isOpen : undefined}
      aria-selected={isSelected}
      tabIndex={isFirst ? 0 : -1}
      className="tree-row"
      style={{ paddingLeft: 8 + 14 * depth }}
      onClick={(e) => {
        const { selection } = useDesk.getState();
        const others = e.ctrlKey || e.shiftKey ? selection.filter((id) => id !== part.id) : [];
        const isGone = e.ctrlKey && selection.includes(part.id);
        select(isGone ? others : [part.id, ...others]);
      }}
    >
      {part.parts && (
        <span
          className="tree-toggle"
          data-open={isOpen}
          onClick={(e) => {
            e.stopPropagation();
            toggleOpen(part.id);
          }}
        >
          <Icon name="chevron" size={10} />
        </span>
      )}
      <Glyph type={part.type} kind={part.kind} size={16} />
      <span className="tree-name">
        {part.name}
        {part.count !== undefined && <span className="count">×{part.count}</span>}
      </span>
      {finding && (
        <span className="tree-finding" data-severity={finding} title={`has ${finding}s`}>
          <Icon name={finding} size={12} />
        </span>
      )}
      <span className="tree-type">{part.type}</span>
    </div>
  );
});

/** The links of the selected part, as a list: the arrows of the diagram in words. */
function Links({ links, of }: { links: Link[]; of: string | undefined }) {
  const link = useDesk((s) => s.link);
  const own = useMemo(
    () => (of ? links.filter((l) => l.from.part === of || l.to.part === of) : []),
    [links, of],
  );
  if (own.length === 0) return null;
  return (
    <div className="outline-links">
      <h3>
        Links of {of} <small>{own.length}</small>
      </h3>
      <ul className="plain">
        {own.map((l) => (
          <li key={l.id}>
            <button
              className="link-row"
              aria-pressed={link === l.id}
              onClick={() => setDesk({ link: link === l.id ? null : l.id })}
              onDoubleClick={() => select([l.from.part === of ? l.to.part : l.from.part])}
              title="Double-click: go to the other end"
            >
              <svg className="link-sample" data-link={l.kind} viewBox="0 0 22 8" width="22" height="8" aria-hidden="true">
                <path d="M1 4H21" />
              </svg>
              <span>{linkText(l, of!)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
