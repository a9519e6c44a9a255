// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import {
  AmbientLight,
  BasicShadowMap,
  Color,
  DirectionalLight,
  HemisphereLight,
  PCFShadowMap,
  Scene,
  Vector3,
  WebGLRenderer,
} from "three";
import { theme } from "@holon/base/theme";
import type { Measures } from "../values/measures";

/** A machine that reaches so many times its size takes the lamp with it. */
const kFar = 2;

/** Light from the sky, and one lamp that casts shadows. */
export class Lights {
  private readonly sky = new HemisphereLight("#ffffff", "#8d8f94", 1.9);
  private readonly fill = new AmbientLight("#ffffff", 0.25);
  private readonly lamp = new DirectionalLight("#ffffff", 1.75);
  private readonly from: Vector3;
  private radius = 1;
  /** Goes with the machine, since its shadows would be too coarse over all of its way. */
  moves = false;

  constructor(
    scene: Scene,
    private readonly measures: Measures,
    up: Vector3,
    frugal: boolean,
  ) {
    this.sky.position.copy(up);
    const turn = new Vector3(-0.42, -0.55, 0);
    this.from = turn.addScaledVector(up, 1.25).normalize();
    const { shadow } = this.lamp;
    this.lamp.castShadow = true;
    shadow.mapSize.setScalar(frugal ? 1024 : 2048);
    shadow.radius = 2.5;
    shadow.intensity = 0.8;
    shadow.bias = -0.0006;
    scene.add(this.sky, this.fill, this.lamp, this.lamp.target);
    this.resize();
    theme.watch(() => this.recolor());
    this.recolor();
  }

  /** Takes over what the machine measures now. */
  resize(): void {
    const { size, reach, box } = this.measures;
    this.moves = reach > kFar * size;
    this.radius = this.moves ? 1.1 * size : 0.62 * reach + 0.1 * size;
    const { shadow } = this.lamp;
    shadow.normalBias = 0.004 * this.radius;
    const view = shadow.camera;
    view.left = view.bottom = -this.radius;
    view.right = view.top = this.radius;
    view.near = 0.1 * this.radius;
    view.far = 8 * this.radius;
    view.updateProjectionMatrix();
    this.follow(box.getCenter(new Vector3()));
  }

  follow(center: Vector3): void {
    this.lamp.target.position.copy(center);
    this.lamp.position.copy(center).addScaledVector(this.from, 4 * this.radius);
    this.lamp.target.updateMatrixWorld();
    this.lamp.updateMatrixWorld();
  }

  private recolor(): void {
    const dark = theme.value === "dark";
    this.sky.intensity = dark ? 1.5 : 1.9;
    (this.sky.groundColor as Color).set(dark ? "#50555c" : "#8d8f94");
  }
}

let software: boolean | null = null;

/** Draws by software: shadows and pixels cost much there. */
export function isSoftware(): boolean {
  if (software !== null) return software;
  const gl = document.createElement("canvas").getContext("webgl2");
  const info = gl?.getExtension("WEBGL_debug_renderer_info");
  const name = gl && info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  software = /swiftshader|llvmpipe|software|basic render/i.test(name);
  return software;
}

export function makeRenderer(): WebGLRenderer | null {
  try {
    const renderer = new WebGLRenderer({
      // By software it costs half of a picture; more pixels smooth still pictures instead.
      antialias: !isSoftware(),
      alpha: true,
      powerPreference: "default",
    });
    // Asking for errors makes the page wait for every shader.
    renderer.debug.checkShaderErrors = false;
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = isSoftware() ? BasicShadowMap : PCFShadowMap;
    renderer.shadowMap.autoUpdate = false;
    renderer.setClearAlpha(0);
    renderer.autoClear = false;
    return renderer;
  } catch {
    return null;
  }
}
