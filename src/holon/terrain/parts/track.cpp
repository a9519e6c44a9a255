// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/terrain/parts/track.h"

#include "holon/model/assembly/body_load.h"
#include "holon/model/assembly/energy_account.h"
#include "holon/model/assembly/find_port.h"
#include "holon/model/assembly/frame_motion.h"
#include "holon/model/assembly/ground.h"
#include "holon/spatial/vector.h"
#include "holon/system/hidden_output.h"
#include "holon/terrain/shear_law.h"

namespace holon {

namespace {

constexpr double kCohesionPressure = 2e3;  // [Pa] p_0
constexpr double kRollCorner = 0.02;       // [m/s] v_0
constexpr double kShearDamping = 0.03;     // [s] τ_d
constexpr double kShearRelease = 0.05;     // [s] over which a lifted segment forgets its shear
constexpr int kSamples = 3;                // of the ground under a segment

/// The directions at a point of the ground.
struct GroundAxes {
  Vector3<Expr> normal, forward, left;
};

GroundAxes find_ground_axes(const GroundPoint& ground, const Vector3<Expr>& heading) {
  const Vector3<Expr> up(-ground.slope_x, -ground.slope_y, 1.0);
  GroundAxes axes;
  axes.normal = (1.0 / sqrt(dot(up, up))) * up;
  const Vector3<Expr> along = heading - dot(heading, axes.normal) * axes.normal;
  axes.forward = (1.0 / sqrt(dot(along, along))) * along;
  axes.left = cross(axes.normal, axes.forward);
  return axes;
}

/// What all points give together.
struct TrackSums {
  Vector3<Expr> force{0.0, 0.0, 0.0}, torque{0.0, 0.0, 0.0};
  Expr load = 0.0, thrust = 0.0, side = 0.0, compaction = 0.0, sinkage = 0.0, largest = 0.0;
  Expr drawbar_power = 0.0, slip_loss = 0.0, turning_loss = 0.0, compaction_loss = 0.0;
  Expr stored = 0.0, storing = 0.0, ground_speed = 0.0, power = 0.0;
};

/// The motion of a track as its outputs say it, in world axes.
struct TrackMotion {
  Vector3<Expr> position, velocity, angular_velocity, heading;
  TrackMotion(const std::shared_ptr<Symbols>& symbols, const std::string& frame) {
    const detail::FrameMotion motion(symbols, frame);
    position = motion.vector(FrameOutput::position);
    velocity = motion.vector(FrameOutput::velocity);
    angular_velocity = motion.vector(FrameOutput::angular_velocity);
    heading = motion.orientation() * Vector3<Expr>(1.0, 0.0, 0.0);
  }
};

class TrackOnGround {
 public:
  TrackOnGround(const Track& track, PartBuilder& b)
      : track_(track),
        b_(b),
        soil_(GroundSurfaces::of(b.assembly()).soil_of(b, "ground", track.ground)),
        motion_(b.assembly().symbols(), track.on.path),
        law_{soil_.cohesive_modulus / track.width + soil_.frictional_modulus,
             soil_.sinkage_exponent},
        area_(track.length * track.width / static_cast<double>(track.points)) {}

  TrackSums calc(Expr track_speed) {
    TrackSums sums;
    for (std::int64_t i = 0; i < track_.points; ++i) add_point(i, track_speed, sums);
    const auto share = 1.0 / static_cast<double>(track_.points);
    sums.sinkage = share * sums.sinkage;
    sums.ground_speed = share * sums.ground_speed;
    return sums;
  }

