// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/document/group_parts.h"

#include <algorithm>
#include <map>
#include <set>

#include "holon/expr/formula/formula.h"
#include "holon/reader/load.h"
#include "holon/reader/text_tree.h"
#include "holon/serve/document/part_tree.h"
#include "holon/serve/document/text_lines.h"
#include "holon/serve/wire/wire_json.h"

namespace holon::serve {
namespace {

using detail::TextEntry;
using detail::TextNode;

constexpr const char* kGroupedText = "<model>";

struct ByteRange {
  std::size_t begin = 0, end = 0;
  bool contains(std::size_t byte) const { return begin <= byte && byte < end; }
};

/// Bytes at which a name of one of the parts begins, outside of all of them.
std::set<std::size_t> find_outer_uses(const Editor& editor, const std::vector<ByteRange>& parts,
                                      const std::set<std::size_t>& keys,
                                      const Catalogue& catalogue) {
  const std::string& text = editor.text();
  const TextLines lines(text);
  std::set<std::size_t> uses;
  LoadOptions options;
  options.on_name = [&](const NameUse& use) {
    const Place place = use.node->place_at(use.offset);
    if (place.file() != kGroupedText || use.declared.file() != kGroupedText) return;
    const std::size_t declared = lines.byte_of(use.declared.line, use.declared.column);
    const std::size_t at = lines.byte_of(place.line, place.column);
    if (!keys.contains(declared)) return;
    const auto holds = [&](const ByteRange& part) { return part.contains(at); };
    if (std::ranges::none_of(parts, holds)) uses.insert(at);
  };
  Diagnostics diagnostics;
  load_model_text(text, catalogue, options, diagnostics, kGroupedText);
  if (diagnostics.has_errors())
    throw RequestFault("refused", "parts can be grouped in a model without errors only",
                       "correct its errors first", list_findings(diagnostics, kGroupedText));
  return uses;
}

}  // namespace

TextChange group_parts(Editor& editor, const std::vector<std::string>& chosen,
                       const std::string& to, const Catalogue& catalogue) {
  if (chosen.empty()) throw RequestFault("request", "there is nothing to group");
  if (!is_name(to) || is_reserved_word(to))
    throw RequestFault("refused", "'" + to + "' is not a name for a part");
  if (editor.has("parts." + to))
    throw RequestFault("refused", "there is a part '" + to + "' already");
  const TextNode* parts = section_of(editor.tree().root(), "parts");
  std::vector<ByteRange> ranges;
  std::set<std::size_t> keys;
  std::map<std::size_t, std::string> in_order;  // of the file, by offset
  for (const std::string& name : chosen) {
    const auto found =
        parts ? std::ranges::find_if(parts->entries,
                                     [&](const TextEntry& e) { return e.key.text == name; })
              : std::vector<TextEntry>::const_iterator();
    if (!parts || found == parts->entries.end())
      throw RequestFault("missing", "there is no part '" + name + "' in the file",
                         "parts of one level can be grouped");
    ranges.push_back({found->key.begin, std::max(found->end, found->value.end)});
    keys.insert(found->key.begin);
    in_order.emplace(found->key.begin, name);
  }
  std::vector<std::string> names;
  for (const auto& [offset, name] : in_order) names.push_back(name);
  TextChange change;
  const std::set<std::size_t> uses = find_outer_uses(editor, ranges, keys, catalogue);
  TextChange renames;
  for (auto at = uses.rbegin(); at != uses.rend(); ++at)  // from the end: offsets stay
    renames.push_back({*at, "", to + "."});
  if (!renames.empty()) editor.apply(renames);
  change = renames;
  const auto extend = [&](TextChange more) { std::ranges::move(more, std::back_inserter(change)); };
  // A map with something in it, to have a line for each of its parts.
  std::string held = "held_place";
  while (std::ranges::find(names, held) != names.end()) held += "_";
  const std::string inner = "parts." + to + ".parts";
  extend(editor.add("parts", to, "parts:\n  " + held + ": 0", Position::before(names.front())));
  for (const std::string& name : names)
    extend(editor.move("parts." + name, inner, Position::at(names.size() + 1)));
  extend(editor.remove(inner + "." + held));
  Diagnostics diagnostics;
  load_model_text(editor.text(), catalogue, {}, diagnostics, kGroupedText);
  if (diagnostics.has_errors())
    throw RequestFault("refused", "these parts cannot be grouped as they are",
                       "names in them would mean something else",
                       list_findings(diagnostics, kGroupedText));
  return change;
}

}  // namespace holon::serve
