// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { useEffect, useRef, useState } from "react";
import { ask, redo, saveCopy, showError, socket, undo } from "../state/actions";
import { desk, setDesk, useDesk } from "../state/store";
import { ServerError } from "../connection/socket";
import { TextEditor } from "./editor";

/** [ms] after the last key until the text goes to the server. */
const kPause = 350;

/** The model's text. What is typed goes to the server, which answers with findings at their places. */
export default function TextView() {
  const text = useDesk((s) => s.model?.text ?? "");
  const readOnly = useDesk((s) => s.model?.readOnly ?? true);
  const path = useDesk((s) => s.model?.path);
  const findings = useDesk((s) => s.model?.findings);
  const checked = useDesk((s) => s.model?.checked);
  const caret = useDesk((s) => s.caret);
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<TextEditor | null>(null);
  const pending = useRef<{ timer: number; sending: Promise<void> | null }>({ timer: 0, sending: null });
  const [isAhead, setAhead] = useState(false);

  useEffect(() => {
    const state = pending.current;
    const send = async (): Promise<void> => {
      clearTimeout(state.timer);
      if (state.sending) await state.sending;
      const { model } = desk();
      const now = editor.current?.text;
      if (!model || now === undefined || now === model.text) return setAhead(false);
      state.sending = socket
        .request("model.text", { revision: model.revision, text: now, label: "Edit the text" })
        .then(
          () => setAhead(false),
          (error: unknown) => {
            const isStale = error instanceof ServerError && error.body.kind === "stale";
            // The form or another browser was faster: its change is taken in, and ours sent again.
            if (isStale) state.timer = window.setTimeout(() => void send(), kPause);
            else showError(error);
          },
        )
        .finally(() => (state.sending = null));
      return state.sending;
    };
    const made = new TextEditor(place.current!, desk().model?.text ?? "", readOnly, {
      changed: () => {
        setAhead(true);
        clearTimeout(state.timer);
        state.timer = window.setTimeout(() => void send(), kPause);
      },
      complete: (all, line, column) => ask("complete", { text: all, line, column }),
      undo: () => void send().then(undo),
      redo: () => void send().then(redo),
    });
    editor.current = made;
    return () => {
      void send();
      made.close();
      editor.current = null;
    };
  }, [path, readOnly]);

  useEffect(() => {
    // While one types, the server's text is older than what is here.
    if (!isAhead) editor.current?.setText(text);
  }, [text, isAhead]);
  useEffect(() => {
    if (findings && !isAhead) editor.current?.setFindings(findings);
  }, [findings, checked, isAhead, readOnly, path]);
  useEffect(() => {
    if (!caret || !editor.current) return;
    editor.current.show(caret.line, caret.column, caret.endLine, caret.endColumn);
    setDesk({ caret: null });
  }, [caret]);

  return (
    <div className="text-view">
      {readOnly && (
        <p className="view-bar">
          This example is read-only.
          <button className="linkish" onClick={() => void saveCopy()}>
            Save a copy to edit it
          </button>
        </p>
      )}
      <div className="text-place" ref={place} />
    </div>
  );
}
