// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Explanations of unknown names, with suggestions.
#include <algorithm>

#include "holon/base/names.h"
#include "holon/model/assembly/surroundings.h"
#include "holon/model/elaborate/name_lookup.h"

namespace holon::detail {

using Kind = Meaning::Kind;

namespace {

/// A name whose first segment is one of the part's own.
TextError explain_own_name(const Scope& scope, std::string_view name, TextError error) {
  const auto [head, rest] = split_head(name);
  error.message = "'" + std::string(head) + "' is a name in this part itself and has no '" +
                  std::string(rest) + "'";
  error.offset = head.size() + 1;
  error.length = rest.size();
  std::vector<std::string> names;
  for (const OwnName& own : scope.names)
    if (split_head(own.output.name).first == head) names.push_back(own.output.name);
  error.suggestion = did_you_mean(name, names);
  if (error.suggestion.empty()) error.suggestion = "there is " + quote_list(names, "and", 8);
  for (Scope* s = scope.outer; s; s = s->outer)
    if (s->find_part(head)) {
      error.suggestion += "; it hides the part '" + s->prefix + std::string(head) +
                          "', so that one of the two needs another name";
      break;
    }
  return error;
}

/// Of the names below a part, which stands there as `as`, those that may be values.
std::vector<std::string> names_in(const PartEntry& entry, const std::string& as) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) { names.push_back(as + "." + name); };
  for (const ScopedParameter& parameter : entry.scope.parameters) add(parameter.name);
  if (entry.is_composite) {
    if (entry.scope.interface) {
      for (const InterfaceEntry& shown : *entry.scope.interface) add(shown.visible);
    } else {
      for (const auto& [name, part] : entry.scope.part_index) add(name);
      for (const std::string& node : entry.scope.nodes) add(node + "." + node_outputs()[0].name);
    }
    std::sort(names.begin(), names.end());
    return names;
  }
  if (!entry.type) return names;
  for (const OwnName& own : entry.scope.names) {
    if (own.field || own.is_made || own.brought) add(own.output.name);
  }
  for (const OutputType& output : entry.type->outputs) add(output.name);
  for (const std::string& frame : entry.frames) add(frame);
  if (entry.type->is_frame) {
    for (const OutputType& output : frame_outputs()) add(output.name);
  }
  for (const Field& field : entry.type->schema.fields) {
    if (field.kind == FieldKind::number || field.kind == FieldKind::vector) add(field.name);
  }
  for (const std::string& frame : entry.frames) {
    for (const OutputType& output : frame_outputs()) add(frame + "." + output.name);
  }
  return names;
}

}  // namespace

std::vector<std::string> NameLookup::names_seen_from(const Scope& scope) const {
  constexpr std::size_t kMostPartsInDepth = 100;
  std::vector<std::string> names;
  for (const Scope* s = &scope; s; s = s->outer) {
    if (s->index) names.emplace_back("i");
    for (const ScopedParameter& parameter : s->parameters) names.push_back(parameter.name);
    for (const OwnName& own : s->names) {
      if (own.field || own.is_made) names.push_back(own.output.name);
    }
    for (const auto& [series, data] : s->series) {
      names.push_back(series);
      for (std::size_t k = 1; k < data.data.names.size(); ++k) {
        names.push_back(series + "." + data.data.names[k]);
      }
    }
    for (const PartEntry& part : s->parts) names.push_back(part.name.substr(s->prefix.size()));
    for (const std::string& node : s->nodes) names.push_back(node + "." + node_outputs()[0].name);
  }
  names.insert(names.end(), {"time", "world"});
  for (const Scope* s = &scope; s; s = s->outer) {
    if (s->parts.size() > kMostPartsInDepth) continue;
    for (const PartEntry& part : s->parts) {
      const auto below = names_in(part, part.name.substr(s->prefix.size()));
      names.insert(names.end(), below.begin(), below.end());
    }
  }
  for (const OutputType& output : system_outputs()) names.push_back("system." + output.name);
  return names;
}

bool NameLookup::may_compare(std::size_t names) {
  constexpr std::size_t kMost = 200000;
  compared_names_ += names;
  return compared_names_ < kMost;
}

