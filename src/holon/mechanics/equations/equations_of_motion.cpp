// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/equations/equations_of_motion.h"

#include <algorithm>

#include "holon/base/errors.h"
#include "holon/expr/graph/traverse.h"
#include "holon/mechanics/equations/element_equations.h"
#include "holon/mechanics/equations/lagrange_equations.h"
#include "holon/mechanics/kernels/cut_kernels.h"
#include "holon/mechanics/kernels/traced.h"
#include "holon/mechanics/lagrange/lagrange_systems.h"
#include "holon/mechanics/machine/machine.h"
#include "holon/model/assembly/assembly.h"

namespace holon {

namespace {

/// More coordinates than this nobody reads; by bodies each has six.
constexpr std::size_t kMostCoordinates = 12, kMostOfBodies = 18;

/// Of a machine, and of the systems by energies whose frames carry something of it: these have
/// rates of their own, on which the motion of what hangs there depends.
class Derivation {
 public:
  Derivation(Assembly& assembly, Machine& machine, const LagrangeSystems* systems)
      : assembly_(assembly),
        machine_(machine),
        states_(machine.states()),
        algebra_(std::make_shared<TrigSums>(*assembly.graph())) {
    for (LinkState& state : states_) state.load.reset();  // those of closed loops are in them
    kinematics_.emplace(machine.mechanism, machine.tree(), states_);
    if (!systems) return;
    for (const LagrangeSystems::Member& root : systems->members())
      if (root.outer < 0 && root.is_coupled) carriers_.push_back(&root);
    if (!carriers_.empty()) algebra_->take_any_angle();
  }

  EquationsOfMotion run() {
    equations_.algebra = algebra_;
    find_rows();
    const MachineFormulation& formulation = find_formulation(assembly_.simulate().formulation);
    const std::size_t most = formulation.has_body_states() ? kMostOfBodies : kMostCoordinates;
    if (equations_.rows.size() > most) {
      throw ModelError(std::to_string(equations_.rows.size()) +
                       " coordinates are too many to read");
    }
    derive_inertia();
    derive_weight();
    derive_elements();
    derive_forces();
    derive_energies();
    derive_constraints();
    return std::move(equations_);
  }

 private:
  /// In states, parameters and time.
  std::vector<Expr> written_out(std::vector<Expr> list) {
    list = assembly_.put_in_outputs(put_in_derivatives(std::move(list)));
    for (const Expr& symbol : find_symbols(list))
      if (assembly_.symbols()->differentiated(symbol))
        throw ModelError("a time derivative is not allowed here");
    return list;
  }
  std::vector<TrigSum> sums(std::vector<Expr> list) {
    std::vector<TrigSum> result;
    for (const Expr& e : detail::flatten_calls(written_out(std::move(list)))) {
      result.push_back(algebra_->of(e));
    }
    return result;
  }
  TrigSum sum(Expr e) { return sums({e})[0]; }

  /// Derivatives of prescribed motions, which depend on time alone, and of frames that move with
  /// coordinates of systems by energies.
  std::vector<Expr> put_in_derivatives(std::vector<Expr> list) {
    const Symbols& symbols = *assembly_.symbols();
    constexpr int kDeepest = 8;  // derivatives of derivatives
    for (int depth = 0; depth < kDeepest; ++depth) {
      std::vector<Expr> from, to;
      for (const Expr symbol : find_symbols(list)) {
        const Expr* const formula = symbols.formula_of(symbol);
        const Expr* const of = symbols.differentiated(symbol);
        if (!formula && !of) continue;
        from.push_back(symbol);
        if (formula) {
          to.push_back(*formula);
          continue;
        }
        const std::vector<Expr> inner = assembly_.put_in_outputs(put_in_derivatives({*of}));
        std::vector<Expr> moving{assembly_.time()}, rates{1.0};
        for (const LagrangeSystems::Member* root : carriers_) {
          detail::append(moving, root->own.q);
          detail::append(rates, root->own.v);
        }
        for (const Expr& s : find_symbols(inner)) {
          if (std::find(moving.begin(), moving.end(), s) == moving.end() &&
              !symbols.is_parameter(s)) {
            throw ModelError("a time derivative of a moving quantity");
          }
        }
        to.push_back(derivative(inner, moving, rates)[0]);
      }
      if (from.empty()) break;
      list = substitute(list, from, to);
    }
    return list;
  }