 private:
  void add_point(std::int64_t i, Expr track_speed, TrackSums& sums) {
    const auto n = static_cast<double>(track_.points);
    const Expr along = ((static_cast<double>(i) + 0.5) / n - 0.5) * track_.length;
    const Vector3<Expr> arm = along * motion_.heading;
    const Vector3<Expr> place = motion_.position + arm;
    const Vector3<Expr> velocity = motion_.velocity + cross(motion_.angular_velocity, arm);
    GroundRates rates{0.0, 0.0, 0.0};
    const GroundPoint ground = find_mean_ground(i, along, rates);
    const GroundAxes axes = find_ground_axes(ground, motion_.heading);
    // Along the normal.
    const Expr below = ground.height - place[2], depth = axes.normal[2] * below;
    const Expr sinking = -dot(velocity, axes.normal);
    const Expr pressure = law_.calc_pressure(depth);
    const Expr load = area_ * pressure * max(1.0 + track_.damping * sinking, 0.0);
    const Expr forwards = dot(velocity, axes.forward), sideways = dot(velocity, axes.left);
    const Expr contact = 1.0 - exp(-pressure / kCohesionPressure);
    const Expr grip = area_ * soil_.cohesion * contact + load * tan(soil_.friction_angle);
    const std::array<Expr, 2> slip{track_speed - forwards, sideways};
    const std::array<Expr, 2> shear = add_shear(i, slip, track_speed, contact);
    const Expr thrust = grip * shear[0], side = -grip * shear[1];
    const Expr work = law_.calc_work(depth);
    const Expr resistance =
        track_.width / n * work * forwards / sqrt(square(forwards) + kRollCorner * kRollCorner);
    const Vector3<Expr> force =
        load * axes.normal + (thrust - resistance) * axes.forward + side * axes.left;
    sums.force = sums.force + force;
    sums.torque = sums.torque + cross(arm, force);
    sums.power += dot(force, velocity);
    sums.load += load;
    sums.thrust += thrust;
    sums.side += side;
    sums.largest += grip;
    sums.compaction += resistance;
    sums.sinkage += depth;
    sums.ground_speed += forwards;
    sums.drawbar_power += (thrust - resistance) * forwards;
    sums.slip_loss += thrust * slip[0];
    sums.turning_loss -= side * sideways;
    sums.compaction_loss += resistance * forwards;
    sums.stored += area_ * work;
    // The rate of `stored`, exactly: the sinkage also changes where the normal turns, and that
    // part, no power of the load, is in what is lost.
    const Expr turning = -axes.normal[2] * square(axes.normal[2]) *
                         (ground.slope_x * rates.slope_x + ground.slope_y * rates.slope_y);
    sums.storing +=
        area_ * pressure * (axes.normal[2] * (rates.height - velocity[2]) + turning * below);
  }

  /// The mean of the ground under a segment: chain and shoes bridge what is shorter. `rates`:
  /// between ticks of the ground.
  GroundPoint find_mean_ground(std::int64_t i, Expr along, GroundRates& rates) {
    GroundPoint mean{0.0, 0.0, 0.0};
    const Expr step = track_.length / static_cast<double>(track_.points * kSamples);
    for (int k = 0; k < kSamples; ++k) {
      const Expr at = along + (k - 0.5 * (kSamples - 1)) * step;
      const Vector3<Expr> place = motion_.position + at * motion_.heading;
      const std::string local = "ground[" + std::to_string(i * kSamples + k) + "]";
      const GroundPoint point =
          GroundSurfaces::of(b_.assembly())
              .request(b_, "ground", track_.ground, local, place[0], place[1]);
      mean.height += point.height / kSamples;
      const GroundRates rate = GroundSurfaces::rates_of(b_, local);
      rates.height += rate.height / kSamples;
      rates.slope_x += rate.slope_x / kSamples;
      rates.slope_y += rate.slope_y / kSamples;
      mean.slope_x += point.slope_x / kSamples;
      mean.slope_y += point.slope_y / kSamples;
    }
    return mean;
  }

