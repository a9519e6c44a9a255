// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/document/model_edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "holon/base/names.h"
#include "holon/expr/formula/formula.h"
#include "holon/reader/editor_path.h"
#include "holon/reader/new_value.h"
#include "holon/reader/text_tree.h"
#include "holon/serve/document/group_parts.h"
#include "holon/serve/document/part_tree.h"

namespace holon::serve {
namespace {

using detail::TextEntry;
using detail::TextNode;

void extend(TextChange& change, TextChange more) {
  std::ranges::move(more, std::back_inserter(change));
}

void check_part_name(const std::string& name) {
  if (is_name(name) && !is_reserved_word(name)) return;
  throw RequestFault("refused", "'" + name + "' is not a name for a part",
                     "a name begins with a letter and has letters, digits and _");
}

/// "parts.arm.parts.link" -> "parts.arm.parts", "link".
std::pair<std::string, std::string> split_path(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string::npos) return {"", path};
  return {path.substr(0, dot), path.substr(dot + 1)};
}

Position position_of(const Json& edit) {
  if (edit.contains("index"))
    return Position::at(
        static_cast<std::size_t>(std::max<std::int64_t>(0, integer_of(edit, "index"))));
  if (edit.contains("before")) return Position::before(text_of(edit, "before"));
  if (edit.contains("after")) return Position::after(text_of(edit, "after"));
  return Position::fitting();
}

TextChange append_item(Editor& editor, const Json& edit) {
  const std::string& path = text_of(edit, "append");
  const std::string& value = text_of(edit, "value");
  if (!editor.has(path))
    return editor.set(path, "[" + detail::read_new_value(value, "<value>").in_line(true) + "]");
  return editor.add(path, "", value, position_of(edit));
}

/// A list or map as it stands in a line is taken as it is, everything else as after `--set`.
std::string written_in_line(const std::string& value) {
  return detail::read_new_value(value, "<value>").in_line(false);
}

/// A map with a line for each entry, also where it has only one: a line alone would be taken for a
/// text.
TextChange set_block(Editor& editor, const std::string& path, const std::string& lines) {
  if (lines.empty()) return editor.set(path, "{}");
  if (lines.find('\n') != std::string::npos) return editor.set(path, lines);
  constexpr const char* kSecond = "second_line";
  TextChange change = editor.set(path, lines + "\n" + kSecond + ": 0");
  extend(change, editor.remove(path + "." + kSecond));
  return change;
}

/// The node at a path of the file; throws RequestFault where there is none.
const TextNode& find_node(const Editor& editor, const std::string& path) {
  const TextNode& root = editor.tree().root();
  const TextNode* node = &root;
  const auto place = [](std::size_t) { return Place{}; };
  for (const detail::Step& step : detail::resolve_path(root, path, place))
    if (node) node = detail::find_child(root, *node, step);
  if (!node) throw RequestFault("missing", "there is no '" + path + "' in the file");
  return *node;
}

TextChange add_part(Editor& editor, const Json& edit, const Catalogue& catalogue) {
  const std::string &name = text_of(edit, "addPart"), &type = text_of(edit, "type");
  check_part_name(name);
  const bool is_file = type.ends_with(".yaml") || type.ends_with(".yml");
  if (!is_file && !type.empty() && !catalogue.find(type)) {
    std::vector<std::string> names;
    for (const PartType* each : catalogue.types()) names.push_back(each->name);
    throw RequestFault("refused", "there is no part type '" + type + "'",
                       did_you_mean(type, names));
  }
  const std::string in = text_or(edit, "in", "");
  const std::string holder = in.empty() ? "parts" : in + ".parts", path = holder + "." + name;
  if (editor.has(path)) throw RequestFault("refused", "there is a part '" + name + "' already");
  std::string block = type.empty() ? "parts: {}" : "type: " + written_in_line(type);
  if (edit.contains("values")) {
    if (!edit["values"].is_object()) throw RequestFault("request", "'values' must be a map");
    for (const auto& [key, value] : edit["values"].items()) {
      if (!value.is_string()) throw RequestFault("request", "values are texts");
      block += "\n" + key + ": " + written_in_line(value.get<std::string>());
    }
  }
  // Into `parts: {}` nobody types machines in one line.
  if (editor.has(holder)) {
    const TextNode& parts = find_node(editor, holder);
    if (parts.is_map() && parts.entries.empty() && parts.anchor.empty())
      return set_block(editor, holder, name + ":\n" + detail::indent_lines(block, 2, "\n"));
  }
  // The keys behind the name of a part from a file are its parameters: no line to be removed.
  if (is_file && block.find('\n') == std::string::npos)
    return editor.set(path,
                      "{type: " + detail::read_new_value(type, "<value>").in_line(true) + "}");
  return set_block(editor, path, block);
}

std::string copy_of(const Editor& editor, const TextNode& node) {
  const detail::NewValue value = detail::copy_value(editor.tree(), node);
  const bool is_line = value.text.find('\n') == std::string::npos;
  return value.is_block() && is_line ? "{" + value.text + "}" : value.text;
}

TextChange duplicate(Editor& editor, const Json& edit) {
  const std::string &path = text_of(edit, "duplicate"), &to = text_of(edit, "to");
  check_part_name(to);
  const auto [above, name] = split_path(path);
  const std::string text = copy_of(editor, find_node(editor, path));
  return editor.add(above, to, text, Position::after(name));
}

TextChange move_entry(Editor& editor, const Json& edit) {
  const std::string& path = text_of(edit, "move");
  return editor.move(path, text_or(edit, "in", split_path(path).first), position_of(edit));
}

std::string position_text(const Json& position) {
  constexpr double kFarthest = 1e6;
  const double x = number_of(position, "x"), y = number_of(position, "y");
  if (std::abs(x) > kFarthest || std::abs(y) > kFarthest)
    throw RequestFault("request", "a position is within a million pixels");
  return fmt::format("[{:.0f}, {:.0f}]", std::round(x) + 0.0, std::round(y) + 0.0);
}

/// Of many parts all at once, since each edit reads the text anew.
TextChange lay_out_all(Editor& editor, const Json& places) {
  std::map<std::string, std::string> positions;
  std::vector<std::string> order;
  const auto put = [&](const std::string& name, const std::string& text) {
    if (!positions.contains(name)) order.push_back(name);
    positions[name] = text;
  };
  const TextNode* known = section_of(editor.tree().root(), "layout");
  if (known && known->is_map())
    for (const TextEntry& entry : known->entries)
      put(entry.key.text,
          editor.text().substr(entry.value.begin, entry.value.end - entry.value.begin));
  for (const auto& [name, position] : places.items())
    if (position.is_null())
      positions.erase(name), std::erase(order, name);
    else
      put(name, position_text(position));
  std::string block;
  for (const std::string& name : order) {
    if (!block.empty()) block += "\n";
    block += written_in_line(name) + ": " + positions[name];
  }
  return set_block(editor, "layout", block);
}

TextChange lay_out_parts(Editor& editor, const Json& places) {
  constexpr std::size_t kSingly = 2;
  if (!places.is_object()) throw RequestFault("request", "'layout' must be a map");
  if (places.size() > kSingly || !editor.has("layout")) return lay_out_all(editor, places);
  TextChange change;
  for (const auto& [name, position] : places.items()) {
    const std::string path = "layout.\"" + name + "\"";
    if (!position.is_null())
      extend(change, editor.set(path, position_text(position)));
    else if (editor.has(path))
      extend(change, editor.remove(path));
  }
  return change;
}

TextChange make_edit(Editor& editor, const Json& edit, const Catalogue& catalogue) {
  if (!edit.is_object()) throw RequestFault("request", "an edit is a map");
  if (edit.contains("set")) return editor.set(text_of(edit, "set"), text_of(edit, "value"));
  if (edit.contains("remove")) return editor.remove(text_of(edit, "remove"));
  if (edit.contains("rename"))
    return editor.rename_throughout(text_of(edit, "rename"), text_of(edit, "to"));
  if (edit.contains("add"))
    return editor.add(text_of(edit, "add"), text_of(edit, "key"), text_of(edit, "value"),
                      position_of(edit));
  if (edit.contains("append")) return append_item(editor, edit);
  if (edit.contains("addPart")) return add_part(editor, edit, catalogue);
  if (edit.contains("duplicate")) return duplicate(editor, edit);
  if (edit.contains("move")) return move_entry(editor, edit);
  if (edit.contains("group"))
    return group_parts(editor, texts_or_none(edit, "group"), text_of(edit, "to"), catalogue);
  if (edit.contains("layout")) return lay_out_parts(editor, edit["layout"]);
  throw RequestFault("request", "this edit is not known: " + dump(edit),
                     "see docs/design/desktop.md");
}

/// "link" of "link", "link_2" where that is taken.
std::string free_name(const std::string& name, const std::vector<std::string>& taken) {
  const auto is_taken = [&](const std::string& each) {
    return std::ranges::find(taken, each) != taken.end();
  };
  if (!is_taken(name)) return name;
  std::string stem = name;
  while (!stem.empty() && stem.back() >= '0' && stem.back() <= '9') stem.pop_back();
  if (!stem.ends_with('_') && stem == name) stem += '_';
  for (int k = 2;; ++k)
    if (!is_taken(stem + std::to_string(k))) return stem + std::to_string(k);
}

std::string path_of_id(const std::string& id) {
  std::string path = "parts.";
  for (const char c : id)
    if (c == '.')
      path += ".parts.";
    else
      path += c;
  return path;
}

}  // namespace

