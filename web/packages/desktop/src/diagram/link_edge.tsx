// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { type Edge, EdgeLabelRenderer, type EdgeProps } from "@xyflow/react";
import type { LinkKind } from "@holon/protocol/messages";
import { memo } from "react";
import type { DiagramEdge } from "./graph";
import { endLabel, kLinkKinds } from "./links";
import { useRoutes } from "./kept";

export type LinkFlowEdge = Edge<
  { edge: DiagramEdge; isNear: boolean; isChosen: boolean },
  "link"
>;

/** Arrow heads, one of each colour: markers do not inherit the stroke everywhere. */
export function Markers() {
  return (
    <svg className="markers" aria-hidden="true">
      <defs>
        {(Object.keys(kLinkKinds) as LinkKind[]).map((kind) => (
          <marker
            key={kind}
            id={`head-${kind}`}
            data-link={kind}
            viewBox="0 0 10 10"
            refX="9"
            refY="5"
            markerWidth="7"
            markerHeight="7"
            orient="auto-start-reverse"
            markerUnits="userSpaceOnUse"
          >
            <path d="M0 0.800 10 5 0 9.200z" />
          </marker>
        ))}
      </defs>
    </svg>
  );
}

export const LinkEdge = memo(function LinkEdge({ id, data }: EdgeProps<LinkFlowEdge>) {
  const route = useRoutes((s) => s.routes.get(id));
  if (!data || !route) return null;
  const { edge, isNear, isChosen } = data;
  const { label, isDirected } = kLinkKinds[edge.kind];
  const count = edge.links.reduce((sum, l) => sum + (l.count ?? 1), 0);
  const only = edge.links.length === 1 ? edge.links[0] : undefined;
  const own = endLabel(only?.from.label) ?? only?.to.label;
  const text = own ?? label;
  const state = isChosen ? "chosen" : isNear ? "near" : undefined;
  return (
    <>
      <path className="link-hit react-flow__edge-interaction" d={route.path} />
      <path
        className="link react-flow__edge-path"
        data-link={edge.kind}
        data-state={state}
        d={route.path}
        markerEnd={isDirected ? `url(#head-${edge.kind})` : undefined}
      />
      {(state || count > 1) && (
        <EdgeLabelRenderer>
          <div
            className="link-label"
            data-link={edge.kind}
            style={{
              transform: `translate(-50%, -50%) translate(${route.label.x}px, ${route.label.y}px)`,
            }}
          >
            {state ? text : ""}
            {count > 1 && <span className="count">×{count}</span>}
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  );
});
