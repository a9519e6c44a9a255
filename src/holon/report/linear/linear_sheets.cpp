// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Matrices and transfer functions of a linear model as MathML.
#include <fmt/format.h>

#include "holon/base/escape.h"
#include "holon/base/text_layout.h"
#include "holon/report/linear/linear_labels.h"
#include "holon/report/linear/linear_page.h"

namespace holon {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

constexpr std::size_t kChannelsOnSheets = 24;  // transfer functions

std::string wrap(const std::string& inside) {
  return "<p class=\"equation\"><math xmlns=\"http://www.w3.org/1998/Math/MathML\">" + inside +
         "</math></p>\n";
}

std::string operation(const char* sign) { return std::string("<mo>") + sign + "</mo>"; }

/// Five digits, "1.5·10⁻⁸" where they are many; without its sign.
std::string write_size(double value) {
  const std::string text = fmt::format("{:.5g}", std::abs(value));
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return "<mn>" + text + "</mn>";
  const int power = std::stoi(text.substr(e + 1));
  const std::string raised = std::string("<msup><mn>10</mn><mrow>") +
                             (power < 0 ? operation("-") : "") + "<mn>" +
                             std::to_string(std::abs(power)) + "</mn></mrow></msup>";
  const std::string mantissa = text.substr(0, e);
  return mantissa == "1" ? "<mrow>" + raised + "</mrow>"
                         : "<mrow><mn>" + mantissa + "</mn>" + operation("·") + raised + "</mrow>";
}

std::string write_number(double value) {
  if (value < 0) return "<mrow>" + operation("-") + write_size(value) + "</mrow>";
  return write_size(value);
}

LinearFormulas::Rows in_mathml(const MatrixXd& M) {
  LinearFormulas::Rows rows;
  for (Index i = 0; i < M.rows(); ++i) {
    rows.emplace_back();
    for (Index j = 0; j < M.cols(); ++j) rows.back().push_back(write_number(M(i, j)));
  }
  return rows;
}

std::string write_sum(const std::vector<double>& c, const RootPlane& plane) {
  const std::string variable = plane.is_sampled() ? "<mi>z</mi>" : "<mi>s</mi>";
  std::string text;
  for (std::size_t k = 0; k < c.size(); ++k) {
    const std::size_t power = c.size() - 1 - k;
    if (c[k] == 0) continue;
    if (c[k] < 0 || !text.empty()) text += operation(c[k] < 0 ? "-" : "+");
    const bool is_one = fmt::format("{:.5g}", std::abs(c[k])) == "1";
    if (!is_one || power == 0) text += write_size(c[k]);
    if (power == 1) text += variable;
    if (power > 1) text += "<msup>" + variable + "<mn>" + std::to_string(power) + "</mn></msup>";
  }
  return "<mrow>" + (text.empty() ? "<mn>0</mn>" : text) + "</mrow>";
}

}  // namespace

std::vector<EquationSheet> make_linear_sheets(const LinearReport& report) {
  const LinearModel& model = report.analysis.model;
  std::vector<EquationSheet> sheets;
  if (model.order() <= kMostShownStates && model.order() + model.outputs() > 0) {
    LinearFormulas in_numbers{
        in_mathml(model.A), in_mathml(model.B), in_mathml(model.C), in_mathml(model.D), {}};
    sheets.push_back({"State space, in SI units and radians",
                      render_formulas(&in_numbers, nullptr, model, Notation::mathml),
                      {}});
  }
  if (report.formulas) {
    sheets.push_back({"State space in parameters",
                      render_formulas(&*report.formulas, nullptr, model, Notation::mathml),
                      {}});
    for (const auto& [name, value] : report.symbols)
      sheets.back().legend.emplace_back(print_name(name, Notation::mathml), short_number(value));
  }
  if (const auto& M = report.unreduced; M && model.order() <= kMostShownStates) {
    UnreducedFormulas in_numbers{in_mathml(M->A), in_mathml(M->B), in_mathml(M->E),
                                 in_mathml(M->F), in_mathml(M->G), {}};
    for (const LinearVariable& v : M->stored) in_numbers.stored.push_back(v.name);
    sheets.push_back({"Before dependent storage is reduced",
                      render_formulas(nullptr, &in_numbers, model, Notation::mathml),
                      {}});
  }
  if (report.unreduced_formulas)
    sheets.push_back(
        {"Before dependent storage is reduced, in parameters",
         render_formulas(nullptr, &*report.unreduced_formulas, model, Notation::mathml),
         {}});
  std::string transfers;
  std::size_t reported = 0;
  for (const LinearChannel& channel : report.analysis.channels) {
    const ZeroPoleGain& g = channel.transfer;
    if (g.gain == 0 || channel.is_contradicted || reported++ >= kChannelsOnSheets) continue;
    const std::vector<double> below = g.denominator();
    const std::string top = write_sum(g.numerator(), g.plane);
    transfers +=
        wrap("<mtext>" + xml_text(name_pair(report, channel)) + "</mtext>" + operation("=") +
             (below.size() == 1 && below[0] == 1
                  ? top
                  : "<mfrac>" + top + write_sum(below, g.plane) + "</mfrac>"));
  }
  if (!transfers.empty()) sheets.push_back({"Transfer functions", transfers, {}});
  return sheets;
}

}  // namespace holon
