// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "holon/model/elaborate/elaborate.h"

namespace holon {

struct LoadOptions {
  /// `name=value` as on the command line; the value may be any YAML on one line.
  std::vector<std::string> overrides;
  /// See ElaborateOptions::keeps_parameter.
  std::function<bool(const std::string& parameter)> keeps_parameter{};
  /// See ElaborateOptions.
  std::vector<ValueToOpen> opened{};
  bool opens_series = false;
  /// Called once for every file that was read, the model's own first.
  std::function<void(const SourceFile& file)> report_file{};
  /// See ElaborateOptions::on_name.
  std::function<void(const NameUse& use)> on_name{};
};

/// Reads a model file with the files of its composite parts. Errors are added to `diagnostics`; the
/// model then contains the valid parts.
Model load_model(const std::string& path, const Catalogue& catalogue, const LoadOptions& options,
                 Diagnostics& diagnostics);
/// The same for a text; paths in it are relative to the folder of `path`, by default the working
/// folder; `path` is the file name in messages.
Model load_model_text(const std::string& text, const Catalogue& catalogue,
                      const LoadOptions& options, Diagnostics& diagnostics,
                      const std::string& path = "<text>");

}  // namespace holon
