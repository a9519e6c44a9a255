// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/document/formula_check.h"

#include <algorithm>

#include "holon/base/characters.h"
#include "holon/base/units.h"
#include "holon/catalogue/builtin.h"
#include "holon/model/describe/visit.h"
#include "holon/reader/editor.h"
#include "holon/reader/editor_path.h"
#include "holon/reader/load.h"
#include "holon/serve/document/formula_mathml.h"
#include "holon/serve/document/text_lines.h"
#include "holon/system/smoothness.h"

namespace holon::serve {
namespace {

Json show_formula_error(std::size_t offset, std::size_t length, const std::string& message,
                        const std::string& suggestion, const char* severity = "error") {
  Json error = {
      {"offset", offset}, {"length", length}, {"message", message}, {"severity", severity}};
  if (!suggestion.empty()) error["suggestion"] = suggestion;
  return error;
}

/// Where the value stands in the text that is being tried.
struct ValuePlace {
  int line = 0, column = 0, end_line = 0;
};

ValuePlace find_value_place(const Editor& editor, const std::string& path) {
  const auto& root = editor.tree().root();
  const detail::TextNode* node = &root;
  const auto nowhere = [](std::size_t) { return Place{}; };
  for (const detail::Step& step : detail::resolve_path(root, path, nowhere))
    if (node) node = detail::find_child(root, *node, step);
  if (!node) return {};
  const TextLines lines(editor.text());
  const bool is_quoted =
      node->content < editor.text().size() &&
      (editor.text()[node->content] == '"' || editor.text()[node->content] == '\'');
  const auto begin = lines.locate(node->content), end = lines.locate(node->end);
  return {begin.line, begin.column + (is_quoted ? 1 : 0), end.line};
}

/// The findings that the new value brings, in characters of it.
void add_findings(Json& result, const Diagnostics& found, const Editor& editor,
                  const std::string& path, const std::string& text, const std::string& file) {
  const ValuePlace place = find_value_place(editor, path);
  const std::size_t size = count_characters(text);
  for (const Diagnostic& d : found.all()) {
    if (d.severity == Severity::note || d.place.file() != file) continue;
    if (d.place.line < place.line || d.place.line > place.end_line) continue;
    const bool is_before = d.place.line == place.line && d.place.column < place.column;
    if (is_before && d.place.line != place.end_line) continue;
    const auto offset = static_cast<std::size_t>(
        std::max(0, d.place.line == place.line ? d.place.column - place.column : 0));
    if (offset > size) continue;
    result["errors"].push_back(show_formula_error(
        offset,
        std::min<std::size_t>(static_cast<std::size_t>(std::max(d.length, 1)), size - offset),
        d.message, d.suggestion, d.severity == Severity::error ? "error" : "warning"));
  }
}

std::vector<Expr> expressions_of(const Field& field, const void* value) {
  switch (field.kind) {
    case FieldKind::number: return {*static_cast<const Expr*>(value)};
    case FieldKind::vector: {
      const auto& v = *static_cast<const Vector3<Expr>*>(value);
      return {v[0], v[1], v[2]};
    }
    case FieldKind::numbers: return *static_cast<const std::vector<Expr>*>(value);
    default: return {};
  }
}

/// "parts.arm.parts.link.mass" -> "arm.link", "mass"; empty for other sections.
std::pair<std::string, std::string> split_value_path(const ModelCheck& check,
                                                     const std::string& path) {
  std::pair<std::string, std::string> best;
  for (const auto& [id, type] : check.types) {
    const std::string head = path_of_part(id) + ".";
    if (path.starts_with(head) && id.size() >= best.first.size())
      best = {id, path.substr(head.size())};
  }
  return best;
}

void add_value(Json& result, const Model& model, const std::string& id, const std::string& wanted) {
  for (const PartInstance& part : model.parts()) {
    if (without_indices(part.name) != id) continue;
    detail::visit_fields(part.type->schema, part.part.get(),
                         [&](const Field& field, const void* value, const std::string& path) {
                           // A component of a list stands for the list.
                           if (path != wanted && !wanted.starts_with(path + "[")) return;
                           Json known = know_value(model, field, value);
                           if (known.is_object()) result.update(known);
                           if (!field.unit.empty() && field.unit != "any") {
                             result["unit"] = field.unit;
                             result["units"] = list_units_like(field.unit);
                           }
                           const std::vector<Expr> all = expressions_of(field, value);
                           const Smoothness smoothness = find_smoothness(*model.symbols(), all);
                           if (smoothness.cause.empty()) return;
                           result["derivatives"] = smoothness.derivatives();
                           result["derivativesCause"] = smoothness.cause;
                         });
    return;
  }
}

void add_parameter(Json& result, const ModelCheck& check, const std::string& text,
                   const std::string& name) {
  Findings ignored(check.file);
  const std::optional<LoadedModel> loaded = load(check.file, {.text = text}, ignored);
  if (!loaded) return;
  for (const RecordedParameter& p : list_parameters(*loaded)) {
    if (p.name != name) continue;
    result["value"] = p.value;
    result["varies"] = "constant";
    result["unit"] = p.dimension.to_string();
    result["units"] = list_units_like(p.dimension.to_string());
  }
}

}  // namespace

std::vector<std::string> list_units_like(const std::string& unit) {
  std::vector<std::string> list;
  const UnitParse wanted = parse_unit(unit == "delta K" ? "K" : unit);
  if (!wanted) return list;
  const Dimension dimension = wanted.unit->dimension;
  list.push_back(unit);
  constexpr const char* kUsual[] = {
      "mm",     "cm",      "km",   "g",    "t",     "ms",     "min",   "h",       "deg",  "rev",
      "rpm",    "deg/s",   "km/h", "mm/s", "kN",    "MN",     "mN",    "N m",     "kN m", "bar",
      "kPa",    "MPa",     "kW",   "MW",   "kJ",    "L",      "L/min", "cm^3",    "mA",   "mV",
      "kV",     "mH",      "uF",   "kohm", "N/mm",  "kN/m",   "N s/m", "N m/deg", "kHz",  "degC",
      "g/cm^3", "kg cm^2", "mm^2", "cm^2", "m/s^2", "deg/s^2"};
  const auto add = [&](const std::string& name) {
    if (std::ranges::find(list, name) != list.end()) return;
    const UnitParse parsed = parse_unit(name);
    if (parsed && parsed.unit->dimension == dimension) list.push_back(name);
  };
  for (const char* name : kUsual) add(name);
  for (const std::string& name : unit_names()) add(name);
  return list;
}

Json check_formula(const ModelCheck& check, const std::string& path, const std::string& text) {
  Json result = {{"errors", Json::array()}};
  std::vector<TextError> errors;
  const bool is_flow = !text.empty() && (text.front() == '[' || text.front() == '{');
  const Formula formula = is_flow ? Formula() : parse_value(text, errors);
  for (const TextError& e : errors) {
    const std::size_t begin = count_characters(std::string_view(text).substr(0, e.offset));
    const std::size_t length =
        count_characters(std::string_view(text).substr(std::min(e.offset, text.size()), e.length));
    result["errors"].push_back(
        show_formula_error(begin, std::max<std::size_t>(length, 1), e.message, e.suggestion));
  }
  if (const std::string mathml = write_formula_mathml(formula); !mathml.empty())
    result["mathml"] = mathml;
  const auto [id, field] = split_value_path(check, path);
  try {
    Editor editor(check.text, check.file, &builtin_catalogue());
    editor.set(path, text);
    Diagnostics found;
    const Model model = load_model_text(editor.text(), builtin_catalogue(), {}, found, check.file);
    // A text that cannot be parsed has been reported above.
    if (errors.empty()) {
      if (!found.has_errors()) assemble(model, found);
      add_findings(result, found, editor, path, text, check.file);
    }
    constexpr std::string_view kParameters = "parameters.";
    if (!id.empty())
      add_value(result, model, id, field);
    else if (path.starts_with(kParameters) && !found.has_errors())
      add_parameter(result, check, editor.text(), path.substr(kParameters.size()));
  } catch (const InputError& e) {
    for (const Diagnostic& d : e.diagnostics().all())
      result["errors"].push_back(show_formula_error(
          0, std::max<std::size_t>(count_characters(text), 1), d.message, d.suggestion));
  }
  return result;
}

}  // namespace holon::serve
