// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include "holon/base/escape.h"
#include "holon/expr/print/print.h"
#include "holon/report/linear/linear_labels.h"
#include "holon/report/linear/linear_report.h"

namespace holon {
namespace {

using Eigen::Index;

std::string write_matrix(const char* name, const Eigen::MatrixXd& M) {
  std::string text = std::string(name) + " = ";
  if (M.size() == 0)
    return text + "zeros(" + std::to_string(M.rows()) + ", " + std::to_string(M.cols()) + ");\n";
  text += "[";
  for (Index i = 0; i < M.rows(); ++i) {
    if (i > 0) text += "\n     ";
    for (Index j = 0; j < M.cols(); ++j) text += (j > 0 ? ", " : "") + print_number(M(i, j));
    if (i + 1 < M.rows()) text += ";";
  }
  return text + "];\n";
}

std::string write_names(const char* name, const std::vector<LinearVariable>& list) {
  std::string names, values;
  for (const LinearVariable& v : list) {
    names += (names.empty() ? "" : ", ") + matlab_string(v.name);
    values += (values.empty() ? "" : "; ") + print_number(v.value);
  }
  const std::string rows = std::to_string(list.size());
  return std::string(name) + "_names = {" + names + "};\n" + name +
         "0 = " + (list.empty() ? "zeros(0, 1)" : "[" + values + "]") + ";\n";
}

}  // namespace

std::string write_linear_matlab(const LinearReport& report) {
  const LinearModel& model = report.analysis.model;
  std::string text =
      "% " + matlab_comment(report.title) +
      (model.period > 0 ? ": x[k+1] = A x[k] + B u[k], y[k] = C x[k] + D u[k] at k T, "
                        : ": x' = A x + B u, y = C x + D u, ") +
      matlab_comment(describe_point(report.point)) +
      ".\n% x, u and y are deviations from x0, u0 and y0, in SI units and radians:\n";
  for (const auto& [letter, list] :
       {std::pair{"x", &model.x}, std::pair{"u", &model.u}, std::pair{"y", &model.y}})
    for (std::size_t k = 0; k < list->size(); ++k)
      text += std::string("%   ") + letter + "(" + std::to_string(k + 1) + ")  " +
              matlab_comment((*list)[k].name + " [" + (*list)[k].dimension.to_string() + "]") +
              "\n";
  if (!report.loop.empty())
    text += "% The loop is open at " + matlab_comment(report.loop) +
            "; y is the returned signal, with the sign of a loop gain (1 + L).\n";
  text += "\n" + write_matrix("A", model.A) + write_matrix("B", model.B) +
          write_matrix("C", model.C) + write_matrix("D", model.D) +
          (model.period > 0 ? "T = " + print_number(model.period) + ";  % [s] period\n" : "") +
          "\n" + write_names("x", model.x) + write_names("u", model.u) + write_names("y", model.y);
  if (const auto& M = report.unreduced)
    text += std::string("\n") + kUnreducedScript + write_names("xd", M->stored) +
            write_matrix("A0", M->A) + write_matrix("B0", M->B) + write_matrix("E", M->E) +
            write_matrix("F", M->F) + write_matrix("G", M->G) + "\n";
  text += std::string(
              "% With the Control System Toolbox, or Octave's control package:\n"
              "%   G = ss(A, B, C, D, ") +
          (model.period > 0 ? "T, " : "") +
          "'StateName', x_names, 'InputName', u_names, "
          "'OutputName', y_names);\n"
          "%   bode(G), step(G), pole(G)\n";
  return text;
}

}  // namespace holon
