// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { FolderItem, TypeInfo } from "@holon/protocol/messages";
import { useEffect, useMemo, useState } from "react";
import { addPart, kFromLibrary, refreshGallery } from "../state/actions";
import { fileAsType } from "../state/apply";
import { useDesk } from "../state/store";
import { Glyph, Icon } from "../shell/glyphs";

export const kDragType = "application/x-holon-type";
export const kDragOutput = "application/x-holon-output";

/** Types whose name, group or description holds all words; those whose name begins so come first. */
export function findTypes(types: TypeInfo[], search: string): TypeInfo[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = (type: TypeInfo) => {
    const name = type.name.toLowerCase();
    return words.length === 0 || name.startsWith(words[0]) ? 0 : name.includes(words[0]) ? 1 : 2;
  };
  return types
    .filter((t) => {
      const text = `${t.name} ${t.group} ${t.description}`.toLowerCase();
      return words.every((w) => text.includes(w));
    })
    .sort((a, b) => (words.length === 0 ? 0 : rank(a) - rank(b)));
}

interface OwnPart {
  /** As `addPart` takes it. */
  type: string;
  name: string;
  title?: string;
}

/** Models of the folder, and the user's own library: each may be a part of this one. */
function OwnParts({ search }: { search: string }) {
  const gallery = useDesk((s) => s.gallery);
  const path = useDesk((s) => s.model?.path) ?? "";
  useEffect(() => void refreshGallery(), [path]);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const partsOf = (files: FolderItem[], typeOf: (file: FolderItem) => string): OwnPart[] =>
    files
      .filter(
        (f) =>
          f.kind === "model" &&
          words.every((w) => `${f.path} ${f.title ?? ""}`.toLowerCase().includes(w)),
      )
      .map((f) => ({ type: typeOf(f), name: f.path.replace(/\.ya?ml$/, ""), title: f.title }));
  const inFolder = (gallery?.files ?? []).filter((f) => f.path !== path);
  return (
    <>
      <OwnList
        name="My library"
        parts={partsOf(gallery?.library ?? [], (f) => kFromLibrary + f.path)}
        hint="It is copied into the folder of this model, as a composite part."
      />
      <OwnList
        name="This folder"
        parts={partsOf(inFolder, (f) => fileAsType(path, f.path))}
        hint="As a composite part of this model."
      />
    </>
  );
}

function OwnList({ name, parts, hint }: { name: string; parts: OwnPart[]; hint: string }) {
  if (parts.length === 0) return null;
  return (
    <details open>
      <summary>
        <Icon name="chevron" size={10} />
        {name} <small>{parts.length}</small>
      </summary>
      <ul className="plain">
        {parts.map((part) => (
          <li key={part.type}>
            <button
              className="palette-item"
              draggable
              title={`${part.title ?? part.name}\n${hint}`}
              onDragStart={(e) => {
                e.dataTransfer.setData(kDragType, part.type);
                e.dataTransfer.effectAllowed = "copy";
              }}
              onClick={() => void addPart(part.type)}
            >
              <Glyph kind="composite" size={18} />
              <span>{part.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

export function Palette() {
  const catalogue = useDesk((s) => s.catalogue);
  const [search, setSearch] = useState("");
  const groups = useMemo(() => {
    const found = new Map<string, TypeInfo[]>();
    for (const type of findTypes(catalogue?.types ?? [], search)) {
      found.set(type.group, [...(found.get(type.group) ?? []), type]);
    }
    return [...found];
  }, [catalogue, search]);
  return (
    <div className="palette">
      <div className="side-search">
        <Icon name="search" size={14} />
        <input
          type="search"
          placeholder="Search the parts"
          aria-label="Search the parts"
          value={search}
          onChange={(e) => setSearch(e.target.value)}
          onKeyDown={(e) => {
            if (e.key === "Enter" && groups[0]) void addPart(groups[0][1][0].name);
          }}
        />
      </div>
      <div className="palette-list">
        <OwnParts search={search} />
        {groups.length === 0 && <p className="muted pad">No part of the catalogue matches.</p>}
        {groups.map(([group, types]) => (
          <details key={group} open>
            <summary>
              <Icon name="chevron" size={10} />
              {group} <small>{types.length}</small>
            </summary>
            <ul className="plain">
              {types.map((type) => (
                <li key={type.name}>
                  <button
                    className="palette-item"
                    draggable
                    title={`${type.description}\nDrag it into the diagram, or press it to add it.`}
                    onDragStart={(e) => {
                      e.dataTransfer.setData(kDragType, type.name);
                      e.dataTransfer.effectAllowed = "copy";
                    }}
                    onClick={() => void addPart(type.name)}
                  >
                    <Glyph type={type.name} kind={type.kind} size={18} />
                    <span>{type.name}</span>
                  </button>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </div>
    </div>
  );
}
