// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/checks.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "holon/mechanics/articulated.h"

namespace holon::detail {

void say(const ReportError& report, const std::string& name, const std::string& parameter,
         const std::string& message, const std::string& suggestion,
         std::vector<std::string>& errors) {
  if (report) report(parameter, message, suggestion);
  errors.push_back(name + ": " + message + (suggestion.empty() ? "" : "; " + suggestion));
}

namespace {

/// The moments of inertia that the matrix has about its principal axes, in rising order.
Eigen::Vector3d find_principal_moments(const std::array<Expr, 6>& I) {
  Eigen::Matrix3d m;
  m << I[0].value(), I[3].value(), I[4].value(), I[3].value(), I[1].value(), I[5].value(),
      I[4].value(), I[5].value(), I[2].value();
  return Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(m, Eigen::EigenvaluesOnly).eigenvalues();
}

void check_inertia(const Mechanism::Body& body, std::vector<std::string>& errors) {
  for (const Expr& e : body.inertia) {
    if (!e.is_constant()) return;
    if (!std::isfinite(e.value())) {
      return say(body.report, body.name, "inertia", "the inertia is not a finite number", "",
                 errors);
    }
  }
  // Numbers from drawings are rounded: a thousandth more than the triangle allows is let pass.
  constexpr double kRoundedData = 1e-3;
  const Eigen::Vector3d moments = find_principal_moments(body.inertia);
  if (moments[0] < -kRoundedData * std::abs(moments[2])) {
    say(body.report, body.name, "inertia",
        fmt::format("the inertia has a negative principal moment, {:.6g} kg m^2", moments[0]),
        "entries are those of the matrix: Ixy is minus the product of inertia", errors);
  } else if (moments[2] > (1 + kRoundedData) * (moments[0] + moments[1])) {
    say(body.report, body.name, "inertia",
        fmt::format("no body has the principal moments {:.6g}, {:.6g}, {:.6g} kg m^2: the largest "
                    "is more than the sum of the others",
                    moments[0], moments[1], moments[2]),
        "inertia is about the centre of mass", errors);
  }
}

double number(const Expr& e) { return e.is_constant() ? e.value() : 1.0; }

const char* const kCoordinateName[3] = {"x", "y", "z"};

class FreedomCheck {
 public:
  FreedomCheck(const Mechanism& mechanism, const Tree& tree, std::vector<std::string>& errors)
      : mechanism_(mechanism), tree_(tree), errors_(errors) {}

  void run() {
    const std::size_t before = errors_.size();
    for (double phase : {0.7, 2.3}) {
      sums_.assign(tree_.links.size(), {});
      for (std::size_t k = tree_.links.size(); k-- > 0;) eliminate_link(k, phase);
      if (errors_.size() > before) return;
    }
  }

 private:
  void eliminate_link(std::size_t index, double phase) {
    const Link& link = tree_.links[index];
    Articulated<double>& a = sums_[index];
    add(a, rigid(link));
    const double q = phase + 1.3 * static_cast<double>(index % 7);
    if (link.joint >= 0 && mechanism_.joints[static_cast<std::size_t>(link.joint)].freedom.motion) {
      // prescribed: nothing to eliminate
    } else if (link.type == JointType::revolute) {
      eliminate_one(link, a, 3 + link.axis);
    } else if (link.type == JointType::prismatic) {
      eliminate_one(link, a, link.axis);
    } else {
      const int count = link.type == JointType::free ? 6 : 3;
      for (int k = 0; k < count; ++k) eliminate_one(link, a, k);
    }
    if (link.parent == Mechanism::kWorld || joint_info(link.type).v > 1) return;
    if (link.type == JointType::revolute) {
      turn_back(a, Turn<double>(link.axis, std::cos(q), link.sign * std::sin(q)));
    } else {
      Triple<double> slide{};
      slide[static_cast<std::size_t>(link.axis)] = link.sign * q;
      shift(a, slide);
    }
    // A constant turn changes no pivot but its own axes; symbols stand for no turn.
    for (std::size_t k = link.turn.steps.size(); k-- > 0;) {
      const ConstantTurn::Step& step = link.turn.steps[k];
      turn_back(a, Turn<double>(step.axis, number(step.c), number(step.s)));
    }
    shift(a, {number(link.position[0]), number(link.position[1]), number(link.position[2])});
    add(sums_[static_cast<std::size_t>(link.parent)], a);
  }

