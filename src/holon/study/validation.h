// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "holon/simulate/simulation.h"
#include "holon/study/validation_case.h"

namespace holon {

/// One run of a case.
struct ValidationRun {
  std::string formulation;  ///< empty: the case names none
  std::string solver;
  double tolerance = 0;
  double error = 0;   ///< the largest of all references, relative to their scales
  std::string where;  ///< "pin.angle at 2 s"
  double excess = 0;  ///< of `error` above the accuracy of its reference, at least 0
  double change = 0;  ///< of conserved outputs, relative to their largest values
  double drift = 0;   ///< of the constraints before they were restored
  std::int64_t steps = 0;
  double seconds = 0;   ///< of computing, compiling included
  std::string failure;  ///< why it did not finish; empty: it did
};

/// What came of a case.
struct ValidationOutcome {
  ValidationCase validated;
  std::vector<ValidationRun> runs;
  std::vector<std::string> faults;  ///< why it does not agree; empty: it agrees
  bool agrees() const { return faults.empty(); }
};

/// Runs a case at all its tolerances in all its formulations. It agrees where all runs finish, the
/// error at the smallest tolerance is within the case's bound beyond the accuracy of the
/// references, and the error falls at least as the square root of the tolerance does until it is
/// there. `observer` may be null. Throws InputError where the model cannot be used or has no such
/// output.
ValidationOutcome run_validation(const ValidationCase& validated, RunObserver* observer);

}  // namespace holon
