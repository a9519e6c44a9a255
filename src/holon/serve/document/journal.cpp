// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/document/journal.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "holon/base/base64.h"
#include "holon/base/read_file.h"
#include "holon/serve/wire/file_lock.h"
#include "holon/serve/wire/user_folders.h"
#include "holon/serve/wire/wire_json.h"

namespace holon::serve {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestJournal = std::size_t{128} << 20;
// Beyond this a journal begins anew with the present text.
constexpr std::size_t kLongJournal = std::size_t{64} << 20;
// Beyond the first of these the oldest steps are forgotten, until the others take no more than the
// second; so many steps are kept whatever they take.
constexpr std::size_t kForgetAbove = std::size_t{4} << 20, kKeptBytes = std::size_t{2} << 20;
constexpr std::size_t kKeptSteps = 20;

// Bytes of a text may be anything: hexadecimal where they are not ASCII without quotes would be
// longer than base 64.
std::string pack_bytes(const std::string& bytes) {
  return encode_base64({reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()});
}

int value_of_base64(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

std::string unpack_bytes(const std::string& text) {
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    const int value = value_of_base64(c);
    if (value < 0) throw std::invalid_argument("not base 64");
    bits = (bits << 6) | static_cast<unsigned>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>((bits >> count) & 0xFF);
  }
  return bytes;
}

Json pack_step(const Journal::Step& step) {
  Json edits = Json::array();
  for (const TextEdit& edit : step.change)
    edits.push_back({edit.offset, pack_bytes(edit.removed), pack_bytes(edit.inserted)});
  return {{"do", step.label}, {"at", step.at}, {"edits", std::move(edits)}};
}

Journal::Step unpack_step(const Json& line) {
  Journal::Step step{line.at("do").get<std::string>(), line.at("at").get<std::int64_t>(), {}};
  for (const Json& edit : line.at("edits"))
    step.change.push_back({edit.at(0).get<std::size_t>(),
                           unpack_bytes(edit.at(1).get<std::string>()),
                           unpack_bytes(edit.at(2).get<std::string>())});
  return step;
}

std::int64_t seconds_now() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

/// Not within a character of UTF-8.
bool is_boundary(const std::string& text, std::size_t at) {
  return at >= text.size() || (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
}

}  // namespace

TextChange find_difference(const std::string& before, const std::string& after) {
  if (before == after) return {};
  const std::size_t shorter = std::min(before.size(), after.size());
  std::size_t same = 0;
  while (same < shorter && before[same] == after[same]) ++same;
  while (same > 0 && !(is_boundary(before, same) && is_boundary(after, same))) --same;
  std::size_t end = 0;
  while (end < shorter - same && before[before.size() - 1 - end] == after[after.size() - 1 - end])
    ++end;
  while (end > 0 && !is_boundary(before, before.size() - end)) --end;
  return {{same, before.substr(same, before.size() - end - same),
           after.substr(same, after.size() - end - same)}};
}

Journal::Journal(const fs::path& model) {
  const fs::path folder = state_folder() / "journals";
  std::error_code error;
  fs::create_directories(folder, error);
  const std::string name = short_digest(model.string());
  path_ = folder / (name + ".journal");
  int holder = 0;
  lock_ = lock_file(folder / (name + ".lock"), holder);
  if (!lock_)
    throw RequestFault("busy",
                       "'" + model.filename().string() + "' is open in another 'holon serve'" +
                           (holder > 0 ? " (process " + std::to_string(holder) + ")" : ""),
                       "go on in its page, or end it first");
  try {
    if (read()) return;
  } catch (const std::exception&) {
    // Damaged: what it says cannot be applied. The text itself is in the model's file.
  }
  base_.clear();
  steps_.clear();
  position_ = 0;
}

bool Journal::read() {
  std::string reason;
  const auto text = read_file(path_.string(), kLargestJournal, FileSource::regular, reason);
  if (!text || text->size() > kLongJournal) return false;
  bool has_base = false;
  for (std::size_t at = 0; at < text->size();) {
    const std::size_t end = text->find('\n', at);
    if (end == std::string::npos) break;  // was being written when the server was killed
    const Json line = Json::parse(text->begin() + static_cast<std::ptrdiff_t>(at),
                                  text->begin() + static_cast<std::ptrdiff_t>(end));
    at = end + 1;
    if (line.contains("base")) {
      base_ = unpack_bytes(line.at("base").get<std::string>());
      has_base = true;
    } else if (line.contains("do")) {
      steps_.resize(position_);
      steps_.push_back(unpack_step(line));
      ++position_;
    } else if (line.contains("undo")) {
      if (position_ == 0) return false;
      --position_;
    } else if (line.contains("redo")) {
      if (position_ == steps_.size()) return false;
      ++position_;
    }
  }
  if (!has_base) return false;
  text_after(steps_.size());  // throws where the steps do not fit together
  return true;
}

void Journal::begin(const std::string& text) {
  if (path_.empty()) {
    base_ = text;
    return;
  }
  std::error_code error;
  if (base_.empty() && steps_.empty()) return start_file(text);
  // A line that was not completed would spoil the next one.
  const std::string known = text_after(position_);
  std::string reason;
  const auto raw = read_file(path_.string(), kLargestJournal, FileSource::regular, reason);
  if (raw && !raw->empty() && raw->back() != '\n')
    fs::resize_file(path_, raw->rfind('\n') == std::string::npos ? 0 : raw->rfind('\n') + 1, error);
  if (known != text) add("Changed outside the desktop", find_difference(known, text));
  if (!raw || raw->size() <= kForgetAbove) return;
  try {
    forget_oldest();
  } catch (const std::exception&) {
    // Where a full disk leaves no place for the short one, the long one serves as well.
  }
}

/// Steps that can be done again stay, too.
void Journal::forget_oldest() {
  std::vector<std::string> lines;
  for (const Step& step : steps_) lines.push_back(dump(pack_step(step)));
  std::size_t first = steps_.size(), bytes = 0;
  while (first > 0) {
    bytes += lines[first - 1].size();
    const bool is_needed = first > position_ || steps_.size() - first < kKeptSteps;
    if (!is_needed && bytes > kKeptBytes) break;
    --first;
  }
  const std::string base = text_after(first);
  std::string text = dump({{"base", pack_bytes(base)}}) + "\n";
  for (std::size_t k = first; k < steps_.size(); ++k) text += lines[k] + "\n";
  for (std::size_t k = steps_.size(); k > position_; --k) text += "{\"undo\":1}\n";
  write_whole_file(path_, text, true);
  base_ = base;
  steps_.erase(steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(first));
  position_ -= first;
}

void Journal::start_file(const std::string& base) {
  base_ = base;
  steps_.clear();
  position_ = 0;
  write_whole_file(path_, dump({{"base", pack_bytes(base)}}) + "\n", true);
}

void Journal::append(const std::string& line) {
  if (path_.empty()) return;
  const int file = open(path_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) throw std::runtime_error("cannot write the journal '" + path_.string() + "'");
  const std::string bytes = line + "\n";
  struct stat before {};
  const bool is_known = fstat(file, &before) == 0;
  const ssize_t written = write(file, bytes.data(), bytes.size());
  const bool is_whole = written == static_cast<ssize_t>(bytes.size());
  // Half a line would spoil the next one, and with it the journal.
  const bool is_clean = is_whole || (is_known && ftruncate(file, before.st_size) == 0);
  close(file);
  if (!is_whole)
    throw std::runtime_error("cannot write the journal '" + path_.string() +
                             "': the disk is full, or a limit is reached" +
                             (is_clean ? "" : "; its last line is damaged"));
}

void Journal::add(const std::string& label, TextChange change) {
  Step step{label, seconds_now(), std::move(change)};
  append(dump(pack_step(step)));
  steps_.resize(position_);
  steps_.push_back(std::move(step));
  ++position_;
}

TextChange Journal::undo() {
  if (!can_undo()) throw RequestFault("refused", "there is nothing to undo");
  append(R"({"undo":1})");
  return invert_change(steps_[--position_].change);
}

TextChange Journal::redo() {
  if (!can_redo()) throw RequestFault("refused", "there is nothing to redo");
  append(R"({"redo":1})");
  return steps_[position_++].change;
}

std::string Journal::text_after(std::size_t steps) const {
  std::string text = base_;
  for (std::size_t k = 0; k < std::min(steps, steps_.size()); ++k)
    text = apply_change(text, steps_[k].change);
  return text;
}

}  // namespace holon::serve
