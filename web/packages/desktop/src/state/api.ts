// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { Method, Methods, RunInfo } from "@holon/protocol/messages";
import { type Opening, openModel, socket } from "./actions";
import { currentPlayback, currentRun } from "./runs";
import { desk } from "./store";

/** For tests and scripts: what the page knows, and the way to the server. */
export interface DesktopApi {
  open(what: Opening): Promise<boolean>;
  request<M extends Method>(method: M, params: Methods[M]["params"]): Promise<Methods[M]["result"]>;
  /** How many runs there are; the one that is shown. */
  runs(): number;
  run(): RunInfo | undefined;
  /** The text of the model has been elaborated. */
  isChecked(): boolean;
  /** Of the text that the page shows. */
  revision(): number;
  time(): number;
  setTime(time: number): void;
  /** Rows that have come, by stream. */
  rows(): { [stream: string]: number };
}

declare global {
  interface Window {
    holonDesktop: DesktopApi;
  }
}

window.holonDesktop = {
  open: openModel,
  request: (method, params) => socket.request(method, params),
  runs: () => desk().runs.length,
  run: currentRun,
  isChecked: () => {
    const { model } = desk();
    return model !== null && model.checked === model.revision;
  },
  revision: () => desk().model?.revision ?? 0,
  time: () => currentPlayback().clock.time.value,
  setTime: (time) => currentPlayback().clock.set(time),
  rows: () =>
    Object.fromEntries([...currentPlayback().store.tables].map(([name, table]) => [name, table.rows])),
};
