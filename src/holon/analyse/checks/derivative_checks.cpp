// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/checks/derivative_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "holon/base/error_scale.h"
#include "holon/base/quasirandom.h"
#include "holon/expr/program/program.h"

namespace holon {
namespace {

constexpr const char* kDerivatives = "Derivatives";

// Fraction of a state's magnitude: where rounding and truncation errors of a fourth-order
// difference are equal, eps^(1/5).
constexpr double kDifference = 7e-4;

/// The change of outputs by rounding errors of the inputs.
std::vector<double> find_rounding_noise(const Program& program, const std::vector<double>& in,
                                        Workspace& workspace) {
  constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();
  constexpr int kTries = 4;
  const auto count = static_cast<std::size_t>(program.output_count());
  std::vector<double> here(count), moved(count), change(count);
  program.run(in.data(), here.data(), workspace);
  for (int k = 0; k < kTries; ++k) {
    std::vector<double> beside = in;
    for (std::size_t i = 0; i < in.size(); ++i)
      beside[i] = perturb(in[i], kRounding, static_cast<double>(i), k);
    program.run(beside.data(), moved.data(), workspace);
    for (std::size_t i = 0; i < count; ++i)
      change[i] = std::max(change[i], std::abs(moved[i] - here[i]));
  }
  return change;
}

/// The points of a finite difference.
enum class Side { both, before, behind };

/// Finite differences of a function with respect to one of its inputs, of order 4, and the
/// discrepancy of two step sizes, which estimates their error.
class Differences {
 public:
  explicit Differences(const Function& function)
      : program_(function), count_(static_cast<std::size_t>(function.output_count())) {}

  /// What differences cannot distinguish from a slope, also where terms cancel to nothing.
  std::vector<double> find_noise(const std::vector<double>& in) {
    return find_rounding_noise(program_, in, workspace_);
  }

  void calc(const std::vector<double>& in, const std::vector<double>& along, double h,
            Side side = Side::both) {
    const auto once = [&](double step) {
      return side == Side::both ? calc_once(in, along, step)
                                : calc_beside(in, along, side == Side::behind ? step : -step);
    };
    const std::vector<double> wide = once(h);
    values = once(h / 2);
    doubts.resize(count_);
    for (std::size_t i = 0; i < count_; ++i) doubts[i] = std::abs(values[i] - wide[i]);
  }

  std::vector<double> values, doubts;

 private:
  std::vector<double> run(const std::vector<double>& in, const std::vector<double>& along,
                          double way) {
    std::vector<double> moved = in, out(count_);
    for (std::size_t i = 0; i < in.size(); ++i) moved[i] += way * along[i];
    program_.run(moved.data(), out.data(), workspace_);
    return out;
  }
  std::vector<double> calc_once(const std::vector<double>& in, const std::vector<double>& along,
                                double h) {
    const std::vector<double> a = run(in, along, -2 * h), b = run(in, along, -h),
                              c = run(in, along, h), d = run(in, along, 2 * h);
    std::vector<double> slope(count_);
    for (std::size_t i = 0; i < count_; ++i)
      slope[i] = (8 * (c[i] - b[i]) - (d[i] - a[i])) / (12 * h);
    return slope;
  }
  std::vector<double> calc_beside(const std::vector<double>& in, const std::vector<double>& along,
                                  double h) {
    constexpr double kWeights[] = {-25.0 / 12, 4, -3, 4.0 / 3, -1.0 / 4};
    std::vector<double> slope(count_);
    for (int k = 0; k < 5; ++k) {
      const std::vector<double> value = run(in, along, k * h);
      for (std::size_t i = 0; i < count_; ++i) slope[i] += kWeights[k] * value[i] / h;
    }
    return slope;
  }

