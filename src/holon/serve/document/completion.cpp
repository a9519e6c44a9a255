// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/document/completion.h"

#include <algorithm>
#include <set>

#include "holon/base/characters.h"
#include "holon/base/units.h"
#include "holon/catalogue/builtin.h"
#include "holon/expr/formula/formula_functions.h"
#include "holon/model/describe/fields.h"
#include "holon/model/describe/settings.h"
#include "holon/serve/document/text_lines.h"

namespace holon::serve {
namespace {

constexpr std::size_t kMostItems = 200;

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

/// The items that fit what is written before the cursor.
class ItemList {
 public:
  /// `word`: what is written; offsets are in characters.
  ItemList(std::string word, std::size_t from, std::size_t to)
      : word_(std::move(word)), from_(from), to_(to) {}

  void add(const std::string& insert, const char* kind, const std::string& detail = {},
           const std::string& description = {}) {
    if (items_.size() >= kMostItems || !fits(insert) || !known_.insert(insert).second) return;
    Json item = {{"insert", insert}, {"label", insert}, {"kind", kind}};
    if (!detail.empty()) item["detail"] = detail;
    if (!description.empty()) item["description"] = description;
    items_.push_back(std::move(item));
  }
  const std::string& word() const { return word_; }
  Json take() { return {{"from", from_}, {"to", to_}, {"items", std::move(items_)}}; }

 private:
  bool fits(const std::string& insert) const {
    const auto same = [](char a, char b) {
      return std::tolower(static_cast<unsigned char>(a)) ==
             std::tolower(static_cast<unsigned char>(b));
    };
    return insert.size() >= word_.size() &&
           std::equal(word_.begin(), word_.end(), insert.begin(), same);
  }

