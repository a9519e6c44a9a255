// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/state_space.h"

namespace holon {

void StateSpace::Row::describe(Fields<Row>& f) {
  f.numbers("numbers", &Row::numbers, "any", "one row");
  f.bare();
}

void StateSpace::describe(Descriptor<StateSpace>& d) {
  d.type("StateSpace", "A linear system in state-space form.");
  d.objects("A", &StateSpace::A, "state matrix A, by rows").required();
  d.objects("B", &StateSpace::B, "input matrix B, by rows").required();
  d.objects("C", &StateSpace::C, "output matrix C, by rows").required();
  d.objects("D", &StateSpace::D, "feedthrough matrix D, by rows; default: zero");
  d.numbers("input", &StateSpace::input, "any", "the input signals u").required().varying();
  d.numbers("initial", &StateSpace::initial, "any", "initial state; default: zero").varying();
  d.texts("outputs", &StateSpace::outputs,
          "names of the outputs y; default of a single one: output")
      .makes_names();
  d.choice("method", &StateSpace::method, {"zoh", "bilinear"},
           "discretisation of a sampled system");
  d.period("sample", &StateSpace::sample, "sampling period or rate; default: continuous");
  d.output("output", "", "the output, where it is a scalar").main();
}

void StateSpace::build(PartBuilder& b) const {
  const std::size_t n = A.size(), m = input.size(), p = C.size();
  bool ok = true;
  const auto read = [&](const char* name, const std::vector<Row>& rows, std::size_t height,
                        std::size_t width) {
    MatrixOfExpr matrix = MatrixOfExpr::Constant(static_cast<Eigen::Index>(height),
                                                 static_cast<Eigen::Index>(width), 0.0);
    if (rows.size() != height) {
      b.error(name, std::string(name) + " must have " + std::to_string(height) + " rows, not " +
                        std::to_string(rows.size()));
      ok = false;
      return matrix;
    }
    for (std::size_t i = 0; i < height; ++i) {
      if (rows[i].numbers.size() != width) {
        b.error(std::string(name) + "[" + std::to_string(i) + "]",
                "a row of " + std::string(name) + " takes " + std::to_string(width) +
                    " numbers, not " + std::to_string(rows[i].numbers.size()));
        ok = false;
        return matrix;
      }
      for (std::size_t j = 0; j < width; ++j) {
        matrix(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = rows[i].numbers[j];
      }
    }
    return matrix;
  };
  LinearSystem<Expr> s{read("A", A, n, n), read("B", B, n, m), read("C", C, p, n), {}};
  s.D = D.empty() ? MatrixOfExpr::Constant(static_cast<Eigen::Index>(p),
                                           static_cast<Eigen::Index>(m), 0.0)
                  : read("D", D, p, m);
  if (!initial.empty() && initial.size() != n) {
    b.error("initial", "'initial' requires " + std::to_string(n) + " numbers, one for each state");
    ok = false;
  }
  std::vector<std::string> names = outputs;
  if (names.empty() && p == 1) names = {"output"};
  if (names.size() != p) {
    b.error(outputs.empty() ? "C" : "outputs",
            "C makes " + std::to_string(p) + " outputs, which need as many names",
            "write 'outputs: [position, speed]'");
    ok = false;
  }
  if (!ok) return;
  Block block(b, sample);
  const std::vector<Expr> start = initial.empty() ? std::vector<Expr>(n, 0.0) : initial;
  const std::vector<Expr> y = add_linear(b, block, s, input, start, method, "A");
  for (std::size_t k = 0; k < p; ++k) {
    if (outputs.empty()) {
      block.set_output(names[k], y[k]);
    } else {
      block.set_name(names[k], y[k]);
    }
  }
}

}  // namespace holon
