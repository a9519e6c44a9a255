// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "holon/model/assembly/model.h"
#include "holon/model/elaborate/elaborate.h"
#include "holon/record/provenance.h"
#include "holon/study/findings.h"
#include "holon/study/setting.h"

namespace holon {

/// What is requested of a model beside what stands in its file.
struct LoadRequest {
  std::vector<Setting> settings{};
  /// Outputs that a model has only where they are requested, such as sums of energies.
  std::vector<std::string> outputs{};
  /// Values that become inputs of the equations (LoadedModel::model.opened lists them).
  std::vector<ValueToOpen> opened{};
  bool opens_series = false;  ///< all series of `inputs:` become inputs, too
  /// Of the model, in place of its file's.
  std::optional<std::string> text{};
};

/// A model from its file to its equations.
struct LoadedModel {
  std::string path;
  std::string name;     ///< of its file, without folder and ending
  LoadRequest request;  ///< that it was loaded with
  Model model;
  std::unique_ptr<Diagnostics> diagnostics;  ///< the assembly refers to it
  std::shared_ptr<Assembly> assembly;
  System system;
  std::vector<std::string> outputs;  ///< to record, never empty unless there are none
  std::vector<SourceFile> files;     ///< that it was read from, its own first
};

/// Reads a model's file with the part types that come with Holon (builtin_catalogue) and makes its
/// equations. Errors and warnings go to `findings`. Empty if the model cannot be used;
/// findings.fault() is then the side to be corrected.
std::optional<LoadedModel> load(const std::string& path, const LoadRequest& request,
                                Findings& findings);

/// The same for programs that handle exceptions: throws InputError with all findings.
LoadedModel load_or_throw(const std::string& path, const LoadRequest& request = {});

/// The same for a text that is to stand in the file `path`.
std::optional<LoadedModel> load_text(const std::string& path, const std::string& text,
                                     Findings& findings);

/// Whether the file is there; otherwise an error with a suggestion, and Fault::request.
bool check_exists(const std::string& path, Findings& findings);

/// The same model with its parameters as symbols wherever they may be (not those that say how many
/// parts there are). Throws ModelError where the file has changed since.
LoadedModel load_with_parameters(const LoadedModel& loaded);
/// The same with other values as inputs than those of `loaded`.
LoadedModel load_with_parameters(const LoadedModel& loaded, const std::vector<ValueToOpen>& opened);

/// The values of all parameters of the model, also of those that became constants; only those that
/// stay free where the file does not load with all of them free.
std::vector<RecordedParameter> list_parameters(const LoadedModel& loaded);

}  // namespace holon
