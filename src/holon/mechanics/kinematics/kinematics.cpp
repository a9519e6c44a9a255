// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/kinematics/kinematics.h"

#include <algorithm>

#include "holon/base/errors.h"
#include "holon/mechanics/kinematics/loads.h"
#include "holon/mechanics/kinematics/not_known_yet.h"

namespace holon {

namespace {

using detail::Kinds;
using detail::LinkShape;
using detail::LinkSum;

using detail::append;

/// As seen by a frame that does not move.
std::vector<Expr> resting_output(const FramePlace& place, FrameOutput which) {
  if (which == FrameOutput::position) {
    return {place.position[0], place.position[1], place.position[2]};
  }
  if (which == FrameOutput::orientation) {
    const Rotation<Expr>& q = place.rotation;
    return {q.w(), q.x(), q.y(), q.z()};
  }
  return {0.0, 0.0, 0.0};
}

}  // namespace

Kinematics::Kinematics(const Mechanism& mechanism, const Tree& tree,
                       const std::vector<LinkState>& states)
    : mechanism_(mechanism),
      tree_(tree),
      states_(states),
      link_of_joint_(mechanism.joints.size(), kWorld) {
  const std::size_t count = tree.links.size();
  for (std::size_t k = 0; k < count; ++k) {
    shapes_.push_back(detail::make_shape(mechanism, tree.links[k], states[k]));
    const int joint = tree.links[k].joint;
    // Of the motions of a joint the one that stands at its child's side.
    if (joint < 0) continue;
    int& own = link_of_joint_[static_cast<std::size_t>(joint)];
    if (own == kWorld || !tree.links[k].reversed) own = static_cast<int>(k);
  }
  for (Values* values :
       {&attitude_, &pose_, &orientation_, &velocity_, &acceleration_, &reaction_}) {
    values->resize(count);
  }
  make_kinds();
  loads_ = std::make_unique<Loads>(mechanism, tree, *this);
}

Kinematics::~Kinematics() = default;

void Kinematics::set_accelerations(std::vector<std::vector<Expr>> vdot) {
  vdot_ = std::move(vdot);
  for (std::size_t k = 0; k < shapes_.size(); ++k) {
    shapes_[k].has_load = states_[k].load.has_value();
  }
  detail::find_idle_links(tree_, shapes_);
  make_reaction_kinds();
}

void Kinematics::make_kinds() {
  for (std::size_t k = 0; k < shapes_.size(); ++k) {
    const Link& link = tree_.links[k];
    const std::string text = shapes_[k].text();
    const std::vector<Expr> constants = detail::joint_constants(link);
    pose_kinds_.add(text, constants);
    velocity_kinds_.add(text, constants);
    acceleration_kinds_.add(text, constants);
    orientation_kinds_.add(text, detail::rotation_quaternion(link));
  }
  for (Kinds* kinds : {&pose_kinds_, &velocity_kinds_, &acceleration_kinds_, &orientation_kinds_}) {
    kinds->classify();
  }
}

void Kinematics::make_reaction_kinds() {
  reaction_kinds_ = {};
  for (std::size_t k = 0; k < shapes_.size(); ++k) {
    const Link& link = tree_.links[k];
    reaction_kinds_.add(shapes_[k].text() + std::to_string(link.children.size()),
                        detail::reaction_constants(tree_, link, mechanism_.gravity));
  }
  reaction_kinds_.classify();
}

const std::vector<Expr>& Kinematics::outward(
    std::size_t link, Values& values, Kinds& kinds, const Make& make,
    const std::function<void(std::size_t, std::vector<Expr>&)>& more) {
  std::vector<std::size_t> way;
  for (int k = static_cast<int>(link); k != kWorld && values[static_cast<std::size_t>(k)].empty();
       k = tree_.links[static_cast<std::size_t>(k)].parent) {
    way.push_back(static_cast<std::size_t>(k));
  }
  for (std::size_t at = way.size(); at-- > 0;) {
    const std::size_t k = way[at];
    std::vector<Expr> arguments;
    if (tree_.links[k].parent != kWorld) {
      append(arguments, values[static_cast<std::size_t>(tree_.links[k].parent)]);
    }
    more(k, arguments);
    FunctionRef& function = kinds.function(k);
    if (!function) function = make(k, kinds);
    kinds.append_arguments(k, arguments);
    values[k] =
        &values == &acceleration_ ? call(function, arguments) : keep(call(function, arguments));
  }
  return values[link];
}

std::vector<Expr> Kinematics::keep(std::vector<Expr> values) const {
  const auto is_constant = [](const Expr& e) { return e.is_constant(); };
  if (!kept_by_ || std::none_of(values.begin(), values.end(), is_constant)) return values;
  detail::KernelBuilder k;
  k.input_group("any");
  k.input("any");
  k.output_group("constants");
  for (const Expr& e : values)
    if (e.is_constant()) k.output_in_place(e);
  const std::vector<Expr> constants = call(k.make("constants"), std::vector<Expr>{*kept_by_});
  auto next = constants.begin();
  for (Expr& e : values)
    if (e.is_constant()) e = *next++;
  return values;
}

const std::vector<Expr>& Kinematics::attitude(std::size_t link) {
  if (attitude_[link].empty())
    attitude_[link] = detail::calc_attitude(shapes_[link], states_[link]);
  return attitude_[link];
}

const std::vector<Expr>& Kinematics::pose(std::size_t link) {
  return outward(
      link, pose_, pose_kinds_,
      [&](std::size_t k, const Kinds& kinds) { return detail::make_pose(shapes_[k], kinds, k); },
      [&](std::size_t k, std::vector<Expr>& arguments) {
        detail::append_joint(arguments, shapes_[k], states_[k], attitude(k));
      });
}

const std::vector<Expr>& Kinematics::orientation(std::size_t link) {
  return outward(
      link, orientation_, orientation_kinds_,
      [&](std::size_t k, const Kinds& kinds) {
        return detail::make_orientation(shapes_[k], kinds, k);
      },
      [&](std::size_t k, std::vector<Expr>& arguments) {
        if (shapes_[k].is_hinged()) {
          append(arguments, call(detail::half_turn_function(), states_[k].q));
        } else if (shapes_[k].has_quaternion()) {
          append(arguments, std::span(states_[k].q).first(4));
        }
      });
}

const std::vector<Expr>& Kinematics::velocity(std::size_t link) {
  return outward(
      link, velocity_, velocity_kinds_,
      [&](std::size_t k, const Kinds& kinds) {
        return detail::make_velocity(shapes_[k], kinds, k);
      },
      [&](std::size_t k, std::vector<Expr>& arguments) {
        detail::append_joint(arguments, shapes_[k], states_[k], attitude(k));
        append(arguments, states_[k].v);
      });
}

std::vector<Expr> Kinematics::link_changes(std::size_t link) const {
  if (shapes_[link].prescribed) return states_[link].vdot;
  if (link >= vdot_.size()) throw NotKnownYet("accelerations are not known yet");
  return vdot_[link];
}

const std::vector<Expr>& Kinematics::acceleration(std::size_t link) {
  return outward(
      link, acceleration_, acceleration_kinds_,
      [&](std::size_t k, const Kinds& kinds) {
        return detail::make_acceleration(shapes_[k], kinds, k);
      },
      [&](std::size_t k, std::vector<Expr>& arguments) {
        // Of the parent: omega, then alpha and a, which are there already.
        if (const int parent = tree_.links[k].parent; parent != kWorld) {
          const std::vector<Expr>& motion = velocity(static_cast<std::size_t>(parent));
          arguments.insert(arguments.begin(), motion.begin(), motion.begin() + 3);
        }
        detail::append_joint(arguments, shapes_[k], states_[k], attitude(k));
        append(arguments, states_[k].v);
        append(arguments, link_changes(k));
      });
}

const std::vector<Expr>& Kinematics::reaction(std::size_t link) {
  // All that hang on it, the outermost first.
  std::vector<std::size_t> below{link};
  for (std::size_t at = 0; at < below.size(); ++at) {
    for (int c : tree_.links[below[at]].children) {
      if (reaction_[static_cast<std::size_t>(c)].empty()) {
        below.push_back(static_cast<std::size_t>(c));
      }
    }
  }
  for (std::size_t at = below.size(); at-- > 0;) {
    const std::size_t k = below[at];
    if (!reaction_[k].empty()) continue;
    // A frame that may move by sampled values, which have no velocity: nothing is on it.
    if (shapes_[k].is_idle) {
      reaction_[k].assign(12, 0.0);
      continue;
    }
    std::vector<Expr> arguments;
    append(arguments, std::span(pose(k)).first(9));
    append(arguments, std::span(velocity(k)).first(3));
    append(arguments, acceleration(k));
    if (shapes_[k].has_load) append(arguments, *states_[k].load);
    for (int c : tree_.links[k].children) {
      append(arguments, std::span(reaction_[static_cast<std::size_t>(c)]).last(6));
    }
    detail::append_joint(arguments, shapes_[k], states_[k], attitude(k));
    FunctionRef& function = reaction_kinds_.function(k);
    if (!function) {
      function = detail::make_reaction(shapes_[k], static_cast<int>(tree_.links[k].children.size()),
                                       reaction_kinds_, k);
    }
    reaction_kinds_.append_arguments(k, arguments);
    reaction_[k] = call(function, arguments);
  }
  return reaction_[link];
}

std::vector<Expr> Kinematics::calc_point_acceleration(std::size_t link,
                                                      const Vector3<Expr>& point) {
  const std::span<const Expr> V = velocity(link), A = acceleration(link);
  const AccelerationField<Expr> field{detail::vector_of(V), detail::vector_of(A),
                                      detail::vector_of(A.last(3))};
  std::vector<Expr> result = detail::list_of(field.alpha);
  append(result, field.at(point));
  return result;
}

// --- frames --------------------------------------------------------------------------------------

void Kinematics::make_frame_kinds() {
  for (std::size_t f = 0; f < mechanism_.frames.size(); ++f) {
    frame_places_.push_back(tree_.place_of(mechanism_, static_cast<int>(f)));
    const FramePlace& place = frame_places_.back().place;
    const Rotation<Expr>& q = place.rotation;
    frame_kinds_.add(
        "", {place.position[0], place.position[1], place.position[2], q.w(), q.x(), q.y(), q.z()});
  }
  frame_kinds_.classify();
}

std::vector<Expr> Kinematics::calc_frame_output(int frame, FrameOutput which) {
  if (frame == kWorld) return resting_output({}, which);
  if (frame_places_.empty()) make_frame_kinds();
  const auto f = static_cast<std::size_t>(frame);
  if (frame_places_[f].link == kWorld) return resting_output(frame_places_[f].place, which);
  const auto link = static_cast<std::size_t>(frame_places_[f].link);
  std::vector<Expr> arguments;
  if (which == FrameOutput::orientation) {
    append(arguments, orientation(link));
  } else if (which != FrameOutput::angular_velocity_body) {
    append(arguments, std::span(pose(link)).first(9));
  }
  switch (which) {
    case FrameOutput::position: append(arguments, std::span(pose(link)).last(3)); break;
    case FrameOutput::velocity: append(arguments, velocity(link)); break;
    case FrameOutput::acceleration:
      append(arguments, std::span(velocity(link)).first(3));
      append(arguments, acceleration(link));
      break;
    case FrameOutput::angular_velocity:
    case FrameOutput::angular_velocity_body:
      append(arguments, std::span(velocity(link)).first(3));
      break;
    case FrameOutput::angular_acceleration:
      append(arguments, std::span(acceleration(link)).first(3));
      break;
    case FrameOutput::orientation:
    case FrameOutput::specific_force: break;  // make_frame_output refuses it
  }
  FunctionRef& function = frame_functions_[{frame_kinds_.kind_of(f), static_cast<int>(which)}];
  if (!function) function = detail::make_frame_output(which, frame_kinds_, f);
  frame_kinds_.append_arguments(f, arguments);
  return call(function, arguments);
}

// --- sums ----------------------------------------------------------------------------------------

std::vector<Expr> Kinematics::calc_sum(LinkSum which) {
  const bool of_joints = which == LinkSum::spring || which == LinkSum::damper;
  const bool is_vector = which == LinkSum::momentum || which == LinkSum::angular_momentum;
  if (const auto known = sums_.find(which); known != sums_.end()) return known->second;
  Kinds kinds;
  for (std::size_t k = 0; k < shapes_.size(); ++k) {
    kinds.add("", detail::sum_constants(which, tree_.links[k],
                                        detail::freedom_of(mechanism_, tree_.links[k]),
                                        mechanism_.gravity));
  }
  kinds.classify();
  std::vector<Expr> sum(is_vector ? 3 : 1, 0.0);
  for (std::size_t k = 0; k < shapes_.size(); ++k) {
    std::vector<Expr> arguments = sum;
    if (of_joints) {
      const Mechanism::Freedom& freedom = detail::freedom_of(mechanism_, tree_.links[k]);
      const Expr factor = which == LinkSum::spring ? freedom.stiffness : freedom.damping;
      if (factor.is_constant(0.0) || shapes_[k].prescribed) continue;
      arguments.push_back(which == LinkSum::spring ? states_[k].q[0] : states_[k].v[0]);
    } else {
      if (which != LinkSum::kinetic) append(arguments, std::span(pose(k)).first(9));
      if (which == LinkSum::potential || which == LinkSum::angular_momentum) {
        append(arguments, std::span(pose(k)).last(3));
      }
      if (which != LinkSum::potential) append(arguments, velocity(k));
    }
    FunctionRef& function = kinds.function(k);
    if (!function) function = detail::make_sum(which, kinds, k);
    kinds.append_arguments(k, arguments);
    sum = call(function, arguments);
  }
  sums_[which] = sum;
  return sum;
}

Expr Kinematics::calc_kinetic_energy() { return calc_sum(LinkSum::kinetic)[0]; }

Expr Kinematics::calc_potential_energy() {
  Expr sum = calc_sum(LinkSum::potential)[0] + calc_sum(LinkSum::spring)[0] + loads_->calc_energy();
  for (std::size_t b = 0; b < mechanism_.bodies.size(); ++b) {  // what is fixed to the world
    if (tree_.bodies[b].link != kWorld) continue;
    const int com = mechanism_.find_frame(mechanism_.bodies[b].name + ".com");
    const std::vector<Expr> p = calc_frame_output(com, FrameOutput::position);
    for (int k = 0; k < 3; ++k) sum -= mechanism_.bodies[b].mass * mechanism_.gravity[k] * p[k];
  }
  return sum;
}

Expr Kinematics::calc_damping_power() {
  return calc_sum(LinkSum::damper)[0] + loads_->calc_damping_power();
}
std::vector<Expr> Kinematics::calc_momentum() { return calc_sum(LinkSum::momentum); }
std::vector<Expr> Kinematics::calc_angular_momentum() {
  return calc_sum(LinkSum::angular_momentum);
}

Expr Kinematics::calc_constraint_drift() {
  Expr drift = 0.0;
  for (std::size_t k = 0; k < shapes_.size(); ++k) {
    if (!shapes_[k].has_quaternion() || shapes_[k].prescribed) continue;
    const std::vector<Expr>& q = states_[k].q;
    const Expr norm = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    drift = max(drift, abs(norm - 1.0));
  }
  return drift;
}

}  // namespace holon