  std::string word_;
  std::size_t from_, to_;
  std::set<std::string> known_;
  Json items_ = Json::array();
};

ItemList begin_items(const std::string& text, std::size_t byte, bool is_unit) {
  std::size_t begin = byte;
  const auto is_inside = [&](char c) {
    return is_unit ? c != '[' && c != ' ' && c != '/' && c != '*' && c != '('
                   : is_name_character(c);
  };
  while (begin > 0 && is_inside(text[begin - 1])) --begin;
  const std::string_view all(text);
  return {text.substr(begin, byte - begin), count_characters(all.substr(0, begin)),
          count_characters(all.substr(0, byte))};
}

std::size_t byte_of_character(const std::string& text, std::size_t character) {
  std::size_t byte = 0;
  for (; character > 0 && byte < text.size(); --character)
    byte += first_character(std::string_view(text).substr(byte)).length;
  return byte;
}

const Schema* schema_below(const Schema& schema, const std::string& key) {
  const Field* field = schema.find(key);
  if (field && field->schema) return field->schema;
  if (!field) return nullptr;
  for (const Alternative& each : field->alternatives)
    if (each.schema) return each.schema;
  return nullptr;
}

const PartType* type_of(const ModelCheck& check, const std::string& id) {
  for (const auto& [known, type] : check.types)
    if (known == id) return type;
  return nullptr;
}

/// The field of a value path, "parts.pin.between[0]"; nullptr for other values.
const Field* find_path_field(const ModelCheck& check, const std::string& path) {
  for (const auto& [id, type] : check.types) {
    const std::string head = path_of_part(id) + ".";
    if (!path.starts_with(head)) continue;
    const std::string rest = path.substr(head.size());
    const Schema* schema = &type->schema;
    const Field* field = nullptr;
    for (std::size_t at = 0; at < rest.size() && schema;) {
      const std::size_t end = std::min(rest.find_first_of(".[", at), rest.size());
      field = schema->find(rest.substr(at, end - at));
      if (!field) return nullptr;
      schema = field->schema;
      at = std::min(rest.find('.', end), rest.size());
      if (at < rest.size()) ++at;
    }
    if (field) return field;
  }
  return nullptr;
}

void add_frames(ItemList& items, const ModelCheck& check) {
  items.add("world", "frame");
  for (const auto& [id, type] : check.types) {
    if (!type->is_frame) continue;
    items.add(id, "part", type->name);
    for (const FrameType& frame : type->frames) items.add(id + "." + frame.name, "frame");
    if (check.frames.contains(id))
      for (const Json& frame : check.frames[id])
        items.add(id + "." + frame["name"].get<std::string>(), "frame");
  }
}

void add_names(ItemList& items, const ModelCheck& check) {
  for (const auto& [name, value] : check.parameters.items())
    items.add(name, "parameter", value["unit"].get<std::string>());
  for (const Json& output : check.outputs) {
    const std::string name = output["name"].get<std::string>();
    // Of the parts' outputs only the next segment, until the part is written.
    const std::string part = output["part"].get<std::string>();
    if (!part.empty() && items.word().find('.') == std::string::npos) {
      items.add(part, "part");
      continue;
    }
    items.add(name, "output", output["unit"].get<std::string>(),
              output["description"].get<std::string>());
  }
  items.add("time", "parameter", "s");
  items.add("pi", "parameter");
  for (const detail::FormulaFunctionInfo& each : detail::formula_functions())
    items.add(std::string(each.name), "function",
              std::string(each.name) + "(" + std::string(each.arguments) + ")");
}

void add_fields(ItemList& items, const Schema& schema) {
  for (const Field& field : schema.fields)
    if (field.kind != FieldKind::not_yet)
      items.add(field.name, "key", field.unit, field.description);
}

void add_types(ItemList& items) {
  for (const PartType* type : builtin_catalogue().types())
    items.add(type->name, "type", {}, type->description);
}

/// The keys around a line of YAML, from its indentation, the outermost first.
std::vector<std::string> find_outer_keys(const std::vector<std::string>& lines, std::size_t line,
                                         std::size_t indent) {
  std::vector<std::string> keys;
  for (std::size_t k = line; k-- > 0 && indent > 0;) {
    const std::size_t begin = lines[k].find_first_not_of(' ');
    if (begin == std::string::npos || lines[k][begin] == '#' || begin >= indent) continue;
    const std::size_t colon = lines[k].find(':', begin);
    if (colon == std::string::npos) continue;
    keys.insert(keys.begin(), lines[k].substr(begin, colon - begin));
    indent = begin;
  }
  return keys;
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines{""};
  for (const char c : text) {
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += c;
  }
  return lines;
}

void add_keys(ItemList& items, const ModelCheck& check, const std::vector<std::string>& outer,
              const std::string& written_type) {
  if (outer.empty()) {
    for (const char* section :
         {"title", "units", "parameters", "tunable", "world", "fluid", "inputs", "parts",
          "interface", "simulate", "study", "outputs", "plots", "scene", "layout"})
      items.add(section, "key");
    return;
  }
  const Schema* schema = nullptr;
  std::size_t next = 1;
  if (outer[0] == "simulate") schema = &schema_of<SimulateSettings>();
  if (outer[0] == "world") schema = &schema_of<WorldSettings>();
  if (outer[0] == "scene") schema = &schema_of<SceneSettings>();
  if (outer[0] == "parts" && outer.size() > 1) {
    const PartType* type = builtin_catalogue().find(written_type);
    if (!type) type = type_of(check, outer[1]);
    if (type) schema = &type->schema;
    next = 2;
    if (outer.size() == 2)
      for (const char* key : {"type", "repeat", "override", "parameters", "parts", "interface"})
        items.add(key, "key");
  }
  for (; schema && next < outer.size(); ++next) {
    const Schema* inner = schema_below(*schema, outer[next]);
    // In a map of names the next key is a name, and its values have the same schema.
    if (!inner && next > 0) break;
    schema = inner;
  }
  if (schema) add_fields(items, *schema);
}

/// `type: X` among the lines of a part.
std::string find_written_type(const std::vector<std::string>& lines, std::size_t line,
                              std::size_t indent) {
  const auto look = [&](std::size_t k) -> std::string {
    const std::size_t begin = lines[k].find_first_not_of(' ');
    if (begin != indent || lines[k].compare(begin, 5, "type:") != 0) return {};
    const std::size_t value = lines[k].find_first_not_of(' ', begin + 5);
    if (value == std::string::npos) return {};
    return lines[k].substr(value, lines[k].find_first_of(" #", value) - value);
  };
  for (std::size_t k = line; k-- > 0;) {
    const std::size_t begin = lines[k].find_first_not_of(' ');
    if (begin != std::string::npos && begin < indent) break;
    if (const std::string type = look(k); !type.empty()) return type;
  }
  for (std::size_t k = line + 1; k < lines.size(); ++k) {
    const std::size_t begin = lines[k].find_first_not_of(' ');
    if (begin != std::string::npos && begin < indent) break;
    if (const std::string type = look(k); !type.empty()) return type;
  }
  return {};
}

/// What an arrow begins at.
struct LinkSource {
  std::string name;  ///< "link.tip", "pin.angle"
  bool is_frame = false;
  std::optional<Dimension> dimension;  ///< of an output
  std::size_t components = 1;
};

LinkSource find_source(const ModelCheck& check, const std::string& part, const std::string& label) {
  LinkSource source{label.empty() ? part : part + "." + label};
  for (const Json& output : check.outputs) {
    if (output["name"] != source.name) continue;
    const UnitParse unit = parse_unit(output["unit"].get<std::string>());
    if (unit) source.dimension = unit.unit->dimension;
    source.components = std::max<std::size_t>(1, output["components"].size());
    return source;
  }
  const PartType* type = type_of(check, part);
  source.is_frame = part == "world" || (type && type->is_frame);
  return source;
}

/// Why a value cannot refer to the source; empty where it can.
std::string find_refusal(const Field& field, const LinkSource& source) {
  const bool takes_frame = field.kind == FieldKind::frame || field.kind == FieldKind::between;
  const std::string name = "'" + source.name + "'";
  if (takes_frame)
    return source.is_frame ? "" : field.name + " needs a frame, and " + name + " is an output";
  if (source.is_frame) return field.name + " needs a number, and " + name + " is a frame";
  if (!field.is_varying) return field.name + " must not vary during a run";
  const std::size_t needed = field.kind == FieldKind::vector ? 3 : 1;
  if (source.components != needed)
    return field.name + (needed == 3 ? " needs a vector" : " needs a single number") + ", and " +
           name + " has " + std::to_string(source.components) + " components";
  const Requirement requirement = field.requirement;
  if (!source.dimension || requirement.kind == Requirement::Kind::any) return "";
  const Fit fits = fit(*source.dimension, requirement, Strictness::quantity);
  return fits.ok ? "" : fits.message;
}

const char* kind_of_link(const Field& field) {
  if (field.kind == FieldKind::between) return "joint";
  return field.kind == FieldKind::frame ? "relative" : "signal";
}

void add_target(Json& targets, const std::string& id, const Field& field, const std::string& suffix,
                const LinkSource& source) {
  const std::string path = path_of_part(id) + "." + field.name + suffix;
  const std::string refusal = find_refusal(field, source);
  Json target = {{"part", id},
                 {"path", path},
                 {"label", field.name + suffix},
                 {"legal", refusal.empty()},
                 {"kind", kind_of_link(field)}};
  if (refusal.empty())
    target["edits"] = Json::array({{{"set", path}, {"value", source.name}}});
  else
    target["reason"] = refusal;
  targets.push_back(std::move(target));
}

}  // namespace

Json complete_value(const ModelCheck& check, const std::string& path, const std::string& text,
                    std::size_t offset) {
  const std::size_t byte = byte_of_character(text, offset);
  const Field* field = find_path_field(check, path);
  const bool is_type = path.ends_with(".type");
  const std::size_t open = text.rfind('[', byte == 0 ? 0 : byte - 1);
  const bool is_list =
      !text.empty() &&
      text[text.find_first_not_of(' ') == std::string::npos ? 0 : text.find_first_not_of(' ')] ==
          '[';
  const bool is_unit = !is_list && byte > 0 && open != std::string::npos &&
                       text.find(']', open) >= byte && open > 0 && text[open - 1] == ' ';
  ItemList items = begin_items(text, byte, is_unit);
  if (is_type) {
    add_types(items);
  } else if (is_unit) {
    for (const std::string& unit : unit_names()) items.add(unit, "unit");
  } else if (field && (field->kind == FieldKind::frame || field->kind == FieldKind::between)) {
    add_frames(items, check);
  } else if (field && !field->choices.empty()) {
    for (const std::string& choice : field->choices) items.add(choice, "value");
  } else {
    add_names(items, check);
  }
  return items.take();
}

Json complete_text(const ModelCheck& check, const std::string& text, int line, int column) {
  const std::vector<std::string> lines = split_lines(text);
  const std::size_t row =
      std::min<std::size_t>(static_cast<std::size_t>(std::max(line, 1)) - 1, lines.size() - 1);
  const std::string& here = lines[row];
  const std::size_t byte =
      byte_of_character(here, static_cast<std::size_t>(std::max(column, 1)) - 1);
  const std::size_t indent = std::min(here.find_first_not_of(' '), byte);
  const std::vector<std::string> outer = find_outer_keys(lines, row, indent);
  const std::size_t colon = here.find(':', indent);
  if (colon == std::string::npos || colon >= byte) {
    ItemList items = begin_items(here, byte, false);
    add_keys(items, check, outer, find_written_type(lines, row, indent));
    return items.take();
  }
  std::string path;
  for (const std::string& key : outer) path += key + ".";
  path += here.substr(indent, colon - indent);
  const std::size_t value = std::min(here.find_first_not_of(' ', colon + 1), byte);
  const std::string_view all(here);
  const std::size_t before = count_characters(all.substr(0, value));
  Json found = complete_value(check, path, here.substr(value),
                              count_characters(all.substr(value, byte - value)));
  found["from"] = found["from"].get<std::size_t>() + before;
  found["to"] = found["to"].get<std::size_t>() + before;
  return found;
}

Json list_legal_links(const ModelCheck& check, const std::string& part, const std::string& label) {
  constexpr std::size_t kMostTargets = 5000;
  const LinkSource source = find_source(check, part, label);
  Json targets = Json::array();
  for (const auto& [id, type] : check.types) {
    if (id == part) continue;
    for (const Field& field : type->schema.fields) {
      if (targets.size() >= kMostTargets) break;
      switch (field.kind) {
        case FieldKind::between:
          for (const char* end : {"[0]", "[1]"}) add_target(targets, id, field, end, source);
          break;
        case FieldKind::frame:
        case FieldKind::number:
        case FieldKind::vector: add_target(targets, id, field, "", source); break;
        default: break;
      }
    }
  }
  return {{"targets", std::move(targets)}};
}

}  // namespace holon::serve
