// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { OutputInfo, PartNode } from "@holon/protocol/messages";
import { unitText } from "@holon/base/numbers";
import { useMemo, useState } from "react";
import { Icon } from "../shell/glyphs";
import { plotOutputs } from "../state/runs";
import { useDesk } from "../state/store";
import { liveText, shownUnit } from "../state/values";
import { kDragOutput } from "../outline/palette";

/** What a part offers to formulas and plots, with values at the page's time. */
export function Outputs({ part }: { part: PartNode }) {
  const outputs = useDesk((s) => s.model!.outputs);
  const [all, setAll] = useState(false);
  const own = useMemo(
    () => outputs.filter((o) => o.part === part.id || o.part.startsWith(`${part.id}[`)),
    [outputs, part.id],
  );
  if (own.length === 0) return null;
  const main = own.filter((o) => o.isMain);
  const shown = all || main.length === 0 ? own : main;
  return (
    <section className="outputs" aria-label={`Outputs of ${part.name}`}>
      <h3>
        Outputs
        <small>drag to a plot or formula</small>
      </h3>
      <ul className="plain">
        {shown.map((o) => (
          <OutputRow key={o.name} output={o} prefix={part.id} />
        ))}
      </ul>
      {main.length > 0 && main.length < own.length && (
        <button className="linkish" onClick={() => setAll(!all)}>
          {all ? "Main outputs only" : `All ${own.length} outputs`}
        </button>
      )}
    </section>
  );
}

function OutputRow({ output, prefix }: { output: OutputInfo & { derivatives?: number }; prefix: string }) {
  const value = useDesk((s) => s.live[output.name]);
  const isVector = output.components.length > 0;
  const label = output.name.startsWith(`${prefix}.`) ? output.name.slice(prefix.length + 1) : output.name;
  return (
    <li
      className="output-row"
      draggable
      title={`${output.name}: ${output.description}${output.derivatives === undefined ? "" : `\n${output.derivatives}× differentiable`}`}
      onDragStart={(e) => {
        e.dataTransfer.setData(kDragOutput, output.name);
        e.dataTransfer.setData("text/plain", output.name);
        e.dataTransfer.effectAllowed = "copyLink";
      }}
    >
      <span className="output-name">
        {label}
        {isVector && <small> [{output.components.join(" ")}]</small>}
      </span>
      <span className="output-value">
        {value !== undefined ? liveText(value, output.unit) : unitText(shownUnit(output.unit))}
      </span>
      <button className="quiet output-plot" aria-label={`Plot ${output.name}`} title={`Plot ${output.name}`} onClick={() => plotOutputs([output.name])}>
        <Icon name="wave" size={12} />
      </button>
    </li>
  );
}
