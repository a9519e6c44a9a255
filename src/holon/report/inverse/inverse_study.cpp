// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/inverse/inverse_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string_view>

#include "holon/base/interrupt.h"
#include "holon/base/names.h"
#include "holon/base/units.h"
#include "holon/base/version.h"
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

constexpr std::string_view kGeneralised = ".force";  // the generalised effort along a coordinate

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

}  // namespace

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
