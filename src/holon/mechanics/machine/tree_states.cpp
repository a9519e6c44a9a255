// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/machine/tree_states.h"

#include "holon/base/errors.h"
#include "holon/expr/graph/function.h"
#include "holon/mechanics/kernels/traced.h"
#include "holon/mechanics/kinematics/not_known_yet.h"
#include "holon/mechanics/mechanism/joint_model.h"
#include "holon/mechanics/tree/checks.h"
#include "holon/model/describe/validate.h"

namespace holon::detail {

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

}  // namespace

void TreeStates::add_to(Assembly& assembly) {
  links_.resize(tree_.links.size());
  for (bool rates : {false, true}) {
    for (std::size_t k = 0; k < tree_.links.size(); ++k) {
      if (set_prescribed(mechanism_, tree_.links[k], links_[k])) continue;
      links_[k].effort = freedom_of(mechanism_, tree_.links[k]).effort;
      add_state(assembly, k, rates);
    }
  }
}

void TreeStates::add_state(Assembly& assembly, std::size_t index, bool rates) {
  const Link& link = tree_.links[index];
  const bool is_free_body = link.joint < 0;
  const std::string& owner = is_free_body
                                 ? mechanism_.bodies[static_cast<std::size_t>(link.body)].name
                                 : mechanism_.joints[static_cast<std::size_t>(link.joint)].name;
  const std::vector<Expr> start = starts_.of_link(mechanism_, tree_, index, rates);
  std::vector<Expr>& symbols = rates ? links_[index].v : links_[index].q;
  for (const JointBlock& block : blocks_of(mechanism_, link, rates)) {
    StateBlock state;
    // Of a reversed link the numbers are others than the joint's outputs.
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
    const std::vector<bool> held = held_of(mechanism_, link, rates);
    for (int i = 0; i < block.size; ++i)
      state.held.push_back(held[symbols.size() + static_cast<std::size_t>(i)]);
    const auto first = start.begin() + static_cast<std::ptrdiff_t>(symbols.size());
    const std::vector<Expr> added =
        assembly.add_state(std::move(state), {first, first + block.size});
    symbols.insert(symbols.end(), added.begin(), added.end());
  }
}

void TreeStates::check_start_position(Assembly& assembly) const {
  if (!tree_.cuts.empty()) return;  // where it begins is not known yet
  std::vector<std::vector<double>> positions;
  for (std::size_t k = 0; k < tree_.links.size(); ++k) {
    std::vector<Expr> start = links_[k].q;  // of what is prescribed
    if (is_prescribed(mechanism_, tree_.links[k])) {
      start = substitute(start, std::vector<Expr>{assembly.time()}, std::vector<Expr>{0.0});
    } else {
      start = given_start(mechanism_, tree_.links[k], false);
    }
    positions.emplace_back();
    for (const Expr& e : start) {
      positions.back().push_back(value_at_parameters(e, *assembly.symbols()));
    }
  }
  std::vector<std::string> errors;
  detail::check_start_position(mechanism_, tree_, positions, errors);
  if (!errors.empty() && !assembly.diagnostics().has_errors()) throw ModelError(errors.front());
}

std::pair<std::vector<Expr>, std::vector<Expr>> TreeStates::start_coordinates(
    const Symbols& symbols) const {
  std::vector<Expr> coordinates, values;
  for (std::size_t k = 0; k < tree_.links.size(); ++k) {
    if (is_prescribed(mechanism_, tree_.links[k])) continue;
    const std::vector<Expr> start = starts_.of_link(mechanism_, tree_, k, false);
    for (std::size_t i = 0; i < start.size(); ++i) {
      coordinates.push_back(links_[k].q[i]);
      values.emplace_back(value_at_parameters(start[i], symbols));
    }
  }
  return {coordinates, values};
}

void TreeStates::set_derivatives(Assembly& assembly) const {
  for (std::size_t k = 0; k < tree_.links.size(); ++k) {
    const LinkState& state = links_[k];
    if (is_prescribed(mechanism_, tree_.links[k])) continue;
    const std::vector<Expr> qdot = coordinate_rates(k, state.v);
    for (std::size_t i = 0; i < qdot.size(); ++i) assembly.set_derivative(state.q[i], qdot[i]);
    for (std::size_t i = 0; i < state.v.size(); ++i) {
      assembly.set_derivative(state.v[i], vdot_[k][i]);
    }
  }
}

std::vector<Expr> TreeStates::coordinate_rates(std::size_t link,
                                               const std::vector<Expr>& rates) const {
  if (!has_quaternion(tree_.links[link].type)) return rates;
  const std::vector<Expr>& q = links_[link].q;
  std::vector<Expr> qdot =
      call(quaternion_rate_function(),
           std::vector<Expr>{q[0], q[1], q[2], q[3], rates[0], rates[1], rates[2]});
  qdot.insert(qdot.end(), rates.begin() + 3, rates.end());
  return qdot;
}

const std::vector<int>& TreeStates::links_of_joint(int joint) const {
  if (links_of_joint_.empty())
    throw NotKnownYet("coordinates of joints are requested before the tree is known");
  return links_of_joint_.at(static_cast<std::size_t>(joint));
}

std::vector<Expr> TreeStates::joint_coordinates(int joint) const {
  return holon::joint_coordinates(tree_, links_, links_of_joint(joint));
}

std::vector<Expr> TreeStates::joint_rates(int joint) const {
  return holon::joint_rates(tree_, links_, links_of_joint(joint));
}

std::vector<Expr> TreeStates::joint_accelerations(int joint) const {
  return holon::joint_accelerations(mechanism_, tree_, links_, vdot_, links_of_joint(joint));
}

}  // namespace holon::detail
