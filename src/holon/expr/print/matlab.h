// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <utility>

#include "holon/expr/graph/function.h"

namespace holon {

/// The function as the text of an .m file that MATLAB and Octave run:
///   [output, …] = name(input, …)
/// with one argument for each group, a number or a column; names that are not valid in MATLAB are
/// changed, which the comment states. Functions that are called become local functions, calls that
/// pass values from one to the next become loops (scans), systems are solved by `\` (by `pinv`
/// those of any rank), roots by a damped Newton iteration with the exact Jacobian, tables
/// interpolated as here. The same equations, not the same bits: MATLAB's functions have their own
/// rounding errors, and `quality` is MATLAB's rcond. Values that are not real (sqrt(-1)) are
/// complex in MATLAB and NaN here. `name` is a legal one (base/escape.h: matlab_identifier); by
/// default it is derived from the function's own.
std::string to_matlab(const Function& function, const std::string& name = {});

/// Assigns names of variables and local functions in a MATLAB file, each unique and valid
/// (base/escape.h: matlab_identifier). Those of functions have their own suffix, since a variable
/// of the same name would hide a function.
class MatlabNames {
 public:
  /// `taken`: names that are not assigned.
  explicit MatlabNames(std::set<std::string> taken = {}) : taken_(std::move(taken)) {}
  void take(const std::string& name) { taken_.insert(name); }
  std::string make(const std::string& requested);
  std::string make_function(const std::string& requested);

 private:
  std::string make_unique(const std::string& name);
  std::set<std::string> taken_;
};

}  // namespace holon
