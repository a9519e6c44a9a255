// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "holon/base/characters.h"
#include "holon/base/shown_text.h"

namespace holon {
namespace {

const char* label(Severity severity) {
  switch (severity) {
    case Severity::error: return "error";
    case Severity::warning: return "warning";
    case Severity::note: return "note";
  }
  return "";
}

const char* color_code(Severity severity) {
  switch (severity) {
    case Severity::error: return "\033[1;31m";
    case Severity::warning: return "\033[1;35m";
    case Severity::note: return "\033[1;36m";
  }
  return "";
}

std::string text_of(const Diagnostic& d) {
  std::string text;
  if (!d.part_path.empty()) {
    text += d.part_path;
    if (!d.part_type.empty()) text += fmt::format(" ({})", d.part_type);
    text += ": ";
  } else if (!d.part_type.empty()) {
    text += d.part_type + ": ";
  }
  text += d.message;
  if (d.parts > 1) text += fmt::format(" (in {} parts)", d.parts);
  if (!d.suggestion.empty()) text += "; " + d.suggestion;
  return show_line(text);
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// The displayed part of a source line, and the position of the caret in it.
struct Window {
  std::string text;
  int column = 1;  // from 1
};

// Long lines are shortened to the neighbourhood of the column.
Window make_window(std::string_view line, int column) {
  constexpr int kWidth = 110;
  constexpr int kBefore = 70;
  const int count = static_cast<int>(count_characters(line));
  if (count <= kWidth) return {std::string(line), column};
  const int first = std::clamp(column - kBefore, 1, std::max(1, count - kWidth + 1));
  std::string text;
  int at = 0;
  for (const char c : line) {
    if (!is_continuation(c)) ++at;
    if (at >= first && at < first + kWidth) text += c;
  }
  if (first + kWidth <= count) text += "…";
  if (first == 1) return {std::move(text), column};
  return {"…" + text, column - first + 2};
}

// The white space below the characters before `column`: tabs remain tabs, so that the caret is
// aligned for any tab width.
std::string indent_below(std::string_view line, int column) {
  std::string indent;
  int seen = 0;
  for (const char c : line) {
    if (is_continuation(c)) continue;
    if (++seen >= column) break;
    indent += c == '\t' ? '\t' : ' ';
  }
  while (++seen < column) indent += ' ';
  return indent;
}

std::string describe_run(const RunError::Data& data) {
  std::string text = fmt::format("at t = {:.10g} s", data.time);
  if (data.step > 0) text += fmt::format(" with a step of {:.3g} s", data.step);
  text += ": ";
  if (!data.state.empty()) text += fmt::format("state '{}': ", data.state);
  text += data.cause;
  if (!data.advice.empty()) text += "; " + data.advice;
  return show_message(text);
}

// The text with "#" for every number.
std::string without_numbers(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_digit) out += c;
    if (is_digit && (out.empty() || out.back() != '#')) out += '#';
  }
  return out;
}

Diagnostics one_error(const Place& place, std::string message, std::string suggestion, int length) {
  Diagnostics diagnostics;
  diagnostics.add_error(place, std::move(message), std::move(suggestion), length);
  return diagnostics;
}

std::string text_of_model_error(const std::string& message, const std::string& suggestion,
                                const std::string& part_path) {
  Diagnostic d;
  d.part_path = part_path;
  d.message = message;
  d.suggestion = suggestion;
  return text_of(d);
}

}  // namespace

std::string_view SourceFile::line(int number) const {
  if (number < 1) return {};
  std::string_view rest = text;
  for (int k = 1; k < number; ++k) {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) return {};
    rest.remove_prefix(end + 1);
  }
  rest = rest.substr(0, rest.find('\n'));
  if (!rest.empty() && rest.back() == '\r') rest.remove_suffix(1);
  if (number == 1 && rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
  return rest;
}

std::string_view Place::file() const { return source ? std::string_view(source->name) : ""; }

std::string Place::to_string() const {
  if (!source) return {};
  if (line <= 0) return source->name;
  if (column <= 0) return fmt::format("{}:{}", source->name, line);
  return fmt::format("{}:{}:{}", source->name, line, column);
}

Place Place::shifted(int characters) const {
  Place place = *this;
  if (place.column > 0) place.column += characters;
  return place;
}

std::string Diagnostic::to_string() const {
  const std::string where = show_line(place.to_string());
  return fmt::format("{}{}{}: {}", where, where.empty() ? "" : ": ", label(severity),
                     text_of(*this));
}

bool Diagnostics::is_known_already(const Diagnostic& d) {
  const bool has_line = d.place.line > 0;
  const std::string place = fmt::format("{}\n{}:{}:{}\n", d.place.file(), d.place.line,
                                        d.place.column, static_cast<int>(d.severity));
  if (!exact_.insert(place + d.part_path + '\n' + d.subject + '\n' + d.message).second) return true;
  if (!has_line || d.subject.empty()) return false;
  const auto [alike, is_first] =
      alike_.try_emplace(place + without_numbers(d.message), all_.size());
  const std::size_t index = alike->second;
  if (is_first || all_[index].subject == d.subject) return false;
  if (counted_.insert(fmt::format("{} {}", index, d.subject)).second) ++all_[index].parts;
  return true;
}

