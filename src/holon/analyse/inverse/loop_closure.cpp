// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/inverse/loop_closure.h"

#include <fmt/format.h>

#include <algorithm>

#include "holon/base/errors.h"
#include "holon/base/matrices.h"
#include "holon/base/names.h"
#include "holon/expr/derive/jacobian.h"
#include "holon/system/fresh_inputs.h"

namespace holon::detail {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kClosed = 1e-12;  // [m, rad] of closed loops
constexpr int kMostClosingSteps = 50;

}  // namespace

LoopClosure::LoopClosure(const System& system, SystemInputs& inputs)
    : system_(system), inputs_(inputs) {
  if (!system_.constraints || system_.constraints->names.empty()) return;
  const FunctionRef residual = system_.constraints->residual;
  rows_ = static_cast<Index>(system_.constraints->names.size());
  FreshInputs fresh(*residual);
  std::vector<Expr> x(fresh.all.begin() + 1, fresh.all.begin() + 1 + system_.state_count());
  Jacobian J = jacobian(residual->substitute(fresh.all), x);
  pattern_ = J.pattern;
  residual_ = Program(*residual, {.engine = Engine::jit});
  slopes_ = Program(*Function::make("slopes", fresh.graph, std::move(fresh.groups),
                                    {{"J", std::move(J.entries)}}),
                    {.engine = Engine::jit});
}

MatrixXd LoopClosure::calc_slopes(double t, const std::vector<double>& x, VectorXd& residual) {
  const double* in = inputs_.fill(&t, x.data());
  residual.resize(2 * rows_);
  std::vector<double> entries(static_cast<std::size_t>(pattern_.count()));
  residual_.run(in, residual.data(), workspace_);
  slopes_.run(in, entries.data(), workspace_);
  MatrixXd G = MatrixXd::Zero(pattern_.rows, pattern_.columns);
  for (int j = 0; j < pattern_.columns; ++j)
    for (int k = pattern_.start[std::size_t(j)]; k < pattern_.start[std::size_t(j + 1)]; ++k)
      G(pattern_.row[std::size_t(k)], j) = entries[std::size_t(k)];
  return G;
}

void LoopClosure::sort_states(const std::vector<int>& given, double t,
                              const std::vector<double>& x) {
  const auto is_given = [&](int k) {
    return std::find(given.begin(), given.end(), k) != given.end();
  };
  std::vector<int> places;
  for (const StateBlock& block : system_.states)
    for (int k = block.offset; k < block.offset + block.size; ++k) {
      if (is_given(k) || block.role == StateBlock::Role::other) continue;
      if (block.name.find(".modes[") != std::string::npos)
        integrated_.push_back(k);
      else
        (block.role == StateBlock::Role::rate ? open_speeds_ : places).push_back(k);
    }
  for (const int k : places) open_names_.push_back(system_.state_name(k));
  if (rows_ == 0) {
    if (!places.empty())
      throw ModelError("the motion of " + quote_list(open_names_, "and", 6) + " is not given",
                       "give it by --motion, or hold it, such as NAME=0");
    return;
  }
  VectorXd residual;
  const MatrixXd G = calc_slopes(t, x, residual);
  const MatrixXd part = G.topRows(rows_)(Eigen::all, places);
  const PivotedQr qr(part);
  const Index rank = places.empty() ? 0 : qr.rank(kLoopRank);
  for (Index k = 0; k < static_cast<Index>(places.size()); ++k) {
    const int place = places[static_cast<std::size_t>(qr.columns()[k])];
    (k < rank ? open_places_ : integrated_).push_back(place);
  }
  std::sort(open_places_.begin(), open_places_.end());
  std::sort(integrated_.begin(), integrated_.end());
}

void LoopClosure::close(double t, std::vector<double>& x) {
  close(t, false, x);
  close(t, true, x);
}

void LoopClosure::close(double t, bool speeds, std::vector<double>& x) {
  const std::vector<int>& open = speeds ? open_speeds_ : open_places_;
  if (rows_ == 0 || open.empty()) return;
  const Index first = speeds ? rows_ : 0;
  double gap = 0;
  for (int step = 0; step < kMostClosingSteps; ++step) {
    VectorXd g;
    const MatrixXd G = calc_slopes(t, x, g);
    const VectorXd r = g.segment(first, rows_);
    gap = r.size() > 0 ? r.lpNorm<Eigen::Infinity>() : 0;
    const MatrixXd part = G.middleRows(first, rows_)(Eigen::all, open);
    if (step == 0 && PivotedQr(part).rank(kLoopRank) < static_cast<Index>(open.size()))
      throw ModelError(
          fmt::format("the motion of {} is not given, and the closed loops do not determine it "
                      "at {:.6g} s",
                      quote_list(open_names_, "and", 6), t),
          "give one more coordinate by --motion");
    if (gap < kClosed) return;
    const VectorXd change = solve_least_squares(part, -r, 1e-12);
    for (std::size_t k = 0; k < open.size(); ++k)
      x[static_cast<std::size_t>(open[k])] += change[static_cast<Index>(k)];
  }
  if (gap > 1e3 * kClosed * (1 + (speeds ? 1e3 : 0)))
    throw ModelError(fmt::format(
        "the closed loops cannot follow the motion at {:.6g} s: a gap of {:.3g} remains", t, gap));
}

}  // namespace holon::detail
