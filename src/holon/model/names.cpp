// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What names mean. A dotted name is looked up piece by piece: its head in the scopes from the inner
// to the outer, the rest below what the head is.
#include <algorithm>

#include "holon/base/names.h"
#include "holon/model/elaboration.h"
#include "holon/model/scope_names.h"

namespace holon::detail {

namespace {

using Kind = Meaning::Kind;

std::pair<std::string_view, std::string_view> split_head(std::string_view name) {
  const std::size_t dot = name.find('.');
  if (dot == std::string_view::npos) return {name, {}};
  return {name.substr(0, dot), name.substr(dot + 1)};
}

/// An output of a table, or one component of it.
bool find_output(const std::vector<OutputType>& table, std::string_view name,
                 const std::string& prefix, Meaning& meaning) {
  for (const OutputType& output : table) {
    if (!name.starts_with(output.name)) continue;
    std::string_view rest = name.substr(output.name.size());
    int component = -1;
    if (!rest.empty()) {
      if (rest[0] != '.') continue;
      const auto found =
          std::find(output.components.begin(), output.components.end(), rest.substr(1));
      if (found == output.components.end()) continue;
      component = static_cast<int>(found - output.components.begin());
    }
    meaning.kind = Kind::output;
    meaning.full = prefix + output.name;
    meaning.output = &output;
    meaning.component = component;
    return true;
  }
  return false;
}

const Field* find_number_field(const Schema& schema, std::string_view path) {
  const auto [head, rest] = split_head(path);
  const Field* field = schema.find(head);
  if (!field) return nullptr;
  if (field->kind == FieldKind::object) {
    return rest.empty() ? nullptr : find_number_field(*field->schema, rest);
  }
  const bool is_number = field->kind == FieldKind::number || field->kind == FieldKind::plain ||
                         field->kind == FieldKind::vector;
  return is_number && rest.empty() ? field : nullptr;
}

Meaning value_meaning(Value value) {
  Meaning meaning;
  meaning.kind = Kind::value;
  meaning.value = std::move(value);
  return meaning;
}

Meaning parameter_meaning(ScopedParameter& parameter) {
  Meaning meaning;
  meaning.kind = Kind::value;
  meaning.parameter = &parameter;
  parameter.is_used = true;
  return meaning;
}

/// The world is a frame that rests.
Meaning find_in_world(std::string_view rest) {
  Meaning meaning;
  if (rest.empty()) {
    meaning.kind = Kind::frame;
    meaning.full = "world";
  } else if (find_output(frame_outputs(), rest, "world.", meaning)) {
    const bool is_turn = meaning.output->components.size() == 4;
    std::vector<Expr> value(meaning.output->components.size(), 0.0);
    if (is_turn) value[0] = 1.0;
    if (meaning.component >= 0) {
      return value_meaning(
          Value(value[static_cast<std::size_t>(meaning.component)], meaning.output->dimension));
    }
    return value_meaning(Value(std::move(value), meaning.output->dimension,
                               is_turn ? Value::Shape::quaternion : Value::Shape::vector));
  }
  return meaning;
}

}  // namespace

ScopedParameter* Scope::find_parameter(std::string_view name) {
  const auto found = parameter_index.find(std::string(name));
  return found == parameter_index.end() ? nullptr : found->second;
}

PartEntry* Scope::find_part(std::string_view name) {
  const auto found = part_index.find(std::string(name));
  return found == part_index.end() ? nullptr : found->second;
}

Meaning Elaboration::find(Scope& scope, std::string_view name) {
  const auto [head, rest] = split_head(name);
  Meaning meaning;
  if (head == "time") {
    return rest.empty() ? value_meaning(Value(model_.time(), dimensions::kTime)) : meaning;
  }
  if (head == "world") return find_in_world(rest);
  if (head == "system") {
    find_output(system_outputs(), rest, "system.", meaning);
    return meaning;
  }
  for (Scope* s = &scope; s; s = s->outer) {
    if (head == "i" && s->index) {
      return rest.empty() ? value_meaning(Value(Expr(*s->index))) : meaning;
    }
    if (ScopedParameter* parameter = s->find_parameter(head)) {
      return rest.empty() ? parameter_meaning(*parameter) : meaning;
    }
    if (PartEntry* part = s->find_part(head)) return find_in_part(*part, rest);
    const auto array = s->arrays.find(std::string(head.substr(0, head.find('['))));
    if (array != s->arrays.end()) {
      if (array->second == 0) meaning.kind = Kind::silent;
      return meaning;
    }
  }
  return meaning;
}

Meaning Elaboration::find_in_part(PartEntry& entry, std::string_view rest) {
  Meaning meaning;
  meaning.part = &entry;
  if (!entry.type && !entry.is_composite) {
    meaning.kind = Kind::silent;
    return meaning;
  }
  if (rest.empty()) {
    meaning.kind = entry.type && entry.type->is_frame ? Kind::frame : Kind::part;
    meaning.full = entry.name;
    return meaning;
  }
  if (ScopedParameter* parameter = entry.scope.find_parameter(rest)) {
    return parameter_meaning(*parameter);
  }
  if (entry.is_composite) return find_in_composite(entry, rest);

  const PartType& type = *entry.type;
  const std::string prefix = entry.name + ".";
  if (find_output(type.outputs, rest, prefix, meaning)) return meaning;
  if (type.is_frame && find_output(frame_outputs(), rest, prefix, meaning)) return meaning;
  const auto [head, below] = split_head(rest);
  if (std::find(entry.frames.begin(), entry.frames.end(), head) != entry.frames.end()) {
    const std::string frame = prefix + std::string(head);
    if (below.empty()) {
      meaning.kind = Kind::frame;
      meaning.full = frame;
    } else {
      find_output(frame_outputs(), below, frame + ".", meaning);
    }
    return meaning;
  }
  if (find_number_field(type.schema, rest)) {
    meaning.kind = Kind::field;
    meaning.path = rest;
  }
  return meaning;
}

Meaning Elaboration::find_in_composite(PartEntry& entry, std::string_view rest) {
  const auto find_within = [&](std::string_view name) {
    const auto [head, below] = split_head(name);
    PartEntry* part = entry.scope.find_part(head);
    return part ? find_in_part(*part, below) : Meaning{};
  };
  if (!entry.scope.interface) return find_within(rest);
  for (const InterfaceEntry& shown : *entry.scope.interface) {
    if (!rest.starts_with(shown.visible)) continue;
    const std::string_view below = rest.substr(shown.visible.size());
    if (below.empty() || below[0] == '.') return find_within(shown.inner + std::string(below));
  }
  return {};
}

Value Elaboration::value_of(const Meaning& meaning) {
  switch (meaning.kind) {
    case Kind::value:
      return meaning.parameter ? evaluate(*meaning.parameter) : meaning.value;
    case Kind::field: return read_field_of(*meaning.part, meaning.path);
    case Kind::output: break;
    default: return Value::failure();
  }
  const OutputType& output = *meaning.output;
  if (meaning.component >= 0 || output.components.empty()) {
    const int component = std::max(meaning.component, 0);
    return Value(symbols().output(component_name(meaning.full, output.components, component)),
                 output.dimension);
  }
  std::vector<Expr> elements;
  for (int k = 0; k < output.size(); ++k) {
    elements.push_back(symbols().output(component_name(meaning.full, output.components, k)));
  }
  return Value(std::move(elements), output.dimension,
               output.size() == 4 ? Value::Shape::quaternion : Value::Shape::vector);
}

std::vector<std::string> Elaboration::names_in(const PartEntry& entry, const std::string& as) const {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) { names.push_back(as + "." + name); };
  for (const ScopedParameter& parameter : entry.scope.parameters) add(parameter.name);
  if (entry.is_composite) {
    if (entry.scope.interface) {
      for (const InterfaceEntry& shown : *entry.scope.interface) add(shown.visible);
    } else {
      for (const auto& [name, part] : entry.scope.part_index) add(name);
    }
    std::sort(names.begin(), names.end());
    return names;
  }
  if (!entry.type) return names;
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

std::vector<std::string> Elaboration::names_seen_from(Scope& scope) const {
  constexpr std::size_t kMostPartsInDepth = 100;
  std::vector<std::string> names;
  for (const Scope* s = &scope; s; s = s->outer) {
    if (s->index) names.emplace_back("i");
    for (const ScopedParameter& parameter : s->parameters) names.push_back(parameter.name);
    for (const PartEntry& part : s->parts) names.push_back(part.name.substr(s->prefix.size()));
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

TextError Elaboration::explain_missing(Scope& scope, std::string_view name) {
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
    error.message = "'i' counts the members of a repeated part; nothing is repeated here";
    return error;
  }
  const std::string_view base = head.substr(0, head.find('['));
  for (Scope* s = &scope; s; s = s->outer) {
    const auto array = s->arrays.find(std::string(base));
    if (array != s->arrays.end() && !s->find_part(head)) {
      const std::string count = std::to_string(array->second - 1);
      const std::string array_name(base);
      if (base == head) {
        error.message = "'" + array_name + "' is an array of parts";
        error.suggestion = "name one member, '" + array_name + "[0]' to '" + array_name + "[" +
                           count + "]'";
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
  error.suggestion = did_you_mean(name, names_seen_from(scope));
  return error;
}

TextError Elaboration::explain_in_part(PartEntry& entry, const std::string& as,
                                       std::string_view rest, TextError error) {
  // As deep as the name is right.
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
    error.message = "'" + as + "' does not show '" + std::string(rest) + "'";
    error.suggestion = "name it in its 'interface'";
    return error;
  }
  const auto names = names_in(entry, as);
  error.suggestion = did_you_mean(as + "." + std::string(rest), names);
  if (!error.suggestion.empty()) return error;
  // "position.q": the output is there, the component is not.
  const std::size_t dot = rest.rfind('.');
  const Meaning whole = dot == std::string_view::npos ? Meaning{}
                                                      : find_in_part(entry, rest.substr(0, dot));
  if (whole.kind == Kind::output && whole.component < 0) {
    const auto& components = whole.output->components;
    error.message = "'" + as + "." + std::string(rest.substr(0, dot)) + "' " +
                    (components.empty() ? "is a single number and " : "") + "has no component '" +
                    std::string(rest.substr(dot + 1)) + "'";
    for (std::size_t k = 0; k < components.size(); ++k) {
      const bool is_last = k + 1 == components.size();
      error.suggestion += (k == 0 ? "its components are ." : is_last ? " and ." : ", .") + components[k];
    }
    error.offset += dot + 1;
    error.length = rest.size() - dot - 1;
  } else if (!names.empty()) {
    error.suggestion = "it has " + quote_list(names, "and", 8);
  }
  return error;
}

namespace {

/// Works out the indices of a name; what they need are numbers, everything else is the name.
class NameRecorder final : public FormulaScope {
 public:
  NameRecorder(Elaboration& elaboration, Scope& scope) : names_(elaboration, scope) {}
  std::optional<Value> find(std::string_view name) override {
    const Meaning meaning = names_.meaning(name);
    if (meaning.kind == Kind::value && name.find('.') == std::string_view::npos) {
      return names_.find(name);
    }
    if (recorded.empty()) recorded = name;
    return Value::failure();
  }
  TextError explain_missing(std::string_view name) override {
    return names_.explain_missing(name);
  }
  std::string recorded;

 private:
  ScopeNames names_;
};

}  // namespace

std::string Elaboration::resolve_name(const SourceNode& node, Scope& scope,
                                      const PartLabel& label) {
  if (!node.expect(SourceNode::Kind::scalar, diagnostics_, label)) return {};
  if (node.text().find('[') == std::string::npos) return node.text();
  const Formula formula = parse(node, label);
  if (formula.has_errors()) return {};
  NameRecorder recorder(*this, scope);
  std::vector<TextError> errors;
  holon::evaluate(formula, recorder, errors);
  for (const TextError& error : errors) node.text_error(diagnostics_, label, error);
  if (errors.empty() && recorder.recorded.empty()) {
    node.error(diagnostics_, label, "'" + node.text() + "' is not a name");
  }
  return errors.empty() ? recorder.recorded : std::string();
}

std::string Elaboration::read_frame(const SourceNode& node, Scope& scope, const PartLabel& label) {
  const std::string name = resolve_name(node, scope, label);
  if (name.empty()) return {};
  const Meaning meaning = find(scope, name);
  if (meaning.kind == Kind::frame) return meaning.full;
  if (meaning.kind == Kind::silent) return {};
  std::string message = "there is no frame '" + name + "'";
  std::string suggestion;
  const auto frames_of = [&](const PartEntry& part, const std::string& as) {
    std::vector<std::string> frames;
    if (part.type && part.type->is_frame) frames.push_back(as);
    for (const std::string& frame : part.frames) frames.push_back(as + "." + frame);
    return frames;
  };
  if (meaning.kind == Kind::part) {
    const std::string type = meaning.part->type ? " (" + meaning.part->type->name + ")" : "";
    message = "'" + name + "'" + type + " is a part, not a frame";
    const auto frames = frames_of(*meaning.part, name);
    if (!frames.empty()) suggestion = "it has the frames " + quote_list(frames, "and");
  } else if (meaning.kind != Kind::nothing) {
    message = "'" + name + "' is a value, not a frame";
  } else {
    std::vector<std::string> candidates{"world"};
    for (Scope* s = &scope; s; s = s->outer) {
      for (const PartEntry& part : s->parts) {
        const auto frames = frames_of(part, part.name.substr(s->prefix.size()));
        candidates.insert(candidates.end(), frames.begin(), frames.end());
      }
    }
    suggestion = did_you_mean(name, candidates);
    // Where the beginning is right, what is said of the rest says more.
    const TextError error = explain_missing(scope, name);
    if (error.message.find("not known here") == std::string::npos) {
      message = error.message;
      const auto [head, rest] = split_head(name);
      PartEntry* part = nullptr;
      for (Scope* s = &scope; s && !part; s = s->outer) part = s->find_part(head);
      if (suggestion.empty() && part && !part->is_composite) {
        const auto frames = frames_of(*part, std::string(head));
        suggestion = frames.empty() ? "it has no frames" : "its frames are " + quote_list(frames, "and");
      }
      if (suggestion.empty()) suggestion = error.suggestion;
    }
  }
  node.error(diagnostics_, label, message, suggestion);
  return {};
}

std::string Elaboration::read_output(const SourceNode& node, Scope& scope, const PartLabel& label,
                                     Meaning* out) {
  const std::string name = resolve_name(node, scope, label);
  if (name.empty()) return {};
  const Meaning meaning = find(scope, name);
  if (out) *out = meaning;
  switch (meaning.kind) {
    case Kind::silent: return {};
    case Kind::output:
      return meaning.component < 0
                 ? meaning.full
                 : component_name(meaning.full, meaning.output->components, meaning.component);
    case Kind::value:
    case Kind::field:
      node.error(diagnostics_, label, "'" + name + "' is a value of the model, not an output");
      return {};
    default: break;
  }
  TextError error = explain_missing(scope, name);
  error.length = 0;
  node.error(diagnostics_, label, error.message, error.suggestion);
  return {};
}

}  // namespace holon::detail
