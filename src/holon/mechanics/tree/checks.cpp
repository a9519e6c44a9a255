// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/tree/checks.h"

#include <fmt/format.h>

#include <cmath>

#include "holon/base/matrices.h"

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
  return calc_symmetric_eigenvalues3(m);
}

}  // namespace

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
        fmt::format("the inertia has a negative principal moment of inertia, {:.6g} kg m^2",
                    moments[0]),
        "entries are those of the matrix: Ixy is minus the product of inertia", errors);
  } else if (moments[2] > (1 + kRoundedData) * (moments[0] + moments[1])) {
    say(body.report, body.name, "inertia",
        fmt::format("no body has the principal moments {:.6g}, {:.6g}, {:.6g} kg m^2: the largest "
                    "is more than the sum of the others",
                    moments[0], moments[1], moments[2]),
        "inertia is about the centre of mass", errors);
  }
}

void check_bodies(const Mechanism& mechanism, std::vector<std::string>& errors) {
  for (const Mechanism::Body& body : mechanism.bodies) {
    if (body.is_frame) continue;
    if (body.mass.is_constant() &&
        !(body.mass.value() >= 0.0 && std::isfinite(body.mass.value()))) {
      say(body.report, body.name, "mass",
          fmt::format("the mass of '{}' is {:.6g} kg and must not be negative", body.name,
                      body.mass.value()),
          "", errors);
      continue;
    }
    if (!body.is_share) check_inertia(body, errors);
  }
}

}  // namespace holon::detail
