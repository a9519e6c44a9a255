// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/reader/yaml_builder.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "holon/base/names.h"
#include "holon/reader/scalar_positions.h"

namespace holon::detail {
namespace {

/// Limit of nesting, which bounds the stack.
constexpr int kDeepest = 200;
/// Values in one file: a model of ten thousand parts without arrays has about 200 000.
constexpr std::size_t kMostValues = 1'000'000;
/// Further duplicate keys of one map are only counted.
constexpr std::size_t kMostDoubleKeys = 20;
/// Limit of the nodes that aliases add to a file: sufficient for any model, and a bound for aliases
/// of aliases.
constexpr std::size_t kMostCopied = 500'000;

std::string_view view(const yaml_char_t* text) {
  return text ? std::string_view(reinterpret_cast<const char*>(text)) : std::string_view();
}

int open_parentheses(std::string_view text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '(')) -
         static_cast<int>(std::count(text.begin(), text.end(), ')'));
}

std::size_t count_nodes(const SourceNode& node) {
  std::size_t count = 1;
  for (const SourceNode::Entry& entry : node.peek_entries()) count += count_nodes(entry.value);
  return count;
}

/// The start of a scalar's text after its anchor and tag.
std::size_t skip_properties(std::string_view text, std::size_t at, std::size_t end) {
  while (at < end && (text[at] == '&' || text[at] == '!')) {
    while (at < end && text[at] != ' ' && text[at] != '\n' && text[at] != '\r') ++at;
    while (at < end && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r')) ++at;
  }
  return at;
}

}  // namespace

YamlBuilder::YamlBuilder(const TextIndex& index, std::string_view text, Diagnostics& diagnostics)
    : index_(index), diagnostics_(diagnostics), events_(text) {}

bool YamlBuilder::advance() {
  if (gave_up_ || problem_) return false;
  if (events_.advance()) return true;
  problem_ = events_.problem();
  is_complete_ = false;
  return false;
}

SourceNode YamlBuilder::build() {
  SourceNode root;
  if (!advance() || !advance()) return root;
  if (events_.type() == YAML_STREAM_END_EVENT) {
    diagnostics_.add_error(index_.place(0, 0), "it is empty",
                           "'holon new pendulum' writes a model to start from");
    is_complete_ = false;
    return root;
  }
  Piece piece;
  if (!advance()) return root;
  root = take_node(0, piece);
  for (const auto& [name, anchor] : anchors_) {
    if (anchor.is_used || problem_ || gave_up_ || !is_complete_) continue;
    diagnostics_.add_warning(anchor.place, "no alias uses the anchor '" + name + "'",
                             anchor.node.is_scalar() || anchor.node.is_empty()
                                 ? "quote the text if '&' belongs to it"
                                 : "");
  }
  if (!advance() || !advance()) return root;
  if (events_.type() == YAML_DOCUMENT_START_EVENT) {
    diagnostics_.add_error(place(events_.event().start_mark), "a second document begins here",
                           "a file holds one model");
  }
  return root;
}

SourceNode YamlBuilder::take_node(int depth, Piece& piece) {
  const yaml_event_t& event = events_.event();
  piece.begin = byte(event.start_mark);
  piece.end = byte(event.end_mark);
  if (depth > kDeepest) {
    diagnostics_.add_error(place(event.start_mark), "the file is nested too deeply");
    gave_up_ = true;
    is_complete_ = false;
    return {};
  }
  if (++values_ > kMostValues) {
    diagnostics_.add_error(place(event.start_mark),
                           "the file holds more than " + std::to_string(kMostValues) + " values",
                           "put long tables into a CSV file: see 'inputs' and 'Table'");
    gave_up_ = true;
    is_complete_ = false;
    return {};
  }
  switch (event.type) {
    case YAML_SCALAR_EVENT: return take_scalar(piece);
    case YAML_ALIAS_EVENT: return take_alias();
    case YAML_SEQUENCE_START_EVENT: return take_list(depth);
    case YAML_MAPPING_START_EVENT: return take_map(depth);
    default: return {};
  }
}

