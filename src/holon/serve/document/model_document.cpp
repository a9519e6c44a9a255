// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/document/model_document.h"

#include <chrono>
#include <utility>

#include "holon/base/read_file.h"
#include "holon/serve/document/model_edits.h"

namespace holon::serve {
namespace {

namespace fs = std::filesystem;

std::string read_model_text(const fs::path& file, const std::string& shown) {
  std::string reason;
  auto text = read_file(file.string(), file_limits::kModel, FileSource::regular, reason);
  if (!text) throw RequestFault("missing", "cannot read '" + shown + "': " + reason);
  return *std::move(text);
}

}  // namespace

ModelDocument::ModelDocument(std::string text, std::string shown, const Catalogue& catalogue,
                             std::int64_t revision, bool is_read_only)
    : shown_(std::move(shown)),
      catalogue_(&catalogue),
      revision_(revision),
      text_(std::move(text)),
      is_read_only_(is_read_only) {
  parse();
}

ModelDocument::ModelDocument(fs::path file, std::string shown, const Catalogue& catalogue,
                             std::int64_t revision)
    : ModelDocument(file, find_stamp(file), std::move(shown), catalogue, revision) {}

// The stamp is older than what is read: a change in between is found by the next check of the disk.
ModelDocument::ModelDocument(fs::path file, std::optional<FileStamp> stamp, std::string shown,
                             const Catalogue& catalogue, std::int64_t revision)
    : ModelDocument(read_model_text(file, shown), shown, catalogue, revision, false) {
  file_ = std::move(file);
  keep_stamp(stamp);
  journal_ = Journal(file_);
  journal_.begin(text_);
}

ModelDocument ModelDocument::read_only(const fs::path& file, std::string shown,
                                       const Catalogue& catalogue, std::int64_t revision) {
  ModelDocument document(read_model_text(file, shown), shown, catalogue, revision, true);
  document.file_ = file;
  document.journal_.begin(document.text_);
  return document;
}

void ModelDocument::parse() {
  parse_errors_ = {};
  try {
    editor_.emplace(text_, file_.empty() ? shown_ : file_.string(), catalogue_);
  } catch (const InputError& e) {
    editor_.reset();
    parse_errors_ = e.diagnostics();
    return;
  }
  outline_ = make_outline(editor_->tree(), *catalogue_, &outline_);
}

void ModelDocument::check_writable() const {
  if (is_read_only_)
    throw RequestFault("forbidden", "'" + shown_ + "' is an example, which is not changed",
                       "save it as a file of your own first");
  if (is_changed_on_disk())
    throw RequestFault("changed-on-disk", "'" + shown_ + "' was changed by another program",
                       "take that text, or keep yours");
}

/// Times of files have the kernel's tick: one that was changed just now may change once more
/// without another time.
void ModelDocument::keep_stamp(std::optional<FileStamp> stamp) {
  constexpr std::chrono::milliseconds kTick{50};
  stamp_ = stamp;
  if (!stamp) return;
  const auto changed =
      std::chrono::seconds(stamp->seconds) + std::chrono::nanoseconds(stamp->nanoseconds);
  is_fresh_ = std::chrono::system_clock::now().time_since_epoch() - changed < kTick;
}

void ModelDocument::write(const std::string& text) {
  // A change that nobody has seen yet is not written over.
  if (poll_disk()) check_writable();
  try {
    keep_stamp(write_whole_file(file_, text));
  } catch (const std::runtime_error& e) {
    throw RequestFault("failed", e.what(), "the change is not made");
  }
}

void ModelDocument::adopt(std::string text) {
  text_ = std::move(text);
  ++revision_;
}

void ModelDocument::keep_step(const std::function<void()>& store) {
  try {
    store();
  } catch (...) {
    stamp_.reset();  // the file is ahead of the journal: the next check of the disk offers it
    throw;
  }
}

TextChange ModelDocument::edit_by(const std::string& label,
                                  const std::function<TextChange(Editor&)>& make) {
  check_writable();
  if (!editor_)
    throw RequestFault("refused", "the text has syntax errors", "correct it on the tab YAML",
                       list_findings(parse_errors_, file_.string()));
  TextChange change;
  try {
    change = make(*editor_);
    if (editor_->text() == text_) return {};
    write(editor_->text());
    keep_step([&] { journal_.add(label, change); });
  } catch (const InputError& e) {
    parse();
    const Diagnostic first = e.diagnostics().empty() ? Diagnostic{} : e.diagnostics().all().front();
    throw RequestFault("refused", first.message.empty() ? e.what() : first.message,
                       first.suggestion, list_findings(e.diagnostics(), file_.string()));
  } catch (...) {
    parse();
    throw;
  }
  adopt(editor_->text());
  outline_ = make_outline(editor_->tree(), *catalogue_, &outline_);
  return change;
}

TextChange ModelDocument::edit(const Json& edits, const std::string& label) {
  return edit_by(label, [&](Editor& editor) { return make_edits(editor, edits, *catalogue_); });
}

TextChange ModelDocument::paste(const std::string& text, const std::string& label,
                                std::vector<std::string>& names) {
  return edit_by(label, [&](Editor& editor) { return paste_parts(editor, text, names); });
}

TextChange ModelDocument::replace(const std::string& text, const std::string& label) {
  check_writable();
  if (text.size() > file_limits::kModel)
    throw RequestFault("refused", "the text is longer than a model may be, 16 MB");
  TextChange change = find_difference(text_, text);
  if (change.empty()) return change;
  write(text);
  keep_step([&] { journal_.add(label, change); });
  adopt(text);
  parse();
  return change;
}

TextChange ModelDocument::step(bool is_undo) {
  check_writable();
  if (is_undo ? !journal_.can_undo() : !journal_.can_redo())
    throw RequestFault("refused",
                       is_undo ? "there is nothing to undo" : "there is nothing to redo");
  const Journal::Step& known =
      journal_.steps()[is_undo ? journal_.position() - 1 : journal_.position()];
  const TextChange change = is_undo ? invert_change(known.change) : known.change;
  std::string text = apply_change(text_, change);
  write(text);
  keep_step([&] { is_undo ? journal_.undo() : journal_.redo(); });
  adopt(std::move(text));
  parse_change(change);
  return change;
}

void ModelDocument::parse_change(const TextChange& change) {
  if (!editor_) return parse();
  try {
    editor_->apply(change);
  } catch (const InputError&) {
    return parse();
  }
  outline_ = make_outline(editor_->tree(), *catalogue_, &outline_);
}

TextChange ModelDocument::undo() { return step(true); }
TextChange ModelDocument::redo() { return step(false); }

TextChange ModelDocument::take_disk_text() {
  if (!disk_text_) throw RequestFault("missing", "there is no other text to take");
  std::string text = *disk_text_;
  const TextChange change = find_difference(text_, text);
  journal_.add("Changed outside the desktop", change);
  disk_text_.reset();
  adopt(std::move(text));
  parse();
  return change;
}

void ModelDocument::keep_own_text() {
  if (find_stamp(file_) != stamp_) {
    poll_disk();
    throw RequestFault("changed-on-disk", "the file has changed once more", "reload it");
  }
  const std::optional<std::string> other = std::exchange(disk_text_, std::nullopt);
  const bool was_gone = std::exchange(is_gone_, false);
  try {
    write(text_);
  } catch (...) {
    disk_text_ = other;
    is_gone_ = was_gone;
    throw;
  }
}

bool ModelDocument::poll_disk() {
  if (is_read_only_) return false;
  const std::optional<FileStamp> now = find_stamp(file_);
  if (now == stamp_ && !is_fresh_) return false;
  const bool was_gone = is_gone_;
  const std::optional<std::string> known = disk_text_;
  is_fresh_ = false;
  keep_stamp(now);
  std::string reason;
  std::optional<std::string> text;
  if (now) text = read_file(file_.string(), file_limits::kModel, FileSource::regular, reason);
  is_gone_ = !text.has_value();
  disk_text_.reset();
  if (text && *text != text_) disk_text_ = std::move(text);
  return is_gone_ != was_gone || disk_text_ != known;
}

}  // namespace holon::serve
