// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/reader/editor_path.h"

#include <algorithm>
#include <charconv>

#include "holon/base/escape.h"
#include "holon/base/names.h"
#include "holon/model/describe/file_name.h"
#include "holon/model/describe/fluid_settings.h"
#include "holon/model/describe/settings.h"

namespace holon::detail {
namespace {

/// Sections of a file, in their usual order.
constexpr std::string_view kSections[] = {
    "holon",   "title",  "extends", "units",       "parameters", "tunable", "world",
    "fluid",   "inputs", "parts",   "interface",   "simulate",   "study",   "sweep",
    "outputs", "plots",  "scene",   "sensitivity", "layout"};
/// Names that `--set` treats as settings even if a parameter has that name.
constexpr std::string_view kSettings[] = {"simulate", "world", "fluid",   "scene", "study",
                                          "title",    "units", "outputs", "plots"};
/// Keys of a part that are not in its schema.
constexpr std::string_view kPartKeys[] = {"type",  "repeat",    "parameters",
                                          "parts", "interface", "override"};

template <std::size_t N>
bool is_among(const std::string_view (&names)[N], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

const TextNode* find_anchor(const TextNode& node, std::string_view name, std::size_t before) {
  const TextNode* found = nullptr;
  if (node.anchor == name && node.begin < before) found = &node;
  for (const TextEntry& entry : node.entries) {
    if (entry.value.begin >= before) break;
    if (const TextNode* inner = find_anchor(entry.value, name, before)) found = inner;
  }
  return found;
}

/// The segments of a dotted name: `link[3].tip."a b"` -> link, 3, tip, a b.
Steps split(std::string_view path) {
  Steps steps;
  const auto fail = [&](std::size_t at, const char* message, const char* advice) {
    const auto source = std::make_shared<const SourceFile>(SourceFile{"<name>", std::string(path)});
    throw InputError(Place{source, 1, static_cast<int>(at) + 1}, message, advice);
  };
  for (std::size_t at = 0; at < path.size();) {
    if (path[at] == '[') {
      const std::size_t close = std::min(path.find(']', at), path.size());
      std::size_t index = 0;
      const char* const end = path.data() + close;
      const auto [stop, error] = std::from_chars(path.data() + at + 1, end, index);
      if (close == path.size() || stop != end || error != std::errc()) {
        fail(at, "brackets enclose the number of an item", "the first one is [0]");
      }
      steps.push_back({"", index});
      at = close + 1;
      if (at < path.size() && path[at] == '.') {
        if (++at == path.size()) fail(at - 1, "a name is missing after this point", "");
      }
    } else {
      const bool is_quoted = path[at] == '"';
      const std::size_t begin = is_quoted ? at + 1 : at;
      const std::size_t stop =
          std::min(path.find_first_of(is_quoted ? "\"" : ".[", begin), path.size());
      if (stop == begin || (is_quoted && stop == path.size())) {
        fail(at, is_quoted ? "this quotation mark is never closed" : "a name is missing here", "");
      }
      steps.push_back({std::string(path.substr(begin, stop - begin))});
      at = is_quoted ? stop + 1 : stop;
      if (at < path.size() && path[at] == '.' && ++at == path.size()) {
        fail(at - 1, "a name is missing after this point", "");
      }
    }
  }
  return steps;
}

class PathResolver {
 public:
  PathResolver(const TextNode& root, std::string_view path,
               const std::function<Place(std::size_t)>& place)
      : root_(root), path_(path), place_(place), pieces_(split(path)) {}

  Steps resolve() {
    if (pieces_.empty()) return {};
    const Step& head = pieces_[0];
    const TextNode* parts = root_.find("parts") ? &root_.find("parts")->value : nullptr;
    const auto has = [&](std::string_view section) {
      const TextEntry* entry = root_.find(section);
      return entry && find_child(root_, entry->value, head);
    };
    if (!is_among(kSettings, head.key)) {
      if (has("parameters")) {
        result_.push_back({"parameters"});
        follow(&root_.find("parameters")->value);
        return std::move(result_);
      }
      if (has("parts")) {
        result_.push_back({"parts"});
        follow_part(parts);
        return std::move(result_);
      }
    }
    if (head.key == "parts" && pieces_.size() > 1) {
      take();
      follow_part(parts);
    } else if (is_among(kSections, head.key) || root_.find(head.key)) {
      follow(&root_);
    } else {
      refuse_head(head.key);
    }
    return std::move(result_);
  }

 private:
  void take() { result_.push_back(pieces_[at_++]); }
  bool is_done() const { return at_ == pieces_.size(); }
  const TextNode* child(const TextNode* node, const Step& step) const {
    return node ? find_child(root_, *node, step) : nullptr;
  }

  /// As in the file. A key may contain points: {p1.x: 0}.
  void follow(const TextNode* node) {
    while (!is_done()) {
      std::size_t count = 1;
      std::string key = pieces_[at_].key, longest = key;
      for (std::size_t k = at_ + 1; k < pieces_.size() && !pieces_[k].index; ++k) {
        key += '.' + pieces_[k].key;
        if (!pieces_[at_].index && child(node, {key})) {
          longest = key;
          count = k + 1 - at_;
        }
      }
      const Step step = pieces_[at_].index ? pieces_[at_] : Step{longest};
      node = child(node, step);
      result_.push_back(step);
      at_ += count;
    }
  }

  void follow_part(const TextNode* parts) {
    const TextNode* part = child(parts, pieces_[at_]);
    const std::string name = pieces_[at_].key;
    take();
    if (is_done() || !part) return follow(nullptr);
    part = resolve_alias(root_, *part);
    const TextNode* own = part;  // the part's map, or what one member of a repeated part changes
    if (pieces_[at_].index && child(part, {"repeat"})) {
      const std::string member = std::to_string(*pieces_[at_].index);
      result_.push_back({"override"});
      result_.push_back({member});
      own = child(child(part, {"override"}), {member});
      ++at_;
      if (is_done()) return;
    }
    const Step& piece = pieces_[at_];
    const TextNode* type = child(part, {"type"});
    const TextNode* parameters = child(part, {"parameters"});
    const TextNode* inner = child(part, {"parts"});
    if (is_among(kPartKeys, piece.key)) {
      if (piece.key == "parts" && at_ + 1 < pieces_.size()) {
        take();
        return follow_part(inner);
      }
    } else if (child(parameters, piece)) {
      result_.push_back({"parameters"});
      return follow(child(own, {"parameters"}));
    } else if (type && is_file_name(type->text)) {
      if (at_ + 1 < pieces_.size()) refuse_other_file(name, *type);
      result_.push_back({"parameters"});
      return follow(child(own, {"parameters"}));
    } else if (!type && inner) {
      if (!child(inner, piece)) refuse_inner(name, piece.key, parameters, inner);
      result_.push_back({"parts"});
      return follow_part(inner);
    } else if (type && !child(part, piece)) {
      // A user-defined name of the part: an element of a graph, a state, a frame.
      for (const char* section :
           {"elements", "states", "unknowns", "inputs", "outputs", "frames"}) {
        if (!child(child(own, {section}), piece)) continue;
        result_.push_back({section});
        return follow(child(own, {section}));
      }
    }
    follow(own);
  }

  static void add_keys(const TextNode* map, std::vector<std::string>& names) {
    if (!map || !map->is_map()) return;
    for (const TextEntry& entry : map->entries) names.push_back(entry.key.text);
  }

  [[noreturn]] void refuse(std::string message, std::string suggestion) const {
    throw InputError(Place{std::make_shared<const SourceFile>(SourceFile{"<name>", path_}), 1, 1},
                     std::move(message), std::move(suggestion), static_cast<int>(path_.size()));
  }

  [[noreturn]] void refuse_head(const std::string& head) const {
    std::vector<std::string> names;
    for (const char* section : {"parameters", "parts"}) {
      if (const TextEntry* entry = root_.find(section)) {
        add_keys(resolve_alias(root_, entry->value), names);
      }
    }
    for (const std::string_view section : kSections) names.emplace_back(section);
    std::string suggestion = did_you_mean(head, names);
    if (suggestion.empty()) {
      suggestion =
          "a name is that of a parameter, of a part's value ('pin.damping') or of a "
          "setting ('simulate.until'); 'parameters." +
          head + "' adds a parameter";
    }
    refuse("there is no '" + head + "' in this model", suggestion);
  }

  [[noreturn]] void refuse_inner(const std::string& part, const std::string& name,
                                 const TextNode* parameters, const TextNode* inner) const {
    std::vector<std::string> names;
    add_keys(parameters, names);
    add_keys(inner, names);
    std::string suggestion = did_you_mean(name, names);
    if (suggestion.empty()) suggestion = "it has " + quote_list(names, "and");
    refuse("'" + part + "' has no part or parameter '" + name + "'", suggestion);
  }

  [[noreturn]] void refuse_other_file(const std::string& part, const TextNode& type) const {
    std::string rest;
    for (std::size_t k = at_; k < pieces_.size(); ++k) {
      if (pieces_[k].index) {
        rest += '[' + std::to_string(*pieces_[k].index) + ']';
      } else {
        rest += (rest.empty() ? "" : ".") + pieces_[k].key;
      }
    }
    throw InputError(place_(type.content),
                     "'" + rest + "' of '" + part + "' is in another file, '" + type.text + "'",
                     "change it there, for all that use the file: 'holon set " +
                         shell_path(type.text) + " " + rest + "=…'",
                     static_cast<int>(type.text.size()));
  }

  const TextNode& root_;
  std::string path_;
  const std::function<Place(std::size_t)>& place_;
  Steps pieces_;
  std::size_t at_ = 0;
  Steps result_;
};

const Schema* schema_below(const Schema* schema, const std::string& name) {
  const Field* field = schema ? schema->find(name) : nullptr;
  return field && field->kind == FieldKind::object ? field->schema : nullptr;
}

}  // namespace

const TextNode* resolve_alias(const TextNode& root, const TextNode& node) {
  const TextNode* found = &node;
  // An alias follows its anchor, so this terminates.
  while (found && found->kind == TextNode::Kind::alias) {
    found = find_anchor(root, found->text, found->begin);
  }
  return found;
}

const TextNode* find_child(const TextNode& root, const TextNode& node, const Step& step) {
  const TextNode* map = resolve_alias(root, node);
  if (!map) return nullptr;
  if (step.index) {
    if (!map->is_list() || *step.index >= map->entries.size()) return nullptr;
    return &map->entries[*step.index].value;
  }
  if (const TextEntry* own = map->find(step.key)) return &own->value;
  const TextEntry* merge = map->find("<<");
  if (!merge) return nullptr;
  const TextNode* from = resolve_alias(root, merge->value);
  if (from && !from->is_list()) return find_child(root, *from, step);
  for (std::size_t k = 0; from && k < from->entries.size(); ++k) {
    if (const TextNode* found = find_child(root, from->entries[k].value, step)) return found;
  }
  return nullptr;
}

Steps resolve_path(const TextNode& root, std::string_view path,
                   const std::function<Place(std::size_t byte)>& place) {
  return PathResolver(root, path, place).resolve();
}

std::vector<std::string> find_order(const TextNode& root, const Steps& steps,
                                    const Catalogue& catalogue) {
  std::vector<std::string> names;
  if (steps.empty()) return {std::begin(kSections), std::end(kSections)};
  const Schema* schema = nullptr;
  const TextNode* node = &root;
  for (std::size_t k = 0; k < steps.size() && node; ++k) {
    node = find_child(root, *node, steps[k]);
    const bool is_part = k > 0 && steps[k - 1].key == "parts" && !schema;
    names.clear();
    if (is_part && node) {
      const TextNode* type = find_child(root, *node, {"type"});
      const PartType* known = type ? catalogue.find(type->text) : nullptr;
      schema = known ? &known->schema : nullptr;
      names.assign(std::begin(kPartKeys), std::end(kPartKeys) - 1);
      continue;
    }
    if (k == 0 && steps[0].key == "simulate") {
      schema = &schema_of<SimulateSettings>();
    } else if (k == 0 && steps[0].key == "world") {
      schema = &schema_of<WorldSettings>();
    } else if (k == 0 && steps[0].key == "fluid") {
      schema = &schema_of<FluidSettings>();
    } else {
      schema = schema_below(schema, steps[k].key);
    }
  }
  if (!schema) return names;
  for (const Field& field : schema->fields) {
    if (!field.is_inline) names.push_back(field.name);
    for (const Alternative& form : field.alternatives) {
      if (field.is_inline) names.push_back(form.key);
    }
  }
  return names;
}

}  // namespace holon::detail
