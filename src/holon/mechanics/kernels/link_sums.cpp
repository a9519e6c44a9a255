// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/kernels/link_sums.h"

// T = Σ ½ (𝔳, M∘𝔳),  U = −Σ g·(m p + R mc),  𝔭 = Σ M∘𝔳 in world axes about the world's origin.

namespace holon::detail {

namespace {

bool sum_needs_theta(LinkSum which) {
  return which == LinkSum::kinetic || which == LinkSum::angular_momentum;
}

}  // namespace

std::vector<Expr> sum_constants(LinkSum which, const Link& link, const Mechanism::Freedom& freedom,
                                const Vector3<Expr>& gravity) {
  if (which == LinkSum::spring) return {freedom.stiffness, freedom.rest};
  if (which == LinkSum::damper) return {freedom.damping};
  std::vector<Expr> list;
  append(list, link.inertia, sum_needs_theta(which));
  if (which == LinkSum::potential) append(list, gravity);
  return list;
}

FunctionRef make_sum(LinkSum which, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  k.input_group("sum");
  Vector3<Expr> sum;
  const bool is_vector = which == LinkSum::momentum || which == LinkSum::angular_momentum;
  if (is_vector) {
    sum = k.input3("sum");
  } else {
    sum[0] = k.input("sum");
  }
  k.input_group("link");
  if (which == LinkSum::spring || which == LinkSum::damper) {
    const Expr x = k.input("x");
    Reader constants(kinds.trace(piece, k));
    const Expr factor = constants.next();
    k.output_group("sum");
    k.output(which == LinkSum::spring ? sum[0] + 0.5 * factor * square(x - constants.next())
                                      : sum[0] + factor * square(x));
    return k.make("sum");
  }
  Matrix3<Expr> R;
  Vector3<Expr> p;
  VelocityMotor<Expr> V;
  if (which != LinkSum::kinetic) R = k.input_matrix("R");
  if (which == LinkSum::potential || which == LinkSum::angular_momentum) p = k.input3("p");
  if (which != LinkSum::potential) V = k.input_velocity();
  Reader constants(kinds.trace(piece, k));
  const InertiaDyad<Expr> M = constants.next_inertia(sum_needs_theta(which));
  k.output_group("sum");
  switch (which) {
    case LinkSum::kinetic: k.output(sum[0] + calc_kinetic_energy(M, V)); break;
    case LinkSum::potential: {
      const Vector3<Expr> weighted = M.mass() * p + multiply(R, M.first_moment());
      k.output(sum[0] - dot(constants.next3(), weighted));
      break;
    }
    default: {
      const MomentumMotor<Expr> momentum = (M * V).rotate(R).shift_back(p);
      k.output(Vector3<Expr>(sum + (which == LinkSum::momentum ? momentum.p() : momentum.l())));
    }
  }
  return k.make("sum");
}

}  // namespace holon::detail
