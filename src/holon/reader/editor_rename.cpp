// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Renaming with all references. Elaboration of the model reports the names that refer to it; after
// the change it must report the same for the new text, so that no name has another meaning.
#include <algorithm>
#include <set>
#include <stdexcept>

#include "holon/expr/formula/formula.h"
#include "holon/reader/editor.h"
#include "holon/reader/editor_draft.h"
#include "holon/reader/load.h"
#include "holon/reader/text_index.h"

namespace holon {

namespace detail {
namespace {

std::vector<Reference> find_references(const std::string& text, const std::string& name,
                                       const Catalogue& catalogue) {
  std::set<Reference> found;
  LoadOptions options;
  options.on_name = [&](const NameUse& use) {
    const Place place = use.node->place_at(use.offset);
    if (place.file() != name || !use.declared.known()) return;
    found.insert({place.line, place.column, use.offset, use.length,
                  std::string(use.declared.file()), use.declared.line, use.declared.column});
  };
  Diagnostics diagnostics;
  load_model_text(text, catalogue, options, diagnostics, name);
  diagnostics.throw_if_errors();
  return {found.begin(), found.end()};
}

/// The scalar that contains a byte: a value, or the key of an entry.
bool find_scalar(const TextNode& node, std::size_t byte, Indices& walked, bool& is_key) {
  const auto holds = [&](const TextNode& scalar) {
    return scalar.content <= byte && byte < scalar.end;
  };
  if (node.kind == TextNode::Kind::scalar) return holds(node);
  for (std::size_t k = 0; k < node.entries.size(); ++k) {
    const TextEntry& entry = node.entries[k];
    if (byte < entry.begin || byte >= entry.end) continue;
    walked.push_back(k);
    is_key = node.is_map() && holds(entry.key);
    if (is_key || find_scalar(entry.value, byte, walked, is_key)) return true;
    walked.pop_back();
  }
  return false;
}

/// The text of that scalar.
const std::string& text_of(const TextNode& root, const Indices& walked, bool is_key) {
  if (!is_key) return node_at(root, walked).text;
  return node_at(root, {walked.begin(), walked.end() - 1}).entries[walked.back()].key.text;
}

}  // namespace

/// The locations of the references to the key of an entry.
std::vector<Drafting::Stretch> Drafting::find_stretches(const std::vector<Reference>& references,
                                                        const Indices& entry_at) const {
  if (entry_at.empty()) throw InputError(place(0), "the file as a whole has no name");
  const TextNode& holder = at({entry_at.begin(), entry_at.end() - 1});
  const Place declared = place(holder.entries[entry_at.back()].key.content);
  const std::size_t first = draft_.tree.line_begin(0);  // after a byte order mark
  const TextIndex index(declared.source, std::string_view(text()).substr(first));
  std::set<Stretch> stretches;
  for (const Reference& each : references) {
    if (each.declared_in != name_ || each.declared_line != declared.line ||
        each.declared_column != declared.column) {
      continue;
    }
    const std::size_t byte = index.byte(static_cast<std::size_t>(each.line) - 1,
                                        static_cast<std::size_t>(each.column) - 1);
    stretches.insert({first + byte, each.offset, each.length});
  }
  return {stretches.begin(), stretches.end()};
}

void Drafting::replace_words(const std::vector<Stretch>& stretches, std::string_view word) {
  std::vector<TextEdit> edits;
  for (auto stretch = stretches.rbegin(); stretch != stretches.rend(); ++stretch) {
    Indices walked;
    const std::string removed = draft_.tree.text().substr(stretch->at, stretch->length);
    bool is_key = false;
    if (!find_scalar(root(), stretch->at, walked, is_key) ||
        text_of(root(), walked, is_key).compare(stretch->offset, stretch->length, removed) != 0) {
      throw InputError(place(stretch->at), "the name cannot be changed here",
                       "write the text without escapes");
    }
    const_cast<std::string&>(text_of(draft_.requested, walked, is_key))
        .replace(stretch->offset, stretch->length, word);
    edits.push_back({stretch->at, removed, std::string(word)});
  }
  draft_.make(std::move(edits));
}

}  // namespace detail

TextChange Editor::rename_throughout(std::string_view path, std::string_view key) {
  using detail::Drafting;
  if (!catalogue_) throw std::logic_error("names cannot be followed without a catalogue");
  if (!is_name(key)) {
    throw InputError(
        {}, "'" + std::string(key) + "' is not a name: a letter, then letters, digits and _");
  }
  const auto references = detail::find_references(text(), name_, *catalogue_);
  return edit([&](Drafting& drafting) {
    const detail::WalkedPath walked = drafting.find(drafting.resolve(path), "renamed");
    drafting.replace_words(drafting.find_stretches(references, walked.indices), key);
    drafting.rename(walked.indices, key);
    const auto now = detail::find_references(drafting.text(), name_, *catalogue_);
    const auto means_same = [](const detail::Reference& a, const detail::Reference& b) {
      return a.line == b.line && a.declared_in == b.declared_in &&
             a.declared_line == b.declared_line;
    };
    if (!std::equal(now.begin(), now.end(), references.begin(), references.end(), means_same)) {
      throw InputError(
          drafting.place(0),
          "with the name '" + std::string(key) + "' other names would change their meaning",
          "choose an unused name");
    }
  });
}

}  // namespace holon
