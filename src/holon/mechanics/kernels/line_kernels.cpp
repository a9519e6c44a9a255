// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/kernels/line_kernels.h"

#include <array>

#include "holon/mechanics/kernels/cut_side.h"

namespace holon::detail {

namespace {

/// What a force on g is at A and at B: f_B = ν (f − (f·n) n)/L, f_A = μ f − f_B.
std::array<Vector3<Expr>, 2> forces_at_ends(const Vector3<Expr>& f, const Vector3<Expr>& n,
                                            Expr distance, Expr lever, Expr reach) {
  const Vector3<Expr> across = f - dot(f, n) * n;
  const Vector3<Expr> second = (reach / distance) * across;
  return {lever * f - second, second};
}

/// Of d = L n, with its time derivatives:
///   n' = (d' − (d'·n) n)/L,   n'' = (d'' − (d''·n) n − 2 L' n')/L − n'² n
Moving make_direction(const Moving& d, Expr distance) {
  const auto across = [&](const Vector3<Expr>& v, const Vector3<Expr>& n) {
    return Vector3<Expr>(v - dot(v, n) * n);
  };
  const Expr inverse = 1.0 / distance;
  Moving n;
  n.value = inverse * d.value;
  n.rate = inverse * across(d.rate, n.value);
  const Vector3<Expr> turning =
      across(d.acceleration, n.value) - (2.0 * dot(d.rate, n.value)) * n.rate;
  n.acceleration = inverse * turning - dot(n.rate, n.rate) * n.value;
  return n;
}

}  // namespace

std::vector<Expr> line_constants(const FramePlace& first, const FramePlace& second,
                                 const LineTerms& terms, const Vector3<Expr>& gravity) {
  std::vector<Expr> list;
  append(list, first.position);
  append(list, second.position);
  append(list, gravity);
  list.push_back(terms.lever);
  list.push_back(terms.reach);
  return list;
}

FunctionRef make_line_rows(const CutShape& shape, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  CutSide first(k, "first", shape.parent_moves), second(k, "second", shape.child_moves);
  Reader constants(kinds.trace(piece, k));
  first.read_place(constants);
  second.read_place(constants);
  const Vector3<Expr> gravity = constants.next3();
  first.stand(gravity);
  second.stand(gravity);
  const Expr lever = constants.next(), reach = constants.next();
  const Moving d = difference(second.point(), first.point());
  const Expr distance = sqrt(dot(d.value, d.value));
  const Moving n = make_direction(d, distance);
  const Moving& p = first.point();
  const auto output = [&](const char* name, const Vector3<Expr>& of_point,
                          const Vector3<Expr>& of_direction) {
    k.output_group(name);
    k.output(Vector3<Expr>(lever * of_point + reach * of_direction));
  };
  output("position", p.value, n.value);
  output("velocity", p.rate, n.rate);
  output("bias", p.acceleration, n.acceleration);
  for (int i = 0; i < 3; ++i) {
    Vector3<Expr> unit, no_torque;
    unit[i] = 1.0;
    const auto forces = forces_at_ends(unit, n.value, distance, lever, reach);
    for (const bool is_second : {false, true}) {
      const CutSide& side = is_second ? second : first;
      if (!side.moves()) continue;
      k.output_group(is_second ? "wrench on second" : "wrench on first");
      k.output(side.load({forces[is_second ? 1 : 0], no_torque}, side.point().value));
    }
  }
  return k.make("rows of " + shape.text());
}

const FunctionRef& line_force_function() {
  static const FunctionRef function = [] {
    KernelBuilder k;
    k.input_group("places");
    const Vector3<Expr> a = k.input3("a"), b = k.input3("b");
    k.input_group("lambda");
    const Vector3<Expr> lambda = k.input3("lambda");
    k.input_group("terms");
    const Expr lever = k.input("lever"), reach = k.input("reach");
    const Vector3<Expr> d = b - a;
    const Expr distance = sqrt(dot(d, d));
    k.output_group("forces");
    for (const Vector3<Expr>& force :
         forces_at_ends(lambda, (1.0 / distance) * d, distance, lever, reach)) {
      k.output(force);
    }
    return k.make("forces of a line body");
  }();
  return function;
}

}  // namespace holon::detail
