// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/reader/text_tree.h"

#include <algorithm>
#include <stdexcept>

#include "holon/reader/text_index.h"
#include "holon/reader/yaml_parser.h"

namespace holon::detail {

namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string text_of(const yaml_char_t* text) {
  return text ? reinterpret_cast<const char*>(text) : std::string();
}

}  // namespace

/// Converts libyaml's events to a tree.
class TextTreeReader {
 public:
  explicit TextTreeReader(TextTree& tree)
      : tree_(tree), text_(tree.text_), events_(std::string_view(tree.text_).substr(tree.first_)) {
    for (std::size_t at = tree.first_; at < text_.size(); at += character_size(text_, at)) {
      bytes_.push_back(at);
    }
    bytes_.push_back(text_.size());
  }

  TextNode read() {
    while (events_.type() != YAML_DOCUMENT_START_EVENT) {
      if (events_.type() == YAML_STREAM_END_EVENT) throw std::invalid_argument("an empty text");
      advance();
    }
    advance();
    return take_node();
  }

 private:
  void advance() {
    if (!events_.advance()) throw std::invalid_argument("no YAML: " + events_.problem().problem);
  }
  std::size_t byte(const yaml_mark_t& mark) const {
    return bytes_[std::min(mark.index, bytes_.size() - 1)];
  }

  /// On return the current event is the node's last one.
  TextNode take_node() {
    TextNode node;
    const yaml_event_t& event = events_.event();
    node.begin = node.content = byte(event.start_mark);
    node.end = byte(event.end_mark);
    switch (event.type) {
      case YAML_ALIAS_EVENT:
        node.kind = TextNode::Kind::alias;
        node.text = text_of(event.data.alias.anchor);
        break;
      case YAML_SCALAR_EVENT: take_scalar(node); break;
      case YAML_SEQUENCE_START_EVENT:
        node.kind = TextNode::Kind::list;
        node.is_flow = event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
        pass_anchor(node, event.data.sequence_start.anchor);
        take_list(node);
        break;
      case YAML_MAPPING_START_EVENT:
        node.kind = TextNode::Kind::map;
        node.is_flow = event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
        pass_anchor(node, event.data.mapping_start.anchor);
        node.is_pair = node.is_flow && text_[node.content] != '{';
        take_map(node);
        break;
      default: throw std::invalid_argument("an odd event");
    }
    return node;
  }

  void pass_anchor(TextNode& node, const yaml_char_t* anchor) const {
    if (!anchor) return;
    node.anchor = text_of(anchor);
    node.content = tree_.skip(node.begin + 1 + node.anchor.size());
  }

  void take_scalar(TextNode& node) {
    const auto& scalar = events_.event().data.scalar;
    node.kind = TextNode::Kind::scalar;
    node.style = style_of(scalar.style);
    node.text.assign(reinterpret_cast<const char*>(scalar.value), scalar.length);
    if (node.style == ScalarStyle::plain &&
        (node.text.empty() || node.text == "~" || node.text == "null")) {
      node.kind = TextNode::Kind::empty;
    }
    if (scalar.anchor) {
      node.anchor = text_of(scalar.anchor);
      const std::size_t behind = node.begin + 1 + node.anchor.size();
      const bool is_nothing = node.kind == TextNode::Kind::empty && node.text.empty();
      node.content = is_nothing ? behind : tree_.skip(behind);
      node.end = std::max(node.end, node.content);
      if (is_nothing) node.end = behind;
    }
    if (node.kind == TextNode::Kind::empty) node.text.clear();
    if (node.style == ScalarStyle::block) end_block(node);
  }

  /// libyaml includes the lines after a block. They belong to it only with the indicator +.
  void end_block(TextNode& node) const {
    // The file may end with it.
    const std::size_t line_end = std::min(text_.find('\n', node.content), text_.size());
    const std::string_view header(text_.data() + node.content, line_end - node.content);
    const bool keeps = header.substr(0, header.find('#')).find('+') != std::string_view::npos;
    const auto trim = [&](std::size_t& end) {
      if (end > node.content && text_[end - 1] == '\n') --end;
      if (end > node.content && text_[end - 1] == '\r') --end;
    };
    if (keeps) return trim(node.end);
    while (node.end > node.content && is_space(text_[node.end - 1])) --node.end;
    // Blanks at the end of the last line are part of it.
    while (node.end < text_.size() && (text_[node.end] == ' ' || text_[node.end] == '\t')) {
      ++node.end;
    }
  }

  void take_list(TextNode& node) {
    std::size_t at = node.is_flow ? node.content + 1 : node.content;
    while (advance(), events_.type() != YAML_SEQUENCE_END_EVENT) {
      TextEntry entry;
      entry.value = take_node();
      entry.begin = node.is_flow ? entry.value.begin : tree_.skip(at);
      entry.head = node.is_flow ? entry.begin : entry.begin + 1;
      entry.end = std::max(entry.value.end, entry.head);
      at = entry.end;
      node.entries.push_back(std::move(entry));
    }
    finish(node);
  }

