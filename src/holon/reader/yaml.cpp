// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/reader/yaml.h"

#include <fmt/format.h>
#include <yaml.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <unordered_map>

#include "holon/base/names.h"
#include "holon/reader/yaml_messages.h"
#include "holon/reader/yaml_text.h"

namespace holon {

namespace {

/// Deeper than any machine is described, and shallow enough for the stack.
constexpr int kDepthLimit = 100;
/// Nodes that aliases may bring in: a short text must not unfold into gigabytes.
constexpr std::size_t kAliasLimit = 1'000'000;

std::string text_of(const unsigned char* text) {
  return text ? reinterpret_cast<const char*>(text) : "";
}

std::size_t count_nodes(const SourceNode& node) {
  std::size_t count = 1;
  for (const SourceNode::Entry& e : node.peek_entries()) count += count_nodes(e.value);
  return count;
}

/// Builds the tree from libyaml's events.
class YamlReader {
 public:
  YamlReader(const std::shared_ptr<const SourceFile>& file, Diagnostics& diagnostics)
      : file_(file), text_(file->text), diagnostics_(diagnostics) {
    yaml_parser_initialize(&parser_);
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
    const std::size_t skip = text_.offset(0, 0);  // a byte order mark is no character
    yaml_parser_set_input_string(&parser_,
                                 reinterpret_cast<const unsigned char*>(file->text.data()) + skip,
                                 file->text.size() - skip);
  }
  ~YamlReader() {
    if (has_event_) yaml_event_delete(&event_);
    yaml_parser_delete(&parser_);
  }
  YamlReader(const YamlReader&) = delete;
  YamlReader& operator=(const YamlReader&) = delete;

  SourceNode read() {
    SourceNode root;
    bool has_document = false;
    while (next() && event_.type != YAML_STREAM_END_EVENT) {
      if (event_.type == YAML_DOCUMENT_START_EVENT && has_document) {
        error(event_.start_mark, "a model is one YAML document; a second one begins here",
              "remove the '---' line, or move what follows into a file of its own", 3);
        break;
      }
      if (event_.type != YAML_DOCUMENT_START_EVENT) continue;
      has_document = true;
      if (next()) root = read_node(0);
    }
    if (!has_document && !failed_) {
      diagnostics_.add_error({file_, 1, 1}, "the file is empty", "a model begins with 'holon: 1'");
    }
    return root;
  }

 private:
  /// The next event; false after the last or where the text is no YAML.
  bool next() {
    if (has_event_) yaml_event_delete(&event_);
    has_event_ = false;
    if (failed_) return false;
    if (!yaml_parser_parse(&parser_, &event_)) {
      failed_ = true;
      diagnostics_.add(detail::describe_yaml_problem(parser_, file_, text_));
      return false;
    }
    has_event_ = true;
    return true;
  }

  Place place(const yaml_mark_t& mark) const {
    return {file_, static_cast<int>(mark.line) + 1, static_cast<int>(mark.column) + 1};
  }
  std::size_t offset(const yaml_mark_t& mark) const { return text_.offset(mark.line, mark.column); }

  void error(const yaml_mark_t& mark, std::string message, std::string suggestion = {},
             int length = 1) {
    diagnostics_.add_error(place(mark), std::move(message), std::move(suggestion), length);
  }

  /// The node that begins with the current event.
  SourceNode read_node(int depth) {
    if (depth > kDepthLimit) {
      error(event_.start_mark, fmt::format("nested deeper than {} levels", kDepthLimit));
      failed_ = true;
      return {};
    }
    switch (event_.type) {
      case YAML_SCALAR_EVENT: return read_scalar();
      case YAML_ALIAS_EVENT: return read_alias();
      case YAML_SEQUENCE_START_EVENT: return read_list(depth);
      case YAML_MAPPING_START_EVENT: return read_map(depth);
      default: return {};
    }
  }

  void refuse_tag(const unsigned char* tag, const yaml_mark_t& mark) {
    const std::string name = text_of(tag);
    if (name.empty() || name == "!") return;
    error(mark, fmt::format("'{}' is a YAML tag, which the model language does not have", name),
          "quote a text or formula that begins with '!'", static_cast<int>(name.size()));
  }

  void remember(const std::string& anchor, const SourceNode& node) {
    if (!anchor.empty()) anchors_[anchor] = node;
  }

