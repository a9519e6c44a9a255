// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/machine/connection.h"

#include "holon/expr/derive/jacobian.h"
#include "holon/expr/graph/function.h"
#include "holon/mechanics/kernels/traced.h"

namespace holon::detail {

InnerPart::Connection make_connection(const InnerPart& part, const std::string& frame,
                                      const FramePlace& place) {
  const std::size_t n = part.size();
  const std::vector<Expr> velocity = part.calc_velocity(place);
  InnerPart::Connection c;
  c.frame = frame;
  c.place = place;
  c.C = part.calc_rate(velocity);
  for (const Expr& e : velocity) {
    // The same at all v, which are in it by form only.
    const std::vector<Expr> row =
        substitute(gradient(e, part.v), part.v, std::vector<Expr>(n, Expr(0.0)));
    append(c.D, row);
  }
  c.B.assign(6 * n, 0.0);
  for (std::size_t i = 0; i < 6; ++i) {
    const auto first = c.D.begin() + static_cast<std::ptrdiff_t>(i * n);
    const std::vector<Expr> column =
        divide_by_mass(part.mass, {first, first + static_cast<std::ptrdiff_t>(n)});
    for (std::size_t a = 0; a < n; ++a) c.B[a * 6 + i] = column[a];
  }
  return c;
}

void connect(InnerPart& part, Mechanism& mechanism, InnerPart::Connection c) {
  c.joint = static_cast<int>(mechanism.joints.size());
  const int body = mechanism.add_driven_frame(c.frame, "world", {.place = c.place}, part.report);
  mechanism.bodies[static_cast<std::size_t>(body)].is_connection = true;
  mechanism.joints[static_cast<std::size_t>(c.joint)].drive->is_inner = true;
  part.connections.push_back(std::move(c));
}

void connect_body(InnerPart& part, Mechanism& mechanism, InnerPart::Connection c, int joint,
                  const std::string& frame) {
  const int body = mechanism.find_body(c.frame);
  mechanism.bodies[static_cast<std::size_t>(body)].is_connection = true;
  Mechanism::Joint& drive = mechanism.joints[static_cast<std::size_t>(joint)];
  drive.name = frame;
  drive.type = JointType::driven;
  drive.parent = "world";
  drive.drive = Mechanism::Drive{.place = c.place, .is_inner = true};
  mechanism.add_frame({frame, body, {}});
  c.joint = joint;
  part.connections.push_back(std::move(c));
}

}  // namespace holon::detail
