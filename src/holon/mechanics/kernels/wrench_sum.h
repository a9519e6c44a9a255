// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <vector>

#include "holon/mechanics/kernels/traced.h"

/// Forces that are gathered from several places.
namespace holon::detail {

inline Triple<Expr> triple(std::span<const Expr> v) { return {v[0], v[1], v[2]}; }
inline Triple<Expr> triple(const Vector3<Expr>& v) { return {v[0], v[1], v[2]}; }

/// R (9, by rows) v.
inline Triple<Expr> turned(std::span<const Expr> R, const Triple<Expr>& v) {
  Triple<Expr> result;
  for (std::size_t i = 0; i < 3; ++i) {
    result[i] = R[3 * i] * v[0] + R[3 * i + 1] * v[1] + R[3 * i + 2] * v[2];
  }
  return result;
}

/// A force with its moment about a point, gathered from forces at other points.
struct WrenchSum {
  Triple<Expr> point;
  Triple<Expr> force{}, moment{};

  void add(const Triple<Expr>& f, const Triple<Expr>& n, const Triple<Expr>& at) {
    force = plus(force, f);
    moment = plus(moment, plus(n, cross(minus(at, point), f)));
  }
  std::array<std::vector<Expr>, 2> result(bool negative) const {
    std::array<std::vector<Expr>, 2> both;
    for (Expr e : force) both[0].push_back(negative ? -e : e);
    for (Expr e : moment) both[1].push_back(negative ? -e : e);
    return both;
  }
};

}  // namespace holon::detail