SourceNode YamlBuilder::take_scalar(Piece& piece) {
  const yaml_event_t& event = events_.event();
  const auto& scalar = event.data.scalar;
  const ScalarStyle style = style_of(scalar.style);
  std::string text(reinterpret_cast<const char*>(scalar.value), scalar.length);
  piece.is_plain = style == ScalarStyle::plain;
  const bool is_quoted = style == ScalarStyle::single_quoted || style == ScalarStyle::double_quoted;
  surroundings_.last_quoted.reset();
  if (is_quoted) {
    surroundings_.last_quoted =
        YamlSurroundings::Quoted{{event.start_mark.line, event.start_mark.column},
                                 {event.end_mark.line, event.end_mark.column}};
  }
  check_tag(scalar.tag);
  const Place start = place(event.start_mark);
  const bool has_properties = scalar.anchor || scalar.tag;
  const std::string anchor(view(scalar.anchor));
  if (has_properties) piece.begin = skip_properties(index_.text(), piece.begin, piece.end);

  const std::string_view raw = index_.text().substr(piece.begin, piece.end - piece.begin);
  const std::size_t quote = is_quoted ? 1 : 0;
  const bool stands_as_it_is =
      raw.size() == text.size() + 2 * quote && raw.substr(quote, text.size()) == text;
  Place where = has_properties ? index_.place_of_byte(piece.begin) : start;
  SourceNode node;
  if (piece.is_plain && (text.empty() || text == "~" || text == "null")) {
    // No value, but with a location.
    node = SourceNode::make_scalar({}, where);
    node.set_empty();
  } else {
    auto positions =
        stands_as_it_is ? nullptr : find_positions(index_, piece.begin, piece.end, style, text);
    if (positions) {
      where.line = positions->front().line;
      where.column = positions->front().column;
    } else {
      where = where.shifted(static_cast<int>(quote));
    }
    node = SourceNode::make_scalar(std::move(text), std::move(where), !piece.is_plain);
    if (positions) node.set_positions(std::move(positions));
  }
  if (!anchor.empty()) end_anchor(anchor, node, start);
  return node;
}

void YamlBuilder::check_tag(const yaml_char_t* tag) {
  if (!tag) return;
  const yaml_event_t& event = events_.event();
  const bool is_scalar = event.type == YAML_SCALAR_EVENT;
  const std::size_t begin = byte(event.start_mark);
  std::string suggestion;
  int length = 1;
  if (is_scalar && event.start_mark.line == event.end_mark.line) {
    const std::string_view raw = index_.text().substr(begin, byte(event.end_mark) - begin);
    suggestion = "quote the text if it is meant: " + in_quotes(raw);
    length = count_characters(raw);
  }
  diagnostics_.add_error(place(event.start_mark),
                         "a text that begins with '!' is a tag in YAML, "
                         "and tags have no meaning here",
                         std::move(suggestion), length);
}

void YamlBuilder::begin_anchor(const yaml_char_t* name, std::string& held) {
  if (!name) return;
  held = view(name);
  open_anchors_.push_back(held);
}

void YamlBuilder::end_anchor(const std::string& name, const SourceNode& node, const Place& place) {
  Anchor& anchor = anchors_[name];
  anchor.node = node;
  anchor.size = count_nodes(node);
  anchor.place = place;
  anchor.is_used = false;
}

SourceNode YamlBuilder::take_alias() {
  const yaml_event_t& event = events_.event();
  const std::string name(view(event.data.alias.anchor));
  const Place here = place(event.start_mark);
  const int length = 1 + count_characters(name);
  const auto found = anchors_.find(name);
  if (std::find(open_anchors_.begin(), open_anchors_.end(), name) != open_anchors_.end()) {
    diagnostics_.add_error(here, "the alias '*" + name + "' is inside its own anchor",
                           "its content would contain itself without end; remove it, or set the "
                           "anchor at an inner part",
                           length);
    is_complete_ = false;
    return {};
  }
  if (found == anchors_.end()) {
    std::vector<std::string> known;
    for (const auto& [other, unused] : anchors_) known.push_back(other);
    std::string suggestion = did_you_mean(name, known);
    if (suggestion.empty()) suggestion = "quote the text if it is a formula: \"*" + name + '"';
    diagnostics_.add_error(here, "no anchor '&" + name + "' is defined before this alias",
                           std::move(suggestion), length);
    is_complete_ = false;
    return {};
  }
  found->second.is_used = true;
  copied_ += found->second.size;
  if (copied_ > kMostCopied) {
    diagnostics_.add_error(
        here,
        "the aliases up to here expand to more than " + std::to_string(kMostCopied) + " values", {},
        length);
    gave_up_ = true;
    is_complete_ = false;
    return {};
  }
  SourceNode node = found->second.node;
  node.set_used_at(here);
  return node;
}

// After an anchor or tag.
Mark YamlBuilder::mark_of_bracket() const {
  const yaml_event_t& event = events_.event();
  const std::size_t end = byte(event.end_mark);
  const Place where =
      index_.place_of_byte(skip_properties(index_.text(), byte(event.start_mark), end));
  return {static_cast<std::size_t>(where.line) - 1, static_cast<std::size_t>(where.column) - 1};
}

