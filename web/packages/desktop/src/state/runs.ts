// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { RunInfo, SceneView, Written } from "@holon/protocol/messages";
import { type Frame, drawableColumns, firstRows } from "../connection/frames";
import { drivenInputs } from "../run/inputs";
import { ask, changesMade, edit, showError, socket } from "./actions";
import { Playback } from "./playback";
import { type PlotRequest, desk, say, setDesk, showTab, useDesk } from "./store";

/** Rows that a frame of curves may have: runs with fewer come as they are. */
const kPoints = 16_000;
/** Poses that are kept of a run. */
const kPoses = 6000;
/** Models with so many outputs or fewer record all of them: any can be plotted afterwards. */
const kAllOutputs = 300;
/** [ms] between requests of values at the cursor. */
const kPace = 80;

export const isOver = (run: RunInfo) => !/^(starting|running|paused)$/.test(run.state);

/** What plots, 3D and values show: the chosen run, or the machine at the start. */
let playback = new Playback(null);
export const currentPlayback = () => playback;

export interface SceneNow extends SceneView {
  /** Revision of the model that it shows. */
  revision: number;
}
let scene: SceneNow | null = null;
export const currentScene = () => scene;
/** Questions for a scene; the one whose answer is shown. */
let lastQuestion = 0;
let shownQuestion = 0;
/** Why there is none. */
let sceneNote = "";
export const currentSceneNote = () => sceneNote;

export const currentRun = (): RunInfo | undefined =>
  desk().runs.find((run) => run.run === desk().run);

/** The scene of the model as it is, where it has no errors. */
export async function loadScene(): Promise<SceneNow | null> {
  const { model } = desk();
  if (!model || model.findings.some((f) => f.severity === "error")) return scene;
  if (scene?.revision === model.checked) return scene;
  const revision = model.checked;
  const question = ++lastQuestion;
  try {
    const made = { ...(await socket.request("scene", {})), revision };
    // Another model was opened meanwhile, or a later scene has come.
    if (desk().model?.path !== model.path || question < shownQuestion) return scene;
    shownQuestion = question;
    scene = made;
    sceneNote = "";
  } catch (error) {
    if (desk().model?.path === model.path) sceneNote = error instanceof Error ? error.message : String(error);
    return scene;
  }
  if (!playback.run) {
    // What watches the clock of the old scene goes with it.
    playback = new Playback(null);
    beginPoses();
  } else {
    refollow();
  }
  return scene;
}

/** The run that is shown recorded the machine as it is now: its poses are those of the scene. */
export function fitsScene(run: RunInfo): boolean {
  const poses = run.streams.find((s) => s.name === "poses");
  return !poses || !scene?.scene || hasColumns(poses, scene.columns);
}

/** Names, not only how many: a body may have been renamed, or taken the place of another. */
function hasColumns(poses: RunInfo["streams"][number], names: string[]): boolean {
  return poses.columns.length === names.length && poses.columns.every((c, k) => c.name === names[k]);
}

function beginPoses(): void {
  if (!scene?.scene) return;
  playback.begin(
    "poses",
    scene.columns.map((name, k) => ({ name, unit: k === 0 ? "s" : "", bits: k === 0 ? 64 : 32 })),
  );
  if (!playback.run) {
    playback.append(
      "poses",
      scene.start.map((v, k) => (k === 0 ? Float64Array.of(v) : Float32Array.of(v))),
    );
  }
}

/** Plots of the model, then those added here. */
export function plotRequests(): PlotRequest[] {
  const { model, ownPlots } = desk();
  const own = [...ownPlots];
  if (!model) return own;
  const written = model.settings.plots;
  const list = Array.isArray(written) ? written : [];
  const ofModel = list.flatMap((plot) => {
    if (typeof plot === "string") return [{ title: plot, y: [plot] }];
    if (plot === null || Array.isArray(plot)) return [];
    const y = texts(plot.y);
    if (y.length === 0) return [];
    const title = typeof plot.title === "string" ? plot.title : y.join(", ");
    return [{ title, y, unit: text(plot.unit), x: text(plot.x) }];
  });
  return [...ofModel, ...own];
}

const text = (value: Written | undefined) => (typeof value === "string" ? value : undefined);
const texts = (value: Written | undefined): string[] =>
  typeof value === "string"
    ? [value]
    : Array.isArray(value)
      ? value.filter((v): v is string => typeof v === "string")
      : [];

/** The scalar signals of an output as streams name them: "link.position.x" for "link.position". */
export function signalsOf(name: string, columns: readonly string[]): string[] {
  if (columns.includes(name)) return [name];
  return columns.filter((c) => c.startsWith(`${name}.`) || c.startsWith(`${name}[`));
}

function columnsOf(run: RunInfo): string[] {
  const streams = run.streams.filter((s) => s.name !== "poses" && s.columns.length > 1);
  const curves = streams.find((s) => s.name === "curves") ?? streams[0];
  return (curves?.columns ?? []).slice(1).map((c) => c.name);
}

