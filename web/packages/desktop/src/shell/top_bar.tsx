// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { goBack, redo, saveCopy, showGallery, undo } from "../state/actions";
import { setDesk, showTab, useDesk } from "../state/store";
import { Mark } from "./gallery";
import { Icon } from "./glyphs";
import { switchTheme, useTheme } from "./theme_state";

export function ThemeButton() {
  const now = useTheme();
  const label = now === "dark" ? "Light colours" : "Dark colours";
  return (
    <button className="quiet square-small" aria-label={label} title={label} onClick={switchTheme}>
      <Icon name={now === "dark" ? "sun" : "moon"} />
    </button>
  );
}

export function TopBar() {
  const model = useDesk((s) => s.model)!;
  const trail = useDesk((s) => s.trail);
  const count = (severity: string) => model.findings.filter((f) => f.severity === severity).length;
  const errors = count("error");
  const warnings = count("warning");
  const checking = model.checked < model.revision;
  return (
    <header className="top-bar">
      <button className="quiet home" onClick={showGallery} title="Start: examples, recent files, templates" aria-label="Start">
        <Mark />
      </button>
      <div className="top-title">
        <h1>{model.title || "Untitled model"}</h1>
        <small>
          {model.path}
          {model.readOnly && " · example, read-only"}
        </small>
      </div>
      {trail.length > 0 && (
        <button className="small-button" title="Back to the model that uses this file" onClick={() => void goBack()}>
          Back to {trail[trail.length - 1]}
        </button>
      )}
      {model.readOnly && (
        <button className="small-button" onClick={() => void saveCopy()}>
          Save a copy
        </button>
      )}
      <span className="segmented group">
        <button
          className="square-small"
          disabled={!model.canUndo}
          aria-label="Undo"
          title={model.canUndo ? `Undo: ${model.undoLabel ?? ""} (Ctrl Z)` : "Nothing to undo"}
          onClick={() => void undo()}
        >
          <Icon name="undo" />
        </button>
        <button
          className="square-small"
          disabled={!model.canRedo}
          aria-label="Redo"
          title={model.canRedo ? `Redo: ${model.redoLabel ?? ""} (Ctrl Shift Z)` : "Nothing to redo"}
          onClick={() => void redo()}
        >
          <Icon name="redo" />
        </button>
      </span>
      <button className="command-box" onClick={() => setDesk({ overlay: { kind: "commands" } })}>
        <Icon name="search" />
        <span>Search parts, outputs, commands</span>
        <kbd>Ctrl K</kbd>
      </button>
      <button
        className="verdict"
        data-state={checking ? "checking" : errors > 0 ? "error" : warnings > 0 ? "warning" : "ok"}
        onClick={() => showTab("problems")}
        title="Problems of the model"
      >
        <Icon name={errors > 0 ? "error" : warnings > 0 ? "warning" : "ok"} />
        {checking
          ? "Checking…"
          : errors > 0
            ? `${errors} ${errors === 1 ? "error" : "errors"}`
            : warnings > 0
              ? `${warnings} ${warnings === 1 ? "warning" : "warnings"}`
              : "No problems"}
      </button>
      {model.changedOnDisk && (
        <button className="verdict" data-state="warning" onClick={() => setDesk({ overlay: { kind: "disk" } })}>
          <Icon name="warning" />
          Changed on disk
        </button>
      )}
      <button
        className="quiet square-small"
        aria-label="Keys and help"
        title="Keys and help (?)"
        onClick={() => setDesk({ overlay: { kind: "help" } })}
      >
        ?
      </button>
      <ThemeButton />
    </header>
  );
}
