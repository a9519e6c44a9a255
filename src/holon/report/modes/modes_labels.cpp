// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/modes/modes_labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "holon/report/linear/linear_labels.h"

namespace holon {

std::string write_phasor(std::complex<double> value) {
  const double angle = std::arg(value) * 180 / std::numbers::pi;
  const std::string amplitude = fmt::format("{:.4g}", std::abs(value));
  const std::string phase = fmt::format("{:.1f}", angle);
  if (phase == "0.0" || phase == "-0.0") return amplitude;
  if (phase == "180.0" || phase == "-180.0") return "-" + amplitude;
  return amplitude + " at " + fmt::format("{:.4g}", angle) + "°";
}

std::string describe_shape(const ModalModel& modal, const Eigenmode& mode, std::size_t most) {
  constexpr double kLeast = 1e-3;
  const auto size = [&](std::size_t k) { return std::abs(mode.shape[k]) / modal.nominal[k]; };
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < mode.shape.size(); ++k)
    if (size(k) >= kLeast * size(mode.largest)) order.push_back(k);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return size(a) > size(b) * (1 + 1e-9); });
  std::string text;
  for (std::size_t k = 0; k < std::min(most, order.size()); ++k)
    text += (text.empty() ? "" : ", ") + modal.coordinates[order[k]].name + " " +
            write_phasor(mode.shape[order[k]]);
  if (order.size() > most) text += fmt::format(" … ({} more)", order.size() - most);
  return text;
}

std::string name_of_whirl(Whirl whirl) {
  switch (whirl) {
    case Whirl::none: return {};
    case Whirl::forward: return "forward";
    case Whirl::backward: return "backward";
  }
  return {};
}

std::string write_sweep_value(const ParameterSweep& sweep, double value) {
  return with_unit(value, sweep.unit);
}

}  // namespace holon
