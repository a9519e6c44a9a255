// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/transfer_function.h"

namespace holon {

void TransferFunction::describe(Descriptor<TransferFunction>& d) {
  d.type("TransferFunction", "A linear system given by its transfer function.");
  d.value("input", &TransferFunction::input, "any", "the signal").required().varying();
  d.numbers("numerator", &TransferFunction::numerator, "any",
            "coefficients, of the highest power of s first")
      .required();
  d.numbers("denominator", &TransferFunction::denominator, "any",
            "coefficients, of the highest power of s first")
      .required();
  d.numbers("initial", &TransferFunction::initial, "any",
            "initial states, as defined in the documentation of the part; default: zero")
      .varying();
  d.choice("method", &TransferFunction::method, {"zoh", "bilinear"},
           "discretisation of a sampled system");
  d.period("sample", &TransferFunction::sample, "sampling period or rate; default: continuous");
  d.output("output", "", "the output signal").main();
}

void TransferFunction::build(PartBuilder& b) const {
  if (numerator.empty() || denominator.empty()) {
    b.error(numerator.empty() ? "numerator" : "denominator", "a polynomial needs a coefficient");
    return;
  }
  if (denominator[0].is_constant(0.0)) {
    b.error("denominator[0]", "the first coefficient of the denominator must not be zero",
            "leave it out");
    return;
  }
  std::vector<Expr> top = numerator;
  while (top.size() > 1 && top[0].is_constant(0.0)) top.erase(top.begin());
  if (top.size() > denominator.size()) {
    b.error("numerator",
            "the numerator has the higher power of s: such a system would differentiate its input",
            "give the denominator as many coefficients");
    return;
  }
  const std::size_t n = denominator.size() - 1;
  if (!initial.empty() && initial.size() != n) {
    b.error("initial", "'initial' requires " + std::to_string(n) + " numbers, one for each state");
    return;
  }
  top.insert(top.begin(), denominator.size() - top.size(), 0.0);
  const auto size = static_cast<Eigen::Index>(n);
  const Expr a0 = denominator[0], direct = top[0] / a0;
  LinearSystem<Expr> s{MatrixOfExpr::Constant(size, size, 0.0),
                       MatrixOfExpr::Constant(size, 1, 0.0), MatrixOfExpr::Constant(1, size, 0.0),
                       MatrixOfExpr::Constant(1, 1, direct)};
  for (Eigen::Index k = 0; k < size; ++k) {
    const auto power = static_cast<std::size_t>(k) + 1;
    s.A(0, k) = -denominator[power] / a0;
    if (k > 0) s.A(k, k - 1) = 1.0;
    s.C(0, k) = (top[power] - denominator[power] * direct) / a0;
  }
  if (size > 0) s.B(0, 0) = 1.0;
  Block block(b, sample);
  const std::vector<Expr> start = initial.empty() ? std::vector<Expr>(n, 0.0) : initial;
  block.set_output("output", add_linear(b, block, s, {input}, start, method, "denominator")[0]);
}

}  // namespace holon