  const Program program_;
  const std::size_t count_;
  Workspace workspace_;
};

/// The Jacobian at one sample, exact and by finite differences, column by column.
class JacobianAtSample {
 public:
  /// `doubts`: of the entries.
  JacobianAtSample(const System& system, const Sample& sample, const Sparsity& pattern,
                   const std::vector<double>& entries, const std::vector<double>& doubts,
                   Differences& differences)
      : sample_(sample),
        differences_(differences),
        n_(static_cast<std::size_t>(system.state_count())),
        reported_(n_ * n_),
        reported_doubts_(n_ * n_),
        found_(n_ * n_),
        doubts_(n_ * n_),
        size_(n_),
        row_(n_),
        noise_(differences.find_noise(sample.in)) {
    for (std::size_t j = 0; j < n_; ++j)
      for (int e = pattern.start[j]; e < pattern.start[j + 1]; ++e) {
        const auto entry = static_cast<std::size_t>(e);
        const std::size_t place = at(static_cast<std::size_t>(pattern.row[entry]), j);
        reported_[place] = entries[entry];
        reported_doubts_[place] = std::isfinite(doubts[entry]) ? doubts[entry] : 0.0;
      }
    for (const StateBlock& block : system.states)
      for (int i = block.offset; i < block.offset + block.size; ++i) {
        size_[static_cast<std::size_t>(i)] = state_magnitude(block, sample.x());
        row_[static_cast<std::size_t>(i)] = kLeastRow * nominal_size(block.nominal);
      }
    for (std::size_t j = 0; j < n_; ++j) {
      calc_column(j, kDifference * size_[j]);
      for (std::size_t i = 0; i < n_; ++i)
        row_[i] = std::max({row_[i], std::abs(reported_[at(i, j)]) * size_[j],
                            std::abs(found_[at(i, j)]) * size_[j]});
    }
    raise_rows_of_motion(system);
  }

  /// The error of each entry of a column, relative to its row. A kink within the range of the
  /// differences (a contact) is outside a shorter one; at a kink (a valve at its end position) the
  /// derivative of either side is accepted.
  std::vector<double> find_faults(std::size_t j, double tolerance) {
    constexpr double kShorter = 1.0 / 16;
    constexpr int kMostTries = 3;
    std::vector<double> faults(n_);
    for (std::size_t i = 0; i < n_; ++i) faults[i] = fault_of(i, j);
    double h = kDifference * size_[j];
    for (int k = 0; k < kMostTries; ++k) {
      if (*std::max_element(faults.begin(), faults.end()) <= tolerance) break;
      calc_column(j, h *= kShorter);
      for (std::size_t i = 0; i < n_; ++i) faults[i] = std::min(faults[i], fault_of(i, j));
    }
    for (const Side side : {Side::before, Side::behind}) {
      if (*std::max_element(faults.begin(), faults.end()) <= tolerance) break;
      calc_column(j, h, side);
      for (std::size_t i = 0; i < n_; ++i) faults[i] = std::min(faults[i], fault_of(i, j));
    }
    return faults;
  }

 private:
  static constexpr double kLeastRow = 1e-9;
  static constexpr double kCancelled = 1e-6;

  std::size_t at(std::size_t i, std::size_t j) const { return i * n_ + j; }

  /// Accelerations are solved for together: one that joints keep at zero (a sledge's across its
  /// rail) has the rounding error of the others of its unit, in the exact derivative as in the
  /// differences. Its row is judged as kCancelled of theirs, entries of 1e-12 of the largest.
  void raise_rows_of_motion(const System& system) {
    const std::vector<double> row = row_;
    for (const StateBlock& to : system.states)
      for (const StateBlock& from : system.states) {
        if (to.role != StateBlock::Role::rate || from.role != to.role ||
            from.dimension != to.dimension)
          continue;
        for (int i = to.offset; i < to.offset + to.size; ++i)
          for (int k = from.offset; k < from.offset + from.size; ++k) {
            double& scale = row_[static_cast<std::size_t>(i)];
            scale = std::max(scale, kCancelled * row[static_cast<std::size_t>(k)]);
          }
      }
  }
  void calc_column(std::size_t j, double h, Side side = Side::both) {
    std::vector<double> along(sample_.in.size());
    along[1 + j] = 1;
    differences_.calc(sample_.in, along, h, side);
    for (std::size_t i = 0; i < n_; ++i) {
      found_[at(i, j)] = differences_.values[i];
      doubts_[at(i, j)] = differences_.doubts[i] + (std::isfinite(noise_[i]) ? noise_[i] : 0.0) / h;
    }
  }
  double fault_of(std::size_t i, std::size_t j) const {
    const double found = found_[at(i, j)], doubt = doubts_[at(i, j)] + reported_doubts_[at(i, j)];
    if (!std::isfinite(found) || !std::isfinite(doubt)) return 0;  // beyond its range
    return std::max(0.0, std::abs(reported_[at(i, j)] - found) - 10 * doubt) * size_[j] / row_[i];
  }

