// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "holon/base/errors.h"
#include "holon/model/describe/catalogue.h"
#include "holon/reader/editor_path.h"
#include "holon/reader/new_value.h"
#include "holon/reader/text_edit.h"
#include "holon/reader/text_tree.h"

namespace holon::detail {

/// A text during an edit: its present form, and the intended values.
struct Draft {
  explicit Draft(const std::string& text) : tree(text), requested(tree.root()) {}
  /// Applies simultaneous, non-overlapping edits.
  void make(std::vector<TextEdit> edits);
  /// Applies a change that was made elsewhere, where parts of the text suffice for it; the intended
  /// values become those of the text. If false the draft is of no use any more.
  bool follow(const TextChange& edits);

  TextTree tree;
  TextNode requested;
  TextChange change;
  /// The whole text has been parsed anew, and must still be checked for errors.
  bool is_unchecked = false;
};

/// Whether `read_yaml` finds no errors.
bool is_readable_text(const std::string& text);

/// Indices of entries, from the root.
using Indices = std::vector<std::size_t>;

/// The length of the path within the file itself, not through an alias or a merge.
struct WalkedPath {
  Indices indices;
  std::size_t length = 0;  ///< number of steps followed
  bool is_shared = false;  ///< the rest is elsewhere
};

const TextNode& node_at(const TextNode& root, const Indices& indices);
TextNode& node_at(TextNode& root, const Indices& indices);
std::optional<std::size_t> find_index(const TextNode& node, const Step& step);
WalkedPath walk(const TextNode& root, const Steps& steps);
TextEntry make_entry(std::string_view key, TextNode value);

/// A segment of a name in the text, and the location of the key to which it refers.
struct Reference {
  int line = 0, column = 0;
  std::size_t offset = 0, length = 0;  ///< in the scalar's text
  std::string declared_in;             ///< file
  int declared_line = 0, declared_column = 0;
  auto operator<=>(const Reference&) const = default;
};

/// Elementary edits: each changes the text of a draft and its intended values. Throws InputError
/// with locations in the text of the draft.
class Drafting {
 public:
  Drafting(Draft& draft, const std::string& name, const Catalogue* catalogue, Diagnostics& notes)
      : draft_(draft), name_(name), catalogue_(catalogue), notes_(notes) {}

  const TextNode& root() const { return draft_.tree.root(); }
  const TextNode& at(const Indices& indices) const { return node_at(root(), indices); }
  const std::string& text() const { return draft_.tree.text(); }
  Place place(std::size_t byte) const;
  Steps resolve(std::string_view path) const;
  /// The path to an existing value in the file itself; `verb`: "removed".
  WalkedPath find(const Steps& steps, const char* verb) const;

  /// Replaces a value, adds a missing one, or makes a shared one separate.
  void set(const Steps& steps, const NewValue& value);
  void replace(const Indices& indices, const NewValue& value);
  void insert(const Steps& above, std::size_t index, std::string_view key, const NewValue& value);
  void erase(const Indices& indices);
  void rename(const Indices& indices, std::string_view key);
  /// A range of a scalar's text that is verbatim in the text: at byte `at`.
  struct Stretch {
    std::size_t at = 0, offset = 0, length = 0;  ///< `offset`: in the scalar's text
    auto operator<=>(const Stretch&) const = default;
  };
  std::vector<Stretch> find_stretches(const std::vector<Reference>& references,
                                      const Indices& entry) const;
  /// Replaces each of these ranges by a word; ascending, without duplicates.
  void replace_words(const std::vector<Stretch>& stretches, std::string_view word);
  /// To another index, counted without the moved entry.
  void move_within(const Indices& holder, std::size_t from, std::size_t to);
  /// Before entry `index` of another map or list.
  void move_to(const Indices& from, const Steps& above, std::size_t index);

  /// After the nearest of those that precede it in the catalogue's order.
  std::size_t fitting_index(const Steps& above, const std::string& key) const;
  void refuse_known(const TextNode& holder, std::string_view key) const;
  /// Reports an anchor in a removed value that `rest` uses.
  void refuse_lost_anchors(const TextNode& node) const;

 private:
  [[noreturn]] void refuse_missing(const Steps& steps, std::size_t length,
                                   const TextNode& last) const;
  void refuse_explicit(const TextEntry& entry) const;
  void add_missing(const Steps& steps, std::size_t length, NewValue value);
  void set_own(const Steps& steps, const WalkedPath& walked, const NewValue& value);
  void change_copy(TextNode& node, const Steps& steps, std::size_t from,
                   const NewValue& value) const;
  void fill(const Indices& indices, std::string_view key, const NewValue& value);
  struct Luggage;
  Luggage pack(const Indices& from, bool has_lines) const;
  void unpack(const Indices& holder, std::size_t index, const Luggage& luggage);
  void insert_at(const Indices& holder, std::size_t index, std::string_view key,
                 const NewValue& value);
  void note_sharing(const Indices& indices);

  Draft& draft_;
  const std::string& name_;
  const Catalogue* catalogue_;
  Diagnostics& notes_;
};

}  // namespace holon::detail
