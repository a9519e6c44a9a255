// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// `study:`: what varies, and what is recorded of each run.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <unordered_set>

#include "holon/base/names.h"
#include "holon/expr/graph/graph.h"
#include "holon/expr/print/print.h"
#include "holon/model/assembly/report.h"
#include "holon/model/describe/validate.h"
#include "holon/model/elaborate/opened_values.h"
#include "holon/model/elaborate/settings_reader.h"

namespace holon {

namespace {

constexpr std::pair<const char*, StudyRecord::Reduction> kReductions[] = {
    {"max", StudyRecord::Reduction::max},          {"min", StudyRecord::Reduction::min},
    {"final", StudyRecord::Reduction::final},      {"initial", StudyRecord::Reduction::initial},
    {"mean", StudyRecord::Reduction::mean},        {"rms", StudyRecord::Reduction::rms},
    {"integral", StudyRecord::Reduction::integral}};

/// Whether a text is empty, or a positive factor behind a reduction: "/22", "*2 [1/m]". Every
/// reduction of a scaled signal is the scaled reduction.
bool is_factor(const std::string& text) {
  constexpr const char* kSpaces = " \t\n";
  const std::size_t first = text.find_first_not_of(kSpaces);
  if (first == std::string::npos) return true;
  if (text[first] != '*' && text[first] != '/') return false;
  const char* const number = text.c_str() + first + 1;
  char* end = nullptr;
  if (!(std::strtod(number, &end) > 0) || end == number) return false;
  std::string unit = end;
  unit.erase(0, std::min(unit.find_first_not_of(kSpaces), unit.size()));
  unit.erase(unit.find_last_not_of(kSpaces) + 1);
  return unit.empty() ||
         (unit.front() == '[' && unit.find(']') == unit.size() - 1 && unit.size() > 2);
}

/// "max" and the text between its brackets, where these enclose all but a factor.
struct Reduced {
  std::string function;
  std::size_t begin = 0, end = 0;  // of the inner text
  bool is_scaled = false;          // by what stands behind it
};
std::optional<Reduced> split_reduction(const std::string& text) {
  const std::size_t open = text.find('(');
  if (open == std::string::npos) return {};
  std::size_t close = open;
  for (int depth = 0; close < text.size(); ++close) {
    if (text[close] == '(') ++depth;
    if (text[close] == ')' && --depth == 0) break;
  }
  if (close == text.size()) return {};
  const std::string behind = text.substr(close + 1);
  if (!is_factor(behind)) return {};
  const std::size_t first = text.find_first_not_of(" \t\n");
  std::string function = text.substr(first, open - first);
  while (!function.empty() && function.back() == ' ') function.pop_back();
  return Reduced{function, open + 1, close, behind.find_first_not_of(" \t\n") != std::string::npos};
}

/// Whether a comma stands between the outermost arguments.
bool has_two_arguments(std::string_view text) {
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (c == ',' && depth == 0) return true;
  }
  return false;
}

}  // namespace

const char* name_of(StudyRecord::Reduction reduction) {
  for (const auto& [name, value] : kReductions)
    if (value == reduction) return name;
  return "";
}

namespace {

using StudyKind = StudySettings::Kind;
constexpr std::pair<const char*, StudyKind> kStudyKinds[] = {
    {"monte_carlo", StudyKind::monte_carlo},
    {"grid", StudyKind::grid},
    {"latin_hypercube", StudyKind::latin_hypercube},
    {"sobol", StudyKind::sobol},
    {"morris", StudyKind::morris}};

std::string list_study_kinds() {
  std::vector<std::string> names;
  for (const auto& [name, kind] : kStudyKinds) names.emplace_back(name);
  return quote_list(names, "or");
}

}  // namespace

const char* name_of(StudySettings::Kind kind) {
  for (const auto& [name, value] : kStudyKinds)
    if (value == kind) return name;
  return "";
}

