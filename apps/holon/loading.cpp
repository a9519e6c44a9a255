// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/loading.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>

#include "holon/base/names.h"
#include "holon/catalogue/builtin.h"
#include "holon/model/assembly/report.h"
#include "holon/reader/load.h"
#include "holon/simulate/run_settings.h"
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
  if (!nearest.empty() && !find_model(nearest).empty() && !path.has_parent_path() &&
      !path.has_extension())
    return "did you mean '" + nearest + "'?";
  if (!nearest.empty()) {
    const auto index = std::find(stems.begin(), stems.end(), nearest) - stems.begin();
    return "did you mean '" + paths[static_cast<std::size_t>(index)] + "'?";
  }
  return "'holon examples' lists models to start from";
}

// "until" of "simulate.until".
std::string last_name(const std::string& path) { return path.substr(path.rfind('.') + 1); }

}  // namespace

Diagnostic Findings::placed(Diagnostic d) const {
  const std::string source(d.place.file());
  for (const Setting& setting : settings_) {
    // The reader knows a setting by its text "name=value".
    const std::string text = setting.name + "=" + setting.value;
    if (source == "--set" && setting.option != "--set" && d.place.source->text == text) {
      d.place.source =
          std::make_shared<const SourceFile>(SourceFile{setting.option, setting.value});
      d.place.column = std::max(1, d.place.column - static_cast<int>(setting.name.size()) - 1);
      return d;
    }
    if (!d.place.known() && setting.name.starts_with("simulate.") &&
        d.message.find(last_name(setting.name)) != std::string::npos) {
      const bool is_set = setting.option == "--set";
      d.place.source = std::make_shared<const SourceFile>(
          SourceFile{setting.option, is_set ? text : setting.value});
      d.place.line = d.place.column = 1;
      return d;
    }
  }
  if (!d.place.known()) d.place.source = std::make_shared<const SourceFile>(SourceFile{path_, {}});
  return d;
}

void Findings::tell(const Diagnostics& diagnostics) {
  Diagnostics reported;
  for (const Diagnostic& d : diagnostics.all()) reported.add(placed(d));
  if (!is_silent_) print_diagnostics(reported);
  all_.append(reported);
}

void Findings::tell(const ModelError& error) {
  if (!is_silent_) print_error(path_ + ": " + error.what());
  Diagnostic d;
  d.place.source = std::make_shared<const SourceFile>(SourceFile{path_, {}});
  d.part_path = error.part_path();
  d.message = error.message();
  d.suggestion = error.suggestion();
  all_.add(std::move(d));
}

void Findings::report_error(const std::string& message) {
  if (!is_silent_) print_error(message);
  all_.add_error({}, message);
}

void Findings::report_warning(const std::string& message) {
  if (!is_silent_) print_warning(message);
  all_.add_warning({}, message);
}

int Findings::status() const {
  for (const Diagnostic& d : all_.all())
    if (d.severity == Severity::error && !d.place.file().starts_with("--")) return kModelIsWrong;
  return kCommandIsWrong;
}

bool exists(const std::string& path, Findings& findings, int& status) {
  std::error_code error;
  if (fs::is_regular_file(path, error) || fs::exists(path, error)) {
    if (!fs::is_directory(path, error)) return true;
    findings.report_error("'" + path + "' is a folder, not a model");
  } else {
    findings.report_error("there is no file '" + path + "'; " + suggest_file(path));
  }
  status = kCommandIsWrong;
  return false;
}

namespace {

LoadedModel begin_loading(const std::string& path) {
  return {path,    fs::path(path).stem().string(),
          Model(), std::make_unique<Diagnostics>(),
          nullptr, System(),
          {},      {},
          {}};
}

LoadOptions load_options(const std::vector<Setting>& settings) {
  LoadOptions options;
  for (const Setting& setting : settings)
    options.overrides.push_back(setting.name + "=" + setting.value);
  return options;
}

/// At the formula that it is about, where that is known.
void report_placed(const ModelError& error, const LoadedModel& loaded, Findings& findings) {
  const std::string& formula = error.part_path();
  for (const PartInstance& part : loaded.model.parts()) {
    if (!part.source || !formula.starts_with(part.name + ".")) continue;
    Diagnostics diagnostics;
    detail::report(part, formula.substr(part.name.size() + 1), Severity::error, error.message(),
                   error.suggestion(), diagnostics);
    return findings.tell(diagnostics);
  }
  findings.tell(error);
}

/// `read(options, diagnostics)` gives the model.
template <class F>
std::optional<LoadedModel> load_by(const std::string& path, LoadOptions options, Findings& findings,
                                   int& status, const F& read) {
  LoadedModel loaded = begin_loading(path);
  Diagnostics& diagnostics = *loaded.diagnostics;
  try {
    options.report_file = [&](const SourceFile& file) { loaded.files.push_back(file); };
    loaded.model = read(options, diagnostics);
    // With errors too: the parts that could be read say what else is wrong with them.
    loaded.assembly = assemble(loaded.model, diagnostics);
    findings.tell(diagnostics);
    if (diagnostics.has_errors()) {
      status = findings.status();
      return {};
    }
    loaded.system =
        loaded.assembly->make_system(loaded.model.title.empty() ? loaded.name : loaded.model.title);
    loaded.outputs = loaded.model.outputs;
    check_settings(loaded.model.simulate);
    if (loaded.outputs.empty())
      for (const SystemOutput& output : loaded.system.list_main_outputs())
        loaded.outputs.push_back(output.name);
    loaded.system.select_outputs(loaded.outputs);
  } catch (const InputError& e) {
    findings.tell(e.diagnostics());
    status = findings.status();
    return {};
  } catch (const ModelError& e) {
    report_placed(e, loaded, findings);
    status = kModelIsWrong;
    return {};
  }
  status = kDone;
  return loaded;
}

}  // namespace

