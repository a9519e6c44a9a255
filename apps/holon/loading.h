// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "holon/commands.h"
#include "holon/model/assembly/model.h"
#include "holon/model/elaborate/elaborate.h"
#include "holon/record/provenance.h"
#include "holon/view/plots/plot.h"
#include "holon/view/scene/scene.h"

namespace holon::app {

/// A model from its file to its equations.
struct LoadedModel {
  std::string path;
  std::string name;  ///< of its file, without folder and ending
  Model model;
  std::unique_ptr<Diagnostics> diagnostics;  ///< the assembly refers to it
  std::shared_ptr<Assembly> assembly;
  System system;
  std::vector<std::string> outputs;    ///< to record, never empty unless there are none
  std::vector<SourceFile> files;       ///< that it was read from, its own first
  std::vector<std::string> request{};  ///< outputs that are there since somebody asked for them
};

/// What is found wrong with one model: goes to stderr at once, and is kept.
class Findings {
 public:
  /// `is_silent`: it is only kept.
  Findings(std::string path, const std::vector<Setting>& settings, bool is_silent = false)
      : path_(std::move(path)), settings_(settings), is_silent_(is_silent) {}

  /// What came by a setting is said of its option, what has no place of the file.
  void tell(const Diagnostics& diagnostics);
  void tell(const ModelError& error);
  /// A sentence about the file or the command.
  void report_error(const std::string& message);
  void report_warning(const std::string& message);

  const Diagnostics& all() const { return all_; }
  /// kCommandIsWrong where every error came by the command line, else kModelIsWrong.
  int status() const;

 private:
  Diagnostic placed(Diagnostic diagnostic) const;

  std::string path_;
  const std::vector<Setting>& settings_;
  bool is_silent_;
  Diagnostics all_;
};

/// False, and told, where there is no such file; `status` then is kCommandIsWrong.
bool exists(const std::string& path, Findings& findings, int& status);

/// Loads a model and tells what is wrong with it, and warnings. Nothing and `status` where it
/// cannot be used. `request`: outputs that are there only where somebody asks for them.
std::optional<LoadedModel> load(const std::string& path, const std::vector<Setting>& settings,
                                Findings& findings, int& status,
                                const std::vector<std::string>& request = {});

/// The same with values that become inputs of the equations, and all series of `inputs:` too: the
/// model's `opened` tells which they are.
std::optional<LoadedModel> load_opened(const std::string& path,
                                       const std::vector<Setting>& settings,
                                       const std::vector<ValueToOpen>& opened, Findings& findings,
                                       int& status, const std::vector<std::string>& request = {});

/// The same for a text that is to stand in the file `path`.
std::optional<LoadedModel> load_text(const std::string& path, const std::string& text,
                                     Findings& findings, int& status);

/// The same once more, of a model that loads, with its parameters as symbols wherever they may be
/// (not those that say how many parts there are). Tells nothing. Falls back on `load`. With
/// `opened` as load_opened.
LoadedModel load_with_parameters(const LoadedModel& loaded, const std::vector<Setting>& settings,
                                 const std::vector<ValueToOpen>* opened = nullptr);

/// The values of all parameters of a model that loads, also of those that became constants; only
/// those that stay free where that cannot be told.
std::vector<RecordedParameter> list_parameters(const LoadedModel& loaded,
                                               const std::vector<Setting>& settings);

/// What its plots show; tells what is wrong with them.
struct ViewOfModel {
  std::vector<PanelRequest> panels;
  Scene scene;
};
std::optional<ViewOfModel> make_view(LoadedModel& loaded, Findings& findings);

}  // namespace holon::app
