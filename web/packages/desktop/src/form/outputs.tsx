// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { OutputInfo, PartNode, SmoothnessInfo } from "@holon/protocol/messages";
import { unitText } from "@holon/base/numbers";
import { useEffect, useMemo, useState } from "react";
import { Icon } from "../shell/glyphs";
import { socket } from "../state/actions";
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
  const main = useMemo(() => own.filter((o) => o.isMain), [own]);
  const shown = all || main.length === 0 ? own : main;
  const smoothness = useSmoothness(shown);
  if (own.length === 0) return null;
  return (
    <section className="outputs" aria-label={`Outputs of ${part.name}`}>
      <h3>
        Outputs
        <small>drag to a plot or formula</small>
      </h3>
      <ul className="plain">
        {shown.map((o) => (
          <OutputRow key={o.name} output={o} prefix={part.id} smoothness={smoothness[o.name]} />
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

/** Asked for again when the model has been checked; nothing while it has errors. */
function useSmoothness(outputs: OutputInfo[]): { [name: string]: SmoothnessInfo } {
  const checked = useDesk((s) => s.model!.checked);
  const [known, setKnown] = useState<{ [name: string]: SmoothnessInfo }>({});
  useEffect(() => {
    let isCurrent = true;
    if (outputs.length === 0) return;
    socket.request("smoothness", { outputs: outputs.map((o) => o.name) }).then(
      (answer) => isCurrent && setKnown(answer.outputs),
      () => isCurrent && setKnown({}),
    );
    return () => {
      isCurrent = false;
    };
  }, [outputs, checked]);
  return known;
}

const kSuperscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** "C²": of a function with two continuous derivatives. */
export function smoothnessText({ continuous, cause }: SmoothnessInfo): { short: string; long: string } {
  if (continuous === null) return { short: "C∞", long: "It can be differentiated any number of times." };
  const because = cause ? ` (${cause})` : "";
  if (continuous < 0) return { short: "jumps", long: `It may jump${because}: it has no derivative there.` };
  const digits = [...String(continuous)].map((d) => kSuperscripts[Number(d)]).join("");
  const times = continuous === 0 ? "It is continuous" : `It has ${continuous} continuous ${continuous === 1 ? "derivative" : "derivatives"}`;
  return {
    short: `C${digits}`,
    long: `${times}; the next one may jump${because}. It can be differentiated ${continuous + 1}×, but for single instants.`,
  };
}

function OutputRow({ output, prefix, smoothness }: { output: OutputInfo; prefix: string; smoothness?: SmoothnessInfo }) {
  const value = useDesk((s) => s.live[output.name]);
  const isVector = output.components.length > 0;
  const smooth = smoothness && smoothnessText(smoothness);
  const label = output.name.startsWith(`${prefix}.`) ? output.name.slice(prefix.length + 1) : output.name;
  return (
    <li
      className="output-row"
      draggable
      title={`${output.name}: ${output.description}${smooth ? `\n${smooth.long}` : ""}`}
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
      <span className="output-smooth" title={smooth?.long}>
        {smooth?.short}
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
