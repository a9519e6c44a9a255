// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { ErrorBody, Method, Methods, Notification, Reply } from "@holon/protocol/messages";
import { type Frame, readFrame } from "./frames";

export type Status = "connecting" | "open" | "lost" | "refused";

/** An answer that is an error, with what the server says to do about it. */
export class ServerError extends Error {
  constructor(readonly body: ErrorBody) {
    super(body.message);
    this.name = "ServerError";
  }
}

interface Pending {
  resolve: (result: never) => void;
  reject: (error: Error) => void;
}

/** [ms] between tries to connect again. */
const kFirstWait = 400;
const kLongestWait = 5000;
/** [ms] of silence after which the connection is tested, and given up. */
const kSilence = 15_000;

/** The connection to the server: requests with answers, notifications, frames of rows. */
export class Socket {
  status: Status = "connecting";
  onstatus: (status: Status, reason?: string) => void = () => {};
  onnotification: (notification: Notification) => void = () => {};
  onrows: (frame: Frame) => void = () => {};
  private socket: WebSocket | null = null;
  private nextId = 1;
  private readonly pending = new Map<number, Pending>();
  private wait = kFirstWait;
  private timer = 0;
  private heard = 0;

  constructor(private readonly address: string) {}

  /** Exchanges the token in the address for the session's cookie, if there is one; then connects. */
  async open(): Promise<void> {
    clearTimeout(this.timer);
    this.socket?.close();
    this.setStatus("connecting");
    try {
      const reason = await exchangeToken();
      if (reason) return this.setStatus("refused", reason);
    } catch {
      return this.lose();
    }
    const socket = new WebSocket(this.address);
    this.socket = socket;
    let wasOpen = false;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      wasOpen = true;
      this.wait = kFirstWait;
      this.heard = performance.now();
      this.setStatus("open");
      this.watch();
    };
    socket.onmessage = ({ data }) => this.take(data as string | ArrayBuffer);
    socket.onclose = async () => {
      if (socket !== this.socket) return;
      const reason = wasOpen ? null : await reasonOfRefusal();
      if (reason) this.setStatus("refused", reason);
      else if (socket === this.socket) this.lose();
    };
  }

  request<M extends Method>(
    method: M,
    params: Methods[M]["params"],
  ): Promise<Methods[M]["result"]> {
    return this.send(method, params) as Promise<Methods[M]["result"]>;
  }

  /** A request that is answered by a frame of rows. */
  rows(params: Methods["run.rows"]["params"]): Promise<Frame> {
    return this.send("run.rows", params) as Promise<Frame>;
  }

  private send(method: Method, params: unknown): Promise<unknown> {
    const { socket } = this;
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(
        new ServerError({ kind: "failed", message: "no connection to the server" }),
      );
    }
    const id = this.nextId++;
    socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve, reject) => this.pending.set(id, { resolve, reject }));
  }

  private take(data: string | ArrayBuffer): void {
    this.heard = performance.now();
    if (typeof data !== "string") {
      const frame = readFrame(data);
      const pending = frame.header.id !== undefined && this.pending.get(frame.header.id);
      if (!pending) return this.onrows(frame);
      this.pending.delete(frame.header.id!);
      return pending.resolve(frame as never);
    }
    const message = JSON.parse(data) as Reply | Notification;
    if ("event" in message) return this.onnotification(message);
    const pending = this.pending.get(message.id);
    if (!pending) return;
    this.pending.delete(message.id);
    if ("error" in message) pending.reject(new ServerError(message.error));
    else pending.resolve(message.result as never);
  }

  /** A connection that has silently broken answers no ping. */
  private watch(): void {
    const { socket } = this;
    const test = () => {
      if (socket !== this.socket || socket?.readyState !== WebSocket.OPEN) return;
      const silence = performance.now() - this.heard;
      if (silence > 2 * kSilence) return socket.close();
      if (silence > kSilence) this.request("ping", {}).catch(() => {});
      setTimeout(test, kSilence / 3);
    };
    setTimeout(test, kSilence / 3);
  }

  private lose(): void {
    this.socket = null;
    const error = new ServerError({
      kind: "failed",
      message: "the connection to the server was lost",
      hint: "The server keeps the model and its runs; the page reconnects automatically.",
    });
    for (const { reject } of this.pending.values()) reject(error);
    this.pending.clear();
    this.setStatus("lost");
    this.timer = window.setTimeout(() => void this.open(), this.wait);
    this.wait = Math.min(kLongestWait, 1.6 * this.wait);
  }

  private setStatus(status: Status, reason?: string): void {
    this.status = status;
    this.onstatus(status, reason);
  }
}

/** Why the server refuses the token in the address; null where there is none, or it is taken. */
async function exchangeToken(): Promise<string | null> {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!token) return null;
  const answer = await fetch("/session", {
    method: "POST",
    credentials: "same-origin",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ token }),
  });
  if (answer.ok) {
    history.replaceState(null, "", location.pathname + location.search);
    return null;
  }
  return answer.status === 403
    ? "The token in the address is not this server's. Open the address that it printed last."
    : `The server refused the session (status ${answer.status}).`;
}

/** A socket's refusal has no reason that a page may read: another request shows whether there is a session. */
async function reasonOfRefusal(): Promise<string | null> {
  const answer = await fetch("/images/model.svg", { credentials: "same-origin" }).catch(() => null);
  return answer && (answer.status === 401 || answer.status === 403)
    ? "This page has no session. Open the address that `holon serve` printed, with its token."
    : null;
}