void Diagnostics::add(Diagnostic diagnostic) {
  if (diagnostic.severity == Severity::note) {
    if (!dropped_duplicate_) all_.push_back(std::move(diagnostic));
    return;
  }
  if (diagnostic.severity == Severity::error) ++reported_errors_;
  dropped_duplicate_ = is_known_already(diagnostic);
  if (dropped_duplicate_) return;
  ++(diagnostic.severity == Severity::error ? errors_ : warnings_);
  all_.push_back(std::move(diagnostic));
}

void Diagnostics::add_error(const Place& place, std::string message, std::string suggestion,
                            int length) {
  add({Severity::error, place, {}, {}, std::move(message), std::move(suggestion), length});
}

void Diagnostics::add_warning(const Place& place, std::string message, std::string suggestion,
                              int length) {
  add({Severity::warning, place, {}, {}, std::move(message), std::move(suggestion), length});
}

void Diagnostics::add_note(const Place& place, std::string message, int length) {
  add({Severity::note, place, {}, {}, std::move(message), {}, length});
}

void Diagnostics::append(const Diagnostics& other) {
  for (const Diagnostic& d : other.all_) add(d);
}

std::vector<Diagnostic> Diagnostics::sorted() const {
  std::map<std::string_view, int> files{{"", 0}};
  for (const Diagnostic& d : all_)
    files.try_emplace(d.place.file(), static_cast<int>(files.size()));
  using Key = std::tuple<int, int, int>;
  std::vector<std::pair<Key, const Diagnostic*>> order;
  Key key;
  for (const Diagnostic& d : all_) {
    if (d.severity != Severity::note || order.empty()) {
      key = {files.at(d.place.file()), d.place.line, d.place.column};
    }
    order.emplace_back(key, &d);
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Diagnostic> result;
  result.reserve(order.size());
  for (const auto& [unused, d] : order) result.push_back(*d);
  return result;
}

std::string Diagnostics::to_string(const Style& style) const {
  std::string out;
  std::size_t shown = 0;
  for (const Diagnostic& d : sorted()) {
    if (d.severity != Severity::note && shown++ >= style.limit) continue;
    if (shown > style.limit) continue;
    const std::string where = show_line(d.place.to_string());
    if (style.color) {
      out +=
          fmt::format("{}{}{}:\033[0m {}\n", where.empty() ? "" : "\033[1m" + where + ":\033[0m ",
                      color_code(d.severity), label(d.severity), text_of(d));
    } else {
      out += d.to_string() + "\n";
    }
    if (!style.source_line || !d.place.known() || d.place.column <= 0) continue;
    const std::string_view line = d.place.source->line(d.place.line);
    if (line.empty()) continue;
    Window window = make_window(line, d.place.column);
    window.text = show_columns(window.text);
    const int room =
        std::max(1, static_cast<int>(count_characters(window.text)) - window.column + 1);
    const std::string marks(static_cast<std::size_t>(std::clamp(d.length, 1, room) - 1), '~');
    out += fmt::format("    {}\n    {}{}^{}{}\n", window.text,
                       indent_below(window.text, window.column), style.color ? "\033[1;32m" : "",
                       marks, style.color ? "\033[0m" : "");
  }
  if (shown > style.limit) out += fmt::format("… and {} more\n", shown - style.limit);
  return out;
}

void Diagnostics::throw_if_errors() const {
  if (has_errors()) throw InputError(*this);
}

InputError::InputError(Diagnostics diagnostics)
    : std::runtime_error(diagnostics.to_string()),
      diagnostics_(std::make_shared<const Diagnostics>(std::move(diagnostics))) {}

InputError::InputError(const Place& place, std::string message, std::string suggestion, int length)
    : InputError(one_error(place, std::move(message), std::move(suggestion), length)) {}

ModelError::ModelError(std::string message, std::string suggestion, std::string part_path)
    : std::runtime_error(text_of_model_error(message, suggestion, part_path)),
      data_(std::make_shared<const Diagnostic>(Diagnostic{Severity::error,
                                                          {},
                                                          std::move(part_path),
                                                          {},
                                                          std::move(message),
                                                          std::move(suggestion),
                                                          1})) {}

RunError::RunError(Data data)
    : std::runtime_error(describe_run(data)),
      data_(std::make_shared<const Data>(std::move(data))) {}

namespace detail {

void check_failed(const char* file, int line, const char* condition, const std::string& message) {
  throw InternalError(
      fmt::format("{} (this is a bug in Holon: {}:{}: {})", message, file, line, condition));
}

}  // namespace detail
}  // namespace holon
