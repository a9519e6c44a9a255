// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The forms that values of the various kinds of fields take in a model.
#include <charconv>
#include <cmath>
#include <filesystem>
#include <stdexcept>

#include "holon/base/names.h"
#include "holon/expr/print/print.h"
#include "holon/model/assembly/report.h"
#include "holon/model/describe/validate.h"
#include "holon/model/elaborate/elaboration.h"
#include "holon/model/elaborate/object_reader.h"

namespace holon::detail {

namespace {

bool is_axis_name(const std::string& text) {
  return text == "x" || text == "y" || text == "z" || text == "-x" || text == "-y" || text == "-z";
}

}  // namespace

bool ObjectReader::read_value(const Field& field, void* value, const SourceNode& node) {
  const auto read_text = [&](std::string& text) {
    if (!node.expect(SourceNode::Kind::scalar, diagnostics_, label_)) return false;
    text = node.text();
    return true;
  };
  switch (field.kind) {
    case FieldKind::number: {
      if (!check_temperatures(field, node)) return false;
      const auto number =
          field.is_condition
              ? elaboration_.read_condition(node, scope_, label_)
              : elaboration_.read_number(node, requirement_of(field, node), scope_, label_);
      if (number) *static_cast<Expr*>(value) = *number;
      return number.has_value();
    }
    case FieldKind::plain: {
      const auto number = field.is_period ? elaboration_.read_period(node, scope_, label_)
                                          : elaboration_.read_constant(
                                                node, requirement_of(field, node), scope_, label_);
      if (number) *static_cast<double*>(value) = *number;
      return number.has_value();
    }
    case FieldKind::vector: {
      const auto list = elaboration_.read_list(node, field.requirement, scope_, label_);
      if (!list) return false;
      if (list->size() != 3) {
        node.error(diagnostics_, label_,
                   "'" + field.name + "' requires 3 numbers, not " + std::to_string(list->size()));
        return false;
      }
      *static_cast<Vector3<Expr>*>(value) = {(*list)[0], (*list)[1], (*list)[2]};
      return true;
    }
    case FieldKind::source: {
      node.mark_read();
      *static_cast<std::shared_ptr<const SourceNode>*>(value) = std::make_shared<SourceNode>(node);
      return true;
    }
    case FieldKind::numbers: {
      if (!check_temperatures(field, node)) return false;
      if (field.takes_one && node.is_scalar()) {
        const Value any = elaboration_.read_any(node, scope_, label_);
        if (any.failed()) return false;
        if (!any.is_list()) {
          const auto one =
              elaboration_.read_number(node, requirement_of(field, node), scope_, label_);
          if (one) *static_cast<std::vector<Expr>*>(value) = {*one};
          return one.has_value();
        }
      }
      auto list = elaboration_.read_list(node, requirement_of(field, node), scope_, label_,
                                         is_interval(field));
      if (list) *static_cast<std::vector<Expr>*>(value) = std::move(*list);
      return list.has_value();
    }
    case FieldKind::flag: {
      if (!node.expect(SourceNode::Kind::scalar, diagnostics_, label_)) return false;
      if (node.text() != "true" && node.text() != "false") {
        node.error(diagnostics_, label_,
                   "'" + field.name + "' is true or false, not '" + node.text() + "'");
        return false;
      }
      *static_cast<bool*>(value) = node.text() == "true";
      return true;
    }
    case FieldKind::integer: {
      const auto number = elaboration_.read_constant(node, Requirement{}, scope_, label_);
      if (!number) return false;
      constexpr double kLargest = 9007199254740992.0;  // 2^53: beyond it doubles skip whole numbers
      if (*number != std::floor(*number) || std::abs(*number) > kLargest) {
        node.error(diagnostics_, label_, "'" + field.name + "' must be a whole number");
        return false;
      }
      *static_cast<std::int64_t*>(value) = static_cast<std::int64_t>(*number);
      return true;
    }
    case FieldKind::text: {
      auto& text = *static_cast<std::string*>(value);
      if (field.names_parts) {
        if (!node.expect(SourceNode::Kind::scalar, diagnostics_, label_)) return false;
        text = elaboration_.read_part_name(node, scope_, label_);
        return !text.empty();
      }
      if (!read_text(text) || (field.is_file && !elaboration_.check_file(node, text, label_)))
        return false;
      if (field.is_file) text = place_file(node, text);
      return !field.gives_dimension || check_unit(node);
    }
    case FieldKind::texts: {
      auto& texts = *static_cast<std::vector<std::string>*>(value);
      texts.clear();
      // In parts these are names, or bonds between them; indices are evaluated ("link[i+1].w").
      if (node.is_scalar() && !field.names_parts) {
        return read_text(texts.emplace_back()) &&
               (!part_ || elaboration_.resolve_indices(node, texts.back(), scope_, label_));
      }
      if (!node.expect(SourceNode::Kind::list, diagnostics_, label_)) return false;
      bool ok = true;
      for (const SourceNode::Entry& item : node.items()) {
        ok = item.value.expect(SourceNode::Kind::scalar, diagnostics_, label_) && ok;
        texts.push_back(item.value.text());
        if (field.names_parts) {
          texts.back() = elaboration_.read_part_name(item.value, scope_, label_);
          ok = !texts.back().empty() && ok;
        } else if (part_) {
          elaboration_.uses().report_bond(item.value, scope_);
          ok = elaboration_.resolve_indices(item.value, texts.back(), scope_, label_) && ok;
        }
      }
      return ok;
    }
    case FieldKind::choice: return read_choice(field, value, node);
    case FieldKind::axis: return read_axis(*static_cast<Axis*>(value), node);
    case FieldKind::frame: {
      std::string frame = elaboration_.read_frame(node, scope_, label_);
      if (frame.empty()) return false;
      static_cast<FrameName*>(value)->path = std::move(frame);
      return true;
    }
    case FieldKind::between: {
      if (!node.expect(SourceNode::Kind::list, diagnostics_, label_)) return false;
      if (node.size() != 2) {
        node.error(diagnostics_, label_,
                   "'" + field.name + "' takes two frames, not " + std::to_string(node.size()));
        return false;
      }
      auto& ends = *static_cast<std::array<FrameName, 2>*>(value);
      for (std::size_t k = 0; k < 2; ++k) {
        ends[k].path = elaboration_.read_frame(node.item(k), scope_, label_);
      }
      return !ends[0].path.empty() && !ends[1].path.empty();
    }
    case FieldKind::orientation: return read_orientation(*static_cast<Orientation*>(value), node);
    default: return false;  // read_field handles objects
  }
}

bool ObjectReader::read_choice(const Field& field, void* value, const SourceNode& node) {
  const auto is_future = [&](const std::string& name) {
    for (const std::string& future : field.future_choices) {
      if (future == name) return true;
    }
    return false;
  };
  // A choice with settings of its own, {baumgarte: {…}}: not supported in this version.
  const bool has_settings = node.is_map() && node.size() == 1;
  const std::string name = has_settings ? node.peek_entries()[0].key : node.text();
  if (!has_settings && !node.expect(SourceNode::Kind::scalar, diagnostics_, label_)) {
    return false;
  }
  for (std::size_t k = 0; k < field.choices.size() && !has_settings; ++k) {
    if (field.choices[k] != name) continue;
    field.set_choice(value, static_cast<int>(k));
    return true;
  }
  std::string message = "'" + field.name + "' cannot be '" + name + "'";
  std::string suggestion = did_you_mean(name, field.choices);
  if (is_future(name)) message = "'" + field.name + ": " + name + "' is not in this version yet";
  if (suggestion.empty() || is_future(name)) suggestion = "it may be " + quote_list(field.choices);
  node.error(diagnostics_, label_, message, suggestion);
  return false;
}

bool ObjectReader::read_axis(Axis& axis, const SourceNode& node) {
  if (node.is_scalar() && is_axis_name(node.text())) {
    axis = Axis(node.text().c_str());
    return true;
  }
  if (node.is_scalar() && is_name(node.text()) &&
      elaboration_.names().find(scope_, node.text()).kind == Meaning::Kind::nothing) {
    node.error(diagnostics_, label_, "'" + node.text() + "' is not an axis",
               "an axis is x, y, z, -x, -y, -z or a list of three numbers");
    return false;
  }
  const auto list = elaboration_.read_list(node, Requirement{}, scope_, label_);
  if (!list) return false;
  if (list->size() != 3) {
    node.error(
        diagnostics_, label_,
        "an axis is x, y, z, -x, -y, -z or three numbers, not " + std::to_string(list->size()));
    return false;
  }
  for (const Expr e : *list) {
    if (e.is_constant()) continue;
    const bool varies = elaboration_.symbols().varies(e);
    node.error(diagnostics_, label_,
               std::string("an axis must be constant; this one ") +
                   (varies ? "changes during the run" : "depends on a tunable parameter"));
    return false;
  }
  try {
    axis = Axis((*list)[0].value(), (*list)[1].value(), (*list)[2].value());
  } catch (const std::invalid_argument& error) {
    node.error(diagnostics_, label_, error.what());
    return false;
  }
  return true;
}

std::optional<Orientation> ObjectReader::read_axis_angle(const SourceNode& node) {
  const SourceNode* axis = node.find("axis");
  const SourceNode* angle = node.find("angle");
  if (!axis || !angle) {
    node.key_error(diagnostics_, label_,
                   std::string("'") + (axis ? "angle" : "axis") + "' is required with '" +
                       (axis ? "axis" : "angle") + "'");
    return std::nullopt;
  }
  std::optional<std::vector<Expr>> direction;
  if (axis->is_scalar() && is_axis_name(axis->text())) {
    const Axis named(axis->text().c_str());
    direction.emplace(named.direction.begin(), named.direction.end());
  } else {
    direction = elaboration_.read_list(*axis, Requirement{}, scope_, label_);
  }
  static const Requirement kAngle = Requirement::from_unit("rad");
  const auto turn = elaboration_.read_number(*angle, kAngle, scope_, label_);
  if (!direction || !turn) return std::nullopt;
  if (direction->size() != 3) {
    axis->error(diagnostics_, label_,
                "an axis has 3 components, not " + std::to_string(direction->size()));
    return std::nullopt;
  }
  return Orientation::axis_angle({(*direction)[0], (*direction)[1], (*direction)[2]}, *turn);
}

bool ObjectReader::read_orientation(Orientation& orientation, const SourceNode& node) {
  constexpr const char* kForms = "{axis: …, angle: …}, {rpy: […]} or {quaternion: […]}";
  const auto read_parts_of = [&](const SourceNode& list, std::size_t size,
                                 const Requirement& needed) -> std::optional<std::vector<Expr>> {
    auto numbers = elaboration_.read_list(list, needed, scope_, label_);
    if (numbers && numbers->size() != size) {
      list.error(
          diagnostics_, label_,
          std::to_string(size) + " numbers are needed, not " + std::to_string(numbers->size()));
      return std::nullopt;
    }
    return numbers;
  };
  try {
    if (node.is_scalar()) {
      const auto q = read_parts_of(node, 4, Requirement{});
      if (!q) return false;
      orientation = Orientation::from_quaternion((*q)[0], (*q)[1], (*q)[2], (*q)[3]);
      return true;
    }
    if (!node.is_map()) {
      node.error(diagnostics_, label_,
                 std::string("an orientation is ") + kForms + ", not " + node.description());
      return false;
    }
    const SourceNode* rpy = node.find("rpy");
    const SourceNode* quaternion = node.find("quaternion");
    const bool has_axis = node.peek("axis") || node.peek("angle");
    if ((rpy != nullptr) + (quaternion != nullptr) + has_axis != 1) {
      node.mark_requested("axis");
      node.mark_requested("angle");
      node.key_error(diagnostics_, label_, std::string("an orientation is one of ") + kForms);
      return false;
    }
    if (rpy) {
      static const Requirement kAngle = Requirement::from_unit("rad");
      const auto angles = read_parts_of(*rpy, 3, kAngle);
      if (!angles) return false;
      orientation = Orientation::rpy((*angles)[0], (*angles)[1], (*angles)[2]);
    } else if (quaternion) {
      const auto q = read_parts_of(*quaternion, 4, Requirement{});
      if (!q) return false;
      orientation = Orientation::from_quaternion((*q)[0], (*q)[1], (*q)[2], (*q)[3]);
    } else {
      const auto read = read_axis_angle(node);
      if (!read) return false;
      orientation = *read;
    }
  } catch (const std::invalid_argument& error) {
    node.key_error(diagnostics_, label_, error.what());
    return false;
  }
  return true;
}

/// The name of a file as the part finds it, which reads it from the folder of the file that
/// contains the part: a variant's names are relative to the variant's own folder.
std::string ObjectReader::place_file(const SourceNode& node, const std::string& name) const {
  namespace fs = std::filesystem;
  const std::string folder = folder_of(node);
  if (fs::path(name).is_absolute() || !part_ || folder == folder_of(*part_->node)) return name;
  return fs::absolute(fs::path(folder) / name).lexically_normal().string();
}

bool ObjectReader::check_unit(const SourceNode& node) {
  const UnitParse parsed = parse_unit(node.text());
  if (parsed) return true;
  node.text_error(diagnostics_, label_,
                  {static_cast<std::size_t>(parsed.offset), static_cast<std::size_t>(parsed.length),
                   parsed.message, parsed.suggestion});
  return false;
}

Requirement ObjectReader::requirement_of(const Field& field, const SourceNode& node) {
  if (field.dimension_rule && part_ && member_) {
    const auto needed = field.dimension_rule(*part_->node, *member_, name_);
    if (!needed) return field.requirement;
    const auto given = dimensions_.of_value(node, *part_);
    return given && given->si() == needed->si() ? *given : *needed;
  }
  if (field.fits.empty() || !part_) return field.requirement;
  std::optional<Dimension> dimension;
  if (field.fits[0].starts_with("./")) {
    const SourceNode* beside = member_ ? member_->peek(field.fits[0].substr(2)) : nullptr;
    if (beside) dimension = dimensions_.of_value(*beside, *part_);
    if (dimension) dimension = *dimension * field.fits_unit;
  } else if (field.fits[0] == ".") {
    OwnName* own = part_->scope.find_name(name_, true);
    if (named_) {
      dimension = dimensions_.of(*named_);
    } else if (own) {
      dimension = dimensions_.of_name(*own);
    }
    if (dimension && field.fits_inverse) {
      dimension = field.fits_unit * dimension->without(BaseQuantity::angle).inverse();
    } else if (dimension) {
      dimension = *dimension * field.fits_unit;
    }
  } else {
    dimension = dimensions_.of_product(*part_, field.fits, field.fits_unit);
    // Calculated dimensions may differ by powers of angle, like the results of formulas.
    if (dimension && field.fits.size() > 1) {
      const auto given = dimensions_.of_value(node, *part_);
      if (given && can_add(*given, *dimension)) dimension = given;
    }
  }
  if (!dimension) return field.requirement;
  Requirement needed(*dimension);
  const bool is_difference = !field.requirement.text.empty();  // of a field of any dimension
  if (is_difference && *dimension == dimensions::kTemperature) {
    needed = field.requirement;
    needed.kind = Requirement::Kind::temperature_difference;
    needed.dimension = *dimension;
  }
  return needed;
}

bool ObjectReader::is_difference(const Formula& formula, const Formula::Node& node,
                                 const SourceNode& written) {
  const auto children = formula.children(node);
  const auto child = [&](std::size_t k) -> const Formula::Node& {
    return formula.node(children[k]);
  };
  switch (node.op) {
    case Formula::Op::negate:
    case Formula::Op::divide: return is_difference(formula, child(0), written);
    case Formula::Op::multiply:
      return is_difference(formula, child(0), written) || is_difference(formula, child(1), written);
    case Formula::Op::call: return node.text == "abs" && is_difference(formula, child(0), written);
    case Formula::Op::subtract: break;
    default: return false;
  }
  const Formula::Node& right = child(1);
  auto taken = std::make_shared<SourceNode>(SourceNode::make_scalar(
      formula.text().substr(right.offset, right.length), written.place_at(right.offset), true));
  scope_.superseded.push_back(taken);
  const Value value = elaboration_.read_any(*taken, scope_, label_);
  return !value.failed() && value.is_absolute();
}

bool ObjectReader::check_temperatures(const Field& field, const SourceNode& node) {
  if (!part_ || field.fits.size() != 1 || field.fits[0].starts_with('.') ||
      field.fits_unit != Dimension{})
    return true;
  const SourceNode* other = part_->node->peek(field.fits[0]);
  if (!other || !other->is_scalar()) return true;
  std::vector<const SourceNode*> values;
  if (node.is_scalar()) values = {&node};
  if (node.is_list())
    for (const SourceNode::Entry& item : node.peek_entries()) values.push_back(&item.value);
  std::vector<TextError> ignored;
  for (const SourceNode* value : values) {
    if (!value->is_scalar()) continue;
    const Formula given = parse_value(value->text(), ignored);
    if (given.has_errors()) continue;
    const auto quantity = elaboration_.find_quantity(given, scope_);
    if (!quantity || !quantity->unit || quantity->unit->offset == 0) continue;
    const Formula compared = parse_value(other->text(), ignored);
    if (compared.has_errors() || !is_difference(compared, compared.root(), *other)) return true;
    const Unit& unit = *quantity->unit;
    value->error(
        diagnostics_, label_,
        "'" + value->text() + "' is a temperature, and '" + field.fits[0] +
            "' a difference of temperatures",
        "write " + print_number(quantity->value * unit.numerator / unit.denominator) + " K");
    return false;
  }
  return true;
}

std::string ObjectReader::read_named_value(const SourceNode::Entry& entry) {
  const Meaning meaning = elaboration_.names().find(scope_, entry.key);
  const bool is_body =
      meaning.kind == Meaning::Kind::frame && meaning.part && meaning.full == meaning.part->name;
  const bool is_number = meaning.kind == Meaning::Kind::output &&
                         (meaning.component >= 0 || meaning.output->components.empty());
  if (is_body) return meaning.full;
  if (is_number) {
    named_ = meaning;
    return component_name(meaning.full, meaning.output->components, std::max(meaning.component, 0));
  }
  if (meaning.kind == Meaning::Kind::silent) return {};
  if (meaning.kind == Meaning::Kind::nothing) {
    const TextError error = elaboration_.names().explain_missing(scope_, entry.key);
    entry.value.key_error(diagnostics_, label_, error.message, error.suggestion);
  } else {
    entry.value.key_error(diagnostics_, label_,
                          "'" + entry.key + "' is neither an output of another part nor a body");
  }
  return {};
}

std::string ObjectReader::read_own_name(const std::string& beginning,
                                        const SourceNode::Entry& entry) {
  const std::string name = entry.key;
  OwnName* own = part_->scope.find_name(beginning + name, false);
  if (own) {
    Meaning meaning;
    meaning.kind = Meaning::Kind::output;
    meaning.full = own->output.name;
    meaning.output = &own->output;
    meaning.own = own;
    named_ = meaning;
    return name;
  }
  std::vector<std::string> names;
  for (const OwnName& other : part_->scope.names)
    if (other.output.name.starts_with(beginning))
      names.push_back(other.output.name.substr(beginning.size()));
  // Without any, the errors of the model inside have been reported.
  if (names.empty()) return {};
  std::string suggestion = did_you_mean(name, names);
  if (suggestion.empty()) suggestion = "there are " + quote_list(names, "and", 8);
  entry.value.key_error(diagnostics_, label_, "there is no state '" + name + "'", suggestion);
  return {};
}

bool ObjectReader::read_own_group(const Field& field, void* value, const SourceNode::Entry& entry,
                                  const SourceNode& map, const std::string& path) {
  if (field.names_own.empty() || field.schema->bare_field < 0) return false;
  const Field& bare = field.schema->fields[static_cast<std::size_t>(field.schema->bare_field)];
  if (bare.kind != FieldKind::numbers || !bare.is_varying || !entry.value.is_scalar()) return false;
  Scope& own = part_->scope;
  const std::string beginning = field.names_own + entry.key + ".";
  if (own.find_name(field.names_own + entry.key, false)) return false;
  std::vector<OwnName*> names;
  for (OwnName& name : own.names) {
    const std::string& full = name.output.name;
    // A component is found in its whole.
    const bool is_component = own.find_name(full.substr(0, full.rfind('.')), false) != nullptr;
    if (full.starts_with(beginning) && !is_component) names.push_back(&name);
  }
  if (names.empty()) return false;
  const std::string of = elaboration_.resolve_name(entry.value, scope_, label_);
  const Meaning part = of.empty() ? Meaning{} : elaboration_.names().find(scope_, of);
  if (part.kind == Meaning::Kind::silent) return true;
  if (part.kind != Meaning::Kind::part && part.kind != Meaning::Kind::frame) {
    entry.value.error(diagnostics_, label_,
                      "'" + entry.key + "' has " + std::to_string(names.size()) +
                          " states, whose values are those of a part, and '" + of +
                          "' is not a part",
                      "name a part or a frame, or give each of them: " +
                          names.front()->output.name.substr(field.names_own.size()));
    failed_.push_back(path);
    return true;
  }
  int found = 0;
  for (OwnName* const name : names) {
    const std::string key = name->output.name.substr(field.names_own.size());
    if (map.peek(key)) continue;  // by itself
    const Meaning meaning =
        elaboration_.names().find(scope_, of + "." + name->output.name.substr(beginning.size()));
    if (meaning.kind != Meaning::Kind::output && meaning.kind != Meaning::Kind::value) continue;
    const Value given = elaboration_.value_of(meaning);
    if (given.failed()) continue;
    const auto size = given.is_list() ? given.elements().size() : 1;
    const std::optional<Dimension> needed = dimensions_.of_name(*name);
    const bool fits = !needed || !given.dimension() || given.dimension()->si() == needed->si();
    if (!fits || static_cast<int>(size) != name->output.size()) continue;
    void* const numbers = bare.value_in(field.append(value, key));
    *static_cast<std::vector<Expr>*>(numbers) =
        given.is_list() ? std::vector<Expr>(given.elements().begin(), given.elements().end())
                        : std::vector<Expr>{given.scalar()};
    ++found;
  }
  if (found > 0) return true;
  entry.value.error(diagnostics_, label_,
                    "'" + of + "' has none of the states of '" + entry.key + "', such as '" +
                        names.front()->output.name.substr(beginning.size()) + "'");
  failed_.push_back(path);
  return true;
}

}  // namespace holon::detail
