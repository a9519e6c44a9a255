// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/linearise/linear_rounding_errors.h"

#include <algorithm>
#include <cmath>

#include "holon/base/error_scale.h"
#include "holon/system/tangent.h"

namespace holon::detail {

using Eigen::Index;
using Eigen::MatrixXd;

namespace {

constexpr double kRelativeRounding = 2.2e-16;

std::vector<double> evaluate_known(const Function& function, const InputsWithNeighbours& inputs) {
  constexpr double kSafety = 8;
  std::vector<double> entries = function.evaluate(inputs.in);
  std::vector<double> spread(entries.size(), 0.0);
  for (const std::vector<double>& beside : inputs.neighbours) {
    const std::vector<double> others = function.evaluate(beside);
    for (std::size_t e = 0; e < entries.size(); ++e)
      spread[e] = std::max(spread[e], std::abs(others[e] - entries[e]));
  }
  for (std::size_t e = 0; e < entries.size(); ++e)
    if (std::abs(entries[e]) <= kSafety * spread[e]) entries[e] = 0;
  return entries;
}

void drop_rounding_errors(MatrixXd& M, const MatrixXd& sizes) {
  constexpr double kRounding = 64 * kRelativeRounding;
  for (Index i = 0; i < M.rows(); ++i)
    for (Index j = 0; j < M.cols(); ++j)
      if (std::abs(M(i, j)) < kRounding * sizes(i, j)) M(i, j) = 0;
}

}  // namespace

InputsWithNeighbours find_neighbours(const System& system, const std::vector<double>& in) {
  constexpr int kCount = 4;
  constexpr double kOff = 2 * kRelativeRounding;
  std::vector<double> sizes(in.size());
  for (std::size_t i = 1; i < in.size(); ++i) sizes[i] = std::abs(in[i]);
  for (const StateBlock& block : system.states)
    for (int i = block.offset; i < block.offset + block.size; ++i) {
      double& size = sizes[1 + static_cast<std::size_t>(i)];
      size = std::max(size, nominal_size(block.nominal));
    }
  InputsWithNeighbours result{in, {}};
  for (int k = 0; k < kCount; ++k) {
    std::vector<double> beside = in;
    for (std::size_t i = 1; i < in.size(); ++i)
      beside[i] += kOff * sizes[i] * std::cos(1.7 * static_cast<double>(i) + 2.1 * k + 0.4);
    result.neighbours.push_back(std::move(beside));
  }
  return result;
}

MatrixXd evaluate(const FunctionJacobian& jacobian, const InputsWithNeighbours& in) {
  const Sparsity& pattern = jacobian.pattern;
  const std::vector<double> entries = evaluate_known(*jacobian.function, in);
  MatrixXd J = MatrixXd::Zero(pattern.rows, pattern.columns);
  for (int j = 0; j < pattern.columns; ++j)
    for (int e = pattern.start[static_cast<std::size_t>(j)];
         e < pattern.start[static_cast<std::size_t>(j) + 1]; ++e)
      J(pattern.row[static_cast<std::size_t>(e)], j) = entries[static_cast<std::size_t>(e)];
  return J;
}

MatrixXd product(const MatrixXd& a, const MatrixXd& b) {
  MatrixXd result = a * b;
  drop_rounding_errors(result, a.cwiseAbs() * b.cwiseAbs());
  return result;
}

MatrixXd sum(const MatrixXd& a, const MatrixXd& b) {
  MatrixXd result = a + b;
  drop_rounding_errors(result, a.cwiseAbs() + b.cwiseAbs());
  return result;
}

void drop_rounding_errors_by_kind(MatrixXd& M, const std::vector<int>& kinds, bool has_rates) {
  constexpr double kRounding = 64 * kRelativeRounding;
  const int count = kinds.empty() ? 0 : 1 + *std::max_element(kinds.begin(), kinds.end());
  for (Index j = 0; j < M.cols(); ++j) {
    std::vector<double> largest(static_cast<std::size_t>(count), 0.0);
    const auto kind_of = [&](Index i) {
      return static_cast<std::size_t>(kinds[static_cast<std::size_t>(i)]);
    };
    for (Index i = 0; i < M.rows(); ++i)
      largest[kind_of(i)] = std::max(largest[kind_of(i)], std::abs(M(i, j)));
    for (Index i = 0; i < M.rows(); ++i)
      if (!(has_rates && i == j) && std::abs(M(i, j)) < kRounding * largest[kind_of(i)])
        M(i, j) = 0;
  }
}

std::vector<int> find_kinds(const System& system) {
  std::vector<int> kinds;
  std::vector<Dimension> met;
  for (int j = 0; j < tangent_count(system); ++j) {
    const StateBlock& block = tangent_block(system, j);
    const auto same = std::find(met.begin(), met.end(), block.dimension);
    kinds.push_back(static_cast<int>(same - met.begin()));
    if (same == met.end()) met.push_back(block.dimension);
  }
  return kinds;
}

void drop_rounding_errors_of(MatrixXd& A, const std::vector<double>& sizes, bool has_rates) {
  for (Index i = 0; i < A.rows(); ++i) {
    double sum = 0;
    for (Index j = 0; j < A.cols(); ++j)
      sum += std::abs(A(i, j)) * sizes[static_cast<std::size_t>(j)];
    for (Index j = 0; j < A.cols(); ++j)
      if (!(has_rates && i == j) &&
          std::abs(A(i, j)) * sizes[static_cast<std::size_t>(j)] < 1e-14 * sum)
        A(i, j) = 0;
  }
}

}  // namespace holon::detail