/** Which signals the plots need of a run. */
function wantedSignals(run: RunInfo): string[] {
  const columns = columnsOf(run);
  const names = plotRequests().flatMap((p) => (p.x ? [...p.y, p.x] : p.y));
  return [...new Set(names.flatMap((name) => signalsOf(name, columns)))];
}

/** Shows a run in plots, 3D and values. */
export async function showRun(id: string): Promise<void> {
  if (desk().run === id && playback.run === id) return;
  stopFollowing();
  playback = new Playback(id, desk().runs.find((r) => r.run === id)?.until);
  bindPlayback(playback);
  setDesk({ run: id, live: {} });
  // Curves do not wait for the scene.
  refollow();
  await loadScene();
  refollow();
}

function stopFollowing(): void {
  if (playback.run && socket.status === "open") {
    void socket.request("run.unfollow", { run: playback.run }).catch(() => {});
  }
}

/**
 * Asks for the rows from where the page has them: of a run that has begun, or for other signals.
 * What is followed already is not asked for again: the server would begin anew, and its larger
 * frames would hold rows that are here.
 */
export function refollow(): void {
  const run = currentRun();
  if (!run || playback.run !== run.run) return;
  const signals = wantedSignals(run);
  const known = playback.store.tables.has("curves") && signals.join() === playback.signals.join();
  if (!known && columnsOf(run).length > 0) {
    playback.signals = signals;
    const units = new Map(run.streams.flatMap((s) => s.columns.map((c) => [c.name, c.unit])));
    playback.begin("curves", [
      { name: "time", unit: "s", bits: 64 },
      ...signals.map((name) => ({ name, unit: units.get(name) ?? "", bits: 64 as const })),
    ]);
  }
  if (signals.length > 0) follow("curves", signals, kPoints);
  const poses = run.streams.find((s) => s.name === "poses");
  if (scene?.scene && poses && hasColumns(poses, scene.columns)) {
    if (!playback.store.tables.has("poses")) beginPoses();
    follow("poses", scene.columns.slice(1), kPoses);
  }
}

function follow(stream: "curves" | "poses", signals: string[], points: number): void {
  const of = playback;
  const run = of.run;
  if (!run || of.followed[stream] === signals.join()) return;
  const asked = (of.followed[stream] = signals.join());
  void ask("run.follow", { run, stream, signals, first: of.taken[stream], points }).then((done) => {
    if (!done && of.followed[stream] === asked) of.followed[stream] = null;
  });
}

/** After a reconnection, where the server knows nothing of what this page follows. */
export function followAgain(): void {
  playback.followed.curves = playback.followed.poses = null;
  refollow();
  // Revisions of another server are other texts.
  scene = null;
  if (playback.run) void loadScene();
}

/** A frame that a follower gets. */
export function takeFrame(frame: Frame): void {
  const { run, stream, first, last, signals } = frame.header;
  if (run !== playback.run || stream === "rows") return;
  const name = stream as "curves" | "poses";
  // Frames of what was followed before, or rows that are there already.
  if (name === "curves" && signals.join() !== playback.signals.join()) return;
  const taken = playback.taken[name];
  if (first !== taken) {
    // The rows of a decimated frame cannot be distinguished: missing ones are requested again.
    if (last > taken) {
      playback.followed[name] = null;
      refollow();
    }
    return;
  }
  playback.taken[name] = last;
  if (name === "curves") {
    playback.isThinned ||= frame.header.form === "blocks";
    playback.append(name, drawableColumns(frame));
  } else {
    const [times, ...poses] = firstRows(frame);
    playback.append(name, [times, ...poses.map((c) => Float32Array.from(c))]);
  }
}

/** News of a run. */
export function takeRun(info: RunInfo): void {
  const before = desk().runs.find((r) => r.run === info.run);
  // A run of a model that was open before goes on, but is not one of this model.
  if (!before && info.model !== desk().model?.path) return;
  setDesk(({ runs }) => ({
    runs: before ? runs.map((r) => (r.run === info.run ? info : r)) : [...runs, info],
  }));
  takeNewsOfShown(info, before);
}

/** All runs of the model. A list may be the first to have news of the run that is shown. */
export function takeRuns(runs: RunInfo[]): void {
  const before = currentRun();
  setDesk({ runs });
  const now = currentRun();
  if (now) takeNewsOfShown(now, before);
}

function takeNewsOfShown(info: RunInfo, before: RunInfo | undefined): void {
  if (info.run !== desk().run) return;
  if (playback.run === info.run) playback.expect(info.until);
  const streamsCame = columnCount(info) !== (before ? columnCount(before) : 0);
  if (streamsCame) refollow();
  if (isOver(info) && !(before && isOver(before))) {
    playback.end();
    if (info.state === "failed" || info.state === "crashed") {
      const { failure } = info;
      say("error", failure?.message ?? "The run's process ended unexpectedly.", {
        hint: failure?.advice,
        findings: info.findings,
      });
      showTab("events");
    }
  }
}

