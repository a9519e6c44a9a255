// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What holds a joint at times: dry friction at rest, and end stops. Each is an equation of the
// joint's coordinate that a discrete state switches on and off, and events that set that state.
#include "holon/mechanics/machine/joint_limits.h"

#include <fmt/format.h>

#include <cmath>

#include "holon/base/errors.h"
#include "holon/mechanics/machine/stops.h"
#include "holon/model/assembly/stick_slip.h"

namespace holon {

namespace {

/// [rad/s], and [m/s] of a machine of 1 m: slow sliding.
constexpr double kSlow = 0.01;

template <class T>
void describe_friction(Fields<T>& f, const char* effort, const char* rate) {
  using Value = Expr T::*;
  using Optional = std::optional<Expr> T::*;
  f.value("coulomb", Value(&T::coulomb), effort, "Coulomb friction while it moves")
      .varying()
      .non_negative();
  f.bare();
  f.value("static", Optional(&T::static_friction), effort,
          "static (break-away) friction; default: the Coulomb friction")
      .varying()
      .non_negative();
  f.value("stribeck", Optional(&T::stribeck), rate,
          "Stribeck rate, over which static friction falls to Coulomb friction; default: static "
          "friction at rest only")
      .positive();
}

template <class T>
void describe_limits(Fields<T>& f, const char* unit) {
  using Value = Expr T::*;
  using Values = std::vector<Expr> T::*;
  f.numbers("range", Values(&T::range), unit, "lower and upper limit, -inf or inf for none")
      .required()
      .sizes({2});
  f.bare();
  f.value("restitution", Value(&T::restitution), "", "coefficient of restitution of an impact")
      .at_least(0)
      .at_most(1);
}

/// A freedom of a joint under construction, by its names.
struct Freedom {
  Freedom(PartBuilder& builder, int joint, std::size_t index, const std::string& names)
      : b(builder),
        prefix(names),
        machine(Machine::of(builder)),
        values(machine->mechanism.joints[static_cast<std::size_t>(joint)].freedoms[index]),
        info(joint_info(machine->mechanism.joints[static_cast<std::size_t>(joint)].type)
                 .freedoms[index]),
        q(b.assembly().output(b.member(prefix + info.coordinate))),
        v(b.assembly().output(b.member(prefix + info.rate))) {}

  std::string text(Expr value) const {
    return fmt::format("{:.6g} {}", value.value(), info.turns ? "rad" : "m");
  }
  Dimension dimension() const { return info.turns ? dimensions::kAngle : dimensions::kLength; }

