// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "holon/reader/editor.h"
#include "holon/serve/document/journal.h"
#include "holon/serve/document/part_tree.h"
#include "holon/serve/wire/user_folders.h"

namespace holon::serve {

/// The model that is open: its text, the file in which it stands, and the journal of its changes.
class ModelDocument {
 public:
  /// A file; its path as the desktop shows it. Throws RequestFault where it cannot be read.
  ModelDocument(std::filesystem::path file, std::string shown, const Catalogue& catalogue,
                std::int64_t revision);
  /// A model without a file: an example. It cannot be changed.
  static ModelDocument read_only(const std::filesystem::path& file, std::string shown,
                                 const Catalogue& catalogue, std::int64_t revision);

  const std::filesystem::path& file() const { return file_; }
  const std::string& shown() const { return shown_; }
  bool is_read_only() const { return is_read_only_; }
  std::int64_t revision() const { return revision_; }
  const std::string& text() const { return text_; }
  /// Of the last text that could be parsed.
  const ModelOutline& outline() const { return outline_; }
  bool is_parsed() const { return editor_.has_value(); }
  const Editor* editor() const { return editor_ ? &*editor_ : nullptr; }
  const Diagnostics& parse_errors() const { return parse_errors_; }
  const Journal& journal() const { return journal_; }
  bool is_changed_on_disk() const { return disk_text_.has_value() || is_gone_; }
  /// What stands on the disk where that is not the text; nothing where the file is gone.
  const std::optional<std::string>& disk_text() const { return disk_text_; }

  // Each gives the change, after it has been written to the file and the journal. Throws
  // RequestFault and leaves everything as it is where that is not possible.
  TextChange edit(const Json& edits, const std::string& label);
  TextChange paste(const std::string& text, const std::string& label,
                   std::vector<std::string>& names);
  TextChange replace(const std::string& text, const std::string& label);
  TextChange undo();
  TextChange redo();
  TextChange take_disk_text();
  void keep_own_text();

  /// Checks whether the file has been changed elsewhere; true where is_changed_on_disk or disk_text
  /// are new.
  bool poll_disk();

 private:
  ModelDocument(std::string text, std::string shown, const Catalogue& catalogue,
                std::int64_t revision, bool is_read_only);
  ModelDocument(std::filesystem::path file, std::optional<FileStamp> stamp, std::string shown,
                const Catalogue& catalogue, std::int64_t revision);
  void check_writable() const;
  void parse();
  /// The same where the text before was that of the editor.
  void parse_change(const TextChange& change);
  void write(const std::string& text);
  void keep_step(const std::function<void()>& store);
  TextChange edit_by(const std::string& label, const std::function<TextChange(Editor&)>& make);
  TextChange step(bool is_undo);
  void adopt(std::string text);

  std::filesystem::path file_;
  std::string shown_;
  const Catalogue* catalogue_;
  std::int64_t revision_;
  std::string text_;
  bool is_read_only_ = false;
  std::optional<Editor> editor_;
  ModelOutline outline_;
  Diagnostics parse_errors_;
  Journal journal_;
  std::optional<std::string> disk_text_;
  bool is_gone_ = false;
  void keep_stamp(std::optional<FileStamp> stamp);
  /// Of the file when it was last written, or before it was read.
  std::optional<FileStamp> stamp_;
  bool is_fresh_ = false;  ///< what is written right afterwards may have the same stamp
};

}  // namespace holon::serve