  void find_rows() {
    const Tree& tree = machine_.tree();
    for (std::size_t k = 0; k < tree.links.size(); ++k) {
      const Link& link = tree.links[k];
      const LinkState& state = states_[k];
      if (detail::is_prescribed(machine_.mechanism, link)) continue;
      const bool has_turn = has_quaternion(link.type);
      if (has_turn) {
        const std::span<const Expr> q(state.q.data(), 4);
        algebra_->add_unit_quaternion(q);
        const std::vector<TrigSum> rates = sums(
            call(detail::quaternion_rate_function(),
                 std::vector<Expr>{q[0], q[1], q[2], q[3], state.v[0], state.v[1], state.v[2]}));
        for (std::size_t i = 0; i < 4; ++i) {
          equations_.kinematics.push_back({std::string(q[i].symbol_name()), q[i], rates[i]});
        }
      }
      for (std::size_t i = 0; i < state.v.size(); ++i) {
        EquationsOfMotion::Row row;
        row.rate = state.v[i].symbol_name();
        row.v = state.v[i];
        if (!has_turn || i >= 3) {
          row.q = state.q[i + (has_turn ? 1 : 0)];
          row.coordinate = row.q->symbol_name();
        }
        row.turns =
            has_turn ? i < 3 : link.type == JointType::revolute || link.type == JointType::screw;
        // Of angular velocities: where the three stand, and the quaternion.
        first_.push_back(has_turn && i < 3 ? static_cast<int>(equations_.rows.size() - i) : -1);
        quaternion_.push_back(equations_.kinematics.size() - 4);
        equations_.rows.push_back(std::move(row));
      }
    }
    for (const LagrangeSystems::Member* root : carriers_) {
      for (std::size_t i = 0; i < root->own.size(); ++i) {
        first_.push_back(-1);
        quaternion_.push_back(0);
        equations_.rows.push_back(name_lagrange_row(*root, i));
      }
    }
  }

  /// Along a rate: ∂s/∂q of coordinates, of a turn the derivative along it.
  TrigSum along(const TrigSum& s, std::size_t rate) {
    const EquationsOfMotion::Row& row = equations_.rows[rate];
    if (row.q) return algebra_->differentiate(s, *row.q);
    TrigSum result;
    for (std::size_t i = 0; i < 4; ++i) {
      const EquationsOfMotion::Kinematic& k = equations_.kinematics[quaternion_[rate] + i];
      result += algebra_->multiply(algebra_->differentiate(s, k.q),
                                   algebra_->differentiate(k.rate, row.v));
    }
    return result;
  }

  void derive_inertia() {
    TrigSum energy = sum(kinematics_->calc_kinetic_energy());
    for (const LagrangeSystems::Member* root : carriers_) {
      energy += sum(root->own.kinetic);
      energy += sum(root->bodies.kinetic).scaled(-1);  // the machine has them
    }
    const std::size_t n = equations_.rows.size();
    std::vector<TrigSum> momentum;
    for (const auto& row : equations_.rows) {
      momentum.push_back(algebra_->differentiate(energy, row.v));
    }
    for (std::size_t i = 0; i < n; ++i) {
      EquationsOfMotion::Row& row = equations_.rows[i];
      TrigSum& bias = row.bias;
      for (std::size_t j = 0; j < n; ++j) {
        const Expr v = equations_.rows[j].v;
        row.mass.push_back(algebra_->differentiate(momentum[i], v));
        bias += algebra_->multiply(along(momentum[i], j), algebra_->of(v));
      }
      bias += algebra_->differentiate(momentum[i], assembly_.time());
      bias += along(energy, i).scaled(-1);
      if (first_[i] < 0) continue;
      const auto first = static_cast<std::size_t>(first_[i]);  // (ω × ∂T/∂ω)_a
      const std::size_t a = i - first, b = first + (a + 1) % 3, c = first + (a + 2) % 3;
      bias += algebra_->multiply(algebra_->of(equations_.rows[b].v), momentum[c]);
      bias += algebra_->multiply(algebra_->of(equations_.rows[c].v), momentum[b]).scaled(-1);
    }
  }

