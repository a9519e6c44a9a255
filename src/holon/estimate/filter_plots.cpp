// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/filter_plots.h"

#include <algorithm>

namespace holon {
namespace {

constexpr int kMostPanels = 16;  // of errors, and of innovations
constexpr int kMostPlans = 2;

using Kind = FilterShape::Output::Kind;

/// Plots of one filter, by names below it.
class FilterPanels {
 public:
  FilterPanels(FilterPlots& plots, const std::string& filter, const FilterShape& shape)
      : plots_(plots), filter_(filter), shape_(shape) {}

  PlotSettings& add(const std::string& title, const std::string& y) {
    PlotSettings plot;
    plot.title = filter_ + ": " + title;
    plot.y = {member(y)};
    plots_.list.push_back(std::move(plot));
    return plots_.list.back();
  }
  /// ±3σ as an area, points where something was measured.
  void add_innovation(const FilterShape::Output& output, const std::string& component,
                      const std::string& upper, const std::string& lower) {
    PlotSettings& plot = add("innovation of " + component, "innovation." + component);
    plot.style = PlotSettings::Style::points;
    plot.bands = {{{member(lower), member(upper)}, "±3σ"}};
    plot.accepted = member("accepted." + measured_of(output));
  }
  const std::string& measured_of(const FilterShape::Output& output) const {
    return shape_.measured[static_cast<std::size_t>(output.of)].name;
  }
  std::string member(const std::string& name) const { return filter_ + "." + name; }

  void add_plans(bool has_truth);

 private:
  void add_plan(const std::string& title, const std::string& x, const std::string& y, int i, int j,
                bool has_truth);
  std::string covariance(int a, int b) const {
    return member("covariance[" + std::to_string(a) + "][" + std::to_string(b) + "]");
  }

  FilterPlots& plots_;
  const std::string& filter_;
  const FilterShape& shape_;
};

void FilterPanels::add_plan(const std::string& title, const std::string& x, const std::string& y,
                            int i, int j, bool has_truth) {
  PlotSettings& plot = add(title, "estimate." + y);
  plot.x = member("estimate." + x);
  plot.plan = PlotSettings::Plan{has_truth ? member("error." + x) : "",
                                 has_truth ? member("error." + y) : "", covariance(i, i),
                                 covariance(i, j), covariance(j, j)};
}

/// Positions among the states: vectors x, y, z, and pairs of lengths named x and y.
void FilterPanels::add_plans(bool has_truth) {
  const bool has_covariance =
      std::any_of(shape_.outputs.begin(), shape_.outputs.end(),
                  [](const FilterShape::Output& o) { return o.kind == Kind::covariance; });
  if (!has_covariance) return;
  const auto& blocks = shape_.manifold.blocks();
  const auto is_length = [&](std::size_t k) { return shape_.dimensions[k] == dimensions::kLength; };
  int plans = 0;
  for (std::size_t k = 0; k < static_cast<std::size_t>(shape_.model_blocks); ++k) {
    if (plans == kMostPlans) return;
    const Manifold::Block& block = blocks[k];
    if (!is_length(k)) continue;
    if (block.components.size() == 3 && block.components[0] == "x") {
      const int i = block.tangent;
      add_plan(block.name + " in plan", block.name + ".x", block.name + ".y", i, i + 1, has_truth);
      const std::string position = member("estimate." + block.name);
      plots_.ellipsoids.push_back(
          {filter_ + ": " + block.name,
           {position + ".x", position + ".y", position + ".z"},
           {covariance(i, i), covariance(i, i + 1), covariance(i, i + 2), covariance(i + 1, i + 1),
            covariance(i + 1, i + 2), covariance(i + 2, i + 2)}});
      ++plans;
      continue;
    }
    if (block.size != 1 || !(block.name == "x" || block.name.ends_with(".x"))) continue;
    const std::string partner = block.name.substr(0, block.name.size() - 1) + "y";
    for (std::size_t j = 0; j < static_cast<std::size_t>(shape_.model_blocks); ++j) {
      if (blocks[j].name != partner || !is_length(j) || blocks[j].size != 1) continue;
      add_plan(block.name + ", " + partner + " in plan", block.name, partner, block.tangent,
               blocks[j].tangent, has_truth);
      ++plans;
    }
  }
}

}  // namespace

void add_filter_plots(FilterPlots& plots, const std::string& filter, const FilterShape& shape,
                      bool has_truth, const std::vector<std::string>& gated) {
  FilterPanels panels(plots, filter, shape);
  panels.add_plans(has_truth);
  int errors = 0, innovations = 0;
  for (const FilterShape::Output& output : shape.outputs) {
    const OutputDeclaration& declared = output.declaration;
    const std::string rest = declared.name.substr(declared.name.find('.') + 1);
    const Kind drawn = has_truth ? Kind::error : Kind::estimate;
    const bool is_innovation = output.kind == Kind::innovation;
    if (output.kind != drawn && !is_innovation) continue;
    if (rest.starts_with("system.")) continue;  // integrals of powers, which nothing measures
    int& count = is_innovation ? innovations : errors;
    for (int k = 0; k < declared.size() && count < kMostPanels; ++k, ++count) {
      const auto component = [&](const std::string& name) {
        return component_name(name, declared.components, k);
      };
      if (is_innovation) {
        panels.add_innovation(output, component(rest), component("innovation_upper." + rest),
                              component("innovation_lower." + rest));
      } else if (has_truth) {
        panels.add("error of " + component(rest), component(declared.name)).bands = {
            {{panels.member(component("lower." + rest)), panels.member(component("upper." + rest))},
             "±3σ"}};
      } else {
        panels.add("estimate of " + component(rest), component(declared.name));
      }
    }
  }
  for (const FilterShape::Measured& measured : shape.measured) {
    const bool has_gate = std::find(gated.begin(), gated.end(), measured.name) != gated.end();
    PlotSettings& plot = panels.add(
        "NIS of " + measured.name + (has_gate ? ", 95 % bound and gate" : " and its 95 % bound"),
        "nis." + measured.name);
    plot.style = PlotSettings::Style::points;
    plot.accepted = panels.member("accepted." + measured.name);
    plot.limits = {panels.member("nis_bound." + measured.name)};
    if (has_gate) plot.limits.push_back(panels.member("gate." + measured.name));
  }
  if (has_truth)
    panels.add("NEES and its 95 % bound", "nees").limits = {panels.member("nees_bound")};
}

}  // namespace holon
