// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/machine/machine.h"

#include <algorithm>

#include "holon/base/errors.h"
#include "holon/base/names.h"
#include "holon/expr/derive/jacobian.h"
#include "holon/expr/graph/function.h"
#include "holon/mechanics/formulations/recursive.h"
#include "holon/mechanics/kinematics/force_checks.h"
#include "holon/mechanics/kinematics/joint_values.h"
#include "holon/mechanics/kinematics/not_known_yet.h"
#include "holon/mechanics/machine/earth_loads.h"
#include "holon/mechanics/machine/impact_share.h"
#include "holon/mechanics/machine/power_ports.h"
#include "holon/mechanics/mechanism/joint_model.h"
#include "holon/mechanics/tree/checks.h"
#include "holon/model/assembly/body_load.h"
#include "holon/model/assembly/energy_account.h"
#include "holon/model/assembly/frame_motion.h"
#include "holon/model/describe/validate.h"

namespace holon {

namespace {

/// One block of a joint's coordinates or rates.
struct JointBlock {
  const char* name;
  const char* free_body_name;  ///< of a body that nothing holds, whose frame has outputs of its own
  Dimension dimension;
  int size;
};

std::vector<JointBlock> blocks_of(const Mechanism& mechanism, const Link& link, bool rates) {
  using namespace dimensions;
  if (is_straight(link.type)) {
    const JointType type = mechanism.joints[static_cast<std::size_t>(link.joint)].type;
    const FreedomInfo& f = joint_info(type).freedoms[static_cast<std::size_t>(link.freedom)];
    if (rates) return {{f.rate, f.rate, f.turns ? kAngularRate : kSpeed, 1}};
    return {{f.coordinate, f.coordinate, f.turns ? kAngle : kLength, 1}};
  }
  std::vector<JointBlock> blocks;
  if (has_quaternion(link.type)) {
    blocks.push_back(rates
                         ? JointBlock{"angular_velocity", "angular_velocity_body", kAngularRate, 3}
                         : JointBlock{"orientation", "orientation", kNumber, 4});
  }
  if (link.type != JointType::spherical) {
    blocks.push_back(rates ? JointBlock{"velocity", "velocity", kSpeed, 3}
                           : JointBlock{"position", "position", kLength, 3});
  }
  return blocks;
}

std::vector<std::string> component_names(int size) {
  if (size == 4) return {"w", "x", "y", "z"};
  if (size == 3) return {"x", "y", "z"};
  return {};
}

using detail::append;

/// Where a link begins: what its joint or its free body says, or at rest in the origin.
std::vector<Expr> start_of(const Mechanism& mechanism, const Link& link, bool rates) {
  const JointInfo& info = joint_info(link.type);
  std::vector<Expr> start;
  if (link.joint >= 0) {
    const Mechanism::Joint& joint = mechanism.joints[static_cast<std::size_t>(link.joint)];
    start = rates ? joint.start_v : joint.start_q;
    if (is_straight(link.type) && !start.empty()) {
      start = {start.at(static_cast<std::size_t>(link.freedom))};
    } else if (link.reversed && !start.empty()) {
      start =
          rates ? detail::reverse_rates(joint.start_q, start) : detail::reverse_coordinates(start);
    }
  } else if (const auto& given = mechanism.bodies[static_cast<std::size_t>(link.body)].start) {
    const Rotation<Expr>& q = given->orientation;
    if (link.type == JointType::free) {
      if (rates) {
        append(start, given->angular_velocity);
      } else {
        start = {q.w(), q.x(), q.y(), q.z()};
      }
    }
    append(start, rates ? given->velocity : given->position);
  }
  if (start.empty()) {
    start.assign(static_cast<std::size_t>(rates ? info.v : info.q), 0.0);
    if (has_quaternion(link.type) && !rates) start[0] = 1.0;
  }
  return start;
}

/// Which of these a start must keep.
std::vector<bool> held_of(const Mechanism& mechanism, const Link& link, bool rates) {
  const JointInfo& info = joint_info(link.type);
  std::vector<bool> held;
  if (link.joint >= 0) {
    const Mechanism::Joint& joint = mechanism.joints[static_cast<std::size_t>(link.joint)];
    if (detail::start_is_state(joint, link)) held = rates ? joint.held_v : joint.held_q;
    if (is_straight(link.type) && !held.empty()) {
      held = {held.at(static_cast<std::size_t>(link.freedom))};
    }
  } else if (const auto& given = mechanism.bodies[static_cast<std::size_t>(link.body)].start) {
    if (link.type == JointType::free) {
      held.assign(rates ? 3 : 4, rates ? given->holds_angular_velocity : given->holds_orientation);
    }
    held.insert(held.end(), 3, rates ? given->holds_velocity : given->holds_position);
  }
  if (held.empty()) held.assign(static_cast<std::size_t>(rates ? info.v : info.q), false);
  return held;
}

bool has_always_cut_joints(const Mechanism& mechanism) {
  return std::any_of(
      mechanism.joints.begin(), mechanism.joints.end(),
      [](const Mechanism::Joint& joint) { return joint_model(joint.type).is_always_cut; });
}

/// Whether a free body has a start of its own, although a joint leads to it in the tree `start`.
bool begins_by_itself(const Mechanism& mechanism, const Link& link, const Tree& start) {
  const auto body = static_cast<std::size_t>(link.body);
  const int there = start.bodies[body].link;
  return mechanism.bodies[body].start && there != kWorld &&
         start.links[static_cast<std::size_t>(there)].joint >= 0;
}

/// What parts of other domains do to bodies.
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

/// Formulas of time alone, with their first and second derivatives; nothing where they contain
/// more.
std::optional<std::array<std::vector<Expr>, 3>> differentiate_in_time(
    Assembly& assembly, const std::vector<Expr>& formulas) {
  std::vector<Expr> known;
  try {
    known = assembly.put_in_outputs(formulas);
  } catch (const ModelError&) {
    return {};
  } catch (const NotKnownYet&) {
    return {};
  }
  const Expr time = assembly.time();
  for (const Expr& symbol : find_symbols(known))
    if (symbol != time && !assembly.time_derivative(symbol).is_constant(0.0)) return {};
  const std::vector<Expr> along{time}, one{Expr(1.0)};
  const std::vector<Expr> rates = derivative(known, along, one);
  return std::array<std::vector<Expr>, 3>{known, rates, derivative(rates, along, one)};
}

/// Conditions on velocities are formulas of the rates of prescribed motions, and so are those of
/// friction that sticks; placeholders of time derivatives cannot be put into formulas.
void write_out_motions(Mechanism& mechanism, Assembly& assembly) {
  const bool has_conditions = std::any_of(
      mechanism.equations.begin(), mechanism.equations.end(),
      [](const Mechanism::Equation& equation) { return equation.of_speeds || equation.rate; });
  if (!has_conditions) return;
  for (Mechanism::Joint& joint : mechanism.joints) {
    for (Mechanism::Freedom& freedom : joint.freedoms) {
      if (!freedom.motion) continue;
      const auto motion = differentiate_in_time(assembly, {freedom.motion->position});
      if (!motion) continue;
      freedom.motion->rate = (*motion)[1][0];
      freedom.motion->acceleration = (*motion)[2][0];
    }
    if (!joint.drive) continue;
    Mechanism::Drive& drive = *joint.drive;
    const Vector4<Expr> q = drive.place.rotation.coefficients();
    std::vector<Expr> place = detail::list_of(drive.place.position);
    place.insert(place.end(), q.begin(), q.end());
    const auto motion = differentiate_in_time(assembly, place);
    if (!motion) continue;
    const auto& [at, rates, changes] = *motion;
    const auto turn = [](const std::vector<Expr>& list) {
      return Vector4<Expr>(list[3], list[4], list[5], list[6]);
    };
    const Rotation<Expr> R(at[3], at[4], at[5], at[6]);
    drive.velocity = detail::vector_of(rates);
    drive.acceleration = detail::vector_of(changes);
    drive.angular_velocity = R.calc_body_rate(turn(rates));
    drive.angular_acceleration = R.calc_body_rate(turn(changes));
  }
}

/// Frames that move in a connection of a part with inner states are connections of it, too.
void mark_riders(Mechanism& mechanism) {
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (const Mechanism::Joint& joint : mechanism.joints) {
      if (!joint.drive) continue;
      const int parent = mechanism.find_body(joint.parent);
      const int child = mechanism.find_body(joint.child);
      if (parent == kWorld || child == kWorld) continue;
      Mechanism::Body& rider = mechanism.bodies[static_cast<std::size_t>(child)];
      if (rider.is_connection || !mechanism.bodies[static_cast<std::size_t>(parent)].is_connection)
        continue;
      rider.is_connection = goes_on = true;
    }
  }
}

bool has_connections(const Mechanism& mechanism) {
  return std::any_of(mechanism.bodies.begin(), mechanism.bodies.end(),
                     [](const Mechanism::Body& body) { return body.is_connection; });
}

/// Freedoms without inertia, where joints on connections are cut in every tree: in one that has
/// them. Points that nothing but a ball holds have no orientation.
void check_freedoms_at_connections(Mechanism mechanism, std::vector<std::string>& errors) {
  const auto is_lone_point = [&](const std::string& frame) {
    const int body = mechanism.find_body(frame);
    return body != kWorld && mechanism.bodies[static_cast<std::size_t>(body)].is_point &&
           std::count_if(mechanism.joints.begin(), mechanism.joints.end(),
                         [&](const Mechanism::Joint& joint) {
                           return mechanism.find_body(joint.parent) == body ||
                                  mechanism.find_body(joint.child) == body;
                         }) == 1;
  };
  std::vector<Mechanism::Joint> joints;
  for (const Mechanism::Joint& joint : mechanism.joints)
    if (joint.type != JointType::spherical ||
        !(is_lone_point(joint.parent) || is_lone_point(joint.child)))
      joints.push_back(joint);
  mechanism.joints = std::move(joints);
  std::vector<std::string> other;
  const Tree whole = make_tree(mechanism, other, TreeForm::start);
  if (other.empty()) detail::check_freedoms(mechanism, whole, errors);
}

/// Whether the pivots of a tree are positive, which lacks joints that hold something massless.
bool has_positive_pivots(Mechanism mechanism, const Tree& tree) {
  for (Mechanism::Body& body : mechanism.bodies) body.report = {};
  for (Mechanism::Joint& joint : mechanism.joints) joint.report = {};
  std::vector<std::string> errors;
  detail::check_freedoms(mechanism, tree, errors);
  return errors.empty();
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
    slot.machine->define_system_outputs(builder.assembly());
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
  define_earth_outputs(assembly, frame);
}

std::vector<Expr> Machine::calc_frame_output(const std::string& frame, FrameOutput which) {
  if (which == FrameOutput::specific_force) {
    const Vector3<Expr> f =
        detail::InertialMotion(symbols_, *surroundings_, frame).specific_force();
    return {f[0], f[1], f[2]};
  }
  return kinematics().calc_frame_output(mechanism.find_frame(frame), which);
}

void Machine::define_system_outputs(Assembly& assembly) {
  energy_.add_to_account(assembly);
  // Energies and powers are those of all domains, fluid is hydraulics'.
  for (const OutputType& output : system_outputs()) {
    const std::string& name = output.name;
    if (name.starts_with("energy.") || name.starts_with("fluid.") || name.ends_with("power"))
      continue;
    assembly.define_output(
        {"system." + name, output.components, output.dimension, output.description},
        [machine = shared_from_this(), name] { return machine->calc_system_output(name); });
  }
}

std::vector<Expr> Machine::calc_system_output(const std::string& name) {
  Kinematics& k = kinematics();
  const auto with_lines = [&](std::vector<Expr> sum, std::vector<Expr> Loops::LineSums::*of_lines) {
    if (!loops_) return sum;
    const Loops::LineSums lines = loops_->calc_line_sums();
    for (std::size_t i = 0; i < 3; ++i) sum[i] += (lines.*of_lines)[i];
    return sum;
  };
  const auto with_modes = [&](std::vector<Expr> sum, bool is_angular) {
    const std::vector<Expr> modes = modes_.calc_momentum(is_angular);
    for (std::size_t i = 0; i < 3; ++i) sum[i] += modes[i];
    return sum;
  };
  if (name == "momentum") {
    return inner_parts.add_momenta(
        with_modes(with_lines(k.calc_momentum(), &Loops::LineSums::momentum), false),
        &InnerPart::momentum);
  }
  if (name == "angular_momentum") {
    return inner_parts.add_momenta(
        with_modes(with_lines(k.calc_angular_momentum(), &Loops::LineSums::angular_momentum), true),
        &InnerPart::angular_momentum);
  }
  HOLON_CHECK(name == "constraint_drift", "unknown output 'system." + name + "'");
  Expr drift = k.calc_constraint_drift();
  if (loops_) {
    for (const Expr& e : loops_->rows().calc_positions()) drift = max(drift, abs(e));
  }
  return {drift};
}

Kinematics& Machine::kinematics() {
  if (!kinematics_) throw NotKnownYet("a mechanism's outputs are requested before its equations");
  return *kinematics_;
}

namespace {

const std::vector<int>& links_of(const std::vector<std::vector<int>>& of_joints, int joint) {
  if (of_joints.empty())
    throw NotKnownYet("coordinates of joints are requested before the tree is known");
  return of_joints.at(static_cast<std::size_t>(joint));
}

}  // namespace

std::vector<Expr> Machine::joint_coordinates(int joint) const {
  if (closure_of(joint) >= 0) return closure_coordinates(joint);
  if (is_open(joint)) return calc_closure_part(joint, MotionLevel::places);
  return holon::joint_coordinates(tree_, states_, links_of(links_of_joint_, joint));
}

std::vector<Expr> Machine::joint_rates(int joint) const {
  if (closure_of(joint) >= 0) return closure_rates(joint);
  if (is_open(joint)) return calc_closure_part(joint, MotionLevel::speeds);
  return holon::joint_rates(tree_, states_, links_of(links_of_joint_, joint));
}

std::vector<Expr> Machine::joint_accelerations(int joint) const {
  if (closure_of(joint) >= 0 || is_open(joint))
    return calc_closure_part(joint, MotionLevel::accelerations);
  return holon::joint_accelerations(mechanism, tree_, states_, vdot_,
                                    links_of(links_of_joint_, joint));
}

void Machine::add_wrench(PartBuilder& builder, Mechanism::Wrench wrench, SceneArrow::Kind kind) {
  const std::shared_ptr<Machine> machine = of(builder);
  if (wrench.on == "world") {
    builder.error("on", "it has no effect on the world", "name a frame of a body");
  }
  wrench.name = builder.name();
  wrench.report = builder.error_reporter();
  const std::size_t index = machine->mechanism.wrenches.size();
  const bool is_torque = kind == SceneArrow::Kind::torque;
  const char* const name = is_torque ? "world_torque" : "world_force";
  builder.assembly().scene().arrows.push_back(
      {kind, builder.name() + "." + name, FrameName{wrench.on}});
  builder.define_output(name, [machine, index, is_torque]() -> std::vector<Expr> {
    const Mechanism::Wrench& own = machine->mechanism.wrenches[index];
    const Vector3<Expr>& vector = is_torque ? own.torque : own.force;
    const std::vector<Expr> q = machine->kinematics().calc_frame_output(
        machine->mechanism.find_frame(own.axes), FrameOutput::orientation);
    const Vector3<Expr> v = Rotation<Expr>(q[0], q[1], q[2], q[3]).apply(vector);
    return {v[0], v[1], v[2]};
  });
  machine->mechanism.wrenches.push_back(std::move(wrench));
  builder.define_output("power", [machine, index]() -> std::vector<Expr> {
    return {machine->kinematics().loads().calc_wrench_power(index)};
  });
}

void Machine::formulate(Assembly& assembly) {
  formulation_ = &find_formulation(assembly.simulate().formulation);
  std::vector<std::string> errors;
  frames.place(mechanism, errors);
  write_out_motions(mechanism, assembly);
  modes_.couple(assembly, formulation_->has_body_states());
  mark_riders(mechanism);
  detail::check_force_elements(mechanism, errors);
  if (errors.empty() && !inner_parts.drive_frames(mechanism, assembly)) return;
  tree_ = make_tree(mechanism, errors);
  if (errors.empty()) frames.check_driven(mechanism, tree_, errors);
  if (errors.empty() && has_connections(mechanism) && !has_positive_pivots(mechanism, tree_)) {
    check_freedoms_at_connections(mechanism, errors);
    // Something massless on a connection: S = J M⁻¹ Jᵀ needs all bodies' inertia, [M Jᵀ; J 0] none.
    if (errors.empty() && !formulation_->has_body_states())
      formulation_ = &find_formulation(Formulation::augmented);
  }
  if (!errors.empty()) {
    if (!assembly.diagnostics().has_errors()) throw ModelError(errors.front());
    return;
  }
  choose_tree(assembly);
  modes_.add_loads(assembly);
  links_of_joint_ = find_links_of_joints(mechanism, tree_);
  inner_parts.find_links(mechanism, tree_);
  modes_.find_links();
  add_states(assembly);
  if (!formulation_->has_body_states()) check_start_position(assembly);
  kinematics_.emplace(mechanism, tree_, states_);
  if (!mechanism.equations.empty()) kinematics_->keep_constants(assembly.time());
  kinematics_->loads().apply_to(states_);
  check_lines(assembly);
  add_closures(assembly);
  if (closures_.empty()) {
    inner_parts.apply_loads(tree_, *kinematics_, states_);
    modes_.apply_loads(states_);
    vdot_ = calc_recursive(mechanism, tree_, states_);
    inner_parts.finish({}, *kinematics_, states_);
  } else {
    close_loops(assembly);
  }
  kinematics_->set_accelerations(vdot_);
  modes_.set_equations(assembly, states_);
  set_derivatives(assembly);
  set_constraints(assembly);
  if (!mechanism.stops.empty()) detail::ImpactShare(*this).add_events(assembly);
}

/// Puts the formulation's tree in the place of the spanning one.
void Machine::choose_tree(Assembly& assembly) {
  const bool has_open_joints =
      !inner_parts.empty() || modes_.has_rows() || has_always_cut_joints(mechanism);
  if (!formulation_->has_body_states() && !has_open_joints) return;
  if (formulation_->has_body_states()) find_needed_rows(assembly);
  std::vector<std::string> errors;
  const Tree start = has_open_joints ? make_tree(mechanism, errors, TreeForm::start) : tree_;
  if (formulation_->has_body_states())
    tree_ = make_tree(mechanism, errors, formulation_->tree_form());
  HOLON_CHECK(errors.empty(), "a tree of bodies finds what the spanning tree did not");
  find_body_starts(start);
}

/// The free links begin where the tree of all joints has their bodies.
void Machine::find_body_starts(const Tree& start) {
  std::vector<LinkState> begin(start.links.size());
  std::vector<Expr> from, to;
  for (const InnerPart& part : inner_parts) {
    detail::append(from, part.q);
    detail::append(to, part.starts);
    detail::append(from, part.v);
    detail::append(to, part.start_rates);
  }
  modes_.append_starts(from, to);
  for (std::size_t k = 0; k < begin.size(); ++k) {
    if (detail::set_prescribed(mechanism, start.links[k], begin[k])) {
      begin[k].q = substitute(begin[k].q, from, to);
      begin[k].v = substitute(begin[k].v, from, to);
      continue;
    }
    begin[k].q = start_of(mechanism, start.links[k], false);
    begin[k].v = start_of(mechanism, start.links[k], true);
  }
  Kinematics kinematics(mechanism, start, begin);
  for (const Link& link : tree_.links) {
    std::array<std::vector<Expr>, 2>& own = body_starts_.emplace_back();
    if (link.joint >= 0 || begins_by_itself(mechanism, link, start)) continue;
    const int frame =
        mechanism.find_frame(mechanism.bodies[static_cast<std::size_t>(link.body)].name);
    const auto append_output = [&](std::vector<Expr>& list, FrameOutput which) {
      const std::vector<Expr> more = kinematics.calc_frame_output(frame, which);
      list.insert(list.end(), more.begin(), more.end());
    };
    if (link.type == JointType::free) {
      append_output(own[0], FrameOutput::orientation);
      append_output(own[1], FrameOutput::angular_velocity_body);
    }
    append_output(own[0], FrameOutput::position);
    append_output(own[1], FrameOutput::velocity);
  }
}

std::vector<Expr> Machine::start_of_link(std::size_t link, bool rates) const {
  if (!body_starts_.empty() && !body_starts_[link][0].empty())
    return body_starts_[link][rates ? 1 : 0];
  return start_of(mechanism, tree_.links[link], rates);
}

void Machine::add_states(Assembly& assembly) {
  states_.resize(tree_.links.size());
  for (bool rates : {false, true}) {
    for (std::size_t k = 0; k < tree_.links.size(); ++k) {
      if (detail::set_prescribed(mechanism, tree_.links[k], states_[k])) continue;
      states_[k].effort = detail::freedom_of(mechanism, tree_.links[k]).effort;
      add_joint_state(assembly, k, rates);
    }
  }
}

void Machine::add_joint_state(Assembly& assembly, std::size_t index, bool rates) {
  const Link& link = tree_.links[index];
  const bool is_free_body = link.joint < 0;
  const std::string& owner = is_free_body
                                 ? mechanism.bodies[static_cast<std::size_t>(link.body)].name
                                 : mechanism.joints[static_cast<std::size_t>(link.joint)].name;
  const std::vector<Expr> start = start_of_link(index, rates);
  std::vector<Expr>& symbols = rates ? states_[index].v : states_[index].q;
  for (const JointBlock& block : blocks_of(mechanism, link, rates)) {
    StateBlock state;
    // Told from the child's side, the numbers are others than the joint's outputs.
    const bool is_inverse = link.reversed && has_quaternion(link.type);
    state.name = owner + (is_inverse ? ".reversed." : ".") +
                 (is_free_body ? block.free_body_name : block.name);
    state.components = component_names(block.size);
    state.kind = block.size == 4 ? StateBlock::Kind::quaternion : StateBlock::Kind::euclidean;
    state.dimension = block.dimension;
    state.size = block.size;
    if (state.dimension == (rates ? dimensions::kSpeed : dimensions::kLength))
      state.nominal = assembly.simulate().nominal_length.value_or(1.0);
    state.role = rates ? StateBlock::Role::rate : StateBlock::Role::coordinate;
    const std::vector<bool> held = held_of(mechanism, link, rates);
    for (int i = 0; i < block.size; ++i)
      state.held.push_back(held[symbols.size() + static_cast<std::size_t>(i)]);
    const auto first = start.begin() + static_cast<std::ptrdiff_t>(symbols.size());
    const std::vector<Expr> added =
        assembly.add_state(std::move(state), {first, first + block.size});
    symbols.insert(symbols.end(), added.begin(), added.end());
  }
}

void Machine::check_start_position(Assembly& assembly) {
  if (!tree_.cuts.empty()) return;  // where it begins is not known yet
  std::vector<std::vector<double>> positions;
  for (std::size_t k = 0; k < tree_.links.size(); ++k) {
    std::vector<Expr> start = states_[k].q;  // of what is prescribed
    if (detail::is_prescribed(mechanism, tree_.links[k])) {
      start = substitute(start, std::vector<Expr>{assembly.time()}, std::vector<Expr>{0.0});
    } else {
      start = start_of(mechanism, tree_.links[k], false);
    }
    positions.emplace_back();
    for (const Expr& e : start) {
      positions.back().push_back(detail::value_at_parameters(e, *assembly.symbols()));
    }
  }
  std::vector<std::string> errors;
  detail::check_start_position(mechanism, tree_, positions, errors);
  if (!errors.empty() && !assembly.diagnostics().has_errors()) throw ModelError(errors.front());
}

void Machine::check_lines(Assembly& assembly) {
  std::vector<Expr> from{assembly.time()}, to{0.0};
  for (std::size_t k = 0; k < tree_.links.size(); ++k) {
    if (detail::is_prescribed(mechanism, tree_.links[k])) continue;
    const std::vector<Expr> start = start_of_link(k, false);
    for (std::size_t i = 0; i < start.size(); ++i) {
      from.push_back(states_[k].q[i]);
      to.emplace_back(detail::value_at_parameters(start[i], *assembly.symbols()));
    }
  }
  detail::check_lines(mechanism, kinematics_->loads(), *assembly.symbols(), from, to);
}

void Machine::set_derivatives(Assembly& assembly) {
  for (std::size_t k = 0; k < tree_.links.size(); ++k) {
    const LinkState& state = states_[k];
    if (detail::is_prescribed(mechanism, tree_.links[k])) continue;
    const std::vector<Expr> qdot = coordinate_rates(k, state.v);
    for (std::size_t i = 0; i < qdot.size(); ++i) assembly.set_derivative(state.q[i], qdot[i]);
    for (std::size_t i = 0; i < state.v.size(); ++i) {
      assembly.set_derivative(state.v[i], vdot_[k][i]);
    }
  }
  for (const InnerPart& part : inner_parts) {
    const std::vector<Expr> qdot = part.calc_coordinate_rates(part.v);
    for (std::size_t i = 0; i < qdot.size(); ++i) assembly.set_derivative(part.q[i], qdot[i]);
    for (std::size_t i = 0; i < part.size(); ++i) assembly.set_derivative(part.v[i], part.vdot[i]);
  }
  if (!energy_.calc_dissipated_power().is_constant(0.0) || !mechanism.stops.empty())
    EnergyAccount::of(assembly)->expect_losses(assembly);
}

}  // namespace holon
