// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/forces/contact.h"

#include "holon/model/describe/source.h"

namespace holon {

namespace detail {

std::string name_of_point(std::size_t k) { return "points[" + std::to_string(k) + "]"; }

std::vector<SystemOutput> list_point_outputs(const std::string& point) {
  return {{point + ".normal_force", {}, dimensions::kForce, "of the first on the second", false},
          {point + ".friction_force",
           {"x", "y", "z"},
           dimensions::kForce,
           "friction on the second, in world axes",
           false},
          {point + ".gap",
           {},
           dimensions::kLength,
           "between the shapes; negative: penetration",
           false}};
}

}  // namespace detail

std::vector<MadeName> Contact::list_names(const SourceNode& part) {
  std::vector<MadeName> names;
  const SourceNode* const second = part.peek("second");
  if (!second || !second->is_map()) return names;
  const SourceNode* const first = part.peek("first");
  const auto is = [](const SourceNode* shape, const char* key) {
    return shape && shape->is_map() && shape->peek(key) != nullptr;
  };
  const SourceNode* const sticking = part.peek("sticking");
  const bool are_constraints =
      part.peek("restitution") != nullptr || (sticking && sticking->text() != "false");
  std::size_t count = 0;
  const auto pair = [&](const char* a, const char* b) {
    return (is(first, a) && is(second, b)) || (is(first, b) && is(second, a));
  };
  if (pair("box", "box")) {
    count = are_constraints ? 32 : 0;
  } else if (pair("box", "capsule")) {
    count = part.peek("restitution") != nullptr ? 22 : 14;
  } else if (pair("box", "cylinder")) {
    count = 22;
  } else if (pair("capsule", "cylinder")) {
    count = 3;
  } else if (pair("capsule", "capsule") || pair("cylinder", "cylinder")) {
    count = 5;
  } else if (is(first, "sphere") || is(first, "box") || is(first, "capsule") ||
             is(first, "cylinder")) {
    count = 0;
  } else if (is(second, "box")) {
    count = 8;
  } else if (is(second, "cylinder") || is(second, "capsule")) {
    count = 2;
  }
  for (std::size_t k = 0; k < count; ++k) {
    for (const SystemOutput& output : detail::list_point_outputs(detail::name_of_point(k)))
      names.emplace_back().output = {output.name, output.components, output.dimension,
                                     output.description, output.is_main};
  }
  return names;
}

void Contact::describe(Descriptor<Contact>& d) {
  d.type("Contact", "Two shapes that touch: compliant or rigid, with friction.");
  d.between("between", &Contact::between,
            "frame of the first shape (the ground) and frame of the second one")
      .required();
  d.one_of("first", &Contact::first, "shape at the first frame")
      .alternative<detail::GroundPlane>("plane", "a half space below a plane")
      .alternative<Sphere>("sphere", "a sphere, by its radius")
      .alternative<Box>("box", "a box, by its edges")
      .alternative<Cylinder>("cylinder", "a cylinder")
      .alternative<Capsule>("capsule", "a cylinder with rounded ends")
      .default_text("plane");
  d.one_of("second", &Contact::second, "shape at the second frame")
      .alternative<detail::BarePoint>("point", "the frame's origin")
      .alternative<Sphere>("sphere", "a sphere, by its radius")
      .alternative<Box>("box", "a box, by its edges")
      .alternative<Cylinder>("cylinder", "a cylinder")
      .alternative<Capsule>("capsule", "a cylinder with rounded ends")
      .default_text("point");
  d.axis("normal", &Contact::normal, "out of the ground, in the first frame; default: z");
  d.value("radius", &Contact::radius, "m", "of the sphere; 0 for a point; short for 'second'")
      .non_negative();
  d.value("stiffness", &Contact::stiffness, "N/m", "compliant: force per penetration").positive();
  d.value("dissipation", &Contact::dissipation, "s/m",
          "damping: relative increase of the spring force per speed of penetration")
      .non_negative();
  d.value("restitution", &Contact::restitution, "",
          "rigid, in the place of 'stiffness': coefficient of restitution of an impact")
      .at_least(0)
      .at_most(1);
  d.value("friction", &Contact::friction, "", "coefficient of friction").non_negative().varying();
  d.value("static_friction", &Contact::static_friction, "",
          "coefficient up to which it sticks; default: 'friction'")
      .non_negative()
      .varying();
  d.flag("sticking", &Contact::sticking,
         "Coulomb friction with events, which truly sticks; a rigid contact always has it");
  d.value("rounding", &Contact::rounding, "m",
          "radius of the edges of a box against a box, capsule or cylinder, and of two cylinders; "
          "default: 1 % of the shortest edge")
      .positive();
  d.value("slip_speed", &Contact::slip_speed, "m/s",
          "sliding speed at which regularised friction has 0.7 of its value; default: 0.01 m/s")
      .positive();
  d.output("penetration", "m", "of the shapes into each other; negative where they are apart");
  d.output("normal_force", "N", "of the first on the second").main();
  d.vector_output("friction_force", "N", "friction on the second, in world axes");
  d.vector_output("world_force", "N", "of the first on the second, in world axes");
  d.output("touching", "", "number of points in contact");
  d.output("sticking_points", "", "number of points that stick");
  d.output("energy", "J", "stored in it");
}

void Contact::build(PartBuilder& b) const {
  if (detail::check_contact(b, *this)) detail::build_contact(b, *this);
}

}  // namespace holon
