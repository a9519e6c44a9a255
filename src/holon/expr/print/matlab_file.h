// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "holon/expr/graph/function.h"
#include "holon/expr/print/matlab.h"

/// The parts of to_matlab (matlab.h).
namespace holon::detail {

/// The functions of one file.
class MatlabFile {
 public:
  std::string run(const Function& f, const std::string& name);

  /// The local function's name; the function is written later.
  std::string call(const FunctionRef& f);
  /// Of the residual r of a newton node with its Jacobian: [r, J(:)] = name(z, p).
  std::string call_residual(const Payload& newton);
  void use_choose() { uses_choose_ = true; }
  void use_newton() { uses_newton_ = true; }
  void use_table() { uses_table_ = true; }

 private:
  MatlabNames names_;
  std::string text_;
  std::unordered_map<std::uint64_t, std::string> functions_, residuals_;
  std::vector<std::pair<FunctionRef, std::string>> waiting_;
  bool uses_choose_ = false, uses_newton_ = false, uses_table_ = false;
};

/// One function of the file; with `explain` its comment describes inputs and outputs.
std::string write_matlab_function(MatlabFile& file, const Function& f, const std::string& name,
                                  bool explain);

}  // namespace holon::detail
