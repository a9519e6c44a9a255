// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "holon/base/text_layout.h"
#include "holon/commands/commands.h"
#include "holon/estimate/regulator.h"
#include "holon/output/json_report.h"
#include "holon/output/study_end.h"
#include "holon/output/terminal.h"
#include "holon/report/linear/linear_arguments.h"
#include "holon/report/linear/linear_study.h"

namespace holon::app {
namespace {

double read_plain_number(const std::string& option, std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    throw RequestError(option + ": '" + std::string(text) +
                       "' is not a number (SI units, radians)");
  return value;
}

std::vector<NamedNumber> read_named(const char* option, const std::vector<std::string>& given) {
  std::vector<NamedNumber> list;
  for (const std::string& text : given) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      throw RequestError(fmt::format("{} {}: write {} NAME=NUMBER, such as {} pin.angle=10", option,
                                     text, option, option));
    list.emplace_back(text.substr(0, equals),
                      read_plain_number(std::string(option) + " " + text,
                                        std::string_view(text).substr(equals + 1)));
  }
  return list;
}

/// "-1, -2+3j, -2-3j".
std::vector<std::complex<double>> read_poles(const std::string& given) {
  std::vector<std::complex<double>> poles;
  std::string text = given;
  std::erase(text, ' ');
  const std::string option = "--poles " + given;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    std::string one = text.substr(at, end - at);
    at = end + 1;
    double imaginary = 0;
    if (!one.empty() && (one.back() == 'j' || one.back() == 'i')) {
      one.pop_back();
      std::size_t sign = one.find_last_of("+-");
      while (sign != std::string::npos && sign > 0 &&
             (one[sign - 1] == 'e' || one[sign - 1] == 'E'))
        sign = sign >= 2 ? one.find_last_of("+-", sign - 1) : std::string::npos;
      if (sign == std::string::npos) sign = 0;
      std::string part = one.substr(sign);
      if (!part.empty() && part[0] == '+') part.erase(0, 1);
      imaginary = part.empty() ? 1 : part == "-" ? -1 : read_plain_number(option, part);
      one.resize(sign);
    }
    poles.emplace_back(one.empty() ? 0 : read_plain_number(option, one), imaginary);
  }
  return poles;
}

std::string write_matrix(const Eigen::MatrixXd& M) {
  std::string text = "[";
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    text += i > 0 ? ", [" : "[";
    for (Eigen::Index j = 0; j < M.cols(); ++j)
      text += fmt::format("{}{}", j > 0 ? ", " : "", M(i, j) + 0.0);
    text += "]";
  }
  return text + "]";
}

std::string write_roots(const std::vector<std::complex<double>>& roots) {
  std::string text;
  for (const std::complex<double>& s : roots)
    text += (text.empty() ? "" : ", ") +
            (s.imag() == 0 ? fmt::format("{:.6g}", s.real())
                           : fmt::format("{:.6g} {} {:.6g}j", s.real(), s.imag() < 0 ? "−" : "+",
                                         std::abs(s.imag())));
  return text;
}

std::string write_gain(const Eigen::MatrixXd& M, const std::vector<std::string>& rows,
                       const std::vector<std::string>& columns) {
  std::vector<std::vector<std::string>> cells{{""}};
  for (const std::string& name : columns) cells[0].push_back(name);
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    cells.push_back({rows[static_cast<std::size_t>(i)]});
    for (Eigen::Index j = 0; j < M.cols(); ++j)
      cells.back().push_back(fmt::format("{:.10g}", M(i, j)));
  }
  std::vector<int> widths(cells[0].size());
  for (const auto& row : cells)
    for (std::size_t k = 0; k < row.size(); ++k)
      widths[k] = std::max(widths[k], display_width(row[k]));
  std::string text;
  for (const auto& row : cells) {
    std::string line = "  ";
    for (std::size_t k = 0; k < row.size(); ++k) line += pad(row[k], widths[k]) + "  ";
    line.resize(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string describe_design(const RegulatorDesign& d) {
  std::string text = bold("gains u = −K x, of deviations from the operating point") + "\n" +
                     write_gain(d.K, d.inputs, d.states) + "poles" +
                     (d.period > 0 ? " (z)" : " (s)") + ": " + write_roots(d.poles) + "\n";
  if (!d.estimator) return text;
  text += "\n" + bold("estimator gains L") + "\n" +
          write_gain(d.estimator->L, d.states, d.measured) + "poles" +
          (d.period > 0 ? " (z)" : " (s)") + ": " + write_roots(d.estimator_poles) + "\n";
  const bool is_sampled = d.period > 0;
  text += "\n" +
          bold(is_sampled ? "the controller, x̂[k+1] = A x̂[k] + B y[k], u[k] = C x̂[k], of deviations"
                          : "the controller as a part, of deviations from the operating point") +
          "\n" + (is_sampled ? "" : "  type: StateSpace\n");
  return text + "  A: " + write_matrix(d.controller.A) + "\n  B: " + write_matrix(d.controller.B) +
         "\n  C: " + write_matrix(d.controller.C) + "\n";
}

Json to_json(const Eigen::MatrixXd& M) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    Json row = Json::array();
    for (Eigen::Index j = 0; j < M.cols(); ++j) row.push_back(M(i, j));
    rows.push_back(row);
  }
  return rows;
}

Json to_json(const std::vector<std::complex<double>>& roots) {
  Json list = Json::array();
  for (const auto& s : roots) list.push_back({{"re", s.real()}, {"im", s.imag()}});
  return list;
}

}  // namespace

int lqr_command(const LqrArguments& arguments) {
  const auto design_gains = [&](Findings& findings, Json& json, std::string& text) {
    RegulatorRequest design_request;
    design_request.weights = read_named("--weight", arguments.weights);
    design_request.process_noise = read_named("--process-noise", arguments.process_noise);
    design_request.sigma = read_named("--sigma", arguments.sigma);
    design_request.poles = read_poles(arguments.poles);
    if (!arguments.sample.empty()) design_request.period = read_time(arguments.sample);
    LinearStudyRequest request;
    request.model = arguments.model;
    request.settings = arguments.settings;
    request.at = arguments.at;
    request.inputs = arguments.inputs;
    request.outputs = arguments.outputs;
    for (const auto& [name, sigma] : design_request.sigma)
      if (std::find(request.outputs.begin(), request.outputs.end(), name) == request.outputs.end())
        request.outputs.push_back(name);
    request.continuous = true;
    LinearStudy study(request, findings);
    const std::optional<LinearReport> report = study.run();
    if (!report) return false;
    const RegulatorDesign design = design_regulator(report->analysis.model, design_request);
    json["period"] = design.period;
    json["states"] = design.states;
    json["inputs"] = design.inputs;
    json["K"] = to_json(design.K);
    json["poles"] = to_json(design.poles);
    if (design.estimator) {
      json["measured"] = design.measured;
      json["L"] = to_json(design.estimator->L);
      json["estimator_poles"] = to_json(design.estimator_poles);
      json["controller"] = {{"A", to_json(design.controller.A)},
                            {"B", to_json(design.controller.B)},
                            {"C", to_json(design.controller.C)}};
    }
    for (const std::string& note : report->analysis.model.notes) print_note(note);
    text = describe_design(design);
    return true;
  };
  return conclude_study({"lqr", arguments.model, arguments.settings, arguments.json}, design_gains);
}

}  // namespace holon::app
