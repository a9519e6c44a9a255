// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/output/terminal.h"

#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "holon/base/shown_text.h"
#include "holon/base/text_layout.h"

namespace holon::app {
namespace {

bool has_color(int file) {
  if (std::getenv("NO_COLOR") != nullptr) return false;
  const char* term = std::getenv("TERM");
  return isatty(file) && term != nullptr && std::string_view(term) != "dumb";
}

std::string& caller() {
  static std::string name = "holon";
  return name;
}

std::string styled(std::string_view text, const char* code) {
  if (!stdout_has_color()) return std::string(text);
  return std::string("\033[") + code + "m" + std::string(text) + "\033[0m";
}

void print_message(const char* word, const char* color, std::string_view message) {
  std::string line = "holon: ";
  line += stderr_has_color() ? std::string("\033[1;") + color + "m" + word + ":\033[0m "
                             : std::string(word) + ": ";
  line += show_message(in_users_terms(std::string(message)));
  line += '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace

bool stdout_has_color() {
  static const bool result = has_color(STDOUT_FILENO);
  return result;
}

bool stderr_has_color() {
  static const bool result = has_color(STDERR_FILENO);
  return result;
}

int terminal_width() {
  winsize size{};
  if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return std::clamp<int>(size.ws_col, 40, 120);
  return 80;
}

void set_caller(std::string name) { caller() = std::move(name); }

bool is_called_by_script() { return caller().ends_with("run"); }

std::string call_of(std::string_view command) {
  // The script takes a model without the word in front.
  if (is_called_by_script() && (command == "run" || command.starts_with("run ")))
    command.remove_prefix(std::min<std::size_t>(4, command.size()));
  return caller() + (command.empty() ? "" : " ") + std::string(command);
}

std::string in_users_terms(std::string text) {
  constexpr std::string_view kCall = "'holon ";
  for (std::size_t at = 0; (at = text.find(kCall, at)) != std::string::npos;) {
    const std::size_t begin = at + 1, end = std::min(text.find('\'', begin), text.size());
    const std::string call = call_of(text.substr(at + kCall.size(), end - at - kCall.size()));
    text.replace(begin, end - begin, call);
    at = begin + call.size();
  }
  return text;
}

namespace {

std::string shown_text(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    // Between the codes of bold() and dim(), which are written on terminals alone.
    const std::size_t at = stdout_has_color() ? find_style_code(text) : text.size();
    shown += show_text(text.substr(0, at));
    text.remove_prefix(at);
    const std::size_t end = text.empty() ? 0 : kStyleCodeLength;
    shown += text.substr(0, end);
    text.remove_prefix(end);
  }
  return shown;
}

}  // namespace

void print(std::string_view text) {
  const std::string shown = shown_text(text);
  std::fwrite(shown.data(), 1, shown.size(), stdout);
}

void print_paged(std::string_view text) {
  const char* named = std::getenv("PAGER");
  const std::string pager = named != nullptr && *named != '\0' ? named : "less -FRX";
  std::FILE* pipe =
      isatty(STDOUT_FILENO) ? ::popen((pager + " 2>/dev/null").c_str(), "w") : nullptr;
  if (pipe == nullptr) return print(text);
  const auto previous = std::signal(SIGPIPE, SIG_IGN);  // who leaves the pager has read enough
  const std::string shown = shown_text(text);
  std::fwrite(shown.data(), 1, shown.size(), pipe);
  const int status = ::pclose(pipe);
  std::signal(SIGPIPE, previous);
  constexpr int kNotFound = 127;  // of the shell
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNotFound) print(text);
}

void print_error(std::string_view message) { print_message("error", "31", message); }

void print_warning(std::string_view message) { print_message("warning", "35", message); }

void print_note(std::string_view message) { print_message("note", "36", message); }

void print_diagnostics(const Diagnostics& diagnostics) {
  if (diagnostics.empty()) return;
  Diagnostics reported;
  for (Diagnostic d : diagnostics.all()) {
    d.message = in_users_terms(std::move(d.message));
    d.suggestion = in_users_terms(std::move(d.suggestion));
    reported.add(std::move(d));
  }
  Diagnostics::Style style;
  style.color = stderr_has_color();
  std::string text = reported.to_string(style);
  if (text.empty() || text.back() != '\n') text += '\n';
  std::fwrite(text.data(), 1, text.size(), stderr);
}

namespace {

class TerminalObserver final : public FindingsObserver {
 public:
  void report(const Diagnostics& found) override { print_diagnostics(found); }
  void report(Severity severity, const std::string& sentence) override {
    switch (severity) {
      case Severity::error: return print_error(sentence);
      case Severity::warning: return print_warning(sentence);
      case Severity::note: return print_note(sentence);
    }
  }
};

}  // namespace

FindingsObserver& terminal_observer() {
  static TerminalObserver observer;
  return observer;
}

std::string bold(std::string_view text) { return styled(text, "1"); }
std::string dim(std::string_view text) { return styled(text, "2"); }

}  // namespace holon::app
