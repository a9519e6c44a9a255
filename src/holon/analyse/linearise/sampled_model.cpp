// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/linearise/sampled_model.h"

#include <map>

#include "holon/base/balance.h"
#include "holon/base/matrices.h"

namespace holon::detail {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// x(t + h) from x and the constant inputs: [Φ Γ].
MatrixXd calc_flow(const StateSpaceMatrices& s, double h) {
  const Index n = s.order(), m = s.inputs();
  const VectorXd scale = find_balance(s.A);
  const StateSpaceMatrices balanced = balance(s, scale);
  MatrixXd both = MatrixXd::Zero(n + m, n + m);
  both.topLeftCorner(n, n) = balanced.A * h;
  both.topRightCorner(n, m) = balanced.B * h;
  const MatrixXd e = calc_exponential(both);
  MatrixXd flow(n, n + m);
  flow.leftCols(n) = scale.asDiagonal() * e.topLeftCorner(n, n) * scale.cwiseInverse().asDiagonal();
  flow.rightCols(m) = scale.asDiagonal() * e.topRightCorner(n, m);
  return flow;
}

}  // namespace

StateSpaceMatrices sample(const StateSpaceMatrices& s, const LinearTicks& ticks, Index m, Index p) {
  const Index n = s.order(), nd = s.inputs() - m, all = n + nd;
  // x and d as they follow from (x, d, u) at the beginning: (n, nd) x (n + nd + m).
  MatrixXd x = MatrixXd::Zero(n, all + m), d = MatrixXd::Zero(nd, all + m);
  x.leftCols(n).setIdentity();
  d.middleCols(n, nd).setIdentity();
  MatrixXd u = MatrixXd::Zero(m, all + m);
  u.rightCols(m).setIdentity();
  StateSpaceMatrices r;
  r.period = ticks.schedule.period;
  std::map<double, MatrixXd> flows;
  const std::vector<TickInstant>& instants = ticks.schedule.instants;
  for (std::size_t k = 0; k < instants.size(); ++k) {
    const Index row = p + static_cast<Index>(ticks.combination_at[k]) * nd;
    d = s.C.middleRows(row, nd) * x + s.D.block(row, m, nd, nd) * d +
        MatrixXd(s.D.block(row, 0, nd, m) * u);
    if (k == 0) {
      const MatrixXd y =
          s.C.topRows(p) * x + s.D.block(0, m, p, nd) * d + MatrixXd(s.D.topLeftCorner(p, m) * u);
      r.C = y.leftCols(all);
      r.D = y.rightCols(m);
    }
    const double end = k + 1 < instants.size() ? instants[k + 1].time : ticks.schedule.period;
    const double h = end - instants[k].time;
    auto flow = flows.find(h);
    if (flow == flows.end()) flow = flows.emplace(h, calc_flow(s, h)).first;
    const MatrixXd& f = flow->second;
    x = MatrixXd(f.leftCols(n) * x + f.middleCols(n, m) * u + f.rightCols(nd) * d);
  }
  r.A.resize(all, all);
  r.B.resize(all, m);
  r.A << x.leftCols(all), d.leftCols(all);
  r.B << x.rightCols(m), d.rightCols(m);
  return r;
}

}  // namespace holon::detail
