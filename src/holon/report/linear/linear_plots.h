// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <optional>
#include <string>
#include <vector>

#include "holon/report/linear/linear_report.h"
#include "holon/view/plots/plot.h"

namespace holon {

/// The plots of one input and one output that answers: frequencies in Hz, magnitudes in dB, phases
/// in degrees. Rows of the first three are those of the channel's response.
struct ChannelPanels {
  Panel magnitude, phase;
  Panel nyquist;              ///< positive, then negative frequencies; of a loop gain the point -1
  Panel map;                  ///< poles and zeros [1/s]
  std::optional<Panel> step;  ///< of a loop gain, and without states, none
};
/// Whether Nyquist's plot marks -1: of a loop gain, and where input and output have one unit and
/// the locus is of that size.
bool has_critical_point(const LinearChannel& channel, const std::string& unit);
ChannelPanels make_channel_panels(const LinearReport& report, const LinearChannel& channel);

/// Poles and zeros in the plane of s or z: the axes, lines of equal damping and the border of
/// stability are guides. The scales are equal unless the roots are nearly on a line.
Panel make_root_map(const std::vector<std::complex<double>>& poles,
                    const std::vector<std::complex<double>>& zeros, const RootPlane& plane);

/// Poles and zeros of all inputs and outputs together [1/s].
Panel make_root_panel(const LinearAnalysis& analysis);

/// Of each input and output Bode's two plots, Nyquist's plot and a step (of a loop gain none), and
/// the poles and zeros of all, as an SVG sheet.
std::string draw_linear(const LinearReport& report);

}  // namespace holon