const columnCount = (run: RunInfo) =>
  run.streams.reduce((sum, stream) => sum + stream.columns.length, 0);

export interface RunSettings {
  until?: string;
  realtime?: boolean;
  speed?: number;
  from?: string;
}

export async function startRun(settings: RunSettings = {}): Promise<void> {
  await changesMade();
  const { model, values } = desk();
  if (!model) return;
  const errors = model.findings.filter((f) => f.severity === "error");
  if (errors.length > 0 && model.checked === model.revision) {
    say("error", `The model has ${errors.length} ${errors.length === 1 ? "error" : "errors"}.`, {
      hint: "Correct what the problems tab lists; the run starts then.",
    });
    showTab("problems");
    return;
  }
  const units = new Map(model.tunables.map((t) => [t.name, t.unit]));
  const set = Object.fromEntries(
    Object.entries(values).map(([name, v]) => [name, `${v} ${units.get(name) ?? ""}`.trim()]),
  );
  const named = plotRequests().flatMap((p) => (p.x ? [...p.y, p.x] : p.y));
  const started = await ask("run.start", {
    ...settings,
    ...(Object.keys(set).length > 0 ? { set } : {}),
    inputs: settings.realtime ? drivenInputs(model.path, model.inputs) : undefined,
    signals: model.outputs.length <= kAllOutputs ? "all" : [...new Set(named)],
  });
  if (started) await showRun(started.run);
}

export async function commandRun(what: "pause" | "resume" | "stop"): Promise<void> {
  const run = currentRun();
  if (!run) return;
  const info = await ask(`run.${what}`, { run: run.run });
  if (info) takeRun(info);
}

/** A slider of a tunable parameter: the running run takes it at once, the next one from its start. */
export function setTunable(name: string, value: number): void {
  setDesk(({ values }) => ({ values: { ...values, [name]: value } }));
  const run = currentRun();
  if (run && !isOver(run)) void socket.request("run.set", { run: run.run, name, value }).catch(showError);
}

/** Adds outputs to a plot, or begins one. */
export function plotOutputs(names: string[], onto?: PlotRequest): void {
  const own = desk().ownPlots;
  const fresh = names.filter((name) => !onto?.y.includes(name));
  if (fresh.length === 0) return;
  if (onto?.isOwn) {
    const y = [...onto.y, ...fresh];
    const grown = { ...onto, title: y.join(", "), y };
    setDesk({ ownPlots: own.map((p) => (p === onto ? grown : p)) });
  } else {
    const y = onto ? [...onto.y, ...fresh] : fresh;
    setDesk({ ownPlots: [...own, { title: y.join(", "), y, isOwn: true }] });
  }
  showTab("plots");
  refollow();
}

export function removePlot(plot: PlotRequest): void {
  setDesk(({ ownPlots }) => ({ ownPlots: ownPlots.filter((p) => p !== plot) }));
  refollow();
}

/** Writes a plot of one's own into the model. */
export async function savePlot(plot: PlotRequest): Promise<void> {
  const value = `{title: ${JSON.stringify(plot.title)}, y: [${plot.y.join(", ")}]}`;
  const has = Array.isArray(desk().model?.settings.plots);
  const done = await edit(`Add the plot ${plot.title}`, [
    has ? { append: "plots", value } : { set: "plots", value: `[${value}]` },
  ]);
  if (done) removePlot(plot);
}

/** Values at the page's time, asked for one request at a time; detail for what is zoomed to. */
function bindPlayback(of: Playback): void {
  let asking = false;
  let missed = false;
  const askValues = () => {
    if (of !== playback || !of.run) return;
    if (asking) {
      missed = true;
      return;
    }
    asking = true;
    missed = false;
    socket
      .request("run.values", { run: of.run, time: of.clock.time.value })
      .then(({ values }) => of === playback && setDesk({ live: values }))
      .catch(() => {})
      .finally(() =>
        setTimeout(() => {
          asking = false;
          if (missed) askValues();
        }, kPace),
      );
  };
  of.clock.time.watch(askValues);
  of.watchers.add((last) => last && askValues());

  let zooming = 0;
  of.range.watch((range) => {
    clearTimeout(zooming);
    if (!range) return of.whole();
    if (!of.isThinned || !of.run) return;
    zooming = window.setTimeout(() => {
      const room = 0.5 * (range.max - range.min);
      socket
        .rows({
          run: of.run!,
          stream: "curves",
          signals: of.signals,
          from: Math.max(of.clock.begin, range.min - room),
          to: Math.min(of.clock.end, range.max + room),
          points: kPoints,
        })
        .then((frame) => of === playback && of.range.value === range && of.detail(drawableColumns(frame)))
        .catch(showError);
    }, 150);
  });
}

// A changed model shows itself anew, unless a run is shown.
useDesk.subscribe((now, before) => {
  if (now.model?.path !== before.model?.path) {
    stopFollowing();
    scene = null;
    playback = new Playback(null);
    bindPlayback(playback);
  }
});
