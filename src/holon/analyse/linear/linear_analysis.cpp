// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/linear/linear_analysis.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

namespace holon {

namespace {

constexpr double kContradiction = 1e-3;  // of the response

std::string name_of(const std::vector<LinearVariable>& list, Eigen::Index k) {
  const auto at = static_cast<std::size_t>(k);
  return at < list.size() ? list[at].name : std::to_string(k + 1);
}

}  // namespace

LinearAnalysis analyse(LinearModel model, const AnalysisOptions& options) {
  LinearAnalysis a;
  a.model = std::move(model);
  const StateSpaceMatrices& s = a.model;
  a.poles = find_poles(s.A, s.plane());
  std::vector<std::complex<double>> poles;
  for (const Pole& pole : a.poles) poles.push_back(pole.value);
  if (s.inputs() > 0 && s.outputs() > 0) {
    a.zeros = find_zeros(s);
    a.reach = find_reach(s, a.poles);
  }
  for (Eigen::Index j = 0; j < s.inputs(); ++j)
    for (Eigen::Index i = 0; i < s.outputs(); ++i) {
      const StateSpaceMatrices one = s.channel(i, j);
      LinearChannel channel;
      channel.input = j, channel.output = i;
      channel.transfer = find_transfer_function(one, poles);
      ZeroPoleGain& g = channel.transfer;
      const FrequencyRange range =
          options.frequencies.value_or(choose_frequencies(g.poles, g.zeros, g.plane));
      const double deviation = find_contradiction(one, g, range);
      if (deviation > kContradiction) {
        channel.is_contradicted = true;
        if (g.gain == 0) g.gain = std::numeric_limits<double>::quiet_NaN();
        a.model.notes.push_back(fmt::format(
            "zeros, poles and gain from '{}' to '{}' do not give the frequency response (they "
            "differ by {:.2g} of it), so its figures are taken from the response: the states are "
            "of too different size or rate",
            name_of(a.model.u, j), name_of(a.model.y, i), deviation));
      }
      if (g.gain != 0) {
        const ResponseFunction G = channel.is_contradicted
                                       ? make_response(one)
                                       : [&g](double omega) { return g.at_frequency(omega); };
        channel.response = calc_frequency_response(one, g, range);
        channel.figures = find_figures(g, G, channel.response);
        channel.step = calc_step_response(one, g, G, choose_duration(g.poles, g.plane));
        if (options.is_loop) channel.margins = find_margins(one, G, channel.response);
      }
      a.channels.push_back(std::move(channel));
    }
  return a;
}

}  // namespace holon