  /// The power of weight is g · momentum.
  void derive_weight() {
    Vector3<Expr> gravity = machine_.mechanism.gravity;
    int axis = -1, count = 0;
    for (int i = 0; i < 3; ++i) {
      if (gravity[i].is_constant(0.0)) continue;
      axis = i;
      ++count;
    }
    if (count == 0) return;
    if (count == 1 && gravity[axis].is_constant()) {
      equations_.g_value = std::abs(gravity[axis].value());
      equations_.g = assembly_.graph()->symbol("g");
      gravity[axis] = gravity[axis].value() < 0 ? -equations_.g : equations_.g;
    }
    const std::vector<TrigSum> momentum = sums(kinematics_->calc_momentum());
    const std::vector<TrigSum> g = sums({gravity[0], gravity[1], gravity[2]});
    for (EquationsOfMotion::Row& row : equations_.rows) {
      for (std::size_t i = 0; i < 3; ++i) {
        if (g[i].is_zero()) continue;
        row.weight +=
            algebra_->multiply(g[i], algebra_->differentiate(momentum[i], row.v)).scaled(-1);
      }
    }
  }

  /// Pulls and bushings.
  void derive_elements() {
    elements_.emplace(
        machine_.mechanism, machine_.tree(), *kinematics_, equations_,
        detail::ElementEquations::Tools{
            [this](std::vector<Expr> list) { return put_in_derivatives(std::move(list)); },
            [this](std::vector<Expr> list) { return written_out(std::move(list)); },
            [this](std::vector<Expr> list) { return sums(std::move(list)); },
            [this](const TrigSum& s, std::size_t rate) { return along(s, rate); },
            [this](const Tree::BodyPlace& place) { return point(place); },
            [this](const std::string& name) { return assembly_.output(name); }, assembly_.time()});
    elements_->derive();
  }

  void derive_forces() {
    const Tree& tree = machine_.tree();
    std::size_t at = 0;
    for (std::size_t k = 0; k < tree.links.size(); ++k) {
      if (detail::is_prescribed(machine_.mechanism, tree.links[k])) continue;
      const LinkState& state = states_[k];
      if (state.v.size() == 1) {
        const Mechanism::Freedom& f = detail::freedom_of(machine_.mechanism, tree.links[k]);
        equations_.rows[at].force = sums(elements_->put_in(
            {state.effort - f.stiffness * (state.q[0] - f.rest) - f.damping * state.v[0]}))[0];
      }
      at += state.v.size();
    }
    std::vector<std::vector<Expr>> loads(tree.links.size());
    for (const Loads::Side& side : kinematics_->loads().sides()) {
      if (side.kind != Loads::Side::Kind::wrench || side.link == kWorld) continue;
      std::vector<Expr>& load = loads[static_cast<std::size_t>(side.link)];
      load.resize(6, 0.0);
      load = kinematics_->loads().add_load(side, std::move(load));
    }
    for (const Closure& closure : machine_.closures()) {
      const CutJoint* cut = closure.joint();
      for (std::size_t side = 0; side < 2 && cut; ++side) {
        if (cut->effort_loads[side].empty()) continue;
        std::vector<Expr>& load = loads[static_cast<std::size_t>(closure.sides[side].link)];
        load.resize(6, 0.0);
        for (std::size_t i = 0; i < 6; ++i) load[i] += cut->effort_loads[side][i];
      }
    }
    for (std::size_t k = 0; k < loads.size(); ++k) {
      if (loads[k].empty()) continue;
      const std::vector<TrigSum> load = sums(elements_->put_in(loads[k])),
                                 twist = sums(kinematics_->velocity(k));
      for (EquationsOfMotion::Row& row : equations_.rows) {
        for (std::size_t i = 0; i < 6; ++i) {
          if (load[i].is_zero()) continue;
          row.force +=
              algebra_->multiply(load[i], algebra_->differentiate(twist[(i + 3) % 6], row.v));
        }
      }
    }
  }

