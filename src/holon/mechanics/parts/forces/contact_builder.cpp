// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The forces, states, events and outputs of a contact, point by point.
#include <array>

#include "holon/mechanics/contact/box_contact.h"
#include "holon/mechanics/machine/contact_friction.h"
#include "holon/mechanics/machine/stops.h"
#include "holon/mechanics/mechanism/frame_motion.h"
#include "holon/mechanics/parts/forces/contact.h"
#include "holon/model/assembly/stick_slip.h"

namespace holon {

namespace {

using detail::list_point_outputs;
using detail::name_of_point;
using detail::TouchPoint;

constexpr double kSlipSpeed = 0.01;  // [m/s]

std::vector<Expr> list_components(const Vector3<Expr>& v) { return {v[0], v[1], v[2]}; }

void add_contact_wrench(PartBuilder& b, const FrameName& on, const Vector3<Expr>& force,
                        const Vector3<Expr>& arm) {
  Mechanism::Wrench wrench;
  wrench.name = b.name();
  wrench.on = on.path;
  wrench.force = force;
  wrench.torque = cross(arm, force);
  wrench.report = b.error_reporter();
  wrench.is_inner = true;
  wrench.is_of_pair = true;
  Machine::of(b)->mechanism.wrenches.push_back(std::move(wrench));
}

/// One contact with all of its points.
class ContactBuilder {
 public:
  ContactBuilder(PartBuilder& b, const Contact& contact)
      : b_(b),
        c_(contact),
        machine_(Machine::of(b)),
        first_(b.assembly().symbols(), contact.between[0].path),
        second_(b.assembly().symbols(), contact.between[1].path) {}

  void build();

 private:
  struct Point {
    TouchPoint at;
    Vector3<Expr> velocity;        ///< [m/s] of the second's point against the first's
    Expr touches = 0.0;            ///< 1 while there is contact
    Expr normal_force;             ///< [N] a symbol
    int equation = -1, stop = -1;  ///< of a rigid contact
    std::optional<detail::PointFriction> friction{};
    std::optional<detail::OneSided> one_sided{};  ///< of a rigid contact with friction
  };

  std::vector<TouchPoint> find_points();
  detail::ShapePose pose_of(const detail::FrameMotion& frame) const {
    return {frame.vector(FrameOutput::position), frame.orientation()};
  }
  Expr find_rounding() const;
  void add_boxes(const Box& first, const Box& second);
  void add_box_constraints(const Box& first, const Box& second);
  Vector3<Expr> velocity_at(const Vector3<Expr>& point) const;
  std::string local(std::size_t k, const char* what) const {
    return (count_ == 1 ? "" : name_of_point(k) + ".") + what;
  }
  void add_point(std::size_t k, const TouchPoint& at);
  void make_compliant(Point& point);
  void make_rigid(Point& point, std::size_t k);
  Vector3<Expr> friction_of(std::size_t k) const;
  Vector3<Expr> add_friction(Point& point, std::size_t k);
  void define_forces(const Point& point, std::size_t k, const Vector3<Expr>& sliding);
  void define_sums();
  void end_where_too_deep();

