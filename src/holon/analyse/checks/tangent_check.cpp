// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A curve c(h) = project(x + h e_j) satisfies the constraints, and f is smooth along it even if
// redundant constraints are inconsistent off the constraint manifold. With the exact Jacobian J
//
//   d f(c(h))/dh = J c'(0)   at h = 0,
//
// and both derivatives are computed by the same finite differences. Projection removes the
// component of e_j that violates the constraints, so the unit vectors of all states span the
// admissible motions.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "holon/analyse/checks/derivative_checks.h"
#include "holon/base/error_scale.h"
#include "holon/expr/program/program.h"
#include "holon/simulate/rhs/projection.h"

namespace holon {
namespace {

// Fraction of a state's magnitude, as for differences with respect to a single state.
constexpr double kWay = 7e-4;
// A point of the curve with larger residuals of the constraints [m, 1] is not used.
constexpr double kOnCurve = 1e-12;
// A kink within the range of the differences (a contact) is outside a shorter one.
constexpr double kShorter = 1.0 / 16;
constexpr int kMostTries = 3;

/// Curves through one sample along the constraints.
class CurvesAtSample {
 public:
  CurvesAtSample(const System& system, const SystemPrograms& programs, const Program& derivative,
                 const FunctionJacobian& jacobian, const Program& entries, const Sample& sample)
      : derivative_(derivative),
        pattern_(jacobian.pattern),
        sample_(sample),
        n_(static_cast<std::size_t>(system.state_count())),
        projection_(system, programs),
        entries_(static_cast<std::size_t>(entries.output_count())),
        size_(n_),
        row_(n_) {
    const double* p = sample.in.data() + 1 + n_ + system.inputs.size();
    const double* d = p + system.parameters.size();
    projection_.inputs().set_parameters(0, std::vector<double>(p, d));
    projection_.inputs().set_discrete(0, d);
    projection_.inputs().set_modes(0, d + system.discrete_count());
    entries.run(sample.in.data(), entries_.data(), workspace_);
    for (const StateBlock& block : system.states)
      for (int i = block.offset; i < block.offset + block.size; ++i) {
        size_[static_cast<std::size_t>(i)] = state_magnitude(block, sample.x());
        row_[static_cast<std::size_t>(i)] = kLeastRow * nominal_size(block.nominal);
      }
    for (std::size_t c = 0; c < n_; ++c)
      for (int e = pattern_.start[c]; e < pattern_.start[c + 1]; ++e) {
        double& row = row_[static_cast<std::size_t>(pattern_.row[static_cast<std::size_t>(e)])];
        const double size = std::abs(entries_[static_cast<std::size_t>(e)]) * size_[c];
        if (std::isfinite(size)) row = std::max(row, size);
      }
  }

  /// The error of each derivative along the curve in the direction of a state, relative to its row;
  /// empty if the constraints cannot be satisfied.
  std::vector<double> find_faults(std::size_t j, double tolerance) {
    double way = kWay * size_[j];
    std::vector<double> least;
    for (int k = 0; k < kMostTries; ++k, way *= kShorter) {
      const std::vector<double> wide = calc_gap(j, way), gap = calc_gap(j, way / 2);
      if (wide.empty() || gap.empty()) continue;
      std::vector<double> faults(n_);
      for (std::size_t i = 0; i < n_; ++i) {
        const double fault = std::abs(gap[i]) - 10 * std::abs(gap[i] - wide[i]);
        faults[i] = std::isfinite(fault) ? std::max(0.0, fault) * size_[j] / row_[i] : 0;
        if (!least.empty()) faults[i] = std::min(faults[i], least[i]);
      }
      least = std::move(faults);
      if (*std::max_element(least.begin(), least.end()) <= tolerance) break;
    }
    return least;
  }

 private:
  // Relative to the nominal magnitude [1/s]: a zero row contains about 1e-11 of rounding error.
  static constexpr double kLeastRow = 1e-4;

  /// d f(c(h))/dh − J c'(0) by finite differences of order 4.
  std::vector<double> calc_gap(std::size_t j, double way) {
    constexpr std::array<double, 4> kAt{-2, -1, 1, 2}, kWeight{1, -8, 8, -1};
    std::vector<double> slope(n_), tangent(n_), f(n_);
    Sample at = sample_;
    for (std::size_t k = 0; k < kAt.size(); ++k) {
      std::copy_n(sample_.x(), n_, at.x());
      at.x()[j] += kAt[k] * way;
      projection_.project(at.in[0], at.x());
      if (!(projection_.measure(at.in[0], at.x()) <= kOnCurve)) return {};
      derivative_.run(at.in.data(), f.data(), workspace_);
      for (std::size_t i = 0; i < n_; ++i) {
        slope[i] += kWeight[k] * f[i] / (12 * way);
        tangent[i] += kWeight[k] * (at.x()[i] - sample_.x()[i]) / (12 * way);
      }
    }
    for (std::size_t c = 0; c < n_; ++c)
      for (int e = pattern_.start[c]; e < pattern_.start[c + 1]; ++e) {
        const auto i = static_cast<std::size_t>(pattern_.row[static_cast<std::size_t>(e)]);
        slope[i] -= entries_[static_cast<std::size_t>(e)] * tangent[c];
      }
    return slope;
  }

  const Program& derivative_;
  const Sparsity& pattern_;
  const Sample& sample_;
  const std::size_t n_;
  Projection projection_;
  Workspace workspace_;
  std::vector<double> entries_;
  std::vector<double> size_, row_;  // of states; of the largest entry of a row
};

}  // namespace

Check check_jacobian_along_constraints(const System& system, const FunctionJacobian& jacobian,
                                       const std::vector<Sample>& samples) {
  constexpr double kTolerance = 1e-6;
  const SystemPrograms programs(system);
  const Program derivative(*system.derivative), entries(*jacobian.function);
  Largest largest;
  bool is_reported = false;
  for (const Sample& sample : samples) {
    CurvesAtSample here(system, programs, derivative, jacobian, entries, sample);
    for (int j = 0; j < system.state_count(); ++j) {
      const std::vector<double> faults = here.find_faults(static_cast<std::size_t>(j), kTolerance);
      is_reported = is_reported || !faults.empty();
      for (std::size_t i = 0; i < faults.size(); ++i)
        largest.add(faults[i], [&] {
          return fmt::format("{}' as {} moves {}", system.state_name(static_cast<int>(i)),
                             system.state_name(j), sample.name());
        });
    }
  }
  const std::string group = "Derivatives", what = "Jacobian of the equations against differences";
  if (!is_reported)
    return not_applicable(group, what,
                          "no motion satisfies the constraints to the accuracy of differences");
  return make_check(
      group, what, largest.value(), kTolerance,
      "along motions that the constraints allow, since redundant ones contradict each other "
      "elsewhere; a difference that depends on its step is allowed ten times that",
      largest.where());
}

}  // namespace holon
