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
class Drafting;
}  // namespace detail

/// Where a new or moved entry goes among those that are there.
class Position {
 public:
  /// Where the schema has it; of names that it does not know, behind all others.
  static Position fitting() { return {}; }
  /// In front of entry `index`, counted from 0; behind all where there are not so many.
  static Position at(std::size_t index);
  /// Beside an entry of a map, by its key.
  static Position before(std::string key);
  static Position after(std::string key);

 private:
  friend class Editor;
  std::optional<std::size_t> index_;
  std::string key_;
  bool is_after_ = false;
};

/// The text of a model that is changed by small edits, which keep comments, order, columns and the
/// way in which things are written. An edit either does what it says, so that reading the text
/// gives the values of before with just this difference, or throws InputError and changes nothing.
///
///   Editor editor(text, "pendulum.yaml");
///   const TextChange change = editor.set("link.mass", "2 kg");
///   editor.apply(invert_change(change));                      // the same bytes as before
///
/// Paths are the names of `--set` ("m", "link.mass", "simulate.until", "link[3].mass"), or lead
/// through the file ("parts.link.shapes[0].box", "outputs[2]"); a key that holds other signs than
/// points stands in quotes (`inputs."a b"`). Values are written as behind
/// `--set name=`; several lines are a block of YAML.
///
/// What stands at an anchor (`&name`) is changed for all that share it, and `notes` names them.
/// What is reached through an alias or a merge gets a value of its own: the others keep theirs.
class Editor {
 public:
  /// `name` stands for the file in messages. With a catalogue new values stand where the catalogue
  /// has them. Throws InputError for a text that cannot be read.
  explicit Editor(std::string text, std::string name = "<text>",
                  const Catalogue* catalogue = nullptr);
  ~Editor();
  Editor(Editor&&) noexcept;
  Editor& operator=(Editor&&) noexcept;

  const std::string& text() const;

  /// Replaces a value, or adds what is missing on the way to it.
  TextChange set(std::string_view path, std::string_view value);
  /// Adds an entry to a map, or an item to a list (then without key). An empty path is the file.
  TextChange add(std::string_view parent, std::string_view key, std::string_view value,
                 const Position& position = Position::fitting());
  /// Removes an entry or item with its comments; of the last one an empty map or list remains.
  TextChange remove(std::string_view path);
  /// Gives an entry another key. Names that refer to it stay as they are.
  TextChange rename(std::string_view path, std::string_view key);
  /// The same for a parameter, part or frame, and in all names of the file that mean it: what the
  /// model computes stays the same. Needs a catalogue, and a model without errors, before and
  /// after.
  TextChange rename_throughout(std::string_view path, std::string_view key);
  /// Puts an entry elsewhere, with its comments: in its own map or list or into another one.
  TextChange move(std::string_view path, std::string_view parent, const Position& position);

  /// A change made elsewhere, or the inverse of one made here. Throws std::invalid_argument where
  /// it belongs to another text, InputError where the text could not be read any more.
  void apply(const TextChange& change);

  /// Whether something stands at this path.
  bool has(std::string_view path) const;
  /// What the last edit has changed besides: for everyone who shares an anchor.
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
