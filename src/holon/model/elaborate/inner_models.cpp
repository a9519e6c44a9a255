// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/elaborate/inner_models.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <unordered_set>

#include "holon/base/names.h"
#include "holon/model/describe/file_name.h"
#include "holon/model/elaborate/driven_model.h"
#include "holon/model/elaborate/elaboration.h"
#include "holon/system/definitions.h"

namespace holon::detail {
namespace {

// Sections of a model that say nothing of how the machine moves.
constexpr const char* kOuterSections[] = {"outputs", "plots",       "scene",     "tunable", "study",
                                          "fit",     "sensitivity", "interface", "layout"};

constexpr const char* kReplacedParameters = "parameters";  // of `replace`: those of the model

std::string write_key(const ModelRequest& request) {
  std::string key = request.model;
  for (const std::string& name : request.without) key += "\n-" + name;
  for (const std::string& name : request.opened) key += "\n+" + name;
  for (const std::string& name : request.sensors) key += "\n*" + name;
  for (const std::string& name : request.biases) key += "\n~" + name;
  if (request.replace) {
    const Place& place = request.replace->place();
    key += "\n=" + request.replace->path() + ":" + std::to_string(place.line) + ":" +
           std::to_string(place.column);
  }
  return key;
}

const PartType* type_of(const SourceNode& part, const Catalogue& catalogue) {
  const SourceNode* type = part.is_map() ? part.peek("type") : nullptr;
  return type && type->is_scalar() ? catalogue.find(type->text()) : nullptr;
}

/// Whether a text names something below `part`: "law.output", not "flaw.output".
bool names_part(const std::string& text, const std::string& part) {
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == ']';
  };
  for (std::size_t at = text.find(part + "."); at != std::string::npos;
       at = text.find(part + ".", at + 1))
    if (at == 0 || !is_word(text[at - 1])) return true;
  return false;
}

bool names_any(const SourceNode& node, const std::vector<std::string>& parts) {
  if (node.is_scalar())
    return std::any_of(parts.begin(), parts.end(),
                       [&](const std::string& part) { return names_part(node.text(), part); });
  return std::any_of(node.peek_entries().begin(), node.peek_entries().end(),
                     [&](const SourceNode::Entry& entry) { return names_any(entry.value, parts); });
}

/// A part that can be changed by its dotted name, in composite parts that are written in place.
SourceNode* find_part_map(SourceNode& root, const std::string& name, std::string& last) {
  auto* parts = const_cast<SourceNode*>(root.peek("parts"));
  std::string rest = name;
  while (parts && parts->is_map()) {
    if (parts->peek(rest)) {
      last = rest;
      return parts;
    }
    const std::size_t dot = rest.find('.');
    if (dot == std::string::npos) return nullptr;
    const SourceNode* part = parts->peek(rest.substr(0, dot));
    if (!part || !part->is_map()) return nullptr;
    parts = const_cast<SourceNode*>(part->peek("parts"));
    rest = rest.substr(dot + 1);
  }
  return nullptr;
}

/// Adds to `known` the sampled parts that name one of them, and those that name these.
void add_naming_parts(const SourceNode& parts, std::vector<std::string>& known) {
  for (bool is_new = !known.empty(); is_new;) {
    is_new = false;
    for (const SourceNode::Entry& entry : parts.peek_entries()) {
      const bool is_known = std::find(known.begin(), known.end(), entry.key) != known.end();
      if (is_known || !entry.value.is_map() || !entry.value.peek("sample")) continue;
      if (!names_any(entry.value, known)) continue;
      known.push_back(entry.key);
      is_new = true;
    }
  }
}

/// Parts with models inside, and sampled parts that name them, within composite parts: these stay
/// in the source, since several parts may share a file, and elaboration passes over them.
void find_known_within(const SourceNode& parts, const std::string& prefix,
                       const Catalogue& catalogue, const PartsOf& parts_of, int depth,
                       std::vector<std::string>& known) {
  constexpr int kDeepest = 50;  // of files that hold each other
  if (depth > kDeepest) return;
  std::vector<std::string> here;
  for (const SourceNode::Entry& entry : parts.peek_entries()) {
    const PartType* type = type_of(entry.value, catalogue);
    const std::size_t before = known.size();
    if (depth > 0 && type && type->list_model_names) here.push_back(entry.key);
    if (const SourceNode* inner = type ? nullptr : parts_of(entry.value))
      find_known_within(*inner, prefix + entry.key + ".", catalogue, parts_of, depth + 1, known);
    for (std::size_t k = before; k < known.size(); ++k)
      here.push_back(known[k].substr(prefix.size()));
  }
  if (depth == 0) return;  // what names them there is removed from the source
  add_naming_parts(parts, here);
  for (const std::string& name : here)
    if (!lists_part(known, prefix + name)) known.push_back(prefix + name);
}

/// Removes the parts with models inside, and the sampled parts that name them: `known`.
void remove_known(SourceNode& parts, const Catalogue& catalogue, const PartsOf& parts_of,
                  std::vector<std::string>& known) {
  find_known_within(parts, {}, catalogue, parts_of, 0, known);
  for (const SourceNode::Entry& entry : parts.peek_entries()) {
    const PartType* type = type_of(entry.value, catalogue);
    if (type && type->list_model_names) known.push_back(entry.key);
  }
  add_naming_parts(parts, known);
  for (const std::string& name : known) parts.erase(name);
}

bool begins_with_part(const std::string& indexed, const std::vector<std::string>& parts) {
  const std::string name = without_indices(indexed);
  return std::any_of(parts.begin(), parts.end(), [&](const std::string& part) {
    return name == part || name.starts_with(part + ".");
  });
}

/// "machine.yaml#imu": a file and one of its parts, either of which may be missing.
std::pair<std::string, std::string> split_model_name(const std::string& name) {
  if (name == "machine") return {};
  const std::size_t mark = name.rfind('#');
  const std::string head = name.substr(0, mark);
  if (!is_file_name(head)) return {std::string(), name};
  return {head, mark == std::string::npos ? std::string() : name.substr(mark + 1)};
}

/// Whether `name` is below a part of `outer` that `inner` does not have.
bool is_of_removed_part(const SourceNode& outer, const SourceNode& inner, const std::string& name) {
  const std::string head(split_head(name).first);
  return outer.peek("parts")->peek(head) && !inner.peek("parts")->peek(head);
}

/// The components of discrete states that ticks set and on which a function depends.
std::vector<int> find_sampled(const System& system, const Function& function) {
  const std::vector<Expr> symbols = find_symbols(function.output_scalars());
  const std::unordered_set<Expr> read(symbols.begin(), symbols.end());
  const auto first = static_cast<std::size_t>(system.function_input_count() - system.mode_count() -
                                              system.discrete_count());
  std::vector<int> found;
  for (int k = 0; k < system.discrete_count(); ++k)
    if (read.contains(function.input_scalars()[first + static_cast<std::size_t>(k)]))
      found.push_back(k);
  return found;
}

/// Takes the clocks away. What they set, and rates depend on, must come from outside.
void close(InnerModel& inner) {
  System& system = inner.system;
  const SystemDefinitions& definitions = *system.definitions;
  for (const int k : find_sampled(system, *system.derivative)) {
    const std::string name = system.discrete_name(k);
    const auto tick = definitions.tick_of_symbol.find(
        definitions.discrete_symbols[static_cast<std::size_t>(k)].id());
    if (tick == definitions.tick_of_symbol.end()) {
      if (system.roots) continue;  // a guess of Newton's method
      throw ModelError(
          "the motion depends on '" + name +
              "', which events set; a model inside another part cannot have events that set states",
          "omit the part with 'without', or put one without events in its place with 'replace'");
    }
    const std::vector<Expr> symbols = find_symbols(std::span(&tick->second.next, 1));
    const bool is_random = std::any_of(symbols.begin(), symbols.end(), [&](Expr symbol) {
      return std::find(definitions.draw_symbols.begin(), definitions.draw_symbols.end(), symbol) !=
             definitions.draw_symbols.end();
    });
    if (is_random)
      throw ModelError("the motion depends on '" + name +
                           "', random numbers, which exist in the machine itself only",
                       "omit the part with 'without', or put another in its place with 'replace'");
    if (!system.find_output(name))
      throw ModelError("the motion depends on '" + name +
                           "', the memory of a sampled part, which is not an output",
                       "put another part in its place with 'replace'");
    inner.known_discrete.emplace_back(name, k);
  }
  system.clocks.clear();
  system.draws.clear();
  system.processes.clear();
  system.ticks = {};
}

}  // namespace

