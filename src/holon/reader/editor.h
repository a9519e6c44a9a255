// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "holon/base/errors.h"
#include "holon/model/describe/catalogue.h"
#include "holon/reader/text_edit.h"

namespace holon {

namespace detail {
struct Draft;
struct Step;
struct TextNode;
class TextTree;
class Drafting;
}  // namespace detail

/// The position of a new or moved entry among the existing ones.
class Position {
 public:
  /// In the order of the schema; names that it does not contain, after all others.
  static Position fitting() { return {}; }
  /// Before entry `index`, counted from 0; after all if there are fewer.
  static Position at(std::size_t index);
  /// Next to an entry of a map, by its key.
  static Position before(std::string key);
  static Position after(std::string key);

 private:
  friend class Editor;
  std::optional<std::size_t> index_;
  std::string key_;
  bool is_after_ = false;
};

/// The text of a model, changed by minimal edits that preserve comments, order, columns and style.
/// An edit either succeeds, so that parsing the text gives the previous values with exactly this
/// difference, or throws InputError and changes nothing.
///
///   Editor editor(text, "pendulum.yaml");
///   const TextChange change = editor.set("link.mass", "2 kg");
///   editor.apply(invert_change(change));                      // the same bytes as before
///
/// Paths are the names of `--set` ("m", "link.mass", "simulate.until", "link[3].mass"), or paths in
/// the file ("parts.link.shapes[0].box", "outputs[2]"); a key with special characters is quoted
/// (`inputs."a b"`). Values are written as after `--set name=`; several lines are a block of YAML.
///
/// A value at an anchor (`&name`) is changed for all aliases, which `notes` names. A value reached
/// through an alias or a merge becomes a separate value: the others keep theirs.
class Editor {
 public:
  /// `name` is the file name in messages. With a catalogue new values are inserted in its order.
  /// Throws InputError for a text that cannot be parsed.
  explicit Editor(std::string text, std::string name = "<text>",
                  const Catalogue* catalogue = nullptr);
  ~Editor();
  Editor(Editor&&) noexcept;
  Editor& operator=(Editor&&) noexcept;

  const std::string& text() const;
  /// The locations of its keys and values; valid until the next edit.
  const detail::TextTree& tree() const;

  /// Replaces a value, or adds it with the missing maps of its path.
  TextChange set(std::string_view path, std::string_view value);
  /// Adds an entry to a map, or an item to a list (then without key). An empty path is the file.
  TextChange add(std::string_view parent, std::string_view key, std::string_view value,
                 const Position& position = Position::fitting());
  /// Removes an entry or item with its comments; removing the last one leaves an empty map or list.
  TextChange remove(std::string_view path);
  /// Changes the key of an entry. Names that refer to it are unchanged.
  TextChange rename(std::string_view path, std::string_view key);
  /// The same for a parameter, part or frame, and in all names of the file that refer to it: the
  /// model's results are unchanged. Needs a catalogue, and a model without errors, before and
  /// after.
  TextChange rename_throughout(std::string_view path, std::string_view key);
  /// Moves an entry with its comments: within its own map or list or into another one.
  TextChange move(std::string_view path, std::string_view parent, const Position& position);

  /// A change made elsewhere, or the inverse of one made here. Throws std::invalid_argument if it
  /// belongs to another text, InputError if the text could not be parsed afterwards.
  void apply(const TextChange& change);

  /// Whether there is a value at this path.
  bool has(std::string_view path) const;
  /// Further effects of the last edit: on all aliases of an anchor.
  const Diagnostics& notes() const { return notes_; }

 private:
  TextChange edit(const std::function<void(detail::Drafting&)>& make);
  std::size_t index_of(const Position& position, const detail::Drafting& drafting,
                       const std::vector<detail::Step>& above, const detail::TextNode& holder,
                       const std::string& key) const;

  std::string name_;
  const Catalogue* catalogue_;
  std::unique_ptr<detail::Draft> current_;
  Diagnostics notes_;
};

}  // namespace holon
