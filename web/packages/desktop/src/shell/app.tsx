// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { lazy, Suspense, useEffect } from "react";
import { Overlays } from "../commands/overlays";
import { bindKeys } from "../commands/keys";
import { closeToast, useDesk } from "../state/store";
import { socket } from "../state/actions";
import { Gallery } from "./gallery";
import { Icon } from "./glyphs";

const Workbench = lazy(() => import("./workbench"));

export function App() {
  const page = useDesk((s) => s.page);
  const status = useDesk((s) => s.status);
  const title = useDesk((s) => s.model?.title);
  useEffect(bindKeys, []);
  useEffect(() => {
    document.title = page === "desk" && title ? `${title} · Holon` : "Holon";
  }, [page, title]);
  return (
    <>
      <Connection />
      {page === "gallery" ? (
        <Gallery />
      ) : (
        <Suspense fallback={<p className="boot">Opening the desktop…</p>}>
          <Workbench />
        </Suspense>
      )}
      {status !== "refused" && <Overlays />}
      <Toasts />
      <Busy />
    </>
  );
}

function Connection() {
  const status = useDesk((s) => s.status);
  const reason = useDesk((s) => s.reason);
  const hello = useDesk((s) => s.hello);
  if (status === "open" || (status === "connecting" && !hello)) return null;
  return (
    <div className="banner" data-status={status} role="alert">
      <Icon name="warning" />
      {status === "refused" ? (
        <span>{reason}</span>
      ) : (
        <>
          <span>
            The connection to the server is lost. Edits and runs are kept there; the page connects
            again by itself.
          </span>
          <button onClick={() => void socket.open()}>Try now</button>
        </>
      )}
    </div>
  );
}

function Toasts() {
  const toasts = useDesk((s) => s.toasts);
  return (
    <div className="toasts" aria-live="polite">
      {toasts.map(({ id, kind, text, hint, findings }) => (
        <div key={id} className="toast" data-kind={kind} role={kind === "error" ? "alert" : "status"}>
          <Icon name={kind === "error" ? "error" : "ok"} />
          <div>
            <p>{text}</p>
            {findings?.filter((f) => f.message !== text).slice(0, 3).map((f, k) => (
              <p key={k} className="toast-finding">
                {f.range && <code>line {f.range.line}: </code>}
                {f.message}
                {f.suggestion && ` (${f.suggestion})`}
              </p>
            ))}
            {hint && <p className="toast-hint">{hint}</p>}
          </div>
          <button className="quiet small" aria-label="Close the message" onClick={() => closeToast(id)}>
            <Icon name="close" size={12} />
          </button>
        </div>
      ))}
    </div>
  );
}

function Busy() {
  const busy = useDesk((s) => s.busy);
  return busy ? (
    <div className="busy" role="status">
      {busy}
    </div>
  ) : null;
}
