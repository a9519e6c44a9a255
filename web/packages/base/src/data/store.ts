// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { Signal } from "../signal";
import { decodeRows } from "./decode";
import type { DocumentMessage, Message } from "@holon/protocol/report";
import { Table } from "./table";

/**
 * What has been said so far. Messages come from the page or, later, from a socket; nothing here
 * knows whether a stream is finished.
 */
export class Store {
  document: DocumentMessage | null = null;
  readonly tables = new Map<string, Table>();
  /** How many rows have come. */
  readonly rows = new Signal(0);

  async receive(message: Message): Promise<void> {
    switch (message.type) {
      case "document":
        this.document = message;
        return;
      case "stream":
        this.tables.set(message.stream, new Table(message));
        return;
      case "rows": {
        const table = this.tables.get(message.stream);
        if (!table) throw new Error(`rows of ${message.stream}, a stream that never began`);
        if (message.count === 0) return;
        table.append(await decodeRows(message, table.columns));
        this.rows.set(this.rows.value + message.count);
        return;
      }
      case "end":
        return;
    }
  }

  /** First and last time of all streams that are over time; [0, 0] without rows. */
  timeRange(): [number, number] {
    let begin = Infinity;
    let end = -Infinity;
    for (const table of this.tables.values()) {
      if (table.rows === 0 || !table.isOverTime) continue;
      begin = Math.min(begin, table.times[0]);
      end = Math.max(end, table.times[table.rows - 1]);
    }
    return begin <= end ? [begin, end] : [0, 0];
  }
}

/** The messages that stand in the page, in order. */
export function* messagesOfPage(): Generator<Message> {
  for (const element of document.querySelectorAll("script.holon-message")) {
    yield JSON.parse(element.textContent ?? "null") as Message;
  }
}