  PartBuilder& b;
  const std::string prefix;
  std::shared_ptr<Machine> machine;
  Mechanism::Freedom& values;
  const FreedomInfo& info;
  Expr q, v;
};

/// Slow sliding of a machine of its size.
Expr slow_rate(const Freedom& f) {
  const double length = f.b.assembly().simulate().nominal_length.value_or(1.0);
  return kSlow * (f.info.turns ? 1.0 : length);
}

/// Refuses what a prescribed motion makes meaningless.
bool is_free(const Freedom& f, const std::string& parameter) {
  if (!f.values.motion) return true;
  f.b.error(parameter,
            "'" + parameter + "' has no effect: '" + f.prefix + "motion" + f.info.suffix +
                "' prescribes the " + f.info.coordinate,
            "leave out one of them");
  return false;
}

/// Refuses a given start beyond a limit (side -1: the lower one), as far as both are known.
void check_start(const Freedom& f, double side, const std::optional<Expr>& initial, Expr limit,
                 const detail::OneSided& stop) {
  const bool are_known = initial && initial->is_constant() && limit.is_constant();
  if (!are_known || !stop.length.is_constant()) return;
  const double beyond = side * (initial->value() - limit.value());
  if (beyond <= detail::most_beyond(stop.length.value())) return;
  f.b.error(f.prefix + "initial." + f.info.coordinate,
            "'" + stop.shows + "' begins at " + f.text(*initial) + ", beyond its " + stop.what +
                " of " + f.text(limit),
            "give " + f.text(limit) + (side > 0 ? " at most" : " at least"));
}

}  // namespace

void RotationFriction::describe(Fields<RotationFriction>& f) {
  describe_friction(f, "N m", "rad/s");
}
void TranslationFriction::describe(Fields<TranslationFriction>& f) {
  describe_friction(f, "N", "m/s");
}
void RotationLimits::describe(Fields<RotationLimits>& f) { describe_limits(f, "rad"); }
void TranslationLimits::describe(Fields<TranslationLimits>& f) { describe_limits(f, "m"); }

namespace detail {

void add_dry_friction(PartBuilder& b, int joint, std::size_t index,
                      const std::optional<DryFriction>& friction, const std::string& prefix) {
  const Freedom f(b, joint, index, prefix);
  const std::string output = prefix + "friction_" + f.info.effort;
  const std::string parameter = prefix + "friction" + f.info.suffix;
  if (!friction || !is_free(f, parameter)) {
    b.define_output(output, Expr(0.0));
    return;
  }
  const Expr most = friction->static_friction.value_or(friction->coulomb);
  if (most.is_constant() && friction->coulomb.is_constant() &&
      most.value() < friction->coulomb.value()) {
    b.error(parameter + ".static",
            "'static' is less than 'coulomb': the break-away friction would be below the friction "
            "in motion",
            "give at least as much, or leave it out");
  }
  const Expr scale = friction->stribeck.value_or(slow_rate(f));
  const StickSlip state = StickSlip::add(b, parameter, f.dimension(), f.q, f.v, scale);
  const Expr direction = state.direction;
  // What has only turned round is still at the static level, which decides whether it goes on.
  const Expr share = friction->stribeck ? Expr(1.0) : state.turned;
  const Expr sliding =
      friction->coulomb + share * (most - friction->coulomb) * exp(-square(f.v / scale));
  f.values.effort -= direction * sliding;
  f.machine->energy().add_dissipated(direction * sliding * f.v);
  const int equation =
      add_conditional_equation(b, prefix + "friction", f.q - state.place, state.sticks);
  f.machine->mechanism.stickings.push_back({equation, direction, state.stopped});
  const Expr slides = -direction * sliding;
  b.define_output(output, [machine = f.machine, equation, slides]() -> std::vector<Expr> {
    return {slides + machine->equation_multiplier(equation)};
  });
  state.add_events(b, {.place = f.q,
                       .rate = f.v,
                       .acceleration = b.assembly().output(b.member(prefix + f.info.acceleration)),
                       .holding = b.assembly().output(b.member(output)),
                       .most = most});
}

void add_end_stops(PartBuilder& b, int joint, std::size_t index,
                   const std::optional<LimitStops>& limits, const std::optional<Expr>& initial,
                   const std::string& prefix) {
  const Freedom f(b, joint, index, prefix);
  const std::string parameter = prefix + "limits" + f.info.suffix;
  const std::string output = prefix + "stop_" + f.info.effort;
  if (!limits || limits->range.size() != 2 || !is_free(f, parameter)) {
    b.define_output(output, Expr(0.0));
    return;
  }
  if (limits->range[0].is_constant() && limits->range[1].is_constant() &&
      !(limits->range[0].value() < limits->range[1].value())) {
    b.error(parameter + ".range", "the lower of the 'limits' is not below the upper",
            "write them as [lower, upper]");
  }
  const Expr effort = b.assembly().output(b.member(output));
  std::vector<int> equations;
  for (const bool upper : {false, true}) {
    const Expr limit = limits->range[upper ? 1 : 0];
    if (limit.is_constant() && std::isinf(limit.value())) continue;
    const double side = upper ? 1.0 : -1.0;
    const Expr past = f.q - limit;
    OneSided stop;
    stop.what = upper ? "upper limit" : "lower limit";
    if (!prefix.empty()) stop.what += " of " + prefix.substr(0, prefix.size() - 1);
    stop.state = parameter + (upper ? ".at_upper" : ".at_lower");
    stop.g = past;
    stop.beyond = side * past;
    stop.rate = side * f.v;
    stop.pull = side * effort;
    stop.length = limits->range[1] - limits->range[0];
    stop.shows = b.member(prefix + f.info.coordinate);
    stop.restitution = limits->restitution;
    check_start(f, side, initial, limit, stop);
    equations.push_back(add_one_sided(b, stop,
                                      "'" + stop.shows + "' begins beyond its " + stop.what +
                                          (limit.is_constant() ? " of " + f.text(limit) : "")));
  }
  b.define_output(output, [machine = f.machine, equations]() -> std::vector<Expr> {
    Expr sum = 0.0;
    for (const int equation : equations) sum += machine->equation_multiplier(equation);
    return {sum};
  });
}

}  // namespace detail
}  // namespace holon
