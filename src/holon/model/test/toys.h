// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/model.h"
#include "holon/model/describe/catalogue.h"

/// Parts that use every kind of field, with physics simple enough to check by hand.
namespace holon::test {

struct Moments {
  std::vector<Expr> values{1.0, 1.0, 1.0};
  static void describe(Fields<Moments>& f) {
    f.numbers("values", &Moments::values, "kg m^2", "moments of inertia").sizes({3, 6});
    f.bare();
  }
};

struct Rod {
  Expr length = 1.0;
  Axis axis = "x";
  static void describe(Fields<Rod>& f) {
    f.value("length", &Rod::length, "m", "its length").required().positive();
    f.axis("axis", &Rod::axis, "along it");
  }
};

struct Ball {
  Expr radius = 1.0;
  static void describe(Fields<Ball>& f) {
    f.value("radius", &Ball::radius, "m", "its radius").required().positive();
    f.bare();
  }
};

struct Start {
  std::optional<Expr> angle{};
  Expr rate = 0.0;
  static void describe(Fields<Start>& f) {
    f.value("angle", &Start::angle, "rad", "angle at the start").varying();
    f.value("rate", &Start::rate, "rad/s", "rate at the start").varying();
  }
};

/// A wheel on an axle: mass * angle'' = torque - damping * angle'. (The numbers of its moments of
/// inertia would serve as well.) Its frames are at rest.
struct Wheel {
  enum class Finish { plain, painted };

  Expr mass = 1.0;
  std::variant<Moments, Rod, Ball> inertia{};
  Vector3<Expr> center_of_mass{0.0, 0.0, 0.0};
  Expr damping = 0.0;
  std::optional<Expr> torque{};
  double tolerance = 1e-3;
  Expr speed_limit = 100.0;
  Expr natural_frequency = 1.0;
  Expr temperature = 293.15;
  Expr warming = 0.0;
  std::vector<Expr> gains{};
  bool locked = false;
  std::int64_t teeth = 20;
  Expr poles = 2.0;
  std::string label{};
  std::vector<std::string> tags{};
  Finish finish = Finish::plain;
  Axis axis{};
  FrameName on{};
  std::array<FrameName, 2> between{};
  Orientation tilt{};
  Start initial{};
  Named<Placement> frames{};
  std::vector<Shape> shapes{};

  static void describe(Descriptor<Wheel>& d) {
    d.type("Wheel", "A wheel on an axle.");
    d.value("mass", &Wheel::mass, "kg", "its mass").required().positive();
    d.one_of("inertia", &Wheel::inertia, "its inertia")
        .alternative<Moments>("moments", "three or six numbers")
        .alternative<Rod>("rod", "a thin rod")
        .alternative<Ball>("ball", "a ball");
    d.vector("center_of_mass", &Wheel::center_of_mass, "m", "where its mass is");
    d.value("damping", &Wheel::damping, "N m s/rad", "torque per rate").non_negative();
    d.value("torque", &Wheel::torque, "N m", "what drives it").varying();
    d.value("tolerance", &Wheel::tolerance, "m", "of its making").at_most(1);
    d.value("speed_limit", &Wheel::speed_limit, "rad/s", "how fast it may turn").above(10);
    d.value("natural_frequency", &Wheel::natural_frequency, "Hz", "of its spokes");
    d.value("temperature", &Wheel::temperature, "K", "how warm it is");
    d.value("warming", &Wheel::warming, "delta K", "how much warmer it gets");
    d.numbers("gains", &Wheel::gains, "", "numbers");
    d.flag("locked", &Wheel::locked, "whether it stands still");
    d.integer("teeth", &Wheel::teeth, "their number").at_least(3);
    d.value("poles", &Wheel::poles, "", "their number").structural();
    d.text("label", &Wheel::label, "written on it");
    d.texts("tags", &Wheel::tags, "words for it");
    d.choice("finish", &Wheel::finish, {"plain", "painted"}, "its surface").not_yet({"chromed"});
    d.axis("axis", &Wheel::axis, "about which it turns");
    d.frame("on", &Wheel::on, "what carries it");
    d.between("between", &Wheel::between, "its bearings");
    d.orientation("tilt", &Wheel::tilt, "how it is mounted");
    d.object("initial", &Wheel::initial, "how it begins");
    d.frames("frames", &Wheel::frames, "places on it");
    d.objects("shapes", &Wheel::shapes, "what is seen of it");
    d.not_yet("friction", "of its bearings");
    d.own_frame();
    d.frame("com", "its centre of mass");
    d.output("angle", "rad", "how far it has turned").main();
    d.output("rate", "rad/s", "how fast it turns");
    d.output("acceleration", "rad/s^2", "how its rate changes");
    d.output("torque_of.bearing", "N m", "of its bearing");
    d.vector_output("hub", "m", "where it is");
  }

