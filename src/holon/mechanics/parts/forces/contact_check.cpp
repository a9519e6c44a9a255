// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Combinations of a contact's values that are errors.

#include "holon/mechanics/parts/forces/contact.h"

namespace holon {

namespace {

/// Reports values that contradict each other; true where none do.
class ContactCheck {
 public:
  ContactCheck(PartBuilder& b, const Contact& contact) : b_(b), c_(contact) {}

  bool run() {
    check_frames();
    check_shapes();
    check_law();
    check_friction();
    return is_right_;
  }

 private:
  void error(const std::string& parameter, const std::string& message,
             const std::string& suggestion) {
    b_.error(parameter, message, suggestion);
    is_right_ = false;
  }

  void check_frames() {
    if (c_.between[1].path == "world") {
      error("between", "the second shape is on the world, which does not move",
            "write the world first");
    }
    if (c_.between[0] == c_.between[1])
      error("between", "both shapes are on one frame", "name two frames that move relatively");
  }

  void check_shapes() {
    const auto* plane = std::get_if<detail::GroundPlane>(&c_.first);
    const bool is_round = std::holds_alternative<detail::BarePoint>(c_.second) ||
                          std::holds_alternative<Sphere>(c_.second);
    if (!plane && c_.normal)
      error("normal", "'normal' has no effect: the first shape is not a plane", "leave it out");
    if (plane && plane->normal && c_.normal)
      error("normal", "the normal is given twice", "leave out one of them");
    if (c_.radius && !std::holds_alternative<detail::BarePoint>(c_.second)) {
      error("radius", "'radius' has no effect: 'second' gives the shape",
            "leave it out, or write the radius in 'second'");
    }
    check_rounding(!plane && !is_round && !std::holds_alternative<Sphere>(c_.first));
    const bool is_point =
        std::holds_alternative<detail::BarePoint>(c_.second) && !c_.radius.has_value();
    if (!plane && is_point && c_.restitution) {
      error("radius", "a point on a rigid shape that is not a plane needs a radius",
            "give the second shape as a sphere: radius: 1 mm");
    }
  }

  void check_rounding(bool are_edged) {
    if (!c_.rounding) return;
    const auto *first = std::get_if<Box>(&c_.first), *second = std::get_if<Box>(&c_.second);
    const auto *own = std::get_if<Cylinder>(&c_.first), *other = std::get_if<Cylinder>(&c_.second);
    if (own && other) {
      for (const Cylinder* cylinder : {own, other})
        if (is_too_round(2.0 * cylinder->radius) || is_too_round(cylinder->length)) return;
      return;
    }
    if (!are_edged || (!first && !second)) {
      error(
          "rounding",
          "'rounding' has no effect: no box touches a box, capsule or cylinder, and no cylinder a "
          "cylinder",
          "leave it out");
      return;
    }
    for (const Box* box : {first, second}) {
      for (int i = 0; box && i < 3; ++i)
        if (is_too_round(box->size[i])) return;
    }
  }

  /// Reports a rounding that leaves nothing of `size` [m].
  bool is_too_round(const Expr& size) {
    if (!size.is_constant() || !c_.rounding->is_constant() ||
        2.0 * c_.rounding->value() < size.value())
      return false;
    error("rounding", "the rounding is more than half of an edge of the shape",
          "give a radius that is small against the edges: rounding: 1 mm");
    return true;
  }

  void check_law() {
    if (c_.stiffness && c_.restitution) {
      error("restitution", "'stiffness' describes a compliant contact, 'restitution' a rigid one",
            "leave out one of them; losses of a compliant contact are its 'dissipation'");
    } else if (!c_.stiffness && !c_.restitution) {
      error("", "a contact needs 'stiffness' (compliant) or 'restitution' (rigid)",
            "give stiffness: 200 kN/m, or restitution: 0.5");
    }
    if (c_.restitution && !c_.dissipation.is_constant(0.0)) {
      error("dissipation", "'dissipation' has no effect in a rigid contact",
            "its losses are those of 'restitution'");
    }
  }

  void check_friction() {
    const bool sticks = c_.sticking || c_.restitution.has_value();
    if (c_.slip_speed && sticks) {
      error("slip_speed", "'slip_speed' has no effect: friction that sticks is not regularised",
            "leave it out");
    }
    if (c_.sticking && c_.friction.is_constant(0.0))
      error("sticking", "'sticking' has no effect without friction", "give 'friction'");
    if (!c_.static_friction) return;
    if (!sticks) {
      error("static_friction", "'static_friction' has no effect: regularised friction never sticks",
            "add sticking: true");
    }
    const Expr most = *c_.static_friction;
    if (most.is_constant() && c_.friction.is_constant() && most.value() < c_.friction.value()) {
      error("static_friction",
            "'static_friction' is less than 'friction': the break-away friction would be below the "
            "friction in motion",
            "give at least as much, or leave it out");
    }
  }

  PartBuilder& b_;
  const Contact& c_;
  bool is_right_ = true;
};

}  // namespace

bool detail::check_contact(PartBuilder& b, const Contact& contact) {
  return ContactCheck(b, contact).run();
}

}  // namespace holon
