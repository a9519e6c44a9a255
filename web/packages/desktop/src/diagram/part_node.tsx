// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import type { PartNode } from "@holon/protocol/messages";
import { memo } from "react";
import { toggleOpen } from "../outline/outline";
import { Glyph, Icon } from "../shell/glyphs";
import type { DiagramNode } from "./graph";
import { liveText } from "../state/values";
import { outputsByName } from "../state/apply";
import { useDesk } from "../state/store";

export type PartFlowNode = Node<
  {
    part: PartNode | null;
    other?: DiagramNode["other"];
    isOpen: boolean;
    finding?: "error" | "warning";
    /** Its main output, shown while there is a run. */
    output?: string;
    legality?: "legal" | "refused";
    reason?: string;
    /** Against the version that the diagram is compared with. */
    change?: string;
  },
  "part"
>;

export const PartNodeView = memo(function PartNodeView({ data, selected }: NodeProps<PartFlowNode>) {
  const { part, other, isOpen, finding, output, legality, reason, change } = data;
  const kind = part?.kind ?? other?.kind ?? "world";
  return (
    <div
      className="node"
      data-kind={kind}
      data-open={isOpen || undefined}
      data-selected={selected || undefined}
      data-array={part?.count !== undefined || undefined}
      data-legality={legality}
      data-change={change}
      title={legality === "refused" ? reason : undefined}
    >
      <Handle type="target" position={Position.Left} className="port" />
      <div className="node-row">
        <Glyph type={part?.type} kind={kind} />
        <span className="node-text">
          <span className="node-name">
            {part?.name ?? other?.name}
            {part?.count !== undefined && <span className="count">×{part.count}</span>}
          </span>
          <span className="node-type">
            {output ? <Live output={output} fallback={part?.type ?? ""} /> : (part?.type ?? other?.type)}
          </span>
        </span>
        {finding && (
          <span className="node-finding" data-severity={finding}>
            <Icon name={finding} size={13} />
          </span>
        )}
        {part?.parts && part.parts.length > 0 && (
          <button
            className="quiet node-toggle nodrag"
            data-open={isOpen}
            tabIndex={-1}
            aria-label={isOpen ? `Close ${part.name}` : `Open ${part.name}`}
            onClick={(e) => {
              e.stopPropagation();
              toggleOpen(part.id);
            }}
          >
            <Icon name="chevron" size={11} />
          </button>
        )}
      </div>
      <Handle type="source" position={Position.Right} className="port" />
    </div>
  );
});

function Live({ output, fallback }: { output: string; fallback: string }) {
  const value = useDesk((s) => s.live[output]);
  const unit = useDesk((s) => (s.model ? (outputsByName(s.model.outputs).get(output)?.unit ?? "") : ""));
  return value === undefined ? <>{fallback}</> : <span className="live">{liveText(value, unit)}</span>;
}
