// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/mat4_plain.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <sstream>
#include <string_view>

#include "holon/record/mat4_format.h"
#include "holon/record/results_reader.h"

namespace holon {
namespace {

constexpr std::size_t kLongestName = 63;  // MATLAB's namelengthmax

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Maps each name to a unique valid one of MATLAB, Octave and Python.
class LegalNames {
 public:
  std::string make(const std::string& name) {
    constexpr std::array<std::string_view, 25> kReserved{
        "break",     "case",   "catch",      "classdef", "continue",       "else",
        "elseif",    "end",    "for",        "function", "global",         "if",
        "otherwise", "parfor", "persistent", "return",   "spmd",           "switch",
        "try",       "while",  "do",         "until",    "unwind_protect", "endif",
        "ans"};
    std::string legal;
    for (const char c : name) {
      const bool fits = is_letter(c) || is_digit(c);
      if (fits || (!legal.empty() && legal.back() != '_')) legal += fits ? c : '_';
    }
    while (legal.ends_with('_')) legal.pop_back();
    if (legal.empty() || !is_letter(legal.front())) legal = "x" + legal;
    if (std::ranges::find(kReserved, legal) != kReserved.end()) legal += "_";
    legal.resize(std::min(legal.size(), kLongestName));
    std::string unique = legal;
    for (int k = 2; !taken_.insert(unique).second; ++k) {
      const std::string suffix = fmt::format("_{}", k);
      unique = legal.substr(0, kLongestName - suffix.size()) + suffix;
    }
    return unique;
  }

 private:
  std::set<std::string> taken_{"holon_variables",    "holon_names",      "holon_units",
                               "holon_is_parameter", "holon_provenance", "holon_model_text"};
};

/// The meaning of the variables of the file, a line each.
struct Map {
  std::vector<std::string> variables, names, units;
  std::vector<double> is_parameter;
  void add(const std::string& variable, const std::string& name, const std::string& unit,
           bool parameter) {
    variables.push_back(variable);
    names.push_back(name);
    units.push_back(unit);
    is_parameter.push_back(parameter ? 1 : 0);
  }
};

std::vector<std::string> list_provenance(const Provenance& provenance) {
  std::vector<std::string> lines;
  for (const ProvenanceItem& item : list_items(provenance)) {
    const std::string value =
        std::visit([](const auto& v) { return fmt::format("{}", v); }, item.value);
    std::string line = item.name + ": " + value;
    std::ranges::replace(line, '\n', ' ');
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace

void PlainMatWriter::conclude(const Provenance& provenance) {
  rows_.conclude(provenance);
  if (provenance.status != "done") return;
  const std::filesystem::path made = path_.string() + ".part";
  try {
    OutputFile file(made);
    const std::unique_ptr<ResultsReader> reader = open_mat4(path_);
    LegalNames legal;
    Map map;
    for (std::size_t i = 0; i < reader->columns().size(); ++i) {
      const Column& column = reader->columns()[i];
      const std::string variable = legal.make(column.name);
      const std::string unit = column.dimension.to_string();
      map.add(variable, column.name, unit, false);
      for (const std::string& alias : column.aliases) map.add(variable, alias, unit, false);
      file.append(mat4::column(variable, reader->read(i)));
    }
    for (const RecordedParameter& parameter : parameters_) {
      const std::string variable = legal.make(parameter.name);
      map.add(variable, parameter.name, parameter.dimension.to_string(), true);
      file.append(mat4::column(variable, {parameter.value}));
    }
    file.append(mat4::text_matrix("holon_variables", map.variables) +
                mat4::text_matrix("holon_names", map.names) +
                mat4::text_matrix("holon_units", map.units) +
                mat4::column("holon_is_parameter", map.is_parameter) +
                mat4::text_matrix("holon_provenance", list_provenance(provenance)) +
                mat4::text_matrix("holon_model_text", split_lines(provenance.model_text)));
    file.close();
    std::filesystem::rename(made, path_);
  } catch (...) {
    std::error_code error;
    std::filesystem::remove(made, error);
    throw;
  }
}

}  // namespace holon
