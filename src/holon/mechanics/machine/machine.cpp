// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/machine/machine.h"

#include <algorithm>

#include "holon/base/errors.h"
#include "holon/mechanics/formulations/recursive.h"
#include "holon/mechanics/kinematics/force_checks.h"
#include "holon/mechanics/kinematics/not_known_yet.h"
#include "holon/mechanics/machine/connection_checks.h"
#include "holon/mechanics/machine/earth_loads.h"
#include "holon/mechanics/machine/frame_outputs.h"
#include "holon/mechanics/machine/impact_share.h"
#include "holon/mechanics/machine/loop_constraints.h"
#include "holon/mechanics/machine/power_ports.h"
#include "holon/mechanics/machine/prescribed_motion.h"
#include "holon/mechanics/machine/system_motion.h"
#include "holon/mechanics/mechanism/joint_model.h"
#include "holon/model/assembly/body_load.h"
#include "holon/model/assembly/energy_account.h"
#include "holon/model/assembly/frame_motion.h"
#include "holon/model/describe/validate.h"

namespace holon {

namespace {

bool has_always_cut_joints(const Mechanism& mechanism) {
  return std::any_of(
      mechanism.joints.begin(), mechanism.joints.end(),
      [](const Mechanism::Joint& joint) { return joint_model(joint.type).is_always_cut; });
}

/// Forces and torques of other domains' parts on bodies.
void take_body_loads(Machine& machine, Assembly& assembly) {
  for (const BodyLoad& load : BodyLoads::of(assembly).loads()) {
    Mechanism::Wrench wrench;
    wrench.name = load.name;
    wrench.on = load.on.path;
    wrench.force = load.force;
    wrench.torque = load.torque;
    wrench.report = load.report;
    wrench.is_inner = load.is_inner;
    machine.mechanism.wrenches.push_back(std::move(wrench));
    machine.energy().add_stored(load.stored);
    machine.energy().add_dissipated(load.dissipated);
  }
}

/// Whether the tree does not have the joint: it is a closure, or a Free one that is measured.
bool is_cut(const Mechanism& mechanism, const detail::TreeStates& states,
            const detail::LoopClosures& closures, int joint) {
  if (closures.of_joint(joint) >= 0) return true;
  return mechanism.joints[static_cast<std::size_t>(joint)].type == JointType::free &&
         states.links_of_joint(joint).empty();
}

/// Lines without a length where the machine starts.
void check_start_of_lines(const Mechanism& mechanism, const detail::TreeStates& states,
                          Kinematics& kinematics, Assembly& assembly) {
  std::vector<Expr> from{assembly.time()}, to{0.0};
  const auto [coordinates, starts] = states.start_coordinates(*assembly.symbols());
  detail::append(from, coordinates);
  detail::append(to, starts);
  detail::check_lines(mechanism, kinematics.loads(), *assembly.symbols(), from, to);
}

/// Force and moment by link, empty where there are none, added to the loads of the links.
void add_to_link_loads(const std::vector<std::vector<Expr>>& loads,
                       std::vector<LinkState>& states) {
  for (std::size_t k = 0; k < loads.size(); ++k) {
    if (loads[k].empty()) continue;
    if (!states[k].load) states[k].load.emplace();
    for (std::size_t i = 0; i < 6; ++i) (*states[k].load)[i] += loads[k][i];
  }
}

/// What closures, and bodies on lines, exert on bodies.
std::vector<Kinematics::BodyWrench> list_loop_wrenches(const std::vector<Closure>& closures,
                                                       Loops& loops, detail::LineShare& lines) {
  std::vector<Kinematics::BodyWrench> wrenches;
  for (std::size_t c = 0; c < closures.size(); ++c) {
    const Closure& closure = closures[c];
    if (closure.equation()) {
      for (auto& wrench : loops.reactions().calc_equation_wrenches(c))
        wrenches.push_back(std::move(wrench));
      continue;
    }
    if (closure.line()) continue;
    const auto reaction = loops.reactions().calc_reaction(c);
    for (const bool child : {false, true})
      wrenches.push_back({closure.bodies[child ? 1 : 0], !child, closure.sides[1], reaction});
  }
  lines.append_wrenches(wrenches);
  return wrenches;
}

/// Where an assembly keeps its machine.
struct MachineSlot {
  std::shared_ptr<Machine> machine;
};

}  // namespace

std::shared_ptr<Machine> Machine::find(Assembly& assembly) {
  return assembly.domain<MachineSlot>().machine;
}

std::shared_ptr<Machine> Machine::of(PartBuilder& builder) {
  MachineSlot& slot = builder.domain<MachineSlot>();
  if (!slot.machine) {
    slot.machine = std::make_shared<Machine>();
    slot.machine->mechanism.gravity = builder.assembly().world().gravity;
    slot.machine->symbols_ = builder.assembly().symbols();
    slot.machine->surroundings_ = &detail::Surroundings::of(builder.assembly());
    slot.machine->energy_.add_to_account(builder.assembly());
    detail::define_system_motion(slot.machine, builder.assembly());
    detail::add_earth_loads(slot.machine, builder.assembly());
    builder.assembly().on_formulate("mechanics", [machine = slot.machine](Assembly& assembly) {
      machine->formulate(assembly);
    });
    builder.assembly().on_connect("body loads", [machine = slot.machine](Assembly& assembly) {
      take_body_loads(*machine, assembly);
    });
    detail::offer_power_ports(slot.machine, builder.assembly());
  }
  return slot.machine;
}

void Machine::define_frame_outputs(Assembly& assembly, const std::string& frame, bool is_body) {
  assembly.define_outputs(frame, is_body ? own_frame_outputs() : frame_outputs(),
                          [machine = shared_from_this(), frame](int which) {
                            return machine->calc_frame_output(frame,
                                                              static_cast<FrameOutput>(which));
                          });
  detail::define_earth_outputs(assembly, frame);
}

std::vector<Expr> Machine::calc_frame_output(const std::string& frame, FrameOutput which) {
  if (which == FrameOutput::specific_force) {
    const Vector3<Expr> f =
        detail::InertialMotion(symbols_, *surroundings_, frame).specific_force();
    return {f[0], f[1], f[2]};
  }
  return kinematics().calc_frame_output(mechanism.find_frame(frame), which);
}

Kinematics& Machine::kinematics() {
  if (!kinematics_) throw NotKnownYet("a mechanism's outputs are requested before its equations");
  return *kinematics_;
}

std::vector<Expr> Machine::joint_coordinates(int joint) {
  return is_cut(mechanism, tree_states_, closures_, joint)
             ? cut_motions_.coordinates(joint, kinematics())
             : tree_states_.joint_coordinates(joint);
}

std::vector<Expr> Machine::joint_rates(int joint) {
  return is_cut(mechanism, tree_states_, closures_, joint) ? cut_motions_.rates(joint, kinematics())
                                                           : tree_states_.joint_rates(joint);
}

std::vector<Expr> Machine::joint_accelerations(int joint) {
  return is_cut(mechanism, tree_states_, closures_, joint)
             ? cut_motions_.calc(joint, MotionLevel::accelerations, kinematics())
             : tree_states_.joint_accelerations(joint);
}

std::array<std::vector<Expr>, 2> Machine::joint_reaction(int joint) {
  const int closure = closures_.of_joint(joint);
  if (closure >= 0)
    return closed_loops().reactions().calc_reaction(static_cast<std::size_t>(closure));
  if (is_cut(mechanism, tree_states_, closures_, joint))
    return {std::vector<Expr>(3, 0.0), std::vector<Expr>(3, 0.0)};
  return kinematics().calc_reaction(joint);
}

Loops& Machine::closed_loops() {
  if (!loops_) throw NotKnownYet("the loads of closed loops are requested before they are closed");
  return *loops_;
}

Expr Machine::rod_tension(std::size_t rod) {
  return closed_loops().reactions().calc_tension(closures_.of_rod(rod));
}

Expr Machine::equation_multiplier(int equation) {
  const int closure = equations_.closure_of(static_cast<std::size_t>(equation));
  return closure < 0
             ? Expr(0.0)
             : closed_loops().reactions().calc_multiplier(static_cast<std::size_t>(closure));
}

/// The spanning tree of all joints; false where something is wrong, which is reported then.
bool Machine::make_spanning_tree(Assembly& assembly) {
  std::vector<std::string> errors;
  frames.place(mechanism, errors);
  detail::write_out_motions(mechanism, assembly);
  modes_.couple(assembly, formulation_->has_body_states());
  detail::mark_connections(mechanism);
  detail::check_force_elements(mechanism, errors);
  if (errors.empty() && !inner_parts.drive_frames(mechanism, assembly)) return false;
  tree_states_.set_tree(make_tree(mechanism, errors));
  if (errors.empty()) frames.check_driven(mechanism, tree(), errors);
  if (errors.empty() && detail::has_massless_freedoms(mechanism, tree())) {
    detail::check_freedoms_at_connections(mechanism, errors);
    // Something massless on a connection: S = J M⁻¹ Jᵀ needs all bodies' inertia, [M Jᵀ; J 0] none.
    if (errors.empty() && !formulation_->has_body_states())
      formulation_ = &find_formulation(Formulation::augmented);
  }
  if (errors.empty()) return true;
  if (!assembly.diagnostics().has_errors()) throw ModelError(errors.front());
  return false;
}

void Machine::formulate(Assembly& assembly) {
  formulation_ = &find_formulation(assembly.simulate().formulation);
  if (!make_spanning_tree(assembly)) return;
  choose_tree(assembly);
  modes_.add_loads(assembly);
  tree_states_.find_joint_links();
  inner_parts.find_links(mechanism, tree());
  modes_.find_links();
  tree_states_.add_to(assembly);
  if (!formulation_->has_body_states()) tree_states_.check_start_position(assembly);
  std::vector<LinkState>& states = tree_states_.links();
  kinematics_.emplace(mechanism, tree(), states);
  if (!mechanism.equations.empty()) kinematics_->keep_constants(assembly.time());
  kinematics_->loads().apply_to(states);
  check_start_of_lines(mechanism, tree_states_, *kinematics_, assembly);
  closures_.add_joints(assembly, mechanism, tree(), formulation_->has_body_states());
  closures_.add_rods(mechanism, tree());
  lines_.add_closures(closures_.list());
  equations_.add_closures(assembly, closures_.list());
  if (!mechanism.equations.empty()) cut_motions_.copy_to(closures_);
  closures_.set_angle_derivatives(assembly, *kinematics_);
  if (closures().empty()) {
    inner_parts.apply_loads(tree(), *kinematics_, states);
    modes_.apply_loads(states);
    tree_states_.set_accelerations(calc_recursive(mechanism, tree(), states));
    inner_parts.finish({}, *kinematics_, states);
  } else {
    close_loops(assembly);
  }
  kinematics_->set_accelerations(tree_states_.accelerations());
  modes_.set_equations(assembly, states);
  tree_states_.set_derivatives(assembly);
  inner_parts.set_derivatives(assembly);
  if (!energy_.calc_dissipated_power().is_constant(0.0) || !mechanism.stops.empty())
    EnergyAccount::of(assembly)->expect_losses(assembly);
  detail::add_loop_constraints(*this, assembly);
  if (!mechanism.stops.empty()) detail::ImpactShare(*this).add_events(assembly);
}

/// Puts the formulation's tree in the place of the spanning one.
void Machine::choose_tree(Assembly& assembly) {
  const bool has_open_joints =
      !inner_parts.empty() || modes_.has_rows() || has_always_cut_joints(mechanism);
  if (!formulation_->has_body_states() && !has_open_joints) return;
  if (formulation_->has_body_states())
    closures_.find_needed_rows(mechanism, tree(), *assembly.graph());
  std::vector<std::string> errors;
  const Tree start = has_open_joints ? make_tree(mechanism, errors, TreeForm::start) : tree();
  if (formulation_->has_body_states())
    tree_states_.set_tree(make_tree(mechanism, errors, formulation_->tree_form()));
  HOLON_CHECK(errors.empty(), "a tree of bodies finds what the spanning tree did not");
  detail::StartValues::PartStates parts;
  for (const InnerPart& part : inner_parts) {
    detail::append(parts.states, part.q);
    detail::append(parts.starts, part.starts);
    detail::append(parts.states, part.v);
    detail::append(parts.starts, part.start_rates);
  }
  modes_.append_starts(parts.states, parts.starts);
  tree_states_.place_bodies(start, parts);
}

void Machine::close_loops(Assembly& assembly) {
  std::vector<LinkState>& states = tree_states_.links();
  closures_.add_efforts(*kinematics_, states, energy_);
  inner_parts.apply_loads(tree(), *kinematics_, states);
  modes_.apply_loads(states);
  std::vector<PartResponse> parts = inner_parts.responses();
  parts.insert(parts.end(), modes_.responses().begin(), modes_.responses().end());
  const std::vector<LinkState> own_states = states;
  equations_.take_off_flow_efforts(closures(), states);
  loops_.emplace(
      mechanism, tree(), states, closures(),
      [this](ConstraintRows& rows) { return formulation_->make_solver(rows); }, &*kinematics_,
      [&assembly](std::vector<Expr> expressions) {
        return assembly.put_in_outputs(std::move(expressions));
      },
      std::move(parts),
      [&assembly](const Expr& e) { return detail::value_at_parameters(e, *assembly.symbols()); });
  std::optional<Loops::Baumgarte> baumgarte;
  if (const auto& given = assembly.simulate().stabilisation.baumgarte)
    baumgarte = {given->alpha, given->beta};
  tree_states_.set_accelerations(loops_->calc_accelerations(baumgarte));
  states = own_states;
  std::vector<std::vector<Expr>> added = loops_->calc_part_accelerations();
  modes_.set_added(
      {added.begin() + static_cast<std::ptrdiff_t>(inner_parts.responses().size()), added.end()});
  inner_parts.finish(added, *kinematics_, states);
  // From here on what the closures carry counts as loads: so reactions and accelerations agree.
  add_to_link_loads(loops_->reactions().calc_loads(), states);
  // Only for Fixed joints, and only where their reactions are requested.
  kinematics_->set_body_wrenches(
      [this] { return list_loop_wrenches(closures(), *loops_, lines_); });
}

}  // namespace holon
