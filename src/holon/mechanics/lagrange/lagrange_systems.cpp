// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/lagrange/lagrange_systems.h"

#include <algorithm>
#include <array>

#include "holon/base/errors.h"
#include "holon/base/names.h"
#include "holon/expr/graph/function.h"
#include "holon/mechanics/lagrange/conserved_quantities.h"
#include "holon/mechanics/lagrange/energy_checks.h"
#include "holon/mechanics/lagrange/short_terms.h"
#include "holon/mechanics/machine/machine.h"
#include "holon/model/assembly/conserved.h"
#include "holon/model/assembly/energy_account.h"
#include "holon/model/assembly/surroundings.h"
#include "holon/system/smoothness.h"

namespace holon {
namespace {

struct LagrangeSlot {
  std::shared_ptr<LagrangeSystems> systems;
};

std::string output_of(const LagrangeDefinition& part, const std::string& local) {
  return part.name + "." + local;
}

/// The wrenches of frames contain the inertia of the bodies that are members, which is in the
/// equations already: M q'' + h + ∂U/∂q of these, at the accelerations `vdot`.
void give_back_bodies(LagrangeSystems::Member& root, const std::vector<Expr>& vdot) {
  const detail::LagrangeEquations& e = root.body_equations;
  const std::size_t n = vdot.size();
  if (e.mass.empty()) return;
  for (std::size_t i = 0; i < n; ++i) {
    root.frame_forces[i] += e.velocity[i] + e.weight[i];
    for (std::size_t j = 0; j < n; ++j) root.frame_forces[i] += e.mass[i * n + j] * vdot[j];
  }
}

/// `world.gravity`, where it is the same everywhere: a function of time and parameters.
void define_gravity(Assembly& assembly, detail::EnergyFormulas& formulas) {
  const std::optional<Vector3<Expr>> g = detail::Surroundings::of(assembly).find_uniform_gravity();
  constexpr std::array kNames{"world.gravity.x", "world.gravity.y", "world.gravity.z"};
  for (int k = 0; g && k < 3; ++k) formulas.define(kNames.at(static_cast<std::size_t>(k)), (*g)[k]);
}

/// The mechanism finds them together with the loops that close over the frames, and sets the
/// derivatives of the states.
void take_part_accelerations(Machine& machine, LagrangeSystems::Member& root) {
  for (std::size_t k = 0; k < root.own.size(); ++k)
    root.vdot.push_back(machine.inner_parts.acceleration(static_cast<std::size_t>(root.part), k));
  for (std::size_t k = 0; k < root.own.row_count(); ++k)
    root.lambda.push_back(machine.equation_multiplier(root.first_equation + static_cast<int>(k)));
}

}  // namespace

std::string detail::name_row(const LagrangeSystems::Member& root, std::size_t row) {
  const std::size_t places = root.own.positions.size();
  return root.definition.name + (row < places ? ": constraint " : ": condition on rates ") +
         std::to_string(1 + (row < places ? row : row - places));
}

const Mechanism::Body* LagrangeSystems::find_body(const Mechanism& mechanism,
                                                  const std::string& part) {
  for (const Mechanism::Body& body : mechanism.bodies)
    if (body.name == part && !body.is_frame) return &body;
  return nullptr;
}

std::shared_ptr<LagrangeSystems> LagrangeSystems::find(Assembly& assembly) {
  return assembly.domain<LagrangeSlot>().systems;
}

std::shared_ptr<LagrangeSystems> LagrangeSystems::of(PartBuilder& builder) {
  LagrangeSlot& slot = builder.domain<LagrangeSlot>();
  if (!slot.systems) {
    slot.systems = std::make_shared<LagrangeSystems>();
    slot.systems->add_to_account(builder.assembly());
    // Behind the mechanism, which finds what frames carry.
    builder.assembly().on_connect("lagrange", [systems = slot.systems](Assembly& all) {
      systems->connect(all);
      // When all parts have added their equations.
      all.on_connect("lagrange parts", [systems](Assembly& last) { systems->make_parts(last); });
      all.on_formulate("lagrange", [systems](Assembly& last) { systems->formulate(last); });
    });
  }
  return slot.systems;
}

void LagrangeSystems::add(PartBuilder& builder, LagrangeDefinition definition) {
  definition.name = builder.name();
  definition.report = builder.error_reporter();
  definition.warn = [b = builder](const std::string& parameter, const std::string& message,
                                  const std::string& suggestion) mutable {
    b.warning(parameter, message, suggestion);
  };
  // That of a multiplier is an energy (power) over it, but for angles.
  for (std::size_t k = 0; k < definition.positions.size() + definition.speeds.size(); ++k) {
    const Dimension lambda = builder.dimension_of("lambda[" + std::to_string(k) + "]");
    definition.dimensions.push_back(dimensions::kEnergy / lambda);
  }
  index_.emplace(definition.name, members_.size());
  members_.emplace_back();
  members_.back().definition = std::move(definition);
  define_outputs(builder, members_.size() - 1);
}

const LagrangeSystems::Member& LagrangeSystems::root_of(const Member& member) const {
  const Member* root = &member;
  while (root->outer >= 0) root = &members_[static_cast<std::size_t>(root->outer)];
  return *root;
}

void LagrangeSystems::connect(Assembly& assembly) {
  is_sound_ = compose(assembly);
  if (!is_sound_) return;
  for (Member& member : members_) make_symbols(assembly, member);
  for (std::size_t k = 0; k < members_.size(); ++k) {
    if (members_[k].outer < 0) make_energies(assembly, k);
  }
  is_sound_ = !assembly.diagnostics().has_errors();
  if (!is_sound_) return;
  for (std::size_t k = 0; k < members_.size(); ++k) place_by_root(k);
  bool is_damped = false;
  for (Member& root : members_) {
    if (root.outer >= 0) continue;
    root.equations = detail::make_lagrange_equations(root.own);
    root.equations.row_scales =
        detail::find_multiplier_scales(root.equations, root.own.size(), *assembly.symbols());
    detail::shorten_terms(root.equations, *assembly.symbols());
    if (!root.bodies.kinetic.is_constant(0.0))
      root.body_equations = detail::make_lagrange_equations(root.bodies);
    is_damped = is_damped || !root.own.dissipation.is_constant(0.0);
  }
  if (is_damped) EnergyAccount::of(assembly)->expect_losses(assembly);
}

/// Who belongs to whom.
bool LagrangeSystems::compose(Assembly& assembly) {
  bool ok = check_bodies(assembly);
  for (std::size_t k = 0; k < members_.size(); ++k) {
    for (const std::string& name : members_[k].definition.of)
      ok = compose_member(assembly, k, name) && ok;
  }
  return ok;
}

bool LagrangeSystems::compose_member(Assembly& assembly, std::size_t outer,
                                     const std::string& name) {
  const LagrangeDefinition& whole = members_[outer].definition;
  const auto refuse = [&](const std::string& message, const std::string& suggestion = {}) {
    whole.report("of", message, suggestion);
    return false;
  };
  const auto found = index_.find(name);
  if (found == index_.end()) {
    for (const LagrangeDefinition::Frame& frame : whole.frames)
      if (frame.body == name) return true;
    const std::shared_ptr<Machine> machine = Machine::find(assembly);
    if (machine && find_body(machine->mechanism, name)) {
      whole.report("where", "the place of the body '" + name + "' is missing",
                   "give it as formulas of the coordinates: " + name + ": {at: […], rotate: {…}}");
      return false;
    }
    return refuse("'" + name + "' is neither a Lagrangian nor a Constrained part, nor a body",
                  "a composition takes parts that are described by their energies, and bodies");
  }
  Member& inner = members_[found->second];
  if (inner.outer == static_cast<int>(outer)) return refuse("'" + name + "' is named twice");
  if (inner.outer >= 0) {
    return refuse("'" + name + "' belongs to '" +
                  members_[static_cast<std::size_t>(inner.outer)].definition.name + "' already");
  }
  for (int up = static_cast<int>(outer); up >= 0;
       up = members_[static_cast<std::size_t>(up)].outer) {
    if (up == static_cast<int>(found->second))
      return refuse("'" + name + "' would be composed of itself");
  }
  for (const LagrangeDefinition::Coordinate& c : inner.definition.coordinates) {
    if (!c.has_start) continue;
    inner.definition.report(
        "coordinates." + c.name,
        "a value at the start has no effect: '" + whole.name + "' determines this coordinate",
        "give the coordinate a 'unit' only");
    return false;
  }
  inner.outer = static_cast<int>(outer);
  members_[outer].inner.push_back(static_cast<int>(found->second));
  return true;
}

/// States of a root; plain symbols of what a composition takes.
void LagrangeSystems::make_symbols(Assembly& assembly, Member& member) {
  const LagrangeDefinition& d = member.definition;
  member.own.time = assembly.time();
  for (const bool rates : {false, true}) {
    for (const LagrangeDefinition::Coordinate& c : d.coordinates) {
      const std::string name = output_of(d, (rates ? "rate." : "") + c.name);
      std::vector<Expr>& symbols = rates ? member.own.v : member.own.q;
      if (member.outer >= 0) {
        symbols.push_back(assembly.graph()->symbol(name));
        continue;
      }
      StateBlock state;
      state.name = name;
      state.dimension = rates ? c.dimension * dimensions::kTime.inverse() : c.dimension;
      if (c.dimension == dimensions::kLength)
        state.nominal = assembly.simulate().nominal_length.value_or(1.0);
      state.role = rates ? StateBlock::Role::rate : StateBlock::Role::coordinate;
      state.held = {rates ? c.holds_rate : c.holds_initial};
      symbols.push_back(
          assembly.add_state(std::move(state), {rates ? c.initial_rate : c.initial})[0]);
    }
  }
}

Expr LagrangeSystems::write(const Member& member, const detail::EnergyFormulas& formulas,
                            const std::string& parameter, Expr formula) const {
  try {
    return formulas.write(formula);
  } catch (const ModelError& error) {
    member.definition.report(parameter, error.message(), error.suggestion());
    return 0.0;
  }
}

void LagrangeSystems::make_energies(Assembly& assembly, std::size_t index) {
  for (const int inner : members_[index].inner)
    make_energies(assembly, static_cast<std::size_t>(inner));
  Member& member = members_[index];
  const LagrangeDefinition& d = member.definition;
  member.bodies.q = member.own.q;
  member.bodies.v = member.own.v;
  member.bodies.time = member.own.time;
  member.bodies.forces.assign(member.own.size(), 0.0);
  detail::EnergyFormulas formulas(*assembly.symbols(), member.own);
  define_gravity(assembly, formulas);
  for (std::size_t k = 0; k < d.coordinates.size(); ++k) {
    formulas.define(output_of(d, d.coordinates[k].name), member.own.q[k]);
    formulas.define(output_of(d, "rate." + d.coordinates[k].name), member.own.v[k]);
    member.own.forces.push_back(d.coordinates[k].force);
  }
  make_own_energies(*assembly.symbols(), formulas, member);
  warn_of_jumps(assembly, member);
  detail::check_energies(d.coordinates, member.own, *assembly.symbols(), d.report);
  detail::check_dissipation(d.coordinates, member.own, *assembly.symbols(), d.warn);
  put_members_in(assembly, member);
  if (member.outer < 0 && !assembly.diagnostics().has_errors())
    detail::check_inertia(d.coordinates, member.own, *assembly.symbols(), d.report);
}

/// Energies that jump with an event: what that takes is in no output of the energy account.
void LagrangeSystems::warn_of_jumps(Assembly& assembly, const Member& member) const {
  const detail::Energies& e = member.own;
  for (const bool is_kinetic : {true, false}) {
    Expr energy = is_kinetic ? e.kinetic : e.potential;
    if (energy.is_constant()) continue;
    const Smoothness smoothness = find_smoothness(*assembly.symbols(), {&energy, 1});
    // find_smoothness assumes that the branches of an `if` join; that is for the user to declare.
    std::vector<Expr> modes;
    bool compares = false;  // of more than parameters
    for (const Expr& indicator : hold_relations({&energy, 1}, modes))
      compares = compares || assembly.symbols()->varies(indicator);
    if (!compares && smoothness.continuous >= 0) continue;
    const bool is_matrix = is_kinetic && !member.definition.mass_matrix.empty();
    member.definition.warn(
        is_matrix    ? "mass_matrix"
        : is_kinetic ? "kinetic"
                     : "potential",
        std::string("this energy holds ") + (compares ? "a comparison" : smoothness.cause) +
            ": where its value jumps, so does the total energy, and 'system.energy.supplied' lacks "
            "what that takes",
        "let it change in a finite time, or write smooth(…) around a comparison whose branches "
        "meet");
  }
}

void LagrangeSystems::make_own_energies(const Symbols& symbols,
                                        const detail::EnergyFormulas& formulas, Member& member) {
  const LagrangeDefinition& d = member.definition;
  detail::Energies& e = member.own;
  e.kinetic = write(member, formulas, "kinetic", d.kinetic);
  e.potential = write(member, formulas, "potential", d.potential);
  e.dissipation = write(member, formulas, "dissipation", d.dissipation);
  member.dissipation = e.dissipation;
  std::vector<Expr> mass;
  for (const Expr& entry : d.mass_matrix)
    mass.push_back(write(member, formulas, "mass_matrix", entry));
  detail::check_symmetry(d.coordinates, mass, symbols, d.report);
  for (std::size_t i = 0; i < e.size() && !mass.empty(); ++i) {
    for (std::size_t j = 0; j < e.size(); ++j)
      e.kinetic += 0.5 * mass[i * e.size() + j] * e.v[i] * e.v[j];
  }
  for (const Expr& g : d.positions)
    e.positions.push_back(write(member, formulas, "constraints", g));
  for (const Expr& r : d.speeds)
    e.speeds.push_back(write(member, formulas, "velocity_constraints", r));
  const auto first_speed = d.dimensions.begin() + static_cast<std::ptrdiff_t>(d.positions.size());
  member.position_dimensions.assign(d.dimensions.begin(), first_speed);
  member.speed_dimensions.assign(first_speed, d.dimensions.end());
}

void LagrangeSystems::put_members_in(Assembly& assembly, Member& member) {
  const LagrangeDefinition& d = member.definition;
  detail::EnergyFormulas formulas(*assembly.symbols(), member.own);
  for (std::size_t k = 0; k < d.coordinates.size(); ++k)
    formulas.define(output_of(d, d.coordinates[k].name), member.own.q[k]);
  std::map<std::string, Expr> given;
  for (const auto& [name, formula] : d.where) {
    const Expr p = write(member, formulas, "where", formula);
    given.emplace(name, p);
    formulas.define(name, p);  // those behind may name it
    member.where.emplace_back(name, p);
  }
  for (const LagrangeDefinition::Frame& frame : d.frames)
    if (!frame.body.empty()) add_body_energies(assembly, member, frame);
  for (const int index : member.inner) {
    Member& inner = members_[static_cast<std::size_t>(index)];
    for (const LagrangeDefinition::Coordinate& c : inner.definition.coordinates) {
      const std::string name = output_of(inner.definition, c.name);
      const auto found = given.find(name);
      inner.p.push_back(found == given.end() ? Expr(0.0) : found->second);
      if (found == given.end()) {
        d.report("where", "the coordinate '" + name + "' is missing",
                 "give it as a formula of " + (d.coordinates.empty()
                                                   ? std::string("time")
                                                   : "'" + d.coordinates[0].name + "', …"));
      } else {
        given.erase(found);
      }
    }
    inner.first_position = member.own.positions.size();
    inner.first_speed = member.own.speeds.size();
    detail::check_composed_constraints(member.own, inner.own, inner.p, inner.definition.name,
                                       *assembly.symbols(), d.report);
    detail::add_composed(member.own, inner.own, inner.p);
    detail::add_composed(member.bodies, inner.bodies, inner.p);
    const auto append = [](auto& all, const auto& more) {
      all.insert(all.end(), more.begin(), more.end());
    };
    append(member.position_dimensions, inner.position_dimensions);
    append(member.speed_dimensions, inner.speed_dimensions);
  }
  for (const auto& [name, p] : given) {
    d.report("where", "'" + name + "' is not a coordinate of " + quote_list(d.of, "or"),
             "give the coordinates of the parts in 'of'; the place of a body is {at: […], rotate: "
             "{…}}");
  }
}

/// Coordinates and rates by the root's states; the places of its constraints among the root's.
void LagrangeSystems::place_by_root(std::size_t index) {
  Member& member = members_[index];
  if (!member.q.empty()) return;
  if (member.outer < 0) {
    member.q = member.own.q;
    member.v = member.own.v;
    return;
  }
  place_by_root(static_cast<std::size_t>(member.outer));
  const Member& outer = members_[static_cast<std::size_t>(member.outer)];
  std::vector<Expr> rates;
  for (const Expr& p : member.p) rates.push_back(detail::calc_rate(outer.own, p));
  member.q = by_states(outer, member.p);
  member.v = by_states(outer, rates);
  member.first_position += outer.first_position;
  member.first_speed += outer.first_speed;
}

/// Expressions in the member's own symbols in its root's states.
std::vector<Expr> LagrangeSystems::by_states(const Member& member,
                                             std::vector<Expr> expressions) const {
  if (member.outer < 0) return expressions;
  std::vector<Expr> from = member.own.q, to = member.q;
  from.insert(from.end(), member.own.v.begin(), member.own.v.end());
  to.insert(to.end(), member.v.begin(), member.v.end());
  return substitute(expressions, from, to);
}

void LagrangeSystems::formulate(Assembly& assembly) {
  if (!is_sound_ || is_formulated_ || assembly.diagnostics().has_errors()) return;
  is_formulated_ = true;
  for (Member& root : members_) {
    if (root.outer >= 0) continue;
    root.frame_forces.assign(root.own.size(), 0.0);
    if (root.part >= 0) {
      if (Machine::find(assembly)->inner_parts[static_cast<std::size_t>(root.part)].time) {
        add_frame_forces(assembly, root);  // for the power of frames that move with time
        root.frame_forces.assign(root.own.size(), 0.0);
        root.is_coupled = true;
      }
      take_part_accelerations(*Machine::find(assembly), root);
      continue;
    }
    add_frame_forces(assembly, root);
    std::vector<Expr> unknowns;
    for (std::size_t k = 0; k < root.own.size() && root.is_coupled; ++k) {
      unknowns.push_back(assembly.add_unknown(
          output_of(root.definition, "acceleration." + root.definition.coordinates[k].name), 0.0));
    }
    if (root.is_coupled) give_back_bodies(root, unknowns);
    std::vector<Expr> force = detail::calc_total_force(root.equations), row;
    for (std::size_t k = 0; k < force.size(); ++k) force[k] += root.frame_forces[k];
    for (std::size_t k = 0; k < root.equations.bias.size(); ++k) {
      row.push_back(-root.equations.bias[k]);
      if (const auto& b = assembly.simulate().stabilisation.baumgarte)
        row[k] -= 2.0 * b->alpha * root.equations.speed[k] +
                  b->beta * b->beta * root.equations.position[k];
    }
    detail::LagrangeSolution solution = detail::solve_lagrange(root.equations, force, row);
    root.vdot = std::move(solution.x);
    root.lambda = std::move(solution.lambda);
    for (std::size_t k = 0; k < root.own.size(); ++k) {
      if (root.is_coupled) {
        assembly.set_equation(unknowns[k], unknowns[k] - root.vdot[k]);
        root.vdot[k] = unknowns[k];
      }
      assembly.set_derivative(root.own.q[k], root.own.v[k]);
      assembly.set_derivative(root.own.v[k], root.vdot[k]);
    }
    for (const std::string& local : detail::find_conserved(root.definition.coordinates, root.own,
                                                           root.equations, root.frame_forces))
      root.conserved.push_back(output_of(root.definition, local));
    ConservedOutputs& all = assembly.domain<ConservedOutputs>();
    all.names.insert(all.names.end(), root.conserved.begin(), root.conserved.end());
  }
  set_constraints(assembly);
}

/// What bodies that a composition takes must be, and must not have.
bool LagrangeSystems::check_bodies(Assembly& assembly) const {
  bool ok = true;
  std::map<std::string, std::string> taken;
  for (const Member& member : members_) {
    const LagrangeDefinition& d = member.definition;
    for (const LagrangeDefinition::Frame& frame : d.frames) {
      if (frame.body.empty()) continue;
      const auto refuse = [&](const ReportError& report, const std::string& parameter,
                              const std::string& message, const std::string& suggestion) {
        report(parameter, message, suggestion);
        ok = false;
      };
      const Mechanism::Body* body = find_body(Machine::find(assembly)->mechanism, frame.body);
      if (!body) {
        refuse(d.report, "where", "'" + frame.body + "' is not a body",
               "only a body has a place {at: […], rotate: {…}}; coordinates of other parts are "
               "single formulas");
        continue;
      }
      if (std::find(d.of.begin(), d.of.end(), frame.body) == d.of.end())
        refuse(d.report, "where", "the body '" + frame.body + "' is not among the members",
               "add it to 'of'");
      if (const auto [at, is_new] = taken.emplace(frame.body, d.name); !is_new)
        refuse(d.report, "of", "'" + frame.body + "' belongs to '" + at->second + "' already", {});
      if (body->start)
        refuse(body->report, "initial",
               "a value at the start has no effect: '" + d.name + "' determines the place",
               "leave it out; the coordinates of '" + d.name + "' have values at the start");
    }
  }
  return ok;
}

void LagrangeSystems::set_constraints(Assembly& assembly) const {
  SystemBuilder::Constraints c;
  for (const Member& root : members_) {
    if (root.outer >= 0 || root.own.row_count() == 0 || root.part >= 0) continue;
    const detail::LagrangeEquations& e = root.equations;
    const std::size_t n = root.own.size(), m = e.position.size();
    std::vector<Expr> place_errors, speed_errors;
    for (std::size_t k = 0; k < m; ++k) {
      c.names.push_back(detail::name_row(root, k));
      const std::size_t places = root.own.positions.size();
      c.labels.push_back(
          {root.definition.name, ConstraintLabel::Kind::equation,
           k < places ? root.position_dimensions[k] : root.speed_dimensions[k - places]});
      c.position.push_back(e.position[k]);
      c.velocity.push_back(e.speed[k]);
      place_errors.push_back(-e.position[k]);
      speed_errors.push_back(-e.speed[k]);
    }
    // Conditions on rates have no part in steps of places.
    detail::LagrangeEquations places = e;
    for (std::size_t k = root.own.positions.size() * n; k < m * n; ++k) places.rows[k] = 0.0;
    const std::vector<Expr> rest(n, 0.0);
    const std::vector<Expr> dq = detail::solve_lagrange(places, rest, place_errors).x;
    const std::vector<Expr> dv = detail::solve_lagrange(e, rest, speed_errors).x;
    for (std::size_t k = 0; k < n; ++k) {
      c.states.push_back(root.own.q[k]);
      c.position_step.push_back(dq[k]);
      c.velocity_step.emplace_back(0.0);
      c.states.push_back(root.own.v[k]);
      c.position_step.emplace_back(0.0);
      c.velocity_step.push_back(dv[k]);
    }
  }
  if (!c.names.empty()) assembly.add_constraints(std::move(c));
}

}  // namespace holon
