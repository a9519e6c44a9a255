// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The motion that efforts are to make: from formulas, or from the rows of a file.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "holon/base/input_files.h"
#include "holon/base/names.h"
#include "holon/expr/formula/formula.h"
#include "holon/expr/program/program.h"
#include "holon/record/open_results.h"
#include "holon/report/inverse/inverse_study.h"
#include "holon/report/model/report_model.h"
#include "holon/study/model_view.h"

namespace holon {
namespace {

constexpr int kUsualRows = 500;

/// Names in the formula of a motion: time and the model's parameters.
class MotionScope final : public FormulaScope {
 public:
  MotionScope(Expr time, std::vector<RecordedParameter> parameters)
      : time_(time), parameters_(std::move(parameters)) {}
  std::optional<Value> find(std::string_view name) override {
    if (name == "time") return Value(time_, dimensions::kTime);
    for (const RecordedParameter& p : parameters_)
      if (p.name == name) return Value(Expr(p.value), p.dimension);
    return {};
  }
  TextError explain_missing(std::string_view name) override {
    std::vector<std::string> names{"time"};
    for (const RecordedParameter& p : parameters_) names.push_back(p.name);
    return {0, 0, "'" + std::string(name) + "' is neither 'time' nor a parameter of the model",
            did_you_mean(name, names)};
  }
  std::optional<Expr> time_derivative(Expr x) override { return derivative(x, time_); }

 private:
  Expr time_;
  std::vector<RecordedParameter> parameters_;
};

/// Instants within a span at which a function of time jumps, from its values and those of its
/// derivative: what it changes by beyond the derivative's mean shrinks with the interval unless it
/// jumps there.
class JumpFinder {
 public:
  /// t -> values, derivatives (of the same count).
  using Calc = std::function<void(double, std::vector<double>&, std::vector<double>&)>;
  explicit JumpFinder(Calc calc) : calc_(std::move(calc)) {}

  struct Jump {
    double time = 0, size = 0;
    std::size_t which = 0;
  };
  /// Sampled at `count` equal intervals; of one interval the largest jump of each function.
  std::vector<Jump> find(double until, int count) {
    std::vector<Jump> jumps;
    Point before = at(0);
    std::vector<double> scale(before.x.size(), 0.0);
    std::vector<Point> points{before};
    for (int k = 1; k <= count; ++k) points.push_back(at(until * k / count));
    for (const Point& p : points)
      for (std::size_t i = 0; i < scale.size(); ++i)
        if (std::isfinite(p.x[i])) scale[i] = std::max(scale[i], std::abs(p.x[i]));
    for (std::size_t i = 0; i < scale.size(); ++i) {
      for (std::size_t k = 1; k < points.size(); ++k) {
        const double excess = std::abs(calc_excess(points[k - 1], points[k], i));
        if (!(excess > kLeast * scale[i])) continue;
        if (const auto jump = narrow(points[k - 1], points[k], i, excess)) jumps.push_back(*jump);
      }
    }
    std::stable_sort(jumps.begin(), jumps.end(),
                     [](const Jump& a, const Jump& b) { return a.time < b.time; });
    return jumps;
  }

 private:
  static constexpr double kLeast = 1e-9;  // of the largest value
  struct Point {
    double t = 0;
    std::vector<double> x, rate;
  };
  Point at(double t) const {
    Point p{t, {}, {}};
    calc_(t, p.x, p.rate);
    return p;
  }
  static double calc_excess(const Point& a, const Point& b, std::size_t i) {
    return b.x[i] - a.x[i] - (b.t - a.t) * (a.rate[i] + b.rate[i]) / 2;
  }
  std::optional<Jump> narrow(Point a, Point b, std::size_t i, double first) const {
    for (int step = 0; step < 60; ++step) {
      const double middle = (a.t + b.t) / 2;
      if (middle <= a.t || middle >= b.t) break;
      const Point m = at(middle);
      const double left = std::abs(calc_excess(a, m, i)), right = std::abs(calc_excess(m, b, i));
      // A smooth function loses seven eighths of its excess with each halving.
      if (!(std::max(left, right) > 0.4 * first)) return {};
      left > right ? b = m : a = m;
    }
    return Jump{b.t, b.x[i] - a.x[i], i};
  }

  Calc calc_;
};

}  // namespace

std::pair<std::string, std::string> InverseStudy::split_motion(const std::string& motion) {
  const std::size_t equals = motion.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == motion.size())
    throw RequestError("--motion " + motion +
                       ": write NAME=FORMULA, such as pin.angle=\"0.3 [rad]*sin(2 [rad/s]*time)\"");
  return {motion.substr(0, equals), motion.substr(equals + 1)};
}

void InverseStudy::note_kinks(const Program& motion, InverseReport& report) const {
  constexpr int kIntervals = 4096;
  constexpr std::size_t kMostNamed = 6;
  Workspace workspace;
  const std::size_t count = report.coordinates.size();
  std::vector<double> out(3 * count);
  // Of the functions `first`, 0: positions, 1: speeds, with their derivatives behind them.
  const auto find_jumps = [&](std::size_t first) {
    JumpFinder finder([&](double t, std::vector<double>& x, std::vector<double>& rate) {
      motion.run(&t, out.data(), workspace);
      for (std::size_t k = 0; k < count; ++k) {
        x.push_back(out[3 * k + first]);
        rate.push_back(out[3 * k + first + 1]);
      }
    });
    return finder.find(loaded_->model.simulate.until, kIntervals);
  };
  for (const auto& jump : find_jumps(0))
    throw RequestError(
        fmt::format("--motion {}: it jumps by {:.6g} at {:.6g} s; a motion with "
                    "jumps cannot be made by efforts",
                    report.coordinates[jump.which], jump.size, jump.time));
  const auto jumps = find_jumps(1);
  for (std::size_t k = 0; k < count; ++k) {
    std::string instants;
    std::size_t found = 0;
    for (const auto& jump : jumps) {
      if (jump.which != k || ++found > kMostNamed) continue;
      instants += (instants.empty() ? "" : ", ") + fmt::format("{:.6g} s", jump.time);
    }
    if (found == 0) continue;
    if (found > kMostNamed) instants += fmt::format(" and {} more", found - kMostNamed);
    report.notes.push_back(fmt::format(
        "the speed of '{}' jumps at {}: the impulses that this takes are not among the efforts",
        report.coordinates[k], instants));
  }
}

