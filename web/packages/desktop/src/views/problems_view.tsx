// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { Finding } from "@holon/protocol/messages";
import { goToLine } from "../form/inspector";
import { Icon } from "../shell/glyphs";
import { select, useDesk } from "../state/store";

const kRank = { error: 0, warning: 1, note: 2 };

export default function ProblemsView() {
  const model = useDesk((s) => s.model)!;
  const findings = [...model.findings].sort((a, b) => kRank[a.severity] - kRank[b.severity]);
  if (findings.length === 0) {
    return (
      <p className="view-note">
        <Icon name="ok" /> {model.checked < model.revision ? "Checking the model…" : "The model has no problems."}
      </p>
    );
  }
  return (
    <ul className="plain problems" aria-label="Problems">
      {findings.map((finding, k) => (
        <li key={k}>
          <button className="problem" data-severity={finding.severity} onClick={() => goTo(finding)}>
            <Icon name={finding.severity} size={14} />
            <span className="problem-text">
              {finding.message}
              {finding.suggestion && <em> {finding.suggestion}</em>}
            </span>
            <span className="problem-place">
              {finding.part && <b>{finding.part}</b>}
              {finding.range && ` ${finding.file ? `${finding.file}:` : "line "}${finding.range.line}:${finding.range.column}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function goTo({ part, range, file }: Finding): void {
  if (part) select([part.replace(/\[\d+\]/g, "")]);
  if (range && !file) goToLine(range.line, range.column, range.endLine, range.endColumn);
}
