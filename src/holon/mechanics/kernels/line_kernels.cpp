// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/kernels/line_kernels.h"

#include <array>

#include "holon/mechanics/kernels/cut_side.h"

namespace holon::detail {

namespace {

/// What a force on g is at A and at B: f_B = ν (f − (f·n) n)/L, f_A = μ f − f_B.
std::array<Triple<Expr>, 2> forces_at_ends(const Triple<Expr>& f, const Triple<Expr>& n,
                                           Expr distance, Expr lever, Expr reach) {
  const Triple<Expr> across = minus(f, scaled(dot(f, n), n));
  const Triple<Expr> second = scaled(reach / distance, across);
  return {minus(scaled(lever, f), second), second};
}

/// Of d = L n, with its time derivatives:
///   n' = (d' − (d'·n) n)/L,   n'' = (d'' − (d''·n) n − 2 L' n')/L − n'² n
Moving make_direction(const Moving& d, Expr distance) {
  const auto across = [&](const Triple<Expr>& v, const Triple<Expr>& n) {
    return minus(v, scaled(dot(v, n), n));
  };
  Moving n;
  n.value = scaled(1.0 / distance, d.value);
  n.rate = scaled(1.0 / distance, across(d.rate, n.value));
  const Triple<Expr> turning =
      minus(across(d.acceleration, n.value), scaled(2.0 * dot(d.rate, n.value), n.rate));
  n.acceleration = minus(scaled(1.0 / distance, turning), scaled(dot(n.rate, n.rate), n.value));
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
  const Triple<Expr> gravity = constants.next3();
  first.stand(gravity);
  second.stand(gravity);
  const Expr lever = constants.next(), reach = constants.next();
  const Moving d = difference(second.point(), first.point());
  const Expr distance = sqrt(dot(d.value, d.value));
  const Moving n = make_direction(d, distance);
  const Moving& p = first.point();
  const auto output = [&](const char* name, const Triple<Expr>& of_point,
                          const Triple<Expr>& of_direction) {
    k.output_group(name);
    for (Expr e : plus(scaled(lever, of_point), scaled(reach, of_direction))) k.output(e);
  };
  output("position", p.value, n.value);
  output("velocity", p.rate, n.rate);
  output("bias", p.acceleration, n.acceleration);
  for (std::size_t i = 0; i < 3; ++i) {
    Triple<Expr> unit{};
    unit[i] = 1.0;
    const auto forces = forces_at_ends(unit, n.value, distance, lever, reach);
    for (const bool is_second : {false, true}) {
      const CutSide& side = is_second ? second : first;
      if (!side.moves()) continue;
      k.output_group(is_second ? "wrench on second" : "wrench on first");
      for (const Triple<Expr>& half :
           side.load(forces[is_second ? 1 : 0], {}, side.point().value)) {
        for (Expr e : half) k.output(e);
      }
    }
  }
  return k.make("rows of " + shape.text());
}

const FunctionRef& line_force_function() {
  static const FunctionRef function = [] {
    KernelBuilder k;
    k.input_group("places");
    const Triple<Expr> a = k.input3("a"), b = k.input3("b");
    k.input_group("lambda");
    const Triple<Expr> lambda = k.input3("lambda");
    k.input_group("terms");
    const Expr lever = k.input("lever"), reach = k.input("reach");
    const Triple<Expr> d = minus(b, a);
    const Expr distance = sqrt(dot(d, d));
    k.output_group("forces");
    for (const Triple<Expr>& force :
         forces_at_ends(lambda, scaled(1.0 / distance, d), distance, lever, reach)) {
      for (Expr e : force) k.output(e);
    }
    return k.make("forces of a line body");
  }();
  return function;
}

}  // namespace holon::detail