  /// Potential energies, dissipation and forces of systems by energies, and the constraints that
  /// are not rows of the machine's loops.
  void derive_energies() {
    std::size_t first = equations_.rows.size();
    for (const LagrangeSystems::Member* root : carriers_) first -= root->own.size();
    for (const LagrangeSystems::Member* root : carriers_) {
      const detail::Energies& e = root->own;
      TrigSum potential = sum(e.potential);
      potential += sum(root->bodies.potential).scaled(-1);
      const TrigSum dissipation = sum(e.dissipation);
      const std::vector<TrigSum> forces = sums(e.forces);
      for (std::size_t i = 0; i < e.size(); ++i, ++first) {
        EquationsOfMotion::Row& row = equations_.rows[first];
        row.weight += algebra_->differentiate(potential, e.q[i]);
        row.force += forces[i];
        row.force += algebra_->differentiate(dissipation, e.v[i]).scaled(-1);
      }
      for (std::size_t k = 0; k < e.row_count() && root->part < 0; ++k) {
        const bool of_speeds = k >= e.positions.size();
        const Expr& equation = of_speeds ? e.speeds[k - e.positions.size()] : e.positions[k];
        // λ is what pushes along the gradient.
        add_constraint(detail::name_row(*root, k), "", sum(equation).scaled(-1), false, of_speeds);
      }
    }
  }

  void add_constraint(std::string name, std::string multiplier, TrigSum equation,
                      bool at_times = false, bool of_speeds = false) {
    if (equation.is_zero()) return;
    std::vector<TrigSum> column;
    bool moves = false;
    for (std::size_t i = 0; i < equations_.rows.size(); ++i) {
      column.push_back(of_speeds ? algebra_->differentiate(equation, equations_.rows[i].v)
                                 : along(equation, i));
      moves = moves || !column.back().is_zero();
    }
    if (!moves) return;
    for (std::size_t i = 0; i < column.size(); ++i) {
      equations_.rows[i].constraint.push_back(std::move(column[i]));
    }
    equations_.constraints.push_back(
        {std::move(name), std::move(multiplier), std::move(equation), at_times, of_speeds});
  }

  /// Where a joint holds its points together, in world axes: so λ is the force that the parent's
  /// side exerts on the child's.
  void derive_constraints() {
    Loops* loops = machine_.loops();
    if (!loops) return;
    const std::vector<Expr> positions = loops->rows().calc_positions();
    std::vector<bool> is_met(machine_.closures().size(), false);
    for (std::size_t k = 0; k < loops->rows().list().size(); ++k) {
      const auto c = static_cast<std::size_t>(loops->rows().list()[k].closure);
      const Closure& closure = machine_.closures()[c];
      const std::string name = loops->rows().name(k);
      if (const EquationConstraint* own = closure.equation(); own && own->of_speeds) {
        add_constraint(name, "", sum(own->motion.rate), false, true);
        continue;
      }
      if (!holds_points(closure) || !is_translation(closure, loops->rows().list()[k].index)) {
        // An equation stands as its author wrote it.
        const bool as_it_is = closure.rod() || closure.equation();
        add_constraint(name, closure.rod() ? closure.name + ".tension" : "",
                       sum(positions[k]).scaled(as_it_is ? 1 : -1));
        continue;
      }
      if (is_met[c]) continue;
      is_met[c] = true;
      const std::vector<Expr> parent = point(closure.sides[0]), child = point(closure.sides[1]);
      for (std::size_t i = 0; i < 3; ++i) {
        const std::string axis(1, "xyz"[i]);
        add_constraint(closure.name + ": " + axis, closure.name + ".reaction.force." + axis,
                       sum(parent[i] - child[i]));
      }
    }
    for (const Closure& closure : machine_.closures()) {
      if (closure.is_conditional())
        add_constraint(closure.name, "", sum(closure.equation()->formula()), true,
                       closure.equation()->of_speeds);
    }
  }

