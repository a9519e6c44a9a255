// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/study/loading.h"

#include <filesystem>
#include <functional>
#include <set>

#include "holon/catalogue/builtin.h"
#include "holon/model/assembly/part_plots.h"
#include "holon/reader/load.h"
#include "holon/simulate/run/run_settings.h"
#include "holon/study/examples.h"

namespace holon {
namespace {

namespace fs = std::filesystem;

LoadedModel begin_loading(const std::string& path, const LoadRequest& request) {
  return {path,
          fs::path(path).stem().string(),
          request,
          Model(),
          std::make_unique<Diagnostics>(),
          nullptr,
          System(),
          {},
          {}};
}

LoadOptions load_options(const LoadRequest& request) {
  LoadOptions options;
  for (const Setting& setting : request.settings)
    options.overrides.push_back(setting.name + "=" + setting.value);
  options.opened = request.opened;
  options.opens_series = request.opens_series;
  return options;
}

Model read_model(const std::string& path, const LoadRequest& request, const LoadOptions& options,
                 Diagnostics& diagnostics) {
  if (!request.text) return load_model(path, builtin_catalogue(), options, diagnostics);
  return load_model_text(*request.text, builtin_catalogue(), options, diagnostics, path);
}

/// `read(options, diagnostics)` gives the model.
template <class F>
std::optional<LoadedModel> load_by(const std::string& path, const LoadRequest& request,
                                   Findings& findings, const F& read) {
  LoadedModel loaded = begin_loading(path, request);
  Diagnostics& diagnostics = *loaded.diagnostics;
  try {
    LoadOptions options = load_options(request);
    options.report_file = [&](const SourceFile& file) { loaded.files.push_back(file); };
    loaded.model = read(options, diagnostics);
    for (const std::string& output : request.outputs) loaded.model.output(output);
    // With errors too: the parts that could be read say what else is wrong with them.
    loaded.assembly = assemble(loaded.model, diagnostics);
    findings.report(diagnostics);
    if (diagnostics.has_errors()) return {};
    loaded.system =
        loaded.assembly->make_system(loaded.model.title.empty() ? loaded.name : loaded.model.title);
    loaded.outputs = loaded.model.outputs;
    for (const PlotSettings& plot : loaded.assembly->domain<PartPlots>().list) {
      loaded.model.plots.push_back(plot);
      loaded.model.plots.back().is_added = true;
    }
    check_settings(loaded.model.simulate);
    if (loaded.outputs.empty())
      for (const SystemOutput& output : loaded.system.list_main_outputs())
        loaded.outputs.push_back(output.name);
    loaded.system.select_outputs(loaded.outputs);
  } catch (const InputError& e) {
    findings.report(e.diagnostics());
    return {};
  } catch (const ModelError& e) {
    findings.report(e, loaded.model);
    return {};
  }
  return loaded;
}

}  // namespace

bool check_exists(const std::string& path, Findings& findings) {
  std::error_code error;
  if (!fs::exists(path, error)) {
    findings.report_error("there is no file '" + path + "'; " + suggest_model(path),
                          Fault::request);
    return false;
  }
  if (!fs::is_directory(path, error)) return true;
  findings.report_error("'" + path + "' is a folder, not a model", Fault::request);
  return false;
}

std::optional<LoadedModel> load(const std::string& path, const LoadRequest& request,
                                Findings& findings) {
  if (!request.text && !check_exists(path, findings)) return {};
  return load_by(path, request, findings,
                 [&](const LoadOptions& options, Diagnostics& diagnostics) {
                   return read_model(path, request, options, diagnostics);
                 });
}

LoadedModel load_or_throw(const std::string& path, const LoadRequest& request) {
  Findings findings(path, request.settings);
  std::optional<LoadedModel> loaded = load(path, request, findings);
  if (!loaded) throw InputError(findings.all());
  return *std::move(loaded);
}

std::optional<LoadedModel> load_text(const std::string& path, const std::string& text,
                                     Findings& findings) {
  return load(path, {.text = text}, findings);
}

namespace {

/// Nothing where it cannot be used; `names`: the parameters that became symbols.
std::optional<LoadedModel> try_load(const std::string& path, const LoadRequest& request,
                                    const std::function<bool(const std::string&)>& keeps,
                                    std::vector<std::string>& names) {
  LoadedModel loaded = begin_loading(path, request);
  LoadOptions options = load_options(request);
  options.keeps_parameter = keeps;
  try {
    loaded.model = read_model(path, request, options, *loaded.diagnostics);
    for (const std::string& output : request.outputs) loaded.model.output(output);
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

LoadedModel load_with_symbols(const std::string& path, const LoadRequest& request) {
  std::vector<std::string> names, unused;
  if (auto all = try_load(
          path, request, [](const std::string&) { return true; }, names))
    return *std::move(all);
  std::set<std::string> kept;
  const auto keeps = [&](const std::string& p) { return kept.contains(p); };
  for (const std::string& name : names) {
    kept.insert(name);
    if (!try_load(path, request, keeps, unused)) kept.erase(name);
  }
  auto some = try_load(path, request, keeps, unused);
  if (!some) throw ModelError("'" + path + "' has changed while it was read");
  return *std::move(some);
}

}  // namespace

LoadedModel load_with_parameters(const LoadedModel& loaded) {
  return load_with_symbols(loaded.path, loaded.request);
}

LoadedModel load_with_parameters(const LoadedModel& loaded,
                                 const std::vector<ValueToOpen>& opened) {
  LoadRequest request = loaded.request;
  request.opened = opened;
  return load_with_symbols(loaded.path, request);
}

std::vector<RecordedParameter> list_parameters(const LoadedModel& loaded) {
  std::vector<RecordedParameter> list;
  try {
    LoadOptions options = load_options(loaded.request);
    options.keeps_parameter = [](const std::string&) { return true; };
    Diagnostics ignored;
    const Model model = read_model(loaded.path, loaded.request, options, ignored);
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

}  // namespace holon
