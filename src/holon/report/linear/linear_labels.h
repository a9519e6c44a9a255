// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "holon/report/linear/linear_report.h"

/// Labels that the terminal, the figures and the page have in common.
namespace holon {

/// Six digits, no minus zero.
std::string short_number(double value);
std::string with_unit(double value, const std::string& unit);
std::string unit_of(const LinearVariable& v);
/// "-1 ± 9.95i", the upper one of a pair standing for both.
std::string write_root(std::complex<double> root);
/// Roots, pairs once; "none".
std::string list_roots(const std::vector<std::complex<double>>& roots);
/// Coefficients, the highest power first: "s² + 2 s + 100"; of a sampled model in z.
std::string write_polynomial(const std::vector<double>& c, const RootPlane& plane);
/// "1/s", of roots z nothing.
std::string unit_of_roots(const RootPlane& plane);
/// "slide.position 50 %, slide.speed 50 %": the states that take most part.
std::string list_participants(const Pole& pole, const LinearModel& model);
/// What the user should know, of the point and of what was held or replaced.
std::vector<std::string> list_notes(const LinearReport& report);

/// "about the equilibrium near the start".
std::string describe_point(const OperatingPoint& point);
/// How the matrices before the reduction of dependent storage go with those behind it.
std::string describe_reduction(const UnreducedModel& model, bool has_inputs);
/// "slide.force -> slide.position".
std::string name_channel(const LinearReport& report, const LinearChannel& channel);
/// The same with the sign of print, "→".
std::string name_pair(const LinearReport& report, const LinearChannel& channel);
/// "m/N"; empty for pure numbers.
std::string unit_of_channel(const LinearReport& report, const LinearChannel& channel);

}  // namespace holon