void collect_settable(const Scope& scope, const std::string& prefix,
                      std::vector<std::string>& names) {
  constexpr std::size_t kMost = 5000;
  for (const ScopedParameter& parameter : scope.parameters) {
    names.push_back(prefix + parameter.name);
  }
  for (const PartEntry& part : scope.parts) {
    if (names.size() > kMost) return;
    std::string local = part.name.substr(scope.prefix.size());
    const std::size_t bracket = local.find('[');
    if (bracket != std::string::npos) {
      if (!local.ends_with("[0]")) continue;  // all members have the same names
      local.resize(bracket);
    }
    collect_settable(part.scope, prefix + local + ".", names);
    if (!part.type) continue;
    for (const Field& field : part.type->schema.fields) {
      names.push_back(prefix + local + "." + field.name);
    }
  }
}

TextError NameLookup::explain_missing(Scope& scope, std::string_view name) {
  const std::string quoted = "'" + std::string(name) + "'";
  const auto [head, rest] = split_head(name);
  TextError error;
  error.offset = 0;
  error.length = 0;
  const Meaning meaning = find(scope, name);
  if (meaning.kind == Kind::frame) {
    error.message = quoted + " is a frame, not a value";
    error.suggestion = "name one of its outputs, such as '" + std::string(name) + ".position'";
    return error;
  }
  if (meaning.kind == Kind::part) {
    error.message = quoted + " is a part, not a value";
    const auto names = names_in(*meaning.part, std::string(name));
    if (!names.empty()) error.suggestion = "name one of its values, such as '" + names[0] + "'";
    return error;
  }
  if (head == "i") {
    error.message = "'i' is the index of a repeated part; nothing is repeated here";
    return error;
  }
  if (head == "system" || head == "world") {
    std::vector<std::string> names;
    for (const OutputType& output : head == "system" ? system_outputs() : frame_outputs()) {
      names.push_back(std::string(head) + "." + output.name);
    }
    if (head == "world") names.push_back("world." + world_gravity_outputs()[0].name);
    error.message = "'" + std::string(head) + "' has no '" + std::string(rest) + "'";
    error.suggestion = did_you_mean(name, names);
    if (error.suggestion.empty()) error.suggestion = "it has " + quote_list(names, "and", 8);
    return error;
  }
  for (Scope* s = &scope; s; s = s->outer) {
    const auto series = s->series.find(head);
    if (series == s->series.end()) continue;
    std::vector<std::string> names;
    for (std::size_t k = 1; k < series->second.data.names.size(); ++k) {
      names.push_back(std::string(head) + "." + series->second.data.names[k]);
    }
    error.message = rest.empty() ? quoted + " has several columns" : quoted + " is not a column";
    error.suggestion = rest.empty() ? "" : did_you_mean(name, names);
    if (error.suggestion.empty()) error.suggestion = "name " + quote_list(names, "or", 8);
    return error;
  }
  const std::string_view base = head.substr(0, head.find('['));
  for (Scope* s = &scope; s; s = s->outer) {
    if (has_own_head(*s, head)) return explain_own_name(*s, name, error);
    const auto array = s->arrays.find(std::string(base));
    if (array != s->arrays.end() && !s->find_part(head)) {
      const std::string count = std::to_string(array->second - 1);
      const std::string array_name(base);
      if (base == head) {
        error.message = "'" + array_name + "' is an array of parts";
        error.suggestion =
            "name one member, '" + array_name + "[0]' to '" + array_name + "[" + count + "]'";
      } else {
        error.message = "there is no '" + std::string(head) + "': '" + array_name +
                        "' has the members 0 to " + count;
        error.length = head.size();
      }
      return error;
    }
    PartEntry* part = s->find_part(head);
    if (!part) continue;
    error.offset = head.size() + 1;
    error.length = rest.size();
    return explain_in_part(*part, std::string(head), rest, error);
  }
  error.message = quoted + " is not known here";
  std::size_t count = 0;
  for (const Scope* s = &scope; s; s = s->outer) count += s->parts.size() + s->parameters.size();
  if (may_compare(count)) error.suggestion = did_you_mean(name, names_seen_from(scope));
  // A name of one or two letters resembles none; a part that introduces names has few.
  constexpr std::size_t kMostNames = 8;
  std::vector<std::string> own;
  for (const OwnName& known : scope.names)
    if (known.field && !known.brought) own.push_back(known.output.name);
  if (error.suggestion.empty() && !own.empty())
    error.suggestion = "the part's own names are " + quote_list(own, "and", kMostNames);
  if (!error.suggestion.empty()) return error;
  std::vector<std::string> parameters;
  for (const Scope* s = &scope; s; s = s->outer)
    for (const ScopedParameter& parameter : s->parameters) parameters.push_back(parameter.name);
  if (parameters.size() == 1)
    error.suggestion = "the only parameter here is '" + parameters[0] + "'";
  else if (!parameters.empty() && parameters.size() <= kMostNames)
    error.suggestion = "the parameters here are " + quote_list(parameters, "and");
  return error;
}

