// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { makeEquationPanel } from "@holon/equations/equations";
import type { EquationsView as Sheets } from "@holon/protocol/messages";
import { useLayoutEffect, useRef } from "react";
import { useModelView } from "./model_view";

const escape = (text: string) => text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`);

export default function EquationsView() {
  const { value, note } = useModelView<"equations">("equations", {});
  if (!value) return <p className="view-note">{note}</p>;
  return (
    <div className="scroll-view equations-view" tabIndex={0} role="region" aria-label="Equations of motion">
      {value.note && <p className="note">{value.note}</p>}
      <Panels sheets={value.sheets} />
    </div>
  );
}

function Panels({ sheets }: { sheets: Sheets["sheets"] }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    place.current?.replaceChildren(
      ...sheets.map(({ title, mathml, legend }) =>
        makeEquationPanel({
          title,
          mathml,
          legend:
            legend.length > 0
              ? `<table><tbody>${legend
                  .map(([symbol, meaning]) => `<tr><td>${symbol.includes("<") ? symbol : escape(symbol)}</td><td>${escape(meaning)}</td></tr>`)
                  .join("")}</tbody></table>`
              : undefined,
        }),
      ),
    );
  }, [sheets]);
  return <div ref={place} />;
}
