// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { LinkKind } from "@holon/protocol/messages";
import { kLinkKinds } from "./links";

/** What the lines of this diagram mean. */
export function Legend({ kinds }: { kinds: LinkKind[] }) {
  if (kinds.length === 0) return null;
  return (
    <ul className="plain diagram-legend" aria-label="Kinds of links">
      {kinds.map((kind) => (
        <li key={kind} title={kLinkKinds[kind].description}>
          <svg className="link-sample" data-link={kind} viewBox="0 0 22 8" width="22" height="8" aria-hidden="true">
            <path d="M1 4H21" />
          </svg>
          {kLinkKinds[kind].label}
        </li>
      ))}
    </ul>
  );
}