InnerModels::InnerModels(std::shared_ptr<const SourceNode> root, const Catalogue& catalogue,
                         ElaborateOptions options)
    : root_(std::move(root)), catalogue_(catalogue), options_(std::move(options)) {
  options_.is_inner = true;
  options_.keeps_parameter = {};
  options_.on_name = {};
  options_.opens_series = false;
  options_.loader = {};
}

std::shared_ptr<const InnerModel> InnerModels::load(const ModelRequest& request,
                                                    Diagnostics& diagnostics) {
  const std::string key = write_key(request);
  const auto known = made_.find(key);
  if (known != made_.end()) return known->second;
  Diagnostics found;
  const std::shared_ptr<const InnerModel> made = make(request, found);
  for (Diagnostic d : found.all()) {
    if (d.severity != Severity::error) continue;
    d.message = "in the filter's model: " + d.message;
    diagnostics.add(std::move(d));
  }
  return made_[key] = made;
}

std::shared_ptr<SourceNode> InnerModels::make_source(const ModelRequest& request,
                                                     std::vector<std::string>& known,
                                                     std::string& driving,
                                                     Diagnostics& diagnostics) const {
  const auto [file_name, part_name] = split_model_name(request.model);
  const bool is_file = !file_name.empty(), is_part = !part_name.empty();
  const auto fail = [&](const std::string& message, const std::string& suggestion = {}) {
    const SourceNode* place = request.where ? request.where->peek("model") : nullptr;
    if (place) {
      place->error(diagnostics, {}, message, suggestion);
    } else {
      diagnostics.add_error({}, message, suggestion);
    }
    return nullptr;
  };
  std::shared_ptr<SourceNode> source;
  if (is_file) {
    if (!options_.load_file || !request.where)
      return fail("there is no file '" + file_name + "' here");
    // Beside the file that names it, which may be a variant's.
    const SourceNode* name = request.where->peek("model");
    const auto file = options_.load_file(file_name, name ? *name : *request.where, diagnostics);
    if (!file) return nullptr;
    source = std::make_shared<SourceNode>(*file);
  } else {
    source = std::make_shared<SourceNode>(*root_);
  }
  if (!source->is_map()) return fail("the model is not a map");
  for (const char* section : kOuterSections) source->erase(section);
  SourceNode simulate = SourceNode::make_map();
  if (const SourceNode* outer = source->peek("simulate"); outer && outer->is_map()) {
    for (const SourceNode::Entry& entry : outer->peek_entries())
      if (entry.key == "formulation" || entry.key == "stabilisation")
        simulate.add(entry.key, entry.value, entry.key_place);
  }
  source->erase("simulate");
  source->add("simulate", std::move(simulate));
  auto* parts = const_cast<SourceNode*>(source->peek("parts"));
  if (!parts || !parts->is_map()) return fail("the model has no parts");
  const PartsOf parts_of = [&](const SourceNode& part) -> const SourceNode* {
    if (!part.is_map()) return nullptr;
    const SourceNode* inner = part.peek("parts");
    const SourceNode* type = part.peek("type");
    if (!inner && type && type->is_scalar() && is_file_name(type->text()) && options_.load_file) {
      Diagnostics reported_by_the_outer_model;
      const auto file = options_.load_file(type->text(), *type, reported_by_the_outer_model);
      if (file && file->is_map()) inner = file->peek("parts");  // the reader keeps the file
    }
    return inner && inner->is_map() ? inner : nullptr;
  };
  if (is_part) {
    if (!parts->peek(part_name)) {
      std::vector<std::string> names{"machine"};
      for (const SourceNode::Entry& entry : parts->peek_entries()) names.push_back(entry.key);
      return fail("there is no part '" + part_name + "' to use as the model",
                  did_you_mean(part_name, names));
    }
    if (can_drive(*parts->peek(part_name))) {
      driving = part_name;
      const std::vector<DrivenFailure> failures =
          keep_driven_parts(*parts, part_name, request.sensors, catalogue_, parts_of, known);
      for (const DrivenFailure& failure : failures) fail(failure.message, failure.advice);
      if (!failures.empty()) return nullptr;
    } else {
      std::vector<std::string> others;
      for (const SourceNode::Entry& entry : parts->peek_entries())
        if (entry.key != part_name) others.push_back(entry.key);
      for (const std::string& name : others) parts->erase(name);
    }
  }
  remove_known(*parts, catalogue_, parts_of, known);
  if (request.replace && request.replace->is_map()) {
    for (const SourceNode::Entry& entry : request.replace->peek_entries()) {
      std::string last;
      SourceNode* map = find_part_map(*source, entry.key, last);
      const SourceNode* parameters = source->peek("parameters");
      if (!map && entry.key == kReplacedParameters && entry.value.is_map() && parameters &&
          parameters->is_map()) {
        for (const SourceNode::Entry& one : entry.value.peek_entries())
          if (!parameters->peek(one.key)) {
            one.value.key_error(diagnostics, {},
                                "there is no parameter '" + one.key + "' to replace");
            return nullptr;
          }
        merge_below(const_cast<SourceNode&>(*parameters), entry.value, nullptr);
        continue;
      }
      if (!map) {
        entry.value.key_error(diagnostics, {}, "there is no part '" + entry.key + "' to replace");
        return nullptr;
      }
      if (entry.value.is_map() && !entry.value.peek("type") && !entry.value.peek("parts")) {
        auto& part = const_cast<SourceNode&>(*map->peek(last));
        const PartType* type = type_of(part, catalogue_);
        merge_below(part, entry.value, type ? &type->schema : nullptr);
      } else {
        map->set(last, entry.value);
      }
    }
  }
  for (const std::string& name : request.without) {
    std::string last;
    SourceNode* map = find_part_map(*source, name, last);
    if (map) {
      map->erase(last);
    } else if (!begins_with_part(name, known)) {
      return fail(
          "there is no part '" + name + "' to omit",
          "'without' names parts of the model, also those in composite parts written in this file");
    }
  }
  return source;
}

