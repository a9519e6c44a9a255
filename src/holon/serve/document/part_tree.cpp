// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/document/part_tree.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "holon/model/describe/file_name.h"
#include "holon/reader/editor_path.h"
#include "holon/serve/document/text_lines.h"

namespace holon::serve {
namespace {

using detail::is_file_name;
using detail::TextEntry;
using detail::TextNode;

// Aliases of aliases may multiply; nobody reads more than this of one value.
constexpr int kMostNodes = 20'000;
constexpr int kDeepestNode = 60;

/// Writes a value as JSON with aliases and merges resolved, up to a number of nodes.
class ValueWriter {
 public:
  explicit ValueWriter(const TextNode& root) : root_(root) {}

  Json write(const TextNode& node, int depth = 0) {
    if (++count_ > kMostNodes || depth > kDeepestNode) return "…";
    switch (node.kind) {
      case TextNode::Kind::empty: return nullptr;
      case TextNode::Kind::scalar: return node.text;
      case TextNode::Kind::alias: {
        const TextNode* target = detail::resolve_alias(root_, node);
        return target ? write(*target, depth + 1) : Json("*" + node.text);
      }
      case TextNode::Kind::list: {
        Json list = Json::array();
        for (const TextEntry& item : node.entries) list.push_back(write(item.value, depth + 1));
        return list;
      }
      case TextNode::Kind::map: return write_map(node, depth);
    }
    return nullptr;
  }

 private:
  Json write_map(const TextNode& node, int depth) {
    Json map = Json::object();
    for (const TextEntry& entry : node.entries) {
      if (entry.key.text != "<<") {
        map[entry.key.text] = write(entry.value, depth + 1);
        continue;
      }
      const auto merge = [&](const TextNode& one) {
        const Json merged = write(one, depth + 1);
        if (!merged.is_object()) return;
        for (const auto& [key, value] : merged.items())
          if (!map.contains(key)) map[key] = value;
      };
      if (entry.value.is_list())
        for (const TextEntry& item : entry.value.entries) merge(item.value);
      else
        merge(entry.value);
    }
    return map;
  }

  const TextNode& root_;
  int count_ = 0;
};

std::string text_at(const TextNode& root, const TextNode& part, const char* key) {
  const TextNode* found = detail::find_child(root, part, {key});
  if (found) found = detail::resolve_alias(root, *found);
  return found && found->kind == TextNode::Kind::scalar ? found->text : std::string();
}

/// Makes the nodes of parts.
class OutlineMaker {
 public:
  OutlineMaker(const detail::TextTree& tree, const Catalogue& catalogue)
      : tree_(tree), lines_(tree.text()), catalogue_(catalogue) {}

  const TextLines& lines() const { return lines_; }

  Json make_part(const TextEntry& entry, const std::string& prefix, const std::string& above,
                 int depth) const {
    const TextNode& root = tree_.root();
    const std::string &name = entry.key.text, id = prefix + name, path = above + quoted_step(name);
    const TextNode* resolved = detail::resolve_alias(root, entry.value);
    const TextNode& part = resolved ? *resolved : entry.value;
    Json node = {{"name", name}, {"id", id}, {"path", path}};
    const std::string type = text_at(root, part, "type");
    const TextNode* inner = detail::find_child(root, part, {"parts"});
    if (inner) inner = detail::resolve_alias(root, *inner);
    const bool is_file = is_file_name(type);
    const bool is_composite = is_file || (type.empty() && inner);
    node["type"] = type;
    node["kind"] = is_composite ? "composite" : part_kind(catalogue_.find(type));
    if (is_file) node["file"] = type;
    node["range"] = lines_.range(entry.key.begin, std::max(entry.end, entry.value.end));
    node["values"] = write_values(part);
    if (part.is_map() && part.find("repeat")) add_count(node, part);
    if (inner && inner->is_map() && depth < kDeepestNode) {
      Json parts = Json::array();
      for (const TextEntry& each : inner->entries)
        parts.push_back(make_part(each, id + ".", path + ".parts.", depth + 1));
      node["parts"] = std::move(parts);
    }
    return node;
  }

  static std::string quoted_step(const std::string& key) {
    const bool is_plain = !key.empty() && std::ranges::all_of(key, [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
             c == '_' || c == '-' || static_cast<unsigned char>(c) >= 0x80;
    });
    return is_plain ? key : "\"" + key + "\"";
  }

 private:
  Json write_values(const TextNode& part) const {
    Json values = ValueWriter(tree_.root()).write(part);
    if (!values.is_object()) return Json::object();
    for (const char* key : {"type", "parts"}) values.erase(key);
    return values;
  }

  /// The members of an array, where their number is written as one.
  void add_count(Json& node, const TextNode& part) const {
    const std::string text = text_at(tree_.root(), part, "repeat");
    int count = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error == std::errc() && stop == text.data() + text.size()) node["count"] = count;
  }