  /// The fractions of the largest shear force along and across, with their damping.
  std::array<Expr, 2> add_shear(std::int64_t i, const std::array<Expr, 2>& slip, Expr track_speed,
                                Expr contact) {
    Assembly& assembly = b_.assembly();
    const std::string name = b_.member("shear[" + std::to_string(i) + "]");
    const std::vector<Expr> s = assembly.add_state(
        {.name = name, .components = {"x", "y"}, .size = 2}, {Expr(0.0), Expr(0.0)});
    const terrain::ShearRate law = terrain::calc_shear_rate({s[0], s[1]}, slip, track_speed,
                                                            track_.length, soil_.shear_modulus);
    const Expr free = 1.0 - square(s[0]) - square(s[1]);
    std::array<Expr, 2> fraction;
    for (std::size_t k = 0; k < 2; ++k) {
      // Off the ground no soil is sheared.
      assembly.set_derivative(s[k], contact * law.rate[k] - (1.0 - contact) / kShearRelease * s[k]);
      fraction[k] = s[k] + kShearDamping * max(free, 0.0) * law.rate[k];
    }
    // The damping must not exceed the strength of the soil.
    const Expr over = sqrt(max(square(fraction[0]) + square(fraction[1]), 1.0));
    return {fraction[0] / over, fraction[1] / over};
  }