SourceNode YamlBuilder::take_list(int depth) {
  const auto& start = events_.event().data.sequence_start;
  const bool is_flow = start.style == YAML_FLOW_SEQUENCE_STYLE;
  const Place here = place(events_.event().start_mark);
  check_tag(start.tag);
  std::string anchor;
  begin_anchor(start.anchor, anchor);
  const std::optional<Mark> outer = surroundings_.open_bracket;
  if (is_flow) surroundings_.open_bracket = mark_of_bracket();

  std::vector<Piece> pieces;
  while (advance() && events_.type() != YAML_SEQUENCE_END_EVENT) {
    Piece& piece = pieces.emplace_back();
    piece.value = take_node(depth + 1, piece);
  }
  if (!problem_) surroundings_.open_bracket = outer;
  if (is_flow && !problem_) join_cut_formulas(pieces, false);
  SourceNode list = SourceNode::make_list(here);
  for (Piece& piece : pieces) list.append(std::move(piece.value));
  if (!anchor.empty()) {
    open_anchors_.pop_back();
    end_anchor(anchor, list, here);
  }
  return list;
}

SourceNode YamlBuilder::take_map(int depth) {
  const auto& start = events_.event().data.mapping_start;
  const bool is_flow = start.style == YAML_FLOW_MAPPING_STYLE;
  const Place here = place(events_.event().start_mark);
  check_tag(start.tag);
  std::string anchor;
  begin_anchor(start.anchor, anchor);
  const std::optional<Mark> outer = surroundings_.open_bracket;
  if (is_flow) surroundings_.open_bracket = mark_of_bracket();

  std::vector<Piece> pieces;
  while (advance() && events_.type() != YAML_MAPPING_END_EVENT) {
    Piece piece;
    const bool has_key = take_key(piece);
    if (!advance()) break;
    piece.value = take_node(depth + 1, piece);
    if (has_key) pieces.push_back(std::move(piece));
  }
  if (!problem_) surroundings_.open_bracket = outer;
  if (is_flow && !problem_) join_cut_formulas(pieces, true);
  SourceNode map = make_map(std::move(pieces), here);
  if (!anchor.empty()) {
    open_anchors_.pop_back();
    end_anchor(anchor, map, here);
  }
  return map;
}

bool YamlBuilder::take_key(Piece& piece) {
  const yaml_event_t& event = events_.event();
  if (event.type != YAML_SCALAR_EVENT) {
    diagnostics_.add_error(place(event.start_mark), "a key is a single text",
                           event.type == YAML_ALIAS_EVENT ? "an alias is not allowed here" : "");
    skip_node();
    return false;
  }
  Piece key;
  key.begin = byte(event.start_mark);
  key.end = byte(event.end_mark);
  const SourceNode node = take_scalar(key);
  piece.key = node.text();
  piece.key_place = node.place();
  piece.key_begin = key.begin;
  piece.key_end = key.end;
  piece.is_plain_key = key.is_plain;
  piece.is_merge = key.is_plain && piece.key == "<<";
  if (piece.key.empty()) {
    diagnostics_.add_error(node.place(), "a key is missing before ':'");
    return false;
  }
  return true;
}

void YamlBuilder::skip_node() {
  int depth = 0;
  do {
    const yaml_event_type_t type = events_.type();
    if (type == YAML_SEQUENCE_START_EVENT || type == YAML_MAPPING_START_EVENT) ++depth;
    if (type == YAML_SEQUENCE_END_EVENT || type == YAML_MAPPING_END_EVENT) --depth;
  } while (depth > 0 && advance());
}

// `{torque: if(a, b, c)}` is parsed as torque: `if(a`, `b`, `c)`. The pieces are joined as
// intended, so that only the missing quotation marks are an error.
void YamlBuilder::join_cut_formulas(std::vector<Piece>& pieces, bool is_map) {
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    Piece& first = pieces[i];
    if (is_map) explain_missing_space(first);
    if (!first.is_plain || !first.value.is_scalar()) continue;
    int open = open_parentheses(first.value.text());
    if (open <= 0) continue;
    std::size_t end = first.end;
    std::size_t j = i + 1;
    for (; j < pieces.size() && open > 0; ++j) {
      const Piece& next = pieces[j];
      const bool is_bare_key = next.is_plain_key && next.is_plain && next.value.is_empty();
      const bool is_bare_item = next.is_plain && next.value.is_scalar();
      if (is_map ? !is_bare_key : !is_bare_item) break;
      open += open_parentheses(is_map ? next.key : next.value.text());
      end = is_map ? next.key_end : next.end;
    }
    const std::string whole(index_.text().substr(first.begin, end - first.begin));
    const std::string brackets = is_map ? "{…}" : "[…]";
    const bool is_one_line = whole.find('\n') == std::string::npos;
    if (open != 0) {
      diagnostics_.add_error(first.value.place(), "the parentheses of this text are not balanced",
                             "a formula with ',' is quoted in " + brackets,
                             count_characters(first.value.text()));
      is_complete_ = false;
      continue;
    }
    diagnostics_.add_error(
        first.value.place(), "quote this formula: in " + brackets + " a ',' ends a text",
        is_one_line ? "write " + in_quotes(whole) : "", is_one_line ? count_characters(whole) : 1);
    first.value = SourceNode::make_scalar(whole, first.value.place(), true);
    pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                 pieces.begin() + static_cast<std::ptrdiff_t>(j));
  }
}

