// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "holon/base/errors.h"
#include "holon/study/setting.h"

namespace holon {

/// Values of one output that were published or computed outside Holon.
struct ReferenceValues {
  std::string output;          ///< a column: "pin.angle", "link.position.z"
  std::vector<double> times;   ///< [s] ascending, multiples of 1 µs
  std::vector<double> values;  ///< [SI unit of the output], one for each time
  double accuracy = 0;         ///< [SI unit] of the values, such as half of their last digit
  double scale = 0;            ///< [SI unit] errors are relative to it: the largest value, or given
};

/// A model with reference values and their source: a file of validation/cases.
struct ValidationCase {
  std::string name;  ///< of its file, without folder and ending
  std::string title, source;
  std::string model;  ///< path
  std::vector<Setting> settings;
  std::vector<std::string> formulations;  ///< empty: that of the model alone
  std::vector<double> tolerances;         ///< of the runs, each smaller than the one before
  std::vector<ReferenceValues> references;
  std::vector<std::string> conserved;  ///< outputs that must stay what they are at the start
  /// Largest relative error at the smallest tolerance beyond the accuracy of the references.
  double bound = 0;
};

/// Where the cases lie: beside the installation or the build folder of the program that runs, else
/// ./validation/cases; empty where there are none.
std::string find_validation_folder();

/// Their files, in order of their names.
std::vector<std::filesystem::path> list_validation_files();

/// Reads a case; what is wrong is added to `diagnostics`. Empty if it cannot be used.
std::optional<ValidationCase> read_validation_case(const std::filesystem::path& path,
                                                   Diagnostics& diagnostics);

}  // namespace holon