  void build(PartBuilder& b) const {
    if (shapes.size() > 5) b.error("shapes", "that is too many to see", "take five");
    const auto state =
        b.assembly().add_state({b.name(), {"angle", "rate"}, StateBlock::Kind::euclidean, {}, 0, 2},
                               {initial.angle.value_or(0.0), initial.rate});
    const Expr bearing = -damping * state[1];
    const Expr acceleration = (torque.value_or(0.0) + bearing) / mass;
    b.assembly().set_derivative(state[0], state[1]);
    b.assembly().set_derivative(state[1], acceleration);
    b.define_output("angle", state[0]);
    b.define_output("rate", state[1]);
    b.define_output("acceleration", acceleration);
    b.define_output("torque_of.bearing", bearing);
    b.define_output("hub", {center_of_mass[0], center_of_mass[1], center_of_mass[2]});
    const auto at_rest = [](int index) {
      std::vector<Expr> value(
          static_cast<std::size_t>(frame_outputs()[static_cast<std::size_t>(index)].size()), 0.0);
      if (value.size() == 4) value[0] = 1.0;
      return value;
    };
    b.assembly().define_outputs(b.name(), own_frame_outputs(), at_rest);
    b.assembly().define_outputs(b.member("com"), frame_outputs(), at_rest);
    for (const auto& [name, place] : frames) {
      b.assembly().define_outputs(b.member(name), frame_outputs(),
                                  [place = place, at_rest](int index) {
                                    if (index > 0) return at_rest(index);
                                    return std::vector<Expr>{place.at[0], place.at[1], place.at[2]};
                                  });
    }
  }
};

/// A part with one output, which is a formula.
struct Signal {
  Expr value = 0.0;
  static void describe(Descriptor<Signal>& d) {
    d.type("Signal", "A formula with a name.");
    d.value("value", &Signal::value, "", "the formula").required().varying();
    d.output("y", "", "its value").main();
  }
  void build(PartBuilder& b) const { b.define_output("y", value); }
};

inline Catalogue make_catalogue() {
  Catalogue catalogue;
  catalogue.add<Wheel>();
  catalogue.add<Signal>();
  return catalogue;
}

/// The start and the derivative of a system, its parameters at their values, no mode on.
inline std::vector<double> start_of(const System& system, double t = 0) {
  std::vector<double> in{t};
  for (const SystemParameter& p : system.parameters) in.push_back(p.value);
  return system.start->evaluate(in);
}

inline std::vector<double> inputs_of(const System& system, double t, const std::vector<double>& x) {
  std::vector<double> in{t};
  in.insert(in.end(), x.begin(), x.end());
  for (const SystemParameter& p : system.parameters) in.push_back(p.value);
  in.resize(static_cast<std::size_t>(system.function_input_count()), 0.0);
  return in;
}

inline std::vector<double> output_at_start(const System& system, const std::string& name) {
  return system.select_outputs({name})->evaluate(inputs_of(system, 0, start_of(system)));
}

}  // namespace holon::test
