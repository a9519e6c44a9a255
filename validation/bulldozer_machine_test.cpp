// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The bodies of the bulldozer (examples/gps_bulldozer/machine.yaml) in free flight, four times: as
// the example has them, as a tree from a free body, by the augmented equations, and as one system
// of energies in Euler's angles, which shares no kinematics with the others.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "holon/catalogue/builtin.h"
#include "holon/mechanics/parts/energies/lagrangian.h"
#include "holon/model/assembly/model.h"
#include "holon/reader/load.h"
#include "holon/simulate/simulation.h"
#include "holon/spatial/rotation.h"

namespace holon {
namespace {

constexpr double kFlight = 1.0;             // [s]
constexpr double kFlightTolerance = 1e-10;  // of the runs
/// [m], [rad] Of positions of some metres and angles of 1 rad at the end of such a run.
constexpr double kSameFlight = 1e-7;
constexpr double kFlightGravity = 9.80665;  // [m/s²]

// The start: chassis' origin, yaw, pitch and roll, lift and tilt; and their rates.
constexpr std::array<double, 8> kStart{1.0, -2.0, 0.5, 0.4, -0.2, 0.1, 0.15, -0.05};
constexpr std::array<double, 8> kStartRate{1.5, 0.3, 2.0, 0.7, -0.5, 0.6, 0.8, -0.9};
constexpr std::array<const char*, 8> kNames{"x", "y", "z", "psi", "theta", "phi", "lift", "tilt"};

Rotation<double> start_orientation() {
  return Rotation<double>::from_rpy({kStart[5], kStart[4], kStart[3]});
}

/// In the body's axes, from rates of yaw ψ, pitch θ and roll φ.
template <class T>
Vector3<T> calc_spin(T theta, T phi, T psi_rate, T theta_rate, T phi_rate) {
  using std::cos, std::sin;
  return {phi_rate - psi_rate * sin(theta),
          theta_rate * cos(phi) + psi_rate * sin(phi) * cos(theta),
          psi_rate * cos(phi) * cos(theta) - theta_rate * sin(phi)};
}

Vector3<double> start_spin() {
  return calc_spin(kStart[4], kStart[5], kStartRate[3], kStartRate[4], kStartRate[5]);
}

/// A body's mass, the sides of the box that its inertia is that of, its centre of mass in its axes.
struct Part {
  double mass;
  std::array<double, 3> box, center;
};
constexpr Part kChassis{16180, {3.8, 2.0, 1.6}, {-0.12, 0, 1.0}};
constexpr Part kPushFrame{1580, {2.4, 2.6, 0.3}, {1.45, 0, -0.05}};
constexpr Part kBladeBody{1940, {0.5, 3.3, 1.15}, {0.2, 0, 0.07}};

Vector3<Expr> vector_of(const std::array<double, 3>& a) { return {a[0], a[1], a[2]}; }

/// T of a body with the velocity v of its origin and its spin w, in its axes.
Expr calc_kinetic(const Part& body, const Vector3<Expr>& v, const Vector3<Expr>& w) {
  const Vector3<Expr> center = v + cross(w, vector_of(body.center));
  Expr energy = 0.5 * body.mass * dot(center, center);
  for (std::size_t k = 0; k < 3; ++k) {
    const double a = body.box[(k + 1) % 3], b = body.box[(k + 2) % 3];
    energy += 0.5 * body.mass / 12 * (a * a + b * b) * square(w[static_cast<int>(k)]);
  }
  return energy;
}

/// The bodies by their energies; `edge`: the middle of the blade's edge.
Results fly_by_energies() {
  Model model;
  std::array<Expr, 8> q, rate;
  Lagrangian machine;
  for (std::size_t k = 0; k < 8; ++k) {
    auto& coordinate = machine.coordinates.add(kNames[k]);
    coordinate.unit = k < 3 ? "m" : "rad";
    coordinate.initial = kStart[k];
    coordinate.initial_rate = kStartRate[k];
    q[k] = model.output(std::string("machine.") + kNames[k]);
    rate[k] = model.time_derivative(q[k]);
  }
  const Rotation<Expr> chassis =
      Rotation<Expr>::about_z(q[3]) * Rotation<Expr>::about_y(q[4]) * Rotation<Expr>::about_x(q[5]);
  const Rotation<Expr> lift = Rotation<Expr>::about_y(q[6]), tilt = Rotation<Expr>::about_x(q[7]);
  const Vector3<Expr> w0 = calc_spin(q[4], q[5], rate[3], rate[4], rate[5]);
  const Vector3<Expr> v0 = chassis.inverse() * Vector3<Expr>(rate[0], rate[1], rate[2]);
  const Vector3<Expr> pin{0.0, 0.0, 0.55}, tilt_pin{2.35, 0.0, -0.05};
  const Vector3<Expr> w1 = lift.inverse() * w0 + Vector3<Expr>(0.0, rate[6], 0.0);
  const Vector3<Expr> v1 = lift.inverse() * (v0 + cross(w0, pin));
  const Vector3<Expr> w2 = tilt.inverse() * w1 + Vector3<Expr>(rate[7], 0.0, 0.0);
  const Vector3<Expr> v2 = tilt.inverse() * (v1 + cross(w1, tilt_pin));
  machine.kinetic = calc_kinetic(kChassis, v0, w0) + calc_kinetic(kPushFrame, v1, w1) +
                    calc_kinetic(kBladeBody, v2, w2);
  const Vector3<Expr> origin{q[0], q[1], q[2]};
  const Vector3<Expr> frame = origin + chassis * pin;
  const Vector3<Expr> blade = frame + chassis * (lift * tilt_pin);
  const auto height = [&](const Part& body, const Vector3<Expr>& at, const Rotation<Expr>& axes) {
    return body.mass * kFlightGravity * (at[2] + (axes * vector_of(body.center))[2]);
  };
  machine.potential = height(kChassis, origin, chassis) +
                      height(kPushFrame, frame, chassis * lift) +
                      height(kBladeBody, blade, chassis * lift * tilt);
  machine.frames.add("edge").at = blade + chassis * (lift * (tilt * Vector3<Expr>(0.4, 0.0, -0.5)));
  model.add<Lagrangian>("machine", machine);
  SimulateSettings settings;
  settings.until = kFlight;
  settings.interval = 0.1;
  settings.tolerance = kFlightTolerance;
  settings.engine = EngineChoice::tape;
  return simulate(make_system(model), settings,
                  {"machine.edge.position", "machine.lift", "machine.tilt", "machine.rate.lift"});
}

/// The example's bodies with `held` as it is, or from the chassis as a free body.
Results fly_by_bodies(bool is_held, Formulation formulation) {
  const Rotation<double> R = start_orientation();
  const Vector3<double> w = start_spin();
  const Vector3<double> arm = is_held ? Vector3<double>(0.26, 0.0, 0.92) : Vector3<double>(0, 0, 0);
  const Vector3<double> at = Vector3<double>(kStart[0], kStart[1], kStart[2]) + R * arm;
  const Vector3<double> v =
      Vector3<double>(kStartRate[0], kStartRate[1], kStartRate[2]) + R * cross(w, arm);
  const std::string start = fmt::format(
      "initial: {{position: [{}, {}, {}], velocity: [{}, {}, {}], orientation: {{quaternion: [{}, "
      "{}, {}, {}]}}, angular_velocity: [{}, {}, {}]}}",
      at[0], at[1], at[2], v[0], v[1], v[2], R.w(), R.x(), R.y(), R.z(), w[0], w[1], w[2]);
  const std::string text =
      "holon: 1\nextends: machine.yaml\nworld: {gravity: [0, 0, -9.80665]}\nparts:\n" +
      (is_held ? "  held: {" + start + "}\n" : "  held: null\n  chassis: {" + start + "}\n") +
      fmt::format(
          "  lift_pin: {{initial: {{angle: {}, rate: {}}}}}\n"
          "  tilt_pin: {{initial: {{angle: {}, rate: {}}}}}\n",
          kStart[6], kStartRate[6], kStart[7], kStartRate[7]);
  Diagnostics diagnostics;
  Model model =
      load_model_text(text, builtin_catalogue(), {}, diagnostics,
                      std::string(HOLON_SOURCE_DIR) + "/examples/gps_bulldozer/of_test.yaml");
  diagnostics.throw_if_errors();
  SimulateSettings settings = model.simulate;
  settings.until = kFlight;
  settings.interval = 0.1;
  settings.tolerance = kFlightTolerance;
  settings.engine = EngineChoice::tape;
  settings.formulation = formulation;
  model.simulate = settings;
  const std::vector<std::string> outputs{"blade.edge.position", "lift_pin.angle", "tilt_pin.angle",
                                         "lift_pin.rate"};
  for (const std::string& name : outputs) model.output(name);
  return simulate(make_system(model), settings, outputs);
}

TEST(BulldozerMachine, FliesAlikeAsBodiesAndByItsEnergiesInEveryFormulation) {
  const Results energies = fly_by_energies();
  const std::array<std::array<const char*, 2>, 6> columns{
      {{"blade.edge.position.x", "machine.edge.position.x"},
       {"blade.edge.position.y", "machine.edge.position.y"},
       {"blade.edge.position.z", "machine.edge.position.z"},
       {"lift_pin.angle", "machine.lift"},
       {"tilt_pin.angle", "machine.tilt"},
       {"lift_pin.rate", "machine.rate.lift"}}};
  // It moves: joints and edge go through a good part of their range.
  EXPECT_GT(std::abs(energies.values("machine.lift").back() - kStart[6]), 0.2);
  const auto compare = [&](const char* what, const Results& bodies) {
    SCOPED_TRACE(what);
    ASSERT_EQ(bodies.row_count(), energies.row_count());
    for (std::size_t k = 0; k < bodies.row_count(); ++k)
      for (const auto& [body, energy] : columns)
        EXPECT_NEAR(bodies.values(body)[k], energies.values(energy)[k], kSameFlight)
            << body << " " << k;
  };
  compare("as in the example", fly_by_bodies(true, Formulation::recursive));
  compare("from a free body", fly_by_bodies(false, Formulation::recursive));
  compare("augmented", fly_by_bodies(false, Formulation::augmented));
}

TEST(BulldozerMachine, ModelOfItsEnergiesHasTheMotionOfTheBodies) {
  // The same energies as formulas of a model that a user gives to `holon verify`.
  Diagnostics diagnostics;
  Model model = load_model(std::string(HOLON_SOURCE_DIR) + "/examples/gps_bulldozer/energies.yaml",
                           builtin_catalogue(), {}, diagnostics);
  diagnostics.throw_if_errors();
  SimulateSettings settings = model.simulate;
  settings.engine = EngineChoice::tape;
  for (const Formulation formulation :
       {Formulation::recursive, Formulation::augmented, Formulation::aggregate}) {
    settings.formulation = formulation;
    model.simulate = settings;
    const Results r = simulate(make_system(model), settings, {"apart.edge", "blade.edge.position"});
    for (const double apart : r.values("apart.edge")) EXPECT_LT(apart, kSameFlight);
  }
  // And it is the flight of the energies in code.
  const Results own = simulate(make_system(model), settings, {"energies.edge.position"});
  const Results code = fly_by_energies();
  for (const char* axis : {"x", "y", "z"})
    EXPECT_NEAR(own.values(std::string("energies.edge.position.") + axis).back(),
                code.values(std::string("machine.edge.position.") + axis).back(), kSameFlight);
}

}  // namespace
}  // namespace holon
