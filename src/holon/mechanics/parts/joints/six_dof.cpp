// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/joints/six_dof.h"

#include "holon/base/matrices.h"
#include "holon/mechanics/machine/joint_part.h"

namespace holon {

namespace {

constexpr std::array<const char*, 6> kDirections{"x",          "y",          "z",
                                                 "rotation_x", "rotation_y", "rotation_z"};
// Of a direction's effort, beside that of all together.
constexpr std::array<const char*, 6> kShares{"drive_",  "spring_",   "damper_",
                                             "motion_", "friction_", "stop_"};
// Finer than a drawing shows.
constexpr double kAlmostParallel = 1e-9;

/// One of the six, whichever kind it is.
struct Direction {
  std::string name;
  bool turns = false;
  Vector3<double> axis{0.0, 0.0, 1.0};
  std::optional<Expr> motion{};
  Mechanism::Freedom freedom{};
  std::optional<Expr> initial_q{}, initial_v{}, guess_q{}, guess_v{};
  std::optional<DryFriction> friction{};
  std::optional<LimitStops> limits{};

  const char* coordinate() const { return turns ? "angle" : "position"; }
  const char* rate() const { return turns ? "rate" : "speed"; }
  std::string effort() const { return turns ? "torque" : "force"; }
};

Vector3<double> axis_of(const std::optional<Axis>& axis, int standard) {
  return axis ? detail::direction_of(*axis) : Vector3<double>(Vector3<double>::Unit(standard));
}

/// Those that are not locked, from the parent's side.
std::vector<Direction> list_directions(const SixDof& joint) {
  std::vector<Direction> list;
  int k = 0;
  for (const auto* given : {&joint.x, &joint.y, &joint.z}) {
    if (const auto& t = *given) {
      list.push_back({kDirections[static_cast<std::size_t>(k)],
                      false,
                      axis_of(t->axis, k),
                      t->motion,
                      {t->force, t->stiffness, t->rest, t->damping, {}, t->force},
                      t->initial.position,
                      t->initial.speed,
                      t->guess.position,
                      t->guess.speed,
                      t->friction,
                      t->limits});
    }
    ++k;
  }
  for (const auto* given : {&joint.rotation_x, &joint.rotation_y, &joint.rotation_z}) {
    if (const auto& r = *given) {
      list.push_back({kDirections[static_cast<std::size_t>(k)],
                      true,
                      axis_of(r->axis, k - 3),
                      r->motion,
                      {r->torque, r->stiffness, r->rest, r->damping, {}, r->torque},
                      r->initial.angle,
                      r->initial.rate,
                      r->guess.angle,
                      r->guess.rate,
                      r->friction,
                      r->limits});
    }
    ++k;
  }
  return list;
}

void check_direction(PartBuilder& b, const Direction& d) {
  const Mechanism::Freedom& f = d.freedom;
  if (!d.motion) {
    if (f.stiffness.is_constant(0.0) && !f.rest.is_constant(0.0))
      b.error(d.name + ".rest", "'rest' has no effect without 'stiffness'");
    return;
  }
  const auto refuse = [&](const std::string& parameter) {
    b.error(d.name + "." + parameter,
            "'" + parameter + "' has no effect: 'motion' prescribes the " + d.coordinate(),
            "leave out one of them");
  };
  if (!f.effort.is_constant(0.0)) refuse(d.turns ? "torque" : "force");
  if (!f.stiffness.is_constant(0.0)) refuse("stiffness");
  if (!f.rest.is_constant(0.0)) refuse("rest");
  if (!f.damping.is_constant(0.0)) refuse("damping");
  if (d.initial_q) refuse(std::string("initial.") + d.coordinate());
  if (d.initial_v) refuse(std::string("initial.") + d.rate());
  if (d.guess_q) refuse(std::string("guess.") + d.coordinate());
  if (d.guess_v) refuse(std::string("guess.") + d.rate());
}

/// Directions that are one, or of which a third one is made, at the start.
void check_axes(PartBuilder& b, const std::vector<Direction>& directions) {
  for (const bool turns : {false, true}) {
    Eigen::Matrix3d axes = Eigen::Matrix3d::Zero();
    int count = 0;
    for (const Direction& d : directions) {
      if (d.turns != turns) continue;
      axes.col(count++) = Eigen::Vector3d(d.axis[0], d.axis[1], d.axis[2]);
      const Eigen::MatrixXd used = axes.leftCols(count);
      const auto values = calc_singular_values(used);
      if (values[count - 1] > kAlmostParallel) continue;
      b.error(d.name + ".axis",
              std::string("its axis lies in the ") + (count == 2 ? "line" : "plane") +
                  " of those before, so that they are not independent",
              "give another 'axis', or leave the direction out: it is then locked");
      return;
    }
  }
}

/// One joint of the chain; returns its index.
int add_direction(PartBuilder& b, const Direction& d, std::string parent, std::string child,
                  const FramePlace& origin) {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  Mechanism::Joint joint;
  joint.name = b.member(d.name);
  joint.type = d.turns ? JointType::revolute : JointType::prismatic;
  joint.parent = std::move(parent);
  joint.child = std::move(child);
  joint.origin = origin;
  joint.axis = d.axis;
  joint.freedoms[0] = d.freedom;
  if (d.motion) {
    detail::warn_of_jumps(b, d.name + ".motion", "motion", *d.motion);
    const Expr rate = b.assembly().time_derivative(*d.motion);
    joint.freedoms[0].motion = {*d.motion, rate, b.assembly().time_derivative(rate)};
  }
  const auto start = [&](const char* name, const auto& initial, const auto& guess) {
    if (initial && guess) {
      b.error(d.name + ".guess." + name,
              std::string("this guess has no effect: 'initial' gives the ") + name);
    }
    return initial ? *initial : guess ? *guess : Expr(0.0);
  };
  joint.start_q = {start(d.coordinate(), d.initial_q, d.guess_q)};
  joint.start_v = {start(d.rate(), d.initial_v, d.guess_v)};
  joint.held_q = {d.initial_q.has_value()};
  joint.held_v = {d.initial_v.has_value()};
  joint.has_start = d.initial_q || d.initial_v || d.guess_q || d.guess_v;
  joint.report = b.error_reporter();
  const int index = static_cast<int>(machine->mechanism.joints.size());
  machine->mechanism.joints.push_back(std::move(joint));
  return index;
}

void define_direction_outputs(PartBuilder& b, const Direction& d, int index) {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  const std::string name = d.name + ".";
  b.define_output(name + d.coordinate(),
                  [machine, index] { return machine->joint_coordinates(index); });
  b.define_output(name + d.rate(), [machine, index] { return machine->joint_rates(index); });
  b.define_output(name + "acceleration",
                  [machine, index] { return machine->joint_accelerations(index); });
  const auto output = [&](const std::string& local) {
    return b.assembly().output(b.member(name + local));
  };
  const Expr q = output(d.coordinate()), v = output(d.rate());
  b.define_output(name + "drive_" + d.effort(), d.freedom.effort);
  b.define_output(name + "spring_" + d.effort(), -d.freedom.stiffness * (q - d.freedom.rest));
  b.define_output(name + "damper_" + d.effort(), -d.freedom.damping * v);
  b.define_output(name + "motion_" + d.effort(), [machine, index]() -> std::vector<Expr> {
    return {machine->energy().calc_motion_effort(index, 0)};
  });
  Expr sum = 0.0;
  for (const char* share : kShares) sum += output(share + d.effort());
  b.define_output(name + "effort", sum);
  b.define_output(name + "power", output("effort") * v);
}

template <class T>
void describe_one(Fields<T>& f, bool turns, const std::string& effort, const std::string& unit) {
  f.axis("axis", &T::axis,
         turns
             ? "axis of the rotation, in the frame as the rotations before have left it; default: "
               "that of its name"
             : "direction of the translation, in the joint's frame; default: that of its name");
  f.value("motion", &T::motion, unit,
          std::string("prescribes the ") + (turns ? "angle" : "position"))
      .varying();
  f.value("stiffness", &T::stiffness, effort + "/" + unit, "of a spring").varying().non_negative();
  f.value("rest", &T::rest, unit, "where the spring is unloaded").varying();
  f.value("damping", &T::damping, effort + " s/" + unit, "viscous friction")
      .varying()
      .non_negative();
  f.object("friction", &T::friction, "dry friction");
  f.object("limits", &T::limits, "limits");
  f.object("initial", &T::initial, "the start");
  f.object("guess", &T::guess, "initial guess for what 'initial' leaves open");
}

}  // namespace

void SixDofTranslation::describe(Fields<SixDofTranslation>& f) {
  describe_one(f, false, "N", "m");
  f.value("force", &SixDofTranslation::force, "N", "of the parent on the child").varying();
}

void SixDofRotation::describe(Fields<SixDofRotation>& f) {
  describe_one(f, true, "N m", "rad");
  f.value("torque", &SixDofRotation::torque, "N m", "of the parent on the child").varying();
}

void SixDof::describe(Descriptor<SixDof>& d) {
  d.type("SixDof",
         "A joint of six directions, each locked, free, with spring and damper, or driven.");
  detail::describe_ends(d);
  d.object("x", &SixDof::x, "translation along x; locked where it is not given, free as {}");
  d.object("y", &SixDof::y, "translation along y, likewise");
  d.object("z", &SixDof::z, "translation along z, likewise");
  d.object("rotation_x", &SixDof::rotation_x, "rotation about x, the first of three, likewise");
  d.object("rotation_y", &SixDof::rotation_y, "rotation about y as rotated by the one before");
  d.object("rotation_z", &SixDof::rotation_z, "rotation about z as rotated by those before");
  for (std::size_t k = 0; k < kDirections.size(); ++k) {
    const bool turns = k >= 3;
    const std::string name = std::string(kDirections[k]) + ".", unit = turns ? "rad" : "m";
    d.output(name + (turns ? "angle" : "position"), unit, "of the child; 0 where it is locked");
    d.output(name + (turns ? "rate" : "speed"), unit + "/s", "its rate");
    d.output(name + "acceleration", unit + "/s^2", "its acceleration");
    d.output(name + "effort", turns ? "N m" : "N",
             "on the child: drive or motion, spring, damper, friction and limits; 0 where it is "
             "locked");
    for (const char* share : kShares)
      d.output(name + share + (turns ? "torque" : "force"), turns ? "N m" : "N",
               "its share of this effort");
    d.output(name + "power", "W", "of this effort");
  }
  detail::describe_reaction(d);
}

void SixDof::build(PartBuilder& b) const {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  const std::vector<Direction> directions = list_directions(*this);
  check_axes(b, directions);
  for (const char* name : kDirections) {
    const bool is_free = std::any_of(directions.begin(), directions.end(),
                                     [&](const Direction& d) { return d.name == name; });
    if (is_free) continue;
    const bool turns = std::string(name).starts_with("rotation");
    const std::string prefix = std::string(name) + ".";
    for (const char* output : {turns ? "angle" : "position", turns ? "rate" : "speed",
                               "acceleration", "effort", "power"})
      b.define_output(prefix + output, Expr(0.0));
    for (const char* share : kShares)
      b.define_output(prefix + share + (turns ? "torque" : "force"), Expr(0.0));
  }
  SceneGraph& scene = b.assembly().scene();
  scene.arrows.push_back(
      {SceneArrow::Kind::reaction_force, b.name() + ".reaction.force", between[1]});
  scene.arrows.push_back(
      {SceneArrow::Kind::reaction_torque, b.name() + ".reaction.torque", between[1]});
  if (directions.empty()) {
    Mechanism::Joint joint;
    joint.type = JointType::fixed;
    detail::build_joint(b, between, origin, std::move(joint));
    return;
  }
  std::string parent = between[0].path;
  FramePlace place = detail::place_of(origin);
  int index = -1;
  for (const Direction& d : directions) {
    check_direction(b, d);
    std::string child = between[1].path;
    if (&d != &directions.back()) {
      // Nothing but the place between two joints of the chain.
      Mechanism::Body carriage;
      carriage.name = child = b.member(d.name + "_carriage");
      carriage.report = b.error_reporter();
      machine->mechanism.add_body(std::move(carriage));
    }
    index = add_direction(b, d, parent, child, place);
    define_direction_outputs(b, d, index);
    detail::add_dry_friction(b, index, 0, d.friction, d.name + ".");
    detail::add_end_stops(b, index, 0, d.limits, d.initial_q, d.name + ".");
    parent = child;
    place = {};
  }
  detail::define_reaction(b, index);
}

}  // namespace holon