  SourceNode read_scalar() {
    const auto& scalar = event_.data.scalar;
    refuse_tag(scalar.tag, event_.start_mark);
    const std::string anchor = text_of(scalar.anchor);
    std::string value(reinterpret_cast<const char*>(scalar.value), scalar.length);
    const bool plain = scalar.style == YAML_PLAIN_SCALAR_STYLE;
    const char quote = scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE   ? '"'
                       : scalar.style == YAML_SINGLE_QUOTED_SCALAR_STYLE ? '\''
                                                                         : '\0';
    std::size_t begin = offset(event_.start_mark), end = offset(event_.end_mark);
    if (!anchor.empty() || scalar.tag) begin = skip_properties(begin, end);
    if (quote && end > begin + 1) {
      ++begin;
      --end;
    } else if (!plain) {  // a block: its text begins in the next line
      begin = std::min(end, text_.text().find('\n', begin));
    }
    SourceNode node;  // nothing stands there
    if (!plain || !value.empty()) {
      const auto positions = text_.align(value, begin, end, quote);
      const SourceNode::Position first =
          positions && !positions->empty() ? positions->front() : text_.position(begin);
      node = SourceNode::make_scalar(std::move(value), {file_, first.line, first.column}, !plain);
      if (positions) node.set_positions(positions);
    }
    const bool cut =
        plain && flow_depth_ > 0 && begin >= cut_until_ && detail::is_unbalanced(node.text());
    if (cut) refuse_cut(begin, node);
    remember(anchor, node);
    return node;
  }

  /// Behind the anchor and tag that stand in front of a scalar.
  std::size_t skip_properties(std::size_t begin, std::size_t end) const {
    const std::string_view all = text_.text();
    while (begin < end && (all[begin] == '&' || all[begin] == '!')) {
      while (begin < end && all[begin] != ' ' && all[begin] != '\n') ++begin;
      while (begin < end && (all[begin] == ' ' || all[begin] == '\n')) ++begin;
    }
    return begin;
  }

  /// In flow style a comma ends a plain scalar, also within a formula's parentheses.
  void refuse_cut(std::size_t begin, const SourceNode& node) {
    const std::size_t end = text_.find_formula_end(begin);
    const std::string formula(text_.between(begin, end));
    if (end == begin) return;  // the formula parser says what is missing
    diagnostics_.add_error(
        node.place(), fmt::format("the comma cuts the formula '{}' in two", formula),
        fmt::format("quote this formula: \"{}\"", formula), static_cast<int>(node.text().size()));
    cut_until_ = std::max(cut_until_, end);
  }

  SourceNode read_alias() {
    const std::string name = text_of(event_.data.alias.anchor);
    const auto found = anchors_.find(name);
    if (found == anchors_.end()) {
      std::vector<std::string> names;
      for (const auto& [known, node] : anchors_) names.push_back(known);
      const std::string nearest = find_nearest(name, names);
      error(event_.start_mark, fmt::format("there is no anchor '&{}' before this alias", name),
            nearest.empty() ? "quote a formula that begins with '*'"
                            : fmt::format("did you mean '*{}'?", nearest),
            static_cast<int>(name.size()) + 1);
      return {};
    }
    aliased_ += count_nodes(found->second);
    if (aliased_ > kAliasLimit) {
      error(event_.start_mark, "the aliases of this file unfold into more than a million values");
      failed_ = true;
      return {};
    }
    SourceNode copy = found->second;
    copy.set_used_at(place(event_.start_mark));
    return copy;
  }

  SourceNode read_list(int depth) {
    const bool flow = event_.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
    const std::string anchor = text_of(event_.data.sequence_start.anchor);
    refuse_tag(event_.data.sequence_start.tag, event_.start_mark);
    SourceNode list = SourceNode::make_list(place(event_.start_mark));
    flow_depth_ += flow ? 1 : 0;
    while (next() && event_.type != YAML_SEQUENCE_END_EVENT) {
      const bool rest_of_cut = is_rest_of_cut();
      SourceNode item = read_node(depth + 1);
      if (!rest_of_cut) list.append(std::move(item));
    }
    flow_depth_ -= flow ? 1 : 0;
    remember(anchor, list);
    return list;
  }

  bool is_rest_of_cut() const { return flow_depth_ > 0 && offset(event_.start_mark) < cut_until_; }

