// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { Component, lazy, type ReactNode, Suspense } from "react";
import { type PaneName, type TabName, moveTab, setDesk, showTab, useDesk } from "../state/store";
import { Icon } from "./glyphs";

const kViews: Record<TabName, { label: string; view: React.ComponentType }> = {
  diagram: { label: "Diagram", view: lazy(() => import("../diagram/diagram")) },
  text: { label: "YAML", view: lazy(() => import("../text/text_view")) },
  equations: { label: "Equations", view: lazy(() => import("../views/equations_view")) },
  bonds: { label: "Bond graph", view: lazy(() => import("../views/bonds_view")) },
  plots: { label: "Plots", view: lazy(() => import("../views/plots_view")) },
  motion: { label: "3D", view: lazy(() => import("../views/motion_view")) },
  problems: { label: "Problems", view: lazy(() => import("../views/problems_view")) },
  linear: { label: "Linearisation", view: lazy(() => import("../views/linear_view")) },
  study: { label: "Study", view: lazy(() => import("../views/study_view")) },
  compare: { label: "Runs", view: lazy(() => import("../views/compare_view")) },
  events: { label: "Events", view: lazy(() => import("../views/events_view")) },
};

export const kTabLabels = Object.fromEntries(
  Object.entries(kViews).map(([name, { label }]) => [name, label]),
) as Record<TabName, string>;

export function Pane({ name }: { name: PaneName }) {
  const { tabs, active } = useDesk((s) => s.panes[name]);
  const maximised = useDesk((s) => s.maximised);
  const problems = useDesk((s) => s.model?.findings.length ?? 0);
  const hasBonds = useDesk(
    (s) => s.model?.parts.some((p) => p.kind === "bond" || p.kind === "hydraulic") ?? false,
  );
  if (maximised && maximised !== name) return null;
  const View = kViews[active].view;
  const shown = tabs.filter((tab) => tab !== "bonds" || hasBonds || active === "bonds");
  const step = (event: React.KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const next = shown[(shown.indexOf(active) + by + shown.length) % shown.length];
    showTab(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <section className="pane" data-pane={name} aria-label={name === "upper" ? "Upper pane" : "Lower pane"}>
      <div className="pane-head">
        <div className="tab-list" role="tablist" aria-label={name === "upper" ? "Views of the model" : "Views of results"} onKeyDown={step}>
          {shown.map((tab) => (
            <button
              key={tab}
              id={`tab-${tab}`}
              role="tab"
              aria-selected={tab === active}
              aria-controls={`view-${name}`}
              tabIndex={tab === active ? 0 : -1}
              onClick={() => showTab(tab)}
            >
              {kViews[tab].label}
              {tab === "problems" && problems > 0 && <span className="badge">{problems}</span>}
            </button>
          ))}
        </div>
        <span className="pane-tools">
          <button
            className="quiet square-small"
            title={`Move ${kViews[active].label} to the other pane`}
            aria-label={`Move ${kViews[active].label} to the other pane`}
            disabled={tabs.length < 2}
            onClick={() => moveTab(active)}
          >
            <Icon name="swap" size={14} />
          </button>
          <button
            className="quiet square-small"
            title={maximised ? "Show both panes" : "Fill the window with this pane"}
            aria-label={maximised ? "Show both panes" : "Fill the window with this pane"}
            aria-pressed={maximised === name}
            onClick={() => setDesk({ maximised: maximised ? null : name })}
          >
            <Icon name="grow" size={14} />
          </button>
        </span>
      </div>
      <div className="tab-view" id={`view-${name}`} role="tabpanel" aria-labelledby={`tab-${active}`} data-view={active}>
        <Guard key={active}>
          <Suspense fallback={<p className="view-note">Loading…</p>}>
            <View />
          </Suspense>
        </Guard>
      </div>
    </section>
  );
}

/** An error of one view leaves the others alone. */
class Guard extends Component<{ children: ReactNode }, { error: Error | null }> {
  state = { error: null as Error | null };
  static getDerivedStateFromError(error: Error) {
    return { error };
  }
  componentDidCatch(error: Error) {
    console.error(error);
  }
  render() {
    if (!this.state.error) return this.props.children;
    return (
      <div className="view-note" role="alert">
        <p>This view cannot be shown: {this.state.error.message}</p>
        <button onClick={() => this.setState({ error: null })}>Try again</button>
      </div>
    );
  }
}
