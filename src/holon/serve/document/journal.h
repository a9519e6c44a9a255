// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "holon/reader/text_edit.h"

namespace holon::serve {

/// All changes of one model's text, which undo and redo walk through. A file of the user's state
/// folder: a line for each change, undo and redo, written as they happen, so that it survives the
/// server, also a kill; an incomplete last line is ignored. Of a long one the oldest steps are
/// forgotten when the model is opened again.
class Journal {
 public:
  struct Step {
    std::string label;
    std::int64_t at = 0;  ///< [s] since 1970
    TextChange change;
  };

  /// Of the model in `model`, an absolute path. Reads what is there; begins anew where that does
  /// not lead to a text. Throws RequestFault where another process has the model open.
  explicit Journal(const std::filesystem::path& model);
  /// Without a file, for a model that is not saved.
  Journal() = default;

  /// Connects it to the text of the file: if the journal does not end with this text, the
  /// difference becomes one more step.
  void begin(const std::string& text);

  void add(const std::string& label, TextChange change);
  bool can_undo() const { return position_ > 0; }
  bool can_redo() const { return position_ < steps_.size(); }
  /// The change to be applied now.
  TextChange undo();
  TextChange redo();

  const std::vector<Step>& steps() const { return steps_; }
  std::size_t position() const { return position_; }  ///< number of steps that are applied
  /// The text after so many steps.
  std::string text_after(std::size_t steps) const;

 private:
  bool read();
  void append(const std::string& line);
  void start_file(const std::string& base);
  void forget_oldest();

  std::filesystem::path path_;  ///< empty: none
  std::shared_ptr<void> lock_;
  std::string base_;  ///< the text before the first step
  std::vector<Step> steps_;
  std::size_t position_ = 0;
};

/// The change that makes `after` of `before`, as one edit of what differs.
TextChange find_difference(const std::string& before, const std::string& after);

}  // namespace holon::serve
