// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/document/model_views.h"

#include <algorithm>
#include <cmath>

#include "holon/equations/equations_text.h"
#include "holon/report/linear/linear_study.h"
#include "holon/report/model/power_drawings.h"
#include "holon/report/page/scene_json.h"
#include "holon/report/run/pose_outputs.h"
#include "holon/serve/document/formula_check.h"
#include "holon/simulate/simulation.h"
#include "holon/system/system_smoothness.h"

namespace holon::serve {
namespace {

UsableModel& usable(const ModelCheck& check) {
  if (check.model) return *check.model;
  throw RequestFault("refused", "the model has errors", "correct them first", check.findings);
}

Json show_equations(const ModelCheck& check) {
  const EquationSheets made = make_equation_sheets(usable(check).loaded);
  Json sheets = Json::array();
  for (const EquationSheet& sheet : made.sheets) {
    Json legend = Json::array();
    for (const auto& [symbol, meaning] : sheet.legend) legend.push_back({symbol, meaning});
    sheets.push_back({{"title", sheet.title}, {"mathml", sheet.mathml}, {"legend", legend}});
  }
  return {{"sheets", std::move(sheets)}, {"note", made.note}};
}

Json show_bonds(const ModelCheck& check) {
  const std::optional<BondDrawing> drawing = make_bond_drawing(usable(check).loaded);
  if (!drawing) return Json::object();
  return {{"svg", draw_bonds(*drawing)}};
}

/// Ends a run at its start.
class StartOnly final : public RunObserver {
 public:
  bool go_on(const RunStatus&) override { return false; }
};

/// The machine as it is at the start: a row of the stream "poses".
Results find_start_poses(const LoadedModel& loaded, const std::vector<std::string>& outputs) {
  Results rows;
  Simulation simulation(loaded.system, loaded.model.simulate);
  StartOnly observer;
  simulation.set_observer(&observer);
  simulation.record(rows, outputs, {RowSchedule::Kind::steps});
  simulation.run();
  return rows;
}

Json show_scene(const ModelCheck& check) {
  const UsableModel& model = usable(check);
  const Scene& scene = model.view.scene;
  Json notes = scene.notes;
  if (scene.empty())
    return {
        {"scene", nullptr}, {"columns", Json::array()}, {"start", Json::array()}, {"notes", notes}};
  const std::vector<std::string> outputs = list_pose_outputs(scene, model.loaded.system);
  const Results rows = find_start_poses(model.loaded, outputs);
  Stream poses = make_stream("poses", rows);
  Json columns = Json::array(), start = Json::array();
  for (std::size_t c = 0; c < rows.columns().size(); ++c) {
    columns.push_back(rows.columns()[c].name);
    start.push_back(rows.row_count() > 0 ? rows.values(c)[0] : 0);
  }
  return {{"scene", write_scene(scene, poses, {0, 0, 0}, {})},
          {"columns", std::move(columns)},
          {"start", std::move(start)},
          {"notes", std::move(notes)}};
}

Json show_matrix(const Eigen::MatrixXd& matrix) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    Json row = Json::array();
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) row.push_back(matrix(i, j));
    rows.push_back(std::move(row));
  }
  return rows;
}

Json show_names(const std::vector<LinearVariable>& variables) {
  Json names = Json::array();
  for (const LinearVariable& variable : variables) names.push_back(variable.name);
  return names;
}

Json show_linear_model(const ModelCheck& check, const Json& params) {
  usable(check);
  LinearStudyRequest request{check.file};
  request.at = text_or(params, "at", "") == "equilibrium" ? "equilibrium" : "";
  request.inputs = texts_or_none(params, "inputs");
  request.outputs = texts_or_none(params, "outputs");
  Findings findings(check.file);
  try {
    const std::optional<LinearReport> report = LinearStudy(request, findings).run();
    if (!report)
      throw RequestFault("refused", "the model cannot be linearised", "",
                         list_findings(findings.all(), check.file));
    const LinearModel& model = report->analysis.model;
    Json poles = Json::array();
    bool is_stable = true;
    for (const Pole& pole : report->analysis.poles) {
      is_stable = is_stable && pole.growth() < 0;
      poles.push_back({{"real", pole.continuous().real()},
                       {"imaginary", pole.continuous().imag()},
                       {"frequency", pole.frequency()},
                       {"damping", pole.damping()}});
    }
    return {{"states", show_names(model.x)},
            {"inputs", show_names(model.u)},
            {"outputs", show_names(model.y)},
            {"A", show_matrix(model.A)},
            {"B", show_matrix(model.B)},
            {"C", show_matrix(model.C)},
            {"D", show_matrix(model.D)},
            {"poles", std::move(poles)},
            {"stable", is_stable},
            {"notes", model.notes}};
  } catch (const RequestError& e) {
    throw RequestFault("refused", e.what());
  } catch (const ModelError& e) {
    throw RequestFault("refused", e.message(), e.suggestion());
  }
}

/// One by one where not all of them have a value: some are declared, and only there if they are
/// used.
std::vector<std::pair<std::string, Smoothness>> find_output_smoothness(
    const SystemSmoothness& smoothness, const std::vector<std::string>& names) {
  std::vector<std::pair<std::string, Smoothness>> found;
  try {
    const std::vector<Smoothness> all = smoothness.of_outputs(names);
    for (std::size_t k = 0; k < names.size(); ++k) found.emplace_back(names[k], all[k]);
    return found;
  } catch (const std::exception&) {
    found.clear();
  }
  for (const std::string& name : names) {
    try {
      found.emplace_back(name, smoothness.of_outputs({name})[0]);
    } catch (const std::exception&) {
      // It has no value in this model.
    }
  }
  return found;
}

Json show_smoothness(const ModelCheck& check, const Json& params) {
  constexpr std::size_t kMostOutputs = 500;
  UsableModel& model = usable(check);
  if (!model.smoothness) model.smoothness = std::make_shared<SystemSmoothness>(model.loaded.system);
  std::vector<std::string> names = texts_or_none(params, "outputs");
  if (names.size() > kMostOutputs) names.resize(kMostOutputs);
  Json outputs = Json::object();
  for (const auto& [name, smoothness] : find_output_smoothness(*model.smoothness, names)) {
    const bool is_smooth = smoothness.continuous >= Smoothness::kSmooth;
    outputs[name] = {{"continuous", is_smooth ? Json() : Json(smoothness.continuous)},
                     {"cause", smoothness.cause}};
  }
  return {{"outputs", std::move(outputs)}};
}

Json answer(const ModelCheck& check, const std::string& method, const Json& params) {
  if (method == "equations") return show_equations(check);
  if (method == "bonds") return show_bonds(check);
  if (method == "scene") return show_scene(check);
  if (method == "linearize") return show_linear_model(check, params);
  if (method == "smoothness") return show_smoothness(check, params);
  if (method == "formula.check")
    return check_formula(check, text_of(params, "path"), text_of(params, "text"));
  throw RequestFault("request", "there is no view '" + method + "'");
}

}  // namespace

Json answer_view(const ModelCheck& check, const std::string& method, const Json& params) {
  try {
    return answer(check, method, params);
  } catch (const InputError& e) {
    throw RequestFault("refused", e.what(), "", list_findings(e.diagnostics(), check.file));
  }
}

}  // namespace holon::serve
