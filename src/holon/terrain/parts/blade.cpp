// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// With f the direction ahead on the undisturbed surface, whose mean slope ahead of the strips is σ,
// n its normal, l = n × f, and for each strip of width w, at the depth d along n and the speed v
// along f:
//
//   cutting   H, V and their moment as in earth_moving.h, from d, v and the blade's angle to the
//             surface: that in the model plus its pitch plus σ
//   pile      G cos σ (tan φ + tan δ cos² α) + G sin σ against the travel, a third of the pile's
//             height above the edge. G = ρ g V/swell is its weight; the first part is what it takes
//             to push it, the second what rises along the blade (T. V. Alekseeva et al., Machines
//             for Earthmoving Work, 1985, section 3.3). Its height is √(2 tan(repose) V/w).
//   edge      w t p m² along n, where the edge of thickness t moves into the soil: p the bearing
//             capacity, m the part of the direction of its motion against n
//
// Cutting is multiplied by a step in the least of three speeds that goes from 0 to 1 between 0 and
// `slip_speed`: soil resists, it does not push. With s the speed at which the strip sinks,
//
//   v             it moves ahead
//   v − s cot α   its face moves into the soil: a blade that plunges more steeply than its own
//   angle
//                 leaves the soil in front of it, and only its edge bears
//   v − s V/H     the power H v − V s that the force takes, over H
//
// The pile is multiplied by that step in v.
#include "holon/terrain/parts/blade.h"

#include <algorithm>
#include <numbers>

#include "holon/model/assembly/body_load.h"
#include "holon/model/assembly/frame_motion.h"
#include "holon/model/assembly/surroundings.h"
#include "holon/spatial/vector.h"
#include "holon/terrain/cutter.h"
#include "holon/terrain/earth_moving.h"

namespace holon {

namespace {

using detail::Cutter;
using detail::CuttingForce;

/// The motion of the edge.
struct EdgeMotion {
  Vector3<Expr> position, velocity, spin;  // of its middle
  Vector3<Expr> ahead, left;               // in the plan
  Vector3<Expr> along;                     // the edge itself, to the left
  Expr pitch;                              // [rad] positive where the front is lowered
};

EdgeMotion calc_edge_motion(const std::shared_ptr<Symbols>& symbols, const FrameName& on) {
  const detail::FrameMotion motion(symbols, on.path);
  EdgeMotion edge;
  edge.position = motion.vector(FrameOutput::position);
  edge.velocity = motion.vector(FrameOutput::velocity);
  edge.spin = motion.vector(FrameOutput::angular_velocity);
  const Rotation<Expr> R = motion.orientation();
  const Vector3<Expr> x = R * Vector3<Expr>(1.0, 0.0, 0.0);
  const Expr level = sqrt(square(x[0]) + square(x[1]));
  edge.ahead = {x[0] / level, x[1] / level, 0.0};
  edge.left = {-edge.ahead[1], edge.ahead[0], 0.0};
  edge.along = R * Vector3<Expr>(0.0, 1.0, 0.0);
  edge.pitch = atan2(-x[2], level);
  return edge;
}

/// The force on the blade, about the middle of the edge.
struct SoilForce {
  Vector3<Expr> force{0.0, 0.0, 0.0}, torque{0.0, 0.0, 0.0};
  Expr draft = 0.0, down = 0.0, pile_drag = 0.0, bearing = 0.0;

