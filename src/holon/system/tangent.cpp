// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/tangent.h"

#include <array>
#include <utility>

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

/// The block of a tangent coordinate, and its index within the block.
std::pair<const StateBlock*, int> find_tangent(const System& system, int index) {
  int at = index;
  for (const StateBlock& block : system.states) {
    const int size = tangent_size(block);
    if (at < size) return {&block, at};
    at -= size;
  }
  throw InternalError("there is no tangent coordinate " + std::to_string(index));
}

// With δ a deviation, x(δ) the resulting state and f the right-hand side, a quaternion deviates by
// θ = 2 vec(conj(q) q(δ)), which changes by 2 vec(conj(q') q(δ) + conj(q) q'(δ)). The derivatives
// with respect to δ are taken at δ = 0.
class TangentInputs {
 public:
  TangentInputs(const System& system, const Function& f)
      : system_(system), fresh_(f), delta_(fresh_.graph->symbols("delta", tangent_count(system))) {
    const std::vector<Expr> x = states_of(fresh_.all);
    moved_ = fresh_.all;
    std::size_t at = 0;
    for (const StateBlock& block : system.states) {
      const auto offset = static_cast<std::size_t>(block.offset);
      if (is_quaternion(block)) {
        const Quaternion q =
            moved(quaternion_at(x, block), {delta_[at], delta_[at + 1], delta_[at + 2]});
        for (std::size_t i = 0; i < 4; ++i) moved_[1 + offset + i] = q[i];
      } else {
        for (std::size_t i = 0; i < static_cast<std::size_t>(block.size); ++i) {
          moved_[1 + offset + i] = x[offset + i] + delta_[at + i];
        }
      }
      at += static_cast<std::size_t>(tangent_size(block));
    }
  }

  /// The rates of the tangent coordinates for the right-hand side f.
  std::vector<Expr> calc_rates(const Function& f) const {
    const std::vector<Expr> x = states_of(fresh_.all), x_moved = states_of(moved_),
                            rate = f.substitute(fresh_.all), rate_moved = f.substitute(moved_);
    std::vector<Expr> change;
    for (const StateBlock& block : system_.states) {
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
    return change;
  }
  std::vector<Expr> calc_values(const Function& f) const { return f.substitute(moved_); }

  /// With respect to the tangent coordinates, then to some of the other inputs.
  FunctionJacobian differentiate(const std::vector<Expr>& values, const std::vector<int>& others) {
    std::vector<Expr> symbols = delta_;
    for (const int k : others) symbols.push_back(fresh_.all[static_cast<std::size_t>(k)]);
    Jacobian J = jacobian(values, symbols);
    const std::vector<Expr> zero(delta_.size(), 0.0);
    FunctionJacobian result;
    result.pattern = std::move(J.pattern);
    result.function = Function::make("jacobian", fresh_.graph, std::move(fresh_.groups),
                                     {{"J", substitute(J.entries, delta_, zero)}});
    return result;
  }

 private:
  std::vector<Expr> states_of(const std::vector<Expr>& arguments) const {
    return {arguments.begin() + 1, arguments.begin() + 1 + system_.state_count()};
  }

  const System& system_;
  detail::FreshInputs fresh_;
  std::vector<Expr> delta_, moved_;
};

}  // namespace

int tangent_count(const System& system) {
  int count = 0;
  for (const StateBlock& block : system.states) count += tangent_size(block);
  return count;
}

std::string tangent_name(const System& system, int index) {
  const auto [block, component] = find_tangent(system, index);
  if (is_quaternion(*block)) return block->name + "." + "xyz"[component];
  return component_name(block->name, block->components, component);
}

const StateBlock& tangent_block(const System& system, int index) {
  return *find_tangent(system, index).first;
}

std::vector<double> calc_tangent_rates(const System& system, const std::vector<double>& x,
                                       const std::vector<double>& dx) {
  std::vector<double> rates;
  for (const StateBlock& block : system.states) {
    const auto o = static_cast<std::size_t>(block.offset);
    if (!is_quaternion(block)) {
      rates.insert(rates.end(), dx.begin() + block.offset, dx.begin() + block.offset + block.size);
      continue;
    }
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
      rates.push_back(2 * (x[o] * dx[o + 1 + i] - x[o + 1 + i] * dx[o] -
                           (x[o + 1 + j] * dx[o + 1 + k] - x[o + 1 + k] * dx[o + 1 + j])));
    }
  }
  return rates;
}

FunctionJacobian make_state_jacobian(const System& system, const std::vector<int>& others) {
  TangentInputs inputs(system, *system.derivative);
  return inputs.differentiate(inputs.calc_rates(*system.derivative), others);
}

FunctionJacobian make_tangent_jacobian(const System& system, const Function& function,
                                       const std::vector<int>& others) {
  TangentInputs inputs(system, function);
  return inputs.differentiate(inputs.calc_values(function), others);
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
