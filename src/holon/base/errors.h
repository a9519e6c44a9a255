// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace holon {

/// A text with a name, which exists as long as a location refers to it.
struct SourceFile {
  std::string name;  ///< as the user wrote it: "models/bulldozer.yaml", "--set", "<text>"
  std::string text;  ///< UTF-8

  /// Line `number` (from 1) without its end of line; empty if there is no such line.
  std::string_view line(int number) const;
};

/// A location in a source. Lines and columns count from 1, columns in characters (UTF-8 code
/// points); 0 means unknown.
struct Place {
  std::shared_ptr<const SourceFile> source;
  int line = 0;
  int column = 0;

  bool known() const { return source != nullptr; }
  /// The name of the source; "" if unknown.
  std::string_view file() const;
  /// "bulldozer.yaml:41:12"; "bulldozer.yaml" without a line; "" if unknown.
  std::string to_string() const;
  /// The same line, `characters` further to the right.
  Place shifted(int characters) const;
};

enum class Severity { error, warning, note };

/// A message to the user, with the location and the part that it concerns.
struct Diagnostic {
  Severity severity = Severity::error;
  Place place;
  std::string part_path;   ///< "parts/lift"; "" if it concerns no part
  std::string part_type;   ///< "HydraulicCylinder"; may be ""
  std::string message;     ///< a sentence without capital and full stop
  std::string suggestion;  ///< a clause of its own: "did you mean 'bore'?"; may be ""
  int length = 1;          ///< characters that the caret line underlines
  /// The single part concerned, by its full name ("arm.lift[3]"), if `part_path` represents
  /// several; may be "".
  std::string subject{};
  std::size_t parts = 1;  ///< number of parts in which it was found

  /// "bulldozer.yaml:41:12: error: parts/lift (HydraulicCylinder): 'borre' is not a parameter;
  /// did you mean 'bore'?", in one line.
  std::string to_string() const;
};

/// Collects diagnostics, so that all errors of a model are reported at once.
class Diagnostics {
 public:
  /// Adds a diagnostic, unless one with the same severity, location, part and message exists. One
  /// that differs from an existing one only in the part and in numbers, at the same known location
  /// (a line that many members of an array use, or a file that is used many times), is counted in
  /// its `parts`. A note belongs to the diagnostic that was added before it and remains after it.
  void add(Diagnostic diagnostic);
  void add_error(const Place& place, std::string message, std::string suggestion = {},
                 int length = 1);
  void add_warning(const Place& place, std::string message, std::string suggestion = {},
                   int length = 1);
  void add_note(const Place& place, std::string message, int length = 1);
  /// Adds all diagnostics of `other`.
  void append(const Diagnostics& other);

  bool empty() const { return all_.empty(); }
  bool has_errors() const { return errors_ > 0; }
  std::size_t error_count() const { return errors_; }
  std::size_t warning_count() const { return warnings_; }
  /// Number of errors added, including repeated ones.
  std::size_t reported_error_count() const { return reported_errors_; }
  /// In the order in which they were added.
  const std::vector<Diagnostic>& all() const { return all_; }
  /// Sorted by location: files in the order in which they first appeared, then line and column;
  /// those without a location first. Notes remain after the diagnostic that they explain.
  std::vector<Diagnostic> sorted() const;

  struct Style {
    bool color = false;       ///< ANSI colours
    bool source_line = true;  ///< the line of the source and a caret line below the message
    std::size_t limit = 50;   ///< largest number of errors and warnings; then "… and N more"
  };
  /// All of them, sorted, one or three lines each.
  std::string to_string(const Style& style) const;
  std::string to_string() const { return to_string(Style{}); }

  /// Throws InputError with all diagnostics if one of them is an error.
  void throw_if_errors() const;

 private:
  bool is_known_already(const Diagnostic& diagnostic);

  std::vector<Diagnostic> all_;
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;
  std::size_t reported_errors_ = 0;
  bool dropped_duplicate_ = false;
  std::unordered_map<std::string, std::size_t> alike_;  // location and message without its numbers
  std::unordered_set<std::string> exact_;               // location, part and message
  std::unordered_set<std::string> counted_;             // index and subject
};

/// The user's input is wrong. Contains all diagnostics.
class InputError : public std::runtime_error {
 public:
  explicit InputError(Diagnostics diagnostics);
  InputError(const Place& place, std::string message, std::string suggestion = {}, int length = 1);
  const Diagnostics& diagnostics() const { return *diagnostics_; }

 private:
  std::shared_ptr<const Diagnostics> diagnostics_;
};

/// The structure of a model is wrong: singular, an algebraic loop that cannot be solved, a causal
/// conflict, a degree of freedom without inertia.
class ModelError : public std::runtime_error {
 public:
  explicit ModelError(std::string message, std::string suggestion = {}, std::string part_path = {});
  const std::string& message() const { return data_->message; }
  const std::string& suggestion() const { return data_->suggestion; }
  const std::string& part_path() const { return data_->part_path; }

 private:
  std::shared_ptr<const Diagnostic> data_;
};

/// A run failed: time, state, cause and advice.
class RunError : public std::runtime_error {
 public:
  struct Data {
    double time = 0;     ///< [s] simulated
    double step = 0;     ///< [s] the attempted step; 0: none
    std::string state;   ///< name of the worst or first wrong state; may be ""
    std::string cause;   ///< "the step fell below its minimum of 1e-12 s"
    std::string advice;  ///< "try solver: cvode"; may be ""
  };
  explicit RunError(Data data);
  const Data& data() const { return *data_; }

 private:
  std::shared_ptr<const Data> data_;
};

/// A bug in Holon: a HOLON_CHECK or HOLON_ASSERT did not hold.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

namespace detail {
[[noreturn]] void check_failed(const char* file, int line, const char* condition,
                               const std::string& message);
}  // namespace detail

}  // namespace holon

/// Throws InternalError unless `condition` holds, in every build. `message` (anything a std::string
/// can be made of) is evaluated only then.
#define HOLON_CHECK(condition, message) \
  (static_cast<bool>(condition)         \
       ? static_cast<void>(0)           \
       : ::holon::detail::check_failed(__FILE__, __LINE__, #condition, (message)))

/// As HOLON_CHECK in debug builds; nothing where NDEBUG is defined.
#ifdef NDEBUG
#define HOLON_ASSERT(condition, message) static_cast<void>(0)
#else
#define HOLON_ASSERT(condition, message) HOLON_CHECK(condition, message)
#endif
