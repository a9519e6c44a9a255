// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/elaborate/elaborate.h"

#include <algorithm>

#include "holon/base/names.h"
#include "holon/model/elaborate/elaboration.h"
#include "holon/model/elaborate/inner_models.h"
#include "holon/model/elaborate/layout_section.h"
#include "holon/model/elaborate/settings_reader.h"

namespace holon {

namespace detail {

Elaboration::Elaboration(std::shared_ptr<const SourceNode> root, const Catalogue& catalogue,
                         const ElaborateOptions& options, Diagnostics& diagnostics)
    : root_(std::move(root)),
      options_(options),
      diagnostics_(diagnostics),
      opened_(options, model_),
      uses_(options),
      names_(model_, options),
      pending_(*this),
      dimensions_(*this, pending_),
      expansion_(*this, catalogue, options, diagnostics) {}

Overrides Elaboration::set_settings(std::vector<char>& used) {
  Overrides rest;
  std::shared_ptr<SourceNode> changed;
  for (std::size_t k = 0; k < options_.overrides.size(); ++k) {
    const Override& item = options_.overrides[k];
    std::string_view path = item.name;
    constexpr std::string_view kParameters = "parameters.";
    const bool is_parameter = path.starts_with(kParameters);
    if (is_parameter) path.remove_prefix(kParameters.size());
    const std::string_view section = split_head(path).first;
    const bool is_setting = section == "simulate" || section == "world" || section == "fluid" ||
                            section == "scene" || section == "study" || path == "title" ||
                            path == "units" || path == "outputs" || path == "plots";
    if (is_parameter || !is_setting) {
      rest.push_back({path, &item, &used[k]});
      continue;
    }
    if (!changed) changed = std::make_shared<SourceNode>(*root_);
    if (set_below(*changed, path, item.value)) used[k] = 1;
  }
  if (changed) root_ = changed;
  return rest;
}

void Elaboration::report_unused_overrides(const std::vector<char>& used) {
  for (std::size_t k = 0; k < used.size(); ++k) {
    if (used[k]) continue;
    const Override& item = options_.overrides[k];
    std::vector<std::string> names;
    for (const Field& field : schema_of<SimulateSettings>().fields) {
      names.push_back("simulate." + field.name);
    }
    names.emplace_back("world.gravity");
    for (const Field& field : schema_of<EarthSettings>().fields) {
      names.push_back("world.earth." + field.name);
    }
    for (const Field& field : schema_of<FluidSettings>().fields) {
      names.push_back("fluid." + field.name);
    }
    collect_settable(scope_, {}, names);
    std::string suggestion = did_you_mean(item.name, names);
    if (suggestion.empty()) {
      suggestion =
          "set a parameter, a part's value ('pin.damping') or a setting ('simulate.until')";
    }
    item.value.error(diagnostics_, {"--set " + item.name, ""},
                     "there is no value of this name to set", suggestion);
  }
}

Model Elaboration::run() {
  std::vector<char> used(options_.overrides.size(), 0);
  if (!root_->expect(SourceNode::Kind::map, diagnostics_, {})) return std::move(model_);
  Overrides overrides = set_settings(used);
  const SourceNode& root = *root_;
  if (!expansion_.check_version(root, {})) return std::move(model_);
  scope_.tree = root_;
  const SourceNode* world = root.peek("world");
  names_.set_earth(world && world->is_map() && world->peek("earth"));
  expansion_.read_units(root, scope_, {});
  if (const SourceNode* title = root.find("title")) {
    if (title->expect(SourceNode::Kind::scalar, diagnostics_, {})) model_.title = title->text();
  }
  declare_parameters(root.find("parameters"), scope_, {});
  override_parameters(overrides, scope_);
  const SourceNode* tunable = root.find("tunable");
  read_tunable(tunable, false);
  SettingsReader settings(*this, root, scope_, options_, diagnostics_);
  if (const SourceNode* inputs = root.find("inputs")) settings.read_inputs(*inputs);
  expansion_.expand_file(root, scope_, std::move(overrides));
  if (expansion_.has_too_many_parts()) return std::move(model_);
  read_tunable(tunable, true);
  for (ScopedParameter& parameter : scope_.parameters) {
    if (!options_.keeps_parameter || parameter.is_tunable || parameter.is_done) continue;
    parameter.is_kept = options_.keeps_parameter(parameter.name);
  }
  expansion_.read_interface(root.find("interface"), scope_, {});
  report_unused_overrides(used);
  opened_.find_nodes(scope_);
  expansion_.resolve_interfaces(scope_);

  read_parts(scope_);
  expansion_.check_interfaces(scope_);
  settings.read();
  evaluate_all(scope_);
  if (const SourceNode* layout = root.find("layout")) check_layout(*layout, root, diagnostics_);
  expansion_.refuse_future_sections(root, {}, true);
  root.report_unread(diagnostics_, {});
  if (scope_.parts.empty() && !diagnostics_.has_errors()) {
    const SourceNode* parts = root.peek("parts");
    (parts ? parts : &root)
        ->key_error(diagnostics_, {}, "there are no parts: there is nothing to simulate",
                    "describe them under 'parts:'");
  }
  // Mostly they are the errors of the outer model once more.
  if (!diagnostics_.has_errors()) diagnostics_.append(model_errors_);
  // Text that could not be read may be what uses them.
  if (!diagnostics_.has_errors()) opened_.report_missing(scope_, diagnostics_);
  if (!diagnostics_.has_errors() && !options_.is_inner) report_unused(scope_);
  if (!diagnostics_.has_errors() && !options_.is_inner) diagnostics_.append(bare_numbers_.all());
  return std::move(model_);
}

}  // namespace detail

Model elaborate(std::shared_ptr<const SourceNode> root, const Catalogue& catalogue,
                const ElaborateOptions& options, Diagnostics& diagnostics) {
  if (options.loader || options.is_inner) {
    Model model = detail::Elaboration(std::move(root), catalogue, options, diagnostics).run();
    model.loader = options.loader;
    return model;
  }
  const auto inner = std::make_shared<detail::InnerModels>(root, catalogue, options);
  ElaborateOptions with_loader = options;
  with_loader.loader = inner;
  Model model = detail::Elaboration(std::move(root), catalogue, with_loader, diagnostics).run();
  model.loader = inner;
  inner->finish();
  return model;
}

}  // namespace holon
