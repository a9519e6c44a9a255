// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Every edit has the same steps: the tree of the text gives the locations, the layout the bytes
// that change, and the intended values are computed independently. The new text is parsed, and
// replaces the old one only if it gives exactly these values.
#include "holon/reader/editor.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "holon/base/names.h"
#include "holon/reader/editor_draft.h"
#include "holon/reader/editor_layout.h"
#include "holon/reader/yaml.h"

namespace holon {

using detail::Draft;
using detail::Drafting;
using detail::Indices;
using detail::Steps;
using detail::TextEntry;
using detail::TextNode;
using detail::WalkedPath;

namespace {

/// Throws InputError with all errors of the text.
void check_readable(const std::string& text, const std::string& name) {
  const auto source = std::make_shared<const SourceFile>(SourceFile{name, text});
  Diagnostics diagnostics;
  const YamlDocument document = read_yaml(source, diagnostics);
  for (std::size_t at = text.find('\r'); at != std::string::npos; at = text.find('\r', at + 1)) {
    if (at + 1 < text.size() && text[at + 1] == '\n') continue;
    diagnostics.add_error({source, 1, 1}, "lines end with carriage returns alone",
                          "save the file with the usual line ends (LF or CR LF)");
    break;
  }
  if (!diagnostics.has_errors() && !document.root.is_map()) {
    diagnostics.add_error(document.root.place(),
                          "a model is a map (key: value), not " + document.root.description());
  }
  diagnostics.throw_if_errors();
}

std::unique_ptr<Draft> read_draft(const std::string& text, const std::string& name) {
  check_readable(text, name);
  return std::make_unique<Draft>(text);
}

/// Whether the rest of a path is within the moved entry.
bool begins_with(const Indices& indices, const Indices& beginning) {
  return indices.size() >= beginning.size() &&
         std::equal(beginning.begin(), beginning.end(), indices.begin());
}

}  // namespace

Position Position::at(std::size_t index) {
  Position position;
  position.index_ = index;
  return position;
}

Position Position::before(std::string key) {
  Position position;
  position.key_ = std::move(key);
  return position;
}

Position Position::after(std::string key) {
  Position position = before(std::move(key));
  position.is_after_ = true;
  return position;
}

Editor::Editor(std::string text, std::string name, const Catalogue* catalogue)
    : name_(std::move(name)), catalogue_(catalogue), current_(read_draft(text, name_)) {}
Editor::~Editor() = default;
Editor::Editor(Editor&&) noexcept = default;
Editor& Editor::operator=(Editor&&) noexcept = default;

const std::string& Editor::text() const { return current_->tree.text(); }
const detail::TextTree& Editor::tree() const { return current_->tree; }

TextChange Editor::edit(const std::function<void(Drafting&)>& make) {
  notes_ = {};
  const std::string before = text();
  Draft& draft = *current_;
  try {
    Drafting drafting(draft, name_, catalogue_, notes_);
    bool is_sound = true;
    try {
      make(drafting);
    } catch (const std::invalid_argument&) {
      is_sound = false;
    }
    if (is_sound && draft.is_unchecked) check_readable(draft.tree.text(), name_);
    if (!is_sound || !is_same(draft.tree.root(), draft.requested)) {
      throw InputError(drafting.place(draft.change.empty() ? 0 : draft.change.back().offset),
                       "this cannot be changed here without changing other lines",
                       "edit the text by hand");
    }
  } catch (...) {
    current_ = std::make_unique<Draft>(before);
    throw;
  }
  // Text and values are the same now: the next edit begins with them.
  draft.is_unchecked = false;
  return std::exchange(draft.change, {});
}

/// The position of a new entry in a map or list.
std::size_t Editor::index_of(const Position& position, const detail::Drafting& drafting,
                             const Steps& above, const TextNode& holder,
                             const std::string& key) const {
  if (position.index_) return std::min(*position.index_, holder.entries.size());
  if (position.key_.empty()) return drafting.fitting_index(above, key);
  const auto index = detail::find_index(holder, {position.key_});
  if (!index) {
    std::vector<std::string> names;
    for (const TextEntry& entry : holder.entries) names.push_back(entry.key.text);
    throw InputError(drafting.place(holder.begin), "there is no '" + position.key_ + "' here",
                     did_you_mean(position.key_, names));
  }
  return *index + (position.is_after_ ? 1 : 0);
}

TextChange Editor::set(std::string_view path, std::string_view value) {
  const detail::NewValue read = detail::read_new_value(value, "<value>");
  return edit([&](Drafting& drafting) { drafting.set(drafting.resolve(path), read); });
}

TextChange Editor::add(std::string_view parent, std::string_view key, std::string_view value,
                       const Position& position) {
  const detail::NewValue read = detail::read_new_value(value, "<value>");
  return edit([&](Drafting& drafting) {
    const Steps above = drafting.resolve(parent);
    const TextNode& here = drafting.at(drafting.find(above, "added to").indices);
    const TextNode* known = detail::resolve_alias(drafting.root(), here);
    const TextNode& holder = known ? *known : here;
    if (holder.kind == TextNode::Kind::scalar) {
      throw InputError(drafting.place(holder.begin), "nothing can be added to a single value");
    }
    if (holder.is_list() != key.empty()) {
      throw InputError(drafting.place(holder.begin), holder.is_list()
                                                         ? "an item of a list has no name"
                                                         : "a value added to a map needs a name");
    }
    if (&holder != &here && holder.is_list()) {
      throw InputError(drafting.place(here.begin),
                       "the list here is an alias, '*" + here.text + "'",
                       "give it a separate value first");
    }
    drafting.refuse_known(holder, key);
    if (&holder != &here) {
      Steps steps = above;
      steps.push_back({std::string(key)});
      return drafting.set(steps, read);
    }
    drafting.insert(above, index_of(position, drafting, above, holder, std::string(key)), key,
                    read);
  });
}

TextChange Editor::remove(std::string_view path) {
  return edit([&](Drafting& drafting) {
    const WalkedPath walked = drafting.find(drafting.resolve(path), "removed");
    if (walked.indices.empty()) {
      throw InputError(drafting.place(0), "the whole file cannot be removed");
    }
    drafting.refuse_lost_anchors(drafting.at(walked.indices));
    drafting.erase(walked.indices);
  });
}

TextChange Editor::rename(std::string_view path, std::string_view key) {
  return edit([&](Drafting& drafting) {
    const WalkedPath walked = drafting.find(drafting.resolve(path), "renamed");
    if (walked.indices.empty() || key.empty()) {
      throw InputError(drafting.place(0), "only an entry can be renamed");
    }
    drafting.rename(walked.indices, key);
  });
}

TextChange Editor::move(std::string_view path, std::string_view parent, const Position& position) {
  return edit([&](Drafting& drafting) {
    const Steps steps = drafting.resolve(path), above = drafting.resolve(parent);
    const WalkedPath from = drafting.find(steps, "moved"), to = drafting.find(above, "moved to");
    if (from.indices.empty() || begins_with(to.indices, from.indices)) {
      throw InputError(drafting.place(0), "nothing can be moved into itself");
    }
    const Indices old_holder(from.indices.begin(), from.indices.end() - 1);
    const TextNode& holder = drafting.at(to.indices);
    if (old_holder == to.indices) {
      const std::size_t index = from.indices.back();
      std::size_t requested = index_of(position, drafting, above, holder, steps.back().key);
      // Counted without the moved entry.
      if (position.index_ ? false : requested > index) --requested;
      requested = std::min(requested, holder.entries.size() - 1);
      if (requested != index) drafting.move_within(to.indices, index, requested);
      return;
    }
    drafting.move_to(from.indices, above,
                     index_of(position, drafting, above, holder, steps.back().key));
  });
}

void Editor::apply(const TextChange& change) {
  notes_ = {};
  const std::string before = text();
  const std::string after = apply_change(before, change);
  if (current_->follow(change)) return;
  try {
    current_ = read_draft(after, name_);
  } catch (...) {
    current_ = std::make_unique<Draft>(before);
    throw;
  }
}

bool Editor::has(std::string_view path) const {
  Diagnostics ignored;
  const Drafting drafting(*current_, name_, catalogue_, ignored);
  try {
    const TextNode* node = &drafting.root();
    for (const detail::Step& step : drafting.resolve(path)) {
      node = node ? detail::find_child(drafting.root(), *node, step) : nullptr;
    }
    return node != nullptr;
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace holon
