// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

#include "holon/model/elaborate/name_uses.h"

namespace holon::detail {
namespace {

bool is_name_character(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// The segments of the dotted name that begins at `at`, without their indices.
class Pieces {
 public:
  Pieces(const std::string& text, std::size_t at) : text_(text), offset_(at) { measure(); }

  bool is_there() const { return length_ > 0; }
  std::size_t offset() const { return offset_; }
  std::size_t length() const { return length_; }
  std::string name() const { return text_.substr(offset_, length_); }
  void advance() {
    std::size_t at = offset_ + length_;
    int depth = 0;
    while (at < text_.size() && (depth > 0 || text_[at] == '[')) {
      if (text_[at] == '[') ++depth;
      if (text_[at] == ']') --depth;
      ++at;
    }
    const bool goes_on = at < text_.size() && text_[at] == '.';
    offset_ = goes_on ? at + 1 : text_.size();
    measure();
  }

 private:
  void measure() {
    length_ = 0;
    while (offset_ + length_ < text_.size() && is_name_character(text_[offset_ + length_])) {
      ++length_;
    }
  }

  const std::string& text_;
  std::size_t offset_, length_ = 0;
};

/// Whether the model inside a part is one in a file, with names of its own.
bool is_of_file(const std::string& model) {
  return model.find_first_of("/#") != std::string::npos || model.ends_with(".yaml");
}

/// A part, or the first member of an array: all members have the same key.
PartEntry* find_any(Scope& scope, const std::string& name) {
  PartEntry* part = scope.find_part(name);
  return part ? part : scope.find_part(name + "[0]");
}

/// The key of a part's frame, of a state or element in it, or of a name that it exposes.
const SourceNode* find_declared(const PartEntry& entry, const std::string& name) {
  if (entry.type) {
    for (const Field& field : entry.type->schema.fields) {
      const bool declares = field.makes_frames || field.makes_names || entry.type->list_names;
      if (field.kind != FieldKind::named || !declares) continue;
      const SourceNode* map = entry.node->peek(field.name);
      if (const SourceNode* own = map ? map->peek(name) : nullptr) return own;
    }
  }
  if (entry.scope.interface) {
    for (const InterfaceEntry& shown : *entry.scope.interface) {
      if (shown.has_own_name && shown.visible == name) return shown.node;
    }
  }
  return nullptr;
}

}  // namespace

void NameUses::report(const SourceNode& node, Scope& scope) const {
  if (!on_name_ || !node.is_scalar()) return;
  std::vector<TextError> ignored;
  report(parse_value(node.text(), ignored), node, scope);
}

void NameUses::report(const Formula& formula, const SourceNode& node, Scope& scope) const {
  if (!on_name_ || pauses_ > 0) return;
  for (const Formula::Name& name : formula.names()) follow(node, name.offset, scope);
}

void NameUses::report_bond(const SourceNode& node, Scope& scope) const {
  const std::string& text = node.text();
  if (!on_name_ || text.find("->") == std::string::npos) return;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find_first_not_of(" \t->", at);
    if (begin == std::string::npos) return;
    follow(node, begin, scope);
    at = std::min(text.find("->", begin), text.size());
  }
}

void NameUses::report_keys(const SourceNode& part, const char* map, Scope& root) const {
  const SourceNode* const entries = part.peek(map);
  if (!entries || !entries->is_map()) return;
  for (const SourceNode::Entry& entry : entries->peek_entries())
    follow(SourceNode::make_scalar(entry.key, entry.value.key_place()), 0, root);
}

void NameUses::report_model_names(const SourceNode& part, Scope& root) const {
  if (!on_name_ || pauses_ > 0) return;
  const SourceNode* const model = part.peek("model");
  if (model && model->is_scalar() && is_of_file(model->text())) return;
  if (model && model->is_scalar()) follow(*model, 0, root);
  const auto report_texts = [&](const SourceNode* node, const SourceNode* own) {
    const auto add = [&](const SourceNode& text) {
      // "angle.bias" of a measurement that the part itself names.
      const std::string head = text.text().substr(0, text.text().find_first_of(".["));
      if (!own || !own->peek(head)) follow(text, 0, root);
    };
    if (node && node->is_scalar()) add(*node);
    if (node && node->is_list())
      for (const SourceNode::Entry& item : node->peek_entries())
        if (item.value.is_scalar()) add(item.value);
  };
  const SourceNode* const measurements = part.peek("measurements");
  const bool has_map = measurements && measurements->is_map();
  for (const char* const list : {"without", "inputs", "state"})
    report_texts(part.peek(list), nullptr);
  report_texts(part.peek("estimate"), has_map ? measurements : nullptr);
  for (const char* const map :
       {"replace", "inputs", "process_noise", "initial", "truth", "setpoint"})
    report_keys(part, map, root);
  if (const SourceNode* const weights = part.peek("weights"); weights && weights->is_map())
    for (const char* const map : {"states", "inputs", "integrals"})
      report_keys(*weights, map, root);
  if (!has_map) return report_texts(measurements, nullptr);
  for (const SourceNode::Entry& entry : measurements->peek_entries()) {
    const bool is_own = entry.value.is_map() && entry.value.peek("measured");
    if (is_own)
      report_texts(entry.value.peek("predicted"), nullptr);
    else  // an installed sensor
      follow(SourceNode::make_scalar(entry.key, entry.value.key_place()), 0, root);
  }
}

void NameUses::follow(const SourceNode& node, std::size_t at, Scope& scope) const {
  Pieces piece(node.text(), at);
  const auto report = [&](const SourceNode& declared) {
    on_name_({&node, piece.offset(), piece.length(), declared.key_place()});
  };
  PartEntry* part = nullptr;
  for (Scope* s = &scope; s && !part; s = s->outer) {
    if (piece.name() == "i" && s->index) return;
    if (const ScopedParameter* parameter = s->find_parameter(piece.name())) {
      return report(*parameter->node);
    }
    if (!s->names.empty()) {  // of a part: its own names
      if (s->is_alias(piece.name())) return;
      const PartEntry& own = *s->names.front().part;
      if (const SourceNode* declared = find_declared(own, piece.name())) return report(*declared);
    }
    part = find_any(*s, piece.name());
  }
  while (part) {
    report(*part->node);
    piece.advance();
    if (!piece.is_there()) return;
    if (part->type && part->type->list_model_names) {
      // "nav.estimate.pin.angle", "regulator.rail.force": names of the model inside follow.
      const SourceNode* const model = part->node->peek("model");
      if (model && model->is_scalar() && is_of_file(model->text())) return;
      Scope* root = &scope;
      while (root->outer) root = root->outer;
      if (!find_any(*root, piece.name()) && !root->find_parameter(piece.name())) piece.advance();
      if (piece.is_there()) follow(node, piece.offset(), *root);
      return;
    }
    if (const ScopedParameter* parameter = part->scope.find_parameter(piece.name())) {
      return report(*parameter->node);
    }
    if (const SourceNode* declared = find_declared(*part, piece.name())) return report(*declared);
    part = part->is_composite ? find_any(part->scope, piece.name()) : nullptr;
  }
}

}  // namespace holon::detail
