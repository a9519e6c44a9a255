// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "holon/base/errors.h"

namespace holon {

struct TextError;

/// The owner of the text that is being read, for the beginning of a message: "parts/lift
/// (HydraulicCylinder): …".
struct PartLabel {
  std::string path;  ///< "parts/lift"; may be empty
  std::string type;  ///< "HydraulicCylinder"; may be empty
  /// The full name ("arm.lift[3]") of the single part that is read, if `path` represents all
  /// members of an array; may be empty.
  std::string subject{};
};

/// The syntax tree of a model, before interpretation: maps, lists and texts in which every key and
/// value has a location. A reader creates it from a file; code may construct one as well.
///
/// A value: copies are deep, moving is cheap. Pointers to nodes stay valid while the tree is not
/// changed. Reading marks nodes (also in a const tree), so that afterwards `report_unread` can list
/// the keys that were not read. Not thread-safe.
class SourceNode {
 public:
  enum class Kind : std::uint8_t {
    empty,   ///< no value (`key:` alone)
    scalar,  ///< a text
    list,
    map,
  };
  struct Entry;

  SourceNode();
  SourceNode(const SourceNode& other);
  SourceNode(SourceNode&& other) noexcept;
  SourceNode& operator=(const SourceNode& other);
  SourceNode& operator=(SourceNode&& other) noexcept;
  ~SourceNode();

  static SourceNode make_scalar(std::string text, Place place = {}, bool quoted = false);
  static SourceNode make_list(Place place = {});
  static SourceNode make_map(Place place = {});
  /// Appends an entry to a map (which must not have that key) or an item to a list; returns it.
  SourceNode& add(std::string key, SourceNode value, Place key_place = {});
  SourceNode& append(SourceNode item);
  /// Replaces the value of a key, or appends it.
  SourceNode& set(std::string_view key, SourceNode value);
  void erase(std::string_view key);

  Kind kind() const { return kind_; }
  bool is_empty() const { return kind_ == Kind::empty; }
  bool is_scalar() const { return kind_ == Kind::scalar; }
  bool is_list() const { return kind_ == Kind::list; }
  bool is_map() const { return kind_ == Kind::map; }
  /// Number of items of a list, entries of a map; 0 for the others.
  std::size_t size() const;

  /// Of the first character (after an opening quote).
  const Place& place() const { return place_; }
  /// Of the key in the map that this is a value of; of the value itself if there is no key.
  const Place& key_place() const;
  /// Keys and list positions from the root: "parts/lift/frames/tip/at[0]".
  std::string path() const;
  const SourceNode* parent() const { return parent_; }

  // Scalars.
  const std::string& text() const { return text_; }
  /// Whether the text is quoted (or in a block).
  bool is_quoted() const { return quoted_; }
  /// The location in the file of the character at this byte of `text()`, also for texts with
  /// escapes or several lines.
  Place place_at(std::size_t offset) const;

  // Reading. All of these mark the returned nodes as read.
  /// The value of a key; nullptr if there is none. Records that the key is known.
  const SourceNode* find(std::string_view key) const;
  /// The entries of a map whose keys are the user's own names.
  std::span<const Entry> entries() const;
  /// The values of a list, in order.
  std::span<const Entry> items() const;
  const SourceNode& item(std::size_t index) const;

  // Access without marking.
  const SourceNode* peek(std::string_view key) const;
  std::span<const Entry> peek_entries() const;

  /// Marks this and everything below as read.
  void mark_read() const;
  /// Records that a key would be valid here.
  void mark_requested(std::string_view key) const;
  /// One error for each key below that was not read, with the most similar of the valid names
  /// there; `what` is the word for such a key. Reported keys are marked as read.
  void report_unread(Diagnostics& diagnostics, const PartLabel& label,
                     std::string_view what = "key") const;

  // Errors at this node's location.
  void error(Diagnostics& diagnostics, const PartLabel& label, const std::string& message,
             const std::string& suggestion = {}) const;
  void warning(Diagnostics& diagnostics, const PartLabel& label, const std::string& message,
               const std::string& suggestion = {}) const;
  /// An error at the key instead of the value.
  void key_error(Diagnostics& diagnostics, const PartLabel& label, const std::string& message,
                 const std::string& suggestion = {}) const;
  /// An error inside the text, for example of a formula, with its exact column.
  void text_error(Diagnostics& diagnostics, const PartLabel& label, const TextError& error) const;

  /// True if the node is of the kind; else an error such as "expected a map (key: value), found the
  /// text 'abc'".
  bool expect(Kind kind, Diagnostics& diagnostics, const PartLabel& label) const;
  /// A description of the contents, for messages: "a list of 3", "the text 'abc'", "nothing".
  std::string description() const;

  /// For readers: a position in the file for every byte of the text and for its end; only needed if
  /// the text is not verbatim in the file.
  struct Position {
    int line = 0, column = 0;  ///< from 1
  };
  void set_positions(std::shared_ptr<const std::vector<Position>> positions);
  /// For readers: the node becomes empty, but keeps its location.
  void set_empty() { kind_ = Kind::empty; }
  /// For readers: the location of the alias through which this node was included.
  void set_used_at(Place place);

 private:
  void adopt_children();
  void report(Diagnostics& diagnostics, Severity severity, const Place& place, std::size_t length,
              const PartLabel& label, const std::string& message,
              const std::string& suggestion) const;
  std::string explain_odd_key(std::size_t index) const;
  void report_unread_below(Diagnostics& diagnostics, const PartLabel& label, std::string_view what,
                           const std::string& path) const;

  Kind kind_ = Kind::empty;
  bool quoted_ = false;
  mutable bool read_ = false;
  const SourceNode* parent_ = nullptr;
  Place place_;
  std::string text_;
  std::vector<Entry> entries_;  // of a list: without keys
  std::shared_ptr<const std::vector<Position>> positions_;
  std::shared_ptr<const Place> used_at_;
  mutable std::vector<std::string> requested_;
};

/// An entry of a map, or an item of a list (whose key is empty).
struct SourceNode::Entry {
  std::string key;
  Place key_place;
  SourceNode value;
};

}  // namespace holon