CoordinateMotion InverseStudy::read_formulas(const std::vector<int>& coordinates,
                                             InverseReport& report) const {
  const System& system = loaded_->system;
  const SimulateSettings& settings = loaded_->model.simulate;
  auto graph = std::make_shared<Graph>();
  const Expr time = graph->symbol("time");
  MotionScope scope(time, list_parameters(*loaded_));
  std::vector<Expr> values;
  for (std::size_t k = 0; k < coordinates.size(); ++k) {
    const auto [name, text] = split_motion(request_.motions[k]);
    std::vector<TextError> errors;
    const Formula formula = parse_value(text, errors);
    Value value = errors.empty() ? evaluate(formula, scope, errors) : Value::failure();
    const std::string option = "--motion " + request_.motions[k];
    if (!errors.empty())
      throw RequestError(option + ": " + errors[0].message +
                         (errors[0].suggestion.empty() ? "" : "; " + errors[0].suggestion));
    if (!value.is_single())
      throw RequestError(option + ": the motion of a coordinate is one number, not " +
                         value.description());
    Dimension dimension;
    for (const StateBlock& block : system.states)
      if (coordinates[k] >= block.offset && coordinates[k] < block.offset + block.size)
        dimension = block.dimension;
    if (value.dimension()) {
      const Fit fitted = fit(*value.dimension(), dimension, formula.strictness());
      if (!fitted.ok)
        throw RequestError(option + ": " + fitted.message +
                           (fitted.suggestion.empty() ? "" : "; " + fitted.suggestion));
    }
    const Expr q = value.scalar(), v = derivative(q, time);
    values.push_back(q), values.push_back(v), values.push_back(derivative(v, time));
  }
  const FunctionRef function =
      Function::make("motion", graph, {{"time", {time}}}, {{"values", values}});
  const Program program(*function);
  note_kinks(program, report);
  Workspace workspace;
  CoordinateMotion motion;
  const double interval = settings.interval.value_or(settings.until / kUsualRows);
  const auto rows = static_cast<Eigen::Index>(std::floor(settings.until / interval + 1e-9)) + 1;
  const auto count = static_cast<Eigen::Index>(coordinates.size());
  motion.q = motion.v = motion.a = Eigen::MatrixXd(rows, count);
  std::vector<double> out(values.size());
  motion.evaluate = [exact = std::make_shared<Program>(*function),
                     space = std::make_shared<Workspace>()](double t, double* at) {
    exact->run(&t, at, *space);
  };
  for (Eigen::Index r = 0; r < rows; ++r) {
    const double t = static_cast<double>(r) * interval;
    motion.time.push_back(t);
    program.run(&t, out.data(), workspace);
    for (Eigen::Index k = 0; k < count; ++k) {
      motion.q(r, k) = out[static_cast<std::size_t>(3 * k)];
      motion.v(r, k) = out[static_cast<std::size_t>(3 * k + 1)];
      motion.a(r, k) = out[static_cast<std::size_t>(3 * k + 2)];
    }
  }
  return motion;
}

CoordinateMotion InverseStudy::read_file(const std::vector<int>& coordinates,
                                         InverseReport& report) const {
  const Results file = read_results(request_.file);
  note_input_file(request_.file, "a motion");
  const std::string option = "--data " + request_.file + ": ";
  CoordinateMotion motion;
  motion.time = file.values(0);
  for (std::size_t k = 1; k < motion.time.size(); ++k)
    if (!(motion.time[k] > motion.time[k - 1]))
      throw RequestError(fmt::format(
          "{}two rows have the time {:.6g} s; a motion with jumps cannot be made by efforts",
          option, motion.time[k]));
  if (motion.time.size() < 3) throw RequestError(option + "accelerations need three rows or more");
  const auto rows = static_cast<Eigen::Index>(motion.time.size());
  const auto count = static_cast<Eigen::Index>(coordinates.size());
  motion.q.resize(rows, count);
  for (Eigen::Index k = 0; k < count; ++k) {
    const std::string& name = report.coordinates[static_cast<std::size_t>(k)];
    const std::vector<double>& values = file.values(name);
    const Column& column = file.columns()[static_cast<std::size_t>(file.find(name))];
    const SystemOutput output = *loaded_->system.find_output(name);
    if (!column.dimension.is_number() && column.dimension != output.dimension)
      throw RequestError(fmt::format("{}column '{}' is in {}, and the coordinate in {}", option,
                                     name, column.dimension.to_string(),
                                     output.dimension.to_string()));
    for (Eigen::Index r = 0; r < rows; ++r) motion.q(r, k) = values[static_cast<std::size_t>(r)];
  }
  if (!motion.q.allFinite()) throw RequestError(option + "not all of its numbers are finite");
  differentiate_rows(motion);
  report.notes.emplace_back(
      "speeds and accelerations are differences of sixth order through seven rows of the file: "
      "noise in its columns is amplified");
  return motion;
}

}  // namespace holon