std::optional<LoadedModel> load(const std::string& path, const std::vector<Setting>& settings,
                                Findings& findings, int& status,
                                const std::vector<std::string>& request) {
  if (!exists(path, findings, status)) return {};
  return load_by(path, load_options(settings), findings, status,
                 [&](const LoadOptions& options, Diagnostics& diagnostics) {
                   Model model = load_model(path, builtin_catalogue(), options, diagnostics);
                   for (const std::string& output : request) model.output(output);
                   return model;
                 });
}

std::optional<LoadedModel> load_opened(const std::string& path,
                                       const std::vector<Setting>& settings,
                                       const std::vector<ValueToOpen>& opened, Findings& findings,
                                       int& status, const std::vector<std::string>& request) {
  if (!exists(path, findings, status)) return {};
  LoadOptions options = load_options(settings);
  options.opened = opened;
  options.opens_series = true;
  std::optional<LoadedModel> loaded = load_by(
      path, options, findings, status, [&](const LoadOptions& all, Diagnostics& diagnostics) {
        Model model = load_model(path, builtin_catalogue(), all, diagnostics);
        for (const std::string& output : request) model.output(output);
        return model;
      });
  if (loaded) loaded->request = request;
  return loaded;
}

std::optional<LoadedModel> load_text(const std::string& path, const std::string& text,
                                     Findings& findings, int& status) {
  return load_by(path, {}, findings, status,
                 [&](const LoadOptions& options, Diagnostics& diagnostics) {
                   return load_model_text(text, builtin_catalogue(), options, diagnostics, path);
                 });
}

namespace {

/// Nothing where it cannot be used; `names`: the parameters that became symbols.
std::optional<LoadedModel> try_load(const std::string& path, LoadOptions options,
                                    const std::vector<std::string>& request,
                                    const std::function<bool(const std::string&)>& keeps,
                                    std::vector<std::string>& names) {
  LoadedModel loaded = begin_loading(path);
  options.keeps_parameter = keeps;
  try {
    loaded.model = load_model(path, builtin_catalogue(), options, *loaded.diagnostics);
    for (const std::string& output : request) loaded.model.output(output);
    for (const Symbols::Parameter& p : loaded.model.symbols()->parameters())
      names.push_back(p.name);
    loaded.assembly = assemble(loaded.model, *loaded.diagnostics);
    if (loaded.diagnostics->has_errors()) return {};
    loaded.system =
        loaded.assembly->make_system(loaded.model.title.empty() ? loaded.name : loaded.model.title);
  } catch (const InputError&) {
    return {};
  } catch (const ModelError&) {
    return {};
  }
  return loaded;
}

}  // namespace

LoadedModel load_with_parameters(const LoadedModel& loaded, const std::vector<Setting>& settings,
                                 const std::vector<ValueToOpen>* opened) {
  LoadOptions options = load_options(settings);
  if (opened) options.opened = *opened;
  options.opens_series = opened != nullptr;
  std::vector<std::string> names, unused;
  if (auto all = try_load(
          loaded.path, options, loaded.request, [](const std::string&) { return true; }, names))
    return std::move(*all);
  std::set<std::string> kept;
  const auto keeps = [&](const std::string& p) { return kept.contains(p); };
  for (const std::string& name : names) {
    kept.insert(name);
    if (!try_load(loaded.path, options, loaded.request, keeps, unused)) kept.erase(name);
  }
  auto some = try_load(loaded.path, options, loaded.request, keeps, unused);
  if (!some) throw ModelError("'" + loaded.path + "' has changed while it was read");
  return std::move(*some);
}

std::vector<RecordedParameter> list_parameters(const LoadedModel& loaded,
                                               const std::vector<Setting>& settings) {
  std::vector<RecordedParameter> list;
  try {
    LoadOptions options = load_options(settings);
    options.keeps_parameter = [](const std::string&) { return true; };
    Diagnostics ignored;
    const Model model = load_model(loaded.path, builtin_catalogue(), options, ignored);
    for (const Symbols::Parameter& p : model.symbols()->parameters()) {
      list.push_back({p.name, p.value, p.dimension});
    }
    if (!ignored.has_errors()) return list;
  } catch (const InputError&) {
    // A parameter that says how many parts there are cannot be kept free.
  }
  list.clear();
  for (const SystemParameter& p : loaded.system.parameters) {
    list.push_back({p.name, p.value, p.dimension});
  }
  return list;
}

std::optional<ViewOfModel> make_view(LoadedModel& loaded, Findings& findings) {
  try {
    std::vector<SceneFault> faults;
    ViewOfModel view{choose_panels(loaded.system, loaded.model.plots, loaded.outputs),
                     make_scene(*loaded.assembly, loaded.model.scene, &faults)};
    if (faults.empty()) return view;
    Diagnostics diagnostics;
    for (const SceneFault& fault : faults) {
      for (const PartInstance& part : loaded.model.parts()) {
        if (part.name != fault.body) continue;
        detail::report(part, fault.parameter, Severity::error, fault.message, "", diagnostics);
      }
    }
    findings.tell(diagnostics);
  } catch (const InputError& e) {
    findings.tell(e.diagnostics());
  } catch (const ModelError& e) {
    findings.tell(e);
  }
  return {};
}

}  // namespace holon::app
