// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/reader/yaml.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "holon/base/characters.h"
#include "holon/base/input_files.h"
#include "holon/base/names.h"
#include "holon/base/read_file.h"
#include "holon/reader/text_index.h"
#include "holon/reader/yaml_builder.h"
#include "holon/reader/yaml_problem.h"

namespace holon {
namespace {

/// The largest number of reported errors of this kind.
constexpr int kMostProblems = 20;

std::string_view without_byte_order_mark(std::string_view text) {
  return text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text;
}

bool is_blank_line(std::string_view line) {
  return line.find_first_not_of(" \t") == std::string_view::npos;
}

/// Replaces lines, and following deeper ones, by blanks, so that locations are unchanged.
void leave_out(std::string& text, const detail::TextIndex& index, std::size_t first,
               std::size_t last) {
  const std::size_t indent = detail::indentation(index.line(first));
  while (last + 1 < index.line_count()) {
    const std::string_view next = index.line(last + 1);
    if (!is_blank_line(next) && detail::indentation(next) <= indent) break;
    ++last;
  }
  for (std::size_t i = index.line_start(first); i < index.line_start(last + 1); ++i) {
    if (text[i] != '\n' && text[i] != '\r') text[i] = ' ';
  }
}

/// libyaml treats these as line ends, editors do not: line numbers would differ.
void report_odd_line_ends(const detail::TextIndex& index, Diagnostics& diagnostics) {
  for (const std::string_view sign : {"\u0085", "\u2028", "\u2029"}) {
    const std::string_view text = index.text();
    for (std::size_t at = text.find(sign); at != std::string_view::npos;
         at = text.find(sign, at + 1)) {
      diagnostics.add_error(index.place_of_byte(at), "there is an unusual line separator here",
                            "replace it by an ordinary end of line");
    }
  }
}

bool has_place(const Diagnostics& diagnostics, const Place& place) {
  for (const Diagnostic& each : diagnostics.all()) {
    if (each.place.line == place.line && each.place.column == place.column) return true;
  }
  return false;
}

/// Whether a line begins with the key 'holon'. The lines of any other file (a list of passwords)
/// must not appear in messages about a model.
bool says_it_is_a_model(std::string_view text) {
  text = without_byte_order_mark(text);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    line.remove_prefix(std::min(line.find_first_not_of(" \t{\"'"), line.size()));
    if (line.starts_with("holon")) {
      line.remove_prefix(std::string_view("holon").size());
      line.remove_prefix(std::min(line.find_first_not_of(" \t\"'"), line.size()));
      if (line.starts_with(':')) return true;
    }
    at = end + 1;
  }
  return false;
}

/// "did you mean 'models/link.yaml'?" for a file that does not exist, or "".
std::string nearest_file(const std::string& path) {
  const std::filesystem::path requested(path);
  const std::filesystem::path folder = requested.has_parent_path() ? requested.parent_path() : ".";
  std::error_code code;
  std::vector<std::string> names;
  for (std::filesystem::directory_iterator entry(folder, code), end; !code && entry != end;
       entry.increment(code)) {
    const std::string extension = entry->path().extension().string();
    if (extension == ".yaml" || extension == ".yml") {
      names.push_back(entry->path().filename().string());
    }
  }
  const std::string nearest = find_nearest(requested.filename().string(), names);
  if (nearest.empty()) return {};
  return "did you mean '" + (requested.parent_path() / nearest).string() + "'?";
}

/// Whether the text begins with several bytes that no text has.
bool is_binary(std::string_view text) {
  constexpr std::size_t kBeginning = 1000;
  constexpr int kFew = 3;
  int count = 0;
  for (const char c : text.substr(0, kBeginning)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 && !is_space(c)) ++count;
  }
  return count >= kFew;
}

}  // namespace

YamlDocument read_yaml(const std::shared_ptr<const SourceFile>& source, Diagnostics& diagnostics) {
  const detail::TextIndex index(source, without_byte_order_mark(source->text));
  report_odd_line_ends(index, diagnostics);
  Diagnostics found;
  detail::YamlBuilder first(index, index.text(), found);
  YamlDocument document{first.build(), true};
  if (!first.problem()) {
    document.is_complete = first.is_complete();
    diagnostics.append(found);
    return document;
  }

  // libyaml stops at the first syntax error. To find the others too, the text is parsed again
  // without the lines in question; other errors may be due to their absence.
  document.is_complete = false;
  Diagnostics problems;
  std::string rest(index.text());
  std::optional<detail::YamlProblem> problem = first.problem();
  detail::YamlSurroundings surroundings = first.surroundings();
  std::size_t reached = 0;
  for (int count = 0; problem && count < kMostProblems; ++count) {
    const detail::TextIndex current(source, rest);
    const detail::ExplainedProblem explained = detail::explain(*problem, current, surroundings);
    const auto line = static_cast<std::size_t>(explained.diagnostic.place.line);
    if (count > 0 && line <= reached) break;
    problems.add(explained.diagnostic);
    if (!explained.can_go_on) break;
    reached = explained.last_line + 1;
    leave_out(rest, current, explained.first_line, explained.last_line);
    Diagnostics ignored;
    const detail::TextIndex next_index(source, rest);
    detail::YamlBuilder next(next_index, rest, ignored);
    (void)next.build();
    problem = next.problem();
    surroundings = next.surroundings();
  }
  for (const Diagnostic& each : found.all()) {
    if (!has_place(problems, each.place)) diagnostics.add(each);
  }
  diagnostics.append(problems);
  return document;
}

YamlDocument read_yaml_text(std::string name, std::string text, Diagnostics& diagnostics) {
  return read_yaml(std::make_shared<const SourceFile>(SourceFile{std::move(name), std::move(text)}),
                   diagnostics);
}

YamlDocument read_yaml_file(const std::string& path, Diagnostics& diagnostics,
                            const Place& request) {
  // A model may name only files; on the command line a pipe is permitted.
  const FileSource kind = request.known() ? FileSource::regular : FileSource::regular_or_pipe;
  std::string reason;
  std::optional<std::string> text = read_file(path, file_limits::kModel, kind, reason);
  if (text) note_input_file(path, "a model");
  if (text && request.known() && !says_it_is_a_model(*text)) {
    reason = "it is not a model, which begins with 'holon: 1'";
  }
  if (text && reason.empty() && is_binary(*text)) {
    reason = "it is not a text file, and a model is a text in YAML with the encoding UTF-8";
  }
  if (!reason.empty()) {
    Place place = request;
    if (!place.known()) place.source = std::make_shared<const SourceFile>(SourceFile{path, {}});
    std::error_code code;
    const bool is_there = std::filesystem::exists(path, code);
    std::string suggestion = is_there ? "" : nearest_file(path);
    if (suggestion.empty() && request.known() && !is_there)
      suggestion = "a path is relative to the folder of the file that contains it";
    diagnostics.add_error(place, "cannot read '" + path + "': " + reason, std::move(suggestion),
                          static_cast<int>(path.size()));
    return {SourceNode(), false};
  }
  return read_yaml_text(path, *std::move(text), diagnostics);
}

}  // namespace holon
