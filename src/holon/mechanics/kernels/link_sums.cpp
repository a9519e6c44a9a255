// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/kernels/link_sums.h"

namespace holon::detail {

namespace {

Symmetric<Expr> read_inertia(Reader& constants) {
  Symmetric<Expr> theta;
  for (Expr& e : theta.entries) e = constants.next();
  return theta;
}

Triple<Expr> inertia_times(const Symmetric<Expr>& S, const Triple<Expr>& v) {
  Triple<Expr> result;
  for (int i = 0; i < 3; ++i) result[i] = S(i, 0) * v[0] + S(i, 1) * v[1] + S(i, 2) * v[2];
  return result;
}

}  // namespace

std::vector<Expr> sum_constants(LinkSum which, const Link& link, const Mechanism::Freedom& freedom,
                                const Vector3<Expr>& gravity) {
  if (which == LinkSum::spring) return {freedom.stiffness, freedom.rest};
  if (which == LinkSum::damper) return {freedom.damping};
  std::vector<Expr> list{link.mass};
  append(list, link.first_moment);
  if (which == LinkSum::kinetic || which == LinkSum::angular_momentum) {
    list.insert(list.end(), link.inertia.begin(), link.inertia.end());
  }
  if (which == LinkSum::potential) append(list, gravity);
  return list;
}

FunctionRef make_sum(LinkSum which, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  k.input_group("sum");
  Triple<Expr> sum{};
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
  Rows R{};
  Triple<Expr> p{}, w{}, v{};
  if (which != LinkSum::kinetic) R = input_rows(k, "R");
  if (which == LinkSum::potential || which == LinkSum::angular_momentum) p = k.input3("p");
  if (which != LinkSum::potential) {
    w = k.input3("omega");
    v = k.input3("v");
  }
  Reader constants(kinds.trace(piece, k));
  const Expr m = constants.next();
  const Triple<Expr> mc = constants.next3();
  k.output_group("sum");
  switch (which) {
    case LinkSum::kinetic: {
      const Triple<Expr> spin = inertia_times(read_inertia(constants), w);
      k.output(sum[0] + (0.5 * (m * inner(v, v) + inner(w, spin)) + inner(v, cross(w, mc))));
      break;
    }
    case LinkSum::potential: {
      const Triple<Expr> weighted = plus(scaled(m, p), times(R, mc));
      k.output(sum[0] - inner(constants.next3(), weighted));
      break;
    }
    default: {
      const Triple<Expr> momentum = times(R, plus(scaled(m, v), cross(w, mc)));
      Triple<Expr> value = momentum;
      if (which == LinkSum::angular_momentum) {
        const Triple<Expr> own = plus(inertia_times(read_inertia(constants), w), cross(mc, v));
        value = plus(times(R, own), cross(p, momentum));
      }
      for (Expr e : plus(sum, value)) k.output(e);
    }
  }
  return k.make("sum");
}

}  // namespace holon::detail
