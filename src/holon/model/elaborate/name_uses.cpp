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
    if (const ScopedParameter* parameter = part->scope.find_parameter(piece.name())) {
      return report(*parameter->node);
    }
    if (const SourceNode* declared = find_declared(*part, piece.name())) return report(*declared);
    part = part->is_composite ? find_any(part->scope, piece.name()) : nullptr;
  }
}

}  // namespace holon::detail