  const Track& track_;
  PartBuilder& b_;
  Soil soil_;
  TrackMotion motion_;
  terrain::SinkageLaw law_;
  Expr area_;
};

void define_track_outputs(PartBuilder& b, const TrackSums& sums, Expr track_speed, Expr internal) {
  const Expr slip = (track_speed - sums.ground_speed) * track_speed /
                    (square(track_speed) + kRollCorner * kRollCorner);
  b.define_output("speed", track_speed);
  b.define_output("slip", slip);
  b.define_output("load", sums.load);
  b.define_output("sinkage", sums.sinkage);
  b.define_output("thrust", sums.thrust);
  b.define_output("largest_thrust", sums.largest);
  b.define_output("side_force", sums.side);
  b.define_output("compaction_resistance", sums.compaction);
  b.define_output("internal_resistance", internal);
  b.define_output("drawbar_pull", sums.thrust - sums.compaction);
  b.define_output("world_force", {sums.force[0], sums.force[1], sums.force[2]});
  b.define_output("world_torque", {sums.torque[0], sums.torque[1], sums.torque[2]});
  b.define_output("power", sums.power);
  b.define_output("drive_power", (sums.thrust + internal) * track_speed);
  b.define_output("drawbar_power", sums.drawbar_power);
  b.define_output("slip_loss", sums.slip_loss);
  b.define_output("turning_loss", sums.turning_loss);
  b.define_output("compaction_loss", sums.compaction_loss);
  b.define_output("internal_loss", internal * track_speed);
}

}  // namespace

void Track::describe(Descriptor<Track>& d) {
  d.type("Track", "A crawler track on soil: sinkage, thrust over slip, resistances.");
  d.role(PartRole::force);
  d.frame("on", &Track::on, "frame at the middle of the ground contact, x forwards, z up")
      .required()
      .acted_on();
  d.text("ground", &Track::ground, "the Terrain on which it runs").names_parts().required();
  d.text("drive", &Track::drive, "the rotational port of its sprocket, positive forwards");
  d.value("sprocket_radius", &Track::sprocket_radius, "m", "track speed per rate of the sprocket")
      .positive();
  d.value("speed", &Track::speed, "m/s", "speed of the track, instead of a drive").varying();
  d.value("length", &Track::length, "m", "length of the ground contact").required().positive();
  d.value("width", &Track::width, "m", "width of the shoes").required().positive();
  d.integer("points", &Track::points, "number of points along the length at which the ground acts")
      .at_least(1)
      .at_most(50);
  d.value("running_resistance", &Track::running_resistance, "",
          "resistance of the running gear as a fraction of the load")
      .non_negative();
  d.value("damping", &Track::damping, "s/m", "relative increase of the pressure per sinking speed")
      .non_negative();
  d.output("speed", "m/s", "speed of the track relative to the vehicle").main();
  d.output("slip", "", "slip: fraction of the track's speed that does not move the vehicle").main();
  d.output("load", "N", "force normal to the ground").main();
  d.output("sinkage", "m", "mean depth below the ground; negative above it").main();
  d.output("thrust", "N", "shear force of the soil, forwards").main();
  d.output("largest_thrust", "N", "largest shear force of the soil at this load");
  d.output("side_force", "N", "lateral force of the soil, to the left");
  d.output("compaction_resistance", "N", "resistance of the soil that is compacted, backwards");
  d.output("internal_resistance", "N", "resistance of the running gear, at the track");
  d.output("drawbar_pull", "N", "thrust less compaction resistance").main();
  d.vector_output("world_force", "N", "force of the ground on the frame, in world axes");
  d.vector_output("world_torque", "N m",
                  "torque of the ground about the frame's origin, in world axes");
  d.output("power", "W", "power of the ground's force on the vehicle");
  d.output("drive_power", "W", "power of the sprocket");
  d.output("drawbar_power", "W", "power transmitted to the vehicle along the track");
  d.output("slip_loss", "W", "power lost to shear along the track");
  d.output("turning_loss", "W", "power lost to shear across the track");
  d.output("compaction_loss", "W", "power lost to compaction");
  d.output("internal_loss", "W", "power lost in the running gear");
}

void Track::build(PartBuilder& b) const {
  if (speed.has_value() == !drive.empty()) {
    b.error(speed ? "drive" : "",
            speed ? "'speed' and 'drive' both determine its speed" : "nothing determines its speed",
            "give 'speed', or the port of its sprocket: 'drive: sprocket.flange'");
    return;
  }
  if (sprocket_radius.has_value() == drive.empty()) {
    b.error(sprocket_radius ? "sprocket_radius" : "",
            sprocket_radius ? "'sprocket_radius' has no effect without 'drive'"
                            : "'drive' needs a 'sprocket_radius'");
    return;
  }
  const std::string speed_name = kHiddenPrefix + b.name() + ".speed";
  const Expr track_speed = speed ? *speed : b.assembly().output(speed_name);
  TrackOnGround on_ground(*this, b);
  const TrackSums sums = on_ground.calc(track_speed);
  const Expr internal = running_resistance * sums.load * track_speed /
                        sqrt(square(track_speed) + kRollCorner * kRollCorner);
  define_track_outputs(b, sums, track_speed, internal);
  const Expr drive_power = (sums.thrust + internal) * track_speed;
  // What neither moves the vehicle nor is stored, the damping of sinking included.
  const Expr lost = drive_power - sums.power - sums.storing;
  BodyLoads::of(b.assembly())
      .add(b, {.on = on, .force = sums.force, .torque = sums.torque, .dissipated = lost});
  // Where cells change below the track what the soil stores is no function of the state alone: then
  // the account has what flows into it.
  const GroundSurfaces& surfaces = GroundSurfaces::of(b.assembly());
  EnergyAccount::Share share{
      .stored = [&surfaces, name = ground,
                 sums] { return surfaces.changes(name) ? Expr(0.0) : sums.stored; },
      .storing = [&surfaces, name = ground,
                  sums] { return surfaces.changes(name) ? sums.storing : Expr(0.0); }};
  if (speed) share.power = [drive_power] { return drive_power; };
  EnergyAccount::of(b.assembly())->add(std::move(share));
  if (speed) return;
  b.assembly().on_connect(
      b.name() + ": drive",
      [part = b, self = *this, speed_name, effort = sums.thrust + internal](Assembly& a) mutable {
        const auto port = detail::find_power_port(a, part.name(), self.drive, PowerDomain::rotation,
                                                  "drive", part.error_reporter());
        const Expr rate = port ? port->flow : Expr(0.0);
        a.define_output({speed_name, {}, dimensions::kSpeed, "", false},
                        std::vector<Expr>{*self.sprocket_radius * rate});
        if (port) port->add_effort(-*self.sprocket_radius * effort);
      });
}

}  // namespace holon
