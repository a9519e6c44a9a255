// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { safeMarkup } from "@holon/base/dom";
import { useLayoutEffect, useRef } from "react";
import { useModelView } from "./model_view";

export default function BondsView() {
  const { value, note } = useModelView<"bonds">("bonds", {});
  const place = useRef<HTMLDivElement>(null);
  const svg = value?.svg;
  useLayoutEffect(() => {
    if (svg) place.current?.replaceChildren(safeMarkup(svg));
  }, [svg]);
  if (!value) return <p className="view-note">{note}</p>;
  if (!svg) return <p className="view-note">The model has no bond graph.</p>;
  return <div ref={place} className="scroll-view drawing" tabIndex={0} role="region" aria-label="Bond graph" />;
}
