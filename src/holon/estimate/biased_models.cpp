// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/biased_models.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace holon {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Central differences of f with steps of the size of the error states.
template <class Evaluate>
MatrixXd differentiate(const Manifold& from, const Manifold& to, const VectorXd& x,
                       const Evaluate& evaluate) {
  constexpr double kStep = 6e-6;  // the cube root of the rounding error
  const Eigen::Index n = from.tangent_size();
  MatrixXd J(to.tangent_size(), n);
  VectorXd delta = VectorXd::Zero(n), plus, minus;
  for (const Manifold::Block& block : from.blocks())
    for (int k = 0; k < block.tangent_size(); ++k) {
      const bool is_turn = block.kind == Manifold::Kind::quaternion;
      const double size = is_turn ? 1 : std::max(1.0, std::abs(x[block.offset + k]));
      const Eigen::Index i = block.tangent + k;
      delta[i] = kStep * size;
      evaluate(from.retract(x, delta), plus);
      evaluate(from.retract(x, -delta), minus);
      J.col(i) = to.local(minus, plus) / (2 * delta[i]);
      delta[i] = 0;
    }
  return J;
}

}  // namespace

void BiasedTransition::decay(double h, VectorXd& x) const {
  for (const StateDecay& d : decays_) {
    const double mean = reference_.size() > 0 ? reference_[d.component] : 0.0;
    x[d.component] = mean + (x[d.component] - mean) * std::exp(-h * d.rate);
  }
}

void BiasedTransition::advance(double t, double h, const VectorXd& x, VectorXd& next, MatrixXd* F) {
  const Manifold& inner = model_.manifold();
  if (inner.size() == manifold_.size() && decays_.empty() && !has_differences_)
    return model_.advance(t, h, x, next, F);
  VectorXd all = x;
  decay(0.5 * h, all);
  x_ = all.head(inner.size());
  if (F && has_differences_)
    F_ = differentiate(inner, inner, x_, [&](const VectorXd& at, VectorXd& value) {
      model_.advance(t, h, at, value, nullptr);
    });
  model_.advance(t, h, x_, next_, F && !has_differences_ ? &F_ : nullptr);
  all.head(inner.size()) = next_;
  decay(0.5 * h, all);
  next = std::move(all);
  if (!F) return;
  F->setIdentity(manifold_.tangent_size(), manifold_.tangent_size());
  F->topLeftCorner(inner.tangent_size(), inner.tangent_size()) = F_;
  for (const StateDecay& d : decays_) {
    const double half = std::exp(-0.5 * h * d.rate);
    F->row(d.tangent) *= half;
    F->col(d.tangent) *= half;
  }
}

bool BiasedTransition::find_rates(double t, const VectorXd& x, MatrixXd& A) {
  const Manifold& inner = model_.manifold();
  if (inner.size() == manifold_.size() && decays_.empty()) return model_.find_rates(t, x, A);
  x_ = x.head(inner.size());
  if (!model_.find_rates(t, x_, F_)) return false;
  A.setZero(manifold_.tangent_size(), manifold_.tangent_size());
  A.topLeftCorner(inner.tangent_size(), inner.tangent_size()) = F_;
  for (const StateDecay& d : decays_) A(d.tangent, d.tangent) -= d.rate;
  return true;
}

void BiasedTransition::constrain(double t, VectorXd& x, MatrixXd& T) {
  const Manifold& inner = model_.manifold();
  x_ = x.head(inner.size());
  model_.constrain(t, x_, F_);
  x.head(inner.size()) = x_;
  T = MatrixXd::Identity(manifold_.tangent_size(), manifold_.tangent_size());
  T.topLeftCorner(inner.tangent_size(), inner.tangent_size()) = F_;
}

void BiasedMeasurement::measure(double t, const VectorXd& x, VectorXd& z, MatrixXd* H) {
  x_ = x.head(model_size_);
  if (H && has_differences_)
    H_ = differentiate(from_, manifold(), x_, [&](const VectorXd& at, VectorXd& value) {
      model_.measure(t, at, value, nullptr);
    });
  model_.measure(t, x_, z, H && !has_differences_ ? &H_ : nullptr);
  const Eigen::Index m = z.size();
  if (bias_ >= 0) z += x.segment(bias_, m);
  if (!H) return;
  H->setZero(H_.rows(), states_);
  H->leftCols(H_.cols()) = H_;
  if (bias_ >= 0)
    for (Eigen::Index k = 0; k < m; ++k) (*H)(k, bias_tangent_ + k) += 1;
}

}  // namespace holon