std::shared_ptr<const InnerModel> InnerModels::make(const ModelRequest& request,
                                                    Diagnostics& diagnostics) {
  ElaborateOptions options = options_;
  std::string driving;
  const std::shared_ptr<SourceNode> source =
      make_source(request, options.known_parts, driving, diagnostics);
  if (!source) return nullptr;
  const bool is_driven = !driving.empty(), is_own = split_model_name(request.model).first.empty();
  options.opened.clear();
  std::vector<std::string> opened = request.opened;
  if (!is_driven) opened.insert(opened.end(), request.biases.begin(), request.biases.end());
  for (const std::string& name : opened) {
    ValueToOpen value{name, {}, true, "estimate"};
    options.opened.push_back(std::move(value));
  }
  // Of the outer model, by a study: the machine of a sample and that of its filters are one.
  std::vector<std::string> varied;
  std::vector<Override> overrides;
  if (request.model == "machine" || (is_driven && is_own)) {
    for (const Override& item : options_.overrides) {
      const std::string_view head = split_head(item.name).first;
      const bool is_outer = head == "simulate" || head == "title" ||
                            std::ranges::find(kOuterSections, head) != std::end(kOuterSections);
      const bool is_left_out = is_driven && is_of_removed_part(*root_, *source, item.name);
      if (!is_outer && !is_left_out && !begins_with_part(item.name, options.known_parts) &&
          !begins_with_part(item.name, request.without))
        overrides.push_back(item);
    }
  }
  options.overrides = std::move(overrides);
  if (request.model == "machine") {
    std::vector<std::string> others = options.known_parts;
    others.insert(others.end(), request.without.begin(), request.without.end());
    if (request.replace && request.replace->is_map())
      for (const SourceNode::Entry& entry : request.replace->peek_entries()) {
        others.push_back(entry.key);
        if (entry.key == kReplacedParameters && entry.value.is_map())
          for (const SourceNode::Entry& one : entry.value.peek_entries()) others.push_back(one.key);
      }
    for (const ValueToOpen& value : options_.opened) {
      const bool is_asked_for = std::find(request.opened.begin(), request.opened.end(),
                                          value.name) != request.opened.end();
      if (value.at || is_asked_for || begins_with_part(value.name, others)) continue;
      varied.push_back(value.name);
      options.opened.push_back(value);
    }
  }
  try {
    Model model = elaborate(source, catalogue_, options, diagnostics);
    model.is_inner = true;
    if (is_driven) {
      model.driving = driving;
      model.biases = request.biases;
    }
    const auto assembly = assemble(model, diagnostics);
    if (diagnostics.has_errors()) return nullptr;
    auto inner = std::make_shared<InnerModel>();
    inner->sensors = assembly->domain<InstalledSensors>().list;
    inner->system = assembly->make_system(model.title);
    for (int k = 0; k < inner->system.parameter_count(); ++k) {
      const std::string& name = inner->system.parameters[static_cast<std::size_t>(k)].name;
      if (begins_with_part(name, options.known_parts) ||
          std::find(varied.begin(), varied.end(), name) != varied.end())
        inner->known_parameters.emplace_back(name, k);
    }
    const SensorStates& sensors = assembly->domain<SensorStates>();
    inner->figures = sensors.figures;
    inner->drive = sensors.drive;
    for (const ModelDrive::Signal& signal : inner->drive.signals)
      for (int k = 0; k < inner->system.parameter_count(); ++k)
        if (inner->system.parameters[static_cast<std::size_t>(k)].name == signal.parameter)
          inner->driven.push_back(k);
    close(*inner);
    return inner;
  } catch (const InputError& error) {
    diagnostics.append(error.diagnostics());
  } catch (const ModelError& error) {
    Diagnostic d;
    d.part_path = error.part_path();
    d.message = error.message();
    d.suggestion = error.suggestion();
    if (request.where) d.place = request.where->key_place();
    diagnostics.add(std::move(d));
  }
  return nullptr;
}

}  // namespace holon::detail
