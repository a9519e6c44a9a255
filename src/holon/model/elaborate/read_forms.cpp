// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The forms that values of the various kinds of fields take in a model.
#include <charconv>
#include <cmath>
#include <filesystem>
#include <stdexcept>

#include "holon/base/names.h"
#include "holon/base/read_file.h"
#include "holon/model/describe/validate.h"
#include "holon/model/elaborate/elaboration.h"

namespace holon::detail {

namespace {

bool is_axis_name(const std::string& text) {
  return text == "x" || text == "y" || text == "z" || text == "-x" || text == "-y" || text == "-z";
}

}  // namespace

bool Elaboration::read_value(const Field& field, void* value, const SourceNode& node,
                             Reading& reading) {
  const PartLabel& label = reading.label;
  const auto read_text = [&](std::string& text) {
    if (!node.expect(SourceNode::Kind::scalar, diagnostics_, label)) return false;
    text = node.text();
    return true;
  };
  switch (field.kind) {
    case FieldKind::number: {
      const auto number =
          field.is_condition
              ? read_condition(node, reading.scope, label)
              : read_number(node, requirement_of(field, node, reading), reading.scope, label);
      if (number) *static_cast<Expr*>(value) = *number;
      return number.has_value();
    }
    case FieldKind::plain: {
      const auto number =
          field.is_period
              ? read_period(node, reading.scope, label)
              : read_constant(node, requirement_of(field, node, reading), reading.scope, label);
      if (number) *static_cast<double*>(value) = *number;
      return number.has_value();
    }
    case FieldKind::vector: {
      const auto list = read_list(node, field.requirement, reading.scope, label);
      if (!list) return false;
      if (list->size() != 3) {
        node.error(diagnostics_, label,
                   "'" + field.name + "' takes 3 numbers, not " + std::to_string(list->size()));
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
      if (field.takes_one && node.is_scalar()) {
        const Value any = read_any(node, reading.scope, label);
        if (any.failed()) return false;
        if (!any.is_list()) {
          const auto one =
              read_number(node, requirement_of(field, node, reading), reading.scope, label);
          if (one) *static_cast<std::vector<Expr>*>(value) = {*one};
          return one.has_value();
        }
      }
      auto list = read_list(node, requirement_of(field, node, reading), reading.scope, label,
                            is_interval(field));
      if (list) *static_cast<std::vector<Expr>*>(value) = std::move(*list);
      return list.has_value();
    }
    case FieldKind::flag: {
      if (!node.expect(SourceNode::Kind::scalar, diagnostics_, label)) return false;
      if (node.text() != "true" && node.text() != "false") {
        node.error(diagnostics_, label,
                   "'" + field.name + "' is true or false, not '" + node.text() + "'");
        return false;
      }
      *static_cast<bool*>(value) = node.text() == "true";
      return true;
    }
    case FieldKind::integer: {
      const auto number = read_constant(node, Requirement{}, reading.scope, label);
      if (!number) return false;
      constexpr double kLargest = 9007199254740992.0;  // 2^53: beyond it doubles skip whole numbers
      if (*number != std::floor(*number) || std::abs(*number) > kLargest) {
        node.error(diagnostics_, label, "'" + field.name + "' must be a whole number");
        return false;
      }
      *static_cast<std::int64_t*>(value) = static_cast<std::int64_t>(*number);
      return true;
    }
    case FieldKind::text: {
      auto& text = *static_cast<std::string*>(value);
      if (field.names_parts) {
        if (!node.expect(SourceNode::Kind::scalar, diagnostics_, label)) return false;
        text = read_part_name(node, reading.scope, label);
        return !text.empty();
      }
      return read_text(text) && (!field.is_file || check_file(node, text, label)) &&
             (!field.gives_dimension || check_unit(node, label));
    }
    case FieldKind::texts: {
      auto& texts = *static_cast<std::vector<std::string>*>(value);
      texts.clear();
      // In parts these are names, or bonds between them; indices are evaluated ("link[i+1].w").
      if (node.is_scalar() && !field.names_parts) {
        return read_text(texts.emplace_back()) &&
               (!reading.part || resolve_indices(node, texts.back(), reading.scope, label));
      }
      if (!node.expect(SourceNode::Kind::list, diagnostics_, label)) return false;
      bool ok = true;
      for (const SourceNode::Entry& item : node.items()) {
        ok = item.value.expect(SourceNode::Kind::scalar, diagnostics_, label) && ok;
        texts.push_back(item.value.text());
        if (field.names_parts) {
          texts.back() = read_part_name(item.value, reading.scope, label);
          ok = !texts.back().empty() && ok;
        } else if (reading.part) {
          uses_.report_bond(item.value, reading.scope);
          ok = resolve_indices(item.value, texts.back(), reading.scope, label) && ok;
        }
      }
      return ok;
    }
    case FieldKind::choice: return read_choice(field, value, node, reading);
    case FieldKind::axis: return read_axis(*static_cast<Axis*>(value), node, reading);
    case FieldKind::frame: {
      std::string frame = read_frame(node, reading.scope, label);
      if (frame.empty()) return false;
      static_cast<FrameName*>(value)->path = std::move(frame);
      return true;
    }
    case FieldKind::between: {
      if (!node.expect(SourceNode::Kind::list, diagnostics_, label)) return false;
      if (node.size() != 2) {
        node.error(diagnostics_, label,
                   "'" + field.name + "' takes two frames, not " + std::to_string(node.size()));
        return false;
      }
      auto& ends = *static_cast<std::array<FrameName, 2>*>(value);
      for (std::size_t k = 0; k < 2; ++k) {
        ends[k].path = read_frame(node.item(k), reading.scope, label);
      }
      return !ends[0].path.empty() && !ends[1].path.empty();
    }
    case FieldKind::orientation:
      return read_orientation(*static_cast<Orientation*>(value), node, reading);
    default: return false;  // read_field handles objects
  }
}

bool Elaboration::check_file(const SourceNode& node, const std::string& name,
                             const PartLabel& label) {
  namespace fs = std::filesystem;
  fs::path path = name;
  if (path.is_relative()) path = fs::path(std::string(node.place().file())).parent_path() / path;
  std::error_code code;
  if (fs::is_regular_file(path, code)) return true;
  if (const std::string reason = explain_irregular_file(path.string()); !reason.empty()) {
    node.error(diagnostics_, label, "'" + name + "' " + reason.substr(std::string("it ").size()));
  } else {
    node.error(diagnostics_, label, "there is no file '" + name + "'",
               "a file name is relative to the model's folder");
  }
  return false;
}

bool Elaboration::read_choice(const Field& field, void* value, const SourceNode& node,
                              Reading& reading) {
  const auto is_future = [&](const std::string& name) {
    for (const std::string& future : field.future_choices) {
      if (future == name) return true;
    }
    return false;
  };
  // A choice with settings of its own, {baumgarte: {…}}: not supported in this version.
  const bool has_settings = node.is_map() && node.size() == 1;
  const std::string name = has_settings ? node.peek_entries()[0].key : node.text();
  if (!has_settings && !node.expect(SourceNode::Kind::scalar, diagnostics_, reading.label)) {
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
  node.error(diagnostics_, reading.label, message, suggestion);
  return false;
}

bool Elaboration::read_axis(Axis& axis, const SourceNode& node, Reading& reading) {
  if (node.is_scalar() && is_axis_name(node.text())) {
    axis = Axis(node.text().c_str());
    return true;
  }
  if (node.is_scalar() && is_name(node.text()) &&
      find(reading.scope, node.text()).kind == Meaning::Kind::nothing) {
    node.error(diagnostics_, reading.label, "'" + node.text() + "' is not an axis",
               "an axis is x, y, z, -x, -y, -z or a list of three numbers");
    return false;
  }
  const auto list = read_list(node, Requirement{}, reading.scope, reading.label);
  if (!list) return false;
  if (list->size() != 3) {
    node.error(
        diagnostics_, reading.label,
        "an axis is x, y, z, -x, -y, -z or three numbers, not " + std::to_string(list->size()));
    return false;
  }
  for (const Expr e : *list) {
    if (e.is_constant()) continue;
    const bool varies = symbols().varies(e);
    node.error(diagnostics_, reading.label,
               std::string("an axis must be constant; this one ") +
                   (varies ? "changes during the run" : "depends on a tunable parameter"));
    return false;
  }
  try {
    axis = Axis((*list)[0].value(), (*list)[1].value(), (*list)[2].value());
  } catch (const std::invalid_argument& error) {
    node.error(diagnostics_, reading.label, error.what());
    return false;
  }
  return true;
}

std::optional<Orientation> Elaboration::read_axis_angle(const SourceNode& node, Reading& reading) {
  const SourceNode* axis = node.find("axis");
  const SourceNode* angle = node.find("angle");
  if (!axis || !angle) {
    node.key_error(diagnostics_, reading.label,
                   std::string("'") + (axis ? "angle" : "axis") + "' is required with '" +
                       (axis ? "axis" : "angle") + "'");
    return std::nullopt;
  }
  std::optional<std::vector<Expr>> direction;
  if (axis->is_scalar() && is_axis_name(axis->text())) {
    const Axis named(axis->text().c_str());
    direction.emplace(named.direction.begin(), named.direction.end());
  } else {
    direction = read_list(*axis, Requirement{}, reading.scope, reading.label);
  }
  static const Requirement kAngle = Requirement::from_unit("rad");
  const auto turn = read_number(*angle, kAngle, reading.scope, reading.label);
  if (!direction || !turn) return std::nullopt;
  if (direction->size() != 3) {
    axis->error(diagnostics_, reading.label,
                "an axis has 3 components, not " + std::to_string(direction->size()));
    return std::nullopt;
  }
  return Orientation::axis_angle({(*direction)[0], (*direction)[1], (*direction)[2]}, *turn);
}

bool Elaboration::read_orientation(Orientation& orientation, const SourceNode& node,
                                   Reading& reading) {
  constexpr const char* kForms = "{axis: …, angle: …}, {rpy: […]} or {quaternion: […]}";
  const PartLabel& label = reading.label;
  const auto read_parts_of = [&](const SourceNode& list, std::size_t size,
                                 const Requirement& needed) -> std::optional<std::vector<Expr>> {
    auto numbers = read_list(list, needed, reading.scope, label);
    if (numbers && numbers->size() != size) {
      list.error(
          diagnostics_, label,
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
      node.error(diagnostics_, label,
                 std::string("an orientation is ") + kForms + ", not " + node.description());
      return false;
    }
    const SourceNode* rpy = node.find("rpy");
    const SourceNode* quaternion = node.find("quaternion");
    const bool has_axis = node.peek("axis") || node.peek("angle");
    if ((rpy != nullptr) + (quaternion != nullptr) + has_axis != 1) {
      node.mark_requested("axis");
      node.mark_requested("angle");
      node.key_error(diagnostics_, label, std::string("an orientation is one of ") + kForms);
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
      const auto read = read_axis_angle(node, reading);
      if (!read) return false;
      orientation = *read;
    }
  } catch (const std::invalid_argument& error) {
    node.key_error(diagnostics_, label, error.what());
    return false;
  }
  return true;
}

}  // namespace holon::detail
