// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What a Machine does about closed loops.

#include <Eigen/Geometry>
#include <algorithm>

#include "holon/base/errors.h"
#include "holon/mechanics/formulations/loop_carriers.h"
#include "holon/mechanics/kernels/traced.h"
#include "holon/mechanics/kinematics/joint_values.h"
#include "holon/mechanics/kinematics/not_known_yet.h"
#include "holon/mechanics/machine/machine.h"
#include "holon/mechanics/machine/start_conditions.h"
#include "holon/model/describe/validate.h"

namespace holon {

namespace {

/// One that closes a loop of joints.
void refuse_free_joint(const Mechanism::Joint& joint) {
  joint.report("between",
               "'" + joint.parent + "' and '" + joint.child +
                   "' are connected already, and a Free joint constrains nothing",
               "leave it out; a Relative measures their relative motion");
}

}  // namespace

int Machine::closure_of(int joint) const {
  return closure_of_joint_.empty() ? -1 : closure_of_joint_[static_cast<std::size_t>(joint)];
}

/// Whether a part with inner states has one of its sides.
bool Machine::is_on_connection(const Mechanism::Joint& joint) const {
  for (const std::string* frame : {&joint.parent, &joint.child}) {
    const int body = mechanism.find_body(*frame);
    if (body != kWorld && mechanism.bodies[static_cast<std::size_t>(body)].is_connection)
      return true;
  }
  return false;
}

/// Of every angle of a cut joint a state tells how many turns it has made; the rest is geometry.
void Machine::add_closures(Assembly& assembly) {
  closure_of_joint_.assign(mechanism.joints.size(), -1);
  for (const Tree::Cut& cut : tree_.cuts) {
    const Mechanism::Joint& joint = mechanism.joints[static_cast<std::size_t>(cut.joint)];
    if (joint.type == JointType::free) {
      if (!formulation_->has_body_states() && !is_on_connection(joint)) refuse_free_joint(joint);
      continue;
    }
    if (cut.parent.link == kWorld && cut.child.link == kWorld) continue;
    closure_of_joint_[static_cast<std::size_t>(cut.joint)] = static_cast<int>(closures_.size());
    Closure closure{.name = joint.name,
                    .sides = {cut.parent, cut.child},
                    .bodies = {mechanism.find_body(joint.parent), mechanism.find_body(joint.child)},
                    .kind = CutJoint{joint}};
    CutJoint& own = *closure.joint();
    const auto is_point = [&](const Tree::BodyPlace& side) {
      return side.link != kWorld &&
             tree_.links[static_cast<std::size_t>(side.link)].type == JointType::translation;
    };
    if (joint.type == JointType::fixed && (is_point(cut.parent) || is_point(cut.child)))
      own.joint.type = JointType::spherical;
    if (const auto known = needed_rows_.find(cut.joint); known != needed_rows_.end()) {
      own.needed = known->second;
    }
    if (is_on_connection(joint)) {
      own.needed.assign(static_cast<std::size_t>(closure.row_count()), true);
    }
    const std::vector<FreedomInfo>& freedoms = joint_info(joint.type).freedoms;
    for (std::size_t f = 0; f < freedoms.size(); ++f) {
      if (!freedoms[f].turns) continue;
      StateBlock state;
      state.name = joint.name + "." + freedoms[f].coordinate;
      state.dimension = dimensions::kAngle;
      own.near.push_back(assembly.add_state(
          std::move(state), {joint.start_q.empty() ? Expr(0.0) : joint.start_q[f]})[0]);
    }
    closures_.push_back(std::move(closure));
  }
  add_rods();
  lines_.add_closures(closures_);
  equations_.add_closures(assembly, closures_);
  note_known_motions();
  for (const Closure& closure : closures_) {
    const CutJoint* cut = closure.joint();
    if (!cut || cut->near.empty()) continue;
    const std::vector<Expr> state = calc_joint_state(closure, *kinematics_, MotionLevel::speeds);
    const auto count = static_cast<std::size_t>(joint_info(cut->joint.type).v);
    std::size_t near = 0;
    for (const int angle : detail::cut_angles(cut->joint.type)) {
      assembly.set_derivative(cut->near[near++], state[count + static_cast<std::size_t>(angle)]);
    }
  }
}

/// What redundancy by structure the spanning tree finds in its loops holds for the flat tree, too:
/// a loop in a plane needs two rows of one of its hinges. (There the rows would come apart within a
/// step, where the bodies leave the plane by the integrator's error, and be rows that contradict.)
void Machine::find_needed_rows(Assembly& assembly) {
  if (tree_.cuts.empty()) return;
  const auto symbols = [&](int count) { return assembly.graph()->symbols("probe", count); };
  std::vector<LinkState> states(tree_.links.size());
  for (std::size_t k = 0; k < states.size(); ++k) {
    if (detail::set_prescribed(mechanism, tree_.links[k], states[k])) continue;
    const JointInfo& info = joint_info(tree_.links[k].type);
    states[k].q = symbols(info.q);
    states[k].v = symbols(info.v);
  }
  std::vector<Closure> closures;
  std::vector<int> joints;
  for (const Tree::Cut& cut : tree_.cuts) {
    const Mechanism::Joint& joint = mechanism.joints[static_cast<std::size_t>(cut.joint)];
    if (is_on_connection(joint)) continue;
    if (joint.type == JointType::free) {
      refuse_free_joint(joint);
      continue;
    }
    CutJoint own{joint};
    own.near = symbols(static_cast<int>(detail::cut_angles(joint.type).size()));
    closures.push_back(
        {.name = joint.name, .sides = {cut.parent, cut.child}, .kind = std::move(own)});
    joints.push_back(cut.joint);
  }
  const Loops loops(mechanism, tree_, states, std::move(closures), make_factor_solver);
  for (std::size_t c = 0; c < joints.size(); ++c) needed_rows_[joints[c]] = loops.needed()[c];
}

/// Equations name the motions of cut joints by the expressions that outputs have.
void Machine::note_known_motions() {
  if (mechanism.equations.empty()) return;
  for (const auto& [closure, coordinates] : closure_coordinates_) {
    closures_[static_cast<std::size_t>(closure)].joint()->coordinates = coordinates;
  }
  for (const auto& [closure, rates] : closure_rates_) {
    closures_[static_cast<std::size_t>(closure)].joint()->rates = rates;
  }
}

void Machine::add_rods() {
  for (const Mechanism::Rod& rod : mechanism.rods) {
    closure_of_rod_.push_back(closures_.size());
    closures_.push_back(Closure::of(mechanism, tree_, rod));
  }
}

Expr Machine::equation_multiplier(int equation) {
  const int closure = equations_.closure_of(static_cast<std::size_t>(equation));
  return closure < 0
             ? Expr(0.0)
             : closed_loops().reactions().calc_multiplier(static_cast<std::size_t>(closure));
}

Loops& Machine::closed_loops() {
  if (!loops_) throw NotKnownYet("the loads of closed loops are requested before they are closed");
  return *loops_;
}

Expr Machine::rod_tension(std::size_t rod) {
  return closed_loops().reactions().calc_tension(closure_of_rod_.at(rod));
}

/// Springs, dampers and efforts of cut joints.
void Machine::add_closure_efforts() {
  for (Closure& closure : closures_) {
    CutJoint* cut = closure.joint();
    const std::size_t count = cut ? joint_info(cut->joint.type).freedoms.size() : 0;
    if (count == 0) continue;
    std::vector<Expr> places, speeds, efforts;
    const auto know = [&](std::vector<Expr>& state, MotionLevel level) {
      if (state.empty()) state = calc_joint_state(closure, *kinematics_, level);
    };
    for (std::size_t f = 0; f < count; ++f) {
      const Mechanism::Freedom& freedom = cut->joint.freedoms[f];
      Expr effort = freedom.motion ? Expr(0.0) : freedom.effort;
      if (!freedom.stiffness.is_constant(0.0)) {
        know(places, MotionLevel::places);
        const Expr stretch = places[f] - freedom.rest;
        effort -= freedom.stiffness * stretch;
        energy_.add_stored(0.5 * freedom.stiffness * square(stretch));
      }
      if (!freedom.damping.is_constant(0.0)) {
        know(speeds, MotionLevel::speeds);
        effort -= freedom.damping * speeds[count + f];
        energy_.add_dissipated(freedom.damping * square(speeds[count + f]));
      }
      efforts.push_back(effort);
    }
    if (detail::is_all_zero(efforts)) continue;
    const auto loads = calc_effort_loads(closure, *kinematics_, efforts);
    cut->effort_loads = loads;
    for (std::size_t side = 0; side < 2; ++side) {
      if (loads[side].empty()) continue;
      auto& load = states_[static_cast<std::size_t>(closure.sides[side].link)].load;
      if (!load) load.emplace();
      for (std::size_t k = 0; k < 6; ++k) (*load)[k] += loads[side][k];
    }
  }
}

void Machine::close_loops(Assembly& assembly) {
  add_closure_efforts();
  inner_parts.apply_loads(tree_, *kinematics_, states_);
  modes_.apply_loads(states_);
  std::vector<PartResponse> parts = inner_parts.responses();
  parts.insert(parts.end(), modes_.responses().begin(), modes_.responses().end());
  const std::vector<LinkState> own_states = states_;
  equations_.take_off_flow_efforts(closures_, states_);
  loops_.emplace(
      mechanism, tree_, states_, closures_,
      [this](ConstraintRows& rows) { return formulation_->make_solver(rows); }, &*kinematics_,
      [&assembly](std::vector<Expr> expressions) {
        return assembly.put_in_outputs(std::move(expressions));
      },
      std::move(parts),
      [&assembly](const Expr& e) { return detail::value_at_parameters(e, *assembly.symbols()); });
  std::optional<Loops::Baumgarte> baumgarte;
  if (const auto& given = assembly.simulate().stabilisation.baumgarte)
    baumgarte = {given->alpha, given->beta};
  vdot_ = loops_->calc_accelerations(baumgarte);
  states_ = own_states;
  std::vector<std::vector<Expr>> added = loops_->calc_part_accelerations();
  modes_.set_added(
      {added.begin() + static_cast<std::ptrdiff_t>(inner_parts.responses().size()), added.end()});
  inner_parts.finish(added, *kinematics_, states_);
  // From here on what the closures carry counts as loads: so reactions and accelerations agree.
  const std::vector<std::vector<Expr>> loads = loops_->reactions().calc_loads();
  for (std::size_t k = 0; k < loads.size(); ++k) {
    if (loads[k].empty()) continue;
    if (!states_[k].load) states_[k].load.emplace();
    for (std::size_t i = 0; i < 6; ++i) (*states_[k].load)[i] += loads[k][i];
  }
  // Only for Fixed joints, and only where somebody asks for what they carry.
  kinematics_->set_body_wrenches([this] {
    std::vector<Kinematics::BodyWrench> wrenches;
    for (std::size_t c = 0; c < closures_.size(); ++c) {
      const Closure& closure = closures_[c];
      if (closure.equation()) {
        for (auto& wrench : loops_->reactions().calc_equation_wrenches(c))
          wrenches.push_back(std::move(wrench));
        continue;
      }
      if (closure.line()) continue;
      const auto reaction = loops_->reactions().calc_reaction(c);
      for (const bool child : {false, true}) {
        wrenches.push_back({closure.bodies[child ? 1 : 0], !child, closure.sides[1], reaction});
      }
    }
    lines_.append_wrenches(wrenches);
    return wrenches;
  });
}

std::vector<Expr> Machine::coordinate_rates(std::size_t link,
                                            const std::vector<Expr>& rates) const {
  if (!has_quaternion(tree_.links[link].type)) return rates;
  const std::vector<Expr>& q = states_[link].q;
  std::vector<Expr> qdot =
      call(detail::quaternion_rate_function(),
           std::vector<Expr>{q[0], q[1], q[2], q[3], rates[0], rates[1], rates[2]});
  qdot.insert(qdot.end(), rates.begin() + 3, rates.end());
  return qdot;
}

void Machine::set_constraints(Assembly& assembly) {
  if (!loops_ || std::all_of(closures_.begin(), closures_.end(),
                             [](const Closure& c) { return c.is_compliant(); })) {
    return;
  }
  SystemBuilder::Constraints c;
  for (std::size_t k = 0; k < loops_->rows().list().size(); ++k) {
    c.names.push_back(loops_->rows().name(k));
    c.labels.push_back(loops_->rows().label(k));
  }
  c.position = loops_->rows().calc_positions();
  c.velocity = loops_->rows().calc_velocities();
  c.conditional_position = loops_->rows().calc_conditional_positions();
  c.conditional_velocity = loops_->rows().calc_conditional_velocities();
  const LoopStep places = loops_->calc_position_step();
  const LoopStep speeds = loops_->calc_velocity_step();
  const auto add_steps = [&](const std::vector<Expr>& q, const std::vector<Expr>& dq,
                             const std::vector<Expr>& v, const std::vector<Expr>& dv) {
    for (std::size_t i = 0; i < dq.size(); ++i) {
      c.states.push_back(q[i]);
      c.position_step.push_back(dq[i]);
      c.velocity_step.emplace_back(0.0);
    }
    for (std::size_t i = 0; i < v.size(); ++i) {
      c.states.push_back(v[i]);
      c.position_step.emplace_back(0.0);
      c.velocity_step.push_back(dv[i]);
    }
  };
  for (std::size_t k = 0; k < tree_.links.size(); ++k) {
    if (detail::is_prescribed(mechanism, tree_.links[k])) continue;
    add_steps(states_[k].q, coordinate_rates(k, places.rates[k]), states_[k].v, speeds.rates[k]);
  }
  std::size_t part = 0;
  for (const InnerPart& inner : inner_parts) {
    add_steps(inner.q, inner.calc_coordinate_rates(places.parts[part]), inner.v,
              speeds.parts[part]);
    ++part;
  }
  std::vector<Expr> rates, steps, shifts;
  for (std::size_t k = 0; k < tree_.links.size(); ++k) {
    if (detail::is_prescribed(mechanism, tree_.links[k])) continue;
    detail::append(rates, states_[k].v);
    detail::append(steps, speeds.rates[k]);
    detail::append(shifts, places.rates[k]);
  }
  for (const auto& [rate, step] :
       modes_.calc_steps(rates, steps, std::span(speeds.parts).subspan(part))) {
    c.states.push_back(rate);
    c.position_step.emplace_back(0.0);
    c.velocity_step.push_back(step);
  }
  for (const auto& [displacement, step] :
       modes_.calc_position_steps(rates, shifts, std::span(places.parts).subspan(part))) {
    c.states.push_back(displacement);
    c.position_step.push_back(step);
    c.velocity_step.emplace_back(0.0);
  }
  for (const Closure& closure : closures_) {
    // A row of rates moves no body: what its flow has come to is where the port is.
    const EquationConstraint* equation = closure.equation();
    if (!equation || !equation->flow) continue;
    c.states.push_back(equation->flow->displacement);
    c.position_step.push_back(equation->motion.position);
    c.velocity_step.emplace_back(0.0);
  }
  detail::add_start_conditions(*this, c);
  add_carriers(loops_->rows(), c);
  assembly.add_constraints(std::move(c));
}

std::vector<Expr> Machine::closure_coordinates(int joint) const {
  std::vector<Expr>& known = closure_coordinates_[closure_of(joint)];
  if (known.empty()) known = calc_closure_part(joint, MotionLevel::places);
  return known;
}

std::vector<Expr> Machine::closure_rates(int joint) const {
  std::vector<Expr>& known = closure_rates_[closure_of(joint)];
  if (known.empty()) known = calc_closure_part(joint, MotionLevel::speeds);
  return known;
}

std::vector<Expr> Machine::calc_closure_part(int joint, MotionLevel level) const {
  const Mechanism::Joint& j = mechanism.joints[static_cast<std::size_t>(joint)];
  if (joint_info(j.type).freedoms.empty()) {
    return calc_relative_motion(j, level);
  }
  const std::vector<Expr> all =
      calc_joint_state(closures_[static_cast<std::size_t>(closure_of(joint))], *kinematics_, level);
  const auto count = static_cast<std::ptrdiff_t>(joint_info(j.type).v);
  const auto first = all.begin() + static_cast<std::ptrdiff_t>(level) * count;
  return {first, first + count};
}

bool Machine::is_open(int joint) const {
  return mechanism.joints[static_cast<std::size_t>(joint)].type == JointType::free &&
         links_of_joint(joint).empty();
}

/// The orientation and, of a Free joint, the position p of the child frame in the joint frame, by
/// the outputs of the frames; ω in the child's axes. With r, v and a of the child's origin against
/// the joint frame's in world axes and Ω, Ω' of the latter, in its axes
///
///   p = r,   p' = v − Ω × r,   p″ = a − Ω' × r − Ω × (Ω × r) − 2 Ω × p'.
std::vector<Expr> Machine::calc_relative_motion(const Mechanism::Joint& j,
                                                MotionLevel level) const {
  const int parent = mechanism.find_frame(j.parent), child = mechanism.find_frame(j.child);
  const auto rotation = [&](int frame) {
    return Rotation<Expr>(
        Vector4<Expr>(kinematics_->calc_frame_output(frame, FrameOutput::orientation).data()));
  };
  const auto vector = [&](int frame, FrameOutput of) {
    return Vector3<Expr>(kinematics_->calc_frame_output(frame, of).data());
  };
  const bool has_place = j.type == JointType::free;
  const Rotation<Expr> R_P = rotation(parent), R_J = R_P * j.origin.rotation, R_C = rotation(child);
  const Vector3<Expr> lever = R_P * j.origin.position;
  const Vector3<Expr> r =
      vector(child, FrameOutput::position) - vector(parent, FrameOutput::position) - lever;
  std::vector<Expr> result;
  if (level == MotionLevel::places) {
    const Vector4<Expr> from = R_J.coefficients(), to = R_C.coefficients();
    std::vector<Expr> both(from.begin(), from.end());
    both.insert(both.end(), to.begin(), to.end());
    result = call(detail::relative_orientation_function(), both);
    if (has_place) detail::append(result, Vector3<Expr>(R_J.inverse() * r));
    return result;
  }
  const Vector3<Expr> w = vector(child, FrameOutput::angular_velocity);
  const Vector3<Expr> W = vector(parent, FrameOutput::angular_velocity);
  const Vector3<Expr> relative = w - W;
  const auto calc_rate = [&] {
    return Vector3<Expr>(vector(child, FrameOutput::velocity) -
                         vector(parent, FrameOutput::velocity) -
                         cross(W, Vector3<Expr>(lever + r)));
  };
  if (level == MotionLevel::speeds) {
    result = detail::list_of(Vector3<Expr>(R_C.inverse() * relative));
    if (has_place) detail::append(result, Vector3<Expr>(R_J.inverse() * calc_rate()));
    return result;
  }
  const Vector3<Expr> turning = vector(parent, FrameOutput::angular_acceleration);
  result = detail::list_of(
      Vector3<Expr>(R_C.inverse() * Vector3<Expr>(vector(child, FrameOutput::angular_acceleration) -
                                                  turning + relative.cross(w))));
  if (has_place) {
    const Vector3<Expr> arm = lever + r;
    const Vector3<Expr> a = vector(child, FrameOutput::acceleration) -
                            vector(parent, FrameOutput::acceleration) - cross(turning, arm) -
                            cross(W, Vector3<Expr>(cross(W, arm))) -
                            Expr(2.0) * cross(W, calc_rate());
    detail::append(result, Vector3<Expr>(R_J.inverse() * a));
  }
  return result;
}

std::array<std::vector<Expr>, 2> Machine::joint_reaction(int joint) {
  const int closure = closure_of(joint);
  if (is_open(joint)) return {std::vector<Expr>(3, 0.0), std::vector<Expr>(3, 0.0)};
  if (closure < 0) return kinematics().calc_reaction(joint);
  return loops_->reactions().calc_reaction(static_cast<std::size_t>(closure));
}

}  // namespace holon