namespace {

/// "latitude" of a part that is a frame, "mast.latitude" of one that has frames.
bool is_earth_output(const PartEntry& entry, std::string_view rest) {
  if (!entry.type) return false;
  const auto [head, below] = split_head(rest);
  const bool is_of_frame =
      std::find(entry.frames.begin(), entry.frames.end(), head) != entry.frames.end();
  if (!is_of_frame && !entry.type->is_frame) return false;
  const std::string_view name = split_head(is_of_frame ? below : rest).first;
  return std::ranges::any_of(earth_frame_outputs(),
                             [&](const OutputType& output) { return output.name == name; });
}

}  // namespace

TextError NameLookup::explain_in_part(PartEntry& entry, const std::string& as,
                                      std::string_view rest, TextError error) {
  // As far as the name is valid.
  const auto [head, below] = split_head(rest);
  if (entry.is_composite && !below.empty()) {
    if (PartEntry* inner = entry.scope.find_part(head); inner && !entry.scope.interface) {
      error.offset += head.size() + 1;
      error.length = below.size();
      return explain_in_part(*inner, as + "." + std::string(head), below, error);
    }
  }
  const std::string type = entry.type ? " (" + entry.type->name + ")" : "";
  error.message = "'" + as + "'" + type + " has no '" + std::string(rest) + "'";
  if (entry.is_composite && entry.scope.interface && entry.scope.find_part(head)) {
    error.message = "'" + as + "' does not export '" + std::string(rest) + "'";
    error.suggestion = "name it in its 'interface'";
    return error;
  }
  constexpr std::string_view kPorts[] = {"flange", "translation", "rotation"};
  if (std::find(std::begin(kPorts), std::end(kPorts), head) != std::end(kPorts)) {
    error.message = "'" + as + "." + std::string(rest) + "' is a power port, not a value";
    error.suggestion = "bonds of a BondGraph connect to it";
    return error;
  }
  if (!has_earth_ && is_earth_output(entry, rest)) {
    error.suggestion =
        "'world: {earth: {latitude: …, longitude: …}}' gives every frame its location on the Earth";
    return error;
  }
  const auto names = names_in(entry, as);
  if (may_compare(names.size())) {
    error.suggestion = did_you_mean(as + "." + std::string(rest), names);
  }
  if (!error.suggestion.empty()) return error;
  // "position.q": the output exists, the component does not.
  const std::size_t dot = rest.rfind('.');
  const Meaning whole =
      dot == std::string_view::npos ? Meaning{} : find_in_part(entry, rest.substr(0, dot));
  if (whole.kind == Kind::output && whole.component < 0) {
    const auto& components = whole.output->components;
    error.message = "'" + as + "." + std::string(rest.substr(0, dot)) + "' " +
                    (components.empty() ? "is a single number and " : "") + "has no component '" +
                    std::string(rest.substr(dot + 1)) + "'";
    for (std::size_t k = 0; k < components.size(); ++k) {
      const bool is_last = k + 1 == components.size();
      error.suggestion += (k == 0    ? "its components are ."
                           : is_last ? " and ."
                                     : ", .") +
                          components[k];
    }
    error.offset += dot + 1;
    error.length = rest.size() - dot - 1;
  } else if (!names.empty()) {
    error.suggestion = "it has " + quote_list(names, "and", 8);
  }
  return error;
}

}  // namespace holon::detail
