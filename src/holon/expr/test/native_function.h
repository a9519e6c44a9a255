// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <memory>
#include <optional>
#include <string>

#include "holon/expr/graph/function.h"
#include "holon/expr/program/program.h"

namespace holon {

/// Sets a variable of the environment for as long as it lives.
class Setting {
 public:
  Setting(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    setenv(name, value.c_str(), 1);
  }
  ~Setting() { before_ ? setenv(name_, before_->c_str(), 1) : unsetenv(name_); }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

/// A function unlike others: y_k = sin(x y_(k-1)) + seed
inline FunctionRef make_function(double seed, int length = 20) {
  auto graph = std::make_shared<Graph>();
  const Expr x = graph->symbol("x");
  Expr y = x;
  for (int k = 0; k < length; ++k) y = sin(x * y) + (seed + k);
  return Function::make("f", graph, {{"x", {x}}}, {{"y", {y}}});
}

inline double run(const Program& program, double x) {
  double y = 0;
  Workspace workspace;
  program.run(&x, &y, workspace);
  return y;
}

}  // namespace holon
