// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "holon/analyse/linear/poles.h"
#include "holon/base/error_scale.h"
#include "holon/base/errors.h"
#include "holon/base/text_layout.h"
#include "holon/commands/commands.h"
#include "holon/estimate/observability.h"
#include "holon/estimate/transition.h"
#include "holon/output/json_report.h"
#include "holon/output/study_end.h"
#include "holon/output/terminal.h"
#include "holon/report/linear/linear_arguments.h"
#include "holon/report/linear/linear_study.h"
#include "holon/system/tangent.h"

namespace holon::app {
namespace {

/// Nominal values of the states of a linear model, by their names.
std::vector<double> find_scales(const System& system, const std::vector<LinearVariable>& x) {
  std::vector<double> scales;
  for (const LinearVariable& v : x) {
    double scale = 1;
    for (int k = 0; k < tangent_count(system); ++k) {
      const StateBlock& block = tangent_block(system, k);
      if (tangent_name(system, k) == v.name && block.kind == StateBlock::Kind::euclidean)
        scale = nominal_size(block.nominal);
    }
    scales.push_back(scale);
  }
  return scales;
}

/// Whether explicit steps of h [s] follow the fastest mode at x.
bool is_slow(Transition& f, double t, double h, const Eigen::VectorXd& x) {
  constexpr double kLongest = 1;  // of its time constant
  Eigen::MatrixXd A;
  if (!f.find_rates(t, x, A) || !A.allFinite() || A.size() == 0) return true;
  if (A.cwiseAbs().rowwise().sum().maxCoeff() * h <= kLongest) return true;
  const std::vector<Pole> poles = find_poles(A);
  return std::all_of(poles.begin(), poles.end(),
                     [&](const Pole& p) { return std::abs(p.value) * h <= kLongest; });
}

/// Along the motion from the start: F and H exact, the outputs' standard deviations 1 in their
/// unit.
ObservabilityAnalysis analyse_trajectory(const LoadedModel& loaded, double until) {
  constexpr int kSteps = 400, kSubsteps = 4, kBetweenChecks = 10;
  const System& system = loaded.system;
  Transition f = make_transition(system, {TransitionStep::Method::rk4, kSubsteps});
  std::optional<Transition> stiff;
  Measurement h = make_measurement(system, "outputs", loaded.outputs);
  std::vector<double> scales;
  for (int k = 0; k < f.manifold().tangent_size(); ++k) {
    const StateBlock& block = tangent_block(system, k);
    scales.push_back(block.kind == StateBlock::Kind::euclidean ? nominal_size(block.nominal) : 1);
  }
  TrajectoryObservability rows(f.manifold(), scales);
  Eigen::VectorXd x = f.find_start(), next, z;
  Eigen::MatrixXd F, H;
  const double step = until / kSteps;
  const Eigen::VectorXd sigma = Eigen::VectorXd::Ones(h.manifold().tangent_size());
  bool is_stiff = false;
  for (int k = 0; k <= kSteps; ++k) {
    h.measure(k * step, x, z, &H);
    rows.add(H, sigma);
    if (k == kSteps) break;
    if (k % kBetweenChecks == 0) is_stiff = !is_slow(f, k * step, step / kSubsteps, x);
    if (is_stiff && !stiff)
      stiff.emplace(make_transition(system, {TransitionStep::Method::implicit, kSubsteps}));
    (is_stiff ? *stiff : f).advance(k * step, step, x, next, &F);
    if (!next.allFinite() || !F.allFinite() || !H.allFinite())
      throw RunError({.time = k * step,
                      .step = step,
                      .cause = "the motion or what it depends on is not finite",
                      .advice = "give a shorter time to --over"});
    rows.advance(F, step);
    x = next;
  }
  return rows.analyse();
}

std::string describe_direction(const ObservedDirection& d) {
  constexpr std::size_t kMostShares = 6;
  std::string text;
  for (std::size_t k = 0; k < std::min(d.shares.size(), kMostShares); ++k)
    text += fmt::format("{}{:.2f} {}", k > 0 ? (d.shares[k].share < 0 ? " − " : " + ") : "",
                        std::abs(d.shares[k].share), d.shares[k].name);
  return text + (d.shares.size() > kMostShares ? " + …" : "");
}

std::string describe_analysis(const ObservabilityAnalysis& a,
                              const std::vector<std::string>& outputs, const std::string& where) {
  std::string text = fmt::format("{}\n", bold(fmt::format("rank {} of {}", a.rank, a.states)));
  text += where + "\n";
  text += "measured:";
  for (const std::string& name : outputs) text += " " + name;
  text += "\n\n";
  const double largest = a.directions.empty() ? 0 : a.directions.back().singular_value;
  std::vector<std::vector<std::string>> rows;
  for (const ObservedDirection& d : a.directions) {
    const bool is_weak = d.singular_value > 0 && d.singular_value < 1e-4 * largest;
    rows.push_back({d.singular_value > 0 ? fmt::format("{:.3e}", d.singular_value) : "0",
                    d.singular_value == 0 ? "not observable"
                    : is_weak             ? "weak"
                                          : "",
                    describe_direction(d)});
  }
  std::size_t width = 0;
  for (const auto& row : rows) width = std::max(width, row[1].size());
  text += dim("singular value, direction in scaled states") + "\n";
  for (const auto& row : rows)
    text += fmt::format("{:>10}  {:<{}}  {}\n", row[0], row[1], width, row[2]);
  return text;
}

}  // namespace

int observability_command(const ObservabilityArguments& arguments) {
  const auto observe = [&](Findings& findings, Json& json, std::string& text) {
    LinearStudyRequest request;
    request.model = arguments.model;
    request.settings = arguments.settings;
    request.at = arguments.at;
    request.outputs = arguments.outputs;
    LinearStudy study(request, findings);
    const std::optional<LinearReport> report = study.run();
    if (!report) return false;
    ObservabilityAnalysis analysis;
    std::string where;
    std::vector<std::string> outputs;
    if (!arguments.over.empty()) {
      LoadedModel loaded = load_or_throw(arguments.model, {arguments.settings, arguments.outputs});
      if (!arguments.outputs.empty()) loaded.outputs = arguments.outputs;
      const double until = read_time(arguments.over, "--over");
      analysis = analyse_trajectory(loaded, until);
      where = fmt::format("along the motion from 0 to {:g} s", until);
      outputs = loaded.outputs;
    } else {
      const LinearModel& model = report->analysis.model;
      ObservabilityOptions options;
      options.scales = find_scales(study.model().system, model.x);
      analysis = analyse_observability(model, options);
      where = arguments.at.empty() ? "at the start" : "at " + arguments.at;
      for (const LinearVariable& y : model.y) outputs.push_back(y.name);
      for (const std::string& name : model.unseen) where += "; '" + name + "' is left out";
    }
    json["rank"] = analysis.rank;
    json["states"] = analysis.states;
    json["weak"] = analysis.weak_count;
    json["outputs"] = outputs;
    json["directions"] = Json::array();
    for (const ObservedDirection& d : analysis.directions) {
      Json shares = Json::array();
      for (const auto& s : d.shares) shares.push_back({{"state", s.name}, {"share", s.share}});
      json["directions"].push_back({{"singular_value", d.singular_value}, {"shares", shares}});
    }
    text = describe_analysis(analysis, outputs, where);
    return true;
  };
  return conclude_study({"observability", arguments.model, arguments.settings, arguments.json},
                        observe);
}

}  // namespace holon::app
