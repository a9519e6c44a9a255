// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { useState } from "react";
import { Outline } from "./outline";
import { Palette } from "./palette";

export function SidePanel() {
  const [tab, setTab] = useState<"outline" | "palette">("outline");
  return (
    <aside className="side" aria-label="Parts">
      <div className="pane-head">
        <div className="tab-list" role="tablist" aria-label="Parts of the model, and those to add">
          {(["outline", "palette"] as const).map((name) => (
            <button
              key={name}
              id={`side-${name}`}
              role="tab"
              aria-selected={tab === name}
              aria-controls="side-view"
              tabIndex={tab === name ? 0 : -1}
              onClick={() => setTab(name)}
              onKeyDown={(e) => {
                if (e.key !== "ArrowLeft" && e.key !== "ArrowRight") return;
                const other = name === "outline" ? "palette" : "outline";
                setTab(other);
                document.getElementById(`side-${other}`)?.focus();
              }}
            >
              {name === "outline" ? "Outline" : "Palette"}
            </button>
          ))}
        </div>
      </div>
      <div className="side-view" id="side-view" role="tabpanel" aria-labelledby={`side-${tab}`}>
        {tab === "outline" ? <Outline onadd={() => setTab("palette")} /> : <Palette />}
      </div>
    </aside>
  );
}
