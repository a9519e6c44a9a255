// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "holon/commands.h"
#include "holon/model/model.h"
#include "holon/view/plot.h"
#include "holon/view/scene.h"

namespace holon::app {

/// A model from its file to its equations.
struct LoadedModel {
  std::string path;
  std::string name;  ///< of its file, without folder and ending
  Model model;
  std::unique_ptr<Diagnostics> diagnostics;  ///< the assembly refers to it
  std::shared_ptr<Assembly> assembly;
  System system;
  std::vector<std::string> outputs;  ///< to record, never empty unless there are none
};

/// Loads a model and prints to stderr what is wrong with it, and warnings. Nothing and `status`
/// where it cannot be used.
std::optional<LoadedModel> load(const std::string& path, const std::vector<Setting>& settings,
                                int& status);

/// To stderr; what has no place of its own is said of the file.
void print_input_error(const InputError& error, const std::string& path);

/// What its plots show; prints what is wrong with them.
struct ViewOfModel {
  std::vector<PanelRequest> panels;
  Scene scene;
};
std::optional<ViewOfModel> make_view(LoadedModel& loaded);

}  // namespace holon::app