  static Articulated<double> rigid(const Link& link) {
    Articulated<double> a;
    const double m = number(link.mass);
    bool known = link.mass.is_constant();
    Triple<double> mc{};
    for (int k = 0; k < 3; ++k) {
      mc[static_cast<std::size_t>(k)] =
          link.first_moment[k].is_constant() ? link.first_moment[k].value() : 0.0;
      known = known && link.first_moment[k].is_constant();
      a.M(k, k) = m;
    }
    for (int k = 0; k < 3; ++k) {
      a.H[k][(k + 1) % 3] = mc[static_cast<std::size_t>((k + 2) % 3)];
      a.H[(k + 1) % 3][k] = -mc[static_cast<std::size_t>((k + 2) % 3)];
    }
    for (std::size_t k = 0; k < 6; ++k) {
      known = known && link.inertia[k].is_constant();
      a.J.entries[k] = link.inertia[k].is_constant() ? link.inertia[k].value() : 0.0;
    }
    if (!known) {  // massive enough
      const double large = 1 + mc[0] * mc[0] + mc[1] * mc[1] + mc[2] * mc[2];
      for (int k = 0; k < 3; ++k) a.J(k, k) += large / std::min(1.0, m);
    }
    return a;
  }

  void eliminate_one(const Link& link, Articulated<double>& a, int k) {
    const double pivot = a.at(k, k);
    const double size = k < 3 ? a.M(0, 0) + a.M(1, 1) + a.M(2, 2) : trace_of_rotation(link, a);
    // Pivots are differences of numbers of this size; less than their rounding is nothing.
    constexpr double kRounding = 1e-13;
    if (pivot <= kRounding * size) {
      report(link, k);
      a.at(k, k) = 1.0;  // so that the others can be judged
    }
    eliminate(a, k, 0.0);
  }

  /// The rotational part as it was before shifts took from it.
  static double trace_of_rotation(const Link& link, Articulated<double>& a) {
    return a.J(0, 0) + a.J(1, 1) + a.J(2, 2) + number(link.inertia[0]) + number(link.inertia[1]) +
           number(link.inertia[2]);
  }

  void report(const Link& link, int k) {
    const std::string& body = mechanism_.bodies[static_cast<std::size_t>(link.body)].name;
    const bool turns = k >= 3;
    std::string what = turns ? "moment of inertia" : "mass";
    if (link.joint < 0) {
      const Mechanism::Body& b = mechanism_.bodies[static_cast<std::size_t>(link.body)];
      say(b.report, body, "inertia",
          fmt::format("'{}' is free to turn about its {} axis, about which nothing has a {}", body,
                      kCoordinateName[k % 3], what),
          "give it an inertia, or use a PointMass that nothing hangs on", errors_);
      return;
    }
    const Mechanism::Joint& joint = mechanism_.joints[static_cast<std::size_t>(link.joint)];
    if (joint_info(joint.type).v > 1) {
      say(joint.report, joint.name, "",
          fmt::format("joint '{}' lets '{}' turn about its {} axis, about which nothing has a {}",
                      joint.name, body, kCoordinateName[k % 3], what),
          "give '" + body + "' an inertia", errors_);
      return;
    }
    say(joint.report, joint.name, "axis",
        fmt::format("joint '{}' lets '{}' {} its axis [{:.6g}, {:.6g}, {:.6g}], {} which nothing "
                    "has a {}",
                    joint.name, body, turns ? "turn about" : "slide along", joint.axis[0],
                    joint.axis[1], joint.axis[2], turns ? "about" : "along", what),
        turns ? "give '" + body + "' an inertia, or a centre of mass off the axis"
              : "give '" + body + "' a mass",
        errors_);
  }

  const Mechanism& mechanism_;
  const Tree& tree_;
  std::vector<std::string>& errors_;
  std::vector<Articulated<double>> sums_;
};

}  // namespace

void check_bodies(const Mechanism& mechanism, std::vector<std::string>& errors) {
  for (const Mechanism::Body& body : mechanism.bodies) {
    if (body.mass.is_constant() && !(body.mass.value() > 0.0 && std::isfinite(body.mass.value()))) {
      say(body.report, body.name, "mass",
          fmt::format("the mass of '{}' is {:.6g} kg and must be positive", body.name,
                      body.mass.value()),
          "", errors);
      continue;
    }
    check_inertia(body, errors);
  }
}

void check_freedoms(const Mechanism& mechanism, const Tree& tree,
                    std::vector<std::string>& errors) {
  FreedomCheck(mechanism, tree, errors).run();
}

}  // namespace holon::detail