  /// Whether a row of a closed joint holds a translation.
  static bool is_translation(const Closure& closure, int row) {
    const JointType type = closure.joint()->joint.type;
    return row < detail::cut_row_count(type) && !detail::cut_row_turns(type, row);
  }

  static bool holds_points(const Closure& closure) {
    if (!closure.joint()) return false;
    const JointType type = closure.joint()->joint.type;
    return type == JointType::fixed || type == JointType::revolute ||
           type == JointType::spherical || type == JointType::universal;
  }

  /// In the world.
  std::vector<Expr> point(const Tree::BodyPlace& side) {
    const Vector3<Expr>& p = side.place.position;
    if (side.link == kWorld) return {p[0], p[1], p[2]};
    const std::vector<Expr>& pose = kinematics_->pose(static_cast<std::size_t>(side.link));
    std::vector<Expr> result;
    for (std::size_t i = 0; i < 3; ++i) {
      result.push_back(pose[9 + i] +
                       (pose[3 * i] * p[0] + pose[3 * i + 1] * p[1] + pose[3 * i + 2] * p[2]));
    }
    return result;
  }

  Assembly& assembly_;
  Machine& machine_;
  std::vector<LinkState> states_;
  std::shared_ptr<TrigSums> algebra_;
  std::optional<Kinematics> kinematics_;
  EquationsOfMotion equations_;
  std::optional<detail::ElementEquations> elements_;
  std::vector<const LagrangeSystems::Member*> carriers_;  ///< roots whose frames carry something
  std::vector<int> first_;                                ///< by row
  std::vector<std::size_t> quaternion_;                   ///< by row: in equations_.kinematics
};

/// Whether something in it is not moved by other systems of the model, as the bodies that are
/// members of compositions are.
bool moves_by_itself(const Machine& machine) {
  const std::vector<Link>& links = machine.tree().links;
  return !machine.closures().empty() || std::any_of(links.begin(), links.end(), [&](const Link& l) {
    return !detail::is_prescribed(machine.mechanism, l);
  });
}

}  // namespace

std::size_t EquationsOfMotion::term_count() const {
  std::size_t count = 0;
  for (const Row& row : rows) {
    for (const TrigSum& s : row.mass) count += s.terms.size();
    for (const TrigSum& s : row.constraint) count += s.terms.size();
    for (const TrigSum& s : row.action) count += s.terms.size();
    count += row.bias.terms.size() + row.weight.terms.size() + row.force.terms.size();
  }
  for (const Constraint& c : constraints) count += c.equation.terms.size();
  for (const Definition& d : definitions) count += d.sum.terms.size();
  return count;
}

std::optional<EquationsOfMotion> make_equations_of_motion(Assembly& assembly) {
  const std::shared_ptr<Machine> machine = Machine::find(assembly);
  const std::shared_ptr<LagrangeSystems> systems = LagrangeSystems::find(assembly);
  if (!machine && !systems) return {};
  if (machine && !machine->mechanism.line_bodies.empty()) {
    throw ModelError("the equations of motion of masses on the line between two pins ('" +
                     machine->mechanism.line_bodies.front().name +
                     "') are not written in this version yet");
  }
  EquationsOfMotion equations;
  equations.algebra = std::make_shared<TrigSums>(*assembly.graph());
  if (systems) equations.algebra->take_any_angle();
  const bool carries = systems && std::any_of(systems->members().begin(), systems->members().end(),
                                              [](const auto& m) { return m.is_coupled; });
  if (machine && (carries || moves_by_itself(*machine)))
    equations = Derivation(assembly, *machine, systems.get()).run();
  if (systems) add_lagrange_equations(assembly, *systems, equations);
  if (equations.rows.empty()) return {};
  return equations;
}

}  // namespace holon
