// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/bodies/slosh.h"

#include "holon/mechanics/machine/joint_part.h"
#include "holon/spatial/vector.h"

namespace holon {

namespace {

constexpr double kDrawnRadius = 0.12;  // of the pendulum's length

/// Where the damping ratio is meant: the gravity that is given, or the world's.
Expr find_apparent_gravity(PartBuilder& b, const Slosh& slosh) {
  if (slosh.apparent_gravity) {
    if (slosh.damping_ratio.is_constant(0.0)) {
      b.error("apparent_gravity", "'apparent_gravity' has no effect without 'damping_ratio'",
              "give both, or neither");
    }
    return *slosh.apparent_gravity;
  }
  const Vector3<Expr> g = b.assembly().world().gravity;
  const Expr size = sqrt(dot(g, g));
  if (!slosh.damping_ratio.is_constant(0.0) && size.is_constant(0.0)) {
    b.error("damping_ratio", "a damping ratio needs a frequency, and 'world' has no gravity",
            "give 'apparent_gravity', such as thrust over mass");
  }
  if (slosh.damping_ratio.is_constant(0.0)) return size;
  b.assembly().on_connect(
      b.name() + ": gravity", [machine = Machine::of(b), report = b.error_reporter()](Assembly&) {
        if (!machine->has_gravity) return;
        report("damping_ratio",
               "a damping ratio needs a frequency, and a Gravity part replaces the world's gravity",
               "give 'apparent_gravity'");
      });
  return size;
}

/// √(a₀/l) [rad/s]; 0 where a formula of a₀ is not positive.
Expr calc_frequency(PartBuilder& b, const Slosh& slosh) {
  const Expr gravity = find_apparent_gravity(b, slosh);
  if (!b.assembly().symbols()->varies(gravity)) return sqrt(gravity / slosh.length);
  return select(relation(gravity), sqrt(gravity / slosh.length), 0.0);
}

}  // namespace

void Slosh::describe(Descriptor<Slosh>& d) {
  d.type("Slosh", "Liquid that sloshes in a tank: the pendulum of its first lateral mode.");
  d.role(PartRole::body);
  d.frame("on", &Slosh::on, "frame of the tank, where the pendulum hangs; it hangs along -z")
      .required();
  d.value("mass", &Slosh::mass, "kg", "mass of the liquid that sloshes").required().positive();
  d.value("length", &Slosh::length, "m", "length of the pendulum").required().positive();
  d.value("damping_ratio", &Slosh::damping_ratio, "",
          "damping ratio of small swings in 'apparent_gravity'")
      .non_negative();
  d.value(
       "apparent_gravity", &Slosh::apparent_gravity, "m/s^2",
       "apparent gravity that the damping ratio refers to; default: the magnitude of the world's")
      .varying()
      .non_negative();
  d.objects("shapes", &Slosh::shapes,
            "shapes to draw, in the frame 'pendulum'; default: a ball at the mass");
  d.object("initial", &Slosh::initial, "the start");
  d.object("guess", &Slosh::guess, "initial guess for what 'initial' leaves open");
  d.frame("pendulum", "at the pivot; the mass is on its -z axis");
  d.frame("liquid", "the sloshing mass");
  d.output("angle1", "rad", "about the x axis of 'on'").main();
  d.output("angle2", "rad", "about the y axis of the pendulum").main();
  d.output("rate1", "rad/s", "its rate");
  d.output("rate2", "rad/s", "its rate");
  d.output("acceleration1", "rad/s^2", "its acceleration");
  d.output("acceleration2", "rad/s^2", "its acceleration");
  d.vector_output("displacement", "m",
                  "of the mass from its position on the -z axis, in the axes of 'on'");
  d.output("dissipated_power", "W", "that its damping takes");
  detail::describe_reaction(d);
}

void Slosh::build(PartBuilder& b) const {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  // The body's frame is at the pivot: without inertia about its origin, `augmented` would meet a
  // mass matrix that is singular there.
  const std::string pendulum = b.member("pendulum"), liquid = b.member("liquid");
  Mechanism::Body body;
  body.name = pendulum;
  body.mass = mass;
  body.center_of_mass = {0.0, 0.0, -length};
  body.report = b.error_reporter();
  const int index = machine->mechanism.add_body(std::move(body));
  const Placement at_mass{.at = {0.0, 0.0, -length}};
  machine->mechanism.add_frame({liquid, index, detail::place_of(at_mass)});
  for (const std::string& frame : {pendulum, liquid})
    machine->define_frame_outputs(b.assembly(), frame, false);
  std::vector<Shape> drawn = shapes;
  if (drawn.empty()) {
    drawn.emplace_back().geometry = Sphere{kDrawnRadius * length};
    drawn.back().at = at_mass.at;
  }
  b.assembly().scene().bodies.push_back({pendulum, drawn, {0.0, 0.0, -length}, {}});

  Mechanism::Freedom freedom;
  freedom.damping = 2.0 * damping_ratio * calc_frequency(b, *this) * mass * square(length);
  Mechanism::Joint joint;
  joint.type = JointType::universal;
  joint.axis = {1.0, 0.0, 0.0};
  joint.axis2 = {0.0, 1.0, 0.0};
  joint.freedoms[0] = joint.freedoms[1] = freedom;
  const auto start = [&b](const char* name, const auto& first, const auto& second) {
    return detail::choose_start<Expr>(b, name, first, second, 0.0);
  };
  joint.start_q = {start("angle1", initial.angle1, guess.angle1),
                   start("angle2", initial.angle2, guess.angle2)};
  joint.start_v = {start("rate1", initial.rate1, guess.rate1),
                   start("rate2", initial.rate2, guess.rate2)};
  joint.held_q = {initial.angle1.has_value(), initial.angle2.has_value()};
  joint.held_v = {initial.rate1.has_value(), initial.rate2.has_value()};
  const auto any_given = [](const TwoAnglesStart& s) {
    return s.angle1 || s.angle2 || s.rate1 || s.rate2;
  };
  joint.has_start = any_given(initial) || any_given(guess);
  const int at = detail::build_joint(b, {on, FrameName{pendulum}}, {}, std::move(joint));

  for (std::size_t k = 0; k < 2; ++k) {
    const std::string number = std::to_string(k + 1);
    b.define_output("angle" + number, [machine, at, k]() -> std::vector<Expr> {
      return {machine->joint_coordinates(at)[k]};
    });
    b.define_output("rate" + number, [machine, at, k]() -> std::vector<Expr> {
      return {machine->joint_rates(at)[k]};
    });
    b.define_output("acceleration" + number, [machine, at, k]() -> std::vector<Expr> {
      return {machine->joint_accelerations(at)[k]};
    });
  }
  const auto output = [&](const char* name) { return b.assembly().output(b.member(name)); };
  const Expr q1 = output("angle1"), q2 = output("angle2");
  b.define_output("displacement", std::vector<Expr>{-length * sin(q2), length * sin(q1) * cos(q2),
                                                    length * (1.0 - cos(q1) * cos(q2))});
  b.define_output("dissipated_power",
                  freedom.damping * (square(output("rate1")) + square(output("rate2"))));
}

}  // namespace holon