  SourceNode read_map(int depth) {
    const bool flow = event_.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
    const std::string anchor = text_of(event_.data.mapping_start.anchor);
    refuse_tag(event_.data.mapping_start.tag, event_.start_mark);
    SourceNode map = SourceNode::make_map(place(event_.start_mark));
    std::vector<SourceNode> merged;
    flow_depth_ += flow ? 1 : 0;
    while (next() && event_.type != YAML_MAPPING_END_EVENT) {
      const bool rest_of_cut = is_rest_of_cut();
      const yaml_mark_t mark = event_.start_mark;
      const bool is_name = event_.type == YAML_SCALAR_EVENT;
      const SourceNode key = read_node(depth + 1);
      if (!next()) break;
      SourceNode value = read_node(depth + 1);
      if (rest_of_cut) continue;
      if (!is_name || (key.text().empty() && !key.is_quoted())) {
        error(mark,
              "a key is a name, not " + (is_name ? std::string("nothing") : key.description()),
              "in [...] and {...} quote formulas that hold ',', '[' or ']'");
      } else if (key.text() == "<<" && !key.is_quoted()) {
        collect_merged(std::move(value), merged);
      } else if (const SourceNode* first = map.peek(key.text())) {
        error(mark, fmt::format("the key '{}' stands twice in this map", key.text()), {},
              static_cast<int>(key.text().size()));
        diagnostics_.add_note(first->key_place(), "here it is for the first time",
                              static_cast<int>(key.text().size()));
      } else {
        map.add(key.text(), std::move(value), key.place());
      }
    }
    flow_depth_ -= flow ? 1 : 0;
    // The map's own keys come first, then the merged maps in their order.
    for (const SourceNode& source : merged) {
      for (const SourceNode::Entry& e : source.peek_entries()) {
        if (!map.peek(e.key)) map.add(e.key, e.value, e.key_place);
      }
    }
    remember(anchor, map);
    return map;
  }

  void collect_merged(SourceNode value, std::vector<SourceNode>& merged) {
    if (value.is_map()) {
      merged.push_back(std::move(value));
      return;
    }
    bool all_maps = value.is_list();
    for (const SourceNode::Entry& e : value.peek_entries()) all_maps = all_maps && e.value.is_map();
    if (!all_maps) {
      value.error(diagnostics_, {},
                  "'<<' merges a map, or a list of maps, not " + value.description());
      return;
    }
    for (const SourceNode::Entry& e : value.peek_entries()) merged.push_back(e.value);
  }

  std::shared_ptr<const SourceFile> file_;
  detail::YamlText text_;
  Diagnostics& diagnostics_;
  yaml_parser_t parser_{};
  yaml_event_t event_{};
  bool has_event_ = false, failed_ = false;
  int flow_depth_ = 0;
  std::size_t cut_until_ = 0;  // flow entries before this byte belong to a formula that was cut
  std::size_t aliased_ = 0;
  std::unordered_map<std::string, SourceNode> anchors_;
};

}  // namespace

SourceNode read_yaml(const std::shared_ptr<const SourceFile>& file, Diagnostics& diagnostics) {
  return YamlReader(file, diagnostics).read();
}

std::shared_ptr<const SourceNode> read_yaml_file(const std::string& path,
                                                 Diagnostics& diagnostics) {
  namespace fs = std::filesystem;
  std::error_code error;
  std::ifstream in(path, std::ios::binary);
  if (!in || fs::is_directory(path, error)) {
    std::vector<std::string> names;
    const fs::path folder = fs::path(path).has_parent_path() ? fs::path(path).parent_path() : ".";
    for (const auto& entry : fs::directory_iterator(folder, error)) {
      names.push_back(entry.path().filename().string());
    }
    const std::string nearest = find_nearest(fs::path(path).filename().string(), names);
    Place place;
    diagnostics.add_error(
        place,
        fmt::format("'{}' {}", path,
                    fs::is_directory(path, error) ? "is a folder" : "cannot be read"),
        nearest.empty() || nearest == fs::path(path).filename().string()
            ? std::string()
            : fmt::format("did you mean '{}'?", (fs::path(path).parent_path() / nearest).string()));
    return nullptr;
  }
  std::stringstream text;
  text << in.rdbuf();
  const auto file = std::make_shared<const SourceFile>(SourceFile{path, text.str()});
  return std::make_shared<const SourceNode>(read_yaml(file, diagnostics));
}

}  // namespace holon