namespace detail {

namespace {

const PartLabel kStudy{"study", ""};

}  // namespace

void SettingsReader::read_study(const SourceNode& node) {
  if (!node.expect(SourceNode::Kind::map, diagnostics_, kStudy)) return;
  StudySettings study;
  const auto whole_number = [&](const char* key, std::int64_t least, std::int64_t& value) {
    const SourceNode* item = node.find(key);
    if (!item) return false;
    const std::optional<double> number = elaboration_.read_constant(*item, {}, scope_, kStudy);
    if (!number) return false;
    if (!(*number >= static_cast<double>(least)) || *number != std::floor(*number) ||
        *number > 9e15) {
      item->error(diagnostics_, kStudy,
                  std::string("'") + key + "' is a whole number from " + std::to_string(least) +
                      ", not " + print_number(*number));
      return false;
    }
    value = static_cast<std::int64_t>(*number);
    return true;
  };
  const SourceNode* kind = node.find("kind");
  const std::string text = kind && kind->is_scalar() ? kind->text() : "";
  if (!kind) {
    node.key_error(diagnostics_, kStudy, "'kind' is missing",
                   "write 'kind: monte_carlo'; there is " + list_study_kinds());
  } else {
    const auto found = std::find_if(std::begin(kStudyKinds), std::end(kStudyKinds),
                                    [&](const auto& k) { return text == k.first; });
    std::vector<std::string> names;
    for (const auto& [name, value] : kStudyKinds) names.emplace_back(name);
    const std::string similar = did_you_mean(text, names);
    if (found == std::end(kStudyKinds))
      kind->error(diagnostics_, kStudy, "there is no kind of study '" + text + "'",
                  similar.empty() ? "there is " + list_study_kinds() : similar);
    else
      study.kind = found->second;
  }
  const bool is_grid = study.kind == StudySettings::Kind::grid;
  whole_number("seed", 0, study.seed);
  const SourceNode* samples = node.peek("samples");
  whole_number("samples", 1, study.samples);
  if (!is_grid && !samples)
    node.key_error(diagnostics_, kStudy,
                   study.kind == StudyKind::morris
                       ? "'samples' is missing: the number of trajectories, of n + 1 runs each"
                   : study.kind == StudyKind::sobol
                       ? "'samples' is missing: the number of base samples, of n + 2 runs each"
                       : "'samples' is missing: the number of runs");
  const bool finds_influence = study.kind == StudyKind::sobol || study.kind == StudyKind::morris;
  if (finds_influence && samples && study.samples == 1)
    samples->error(diagnostics_, kStudy, "one sample does not determine any influence",
                   study.kind == StudyKind::morris ? "such as 20" : "such as 1024");
  if (const SourceNode* levels = node.peek("levels")) {
    const bool is_read = whole_number("levels", 2, study.levels);
    if (study.kind != StudyKind::morris)
      levels->key_error(diagnostics_, kStudy, "'levels' belongs to 'kind: morris'", "leave it out");
    else if (is_read && (study.levels % 2 != 0 || study.levels > 100))
      levels->error(diagnostics_, kStudy, "'levels' is an even number up to 100", "such as 4");
  }
  if (is_grid && samples)
    samples->key_error(diagnostics_, kStudy,
                       "a grid has as many samples as its values have combinations",
                       "leave 'samples' out");
  const SourceNode* vary = node.find("vary");
  if (!vary || vary->is_empty()) {
    if (is_grid || finds_influence || !vary)
      (vary ? vary : &node)
          ->key_error(diagnostics_, kStudy,
                      "'vary' is missing or empty: a study varies at least one value",
                      "such as vary: {m: {uniform: [0.9 kg, 1.1 kg]}}");
  } else if (vary->expect(SourceNode::Kind::map, diagnostics_, kStudy)) {
    for (const SourceNode::Entry& entry : vary->entries())
      read_variation(entry.key, entry.value, is_grid, study);
  }
  const SourceNode* record = node.find("record");
  if (!record || record->is_empty()) {
    (record ? record : &node)
        ->key_error(diagnostics_, kStudy,
                    "'record' is missing or empty: a study records at least one quantity",
                    "such as record: {swing: max(abs(pin.angle))}");
  } else if (record->expect(SourceNode::Kind::map, diagnostics_, kStudy)) {
    for (const SourceNode::Entry& entry : record->entries())
      read_record(entry.key, entry.value, study);
  }
  model_.study = std::move(study);
}

void SettingsReader::read_variation(const std::string& name, const SourceNode& node, bool is_grid,
                                    StudySettings& study) {
  StudyVariation v;
  v.name = name;
  v.place = node.key_place();
  std::vector<std::string> names, openable;
  collect_settable(scope_, {}, names);
  collect_openable(scope_, {}, openable);
  names.insert(names.end(), openable.begin(), openable.end());
  if (!find_value_node(scope_, name) &&
      std::find(openable.begin(), openable.end(), name) == openable.end()) {
    const std::string suggestion = did_you_mean(name, names);
    node.key_error(
        diagnostics_, kStudy, "there is no value '" + name + "' to vary",
        suggestion.empty() ? "name a parameter or a part's value, as --set does" : suggestion);
    node.mark_read();
    return;
  }
  if (!node.expect(SourceNode::Kind::map, diagnostics_, kStudy)) return;
  const SourceNode* list = nullptr;
  std::string form;
  using Kind = StudyVariation::Kind;
  for (const auto& [key, kind] : {std::pair{"normal", Kind::normal},
                                  {"uniform", Kind::uniform},
                                  {"values", Kind::values},
                                  {"range", Kind::range}}) {
    const SourceNode* found = node.find(key);
    if (!found) continue;
    if (list) {
      found->key_error(
          diagnostics_, kStudy,
          "'" + name + "' has more than one distribution: '" + form + "' or '" + key + "'");
      node.mark_read();
      return;
    }
    list = found;
    form = key;
    v.kind = kind;
  }
  if (!list) {
    node.key_error(diagnostics_, kStudy, "the distribution of '" + name + "' is missing",
                   "write normal: [mean, sigma], uniform: [from, to], values: […] or range: [from, "
                   "to], points: n");
    return;
  }
  if (is_grid && (v.kind == Kind::normal || v.kind == Kind::uniform)) {
    list->key_error(diagnostics_, kStudy, "a grid has no distribution '" + form + "'",
                    "write values: […] or range: [from, to], points: n");
    node.mark_read();
    return;
  }
  if (!list->expect(SourceNode::Kind::list, diagnostics_, kStudy)) return;
  for (const SourceNode::Entry& item : list->items()) {
    std::optional<Formula::Quantity> quantity;
    const Value value = elaboration_.read_any(item.value, scope_, kStudy, &quantity);
    if (value.failed()) {
      node.mark_read();
      return;
    }
    const bool is_sigma = v.kind == Kind::normal && v.numbers.size() == 1;
    if (is_sigma && value.is_absolute()) {
      const std::string kelvin =
          quantity && quantity->unit
              ? "write " +
                    print_number(quantity->value * quantity->unit->numerator /
                                 quantity->unit->denominator) +
                    " K"
              : "give it in K";
      item.value.error(diagnostics_, kStudy,
                       "'" + item.value.text() +
                           "' is a temperature; a standard deviation is a difference of "
                           "temperatures",
                       kelvin);
      node.mark_read();
      return;
    }
    const double number =
        value.is_single() ? value_at_parameters(value.scalar(), elaboration_.symbols()) : NAN;
    if (!std::isfinite(number)) {
      item.value.error(diagnostics_, kStudy, "a value to vary by is a single constant number");
      node.mark_read();
      return;
    }
    if (!v.numbers.empty() && v.dimension != value.dimension()) {
      item.value.error(diagnostics_, kStudy, "the values of '" + name + "' have different units");
      node.mark_read();
      return;
    }
    v.dimension = value.dimension();
    v.numbers.push_back(number);
  }
  const bool has_two = v.kind != Kind::values;
  if (has_two && v.numbers.size() != 2) {
    list->error(diagnostics_, kStudy,
                "'" + form + "' has two numbers, not " + std::to_string(v.numbers.size()));
    return;
  }
  if (v.numbers.empty()) {
    list->error(diagnostics_, kStudy, "'values' is empty");
    return;
  }
  if (v.kind == Kind::normal && v.numbers[1] < 0)
    list->item(1).error(diagnostics_, kStudy, "a standard deviation must not be negative");
  if ((v.kind == Kind::uniform || v.kind == Kind::range) && !(v.numbers[0] <= v.numbers[1]))
    list->error(diagnostics_, kStudy, "the lower end of a range comes first");
  const SourceNode* points = node.find("points");
  if (v.kind == Kind::range && !points)
    node.key_error(diagnostics_, kStudy, "'points' is missing: the number of values in the range");
  if (points && v.kind != Kind::range) {
    points->key_error(diagnostics_, kStudy, "'points' belongs to 'range'");
  } else if (points) {
    const std::optional<double> number = elaboration_.read_constant(*points, {}, scope_, kStudy);
    if (number && (*number < 1 || *number > 1e6 || *number != std::floor(*number)))
      points->error(diagnostics_, kStudy, "'points' is a whole number from 1 to 1000000");
    else if (number)
      v.points = static_cast<int>(*number);
  }
  study.vary.push_back(std::move(v));
}

void SettingsReader::read_record(const std::string& name, const SourceNode& node,
                                 StudySettings& study) {
  if (!node.expect(SourceNode::Kind::scalar, diagnostics_, kStudy)) return;
  std::vector<std::string> reductions;
  for (const auto& [word, value] : kReductions) reductions.emplace_back(word);
  const std::string& text = node.text();
  const std::optional<Reduced> reduced = split_reduction(text);
  const auto found =
      std::find_if(std::begin(kReductions), std::end(kReductions),
                   [&](const auto& r) { return reduced && r.first == reduced->function; });
  if (found == std::end(kReductions)) {
    node.error(diagnostics_, kStudy, "'" + text + "' does not reduce a run to a number",
               "write one of " + quote_list(reductions, "and") +
                   " with a formula in brackets, such as max(abs(pin.angle))");
    return;
  }
  const std::string inner = text.substr(reduced->begin, reduced->end - reduced->begin);
  if (has_two_arguments(inner)) {
    node.error(diagnostics_, kStudy,
               "'" + reduced->function + "' is taken over time here and has one argument",
               "for the larger of two signals at each time write max(max(a, b))");
    return;
  }
  StudyRecord record;
  record.name = name;
  record.reduction = found->second;
  record.text = text;
  const std::size_t from = reduced->is_scaled ? reduced->begin - 1 : reduced->begin;
  auto signal = std::make_shared<SourceNode>(SourceNode::make_scalar(
      reduced->is_scaled ? text.substr(from) : inner, node.place_at(from), true));
  scope_.superseded.push_back(signal);
  const Value value = elaboration_.read_any(*signal, scope_, kStudy);
  if (value.failed()) return;
  record.values.assign(value.elements().begin(), value.elements().end());
  if (value.is_list())
    record.components = record.values.size() == 3   ? std::vector<std::string>{"x", "y", "z"}
                        : record.values.size() == 4 ? std::vector<std::string>{"w", "x", "y", "z"}
                                                    : std::vector<std::string>{};
  if (value.is_list() && record.components.empty())
    for (std::size_t k = 0; k < record.values.size(); ++k)
      record.components.push_back(std::to_string(k));
  record.dimension = value.dimension().value_or(Dimension{});
  study.record.push_back(std::move(record));
}

}  // namespace detail

}  // namespace holon
