// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What is different from another version of the model, on the diagram itself.

import type { DiffView } from "@holon/protocol/messages";
import { useEffect } from "react";
import { Icon } from "../shell/glyphs";
import { ask, refreshGallery } from "../state/actions";
import { desk, select, setDesk, useDesk } from "../state/store";

export type Change = DiffView["parts"][number]["change"];

/** [ms] after an edit before its differences are asked for. */
const kPause = 150;

/** Begins or ends the comparison with the text as it was opened first. */
export function toggleVersions(): void {
  const { compared } = desk();
  setDesk({ compared: compared ? null : { before: "", parts: null } });
}

/** Says with what the diagram is compared, and what has gone; asks anew after every edit. */
export function Versions() {
  const compared = useDesk((s) => s.compared);
  const revision = useDesk((s) => s.model?.revision);
  const path = useDesk((s) => s.model?.path);
  const files = useDesk((s) => s.gallery?.files);
  const before = compared?.before;

  useEffect(() => {
    if (before === undefined) return;
    const timer = setTimeout(async () => {
      const diff = await ask("diff", before ? { before } : {});
      if (!diff || desk().compared?.before !== before) return;
      const parts = Object.fromEntries(diff.parts.map((p) => [p.id, p.change]));
      setDesk({ compared: { before, parts } });
    }, kPause);
    return () => clearTimeout(timer);
  }, [before, revision]);
  useEffect(() => {
    if (before !== undefined && !desk().gallery) void refreshGallery();
  }, [before]);

  if (!compared) return null;
  const all = Object.entries(compared.parts ?? {});
  const removed = all.filter(([, change]) => change === "removed").map(([id]) => id);
  const count = (change: Change) => all.filter(([, c]) => c === change).length;
  const models = (files ?? []).filter((f) => f.kind === "model" && f.path !== path);
  return (
    <div className="versions" role="region" aria-label="Differences">
      <label>
        Compared with
        <select value={compared.before} onChange={(e) => setDesk({ compared: { before: e.target.value, parts: null } })}>
          <option value="">the text as it was opened first</option>
          {models.map((f) => (
            <option key={f.path} value={f.path}>
              {f.path}
            </option>
          ))}
        </select>
      </label>
      {all.length === 0 && <span className="muted">{compared.parts ? "No part differs." : "Comparing…"}</span>}
      {(["added", "changed"] as const).map((change) =>
        count(change) > 0 ? (
          <span key={change} className="versions-count" data-change={change}>
            {count(change)} {change}
          </span>
        ) : null,
      )}
      {removed.length > 0 && (
        <span className="versions-count" data-change="removed" title={removed.join(", ")}>
          without {removed.slice(0, 4).join(", ")}
          {removed.length > 4 && ` and ${removed.length - 4} more`}
        </span>
      )}
      <button className="linkish" onClick={() => setDesk({ overlay: { kind: "diff" } })}>
        Lines
      </button>
      <button className="linkish" disabled={all.length === 0} onClick={() => select(all.filter(([, c]) => c !== "removed").map(([id]) => id))}>
        Select them
      </button>
      <button className="quiet square-small" aria-label="End the comparison" title="End the comparison" onClick={toggleVersions}>
        <Icon name="close" size={12} />
      </button>
    </div>
  );
}