bool is_layout_alone(const Json& edits) {
  return edits.is_array() && !edits.empty() && std::ranges::all_of(edits, [](const Json& edit) {
           return edit.is_object() && edit.contains("layout");
         });
}

TextChange make_edits(Editor& editor, const Json& edits, const Catalogue& catalogue) {
  constexpr std::size_t kMostEdits = 1000;
  if (!edits.is_array() || edits.empty() || edits.size() > kMostEdits)
    throw RequestFault("request", fmt::format("'edits' must be a list of 1 to {}", kMostEdits));
  TextChange change;
  for (const Json& edit : edits) extend(change, make_edit(editor, edit, catalogue));
  return change;
}

std::string copy_parts(const Editor& editor, const std::vector<std::string>& ids) {
  std::string text;
  for (const std::string& id : ids) {
    const std::string path = path_of_id(id);
    const TextNode& node = find_node(editor, path);
    const detail::NewValue value = detail::copy_value(editor.tree(), node);
    text += split_path(path).second + ":";
    if (value.is_block())
      text += "\n" + detail::indent_lines(value.text, 2, "\n") + "\n";
    else
      text += " " + value.text + "\n";
  }
  return text;
}

TextChange paste_parts(Editor& editor, const std::string& text, std::vector<std::string>& names) {
  Editor source("parts:\n" + detail::indent_lines(text, 2, "\n") + "\n", "<clipboard>");
  const TextNode* parts = section_of(source.tree().root(), "parts");
  if (!parts || !parts->is_map() || parts->entries.empty())
    throw RequestFault("refused", "the clipboard holds no parts",
                       "copy parts of a model, or lines of its section 'parts'");
  std::vector<std::string> taken;
  if (const TextNode* known = section_of(editor.tree().root(), "parts"))
    for (const TextEntry& entry : known->entries) taken.push_back(entry.key.text);
  TextChange change;
  for (const TextEntry& entry : parts->entries) {
    const std::string name = free_name(entry.key.text, taken);
    check_part_name(name);
    taken.push_back(name);
    names.push_back(name);
    extend(change, editor.set("parts." + name, copy_of(source, entry.value)));
  }
  return change;
}

}  // namespace holon::serve
