// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Coulomb friction of a contact point with the tangential velocity u [m/s] and the normal force N.
// It is in one of three states:
//
//   sticks        u = 0, two equations of velocities with the multipliers T;  |T| <= static N
//   breaks away   T = −friction N d,  d the direction in which it began to slide
//   slides        T = −friction N u/|u|
//
// A point breaks away against the force that held it, d = −T/|T|, and slides once |u| exceeds some
// v₀. Where u passes zero it sticks, and if it cannot be held it breaks away in the next round of
// the same instant. d is also kept along while it slides, so that passing zero shows as a change of
// the sign of s = u·d, of which |u| has none: beyond it the force is continued as
//
//   T = −friction N (|s| d + w)/|u|,   u = s d + w,
//
// which is continuous where u goes straight through zero. Where u turns by 60° from d, d is renewed
// (an event that changes no force).
//
// On the impact of a rigid contact its tangential impulse is bounded by friction times the normal
// one (Machine::add_impacts).
#include "holon/mechanics/machine/contact_friction.h"

#include <algorithm>

#include "holon/mechanics/contact/nearest_point.h"
#include "holon/mechanics/machine/stops.h"
#include "holon/model/assembly/stick_slip.h"

namespace holon::detail {

namespace {

// [m/s] v₀, of a machine of 1 m; in tolerances of the integrator at least.
constexpr double kSlowContact = 1e-6;
constexpr double kToleratedSlips = 100.0;
// Of v₀: keeps |u| differentiable at rest.
constexpr double kRoundedSlip = 1e-4;
// Of v₀: what slides more slowly sticks.
constexpr double kStopped = 0.1;
// [s] Before any run.
constexpr double kLongAgo = -1e30;
// Cosine of the angle by which u turns before d is renewed.
constexpr double kTurned = 0.5;

Expr find_slow_slip(PartBuilder& b) {
  const SimulateSettings& simulate = b.assembly().simulate();
  const double tolerance = simulate.tolerance.value_or(0.0);
  return std::max(kSlowContact, kToleratedSlips * tolerance) *
         simulate.nominal_length.value_or(1.0);
}

}  // namespace

Vector3<Expr> PointFriction::calc_holding(Machine& machine) const {
  return machine.equation_multiplier(rows[0]) * directions[0] +
         machine.equation_multiplier(rows[1]) * directions[1];
}

PointFriction add_contact_friction(PartBuilder& b, const FrictionPoint& point,
                                   const Vector3<Expr>& holding) {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  Assembly& assembly = b.assembly();
  PointFriction f;
  f.directions = directions_across(point.normal);
  f.slip = point.velocity - dot(point.velocity, point.normal) * point.normal;
  const Vector3<Expr>& u = f.slip;
  const Expr slow = find_slow_slip(b);
  const Expr speed = sqrt(dot(u, u) + square(kRoundedSlip * slow));
  const auto along_slip = [&](int i) { return u[i] / speed; };

  const auto discrete = [&](const char* name, Expr initial) {
    return assembly.add_discrete({b.member(point.state + name), {}, {}}, {initial})[0];
  };
  const Expr is_slow = less(speed, slow);
  const Expr starts_there = point.touches;
  const Expr landed = discrete(".landed", starts_there);
  const Expr sticks = discrete(".sticks", starts_there * is_slow);
  const Expr slides = discrete(".slides", starts_there * (1.0 - is_slow));
  Vector3<Expr> d;
  const char* const components[] = {".direction_x", ".direction_y", ".direction_z"};
  for (int i = 0; i < 3; ++i)
    d[i] = discrete(components[i], starts_there * (1.0 - is_slow) * along_slip(i));
  f.sticks = sticks * point.touches;

  const Expr time = assembly.symbols()->time();
  if (point.is_one_of_several) {
    f.changed = discrete(".changed", kLongAgo);
    f.is_loose = logical_and(landed, logical_and(1.0 - sticks, is_slow));
    f.sticking = {{sticks, 1.0}, {slides, 0.0}, {f.changed, time}};
    for (int i = 0; i < 3; ++i) f.sticking.emplace_back(d[i], 0.0);
  }
  const auto note_change = [&](SystemBuilder::Resets resets, const Expr& changes) {
    if (point.is_one_of_several) resets.emplace_back(f.changed, select(changes, time, f.changed));
    return resets;
  };

  const Expr s = dot(u, d);
  const Vector3<Expr> w = u - s * d;
  const Vector3<Expr> continued = (1.0 / speed) * (abs(s) * d + w);
  // Against the normal force: a multiplier by the two equations, else a force.
  const Expr share = -point.friction * landed * point.touches * (1.0 - sticks);
  Vector3<Expr> per_normal;
  for (int i = 0; i < 3; ++i) per_normal[i] = share * select(slides, continued[i], d[i]);
  const bool is_rigid = point.equation >= 0;
  f.sliding =
      is_rigid ? Vector3<Expr>(0.0, 0.0, 0.0) : Vector3<Expr>(point.normal_force * per_normal);

  for (std::size_t k = 0; k < 2; ++k) {
    Mechanism::Equation equation;
    equation.name = b.name() + ": sticking";
    equation.g = dot(point.velocity, f.directions[k]);
    equation.of_speeds = true;
    equation.activity = f.sticks;
    if (is_rigid) equation.dependence = {point.equation, dot(per_normal, f.directions[k])};
    equation.report = [report = b.error_reporter()](const std::string&, const std::string& message,
                                                    const std::string& suggestion) {
      report("friction", message, suggestion);
    };
    f.rows[k] = static_cast<int>(machine->mechanism.equations.size());
    machine->mechanism.equations.push_back(std::move(equation));
  }
  machine->mechanism.grips.push_back(
      {f.rows, sticks, landed, 0.5 * slow, point.friction, point.stop});

  const std::string name =
      b.name() + (point.state.empty() || point.state == "contact" ? "" : "." + point.state);
  const auto add_event = [&](const char* what, Expr condition, SystemBuilder::Resets resets,
                             bool repeats = false) {
    SystemEvent event;
    event.name = name + ": " + what;
    event.start = SystemEvent::Start::counts;
    event.repeats = repeats;
    event.yields = true;
    assembly.add_event(std::move(event), condition, std::move(resets));
  };
  const auto mode = [&](const char* what, Expr indicator) {
    const Expr result = relation(indicator);
    assembly.describe_relation(result, name + ": " + what);
    return result;
  };
  const auto set_direction = [&](SystemBuilder::Resets resets, auto&& value) {
    for (int i = 0; i < 3; ++i) resets.emplace_back(d[i], value(i));
    return resets;
  };
  // Where it slides, the direction of u; at rest none.
  const auto begin_anew = [&](SystemBuilder::Resets resets) {
    resets.emplace_back(sticks, is_slow);
    resets.emplace_back(slides, 1.0 - is_slow);
    return set_direction(std::move(resets),
                         [&](int i) { return select(is_slow, 0.0, along_slip(i)); });
  };
  add_event("lands", logical_and(point.touches, 1.0 - landed), begin_anew({{landed, 1.0}}));
  add_event("leaves", logical_and(1.0 - point.touches, landed),
            set_direction({{landed, 0.0}, {sticks, 0.0}, {slides, 0.0}}, [](int) { return 0.0; }));
  // Once more where a further impact of the same round has turned the slip again.
  // Below the last speed friction would only be viscous: that of a point beside one that sticks
  // fades and never turns.
  add_event("stops or turns back",
            mode("stops", select(slides, max(-s, kStopped * slow - speed), kNever)),
            begin_anew(note_change({}, is_slow)), true);
  add_event("turns", mode("turns", select(slides, kTurned * speed - s - slow, kNever)),
            set_direction({}, along_slip), true);
  const Expr held = sqrt(dot(holding, holding));
  add_event("breaks away",
            mode("breaks away",
                 select(f.sticks, held - point.static_friction * point.normal_force, kNever)),
            set_direction(note_change({{sticks, 0.0}, {slides, 0.0}}, 1.0),
                          [&](int i) { return select(less(0.0, held), -holding[i] / held, 0.0); }));
  const Expr breaks_away = landed * (1.0 - sticks) * (1.0 - slides);
  const Expr is_forward = less(0.0, s);
  add_event("slides", mode("slides", select(breaks_away, speed - 2.0 * slow, kNever)),
            set_direction(
                note_change({{slides, is_forward}, {sticks, 1.0 - is_forward}}, 1.0 - is_forward),
                [&](int i) { return select(is_forward, along_slip(i), 0.0); }));
  return f;
}

void share_holding(PartBuilder& b, const std::vector<PointFriction>& points) {
  const Expr time = b.assembly().symbols()->time();
  Expr changes = 0.0;
  for (const PointFriction& point : points) changes = max(changes, equal(point.changed, time));
  for (const PointFriction& point : points) {
    SystemEvent event;
    event.name = b.name() + ": the load is redistributed among its points";
    event.start = SystemEvent::Start::counts;
    event.yields = true;
    b.assembly().add_event(
        std::move(event),
        logical_and(changes, logical_and(point.is_loose, less(point.changed, time))),
        point.sticking);
  }
}

}  // namespace holon::detail
