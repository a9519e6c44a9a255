// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "holon/model/describe/catalogue.h"
#include "holon/reader/text_tree.h"
#include "holon/serve/wire/wire_json.h"

/// What follows from the text of a model alone, without elaboration.
namespace holon::serve {

/// A part in the file, with what the desktop shows of it.
struct PartEntryText {
  std::string name;      ///< its key
  std::string text;      ///< from its key to its end: for comparing
  std::size_t line = 0;  ///< of its key, from 0
  Json node;             ///< PartNode of messages.ts
};

/// The sections of a file.
struct ModelOutline {
  std::string title;
  Json parameters = Json::array();  ///< ParameterInfo, without values
  std::vector<PartEntryText> parts;
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
