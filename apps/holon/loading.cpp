// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/loading.h"

#include <algorithm>
#include <filesystem>

#include "holon/base/names.h"
#include "holon/catalogue/builtin.h"
#include "holon/reader/load.h"
#include "holon/terminal.h"

namespace holon::app {
namespace {

namespace fs = std::filesystem;

void add_models_in(const fs::path& folder, std::vector<std::string>& paths) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".yaml" || entry.path().extension() == ".yml")
      paths.push_back(entry.path().lexically_normal().string());
}

// What could have been meant by a file that is not there: one of nearly the same name in its
// folder, here, in ./examples or among Holon's own examples.
std::string suggest_file(const fs::path& path) {
  std::vector<std::string> paths;
  add_models_in(path.has_parent_path() ? path.parent_path() : fs::path("."), paths);
  add_models_in(".", paths);
  add_models_in("examples", paths);
  if (const std::string examples = find_examples_folder(); !examples.empty())
    add_models_in(examples, paths);
  std::vector<std::string> stems;
  for (const std::string& p : paths) stems.push_back(fs::path(p).stem().string());
  const std::string nearest = find_nearest(path.stem().string(), stems);
  if (!nearest.empty()) {
    const auto index = std::find(stems.begin(), stems.end(), nearest) - stems.begin();
    return "did you mean '" + paths[static_cast<std::size_t>(index)] + "'?";
  }
  return "'holon examples' lists models to start from";
}

bool exists(const std::string& path, int& status) {
  std::error_code error;
  if (fs::is_regular_file(path, error) || fs::exists(path, error)) {
    if (!fs::is_directory(path, error)) return true;
    print_error("'" + path + "' is a folder, not a model");
  } else {
    print_error("there is no file '" + path + "'; " + suggest_file(path));
  }
  status = kCommandIsWrong;
  return false;
}

}  // namespace

void print_input_error(const InputError& error, const std::string& path) {
  Diagnostics placed;
  const auto file = std::make_shared<const SourceFile>(SourceFile{path, {}});
  for (Diagnostic diagnostic : error.diagnostics().all()) {
    if (!diagnostic.place.known()) diagnostic.place.source = file;
    placed.add(std::move(diagnostic));
  }
  print_diagnostics(placed);
}

std::optional<LoadedModel> load(const std::string& path, const std::vector<Setting>& settings,
                                int& status) {
  if (!exists(path, status)) return {};
  status = kModelIsWrong;
  LoadedModel loaded{path,    fs::path(path).stem().string(),
                     Model(), std::make_unique<Diagnostics>(),
                     nullptr, System(),
                     {}};
  LoadOptions options;
  for (const Setting& setting : settings)
    options.overrides.push_back(setting.name + "=" + setting.value);
  Diagnostics& diagnostics = *loaded.diagnostics;
  try {
    loaded.model = load_model(path, builtin_catalogue(), options, diagnostics);
    if (!diagnostics.has_errors()) {
      loaded.assembly = assemble(loaded.model, diagnostics);
    }
    print_diagnostics(diagnostics);
    if (diagnostics.has_errors()) return {};
    loaded.system =
        loaded.assembly->make_system(loaded.model.title.empty() ? loaded.name : loaded.model.title);
    loaded.outputs = loaded.model.outputs;
    if (loaded.outputs.empty())
      for (const SystemOutput& output : loaded.system.list_main_outputs())
        loaded.outputs.push_back(output.name);
    loaded.system.select_outputs(loaded.outputs);
  } catch (const InputError& e) {
    print_input_error(e, path);
    return {};
  } catch (const ModelError& e) {
    print_error(path + ": " + e.what());
    return {};
  }
  status = kDone;
  return loaded;
}

std::optional<ViewOfModel> make_view(LoadedModel& loaded) {
  try {
    ViewOfModel view{choose_panels(loaded.system, loaded.model.plots, loaded.outputs),
                     make_scene(*loaded.assembly, loaded.model.scene)};
    return view;
  } catch (const InputError& e) {
    print_input_error(e, loaded.path);
  } catch (const ModelError& e) {
    print_error(loaded.path + ": " + e.what());
  }
  return {};
}

}  // namespace holon::app
