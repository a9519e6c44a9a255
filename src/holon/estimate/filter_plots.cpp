// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/filter_plots.h"

#include <algorithm>

namespace holon {
namespace {

constexpr int kMostPanels = 16;  // of errors, and of innovations

using Kind = FilterShape::Output::Kind;

}  // namespace

void add_filter_plots(FilterPlots& plots, const std::string& filter, const FilterShape& shape,
                      bool has_truth, const std::vector<std::string>& gated) {
  const auto add = [&](const std::string& title, const std::vector<std::string>& names) {
    PlotSettings plot;
    plot.title = filter + ": " + title;
    for (const std::string& name : names) plot.y.push_back(filter + "." + name);
    plots.list.push_back(std::move(plot));
  };
  int panels = 0;
  for (const FilterShape::Output& output : shape.outputs) {
    const OutputDeclaration& declared = output.declaration;
    const std::string rest = declared.name.substr(declared.name.find('.') + 1);
    const Kind drawn = has_truth ? Kind::error : Kind::estimate;
    const bool is_innovation = output.kind == Kind::innovation;
    if (output.kind != drawn && !is_innovation) continue;
    for (int k = 0; k < declared.size() && panels < kMostPanels; ++k, ++panels) {
      const auto component = [&](const std::string& name) {
        return component_name(name, declared.components, k);
      };
      if (is_innovation) {
        add("innovation of " + component(rest) + ", ±3σ",
            {component(declared.name), component("innovation_upper." + rest),
             component("innovation_lower." + rest)});
      } else if (has_truth) {
        add("error of " + component(rest) + ", ±3σ",
            {component(declared.name), component("upper." + rest), component("lower." + rest)});
      } else {
        add("estimate of " + component(rest), {component(declared.name)});
      }
    }
  }
  for (const FilterShape::Measured& measured : shape.measured) {
    std::vector<std::string> names{"nis." + measured.name, "nis_bound." + measured.name};
    const bool has_gate = std::find(gated.begin(), gated.end(), measured.name) != gated.end();
    if (has_gate) names.push_back("gate." + measured.name);
    add("NIS of " + measured.name + (has_gate ? ", 95 % bound and gate" : " and its 95 % bound"),
        names);
  }
  if (has_truth) add("NEES and its 95 % bound", {"nees", "nees_bound"});
}

}  // namespace holon