// `{b:1}` is a key `b:1` without a value.
void YamlBuilder::explain_missing_space(const Piece& piece) {
  const std::size_t colon = piece.key.find(':');
  if (!piece.is_plain_key || !piece.value.is_empty() || colon == std::string::npos) return;
  diagnostics_.add_error(
      piece.key_place.shifted(count_characters(std::string_view(piece.key).substr(0, colon))),
      "a space is missing after ':'",
      "write '" + piece.key.substr(0, colon) + ": " + piece.key.substr(colon + 1) + "'");
  is_complete_ = false;
}

SourceNode YamlBuilder::make_map(std::vector<Piece> pieces, const Place& place) {
  SourceNode map = SourceNode::make_map(place);
  std::unordered_map<std::string, Place> seen;
  seen.reserve(pieces.size());
  std::size_t doubles = 0;
  for (Piece& piece : pieces) {
    if (piece.is_merge) continue;
    if (piece.value.is_empty()) note_comment(piece);
    const auto [found, is_new] = seen.try_emplace(piece.key, piece.key_place);
    if (!is_new) {
      if (++doubles > kMostDoubleKeys) continue;
      diagnostics_.add_error(piece.key_place,
                             "the key '" + piece.key + "' is here already, in line " +
                                 std::to_string(found->second.line),
                             {}, count_characters(piece.key));
      diagnostics_.add_note(found->second, "the first one", count_characters(piece.key));
      continue;
    }
    map.add(std::move(piece.key), std::move(piece.value), std::move(piece.key_place));
  }
  if (doubles > kMostDoubleKeys) {
    diagnostics_.add_error(
        place, std::to_string(doubles - kMostDoubleKeys) + " more keys of this map occur twice");
  }
  for (const Piece& piece : pieces) {
    if (piece.is_merge) merge(map, piece);
  }
  return map;
}

void YamlBuilder::merge(SourceNode& map, const Piece& piece) {
  const Place here = index_.place_of_byte(piece.begin);
  const auto fails = [&](const SourceNode& node) {
    if (node.is_map() || !is_complete_) return false;
    diagnostics_.add_error(here, "'<<' merges the keys of a map, not " + node.description(),
                           "write '<<: *anchor' of a map");
    return true;
  };
  if (!piece.value.is_list()) {
    if (!fails(piece.value)) merge_entries(map, piece.value, here);
    return;
  }
  for (const SourceNode::Entry& item : piece.value.peek_entries()) {
    if (!fails(item.value)) merge_entries(map, item.value, here);
  }
}

// The map's own keys are kept.
void YamlBuilder::merge_entries(SourceNode& map, const SourceNode& from, const Place& place) {
  for (const SourceNode::Entry& entry : from.peek_entries()) {
    if (map.peek(entry.key)) continue;
    map.add(entry.key, entry.value, entry.key_place).set_used_at(place);
  }
}

// `color: #ff0000` has no value.
void YamlBuilder::note_comment(const Piece& piece) {
  if (!piece.is_plain || piece.begin != piece.end) return;
  const std::string_view rest = index_.text().substr(piece.end);
  const std::size_t sign = rest.find_first_not_of(" \t");
  if (sign == std::string_view::npos || rest[sign] != '#') return;
  const std::string_view comment = rest.substr(sign, rest.find_first_of("\r\n", sign) - sign);
  if (comment.size() < 2 || comment[1] == ' ' || comment[1] == '#') return;
  diagnostics_.add_warning(index_.place_of_byte(piece.end + sign),
                           "'#' begins a comment, so '" + piece.key + "' has no value",
                           "quote the text if it is meant: " + in_quotes(comment),
                           count_characters(comment));
}

}  // namespace holon::detail
