// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/opening.h"

#include <numbers>

#include "holon/hydraulics/laws.h"

namespace holon::hydraulics {
namespace {

// A state of an opening is a fraction of the full one.
constexpr double kNominal = 1;

Expr add_state(PartBuilder& b, const std::string& name, Dimension dimension, double nominal,
               Expr initial) {
  StateBlock block{.name = b.member(name)};
  block.dimension = dimension;
  block.nominal = nominal;
  return b.assembly().add_state(std::move(block), {initial})[0];
}

}  // namespace

Expr open_edge(Expr x) { return min(ramp(x, kCornerWidth), 1.0); }

Expr add_lag(PartBuilder& b, const std::string& name, Expr target,
             const std::optional<Expr>& time_constant) {
  if (!time_constant) return target;
  const Expr x = add_state(b, name, {}, kNominal, target);
  b.assembly().set_derivative(x, (target - x) / *time_constant);
  return x;
}

Expr add_spool(PartBuilder& b, Expr command, const SpoolDynamics& dynamics) {
  const Expr u = min(max(command, -1.0), 1.0);
  if (!dynamics.bandwidth) {
    b.define_output("speed", [&assembly = b.assembly(), u] {
      return std::vector<Expr>{assembly.time_derivative(u)};
    });
    return u;
  }
  const Expr w = 2.0 * std::numbers::pi * *dynamics.bandwidth;
  const Expr x = add_state(b, "position", {}, kNominal, u);
  const Expr v =
      add_state(b, "speed", dimensions::kTime.pow(-1), w.is_constant() ? w.value() : 60.0, 0.0);
  b.assembly().set_derivative(x, v);
  b.assembly().set_derivative(v, w * (w * (u - x) - 2.0 * dynamics.damping_ratio * v));
  b.define_output("speed", v);
  return x;
}

}  // namespace holon::hydraulics
