// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Equations of a Machine: formulas of a Constraint, what friction and joint limits hold, and flows
// that bonds prescribe.
//
// A condition on speeds,
//
//   r(q, v, t) = A(q, t) v + b(q, t) = 0,    r' = A v' + (∂r/∂q q' + ∂r/∂t),
//
// has the multiplier λ with the generalized forces Aᵀ λ, and restricts no places. A flow s that
// bonds prescribe says
//
//   g' = J v = s,      g a port's displacement, λ the effort that this takes.
//
// Where s depends on rates of the mechanism, as of a wheel that rolls, the row is one of rates
// alone,
//
//   (J − ∂s/∂v) v' = (∂s/∂t + ∂s/∂q q' + …) − J' v,
//
// and so its rank is that of J − ∂s/∂v, not that of J: two wheels of one cart have the same J.
// Bonds that conserve power bring −(∂s/∂v)ᵀ λ back as efforts at the other ports. For the solution
// these efforts are taken off (take_off_flow_efforts), since the row brings them along; where bonds
// return others (a source that measures a rate), the difference remains and is found as any
// algebraic loop.

#include "holon/mechanics/machine/equation_share.h"

#include <algorithm>

#include "holon/base/errors.h"
#include "holon/expr/derive/dependence.h"
#include "holon/expr/derive/jacobian.h"
#include "holon/mechanics/kernels/loop_kernels.h"
#include "holon/mechanics/kernels/traced.h"
#include "holon/mechanics/kinematics/not_known_yet.h"
#include "holon/mechanics/machine/machine.h"
#include "holon/mechanics/tree/tidy.h"

