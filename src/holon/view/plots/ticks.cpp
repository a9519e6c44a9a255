// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/plots/ticks.h"

#include <algorithm>
#include <cmath>

#include "holon/view/svg/svg.h"

namespace holon {
namespace {

// The round number nearest to the preferred step, by ratio.
double round_step(double rough, bool degrees) {
  std::vector<double> steps;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (double factor : {1.0, 2.0, 5.0, 10.0}) steps.push_back(factor * power);
  if (degrees && rough > 7 && rough < 500) steps = {10, 15, 30, 45, 60, 90, 180, 360};
  return *std::min_element(steps.begin(), steps.end(), [&](double a, double b) {
    return std::abs(std::log(a / rough)) < std::abs(std::log(b / rough));
  });
}

}  // namespace

std::string format_power_of_ten(int exponent) {
  if (exponent == 0) return {};
  static const char* const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = "10";
  if (exponent < 0) text += "⁻";
  for (char c : std::to_string(std::abs(exponent))) text += digits[c - '0'];
  return text;
}

Ticks make_log_ticks(double low, double high, int target) {
  Ticks ticks;
  const double slack = 1e-9 * (high - low);
  const bool has_parts = high - low < 2;
  const int step = std::max(1, static_cast<int>(std::ceil((high - low) / std::max(target, 1))));
  const auto add = [&](double factor, int exponent) {
    const double at = std::log10(factor) + exponent;
    if (at < low - slack || at > high + slack) return;
    ticks.values.push_back(at);
    std::string label;
    if (exponent >= -3 && exponent <= 4) {
      append_fixed(label, factor * std::pow(10.0, exponent), std::max(0, -exponent));
    } else {
      if (factor != 1) append_fixed(label, factor, 0), label += "·";
      label += format_power_of_ten(exponent);
    }
    ticks.labels.push_back(std::move(label));
  };
  for (int k = static_cast<int>(std::floor(low)); k <= high + slack; ++k) {
    if (k % step == 0) add(1, k);
    if (has_parts) add(2, k), add(5, k);
  }
  return ticks;
}

Ticks make_ticks(double low, double high, int target, bool degrees) {
  Ticks ticks;
  const double step = round_step((high - low) / std::max(target, 1), degrees);
  const double largest = std::max(std::abs(low), std::abs(high));
  // Labels of up to five digits before and three after the point need no power of ten.
  if (largest >= 1e5 || largest < 1e-2)
    ticks.exponent = 3 * static_cast<int>(std::floor(std::log10(largest) / 3 + 1e-9));
  const double scale = std::pow(10.0, ticks.exponent);
  const int decimals =
      std::clamp(static_cast<int>(std::ceil(-std::log10(step / scale) - 1e-9)), 0, 12);
  const double slack = 1e-9 * (high - low);
  for (double i = std::ceil((low - slack) / step); i * step <= high + slack; ++i) {
    const double value = i * step;
    std::string label;
    append_fixed(label, std::abs(value) / scale, decimals);
    // All labels of an axis have the same number of decimals.
    if (decimals > 0) {
      const std::size_t point = label.find('.');
      const std::size_t have = point == std::string::npos ? 0 : label.size() - point - 1;
      if (point == std::string::npos) label += '.';
      label.append(static_cast<std::size_t>(decimals) - have, '0');
    }
    ticks.values.push_back(value);
    ticks.labels.push_back((value < 0 ? "−" : "") + label);
  }
  return ticks;
}

}  // namespace holon
