// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { SceneSpec } from "@holon/protocol/report";
import { isSoftware, makeRenderer } from "@holon/scene/camera/light";
import { Stage } from "@holon/scene/stage";
import { makeStagePanel } from "@holon/scene/stage_panel";
import { World } from "@holon/scene/world";
import { useEffect, useRef, useState } from "react";
import { type EditorState, MotionEditor } from "./motion_edit";
import { currentPlayback, currentRun, currentSceneNote, fitsScene, loadScene } from "../state/runs";
import { select, useDesk } from "../state/store";

/** One renderer for the page: browsers keep few contexts of WebGL. */
let renderer: ReturnType<typeof makeRenderer> | undefined;

/** What is edited; it survives the scene that an edit, or an undo, makes anew. */
let edited: EditorState | null = null;

/** The machine in 3D at the page's time: of the run that is shown, or at the start. */
export default function MotionView() {
  const checked = useDesk((s) => s.model?.checked);
  const path = useDesk((s) => s.model?.path);
  const run = useDesk((s) => s.run);
  const place = useRef<HTMLDivElement>(null);
  const [note, setNote] = useState("Making the scene…");

  useEffect(() => {
    let isGone = false;
    let clear = () => {};
    let keepEdited = () => {};
    void loadScene().then((scene) => {
      if (isGone) return;
      const playback = currentPlayback();
      const spec = scene?.scene as SceneSpec | null | undefined;
      if (!spec || spec.bodies.length === 0) {
        place.current?.replaceChildren();
        return setNote(scene ? "This model has nothing to show in 3D." : currentSceneNote() || "The scene needs a model without errors.");
      }
      const shown: { stage: Stage | null } = { stage: null };
      const make = () => {
        if (shown.stage || (playback.store.tables.get("poses")?.rows ?? 0) === 0 || isGone) return;
        const drawn = currentRun();
        if (drawn && !fitsScene(drawn)) return;
        renderer ??= makeRenderer();
        const world = new World({ ...spec, stream: "poses" }, playback.store, playback.clock, isSoftware());
        shown.stage = new Stage(world, playback.clock, renderer);
        const panel = makeStagePanel(shown.stage, world);
        const editor = new MotionEditor(shown.stage, world, edited);
        keepEdited = () => (edited = editor.state);
        panel.querySelector(".stage-tools")?.append(editor.tools);
        place.current?.replaceChildren(panel);
        // Which text it shows: tests wait for it.
        place.current?.setAttribute("data-revision", String(scene!.revision));
        setNote("");
        shown.stage.element.addEventListener("dblclick", () => {
          const tip = shown.stage?.element.querySelector(".view-tip:not([hidden])")?.textContent ?? "";
          const name = tip.split(/[ :]/)[0];
          if (name) select([name.replace(/\[\d+\]/g, "")]);
        });
      };
      make();
      const update = (last: boolean) => (shown.stage ? shown.stage.takeRows(last) : make());
      playback.watchers.add(update);
      clear = () => playback.watchers.delete(update);
      const shownRun = currentRun();
      if (shown.stage) return;
      setNote(
        shownRun && !fitsScene(shownRun)
          ? "The machine has changed since this run: its motion is that of other bodies. Run the model again (Ctrl Enter)."
          : "Waiting for the first rows…",
      );
    });
    return () => {
      isGone = true;
      keepEdited();
      clear();
    };
  }, [checked, path, run]);

  return (
    <div className="motion-view">
      {note && <p className="view-note">{note}</p>}
      <div className="motion-place" ref={place} hidden={note !== ""} />
    </div>
  );
}