namespace holon::detail {

namespace {

bool contains_any(const std::vector<Expr>& symbols, const std::vector<Expr>& of) {
  return std::any_of(symbols.begin(), symbols.end(), [&](const Expr& symbol) {
    return std::find(of.begin(), of.end(), symbol) != of.end();
  });
}

/// Where a Constraint has it.
const char* key_of(const Mechanism::Equation& equation) {
  return equation.of_speeds ? "velocity_equations" : "equations";
}

/// The prescribed motion of which a placeholder of a time derivative is the rate, by the name of
/// its joint or frame; empty: of none.
std::string find_motion_of(const Mechanism& mechanism, const Tree& tree,
                           const std::vector<LinkState>& states, const Expr& placeholder) {
  for (std::size_t k = 0; k < tree.links.size(); ++k) {
    const Link& link = tree.links[k];
    if (!is_prescribed(mechanism, link) || !contains_any({placeholder}, find_symbols(states[k].v)))
      continue;
    return link.type == JointType::driven
               ? mechanism.bodies[static_cast<std::size_t>(link.body)].name
               : mechanism.joints[static_cast<std::size_t>(link.joint)].name;
  }
  return {};
}

}  // namespace

EquationShare::Motions EquationShare::find_motions(bool with_parts) const {
  Motions m;
  for (std::size_t k = 0; k < machine_.tree().links.size(); ++k) {
    if (is_prescribed(machine_.mechanism, machine_.tree().links[k])) continue;
    append(m.coordinates, machine_.states()[k].q);
    append(m.coordinate_rates, machine_.tree_states().coordinate_rates(k, machine_.states()[k].v));
    append(m.speeds, machine_.states()[k].v);
  }
  if (!with_parts) return m;
  for (const InnerPart& part : machine_.inner_parts) {
    append(m.coordinates, part.q);
    append(m.coordinate_rates, part.calc_coordinate_rates(part.v));
    append(m.speeds, part.v);
  }
  for (const Mechanism::Mode& mode : machine_.modes().list_behind_rows()) {
    m.coordinates.push_back(mode.displacement);
    m.coordinate_rates.push_back(mode.rate);
    m.speeds.push_back(mode.rate);
  }
  return m;
}

void EquationShare::add_closures(Assembly& assembly, std::vector<Closure>& closures) {
  const std::vector<Mechanism::Equation>& equations = machine_.mechanism.equations;
  closure_of_.assign(equations.size(), -1);
  if (equations.empty()) return;
  const Motions motions = find_motions(true);
  for (std::size_t k = 0; k < equations.size(); ++k) {
    std::optional<Closure> closure = make_closure(assembly, equations[k], motions);
    if (!closure) continue;
    closure_of_[k] = static_cast<int>(closures.size());
    closures.push_back(std::move(*closure));
  }
}

/// The equation in coordinates, speeds, poses and time; nothing where it is refused.
std::optional<Expr> EquationShare::put_in_equation(Assembly& assembly,
                                                   const Mechanism::Equation& equation,
                                                   const Motions& motions) {
  std::vector<Expr> g;
  const char* const parameter = key_of(equation);
  const char* const kind = equation.of_speeds
                               ? "a velocity constraint is an equation of velocities, positions, "
                                 "angles and time"
                               : "a constraint is an equation of positions, angles and time";
  try {
    g = assembly.put_in_outputs({equation.g});
  } catch (const ModelError& error) {
    equation.report(parameter, error.what(), error.suggestion());
    return {};
  } catch (const NotKnownYet&) {  // of an output that depends on accelerations
    equation.report(parameter, "it depends on accelerations or reactions", kind);
    return {};
  }
  const std::vector<Expr> named = find_symbols(g);
  if (std::any_of(named.begin(), named.end(),
                  [&](Expr symbol) { return assembly.is_delayed(symbol); })) {
    equation.report(parameter, "it names a delayed signal, whose time derivatives are not known",
                    "a constraint needs its time derivatives; delay a force instead");
    return {};
  }
  if (!check_derivatives(assembly, equation, named, motions)) return {};
  const bool is_right = equation.of_speeds ? check_speeds(equation, g[0], motions)
                                           : check_places(equation, g[0], motions);
  return is_right ? std::optional<Expr>(g[0]) : std::nullopt;
}

/// The rates of what is prescribed are time derivatives where they depend on more than time: of
/// signals, whose rates are known whatever the machine does.
bool EquationShare::check_derivatives(Assembly& assembly, const Mechanism::Equation& equation,
                                      const std::vector<Expr>& named,
                                      const Motions& motions) const {
  const Symbols& symbols = *assembly.symbols();
  for (const Expr& symbol : named) {
    const Expr* of = symbols.differentiated(symbol);
    if (!of) continue;
    const std::string motion =
        find_motion_of(machine_.mechanism, machine_.tree(), machine_.states(), symbol);
    if (motion.empty()) {
      equation.report(key_of(equation), "a time derivative is not allowed here", "");
      return false;
    }
    std::vector<Expr> within{*of};
    while (symbols.differentiated(within[0])) within = {*symbols.differentiated(within[0])};
    bool is_known = true;
    try {
      within = find_symbols(assembly.put_in_outputs(within));
    } catch (const ModelError&) {
      is_known = false;
    } catch (const NotKnownYet&) {
      is_known = false;
    }
    if (is_known && !contains_any(within, motions.coordinates) &&
        !contains_any(within, motions.speeds))
      continue;
    equation.report(key_of(equation),
                    "conditions on velocities beside the prescribed motion of '" + motion +
                        "', which depends on the machine's motion, are not in this version yet",
                    "");
    return false;
  }
  return true;
}

bool EquationShare::check_places(const Mechanism::Equation& equation, const Expr& g,
                                 const Motions& motions) {
  const std::vector<Expr> named = find_symbols(std::span(&g, 1));
  if (contains_any(named, motions.speeds)) {
    equation.report("equations", "it depends on velocities or rates",
                    "a constraint is an equation of positions, angles and time; conditions on "
                    "velocities belong in 'velocity_equations'");
    return false;
  }
  if (find_sparsity(std::span(&g, 1), motions.coordinates).count() > 0) return true;
  if (contains_any(named, motions.coordinates)) {
    equation.report("equations", "it does not vary with its arguments, or only in steps",
                    "leave out floor, sign and comparisons: a constraint must have a slope");
  } else {
    equation.report("equations", "this equation contains nothing that moves freely",
                    "name positions or angles of bodies and joints");
  }
  return false;
}

bool EquationShare::check_speeds(const Mechanism::Equation& equation, const Expr& r,
                                 const Motions& motions) {
  const std::vector<Expr> slopes = gradient(r, motions.speeds);
  if (find_sparsity(std::span(&r, 1), motions.speeds).count() == 0) {
    equation.report("velocity_equations", "this equation contains no velocity or rate that is free",
                    "name velocities of bodies and frames or rates of joints; conditions on "
                    "positions alone belong in 'equations'");
    return false;
  }
  // A slope that depends on speeds by steps alone has no derivative, but is as little constant.
  if (find_dependence(slopes, motions.speeds).count() > 0) {
    equation.report("velocity_equations", "it is not affine in the velocities and rates",
                    "only conditions A(q, t) v + b(q, t) = 0 are constraints: take products, "
                    "powers and functions of velocities out");
    return false;
  }
  return true;
}

/// Its time derivative along the motion, for v' = 0.
Expr EquationShare::differentiate_at_constant_speeds(Assembly& assembly, const Expr& formula,
                                                     const Motions& motions) const {
  std::vector<Expr> moving, rates;
  for (const Expr& symbol : find_symbols(std::span(&formula, 1))) {
    if (contains_any({symbol}, motions.speeds)) continue;
    const auto at = std::find(motions.coordinates.begin(), motions.coordinates.end(), symbol);
    moving.push_back(symbol);
    rates.push_back(
        at == motions.coordinates.end()
            ? assembly.time_derivative(symbol)
            : motions.coordinate_rates[static_cast<std::size_t>(at - motions.coordinates.begin())]);
  }
  return derivative(std::span(&formula, 1), moving, rates)[0];
}

std::optional<Closure> EquationShare::make_closure(Assembly& assembly,
                                                   const Mechanism::Equation& equation,
                                                   const Motions& motions) {
  const std::optional<Expr> g = put_in_equation(assembly, equation, motions);
  if (!g) return {};
  Closure closure{.name = equation.name};
  closure.sides[0].link = closure.sides[1].link = kWorld;
  EquationConstraint& row = closure.kind.emplace<EquationConstraint>();
  row.owner = equation.owner;
  row.dimension = equation.dimension;
  row.activity = equation.activity;
  if (equation.dependence) {
    const int other = closure_of_[static_cast<std::size_t>(equation.dependence->equation)];
    if (other < 0) return {};
    row.dependence = {static_cast<std::size_t>(other),
                      assembly.put_in_outputs({equation.dependence->factor})[0]};
  }
  if (equation.rolling && set_rolling(*equation.rolling, closure)) {
    row.of_speeds = equation.of_speeds;
    row.motion =
        equation.of_speeds ? Mechanism::Motion{0.0, *g, 0.0} : Mechanism::Motion{*g, 0.0, 0.0};
    return closure;
  }
  if (equation.of_speeds) {
    row.of_speeds = row.by_rate = true;
    row.motion = {0.0, *g, differentiate_at_constant_speeds(assembly, *g, motions)};
    return closure;
  }
  if (equation.rate) {
    const Expr rate = assembly.put_in_outputs({*equation.rate})[0];
    const std::vector<Expr> within = find_symbols(std::span(&rate, 1));
    // A time derivative may depend on the motion itself: then the row is that of the place.
    if (std::none_of(within.begin(), within.end(), [&](const Expr& symbol) {
          return assembly.symbols()->differentiated(symbol) != nullptr;
        })) {
      row.by_rate = true;
      row.motion = {*g, rate, differentiate_at_constant_speeds(assembly, rate, motions)};
      return closure;
    }
  }
  std::vector<Expr> moving = motions.coordinates, rates = motions.coordinate_rates;
  moving.push_back(assembly.time());
  rates.emplace_back(1.0);
  if (!equation.follows.empty()) {
    row.flow = find_flow(assembly, equation);
    const Expr displacement = equation.follows[0], flow = equation.follows[1];
    append(moving, std::vector<Expr>{displacement, flow});
    append(rates,
           std::vector<Expr>{flow, row.flow ? row.flow->bias : assembly.time_derivative(flow)});
  }
  // What other parts of the model move: states of a signal.
  const auto add_others = [&](const std::vector<Expr>& formulas) {
    for (const Expr& symbol : find_symbols(formulas)) {
      if (contains_any({symbol}, moving) || contains_any({symbol}, motions.speeds) ||
          assembly.symbols()->is_parameter(symbol))
        continue;
      moving.push_back(symbol);
      rates.push_back(assembly.time_derivative(symbol));
    }
  };
  add_others({*g});
  const std::vector<Expr> rate = derivative(std::vector<Expr>{*g}, moving, rates);
  add_others(rate);
  row.motion = {*g, rate[0], derivative(rate, moving, rates)[0]};
  return closure;
}

/// By kernels, where the sides are links whose accelerations are known without the modes and inner
/// states of parts.
bool EquationShare::set_rolling(const Mechanism::Equation::Rolling& rolling, Closure& closure) {
  const Mechanism& mechanism = machine_.mechanism;
  for (std::size_t side = 0; side < 2; ++side) {
    const int body = mechanism.find_body(rolling.between[side]);
    if (body != kWorld && mechanism.bodies[static_cast<std::size_t>(body)].is_connection)
      return false;
  }
  for (std::size_t side = 0; side < 2; ++side)
    closure.sides[side] =
        machine_.tree().place_of(mechanism, mechanism.find_frame(rolling.between[side]));
  const auto turn = [&](std::size_t side, const Vector3<double>& direction) {
    return tidy(Vector3<Expr>(closure.sides[side].place.rotation *
                              Vector3<Expr>(direction[0], direction[1], direction[2])));
  };
  std::get<EquationConstraint>(closure.kind).rolling = {
      turn(0, rolling.normal), turn(1, rolling.axis), rolling.radius, rolling.row};
  return true;
}

/// The row of such a flow lacks the rates in it. One alone is right; of two on the same motion one
/// would be taken for redundant.
void EquationShare::note_unresolved_flow(const Mechanism::Equation& equation) {
  if (!unresolved_flow_.empty())
    equation.report(
        "equations",
        "its flow and that of '" + unresolved_flow_ +
            "' depend on time derivatives or on algebraic loops of bond graphs: whether "
            "they constrain the same motion is not known",
        "write rates (`joint.rate`) in the place of der(…), or put a compliance between "
        "one of them and the machine");
  unresolved_flow_ = equation.name;
}

/// Nothing where the flow depends on no rate of the mechanism, or does not follow from coordinates
/// and rates: then its whole derivative counts, accelerations included, as an algebraic loop.
std::optional<EquationConstraint::Flow> EquationShare::find_flow(
    Assembly& assembly, const Mechanism::Equation& equation) {
  const Motions motions = find_motions(false);
  Expr flow = equation.follows[1];
  try {
    flow = assembly.put_in_outputs({flow})[0];
    const std::vector<Expr> within = find_symbols(std::vector<Expr>{flow});
    if (std::any_of(within.begin(), within.end(), [&](const Expr& symbol) {
          return assembly.symbols()->differentiated(symbol) != nullptr;
        })) {
      note_unresolved_flow(equation);
      return {};
    }
  } catch (const ModelError&) {  // of a time derivative, or of what depends on itself
    note_unresolved_flow(equation);
    return {};
  } catch (const NotKnownYet&) {  // of efforts and accelerations
    note_unresolved_flow(equation);
    return {};
  }
  const std::vector<Expr> named = find_symbols(std::vector<Expr>{flow});
  if (!contains_any(named, motions.speeds)) return {};
  EquationConstraint::Flow result;
  result.displacement = equation.follows[0];
  result.effort = equation.follows[2];
  const std::vector<Expr> slopes = gradient(flow, motions.speeds);
  if (is_all_zero(slopes)) return {};
  auto next = slopes.begin();
  for (std::size_t k = 0; k < machine_.tree().links.size(); ++k) {
    std::vector<Expr>& own = result.slopes.emplace_back();
    if (is_prescribed(machine_.mechanism, machine_.tree().links[k])) continue;
    const auto count = static_cast<std::ptrdiff_t>(machine_.states()[k].v.size());
    own.assign(next, next + count);
    next += count;
  }
  result.bias = differentiate_at_constant_speeds(assembly, flow, motions);
  return result;
}

/// For the accelerations alone: reactions are those of the efforts as the bonds give them.
void EquationShare::take_off_flow_efforts(const std::vector<Closure>& closures,
                                          std::vector<LinkState>& states) const {
  for (const Closure& closure : closures) {
    const EquationConstraint* equation = closure.equation();
    if (!equation || !equation->flow) continue;
    for (std::size_t k = 0; k < machine_.tree().links.size(); ++k) {
      const std::vector<Expr>& slopes = equation->flow->slopes[k];
      if (is_all_zero(slopes)) continue;
      LinkState& state = states[k];
      if (is_straight(machine_.tree().links[k].type)) {
        state.effort += slopes[0] * equation->flow->effort;
        continue;
      }
      if (!state.load) state.load.emplace();
      const LinkShape shape = make_shape(machine_.mechanism, machine_.tree().links[k], state);
      const std::vector<Expr> efforts =
          efforts_along_rates(shape, slopes, calc_attitude(shape, state));
      const std::size_t first = machine_.tree().links[k].type == JointType::spherical ? 3 : 0;
      for (std::size_t i = 0; i < efforts.size(); ++i)
        (*state.load)[first + i] += efforts[i] * equation->flow->effort;
    }
  }
}

}  // namespace holon::detail