  void take_map(TextNode& node) {
    std::size_t at = node.is_flow && !node.is_pair ? node.content + 1 : node.content;
    while (advance(), events_.type() != YAML_MAPPING_END_EVENT) {
      TextEntry entry;
      entry.key = take_node();
      advance();
      entry.value = take_node();
      entry.begin = tree_.skip(at);
      if (node.is_flow && text_[entry.begin] == ',') entry.begin = tree_.skip(entry.begin + 1);
      entry.is_explicit = entry.begin < entry.key.begin && text_[entry.begin] == '?';
      if (!entry.is_explicit) entry.begin = entry.key.begin;
      const std::size_t colon = tree_.skip(entry.key.end);
      entry.has_colon = colon < text_.size() && text_[colon] == ':';
      entry.head = entry.has_colon ? colon + 1 : entry.key.end;
      if (entry.value.kind == TextNode::Kind::empty && entry.value.anchor.empty() &&
          entry.value.begin == entry.value.end) {
        entry.value.begin = entry.value.content = entry.value.end = entry.head;
      }
      entry.end = std::max(entry.value.end, entry.head);
      at = entry.end;
      node.entries.push_back(std::move(entry));
    }
    finish(node);
  }

  void finish(TextNode& node) const {
    const bool has_bracket = node.is_flow && !node.is_pair;
    if (has_bracket) {
      node.end = byte(events_.event().end_mark);
    } else if (!node.entries.empty()) {
      node.end = node.entries.back().end;
    }
  }

  TextTree& tree_;
  const std::string& text_;
  YamlEvents events_;
  std::vector<std::size_t> bytes_;  // of each character
};

const TextEntry* TextNode::find(std::string_view key) const {
  if (!is_map()) return nullptr;
  for (const TextEntry& entry : entries) {
    if (entry.key.text == key) return &entry;
  }
  return nullptr;
}

bool is_same(const TextNode& a, const TextNode& b) {
  if (a.kind != b.kind || a.text != b.text || a.anchor != b.anchor ||
      a.entries.size() != b.entries.size()) {
    return false;
  }
  for (std::size_t i = 0; i < a.entries.size(); ++i) {
    if (a.entries[i].key.text != b.entries[i].key.text ||
        !is_same(a.entries[i].value, b.entries[i].value)) {
      return false;
    }
  }
  return true;
}

TextTree::TextTree(std::string text) : text_(std::move(text)) {
  first_ = text_.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  root_ = TextTreeReader(*this).read();
  find_comments();
}

/// Any text after '#' outside of scalars.
void TextTree::find_comments() {
  std::size_t at = first_;
  const auto look = [&](std::size_t end) {
    while (at < end) {
      if (text_[at] == '&') {  // an anchor may contain '#'
        while (at < end && !is_space(text_[at])) ++at;
      } else if (text_[at] == '#') {
        const std::size_t stop = line_end(at);
        comments_.emplace_back(at, stop);
        at = stop;
      } else {
        ++at;
      }
    }
  };
  const auto visit = [&](const auto& self, const TextNode& node) -> void {
    for (const TextEntry& entry : node.entries) {
      if (node.is_map()) self(self, entry.key);
      self(self, entry.value);
    }
    if (node.kind == TextNode::Kind::scalar || node.kind == TextNode::Kind::alias) {
      look(node.content);
      if (node.style == ScalarStyle::block) look(std::min(line_end(node.content), node.end));
      at = std::max(at, node.end);
    }
  };
  visit(visit, root_);
  look(text_.size());
}

std::size_t TextTree::line_begin(std::size_t at) const {
  if (at <= first_) return first_;
  const std::size_t before = text_.rfind('\n', at - 1);
  return before == std::string::npos ? first_ : before + 1;
}

std::size_t TextTree::line_end(std::size_t at) const {
  const std::size_t end = std::min(text_.find('\n', at), text_.size());
  return end > at && end < text_.size() && text_[end - 1] == '\r' ? end - 1 : end;
}

std::size_t TextTree::next_line(std::size_t at) const {
  const std::size_t end = text_.find('\n', at);
  return end == std::string::npos ? text_.size() : end + 1;
}

bool TextTree::is_blank(std::size_t begin, std::size_t end) const {
  return std::all_of(text_.begin() + static_cast<std::ptrdiff_t>(begin),
                     text_.begin() + static_cast<std::ptrdiff_t>(end), is_space);
}

std::size_t TextTree::column(std::size_t at) const {
  const std::size_t begin = line_begin(at);
  return static_cast<std::size_t>(
      count_characters(std::string_view(text_).substr(begin, at - begin)));
}

std::string TextTree::newline() const {
  const std::size_t first = text_.find('\n');
  return first != std::string::npos && first > 0 && text_[first - 1] == '\r' ? "\r\n" : "\n";
}

std::size_t TextTree::find_comment(std::size_t at) const {
  const std::size_t end = line_end(at);
  for (const auto& [begin, stop] : comments_) {
    if (begin >= at && begin < end) return begin;
  }
  return std::string::npos;
}

bool TextTree::has_comment(std::size_t begin, std::size_t end) const {
  return std::any_of(comments_.begin(), comments_.end(), [&](const auto& comment) {
    return comment.first >= begin && comment.first < end;
  });
}

bool TextTree::is_comment_line(std::size_t at) const {
  const std::size_t begin = line_begin(at);
  const std::size_t comment = find_comment(begin);
  return comment != std::string::npos && is_blank(begin, comment);
}

std::size_t TextTree::skip(std::size_t at) const {
  while (at < text_.size()) {
    if (is_space(text_[at])) {
      ++at;
    } else if (text_[at] == '#') {
      at = line_end(at);
    } else {
      break;
    }
  }
  return at;
}

}  // namespace holon::detail
