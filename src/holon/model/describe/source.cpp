// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/describe/source.h"

#include <algorithm>

#include "holon/base/names.h"
#include "holon/expr/formula/formula.h"

namespace holon {
namespace {

constexpr std::size_t kLongestQuotedText = 40;
constexpr std::size_t kLongestListOfKeys = 8;

/// Number of characters of a UTF-8 text: bytes that are not continuation bytes.
std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

/// The index of a node among its parent's entries, which are contiguous in memory: no search is
/// needed among a million of them.
std::size_t index_of(const SourceNode& node, const std::vector<SourceNode::Entry>& entries) {
  const auto* first = reinterpret_cast<const char*>(&entries.front().value);
  const auto* own = reinterpret_cast<const char*>(&node);
  return static_cast<std::size_t>(own - first) / sizeof(SourceNode::Entry);
}

std::string shortened(const std::string& text) {
  if (text.size() <= kLongestQuotedText) return text;
  std::size_t end = kLongestQuotedText;
  while (end > 0 && (text[end] & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

std::string_view word_for(SourceNode::Kind kind) {
  switch (kind) {
    case SourceNode::Kind::empty: return "nothing";
    case SourceNode::Kind::scalar: return "a single value";
    case SourceNode::Kind::list: return "a list";
    case SourceNode::Kind::map: return "a map (key: value)";
  }
  return {};
}

}  // namespace

SourceNode::SourceNode() = default;
SourceNode::~SourceNode() = default;

SourceNode::SourceNode(const SourceNode& other)
    : kind_(other.kind_),
      quoted_(other.quoted_),
      place_(other.place_),
      text_(other.text_),
      entries_(other.entries_),
      positions_(other.positions_),
      used_at_(other.used_at_) {
  adopt_children();
}

SourceNode::SourceNode(SourceNode&& other) noexcept
    : kind_(other.kind_),
      quoted_(other.quoted_),
      read_(other.read_),
      place_(std::move(other.place_)),
      text_(std::move(other.text_)),
      entries_(std::move(other.entries_)),
      positions_(std::move(other.positions_)),
      used_at_(std::move(other.used_at_)),
      requested_(std::move(other.requested_)) {
  adopt_children();
}

SourceNode& SourceNode::operator=(const SourceNode& other) {
  if (this != &other) *this = SourceNode(other);
  return *this;
}

SourceNode& SourceNode::operator=(SourceNode&& other) noexcept {
  if (this == &other) return *this;
  // The assigned value may be below this node, so it is moved out before anything is destroyed.
  SourceNode taken(std::move(other));
  kind_ = taken.kind_;
  quoted_ = taken.quoted_;
  read_ = taken.read_;
  place_ = std::move(taken.place_);
  text_ = std::move(taken.text_);
  entries_ = std::move(taken.entries_);
  positions_ = std::move(taken.positions_);
  used_at_ = std::move(taken.used_at_);
  requested_ = std::move(taken.requested_);
  adopt_children();
  return *this;
}

void SourceNode::adopt_children() {
  for (Entry& entry : entries_) entry.value.parent_ = this;
}

SourceNode SourceNode::make_scalar(std::string text, Place place, bool quoted) {
  SourceNode node;
  node.kind_ = Kind::scalar;
  node.text_ = std::move(text);
  node.place_ = std::move(place);
  node.quoted_ = quoted;
  return node;
}

SourceNode SourceNode::make_list(Place place) {
  SourceNode node;
  node.kind_ = Kind::list;
  node.place_ = std::move(place);
  return node;
}

SourceNode SourceNode::make_map(Place place) {
  SourceNode node;
  node.kind_ = Kind::map;
  node.place_ = std::move(place);
  return node;
}

SourceNode& SourceNode::add(std::string key, SourceNode value, Place key_place) {
  const bool all_move = entries_.size() == entries_.capacity();
  entries_.push_back({std::move(key), std::move(key_place), std::move(value)});
  if (all_move) adopt_children();
  entries_.back().value.parent_ = this;
  return entries_.back().value;
}

SourceNode& SourceNode::append(SourceNode item) { return add({}, std::move(item)); }

SourceNode& SourceNode::set(std::string_view key, SourceNode value) {
  for (Entry& entry : entries_) {
    if (entry.key != key) continue;
    entry.value = std::move(value);
    return entry.value;
  }
  Place place = value.place();
  return add(std::string(key), std::move(value), std::move(place));
}

void SourceNode::erase(std::string_view key) {
  std::erase_if(entries_, [&](const Entry& entry) { return entry.key == key; });
}

std::size_t SourceNode::size() const { return entries_.size(); }

const Place& SourceNode::key_place() const {
  if (!parent_ || !parent_->is_map()) return place_;
  const Place& key = parent_->entries_[index_of(*this, parent_->entries_)].key_place;
  return key.line > 0 ? key : place_;
}

std::string SourceNode::path() const {
  if (!parent_) return {};
  std::string path = parent_->path();
  const std::size_t index = index_of(*this, parent_->entries_);
  if (parent_->is_list()) return path + '[' + std::to_string(index) + ']';
  if (!path.empty()) path += '/';
  return path + parent_->entries_[index].key;
}

Place SourceNode::place_at(std::size_t offset) const {
  Place place = place_;
  offset = std::min(offset, text_.size());
  if (positions_) {
    place.line = (*positions_)[offset].line;
    place.column = (*positions_)[offset].column;
  } else if (place.line > 0) {
    place.column += static_cast<int>(count_characters(std::string_view(text_).substr(0, offset)));
  }
  return place;
}

const SourceNode* SourceNode::peek(std::string_view key) const {
  if (!is_map()) return nullptr;
  for (const Entry& entry : entries_) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

const SourceNode* SourceNode::find(std::string_view key) const {
  read_ = true;
  mark_requested(key);
  const SourceNode* found = peek(key);
  if (found) found->read_ = true;
  return found;
}

std::span<const SourceNode::Entry> SourceNode::entries() const {
  read_ = true;
  for (const Entry& entry : entries_) entry.value.read_ = true;
  return entries_;
}

std::span<const SourceNode::Entry> SourceNode::items() const { return entries(); }

std::span<const SourceNode::Entry> SourceNode::peek_entries() const { return entries_; }

const SourceNode& SourceNode::item(std::size_t index) const {
  read_ = true;
  const SourceNode& value = entries_.at(index).value;
  value.read_ = true;
  return value;
}

void SourceNode::mark_read() const {
  read_ = true;
  for (const Entry& entry : entries_) entry.value.mark_read();
}

void SourceNode::mark_requested(std::string_view key) const {
  for (const std::string& request : requested_) {
    if (request == key) return;
  }
  requested_.emplace_back(key);
}

void SourceNode::report_unread(Diagnostics& diagnostics, const PartLabel& label,
                               std::string_view what) const {
  read_ = true;
  report_unread_below(diagnostics, label, what, {});
}

/// A suggestion for {until=2}, or for {mass: 1,5 kg}, which is read as {mass: 1, "5 kg": }.
std::string SourceNode::explain_odd_key(std::size_t index) const {
  const Entry& entry = entries_[index];
  if (!entry.value.is_empty()) return {};
  const std::size_t equals = entry.key.find('=');
  if (equals != std::string::npos && equals > 0) {
    return "write '" + entry.key.substr(0, equals) + ": " + entry.key.substr(equals + 1) + "'";
  }
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (entry.key.empty() || !is_digit(entry.key[0]) || index == 0) return {};
  const std::string& before = entries_[index - 1].value.text();
  if (before.empty() || !is_digit(before.back())) return {};
  return "numbers are written with a point: " + before + "." + entry.key;
}

void SourceNode::report_unread_below(Diagnostics& diagnostics, const PartLabel& label,
                                     std::string_view what, const std::string& path) const {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (entry.value.read_) {
      const std::string below = is_list()      ? path + '[' + std::to_string(i) + ']'
                                : path.empty() ? entry.key
                                               : path + '/' + entry.key;
      entry.value.report_unread_below(diagnostics, label, what, below);
      continue;
    }
    if (is_list()) {
      entry.value.error(diagnostics, label, "item is not used: " + std::to_string(i) + " here");
    } else {
      std::string message = '\'' + entry.key + "' is not a ";
      message += path.empty() ? std::string(what) : "key of '" + path + '\'';
      std::string suggestion = did_you_mean(entry.key, requested_);
      const std::string odd = explain_odd_key(i);
      if (!odd.empty()) suggestion = odd;
      if (suggestion.empty() && !requested_.empty()) {
        // The keys of the part's own type first.
        std::vector<std::string> keys = requested_;
        std::stable_partition(keys.begin(), keys.end(), [](const std::string& key) {
          return key != "type" && key != "parameters" && key != "repeat" && key != "override";
        });
        suggestion = "it may be " + quote_list(keys);
      }
      entry.value.report(diagnostics, Severity::error, entry.value.key_place(),
                         count_characters(entry.key), label, message, suggestion);
    }
    entry.value.mark_read();
  }
}

void SourceNode::report(Diagnostics& diagnostics, Severity severity, const Place& place,
                        std::size_t length, const PartLabel& label, const std::string& message,
                        const std::string& suggestion) const {
  Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.place = place;
  diagnostic.part_path = label.path;
  diagnostic.part_type = label.type;
  diagnostic.subject = label.subject;
  diagnostic.message = message;
  diagnostic.suggestion = suggestion;
  diagnostic.length = static_cast<int>(std::max<std::size_t>(length, 1));
  diagnostics.add(std::move(diagnostic));
  for (const SourceNode* node = this; node; node = node->parent_) {
    if (!node->used_at_) continue;
    diagnostics.add_note(*node->used_at_, "used here");
    break;
  }
}

void SourceNode::error(Diagnostics& diagnostics, const PartLabel& label, const std::string& message,
                       const std::string& suggestion) const {
  report(diagnostics, Severity::error, place_, count_characters(text_), label, message, suggestion);
}

void SourceNode::warning(Diagnostics& diagnostics, const PartLabel& label,
                         const std::string& message, const std::string& suggestion) const {
  report(diagnostics, Severity::warning, place_, count_characters(text_), label, message,
         suggestion);
}

void SourceNode::key_error(Diagnostics& diagnostics, const PartLabel& label,
                           const std::string& message, const std::string& suggestion) const {
  std::size_t length = 1;
  if (parent_ && parent_->is_map()) {
    for (const Entry& entry : parent_->entries_) {
      if (&entry.value == this) length = count_characters(entry.key);
    }
  }
  report(diagnostics, Severity::error, key_place(), length, label, message, suggestion);
}

void SourceNode::text_error(Diagnostics& diagnostics, const PartLabel& label,
                            const TextError& error) const {
  const std::size_t begin = std::min(error.offset, text_.size());
  const std::size_t end = std::min(begin + error.length, text_.size());
  const Place first = place_at(begin);
  const Place last = place_at(end);
  // The caret line shows one line of the file; a longer range is marked up to the end of the line.
  const std::size_t length =
      positions_ && last.line == first.line
          ? static_cast<std::size_t>(last.column - first.column)
          : count_characters(std::string_view(text_).substr(begin, end - begin));
  report(diagnostics, Severity::error, first, length, label, error.message, error.suggestion);
}

bool SourceNode::expect(Kind kind, Diagnostics& diagnostics, const PartLabel& label) const {
  if (kind_ == kind) return true;
  std::string message = "expected ";
  message += word_for(kind);
  message += ", found " + description();
  std::string suggestion;
  const std::size_t colon = text_.find(':');
  if (kind == Kind::map && is_scalar() && !quoted_ && colon != std::string::npos) {
    suggestion = "a space is missing after ':'";
  }
  if (is_empty()) {
    key_error(diagnostics, label, message);
  } else {
    error(diagnostics, label, message, suggestion);
  }
  return false;
}

std::string SourceNode::description() const {
  switch (kind_) {
    case Kind::empty: return "nothing";
    case Kind::scalar: return "the text '" + shortened(text_) + '\'';
    case Kind::list:
      return entries_.empty() ? "an empty list" : "a list of " + std::to_string(entries_.size());
    case Kind::map: break;
  }
  if (entries_.empty()) return "an empty map";
  std::string text = "a map with ";
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (i == kLongestListOfKeys) return text + ", …";
    if (i > 0) text += ", ";
    text += '\'' + shortened(entries_[i].key) + '\'';
  }
  return text;
}

void SourceNode::set_positions(std::shared_ptr<const std::vector<Position>> positions) {
  positions_ = std::move(positions);
}

void SourceNode::set_used_at(Place place) {
  used_at_ = std::make_shared<const Place>(std::move(place));
}

}  // namespace holon
