// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { Methods } from "@holon/protocol/messages";
import { useEffect, useState } from "react";
import { ServerError } from "../connection/socket";
import { socket } from "../state/actions";
import { useDesk } from "../state/store";

type ViewMethod = "equations" | "bonds" | "linearize";

/** What the server makes of the checked model; asked for again when the model has changed. */
export function useModelView<M extends ViewMethod>(
  method: M,
  params: Methods[M]["params"],
): { value: Methods[M]["result"] | null; note: string } {
  const checked = useDesk((s) => s.model?.checked);
  const path = useDesk((s) => s.model?.path);
  const status = useDesk((s) => s.status);
  const [state, setState] = useState<{ value: Methods[M]["result"] | null; note: string }>({
    value: null,
    note: "Computing…",
  });
  const key = JSON.stringify(params);
  useEffect(() => {
    let isCurrent = true;
    if (status !== "open") return;
    socket.request(method, JSON.parse(key) as Methods[M]["params"]).then(
      (value) => isCurrent && setState({ value, note: "" }),
      (error: unknown) => {
        if (!isCurrent) return;
        const body = error instanceof ServerError ? error.body : null;
        const hint = body?.hint ? ` ${body.hint}` : "";
        setState({ value: null, note: `${body?.message ?? String(error)}${hint}` });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [method, key, checked, path, status]);
  return state;
}
