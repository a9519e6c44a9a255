// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/tangent.h"

#include <array>

#include "holon/base/errors.h"
#include "holon/system/fresh_inputs.h"

namespace holon {

namespace {

using Quaternion = std::array<Expr, 4>;  // w, x, y, z

bool is_quaternion(const StateBlock& block) { return block.kind == StateBlock::Kind::quaternion; }

int tangent_size(const StateBlock& block) { return is_quaternion(block) ? 3 : block.size; }

/// Vector part of conj(a) b.
std::array<Expr, 3> relative(const Quaternion& a, const Quaternion& b) {
  std::array<Expr, 3> v;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    v[i] = (a[0] * b[1 + i] - a[1 + i] * b[0]) - (a[1 + j] * b[1 + k] - a[1 + k] * b[1 + j]);
  }
  return v;
}

/// q (1, δ/2).
Quaternion moved(const Quaternion& q, const std::array<Expr, 3>& delta) {
  const Expr x = 0.5 * delta[0], y = 0.5 * delta[1], z = 0.5 * delta[2];
  return {q[0] - q[1] * x - q[2] * y - q[3] * z, q[1] + q[0] * x + q[2] * z - q[3] * y,
          q[2] + q[0] * y + q[3] * x - q[1] * z, q[3] + q[0] * z + q[1] * y - q[2] * x};
}

Quaternion quaternion_at(const std::vector<Expr>& list, const StateBlock& block) {
  const auto at = static_cast<std::size_t>(block.offset);
  return {list[at], list[at + 1], list[at + 2], list[at + 3]};
}

}  // namespace

int tangent_count(const System& system) {
  int count = 0;
  for (const StateBlock& block : system.states) count += tangent_size(block);
  return count;
}

std::string tangent_name(const System& system, int index) {
  int at = index;
  for (const StateBlock& block : system.states) {
    const int size = tangent_size(block);
    if (at < size) {
      if (is_quaternion(block)) return block.name + "." + "xyz"[at];
      return component_name(block.name, block.components, at);
    }
    at -= size;
  }
  throw InternalError("there is no tangent coordinate " + std::to_string(index));
}

// With δ a deviation, x(δ) the state that it leads to and f the right side, a quaternion deviates
// by θ = 2 vec(conj(q) q(δ)), which changes by 2 vec(conj(q') q(δ) + conj(q) q'(δ)). The
// derivatives by δ are taken at δ = 0.
FunctionJacobian make_state_jacobian(const System& system) {
  const Function& f = *system.derivative;
  detail::FreshInputs fresh(f);
  const auto& graph = fresh.graph;
  const std::vector<Expr>& arguments = fresh.all;
  const auto states = static_cast<std::size_t>(system.state_count());
  const std::vector<Expr> x(arguments.begin() + 1,
                            arguments.begin() + 1 + static_cast<std::ptrdiff_t>(states));
  const std::vector<Expr> delta = graph->symbols("delta", tangent_count(system));

  std::vector<Expr> x_moved = x;
  std::size_t at = 0;
  for (const StateBlock& block : system.states) {
    const auto offset = static_cast<std::size_t>(block.offset);
    if (is_quaternion(block)) {
      const Quaternion q =
          moved(quaternion_at(x, block), {delta[at], delta[at + 1], delta[at + 2]});
      for (std::size_t i = 0; i < 4; ++i) x_moved[offset + i] = q[i];
    } else {
      for (std::size_t i = 0; i < static_cast<std::size_t>(block.size); ++i) {
        x_moved[offset + i] = x[offset + i] + delta[at + i];
      }
    }
    at += static_cast<std::size_t>(tangent_size(block));
  }
  std::vector<Expr> moved_arguments = arguments;
  std::copy(x_moved.begin(), x_moved.end(), moved_arguments.begin() + 1);
  const std::vector<Expr> rate = f.substitute(arguments),
                          rate_moved = f.substitute(moved_arguments);

  std::vector<Expr> change;
  for (const StateBlock& block : system.states) {
    if (is_quaternion(block)) {
      const auto first = relative(quaternion_at(rate, block), quaternion_at(x_moved, block));
      const auto second = relative(quaternion_at(x, block), quaternion_at(rate_moved, block));
      for (std::size_t i = 0; i < 3; ++i) change.push_back(2.0 * (first[i] + second[i]));
    } else {
      for (int i = 0; i < block.size; ++i) {
        change.push_back(rate_moved[static_cast<std::size_t>(block.offset + i)]);
      }
    }
  }
  Jacobian J = jacobian(change, delta);
  const std::vector<Expr> zero(delta.size(), 0.0);
  FunctionJacobian result;
  result.pattern = std::move(J.pattern);
  result.function = Function::make("state jacobian", graph, std::move(fresh.groups),
                                   {{"J", substitute(J.entries, delta, zero)}});
  return result;
}

FunctionJacobian make_component_jacobian(const System& system) {
  detail::FreshInputs fresh(*system.derivative);
  const std::vector<Expr> x(fresh.all.begin() + 1, fresh.all.begin() + 1 + system.state_count());
  Jacobian J = jacobian(system.derivative->substitute(fresh.all), x);
  FunctionJacobian result;
  result.pattern = std::move(J.pattern);
  result.function = Function::make("component jacobian", fresh.graph, std::move(fresh.groups),
                                   {{"J", std::move(J.entries)}});
  return result;
}

}  // namespace holon
