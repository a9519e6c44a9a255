// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/operator.h"

#include <cmath>
#include <numbers>

#include "holon/model/assembly/block.h"
#include "holon/model/assembly/frame_motion.h"

namespace holon {

namespace {

constexpr double kShortestLeg = 1e-3;  // [m]

/// The legs as numbers, the ones that expressions select from.
struct LegTable {
  std::vector<double> x, y;         // [m] where it begins
  std::vector<double> east, north;  // its direction
  std::vector<double> length;       // [m]
  std::vector<double> sense, work;  // 1 forwards, −1 in reverse; 1 where the blade works
  std::vector<Expr> speed;          // [m/s]
};

/// The k-th of several values, k a whole number.
template <class T>
Expr pick(const std::vector<T>& values, Expr k) {
  Expr result = values.back();
  for (std::size_t i = values.size() - 1; i-- > 0;)
    result = select(less(k, static_cast<double>(i) + 0.5), Expr(values[i]), result);
  return result;
}

bool read_point(PartBuilder& b, const std::string& parameter, const std::vector<Expr>& point) {
  if (point.size() == 2 && point[0].is_constant() && point[1].is_constant()) return true;
  b.error(parameter, "a point of the path is [x, y], two constants");
  return false;
}

std::optional<LegTable> make_legs(PartBuilder& b, const Operator& op) {
  if (op.path.empty()) {
    b.error("path", "the path has no legs", "give 'path: [{to: [40 m, 0 m]}]'");
    return std::nullopt;
  }
  if (!read_point(b, "from", op.from)) return std::nullopt;
  LegTable legs;
  double x = op.from[0].value(), y = op.from[1].value();
  for (std::size_t i = 0; i < op.path.size(); ++i) {
    const Operator::Leg& leg = op.path[i];
    const std::string at = "path[" + std::to_string(i) + "].to";
    if (!read_point(b, at, leg.to)) return std::nullopt;
    const double dx = leg.to[0].value() - x, dy = leg.to[1].value() - y;
    const double length = std::hypot(dx, dy);
    if (!(length > kShortestLeg)) {
      b.error(at, "the leg ends where it begins", "leave it out, or give another point");
      return std::nullopt;
    }
    legs.x.push_back(x);
    legs.y.push_back(y);
    legs.east.push_back(dx / length);
    legs.north.push_back(dy / length);
    legs.length.push_back(length);
    legs.sense.push_back(leg.reverse ? -1.0 : 1.0);
    legs.work.push_back(leg.work ? 1.0 : 0.0);
    legs.speed.push_back(leg.speed.value_or(op.speed));
    x = leg.to[0].value();
    y = leg.to[1].value();
  }
  return legs;
}

}  // namespace

void Operator::Leg::describe(Fields<Leg>& f) {
  f.numbers("to", &Leg::to, "m", "end point of the leg, [x, y] in world axes")
      .required()
      .structural();
  f.value("speed", &Leg::speed, "m/s", "speed on this leg")
      .positive()
      .default_text("the 'speed' of the part");
  f.flag("reverse", &Leg::reverse, "true: the vehicle travels in reverse on this leg");
  f.flag("work", &Leg::work, "true: output 'work' is 1 on this leg, the blade is down");
}

void Operator::describe(Descriptor<Operator>& d) {
  d.type("Operator",
         "A driver model: follows a path and sets the speeds of the vehicle's two sides.");
  d.frame("on", &Operator::on, "of the vehicle, x forwards").required();
  d.numbers("from", &Operator::from, "m", "start point of the path, [x, y] in world axes")
      .required()
      .structural();
  d.objects("path", &Operator::path, "legs of the path in sequence");
  d.value("speed", &Operator::speed, "m/s", "speed on legs without a 'speed'")
      .required()
      .positive();
  d.value("acceleration", &Operator::acceleration, "m/s^2", "largest acceleration and deceleration")
      .positive();
  d.value("look_ahead", &Operator::look_ahead, "m", "look-ahead distance of the steering law")
      .positive();
  d.value("tolerance", &Operator::tolerance, "m", "distance to its end at which a leg is completed")
      .positive();
  d.value("gauge", &Operator::gauge, "m", "lateral distance of the two tracks").positive();
  d.value("limit", &Operator::limit, "", "factor of the commanded speed, 0 to 1").varying();
  d.period("sample", &Operator::sample, "rate or period");
  d.output("speed", "m/s", "speed setpoint, negative in reverse").main();
  d.output("turn_rate", "rad/s", "yaw rate setpoint, positive to the left");
  d.output("left", "m/s", "speed setpoint of the left track").main();
  d.output("right", "m/s", "speed setpoint of the right track").main();
  d.output("leg", "", "index of the leg, from 0; the number of legs when the path is completed")
      .main();
  d.output("distance", "m", "distance travelled along the leg");
  d.output("deviation", "m", "lateral deviation, positive to the left of the leg");
  d.output("work", "", "1 on legs on which the blade works").main();
  d.output("direction", "", "1 forwards, -1 in reverse");
  d.output("done", "", "1 when the path is completed");
}

void Operator::build(PartBuilder& b) const {
  const auto legs = make_legs(b, *this);
  if (!legs) return;
  if (!sample) {
    b.error("", "an operator needs a 'sample', the rate at which it acts", "write 'sample: 20 Hz'");
    return;
  }
  Block block(b, sample);
  const detail::FrameMotion motion(b.assembly().symbols(), on.path);
  const Vector3<Expr> place = motion.vector(FrameOutput::position);
  const Vector3<Expr> ahead = motion.orientation() * Vector3<Expr>(1.0, 0.0, 0.0);
  const auto count = static_cast<double>(legs->length.size());

  const Expr before = block.add_memory("leg_before", {}, 0.0);
  const auto along = [&](Expr k) {
    return (place[0] - pick(legs->x, k)) * pick(legs->east, k) +
           (place[1] - pick(legs->y, k)) * pick(legs->north, k);
  };
  const Expr ends = less(pick(legs->length, before) - tolerance, along(before));
  const Expr leg = min(before + select(ends, 1.0, 0.0), count);
  block.set_next(before, leg);
  const Expr done = less(count - 0.5, leg);
  const Expr k = min(leg, count - 1.0);

  const Expr sense = pick(legs->sense, k), east = pick(legs->east, k);
  const Expr north = pick(legs->north, k);
  const Expr distance = along(k);
  const Expr deviation =
      (place[1] - pick(legs->y, k)) * east - (place[0] - pick(legs->x, k)) * north;
  const Expr left_to_go = max(pick(legs->length, k) - distance, 0.0);
  const Expr last_speed = block.add_memory("speed_before", dimensions::kSpeed, 0.0);
  const Expr target = select(done, 0.0,
                             sense * min(max(min(limit, 1.0), 0.0) * pick(legs->speed, k),
                                         sqrt(2.0 * acceleration * left_to_go)));
  const Expr step = acceleration * block.period();
  const Expr v = last_speed + min(max(target - last_speed, -step), step);
  block.set_next(last_speed, v);

  // The direction of travel against that of the leg.
  const Expr cosine = sense * (ahead[0] * east + ahead[1] * north);
  const Expr sine = sense * (ahead[1] * east - ahead[0] * north);
  const Expr towards = atan2(-deviation, look_ahead) - atan2(sine, cosine);
  const Expr curvature = 2.0 * sin(towards) / sqrt(square(look_ahead) + square(deviation));
  const Expr turn = abs(v) * curvature;
  block.set_output("speed", v);
  block.set_output("turn_rate", turn);
  block.set_output("left", v - 0.5 * gauge * turn);
  block.set_output("right", v + 0.5 * gauge * turn);
  block.set_output("leg", leg);
  block.set_output("distance", distance);
  block.set_output("deviation", deviation);
  block.set_output("work", select(done, 0.0, pick(legs->work, k)));
  block.set_output("direction", sense);
  block.set_output("done", done);
}

}  // namespace holon
