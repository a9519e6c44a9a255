// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/describe/settings.h"

#include <cmath>
#include <limits>

#include "holon/earth/normal_gravity.h"
#include "holon/expr/print/print.h"
#include "holon/model/describe/fields.h"

namespace holon {
namespace {

// Times closer to each other than some rounding errors of the end time cannot be distinguished
// along the run.
constexpr double kRoundingErrors = 16 * std::numeric_limits<double>::epsilon();
// Below it rounding error exceeds the requested tolerance.
constexpr double kLeastTolerance = 1e-14;

bool is_positive(double x) { return x > 0 && std::isfinite(x); }

}  // namespace

earth::LocalFrame<Expr> EarthSettings::frame() const {
  return earth::LocalFrame<Expr>({latitude, longitude, height});
}

Vector3<Expr> EarthSettings::angular_velocity() const {
  if (!rotation) return {0.0, 0.0, 0.0};
  return earth::earth_rate(latitude);
}

void EarthSettings::describe(Fields<EarthSettings>& f) {
  constexpr double kRightAngle = 1.5707963267948966;
  f.value("latitude", &EarthSettings::latitude, "rad", "geodetic latitude of the world's origin")
      .required()
      .at_least(-kRightAngle)
      .at_most(kRightAngle);
  f.value("longitude", &EarthSettings::longitude, "rad", "its longitude, east")
      .required()
      .at_least(-4 * kRightAngle)
      .at_most(4 * kRightAngle);
  f.value("height", &EarthSettings::height, "m", "its height above the ellipsoid WGS84")
      .at_least(-2e5)
      .at_most(1e8);
  f.flag("rotation", &EarthSettings::rotation,
         "the Earth's rotation acts on bodies (Coriolis forces) and on gyroscopes");
}

void WorldSettings::set_gravity_of_earth() {
  if (!earth) return;
  const earth::LocalFrame<Expr> frame = earth->frame();
  gravity = frame.direction_from_ecef(earth::gravity_vector(frame.origin_ecef()));
}

void WorldSettings::describe(Fields<WorldSettings>& f) {
  f.vector("gravity", &WorldSettings::gravity, "m/s^2", "gravity in world axes, z up")
      .constant_advice("a part of type Gravity may change with time");
  f.object("earth", &WorldSettings::earth,
           "the location of the world on the Earth (WGS84); its axes are then east, north, up");
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
  f.object("baumgarte", &Stabilisation::baumgarte,
           "Baumgarte's stabilisation: terms in the equations, instead of a method");
}

void SimulateSettings::describe(Fields<SimulateSettings>& f) {
  using S = SimulateSettings;
  f.value("until", &S::until, "s", "end of the run").non_negative();
  f.choice("start", &S::start, {"initial", "equilibrium"},
           "the initial values, or the equilibrium nearest to them");
  f.value("interval", &S::interval, "s", "time between recorded rows")
      .positive()
      .default_text("every accepted step and event");
  f.choice("solver", &S::solver,
           {"auto", "dopri5", "rk4", "cvode", "cvode_adams", "ida", "radau5", "radau"},
           "integration method")
      .not_yet({"arkode"});
  f.value("step", &S::step, "s", "step of fixed-step solvers").positive();
  f.value("tolerance", &S::tolerance, "", "relative error per step of adaptive solvers")
      .positive()
      .below(1);
  f.value("max_step", &S::max_step, "s", "longest step of adaptive solvers")
      .positive()
      .default_text("as long as the tolerance allows");
  f.value("nominal_length", &S::nominal_length, "m",
          "characteristic length of a machine's motions: smaller positions, and speeds below it "
          "per second, have the error of that size; it also scales slow sliding of dry friction")
      .positive()
      .default_text("1 m");
  f.choice("formulation", &S::formulation, {"recursive", "augmented", "aggregate"},
           "formulation of the equations of mechanics")
      .not_yet({"lagrange"});
  f.object("stabilisation", &S::stabilisation, "stabilisation of constraints against drift");
  f.choice("engine", &S::engine, {"auto", "tape", "native", "jit"},
           "how the equations are evaluated");
  f.integer("seed", &S::seed, "of all random numbers").non_negative();
  f.value("checkpoint", &S::checkpoint, "s",
          "simulated time between checkpoints, at which the integrator restarts and from which an "
          "interrupted run can be resumed")
      .positive()
      .default_text("every 10 000 steps");
  f.text("stop", &S::stop, "a condition that ends the run when it becomes true");
  f.texts("assert", &S::assertions,
          "conditions that must hold; the run fails where one becomes false");
}

std::vector<SettingFault> find_faults(const SimulateSettings& s) {
  std::vector<SettingFault> faults;
  const auto check_length = [&](const char* name, const std::optional<double>& length) {
    if (!length) return;
    const std::string is = std::string("'") + name + "' is " + print_number(*length) + " s";
    if (!is_positive(*length)) {
      faults.push_back({name, true, is, "it must be positive"});
    } else if (*length <= kRoundingErrors * s.until) {
      faults.push_back(
          {name, true,
           is + ", which is lost in the rounding of times up to " + print_number(s.until) + " s",
           "make it longer"});
    }
  };
  if (!(s.until >= 0 && std::isfinite(s.until))) {
    faults.push_back({"until", true, "the run cannot end at " + print_number(s.until) + " s",
                      "give a time from 0 on"});
  }
  check_length("interval", s.interval);
  check_length("step", s.step);
  check_length("max_step", s.max_step);
  check_length("checkpoint", s.checkpoint);
  if (s.nominal_length && !is_positive(*s.nominal_length)) {
    faults.push_back({"nominal_length", true,
                      "'nominal_length' is " + print_number(*s.nominal_length) + " m",
                      "it must be positive"});
  }
  if (s.tolerance && !(*s.tolerance >= kLeastTolerance && *s.tolerance < 1)) {
    faults.push_back(
        {"tolerance", true,
         "a tolerance of " + print_number(*s.tolerance) + " cannot be held in double precision",
         "choose between 1e-14 and 1, such as 1e-8"});
  }
  const bool is_fixed = s.solver == SolverMethod::rk4;
  if (is_fixed && !s.step) {
    faults.push_back({"solver", true, "solver rk4 uses a fixed step, which is not given",
                      "add 'step: 1 ms', or leave the choice to 'solver: auto'"});
  }
  if (is_fixed && s.tolerance) {
    faults.push_back({"tolerance", false, "'tolerance' has no effect: solver rk4 uses a fixed step",
                      "leave it out, or choose another solver"});
  }
  if (is_fixed && s.max_step) {
    faults.push_back({"max_step", false, "'max_step' has no effect: solver rk4 uses a fixed step",
                      "leave it out, or choose another solver"});
  }
  if (!is_fixed && s.step) {
    faults.push_back(
        {"step", false, "'step' has no effect: the solver chooses its own steps",
         "leave it out, or choose 'solver: rk4'; 'interval' is the time between rows"});
  }
  return faults;
}

void PlotSettings::describe(Fields<PlotSettings>& f) {
  f.text("title", &PlotSettings::title, "heading").default_text("the names of the outputs");
  f.texts("y", &PlotSettings::y, "outputs to draw").required();
  f.text("x", &PlotSettings::x, "output along the horizontal axis");
  f.text("unit", &PlotSettings::unit, "unit of the vertical axis").default_text("SI");
  f.text("x_unit", &PlotSettings::x_unit, "unit of the horizontal axis").default_text("SI");
  f.choice("log", &PlotSettings::log, {"none", "x", "y", "both"}, "logarithmic axes");
  f.choice("style", &PlotSettings::style, {"lines", "points"},
           "points: one wherever the value changes, such as at the ticks of a sampled part");
  f.objects("bands", &PlotSettings::bands,
            "filled areas: [{between: [nav.lower.x, nav.upper.x], label: ±3σ}]");
}

void BandSettings::describe(Fields<BandSettings>& f) {
  f.texts("between", &BandSettings::between, "lower and upper output").required();
  f.text("label", &BandSettings::label, "name in the legend").default_text("the outputs' names");
}

void CameraSettings::describe(Fields<CameraSettings>& f) {
  f.frame("on", &CameraSettings::on, "the frame that carries the camera");
  f.vector("at", &CameraSettings::at, "m", "its position in that frame");
  f.frame("look_at", &CameraSettings::look_at, "the frame that it points at");
  f.vector("up", &CameraSettings::up, "", "the upward direction of the image");
  f.value("field_of_view", &CameraSettings::field_of_view, "rad", "vertical angle of view")
      .positive()
      .below(3.141592653589793);
  f.texts("hides", &CameraSettings::hides,
          "bodies, frames, joints, force elements and contacts that it does not show");
}

void SceneSettings::describe(Fields<SceneSettings>& f) {
  f.named("cameras", &SceneSettings::cameras, "the viewpoint");
}

}  // namespace holon
