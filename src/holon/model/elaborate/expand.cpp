// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

#include "holon/model/elaborate/expansion.h"

#include <cmath>

#include "holon/base/names.h"
#include "holon/model/elaborate/elaboration.h"

namespace holon::detail {

namespace {

/// The path of an override below `name`: "link.mass" -> "mass" for "link".
bool is_below(std::string_view path, const std::string& name, std::string_view& rest) {
  if (!path.starts_with(name) || path.size() == name.size() || path[name.size()] != '.') {
    return false;
  }
  rest = path.substr(name.size() + 1);
  return true;
}

/// A copy of a part's node that can be changed, under its own key so that it keeps its location.
std::shared_ptr<SourceNode> copy_of(const SourceNode::Entry& entry) {
  const auto holder = std::make_shared<SourceNode>(SourceNode::make_map(entry.key_place));
  SourceNode& copy = holder->add(entry.key, entry.value, entry.key_place);
  return {holder, &copy};
}

/// Why a text cannot be a name; empty where it can.
std::string explain_bad_name(const std::string& name) {
  if (name == "i") {
    return "'i' is the index of repeated parts and cannot be used as a name";
  }
  if (name == "time" || name == "world" || name == "system") {
    return "'" + name + "' is reserved and cannot be used as a name";
  }
  if (is_reserved_word(name)) {
    return "'" + name + "' is a keyword of the formula language and cannot be a name";
  }
  if (!is_name(name)) return "'" + name + "' is not a name: a letter, then letters, digits and _";
  return {};
}

/// Sections of the language that this version does not support.
constexpr const char* kFutureSections[] = {"sweep", "inputs", "sensitivity"};

}  // namespace

bool check_name(const std::string& name, const SourceNode& node, const PartLabel& label,
                Diagnostics& diagnostics) {
  const std::string message = explain_bad_name(name);
  if (!message.empty()) node.error(diagnostics, label, message);
  return message.empty();
}

bool check_new_name(const SourceNode::Entry& entry, Scope& scope, const PartLabel& label,
                    Diagnostics& diagnostics) {
  const std::string& name = entry.key;
  std::string message = explain_bad_name(name);
  if (message.empty() && scope.parameter_index.contains(name)) {
    message = "there is a parameter '" + name + "' already";
  } else if (message.empty() && scope.series.contains(name)) {
    message = "there is an input '" + name + "' already";
  }
  if (message.empty()) return true;
  entry.value.key_error(diagnostics, label, message);
  entry.value.mark_read();
  return false;
}

bool Expansion::check_version(const SourceNode& root, const PartLabel& label) {
  const SourceNode* version = root.find("holon");
  if (!version) {
    root.error(diagnostics_, label, "'holon: 1' is missing: the version of the language",
               "begin the file with the line 'holon: 1'");
    return true;
  }
  if (version->is_scalar() && version->text() == "1") return true;
  version->error(diagnostics_, label,
                 "this program reads version 1 of the language, not " + version->description(),
                 "write 'holon: 1'");
  return false;
}

void Expansion::read_units(const SourceNode& file, Scope& scope, const PartLabel& label) {
  const SourceNode* units = file.find("units");
  if (!units) return;
  scope.has_strict_units = units->is_scalar() && units->text() == "strict";
  if (scope.has_strict_units) return;
  units->mark_read();
  units->error(diagnostics_, label, "'units' can be 'strict', not " + units->description(),
               "write 'units: strict', or leave it out");
}

void Expansion::refuse_future_sections(const SourceNode& file, const PartLabel& label,
                                       bool is_run) {
  for (const char* section : kFutureSections) {
    const SourceNode* node = file.peek(section);
    const bool is_read = std::string_view(section) == "inputs" && is_run;
    if (!node || is_read) continue;
    node->key_error(diagnostics_, label,
                    std::string("'") + section + "' is not in this version yet");
    node->mark_read();
  }
}

void Expansion::expand_file(const SourceNode& root, Scope& scope, Overrides overrides) {
  open_files_.emplace_back(root.place().file());
  expand_parts(root.find("parts"), scope, std::move(overrides));
}

void Expansion::expand_parts(const SourceNode* parts, Scope& scope, Overrides overrides) {
  if (!parts || parts->is_empty()) return;
  if (!parts->is_map()) {
    parts->error(diagnostics_, scope.label,
                 "'parts' is a map of names, not " + parts->description(),
                 "write 'link: {type: RigidBody, …}'");
    parts->mark_read();
    return;
  }
  for (const SourceNode::Entry& entry : parts->entries()) {
    if (has_too_many_parts_) return;
    expand_part(entry, scope, overrides);
  }
}

/// For repeated parts it is known from the first member, before memory is allocated for the others.
bool Expansion::check_part_count(std::size_t count, const SourceNode& node,
                                 const PartLabel& label) {
  if (count <= kMostParts || has_too_many_parts_) return !has_too_many_parts_;
  has_too_many_parts_ = true;
  node.error(diagnostics_, label,
             "there are " + std::to_string(count) +
                 " parts up to this one; a model can have at most " + std::to_string(kMostParts));
  return false;
}

void Expansion::expand_part(const SourceNode::Entry& entry, Scope& scope, Overrides& overrides) {
  const PartLabel label = label_of(scope.prefix + entry.key, "");
  if (!check_new_name(entry, scope, label, diagnostics_)) return;
  const SourceNode& node = entry.value;
  if (!node.is_map()) {
    node.key_error(diagnostics_, label,
                   "a part is a map such as {type: RigidBody, …}, not " + node.description());
    node.mark_read();
    PartEntry& unknown = scope.parts.emplace_back();
    unknown.name = scope.prefix + entry.key;
    scope.part_index.emplace(entry.key, &unknown);
    return;
  }
  const auto select = [&](const std::string& name, Overrides& selected) {
    for (const PendingOverride& pending : overrides) {
      std::string_view rest;
      if (is_below(pending.path, name, rest)) {
        selected.push_back({rest, pending.override, pending.is_used});
      }
    }
  };
  const std::shared_ptr<const SourceNode> shared(scope.tree, &node);
  const SourceNode* repeat = node.find("repeat");
  const SourceNode* changes = node.find("override");
  if (!repeat) {
    if (changes) {
      changes->key_error(diagnostics_, label,
                         "'override' changes members of a repeated part; this one is not repeated",
                         "give it a 'repeat'");
      changes->mark_read();
    }
    Overrides selected;
    select(entry.key, selected);
    expand_instance(entry.key, shared, std::nullopt, scope, std::move(selected));
    return;
  }
  const int count = read_repeat(*repeat, scope, label);
  scope.arrays.emplace(entry.key, count);
  if (count == 0) {
    node.mark_read();
    return;
  }
  if (changes && !changes->expect(SourceNode::Kind::map, diagnostics_, label)) changes = nullptr;
  if (changes) {
    changes->mark_read();
    for (const SourceNode::Entry& change : changes->entries()) {
      const bool is_member = !change.key.empty() && change.key.size() < 8 &&
                             change.key.find_first_not_of("0123456789") == std::string::npos &&
                             std::stoi(change.key) < count &&
                             std::to_string(std::stoi(change.key)) == change.key;
      if (!is_member) {
        change.value.key_error(diagnostics_, label,
                               "'" + change.key + "' is not a member of '" + entry.key +
                                   "', whose members are 0 to " + std::to_string(count - 1));
      } else if (change.value.expect(SourceNode::Kind::map, diagnostics_, label)) {
        for (const char* key : {"repeat", "override"}) {
          if (const SourceNode* odd = change.value.peek(key)) {
            odd->key_error(diagnostics_, label,
                           std::string("'") + key + "' cannot be changed for one member");
          }
        }
      }
    }
  }
  const std::size_t others = part_count_;
  for (int k = 0; k < count; ++k) {
    const std::size_t each = part_count_ - others;
    if (k == 1 &&
        !check_part_count(others + each * static_cast<std::size_t>(count), *repeat, label))
      return;
    if (has_too_many_parts_) return;
    const std::string member = std::to_string(k);
    const SourceNode* change = changes ? changes->peek(member) : nullptr;
    std::shared_ptr<const SourceNode> own = shared;
    if (change && change->is_map()) {
      const auto copy = copy_of(entry);
      const SourceNode* type = node.peek("type");
      const PartType* known = type ? catalogue_.find(type->text()) : nullptr;
      merge_below(*copy, *change, known ? &known->schema : nullptr);
      own = copy;
      scope.superseded.push_back(shared);
    }
    const std::string local = entry.key + "[" + member + "]";
    Overrides selected;
    select(entry.key, selected);
    select(local, selected);
    expand_instance(local, own, k, scope, std::move(selected));
  }
}

int Expansion::read_repeat(const SourceNode& node, Scope& scope, const PartLabel& label) {
  const auto number = elaboration_.read_constant(node, Requirement{}, scope, label);
  if (!number) return 0;
  if (*number != std::floor(*number) || *number < 1 || *number > double{kMostParts}) {
    node.error(diagnostics_, label,
               "'repeat' must be a whole number from 1 to " + std::to_string(kMostParts));
    return 0;
  }
  return static_cast<int>(*number);
}

void Expansion::read_interface(const SourceNode* map, Scope& scope, const PartLabel& label) {
  if (!map || !map->expect(SourceNode::Kind::map, diagnostics_, label)) return;
  auto& shown = scope.interface.emplace();
  for (const char* kind : {"frames", "outputs", "ports"}) {
    const SourceNode* list = map->find(kind);
    if (!list || list->is_empty()) continue;
    if (list->is_map()) {
      for (const SourceNode::Entry& entry : list->entries()) {
        if (!check_new_name(entry, scope, label, diagnostics_)) continue;
        shown.push_back({entry.key, entry.value.text(), &entry.value, kind, true});
      }
    } else if (list->expect(SourceNode::Kind::list, diagnostics_, label)) {
      for (const SourceNode::Entry& item : list->items()) {
        shown.push_back({item.value.text(), item.value.text(), &item.value, kind, false});
      }
    }
  }
}

void Expansion::resolve_interfaces(Scope& scope) {
  if (scope.interface) resolve_interface(scope);
  for (PartEntry& part : scope.parts) resolve_interfaces(part.scope);
}

/// Evaluates indices, and refuses names that already have another meaning.
void Expansion::resolve_interface(Scope& scope) {
  std::unordered_map<std::string, const SourceNode*> known;
  std::vector<InterfaceEntry> resolved;
  for (InterfaceEntry& entry : *scope.interface) {
    if (entry.inner.find('[') != std::string::npos) {
      entry.inner = elaboration_.resolve_name(*entry.node, scope, scope.label);
      if (!entry.has_own_name) entry.visible = entry.inner;
    }
    if (entry.inner.empty()) {
      if (entry.node->is_empty() || !entry.node->is_scalar()) {
        entry.node->expect(SourceNode::Kind::scalar, diagnostics_, scope.label);
      }
      scope.is_interface_broken = true;
      continue;
    }
    const auto refuse = [&](const std::string& what, const Place& other) {
      if (entry.has_own_name) {
        entry.node->key_error(diagnostics_, scope.label, what, "choose another name");
      } else {
        entry.node->error(diagnostics_, scope.label, what);
      }
      if (other.known()) diagnostics_.add_note(other, "the other one is here");
      scope.is_interface_broken = true;
    };
    const PartEntry* part = scope.find_part(entry.visible);
    if (!part) part = scope.find_part(entry.visible + "[0]");
    if (entry.has_own_name && part && entry.visible != entry.inner) {
      refuse("'" + entry.visible + "' is a part inside and cannot be an alias for '" + entry.inner +
                 "'",
             part->node->key_place());
      continue;
    }
    const auto [it, is_new] = known.emplace(entry.visible, entry.node);
    if (!is_new) {
      refuse("the interface names '" + entry.visible + "' twice",
             entry.has_own_name ? it->second->key_place() : it->second->place());
      continue;
    }
    resolved.push_back(std::move(entry));
  }
  *scope.interface = std::move(resolved);
}

void Expansion::check_interfaces(Scope& scope) {
  if (scope.interface) {
    for (const InterfaceEntry& entry : *scope.interface) {
      if (entry.kind == "frames") {
        elaboration_.read_frame(*entry.node, scope, scope.label);
      } else if (entry.kind == "ports") {
        // The elements or flanges there are known when all parts are built.
        const std::string head(split_head(entry.inner).first);
        if (!scope.find_part(head)) {
          entry.node->error(diagnostics_, scope.label, "there is no part '" + head + "' here",
                            did_you_mean(head, elaboration_.names().names_seen_from(scope)));
        } else {
          Diagnostic where;
          where.place = entry.node->place();
          where.part_path = scope.label.path;
          where.part_type = scope.label.type;
          elaboration_.model().shown_ports.push_back(
              {scope.prefix + entry.inner, entry.inner, std::move(where)});
        }
      } else {
        elaboration_.read_output(*entry.node, scope, scope.label);
      }
      if (entry.visible != entry.inner) {
        elaboration_.model().aliases.emplace_back(scope.prefix + entry.visible,
                                                  scope.prefix + entry.inner);
      }
    }
  }
  for (PartEntry& part : scope.parts) check_interfaces(part.scope);
}

}  // namespace holon::detail