  void add(const Vector3<Expr>& at, const Vector3<Expr>& f) {
    force += f;
    torque += cross(at, f);
  }
};

/// The least of the speeds at which a strip moves ahead, its face into the soil, and the force
/// takes power (see above). All are the same where it does not sink.
Expr calc_cutting_speed(const CuttingForce& cut, Expr blade_angle, Expr speed, Expr sinking) {
  constexpr double kNoForce = 1e-9;  // [N/m]
  const Expr receding = cos(blade_angle) / sin(blade_angle);
  const Expr inclined = cut.down / (cut.draft + kNoForce);
  return min(speed, speed - max(sinking * receding, sinking * inclined));
}

/// Symbols of what the ground knows of the blade's strips.
struct Strip {
  double place;       // of its middle on the edge, to the left, in widths
  Expr depth, speed;  // vertical, and in the plan
  Vector3<Expr> velocity;
  Expr pile;
  Vector3<Expr> arm;  // from the middle of the edge
};

}  // namespace

void Blade::Start::describe(Fields<Start>& f) {
  f.value("pile", &Start::pile, "m^3", "loose soil in front of the blade").non_negative();
}

void Blade::describe(Descriptor<Blade>& d) {
  d.type("Blade", "A straight blade that cuts, carries and spreads soil.");
  d.role(PartRole::force);
  d.frame("on", &Blade::on, "frame at the middle of the cutting edge: x ahead, y to the left")
      .required()
      .acted_on();
  d.text("ground", &Blade::ground, "the Terrain on which it works").required().names_parts();
  d.value("width", &Blade::width, "m", "length of the cutting edge").required().positive();
  d.value("height", &Blade::height, "m",
          "height of the blade, which limits the soil that it carries")
      .required()
      .positive();
  d.value("angle", &Blade::angle, "rad",
          "angle of the blade to the horizontal while its frame is level")
      .at_least(0.1)
      .at_most(2.0);
  d.value("edge_thickness", &Blade::edge_thickness, "m",
          "thickness of the edge, on which the blade bears when it is lowered")
      .non_negative();
  d.value("surcharge", &Blade::surcharge, "Pa", "pressure on the soil ahead of the blade")
      .non_negative();
  d.value("slip_speed", &Blade::slip_speed, "m/s",
          "speed above which the soil has its full resistance")
      .positive();
  d.value("blend", &Blade::blend, "m", "depth over which the force sets in").positive();
  d.integer("strips", &Blade::strips, "number of strips of the width with separate depths")
      .at_least(1)
      .at_most(25);
  d.object("initial", &Blade::initial, "initial values");
  d.vector_output("world_force", "N", "force of the soil on the blade, in world axes");
  d.vector_output("world_torque", "N m",
                  "torque of the soil about the middle of the edge, in world axes");
  d.output("draft", "N", "draft: force against the travel, along the surface").main();
  d.output("down", "N", "force into the soil, along the normal of the surface").main();
  d.output("pile_drag", "N", "part of the draft caused by the pile");
  d.output("bearing", "N", "bearing force on the edge, out of the soil; part of -down");
  d.output("depth", "m", "mean depth of the edge below the surface ahead").main();
  d.output("depth.left", "m", "depth of the left strip; negative above the surface");
  d.output("depth.right", "m", "depth of the right strip; negative above the surface");
  d.output("speed", "m/s", "speed of the middle of the edge, positive ahead");
  d.output("pile.volume", "m^3", "loose soil in front of the blade").main();
  d.output("pile.height", "m", "largest height of the pile");
  d.output("load", "",
           "volume of the pile over the blade's capacity by SAE J1265, 0.8 width height^2");
  d.output("cut_rate", "m^3/s", "rate at which undisturbed soil is cut");
  d.output("cut_volume", "m^3", "undisturbed soil cut since the start").main();
  d.output("collected_volume", "m^3", "loose soil collected since the start");
  d.output("left_volume", "m^3", "loose soil spread, spilled and left since the start");
  d.output("power", "W", "power taken from the machine: minus force times velocity");
  d.output("failure_angle", "rad", "angle between the failure plane of the soil and the surface");
}

void Blade::build(PartBuilder& b) const {
  Assembly& assembly = b.assembly();
  GroundSurfaces& surfaces = GroundSurfaces::of(assembly);
  const Soil soil = surfaces.soil_of(b, "ground", ground);
  const EdgeMotion edge = calc_edge_motion(assembly.symbols(), on);
  const Expr reach = assembly.output(ground + ".reach");

  // The gravity that a part Gravity gives is known when all parts are built.
  const std::string gravity_name = b.member("gravity");
  assembly.define_output(
      {gravity_name, {}, Requirement::from_unit("m/s^2").dimension, "there", false},
      [&surroundings = detail::Surroundings::of(assembly), at = edge.position] {
        return std::vector<Expr>{norm<Expr>(surroundings.gravity(at))};
      });
  const Expr gravity = assembly.output(gravity_name);

  Cutter cutter;
  cutter.name = b.name();
  cutter.ground = ground;
  cutter.width = width;
  cutter.height = height;
  cutter.ahead_x = edge.ahead[0];
  cutter.ahead_y = edge.ahead[1];
  cutter.left = edge.position + (0.5 * width) * edge.along;
  cutter.right = edge.position - (0.5 * width) * edge.along;

  const auto count = static_cast<int>(strips);
  std::vector<Strip> list;
  Expr rise = 0.0;  // of the surface, per length ahead
  for (int i = 0; i < count; ++i) {
    Strip strip;
    strip.place = 0.5 - (i + 0.5) / count;
    strip.arm = (strip.place * width) * edge.along;
    const Vector3<Expr> p = edge.position + strip.arm;
    const Vector3<Expr> v = edge.velocity + cross(edge.spin, strip.arm);
    strip.velocity = v;
    strip.speed = dot(v, edge.ahead);
    // Of the undisturbed soil.
    const GroundPoint point =
        surfaces.request(b, "ground", ground, Cutter::query(i), p[0] + reach * edge.ahead[0],
                         p[1] + reach * edge.ahead[1]);
    const Expr slope = point.slope_x * edge.ahead[0] + point.slope_y * edge.ahead[1];
    strip.depth = point.height - reach * slope - p[2];
    rise += slope / static_cast<double>(count);
    strip.pile = assembly.output(cutter.pile(i));
    cutter.depth.push_back(detail::smooth_depth(strip.depth, blend));
    cutter.clearance.push_back(detail::smooth_depth(-strip.depth, blend));
    cutter.speed.push_back(strip.speed);
    cutter.pile_start.push_back(initial.pile / count);
    list.push_back(strip);
  }

  const double steepest = 175 * std::numbers::pi / 180, flattest = 0.05;
  const Expr friction = soil.friction_angle, external = soil.external_friction_angle;
  const Expr slope = atan(rise);
  const Expr alpha = max(min(angle + edge.pitch + slope, steepest - friction - external), flattest);
  const Expr level = 1.0 / sqrt(1.0 + square(rise));  // cos σ
  const Expr climb = level * rise;                    // sin σ
  const detail::CuttingFactors factors =
      detail::calc_cutting_factors(alpha, friction, external, slope);
  const Vector3<Expr> up(0.0, 0.0, 1.0);
  const Vector3<Expr> ahead = level * edge.ahead + climb * up;
  const Vector3<Expr> normal = level * up - climb * edge.ahead;
  const Expr strip_width = width / static_cast<double>(count);
  SoilForce sum;
  Expr depth_sum = 0.0, pile_sum = 0.0, cut_rate = 0.0, highest = 0.0;
  for (int i = 0; i < count; ++i) {
    const Strip& strip = list[static_cast<std::size_t>(i)];
    const Expr depth = cutter.depth[static_cast<std::size_t>(i)], thickness = level * depth;
    const Expr speed = dot(strip.velocity, ahead), sinking = -dot(strip.velocity, normal);
    const CuttingForce cut = detail::calc_cutting_force(factors, soil, {alpha, gravity, surcharge},
                                                        thickness, max(speed, 0.0));
    const Expr cutting_speed = calc_cutting_speed(cut, alpha, speed, sinking);
    const Expr yields = detail::smooth_step(cutting_speed / slip_speed);
    const Expr moves = detail::smooth_step(speed / slip_speed);
    const Expr draft = yields * strip_width * cut.draft, down = yields * strip_width * cut.down;
    sum.add(strip.arm, -draft * ahead - down * normal);
    sum.torque += (yields * strip_width * cut.moment) * edge.left;
    // Its height is smooth where there is none.
    const double blunt = 1e-3;  // [m]
    const Expr pile = max(strip.pile, 0.0);
    const Expr heap =
        sqrt(2.0 * tan(soil.repose_angle) * pile / strip_width + square(blunt)) - blunt;
    const Expr weight = soil.density * gravity * pile / soil.swell;
    const Expr friction_drag = tan(friction) + tan(external) * square(cos(alpha));
    const Expr drag = moves * weight * max(level * friction_drag + climb, 0.0);
    sum.add(strip.arm + (heap / 3.0) * normal, -drag * ahead);
    if (!edge_thickness.is_constant(0.0)) {
      const Expr down_speed = max(sinking, 0.0);
      const Expr share =
          square(down_speed) / (square(sinking) + square(speed) + square(slip_speed));
      const Expr capacity = detail::calc_bearing_capacity(soil, gravity, thickness);
      const Expr bearing =
          strip_width * edge_thickness * capacity * share * detail::smooth_step(thickness / blend);
      sum.add(strip.arm, bearing * normal);
      sum.bearing += bearing;
    }
    sum.draft += draft + drag;
    sum.down += down;
    sum.pile_drag += drag;
    depth_sum += depth;
    pile_sum += strip.pile;
    cut_rate += strip_width * depth * max(strip.speed, 0.0);
    highest = max(highest, heap);
  }
  const Expr power = -(dot(sum.force, edge.velocity) + dot(sum.torque, edge.spin));
  BodyLoad load;
  load.on = on;
  load.force = sum.force;
  load.torque = sum.torque;
  load.dissipated = power;
  BodyLoads::of(assembly).add(b, std::move(load));
  detail::Cutters::of(assembly).all.push_back(std::move(cutter));
  assembly.scene().arrows.push_back({SceneArrow::Kind::force, b.member("world_force"), on});

  const auto list_of = [](const Vector3<Expr>& v) { return std::vector<Expr>{v[0], v[1], v[2]}; };
  b.define_output("world_force", list_of(sum.force));
  b.define_output("world_torque", list_of(sum.torque));
  b.define_output("draft", sum.draft);
  b.define_output("down", sum.down - sum.bearing);
  b.define_output("bearing", sum.bearing);
  b.define_output("pile_drag", sum.pile_drag);
  b.define_output("depth", depth_sum / static_cast<double>(count));
  b.define_output("depth.left", list.front().depth);
  b.define_output("depth.right", list.back().depth);
  b.define_output("speed", dot(edge.velocity, edge.ahead));
  b.define_output("pile.volume", pile_sum);
  b.define_output("pile.height", highest);
  b.define_output("load", pile_sum / detail::calc_capacity(width, height));
  b.define_output("cut_rate", cut_rate);
  b.define_output("power", power);
  b.define_output("failure_angle", factors.failure_angle);
}

}  // namespace holon