  const detail::TextTree& tree_;
  TextLines lines_;
  const Catalogue& catalogue_;
};

/// Whether the text of a part means the same wherever it stands: no alias leads out of it.
bool is_on_its_own(std::string_view text) {
  return text.find('*') == std::string_view::npos && text.find("<<") == std::string_view::npos;
}

void move_down(Json& node, int lines) {
  if (node.contains("range")) {
    node["range"]["line"] = node["range"]["line"].get<int>() + lines;
    node["range"]["endLine"] = node["range"]["endLine"].get<int>() + lines;
  }
  if (node.contains("parts"))
    for (Json& part : node["parts"]) move_down(part, lines);
}

Json read_parameters(const OutlineMaker& maker, const TextNode& root) {
  Json list = Json::array();
  const TextNode* map = section_of(root, "parameters");
  if (!map || !map->is_map()) return list;
  const TextNode* tunable = section_of(root, "tunable");
  for (const TextEntry& entry : map->entries) {
    const bool is_tunable =
        tunable && std::ranges::any_of(tunable->entries, [&](const TextEntry& item) {
          return item.value.text == entry.key.text;
        });
    const Json value = write_value(root, entry.value);
    list.push_back({{"name", entry.key.text},
                    {"path", "parameters." + OutlineMaker::quoted_step(entry.key.text)},
                    {"text", value.is_string() ? value : Json(value.is_null() ? "" : dump(value))},
                    {"range", maker.lines().range(entry.key.begin, entry.value.end)},
                    {"tunable", is_tunable}});
  }
  return list;
}

Json read_layout(const TextNode& root) {
  Json layout = Json::object();
  const TextNode* map = section_of(root, "layout");
  if (!map || !map->is_map()) return layout;
  for (const TextEntry& entry : map->entries) {
    if (!entry.value.is_list() || entry.value.entries.size() != 2) continue;
    double position[2] = {};
    bool is_sound = true;
    for (std::size_t k = 0; k < 2; ++k) {
      const std::string& text = entry.value.entries[k].value.text;
      const auto [stop, error] =
          std::from_chars(text.data(), text.data() + text.size(), position[k]);
      is_sound = is_sound && error == std::errc() && stop == text.data() + text.size();
    }
    if (is_sound) layout[entry.key.text] = {{"x", position[0]}, {"y", position[1]}};
  }
  return layout;
}

}  // namespace

const TextNode* section_of(const TextNode& root, std::string_view key) {
  const TextEntry* entry = root.find(key);
  return entry ? &entry->value : nullptr;
}

Json write_value(const TextNode& root, const TextNode& node) {
  return ValueWriter(root).write(node);
}

ModelOutline make_outline(const detail::TextTree& tree, const Catalogue& catalogue,
                          const ModelOutline* known) {
  const OutlineMaker maker(tree, catalogue);
  const TextNode& root = tree.root();
  ModelOutline outline;
  outline.title = text_at(root, root, "title");
  outline.parameters = read_parameters(maker, root);
  outline.layout = read_layout(root);
  for (const TextEntry& entry : root.entries) {
    const std::string& key = entry.key.text;
    if (key != "parts" && key != "parameters" && key != "layout" && key != "holon")
      outline.settings[key] = write_value(root, entry.value);
  }
  std::unordered_map<std::string_view, const PartEntryText*> before;
  std::unordered_map<const PartEntryText*, const OutlinePart*> owner;
  if (known)
    for (const OutlinePart& part : known->parts) {
      before.emplace(part.name(), part.entry.get());
      owner.emplace(part.entry.get(), &part);
    }
  const TextNode* parts = section_of(root, "parts");
  if (!parts || !parts->is_map()) return outline;
  outline.parts.reserve(parts->entries.size());
  for (const TextEntry& entry : parts->entries) {
    const std::size_t begin = entry.key.begin, end = std::max(entry.end, entry.value.end);
    const std::string_view text = std::string_view(tree.text()).substr(begin, end - begin);
    const auto place = maker.lines().locate(begin);
    const auto old = before.find(entry.key.text);
    const bool is_same = old != before.end() && old->second->text == text &&
                         old->second->column == place.column && is_on_its_own(text);
    if (is_same) {
      outline.parts.push_back({owner.at(old->second)->entry, place.line});
      continue;
    }
    outline.parts.push_back({std::make_shared<const PartEntryText>(PartEntryText{
                                 entry.key.text, std::string(text), place.line, place.column,
                                 maker.make_part(entry, {}, "parts.", 0)}),
                             place.line});
  }
  return outline;
}

Json OutlinePart::node() const {
  Json json = entry->node;
  if (line != entry->line) move_down(json, line - entry->line);
  return json;
}

}  // namespace holon::serve