  const Sample& sample_;
  Differences& differences_;
  const std::size_t n_;
  std::vector<double> reported_, reported_doubts_, found_, doubts_;  // by rows
  std::vector<double> size_, row_;  // of states; of the largest entry of a row
  std::vector<double> noise_;       // of rates
};

}  // namespace

Check check_jacobian(const System& system, const FunctionJacobian& jacobian,
                     const std::vector<Sample>& samples) {
  constexpr double kTolerance = 1e-6;
  const std::string what = "Jacobian of the equations against differences";
  if (system.state_count() == 0)
    return not_applicable(kDerivatives, what, "the model has no states");
  const Program exact(*jacobian.function);
  Differences differences(*system.derivative);
  Workspace workspace;
  Largest largest;
  for (const Sample& sample : samples) {
    JacobianAtSample here(system, sample, jacobian.pattern, evaluate(exact, sample.in, workspace),
                          find_rounding_noise(exact, sample.in, workspace), differences);
    for (int j = 0; j < system.state_count(); ++j) {
      const std::vector<double> faults = here.find_faults(static_cast<std::size_t>(j), kTolerance);
      for (int i = 0; i < system.state_count(); ++i)
        largest.add(faults[static_cast<std::size_t>(i)], [&] {
          return fmt::format("d({}')/d({}) {}", system.state_name(i), system.state_name(j),
                             sample.name());
        });
    }
  }
  return make_check(kDerivatives, what, largest.value(), kTolerance,
                    "differences keep ten digits where the equations are smooth; one that depends "
                    "on its step is allowed ten times that",
                    largest.where());
}

std::vector<Check> check_constraints(const System& system, const std::vector<Sample>& samples) {
  const std::string rates = "rates of the constraints against differences of their positions";
  const std::string steps = "steps of the projection converge as Newton's method";
  if (!system.constraints || system.constraints->names.empty()) {
    const std::string none = "the model has no closed loops";
    return {not_applicable(kDerivatives, rates, none), not_applicable(kDerivatives, steps, none)};
  }
  const SystemConstraints& constraints = *system.constraints;
  const auto n = static_cast<std::size_t>(system.state_count());
  const std::size_t rows = constraints.names.size();
  const Program residual(*constraints.residual), f(*system.derivative),
      position_step(*constraints.position_step);
  Differences differences(*constraints.residual);
  Workspace workspace;
  Largest rate, home;
  constexpr double kBeside = 1e-5;
  for (const Sample& on : samples) {
    // Off the constraints, where position and velocity residuals are not zero.
    Sample sample = on;
    for (const StateBlock& block : system.states)
      for (int i = block.offset; i < block.offset + block.size; ++i)
        sample.x()[i] += kBeside * state_magnitude(block, on.x()) * quasirandom(i);
    system.project(sample.x());
    const std::vector<double> slope = evaluate(f, sample.in, workspace);
    std::vector<double> along(sample.in.size());
    along[0] = 1;
    double pace = 1e-9;
    for (std::size_t i = 0; i < n; ++i) along[1 + i] = slope[i];
    for (const StateBlock& block : system.states)
      if (block.role == StateBlock::Role::coordinate)
        for (int i = block.offset; i < block.offset + block.size; ++i)
          pace = std::max(pace, std::abs(slope[static_cast<std::size_t>(i)]) /
                                    state_magnitude(block, sample.x()));
    differences.calc(sample.in, along, kDifference / pace);
    const std::vector<double> reported = evaluate(residual, sample.in, workspace);
    double scale = pace;
    for (std::size_t k = 0; k < rows; ++k) scale = std::max(scale, std::abs(reported[rows + k]));
    for (std::size_t k = 0; k < rows; ++k) {
      // A condition on rates alone.
      if (constraints.residual->output_scalars()[k].is_constant()) continue;
      const double difference =
          std::abs(reported[rows + k] - differences.values[k]) - 10 * differences.doubts[k];
      if (!std::isfinite(differences.values[k])) continue;
      rate.add(std::max(0.0, difference) / scale,
               [&] { return constraints.names[k] + " " + sample.name(); });
    }
    const auto gap = [&](const std::vector<double>& out) {
      double largest = 0;
      for (std::size_t k = 0; k < rows; ++k) largest = std::max(largest, std::abs(out[k]));
      return largest;
    };
    const std::vector<double> step = evaluate(position_step, sample.in, workspace);
    const std::size_t all_rows = step.size() - n;
    Sample after = sample;
    for (std::size_t i = 0; i < n; ++i) after.x()[i] += step[all_rows + i];
    system.project(after.x());
    const double before = gap(step), left = gap(evaluate(position_step, after.in, workspace));
    if (!(before > 1e-10) || !std::isfinite(left)) continue;
    home.add(left / before, [&] { return sample.name(); });
  }
  return {make_check(kDerivatives, rates, rate.value(), 1e-6,
                     "differences keep ten digits where the constraints are smooth", rate.where()),
          make_check(kDerivatives, steps, home.value(), 1e-2,
                     fmt::format("the remainder of a gap of {:g} is of the order of its square, "
                                 "unless the matrix is nearly singular",
                                 kBeside),
                     home.where())};
}

}  // namespace holon
