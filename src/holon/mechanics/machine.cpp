// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/machine.h"

#include "holon/base/errors.h"
#include "holon/base/names.h"
#include "holon/mechanics/force_checks.h"
#include "holon/mechanics/recursive.h"
#include "holon/model/validate.h"

namespace holon {

namespace {

constexpr int kWorld = Mechanism::kWorld;

/// One block of a joint's coordinates or rates.
struct JointBlock {
  const char* name;
  const char* free_body_name;  ///< of a body that nothing holds, whose frame has outputs of its own
  Dimension dimension;
  int size;
};

std::vector<JointBlock> blocks_of(JointType type, bool rates) {
  using namespace dimensions;
  switch (type) {
    case JointType::revolute:
      return {rates ? JointBlock{"rate", "rate", kAngularRate, 1}
                    : JointBlock{"angle", "angle", kAngle, 1}};
    case JointType::prismatic:
      return {rates ? JointBlock{"speed", "speed", kSpeed, 1}
                    : JointBlock{"position", "position", kLength, 1}};
    case JointType::translation:
      return {rates ? JointBlock{"velocity", "velocity", kSpeed, 3}
                    : JointBlock{"position", "position", kLength, 3}};
    case JointType::free:
      if (rates) {
        return {{"angular_velocity", "angular_velocity_body", kAngularRate, 3},
                {"velocity", "velocity", kSpeed, 3}};
      }
      return {{"orientation", "orientation", kNumber, 4}, {"position", "position", kLength, 3}};
    case JointType::fixed: break;
  }
  return {};
}

std::vector<std::string> component_names(int size) {
  if (size == 4) return {"w", "x", "y", "z"};
  if (size == 3) return {"x", "y", "z"};
  return {};
}

void append(std::vector<Expr>& list, const Vector3<Expr>& v) {
  for (int k = 0; k < 3; ++k) list.push_back(v[k]);
}

/// Where a link begins: what its joint or its free body says, or at rest in the origin.
std::vector<Expr> start_of(const Mechanism& mechanism, const Link& link, bool rates) {
  const JointInfo& info = joint_info(link.type);
  std::vector<Expr> start;
  if (link.joint >= 0) {
    const Mechanism::Joint& joint = mechanism.joints[static_cast<std::size_t>(link.joint)];
    start = rates ? joint.start_v : joint.start_q;
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
    if (link.type == JointType::free && !rates) start[0] = 1.0;
  }
  return start;
}

}  // namespace

std::shared_ptr<Machine> Machine::of(PartBuilder& builder) {
  struct Slot {
    std::shared_ptr<Machine> machine;
  };
  Slot& slot = builder.domain<Slot>();
  if (!slot.machine) {
    slot.machine = std::make_shared<Machine>();
    slot.machine->mechanism.gravity = builder.assembly().world().gravity;
    slot.machine->define_system_outputs(builder.assembly());
    builder.assembly().on_formulate("mechanics", [machine = slot.machine](Assembly& assembly) {
      machine->formulate(assembly);
    });
  }
  return slot.machine;
}

void Machine::define_frame_outputs(Assembly& assembly, const std::string& frame, bool is_body) {
  assembly.define_outputs(
      frame, is_body ? own_frame_outputs() : frame_outputs(),
      [machine = shared_from_this(), index = mechanism.find_frame(frame)](int which) {
        return machine->kinematics().calc_frame_output(index, static_cast<FrameOutput>(which));
      });
}

void Machine::define_system_outputs(Assembly& assembly) {
  assembly.define_outputs("system", system_outputs(), [machine = shared_from_this()](int which) {
    return machine->calc_system_output(which);
  });
}

std::vector<Expr> Machine::calc_system_output(int index) {
  Kinematics& k = kinematics();
  const std::string& name = system_outputs()[static_cast<std::size_t>(index)].name;
  if (name == "energy.kinetic") return {k.calc_kinetic_energy()};
  if (name == "energy.potential") return {k.calc_potential_energy()};
  if (name == "energy.total") return {k.calc_kinetic_energy() + k.calc_potential_energy()};
  if (name == "energy.dissipated") return {dissipated_};
  if (name == "momentum") return k.calc_momentum();
  if (name == "angular_momentum") return k.calc_angular_momentum();
  HOLON_CHECK(name == "constraint_drift", "unknown output 'system." + name + "'");
  return {k.calc_constraint_drift()};
}

Kinematics& Machine::kinematics() {
  HOLON_CHECK(kinematics_.has_value(),
              "a mechanism's outputs are asked for before it is formulated");
  return *kinematics_;
}

const LinkState& Machine::joint_state(int joint) const {
  const int link = link_of_joint_.at(static_cast<std::size_t>(joint));
  return states_.at(static_cast<std::size_t>(link));
}

std::vector<Expr> Machine::joint_accelerations(int joint) const {
  const auto link = static_cast<std::size_t>(link_of_joint_.at(static_cast<std::size_t>(joint)));
  const auto& freedom = mechanism.joints[static_cast<std::size_t>(joint)].freedom;
  if (freedom.motion) return {freedom.motion->acceleration};
  return vdot_.at(link);
}

void Machine::add_wrench(PartBuilder& builder, Mechanism::Wrench wrench) {
  const std::shared_ptr<Machine> machine = of(builder);
  if (wrench.on == "world") {
    builder.error("on", "it has no effect on the world", "name a frame of a body");
  }
  wrench.name = builder.name();
  wrench.report = builder.error_reporter();
  const std::size_t index = machine->mechanism.wrenches.size();
  machine->mechanism.wrenches.push_back(std::move(wrench));
  builder.define_output("power", [machine, index]() -> std::vector<Expr> {
    return {machine->kinematics().loads().calc_wrench_power(index)};
  });
}

void Machine::formulate(Assembly& assembly) {
  std::vector<std::string> errors;
  detail::check_force_elements(mechanism, errors);
  tree_ = make_tree(mechanism, errors);
  if (!errors.empty()) {
    if (!assembly.diagnostics().has_errors()) throw ModelError(errors.front());
    return;
  }
  if (!tree_.cuts.empty()) {
    const auto cut = static_cast<std::size_t>(tree_.cuts.front().joint);
    mechanism.joints[cut].report("between", "closed loops are not in this version yet", "");
    return;
  }
  link_of_joint_.assign(mechanism.joints.size(), kWorld);
  for (std::size_t k = 0; k < tree_.links.size(); ++k) {
    const int joint = tree_.links[k].joint;
    if (joint >= 0) link_of_joint_[static_cast<std::size_t>(joint)] = static_cast<int>(k);
  }
  add_states(assembly);
  kinematics_.emplace(mechanism, tree_, states_);
  kinematics_->loads().apply_to(states_);
  check_lines(assembly);
  vdot_ = calc_recursive(mechanism, tree_, states_);
  kinematics_->set_accelerations(vdot_);
  set_derivatives(assembly);
}

void Machine::add_states(Assembly& assembly) {
  states_.resize(tree_.links.size());
  for (bool rates : {false, true}) {
    for (std::size_t k = 0; k < tree_.links.size(); ++k) {
      const Mechanism::Freedom& freedom = detail::freedom_of(mechanism, tree_.links[k]);
      if (freedom.motion) {
        states_[k].q = {freedom.motion->position};
        states_[k].v = {freedom.motion->rate};
        states_[k].vdot = freedom.motion->acceleration;
      } else {
        states_[k].effort = freedom.effort;
        add_joint_state(assembly, k, rates);
      }
    }
  }
}

void Machine::add_joint_state(Assembly& assembly, std::size_t index, bool rates) {
  const Link& link = tree_.links[index];
  const bool is_free_body = link.joint < 0;
  const std::string& owner = is_free_body
                                 ? mechanism.bodies[static_cast<std::size_t>(link.body)].name
                                 : mechanism.joints[static_cast<std::size_t>(link.joint)].name;
  const std::vector<Expr> start = start_of(mechanism, link, rates);
  std::vector<Expr>& symbols = rates ? states_[index].v : states_[index].q;
  for (const JointBlock& block : blocks_of(link.type, rates)) {
    StateBlock state;
    state.name = owner + "." + (is_free_body ? block.free_body_name : block.name);
    state.components = component_names(block.size);
    state.kind = block.size == 4 ? StateBlock::Kind::quaternion : StateBlock::Kind::euclidean;
    state.dimension = block.dimension;
    state.size = block.size;
    const auto first = start.begin() + static_cast<std::ptrdiff_t>(symbols.size());
    const std::vector<Expr> added =
        assembly.add_state(std::move(state), {first, first + block.size});
    symbols.insert(symbols.end(), added.begin(), added.end());
  }
}

void Machine::check_lines(Assembly& assembly) {
  std::vector<Expr> from{assembly.time()}, to{0.0};
  for (std::size_t k = 0; k < tree_.links.size(); ++k) {
    if (detail::freedom_of(mechanism, tree_.links[k]).motion) continue;
    const std::vector<Expr> start = start_of(mechanism, tree_.links[k], false);
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
    if (detail::freedom_of(mechanism, tree_.links[k]).motion) continue;
    std::vector<Expr> qdot = state.v;
    if (tree_.links[k].type == JointType::free) {
      qdot = call(detail::quaternion_rate_function(),
                  std::vector<Expr>{state.q[0], state.q[1], state.q[2], state.q[3], state.v[0],
                                    state.v[1], state.v[2]});
      qdot.insert(qdot.end(), state.v.begin() + 3, state.v.end());
    }
    for (std::size_t i = 0; i < qdot.size(); ++i) assembly.set_derivative(state.q[i], qdot[i]);
    for (std::size_t i = 0; i < state.v.size(); ++i) {
      assembly.set_derivative(state.v[i], vdot_[k][i]);
    }
  }
  const Expr power = kinematics_->calc_damping_power();
  if (power.is_constant(0.0)) return;
  StateBlock state;
  state.name = "system.energy.dissipated";
  state.dimension = dimensions::kEnergy;
  dissipated_ = assembly.add_state(std::move(state), {0.0})[0];
  assembly.set_derivative(dissipated_, power);
}

}  // namespace holon
