// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { Clock } from "@holon/base/clock";
import type { Message } from "@holon/protocol/report";
import type { Store } from "@holon/base/data/store";

/**
 * Takes messages that come after the page has opened, one after the other. However many come
 * between two pictures, the page is drawn anew once; `show` does that, `last` where a stream has
 * ended.
 */
export function makeReceiver(
  store: Store,
  clock: Clock,
  show: (last: boolean) => void,
): (message: Message) => Promise<void> {
  let before: Promise<void> = Promise.resolve();
  let drawn: Promise<void> | null = null;
  let last = false;

  const drawSoon = () =>
    (drawn ??= nextPicture().then(() => {
      const ended = last;
      last = false;
      drawn = null;
      clock.extend(store.timeRange());
      show(ended);
    }));
  const take = async (message: Message) => {
    if (message.type !== "rows" && message.type !== "end") {
      throw new Error(
        `a message "${message.type}" after the page has opened; only "rows" and "end" may follow`,
      );
    }
    await store.receive(message);
    last ||= message.type === "end";
  };
  return async (message) => {
    const taken = before.then(() => take(message));
    // A message that is refused holds up no other.
    before = taken.catch(() => {});
    await taken;
    await drawSoon();
  };
}

/** The browser makes no pictures of a page in the background. */
function nextPicture(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, 200);
    requestAnimationFrame(() => {
      clearTimeout(late);
      resolve();
    });
  });
}
