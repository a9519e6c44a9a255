// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/linear_analysis.h"

#include <utility>

namespace holon {

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
      const ZeroPoleGain& g = channel.transfer;
      if (g.gain != 0) {
        channel.response = calc_frequency_response(
            one, g, options.frequencies.value_or(choose_frequencies(g.poles, g.zeros, g.plane)));
        channel.figures = find_figures(g, channel.response);
        channel.step = calc_step_response(one, g, choose_duration(g.poles, g.plane));
        if (options.is_loop) channel.margins = find_margins(one, g, channel.response);
      }
      a.channels.push_back(std::move(channel));
    }
  return a;
}

}  // namespace holon
