// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/settings.h"

#include "holon/model/fields.h"

namespace holon {

void WorldSettings::describe(Fields<WorldSettings>& f) {
  f.vector("gravity", &WorldSettings::gravity, "m/s^2", "gravity in world axes, z up");
}

void BaumgarteSettings::describe(Fields<BaumgarteSettings>& f) {
  f.value("alpha", &BaumgarteSettings::alpha, "1/s", "of g'' = -2 alpha g' - beta^2 g")
      .non_negative()
      .required();
  f.value("beta", &BaumgarteSettings::beta, "1/s", "of g'' = -2 alpha g' - beta^2 g")
      .non_negative()
      .required();
}

const char* Stabilisation::name() const {
  if (baumgarte) return "baumgarte";
  return method == Method::projection ? "projection" : "none";
}

void Stabilisation::describe(Fields<Stabilisation>& f) {
  f.choice("method", &Stabilisation::method, {"projection", "none"},
           "'projection' after every step, or 'none'");
  f.bare();
  f.object("baumgarte", &Stabilisation::baumgarte, "terms in the equations, in place of a method");
}

void SimulateSettings::describe(Fields<SimulateSettings>& f) {
  using S = SimulateSettings;
  f.value("until", &S::until, "s", "end of the run").non_negative();
  f.value("interval", &S::interval, "s", "time between recorded rows")
      .positive()
      .default_text("every accepted step and event");
  f.choice("solver", &S::solver, {"auto", "dopri5", "rk4"}, "integration method")
      .not_yet({"cvode", "ida", "arkode", "radau"});
  f.value("step", &S::step, "s", "step of fixed-step solvers").positive();
  f.value("tolerance", &S::tolerance, "", "relative error per step of adaptive solvers")
      .positive()
      .below(1);
  f.choice("formulation", &S::formulation, {"recursive", "augmented"},
           "form of the equations of mechanics")
      .not_yet({"lagrange", "aggregate"});
  f.object("stabilisation", &S::stabilisation, "what keeps constraints from drifting");
  f.choice("engine", &S::engine, {"auto", "tape", "native"}, "what evaluates the equations");
  f.integer("seed", &S::seed, "of all random numbers").non_negative();
  f.not_yet("checkpoint", "simulated time between checkpoints");
  f.not_yet("stop", "a condition that ends the run");
  f.not_yet("assert", "conditions that must hold during the run");
}

void PlotSettings::describe(Fields<PlotSettings>& f) {
  f.text("title", &PlotSettings::title, "heading").default_text("the names of the outputs");
  f.texts("y", &PlotSettings::y, "outputs to draw").required();
  f.text("x", &PlotSettings::x, "output along the horizontal axis");
  f.text("unit", &PlotSettings::unit, "unit of the vertical axis").default_text("SI");
  f.text("x_unit", &PlotSettings::x_unit, "unit of the horizontal axis").default_text("SI");
}

void CameraSettings::describe(Fields<CameraSettings>& f) {
  f.frame("on", &CameraSettings::on, "the frame that carries the camera");
  f.vector("at", &CameraSettings::at, "m", "its place in that frame");
  f.frame("look_at", &CameraSettings::look_at, "the frame that it keeps in view");
  f.vector("up", &CameraSettings::up, "", "a direction that is up in the picture");
  f.value("field_of_view", &CameraSettings::field_of_view, "rad", "angle across the height")
      .positive()
      .below(3.141592653589793);
}

void SceneSettings::describe(Fields<SceneSettings>& f) {
  f.named("cameras", &SceneSettings::cameras, "from where the machine is seen");
}

}  // namespace holon