  PartBuilder& b_;
  const Contact& c_;
  const std::shared_ptr<Machine> machine_;
  const detail::FrameMotion first_, second_;
  std::size_t count_ = 0;
  std::vector<Point> points_;
  Expr energy_ = 0.0;
};

std::vector<TouchPoint> ContactBuilder::find_points() {
  const auto* plane = std::get_if<detail::GroundPlane>(&c_.first);
  detail::SecondShape second = c_.second;
  if (c_.radius && !c_.radius->is_constant(0.0)) second = Sphere{*c_.radius};
  const Axis normal = c_.normal.value_or(plane ? plane->normal.value_or(Axis()) : Axis());
  return detail::find_touch_points(c_.first, second, normal, pose_of(first_), pose_of(second_),
                                   find_rounding(), c_.restitution.has_value());
}

/// [m] Of boxes that do not touch a plane or sphere, and of two cylinders.
Expr ContactBuilder::find_rounding() const {
  if (c_.rounding) return *c_.rounding;
  std::optional<Expr> rounding;
  const auto add = [&](const Expr& other) { rounding = rounding ? min(*rounding, other) : other; };
  const auto *first = std::get_if<Cylinder>(&c_.first), *second = std::get_if<Cylinder>(&c_.second);
  if (first && second) {
    for (const Cylinder* cylinder : {first, second}) add(detail::default_rounding(*cylinder));
    return *rounding;
  }
  if (const auto* box = std::get_if<Box>(&c_.first)) add(detail::default_rounding(*box));
  if (const auto* box = std::get_if<Box>(&c_.second)) add(detail::default_rounding(*box));
  return rounding.value_or(0.0);
}

/// Two boxes: 16 corners and 144 pairs of edges, too many for states of their own. One event shows
/// where the boxes meet; within the contact points come and go without one, each with a force that
/// begins at zero.
void ContactBuilder::add_boxes(const Box& first, const Box& second) {
  const detail::ShapePose X_1 = pose_of(first_), X_2 = pose_of(second_);
  const Expr rounding = find_rounding();
  const detail::BoxMotion motion{X_1.position,
                                 first_.vector(FrameOutput::velocity),
                                 first_.vector(FrameOutput::angular_velocity),
                                 X_2.position,
                                 second_.vector(FrameOutput::velocity),
                                 second_.vector(FrameOutput::angular_velocity)};
  const detail::BoxLaw law{*c_.stiffness, c_.dissipation, c_.friction,
                           c_.slip_speed.value_or(kSlipSpeed)};
  detail::BoxForces sum = detail::add_box_forces(first, second, rounding, X_1, X_2, motion, law);
  const Expr touches = relation(-sum.gap);
  b_.assembly().describe_relation(touches, b_.name() + ": touches");
  const auto held = [&](const Expr& e) { return select(touches, e, 0.0); };
  const auto held_vector = [&](const Vector3<Expr>& v) {
    return Vector3<Expr>(held(v[0]), held(v[1]), held(v[2]));
  };
  const Vector3<Expr> force = held_vector(sum.force);
  const auto add = [&](const FrameName& on, const Vector3<Expr>& f, const Vector3<Expr>& torque) {
    Mechanism::Wrench wrench;
    wrench.name = b_.name();
    wrench.on = on.path;
    wrench.force = f;
    wrench.torque = torque;
    wrench.report = b_.error_reporter();
    wrench.is_inner = true;
    wrench.is_of_pair = true;
    machine_->mechanism.wrenches.push_back(std::move(wrench));
  };
  add(c_.between[1], force, held_vector(sum.second_torque));
  if (c_.between[0].path != "world") add(c_.between[0], -force, held_vector(sum.first_torque));
  const Expr energy = held(sum.energy);
  machine_->energy().add_stored(energy);
  machine_->energy().add_dissipated(held(sum.loss));
  b_.define_output("penetration", -sum.gap);
  b_.define_output("touching", held(sum.count));
  b_.define_output("sticking_points", 0.0);
  b_.define_output("energy", energy);
  b_.define_output("normal_force", held(sum.normal_force));
  b_.define_output("friction_force", list_components(held_vector(sum.friction)));
  b_.define_output("world_force", list_components(force));
  b_.assembly().scene().arrows.push_back(
      {SceneArrow::Kind::force, b_.member("world_force"), c_.between[1]});
}

/// Two boxes that are rigid, or whose friction sticks: 16 corners, and the edges of two faces.
void ContactBuilder::add_box_constraints(const Box& first, const Box& second) {
  const detail::ShapePose X_1 = pose_of(first_), X_2 = pose_of(second_);
  const Expr rounding = find_rounding();
  Assembly& assembly = b_.assembly();
  const std::array<Expr, 2> any{0.0, 0.0};
  const detail::BoxFaces start = detail::find_facing(first, second, rounding, X_1, X_2, any);
  const std::array<Expr, 2> faces{
      assembly.add_discrete({b_.member("face.first"), {}, {}}, {start.best[0]})[0],
      assembly.add_discrete({b_.member("face.second"), {}, {}}, {start.best[1]})[0]};
  std::vector<TouchPoint> touches = detail::touch_corners(first, second, rounding, X_1, X_2);
  const std::size_t corners = touches.size();
  const std::vector<detail::ShapeEdge> others =
      detail::find_edges_of_face(second, X_2, rounding, faces[1]);
  for (const detail::ShapeEdge& a : detail::find_edges_of_face(first, X_1, rounding, faces[0]))
    for (const detail::ShapeEdge& b : others)
      touches.push_back(c_.restitution ? detail::touch_crossing_edges(a, b)
                                       : detail::touch_edges(a, b));
  count_ = touches.size();
  for (std::size_t k = 0; k < count_; ++k) add_point(k, touches[k]);
  Expr held = 0.0;
  for (std::size_t k = corners; k < count_; ++k) held += points_[k].touches;
  const detail::BoxFaces now = detail::find_facing(first, second, rounding, X_1, X_2, faces);
  const Expr turned =
      relation(select(less(0.5, held), kNever, max(now.handicap[0], now.handicap[1])));
  assembly.describe_relation(turned, b_.name() + ": faces");
  SystemEvent event;
  event.name = b_.name() + ": other faces are opposite";
  event.start = SystemEvent::Start::counts;
  assembly.add_event(std::move(event), turned, {{faces[0], now.best[0]}, {faces[1], now.best[1]}});
}

Vector3<Expr> ContactBuilder::velocity_at(const Vector3<Expr>& point) const {
  const auto velocity_of = [&](const detail::FrameMotion& frame) {
    return Vector3<Expr>(frame.vector(FrameOutput::velocity) +
                         cross(frame.vector(FrameOutput::angular_velocity),
                               Vector3<Expr>(point - frame.vector(FrameOutput::position))));
  };
  return velocity_of(second_) - velocity_of(first_);
}

void ContactBuilder::make_compliant(Point& point) {
  const Expr penetration = -point.at.gap;
  point.touches = relation(penetration);
  b_.assembly().describe_relation(point.touches, b_.name() + ": touches");
  const Expr leaving = dot(point.velocity, point.at.normal);
  const Expr spring = *c_.stiffness * penetration;
  // It never pulls. Comparisons are held during a step, so that the law has no corner within it.
  const Expr share = 1.0 - c_.dissipation * leaving;
  point.normal_force = select(point.touches, select(relation(share), spring * share, 0.0), 0.0);
  energy_ += select(point.touches, 0.5 * spring * penetration, 0.0);
  machine_->energy().add_dissipated(
      select(point.touches, (spring - point.normal_force) * leaving, 0.0));
}

void ContactBuilder::make_rigid(Point& point, std::size_t k) {
  const std::string place = count_ == 1 ? "" : " at " + name_of_point(k);
  detail::OneSided stop;
  stop.what = "contact" + place;
  stop.state = local(k, "contact");
  stop.g = point.at.gap;
  stop.beyond = -point.at.gap;
  stop.g_rate = dot(point.velocity, point.at.normal);
  stop.rate = -*stop.g_rate;
  stop.pull = -b_.assembly().output(b_.member(local(k, "normal_force")));
  stop.length = b_.assembly().simulate().nominal_length.value_or(1.0);
  stop.shows = count_ == 1 ? b_.member("penetration") : b_.member(local(k, "gap"));
  stop.applies = point.at.applies;
  stop.restitution = *c_.restitution;
  stop.leaves_later = !c_.friction.is_constant(0.0);
  point.equation = detail::add_one_sided(
      b_, stop, "'" + b_.name() + "' starts with its shapes penetrating each other" + place);
  point.stop = static_cast<int>(machine_->mechanism.stops.size()) - 1;
  point.touches = machine_->mechanism.stops.back().contact;
  point.normal_force = b_.assembly().output(b_.member(local(k, "normal_force")));
  if (stop.leaves_later) point.one_sided = stop;
}

/// [N] of a point, on the second body, as symbols.
Vector3<Expr> ContactBuilder::friction_of(std::size_t k) const {
  const std::string name = b_.member(local(k, "friction_force"));
  Assembly& assembly = b_.assembly();
  return {assembly.output(name + ".x"), assembly.output(name + ".y"), assembly.output(name + ".z")};
}

/// Returns what slides; what holds is in `point.friction`.
Vector3<Expr> ContactBuilder::add_friction(Point& point, std::size_t k) {
  if (c_.friction.is_constant(0.0)) return {0.0, 0.0, 0.0};
  if (!c_.sticking && !c_.restitution) {
    const Vector3<Expr> slip =
        point.velocity - dot(point.velocity, point.at.normal) * point.at.normal;
    const Expr speed = sqrt(dot(slip, slip) + square(c_.slip_speed.value_or(kSlipSpeed)));
    return (-c_.friction * point.normal_force / speed) * slip;
  }
  detail::FrictionPoint friction;
  friction.state = local(k, "friction");
  friction.touches = point.touches;
  friction.normal = point.at.normal;
  friction.velocity = point.velocity;
  friction.normal_force = point.normal_force;
  friction.friction = c_.friction;
  friction.static_friction = c_.static_friction.value_or(c_.friction);
  friction.stop = point.stop;
  friction.equation = point.equation;
  friction.is_one_of_several = count_ > 1;
  point.friction = detail::add_contact_friction(b_, friction, friction_of(k));
  return point.friction->sliding;
}

void ContactBuilder::define_forces(const Point& point, std::size_t k,
                                   const Vector3<Expr>& sliding) {
  const auto define = [&](const char* what, std::function<std::vector<Expr>()> calc) {
    if (count_ == 1) {
      b_.define_output(what, std::move(calc));
      return;
    }
    for (const SystemOutput& output : list_point_outputs(b_.member(name_of_point(k)))) {
      if (output.name == b_.member(local(k, what))) {
        b_.assembly().define_output(output, std::move(calc));
        return;
      }
    }
  };
  if (point.equation >= 0) {
    define("normal_force", [machine = machine_, equation = point.equation] {
      return std::vector<Expr>{machine->equation_multiplier(equation)};
    });
  } else {
    define("normal_force", [force = point.normal_force] { return std::vector<Expr>{force}; });
  }
  define("friction_force", [machine = machine_, friction = point.friction, sliding] {
    if (!friction) return list_components(sliding);
    return list_components(sliding + friction->calc_holding(*machine));
  });
  if (count_ > 1) define("gap", [gap = point.at.gap] { return std::vector<Expr>{gap}; });
}

void ContactBuilder::add_point(std::size_t k, const TouchPoint& at) {
  Point point;
  point.at = at;
  point.velocity = velocity_at(at.point);
  if (c_.restitution) {
    make_rigid(point, k);
  } else {
    make_compliant(point);
  }
  const Vector3<Expr> sliding = add_friction(point, k);
  if (point.one_sided) {
    // The normal force of what sticks may pull where that of what slides does not: it leaves only
    // where that of sliding pulls too.
    const Mechanism::Stop stop = machine_->mechanism.stops[static_cast<std::size_t>(point.stop)];
    detail::add_leaving(b_, *point.one_sided, stop, point.friction->sticks);
  }
  const Vector3<Expr> force =
      c_.restitution ? sliding : Vector3<Expr>(sliding + point.normal_force * at.normal);
  if (!(force[0].is_constant(0.0) && force[1].is_constant(0.0) && force[2].is_constant(0.0))) {
    const auto arm = [&](const detail::FrameMotion& frame) {
      return Vector3<Expr>(at.point - frame.vector(FrameOutput::position));
    };
    add_contact_wrench(b_, c_.between[1], force, arm(second_));
    if (c_.between[0].path != "world") add_contact_wrench(b_, c_.between[0], -force, arm(first_));
  }
  define_forces(point, k, sliding);
  if (point.friction && point.equation >= 0) {
    const Expr slides = 1.0 - point.friction->sticks;
    machine_->energy().add_dissipated(-slides * dot(friction_of(k), point.velocity));
  } else {
    machine_->energy().add_dissipated(-dot(sliding, point.velocity));
  }
  points_.push_back(std::move(point));
}

void ContactBuilder::define_sums() {
  Expr touching = 0.0, sticks = 0.0, deepest = -points_[0].at.gap;
  for (const Point& point : points_) {
    touching += point.touches;
    if (point.friction) sticks += point.friction->sticks;
    deepest = max(deepest, -point.at.gap);
  }
  b_.define_output("penetration", deepest);
  b_.define_output("touching", touching);
  b_.define_output("sticking_points", sticks);
  b_.define_output("energy", energy_);
  Expr normal = 0.0;
  Vector3<Expr> force{0.0, 0.0, 0.0}, friction = force;
  for (std::size_t k = 0; k < count_; ++k) {
    const Expr N = b_.assembly().output(b_.member(local(k, "normal_force")));
    normal += N;
    const Vector3<Expr> T = friction_of(k);
    friction += T;
    force += N * points_[k].at.normal + T;
  }
  if (count_ > 1) {
    b_.define_output("normal_force", normal);
    b_.define_output("friction_force", list_components(friction));
  }
  b_.define_output("world_force", list_components(force));
  machine_->energy().add_stored(energy_);
}

/// Of two compliant cylinders the nearest point of an end is known down to twice the rounding of
/// their edges, where their cores meet; deeper its penetration would be too small.
void ContactBuilder::end_where_too_deep() {
  constexpr double kKnown = 1.9;  // times `rounding`
  Expr deepest = -points_[0].at.gap;
  for (std::size_t k = 1; k < count_; ++k)
    if (points_[k].at.applies.is_constant(1.0)) deepest = max(deepest, -points_[k].at.gap);
  const Expr is_too_deep = relation(deepest - kKnown * find_rounding());
  b_.assembly().describe_relation(is_too_deep, b_.name() + ": is pressed too deeply");
  b_.assembly().add_event(
      {SystemEvent::Kind::fail,
       "'" + b_.name() +
           "' presses an end of a cylinder deeper into the other one than twice the rounding of "
           "their edges; give a higher 'stiffness' or a larger 'rounding'",
       SystemEvent::Start::counts},
      is_too_deep);
}

void ContactBuilder::build() {
  const auto *first = std::get_if<Box>(&c_.first), *second = std::get_if<Box>(&c_.second);
  if (first && second && !c_.restitution && !c_.sticking) {
    add_boxes(*first, *second);
    return;
  }
  if (first && second) {
    add_box_constraints(*first, *second);
  } else {
    const std::vector<TouchPoint> touches = find_points();
    count_ = touches.size();
    for (std::size_t k = 0; k < count_; ++k) add_point(k, touches[k]);
  }
  std::vector<detail::PointFriction> frictions;
  for (const Point& point : points_)
    if (point.friction) frictions.push_back(*point.friction);
  if (frictions.size() > 1) detail::share_holding(b_, frictions);
  define_sums();
  const bool are_cylinders =
      std::holds_alternative<Cylinder>(c_.first) && std::holds_alternative<Cylinder>(c_.second);
  if (are_cylinders && !c_.restitution) end_where_too_deep();
  SceneGraph& scene = b_.assembly().scene();
  if (!std::holds_alternative<detail::GroundPlane>(c_.first)) {
    scene.arrows.push_back({SceneArrow::Kind::force, b_.member("world_force"), c_.between[1]});
    return;
  }
  const auto& plane = std::get<detail::GroundPlane>(c_.first);
  const auto* sphere = std::get_if<Sphere>(&c_.second);
  scene.contacts.push_back({b_.name(), b_.member("world_force"), c_.between[0], c_.between[1],
                            c_.normal.value_or(plane.normal.value_or(Axis())),
                            sphere ? sphere->radius : c_.radius.value_or(0.0)});
}

}  // namespace

void detail::build_contact(PartBuilder& b, const Contact& contact) {
  ContactBuilder(b, contact).build();
}

}  // namespace holon
