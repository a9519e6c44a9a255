// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/inverse/inverse_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>

#include "holon/base/input_files.h"
#include "holon/base/interrupt.h"
#include "holon/base/names.h"
#include "holon/base/units.h"
#include "holon/base/version.h"
#include "holon/expr/formula/formula.h"
#include "holon/expr/program/program.h"
#include "holon/record/digest.h"
#include "holon/record/open_results.h"
#include "holon/report/linear/linear_labels.h"
#include "holon/report/model/report_model.h"
#include "holon/report/page/report.h"
#include "holon/study/model_view.h"
#include "holon/view/machine/figure.h"
#include "holon/view/scene/camera.h"

namespace holon {
namespace {

constexpr int kUsualRows = 500;
constexpr std::string_view kGeneralised = ".force";  // the generalised effort along a coordinate

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

/// "pin.angle" and the formula behind '='.
std::pair<std::string, std::string> split_motion(const std::string& motion) {
  const std::size_t equals = motion.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == motion.size())
    throw RequestError("--motion " + motion +
                       ": write NAME=FORMULA, such as pin.angle=\"0.3 [rad]*sin(2 [rad/s]*time)\"");
  return {motion.substr(0, equals), motion.substr(equals + 1)};
}

std::vector<std::string> list_coordinates(const System& system) {
  std::vector<std::string> names;
  for (const StateBlock& block : system.states)
    if (block.role == StateBlock::Role::coordinate && block.kind == StateBlock::Kind::euclidean)
      for (int i = 0; i < block.size; ++i)
        names.push_back(component_name(block.name, block.components, i));
  return names;
}

/// By index in the state. Throws RequestError where there is none of that name.
int find_state(const System& system, const std::string& name) {
  for (int k = 0; k < system.state_count(); ++k)
    if (system.state_name(k) == name) return k;
  throw RequestError("'" + name + "' is no state where the efforts are open");
}

/// "pin.torque" of "pin.angle", "slide.force" of "slide.position", "u.torque1" of "u.angle1"; empty
/// if it is not of that kind: coordinates of systems by their energies and modes of elastic bodies
/// have a generalised effort, "p.x.force".
std::string name_effort(const std::string& coordinate) {
  if (coordinate.find(".modes[") != std::string::npos) return {};
  const std::size_t dot = coordinate.rfind('.');
  if (dot == std::string::npos) return {};
  const std::string joint = coordinate.substr(0, dot + 1), name = coordinate.substr(dot + 1);
  for (const auto& [of, effort] :
       {std::pair{"angle", "torque"}, {"position", "force"}, {"displacement", "force"}})
    if (name.starts_with(of)) return joint + effort + name.substr(std::string(of).size());
  return {};
}

/// Of the effort whose product with the rate of a coordinate is power; a torque is in N m.
Dimension generalised(const Dimension& coordinate) {
  return coordinate == dimensions::kAngle ? dimensions::kTorque : dimensions::kEnergy / coordinate;
}

/// A coordinate of a system by its energies, whose rate is "p.rate.x".
bool is_of_energies(const System& system, const std::string& coordinate) {
  const std::size_t dot = coordinate.rfind('.');
  if (dot == std::string::npos) return false;
  const std::string rate = coordinate.substr(0, dot) + ".rate" + coordinate.substr(dot);
  return std::any_of(system.states.begin(), system.states.end(),
                     [&](const StateBlock& block) { return block.name == rate; });
}

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

std::vector<int> InverseStudy::find_coordinates(InverseReport& report) const {
  const System& system = loaded_->system;
  const std::vector<std::string> known = list_coordinates(system);
  std::vector<std::string> names;
  std::string option = "--motion ";
  if (request_.file.empty()) {
    for (const std::string& motion : request_.motions) names.push_back(split_motion(motion).first);
  } else {
    option = "--data " + request_.file + ": ";
    const Results rows = read_results(request_.file);
    for (const std::string& name : known)
      if (rows.find(name) >= 0) names.push_back(name);
    if (names.empty())
      throw RequestError(option + "none of its columns is a coordinate of the model; these are " +
                         quote_list(known, "and", 8));
  }
  std::vector<int> coordinates;
  for (const std::string& name : names) {
    int at = -1;
    for (int k = 0; k < system.state_count(); ++k)
      if (system.state_name(k) == name) at = k;
    if (std::find(known.begin(), known.end(), name) == known.end() || at < 0) {
      const std::string meant = did_you_mean(name, known);
      throw RequestError(option + name + ": that is no coordinate of the model; " +
                         (known.empty()   ? "it has none"
                          : meant.empty() ? "these are " + quote_list(known, "and", 8)
                                          : meant));
    }
    if (std::find(coordinates.begin(), coordinates.end(), at) != coordinates.end())
      throw RequestError(option + name + ": its motion is given twice");
    coordinates.push_back(at);
    report.coordinates.push_back(name);
  }
  return coordinates;
}

std::vector<std::string> InverseStudy::choose_efforts(
    const std::vector<std::string>& coordinates) const {
  if (!request_.efforts.empty()) {
    if (request_.efforts.size() != coordinates.size())
      throw RequestError(fmt::format("--effort: {} are named for {}, and there must be as many",
                                     counted(request_.efforts.size(), "effort"),
                                     counted(coordinates.size(), "coordinate")));
    return request_.efforts;
  }
  std::vector<std::string> efforts;
  for (const std::string& coordinate : coordinates) {
    efforts.push_back(is_of_energies(loaded_->system, coordinate) ? std::string()
                                                                  : name_effort(coordinate));
    if (efforts.back().empty()) efforts.back() = coordinate + std::string(kGeneralised);
  }
  return efforts;
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

std::optional<InverseReport> InverseStudy::run() {
  const InterruptGuard guard;
  InverseReport report;
  loaded_ = load(request_.model, {request_.settings, {}, {}, false}, findings_);
  if (!loaded_) return {};
  std::vector<int> coordinates = find_coordinates(report);
  report.efforts = choose_efforts(report.coordinates);
  std::vector<ValueToOpen> opened;
  const auto is_generalised = [&](std::size_t k) {
    return request_.efforts.empty() &&
           report.efforts[k] == report.coordinates[k] + std::string(kGeneralised);
  };
  for (std::size_t k = 0; k < report.efforts.size(); ++k) {
    if (is_generalised(k)) continue;
    const std::string& name = report.efforts[k];
    ValueToOpen value{name, {}};
    value.stands_still = true;
    value.option = request_.efforts.empty() ? "--motion" : "--effort";
    opened.push_back(std::move(value));
  }
  loaded_ = load(request_.model, {request_.settings, {}, opened, false}, findings_);
  if (!loaded_) return {};
  const System& system = loaded_->system;
  report.title = system.title;
  // Opened values may have moved the states.
  for (std::size_t k = 0; k < coordinates.size(); ++k)
    coordinates[k] = find_state(system, report.coordinates[k]);
  std::vector<double> values;
  std::vector<int> efforts;
  for (const SystemParameter& p : system.parameters) values.push_back(p.value);
  for (std::size_t e = 0; e < report.efforts.size(); ++e) {
    if (is_generalised(e)) efforts.push_back(kGeneralisedEffort);
    for (std::size_t k = 0; k < system.parameters.size() && !is_generalised(e); ++k)
      if (system.parameters[k].name == report.efforts[e]) efforts.push_back(static_cast<int>(k));
  }
  if (efforts.size() != report.efforts.size())
    throw RequestError("--effort: nothing in the model depends on one of " +
                       quote_list(report.efforts, "and"));
  std::vector<std::string> added;
  for (const OpenedValue& o : loaded_->model.opened)
    if (o.is_added) added.push_back(o.name);
  if (!added.empty())
    report.notes.push_back(quote_list(added, "and") +
                           ": the efforts are those to be added to the model's own formulas");
  const CoordinateMotion motion =
      request_.file.empty() ? read_formulas(coordinates, report) : read_file(coordinates, report);
  report.dynamics = find_efforts(system, values, coordinates, efforts, motion);

  std::vector<Column> columns{{"time", dimensions::kTime, ""}};
  std::vector<std::vector<double>> table{motion.time};
  const auto add = [&](const std::string& name, const Dimension& dimension, const auto& column) {
    columns.push_back({name, dimension, ""});
    table.emplace_back(column.begin(), column.end());
  };
  for (std::size_t k = 0; k < efforts.size(); ++k) {
    // The effort of a coordinate times its change is an energy.
    const Dimension dimension =
        efforts[k] == kGeneralisedEffort
            ? generalised(system.find_output(report.coordinates[k])->dimension)
            : system.parameters[static_cast<std::size_t>(efforts[k])].dimension;
    add(report.efforts[k], dimension, report.dynamics.efforts.col(static_cast<Eigen::Index>(k)));
  }
  std::vector<std::string> along;
  for (std::size_t k = 0; k < efforts.size(); ++k)
    if (efforts[k] == kGeneralisedEffort) along.push_back(report.efforts[k]);
  if (!along.empty())
    report.notes.push_back(quote_list(along, "and", 6) +
                           (along.size() == 1
                                ? " is the generalised effort along its coordinate"
                                : " are generalised efforts along their coordinates") +
                           ", in addition to what acts in the model");
  if (!report.dynamics.integrated.empty())
    report.notes.push_back(
        fmt::format("{} {} not given: {} integrated along the motion, from the start of the model",
                    quote_list(report.dynamics.integrated, "and", 6),
                    report.dynamics.integrated.size() == 1 ? "is" : "are",
                    report.dynamics.integrated.size() == 1 ? "it is" : "they are"));
  for (std::size_t k = 0; k < coordinates.size(); ++k) {
    const auto at = static_cast<Eigen::Index>(k);
    const std::string rate = system.state_name(find_rate_of(system, coordinates[k]));
    const Dimension dimension = system.find_output(report.coordinates[k])->dimension;
    add(report.coordinates[k], dimension, motion.q.col(at));
    add(rate, dimension / dimensions::kTime, motion.v.col(at));
    add("der(" + rate + ")", dimension / dimensions::kTime / dimensions::kTime, motion.a.col(at));
  }
  report.rows = Results(columns, std::move(table));
  return report;
}

std::string draw_inverse(const InverseReport& report) {
  Figure figure;
  figure.title = report.title;
  figure.description = "Efforts of a motion.";
  const auto add = [&](const std::string& name) {
    const Column& column = report.rows.columns()[static_cast<std::size_t>(report.rows.find(name))];
    Panel panel;
    panel.title = name;
    panel.x_label = "time (s)";
    panel.y_label = column.dimension.to_string();
    panel.x_is_time = true;
    panel.curves.push_back({name, report.rows.values(0), report.rows.values(name)});
    figure.panels.push_back(std::move(panel));
  };
  for (const std::string& name : report.efforts) add(name);
  for (const std::string& name : report.coordinates) add(name);
  return write_svg(figure);
}

std::string write_inverse_page(const InverseReport& report, const LoadedModel& loaded,
                               const std::vector<std::pair<std::string, std::string>>& options,
                               const std::vector<std::string>& warnings) {
  Report page;
  page.title = report.title;
  page.generator = std::string("Holon ") + kVersion;
  const std::vector<double>& time = report.rows.values(0);
  page.subtitle = fmt::format("{} · inverse dynamics · {:.6g} s",
                              std::filesystem::path(loaded.path).filename().string(),
                              time.empty() ? 0 : time.back());
  page.labels = {"Efforts and motion", "Efforts", "", "Equations"};
  page.warnings = warnings;
  page.notes = report.notes;
  page.verdict = Report::Verdict{"Inverse dynamics", true};
  Report::Table table{"Efforts", {"Effort", "Smallest", "Largest", "RMS"}, {}, {}};
  page.curves = make_stream("curves", report.rows);
  const auto add_panel = [&](const std::string& name) {
    const Column& column = report.rows.columns()[static_cast<std::size_t>(report.rows.find(name))];
    const std::string unit = column.dimension.to_string();
    PanelForm form;
    form.title = name;
    form.x_name = "time", form.x_unit = "s";
    form.y_name = name, form.y_unit = unit == "1" ? "" : unit;
    form.x_is_time = true;
    CurveSource curve;
    curve.label = name;
    curve.x = "time", curve.y = name;
    curve.x_unit = make_unit("s"), curve.y_unit = make_unit(unit);
    form.curves.push_back(std::move(curve));
    page.panels.push_back(std::move(form));
  };
  for (const std::string& name : report.efforts) {
    const std::vector<double>& values = report.rows.values(name);
    const Column& column = report.rows.columns()[static_cast<std::size_t>(report.rows.find(name))];
    const std::string unit = column.dimension.to_string();
    double squares = 0;
    for (const double v : values) squares += v * v;
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    table.rows.push_back(
        {{name, with_unit(*low, unit), with_unit(*high, unit),
          with_unit(std::sqrt(squares / static_cast<double>(values.size())), unit)}});
    add_panel(name);
  }
  for (const std::string& name : report.coordinates) add_panel(name);
  page.tables.push_back(std::move(table));
  std::optional<ModelView> view;
  try {
    view = make_view(loaded);
  } catch (const InputError& e) {
    page.warnings.emplace_back(e.what());
  }
  if (view && !view->scene.empty()) {
    const std::vector<std::string> names = view->scene.outputs();
    const FunctionRef poses = loaded.system.select_outputs(names);
    const Program program(*poses);
    Workspace workspace;
    std::vector<Column> columns{{"time", dimensions::kTime, ""}};
    for (const std::string& name : names) {
      const SystemOutput output = *loaded.system.find_output(name);
      for (int i = 0; i < output.size(); ++i)
        columns.push_back(
            {component_name(output.name, output.components, i), output.dimension, ""});
    }
    Results rows;
    rows.begin(columns);
    std::vector<double> row(columns.size());
    for (std::size_t k = 0; k < time.size(); ++k) {
      row[0] = time[k];
      program.run(report.dynamics.in[k].data(), row.data() + 1, workspace);
      rows.row(row.data());
    }
    page.scene = &view->scene;
    page.poses = make_stream("poses", rows);
    const Motion motion = make_motion(view->scene, rows);
    if (motion.times.size() > 1 && view->scene.has_solids())
      page.plane = find_plane_normal(view->scene, motion);
  }
  page.equations_note = "'holon equations' prints the equations of motion.";
  add_model(page, loaded);
  page.model_path = loaded.path;
  page.provenance = {{"Model", loaded.path},
                     {"Holon", kVersion},
                     {"Built with", fmt::format("{}, {}", kCompiler, kCompileFlags)},
                     {"SHA-256 of the model", sha256(loaded.model.text)}};
  for (const auto& [option, value] : options) page.provenance.push_back({option, value});
  for (const Setting& setting : loaded.request.settings)
    page.provenance.push_back({"Set by " + setting.option, setting.name + " = " + setting.value});
  return write_report(page);
}

}  // namespace holon
