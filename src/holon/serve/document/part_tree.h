// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "holon/model/describe/catalogue.h"
#include "holon/reader/text_tree.h"
#include "holon/serve/wire/wire_json.h"

/// What follows from the text of a model alone, without elaboration.
namespace holon::serve {

/// A part in the file, with what the desktop shows of it; shared by the outlines of texts in which
/// it is the same.
struct PartEntryText {
  std::string name;  ///< its key
  std::string text;  ///< from its key to its end: for comparing
  int line = 0;      ///< of its key when `node` was made
  int column = 0;
  Json node;  ///< PartNode of messages.ts
};

/// The same in one text.
struct OutlinePart {
  std::shared_ptr<const PartEntryText> entry;
  int line = 0;  ///< of its key
  const std::string& name() const { return entry->name; }
  bool is_same(const OutlinePart& other) const {
    return entry == other.entry || entry->text == other.entry->text;
  }
  Json node() const;  ///< with its lines in this text
};

/// The sections of a file.
struct ModelOutline {
  std::string title;
  Json parameters = Json::array();  ///< ParameterInfo, without values
  std::vector<OutlinePart> parts;
  Json layout = Json::object();
  Json settings = Json::object();  ///< all sections except parameters, parts and layout
};

/// `known`: the outline of the previous text, whose unchanged parts are taken over; may be null.
ModelOutline make_outline(const detail::TextTree& tree, const Catalogue& catalogue,
                          const ModelOutline* known);

/// What a part is for the desktop, by its type: "body", "joint", "signal" …; "other" for types that
/// are not known.
const char* part_kind(const PartType* type);
/// The folder of the palette that a type stands in: "Bodies", "Joints", "Forces" …
std::string palette_group(const PartType& type);

/// The value of a section of the file; nullptr where there is none.
const detail::TextNode* section_of(const detail::TextNode& root, std::string_view key);

/// A value as it is written; aliases and merges are resolved.
Json write_value(const detail::TextNode& root, const detail::TextNode& node);

}  // namespace holon::serve
