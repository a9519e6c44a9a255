// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { Edit, Method, Methods, Notification, PartNode } from "@holon/protocol/messages";
import { ServerError, Socket } from "../connection/socket";
import { applyChecked, applyModel, findPart, pathOfFile } from "./apply";
import { followAgain, takeFrame, takeRun, takeRuns } from "./runs";
import { desk, say, select, setDesk, useDesk } from "./store";

const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`;
export const socket = new Socket(address);

/** A request whose failure is shown; null then. */
export async function ask<M extends Method>(
  method: M,
  params: Methods[M]["params"],
): Promise<Methods[M]["result"] | null> {
  try {
    return await socket.request(method, params);
  } catch (error) {
    showError(error);
    return null;
  }
}

export function showError(error: unknown): void {
  if (error instanceof ServerError) {
    // The banner says it already.
    if (socket.status !== "open") return;
    const { message, hint, findings } = error.body;
    say("error", message, { hint, findings });
  } else {
    say("error", error instanceof Error ? error.message : String(error));
  }
}

export function connect(): void {
  socket.onstatus = (status, reason = "") => {
    if (status !== "open") return setDesk({ status, reason });
    // What the page shows is the server's from then on.
    void begin().finally(() => socket.status === "open" && setDesk({ status: "open", reason: "" }));
  };
  socket.onnotification = take;
  socket.onrows = takeFrame;
  void socket.open();
}

/** After every connection: the server's state, which may be another one than before. */
async function begin(): Promise<void> {
  const hello = await ask("hello", { version: 1, client: "desktop" });
  if (!hello) return;
  setDesk({ hello });
  const [model, runs, catalogue] = await Promise.all([
    socket.request("model.state", {}).catch(() => null),
    socket.request("runs.list", {}).catch(() => ({ runs: [] })),
    desk().catalogue ?? ask("catalogue", {}),
  ]);
  const isFirst = desk().model === null;
  setDesk({
    model,
    catalogue,
    types: new Map((catalogue?.types ?? []).map((type) => [type.name, type])),
    page: model ? (isFirst ? "desk" : desk().page) : "gallery",
  });
  if (model) {
    void socket.request("study.state", {}).then(
      (study) => setDesk({ study }),
      () => setDesk({ study: null }),
    );
  }
  if (!model) void refreshGallery();
  takeRuns(runs.runs);
  followAgain();
}

export async function refreshGallery(): Promise<void> {
  const gallery = await ask("gallery", {});
  if (gallery) setDesk({ gallery });
}

/** Requests the whole state where a change was missed. */
async function refreshModel(): Promise<void> {
  const model = await ask("model.state", {});
  setDesk({ model, page: model ? desk().page : "gallery" });
}

function take(message: Notification): void {
  switch (message.event) {
    case "model": {
      const { model } = desk();
      const other = message.state.path !== undefined && message.state.path !== model?.path;
      const next = other && !message.whole ? null : applyModel(model, message);
      const follows =
        next && (message.text !== undefined || message.revision === (model?.revision ?? 0) + 1);
      if (follows) {
        setDesk({ model: next, ...(other ? fresh() : {}) });
        if (other) void refreshRuns();
      } else if (message.revision !== model?.revision) {
        void refreshModel();
      }
      if (message.state.changedOnDisk === false) setDesk({ disk: null });
      return;
    }
    case "closed":
      setDesk({ model: null, ...fresh(), page: "gallery" });
      void refreshGallery();
      return;
    case "checked": {
      const { model } = desk();
      if (model && message.checked >= model.checked) setDesk({ model: applyChecked(model, message) });
      return;
    }
    case "disk":
      setDesk(({ model, overlay }) => ({
        model: model && { ...model, changedOnDisk: message.changedOnDisk },
        disk: message.changedOnDisk ? { text: message.text } : null,
        overlay: message.changedOnDisk
          ? { kind: "disk" }
          : overlay?.kind === "disk"
            ? null
            : overlay,
      }));
      return;
    case "run":
      takeRun(message.info);
      return;
    case "runs":
      void refreshRuns();
      return;
    case "study":
      setDesk({ study: message.study });
      return;
    case "picture":
      if (message.failed) {
        setDesk(({ lostPictures }) => ({ lostPictures: new Set(lostPictures).add(message.image) }));
        return;
      }
      setDesk(({ pictures }) => ({ pictures: { ...pictures, [message.image]: (pictures[message.image] ?? 0) + 1 } }));
      return;
    case "folder":
      if (desk().page === "gallery") void refreshGallery();
      return;
  }
}

/** The runs of the open model; those of one that was open before are not its own. */
async function refreshRuns(): Promise<void> {
  const path = desk().model?.path;
  const list = await ask("runs.list", {});
  if (list && desk().model?.path === path) takeRuns(list.runs);
}

/** What belongs to the model that was open before. */
const fresh = () => ({
  page: "desk" as const,
  selection: [],
  link: null,
  proposed: {},
  opened: new Set<string>(),
  ownPlots: [],
  values: {},
  live: {},
  runs: [],
  run: null,
  other: null,
  study: null,
  compared: null,
  disk: null,
  trail: [],
});

export type Opening = Methods["model.open"]["params"];

export async function openModel(what: Opening): Promise<boolean> {
  setDesk({ busy: "Opening the model…" });
  const model = await ask("model.open", what);
  setDesk({ busy: null });
  if (!model) return false;
  setDesk({ model, ...fresh() });
  void refreshRuns();
  return true;
}

/** Revision of the file of a part when it was opened. */
let openedAt = 0;

/** The file of a composite part, to be edited there; the way back is kept. */
export async function openFileOf(part: PartNode): Promise<void> {
  const { model, trail } = desk();
  const path = model && part.file ? pathOfFile(model.path, part.file) : null;
  if (!model || !path) return;
  if (!(await openModel({ path }))) return;
  openedAt = desk().model!.revision;
  setDesk({ trail: [...trail, model.path] });
}

/** Back to the model whose part was opened. */
export async function goBack(): Promise<void> {
  const trail = [...desk().trail];
  const path = trail.pop();
  const left = desk().model;
  if (!path || !(await openModel({ path }))) return;
  setDesk({ trail });
  // Each file has its own history.
  if (left && left.revision > openedAt) {
    say("note", `${left.path} keeps its changes; undo takes back those of ${path}.`, { hint: `Open ${left.path} again to undo there.` });
  }
}

export function showGallery(): void {
  setDesk({ page: "gallery", overlay: null });
  void refreshGallery();
}

/** Changes wait for the one before: each applies to the text that it has left. */
let lastChange: Promise<unknown> = Promise.resolve();
function inTurn<T>(change: () => Promise<T>): Promise<T> {
  const made = lastChange.then(change);
  lastChange = made.catch(() => {});
  return made;
}

/** Waits until the page has a revision: its event follows the answer. */
function hasRevision(revision: number): Promise<void> {
  const isHere = () => socket.status !== "open" || (desk().model?.revision ?? revision) >= revision;
  if (isHere()) return Promise.resolve();
  return new Promise((done) => {
    const end = useDesk.subscribe(() => {
      if (!isHere()) return;
      end();
      done();
    });
  });
}

/** When the changes that were made so far are in the text. */
export const changesMade = () => inTurn(async () => {});

/** Edits of one action: one step of undo. An example becomes a file first. */
export async function edit(label: string, edits: Edit[]): Promise<boolean> {
  const { model } = desk();
  if (!model) return false;
  if (model.readOnly && !(await saveCopy())) return false;
  try {
    return await inTurn(async () => {
      const now = desk().model;
      // Another model was opened meanwhile: these edits are not for it.
      if (!now || (now.path !== model.path && !model.readOnly)) return false;
      const { revision } = await socket.request("model.edit", { revision: now.revision, edits, label });
      await hasRevision(revision);
      return true;
    });
  } catch (error) {
    if (error instanceof ServerError && error.body.kind === "changed-on-disk") {
      setDesk({ overlay: { kind: "disk" } });
    }
    showError(error);
    return false;
  }
}

/** Asks for the name of a file for an example, which cannot be changed itself. */
export function saveCopy(): Promise<boolean> {
  const { model } = desk();
  const name = `${(model?.path ?? "model").replace(/^.*[:/]/, "").replace(/\.yaml$/, "")}.yaml`;
  return new Promise((resolve) => {
    setDesk({
      overlay: {
        kind: "ask",
        title: "Save a copy to edit it",
        value: name,
        action: "Save",
        done: (path) => {
          if (!path) return resolve(false);
          void ask("model.saveAs", { path: /\.ya?ml$/.test(path) ? path : `${path}.yaml` }).then((m) => {
            if (m) setDesk({ model: m, runs: [], run: null, other: null, study: null, compared: null, trail: [] });
            if (m) void refreshRuns();
            resolve(m !== null);
          });
        },
      },
    });
  });
}

const step = (method: "model.undo" | "model.redo") =>
  inTurn(async () => {
    const made = await ask(method, {});
    if (made) await hasRevision(made.revision);
  });
export const undo = () => step("model.undo");
export const redo = () => step("model.redo");

/** A name that is not taken: link, link2, link3. */
export function freeName(base: string, taken: Iterable<string>): string {
  const names = new Set(taken);
  const stem = base.replace(/\d+$/, "");
  if (!names.has(base)) return base;
  for (let k = 2; ; ++k) if (!names.has(`${stem}${k}`)) return `${stem}${k}`;
}

/** "RigidBody" as the name of a part: rigid_body; PID: pid. */
export function nameFor(type: string): string {
  return type
    .replace(/^.*\//, "")
    .replace(/\.ya?ml$/, "")
    .replace(/\W+/g, "_")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1_$2")
    .toLowerCase();
}

/** What begins the name of a part of the library, where types are dragged and added. */
export const kFromLibrary = "library:";

export async function addPart(what: string, at?: { x: number; y: number }): Promise<void> {
  if (desk().model?.readOnly && !(await saveCopy())) return;
  let type = what;
  if (what.startsWith(kFromLibrary)) {
    const taken = await ask("library.take", { name: what.slice(kFromLibrary.length) });
    if (!taken) return;
    ({ type } = taken);
  }
  const { model } = desk();
  if (!model) return;
  const name = freeName(nameFor(type), model.parts.map((p) => p.name));
  const edits: Edit[] = [{ addPart: name, type }];
  if (at) edits.push({ layout: { [name]: { x: Math.round(at.x), y: Math.round(at.y) } } });
  if (await edit(`Add ${name}`, edits)) {
    select([name]);
    // The form's first field is the name: that is what one types next.
    setDesk({ field: "@name" });
  }
}

export async function removeSelection(): Promise<void> {
  const { model, selection, link } = desk();
  if (!model) return;
  if (link) {
    const path = model.links.find((l) => l.id === link)?.path;
    if (path) await edit("Remove the link", [{ remove: path }]);
    return;
  }
  const parts = selection.map((id) => findPart(model.parts, id)).filter((p) => p?.path);
  if (parts.length === 0) return;
  const names = parts.map((p) => p!.name).join(", ");
  if (await edit(`Remove ${names}`, parts.map((p) => ({ remove: p!.path })))) {
    select([]);
    say("note", `Removed ${names}. Undo: Ctrl Z`);
  }
}

export async function duplicateSelection(): Promise<void> {
  const { model, selection } = desk();
  if (!model || selection.length === 0) return;
  const taken = model.parts.map((p) => p.name);
  const copies: string[] = [];
  const edits = selection.flatMap((id): Edit[] => {
    const part = findPart(model.parts, id);
    if (!part?.path) return [];
    const to = freeName(part.name, [...taken, ...copies]);
    copies.push(to);
    return [{ duplicate: part.path, to }];
  });
  if (edits.length > 0 && (await edit(`Duplicate ${selection.join(", ")}`, edits))) select(copies);
}

export function renamePart(id: string, to: string): Promise<boolean> {
  const part = desk().model && findPart(desk().model!.parts, id);
  if (!part?.path || part.name === to) return Promise.resolve(true);
  // References are only known of a model without errors. A part that nothing refers to has none:
  // a copy in its place is the same.
  const { findings, links, text, checked, revision } = desk().model!;
  // Of a part that was added just now they are not known yet.
  const isNew = checked < revision && text.split(new RegExp(`(?<![\\w.])${part.name}(?!\\w)`)).length === 2;
  const hasErrors = isNew || findings.some((f) => f.severity === "error");
  const isNamed = !isNew && links.some((l) => (l.kind === "signal" ? l.from.part : l.to.part) === id);
  const edits: Edit[] =
    hasErrors && !isNamed
      ? [{ duplicate: part.path, to }, { remove: part.path }]
      : [{ rename: part.path, to }];
  return edit(`Rename ${part.name} to ${to}`, edits).then((done) => {
    if (done) select([id.replace(/[^.]*$/, to)]);
    return done;
  });
}

export async function groupSelection(): Promise<void> {
  const { model, selection } = desk();
  const parts = selection.map((id) => model && findPart(model.parts, id)).filter((p) => p?.path);
  if (!model || parts.length === 0) return;
  setDesk({
    overlay: {
      kind: "ask",
      title: `Name of the composite part of ${parts.length} ${parts.length === 1 ? "part" : "parts"}`,
      value: freeName("assembly", model.parts.map((p) => p.name)),
      action: "Group",
      done: (to) => {
        if (!to) return;
        void edit(`Group into ${to}`, [{ group: parts.map((p) => p!.name), to }]).then(
          (done) => done && select([to]),
        );
      },
    },
  });
}

/** A composite part becomes one of the user's own, for all of his models. */
export function keepPart(part: PartNode): void {
  setDesk({
    overlay: {
      kind: "ask",
      title: `Name of ${part.name} in your library`,
      value: part.name,
      action: "Keep",
      done: (as) => {
        if (!as) return;
        void ask("library.keep", { part: part.id, as }).then((done) => {
          if (!done) return;
          say("note", `Your library has ${as}: it is in the palette of every model.`);
          void refreshGallery();
        });
      },
    },
  });
}

export async function copySelection(): Promise<void> {
  const { selection } = desk();
  if (selection.length === 0) return;
  const copied = await ask("parts.copy", { parts: selection });
  if (!copied) return;
  await navigator.clipboard?.writeText(copied.text).catch(() => {});
  localStorage.setItem("holon.clipboard", copied.text);
  say("note", `Copied ${selection.join(", ")}`);
}

export async function pasteParts(): Promise<void> {
  const { model } = desk();
  const text =
    (await navigator.clipboard?.readText().catch(() => "")) ||
    localStorage.getItem("holon.clipboard");
  if (!model || !text) return;
  if (model.readOnly && !(await saveCopy())) return;
  const pasted = await inTurn(async () => {
    const made = await ask("parts.paste", { revision: desk().model!.revision, text });
    if (made) await hasRevision(made.revision);
    return made;
  });
  if (pasted) select(pasted.parts);
}
