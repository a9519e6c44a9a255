// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/mat4_writer.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "holon/record/mat4_format.h"

namespace holon {
namespace {

using mat4::header, mat4::kBytes, mat4::kDoubles, mat4::kIntegers, mat4::kText;

constexpr std::int32_t kOfConstants = 1, kOfRows = 2;  // data_1, data_2
constexpr std::size_t kMat4BufferedNumbers = 1 << 15;
// Facts that change at the end have this much space; longer ones are truncated.
constexpr std::size_t kItemRoom = 160;
// Longer lines of the model take several entries: all descriptions are as wide as the widest.
constexpr std::size_t kLineRoom = 240;

std::string bytes_of(const void* data, std::size_t size) {
  return {static_cast<const char*>(data), size};
}

// The number of columns within a header.
constexpr std::int64_t kColumnsInHeader = 8;

// While a run writes, the file ends with a matrix of bytes that reserves space for further rows.
constexpr const char* kRoom = "unused";
constexpr std::int64_t kRoomHeader = 20 + 7;
constexpr std::int64_t kMoreRoom = 1 << 20;  // [byte] beyond the rows to be written
// Within a page a write is atomic, even if the process is killed.
constexpr std::int64_t kPage = 4096;

std::string room_header(std::int64_t size) {
  return header(kBytes, 1, static_cast<std::size_t>(size), kRoom);
}

// The number of bytes, at most `room`, after which `text` can be split: not within a character.
std::size_t cut(std::string_view text, std::size_t room) {
  if (text.size() <= room) return text.size();
  while (room > 0 && (static_cast<unsigned char>(text[room]) & 0xC0) == 0x80) --room;
  return room;
}

// A text as one column of a matrix of text: padded with blanks as usual in MATLAB, or with zeros if
// it ends with blanks.
std::string fitted(std::string text, std::size_t width) {
  text.resize(cut(text, width));
  text.resize(width, text.ends_with(' ') ? '\0' : ' ');
  return text;
}

std::string with_unit(const std::string& description, const std::string& unit) {
  if (unit == "1") return description;
  return description + (description.empty() ? "[" : " [") + unit + "]";
}

/// A line of a text, or a piece of a long one.
struct TextLine {
  std::string text;
  bool ends = false;  ///< a new line follows
};

std::vector<TextLine> lines_of(std::string_view text) {
  std::vector<TextLine> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::size_t size = cut(text.substr(0, end), kLineRoom);
    lines.push_back({std::string(text.substr(0, size)), size == end && end < text.size()});
    text.remove_prefix(size + (lines.back().ends ? 1 : 0));
  }
  return lines;
}

// A fact as text and as number, which is 0 if there is none.
std::pair<std::string, double> text_and_number(const ProvenanceItem& item) {
  if (const auto* text = std::get_if<std::string>(&item.value)) return {*text, 0};
  if (const auto* number = std::get_if<double>(&item.value)) return {"", *number};
  return {"", static_cast<double>(std::get<std::int64_t>(item.value))};
}

}  // namespace

/// A name in the file.
struct Mat4Writer::Entry {
  std::string name, description;
  std::int32_t table = 0;  // data_1 or data_2; 0 for the time
  std::int32_t index = 0;  // from 1, in its table
  double value = 0;        // of a constant
};

Mat4Writer::Mat4Writer(std::filesystem::path path, Provenance provenance, OutputFile::Mode mode)
    : file_(std::move(path), mode), mode_(mode), provenance_(std::move(provenance)) {}

Mat4Writer::~Mat4Writer() {
  if (!file_.is_open()) return;
  try {
    flush();
    take_room_away();
  } catch (const std::exception&) {
    // A destructor cannot report errors; end() does.
  }
}

std::vector<Mat4Writer::Entry> Mat4Writer::list_entries(const std::vector<Column>& columns) const {
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto index = static_cast<std::int32_t>(i + 1);
    const std::string description =
        with_unit(columns[i].description, columns[i].dimension.to_string());
    entries.push_back({columns[i].name, description, i == 0 ? 0 : kOfRows, index});
    for (const std::string& alias : columns[i].aliases)
      entries.push_back({alias, description, kOfRows, index});
  }
  std::int32_t constant = 1;  // the first one is the time
  for (const RecordedParameter& parameter : provenance_.parameters)
    entries.push_back({parameter.name, with_unit("parameter", parameter.dimension.to_string()),
                       kOfConstants, ++constant, parameter.value});
  std::string prefix = "provenance";
  while (std::any_of(entries.begin(), entries.end(),
                     [&](const Entry& e) { return e.name.starts_with(prefix + "."); }))
    prefix += '_';
  for (const ProvenanceItem& item : list_items(provenance_)) {
    const auto [text, number] = text_and_number(item);
    entries.push_back({prefix + "." + item.name, text, kOfConstants, ++constant, number});
  }
  int number = 0;
  for (TextLine& line : lines_of(provenance_.model_text))
    entries.push_back({prefix + ".model_text[" + std::to_string(++number) + "]",
                       std::move(line.text), kOfConstants, ++constant, line.ends ? 1.0 : 0.0});
  return entries;
}

void Mat4Writer::begin(const std::vector<Column>& columns) {
  columns_ = columns.size();
  flushed_ = std::chrono::steady_clock::now();
  if (mode_ == OutputFile::Mode::go_on) return;
  const std::vector<Entry> entries = list_entries(columns);
  first_item_ =
      entries.size() - lines_of(provenance_.model_text).size() - list_items(provenance_).size();
  first_item_value_ = 1 + provenance_.parameters.size();
  write_matrices(entries);
}

void Mat4Writer::write_matrices(const std::vector<Entry>& entries) {
  constexpr std::size_t kClassWidth = 11;
  const std::string rows_of_class[] = {"Atrajectory", "1.1", "", "binTrans"};
  std::string text = header(kText, 4, kClassWidth, "Aclass");
  for (std::size_t column = 0; column < kClassWidth; ++column)
    for (const std::string& row : rows_of_class) text += column < row.size() ? row[column] : ' ';

  std::size_t name_width = 1;
  description_width_ = kItemRoom;
  constants_ = 1;
  for (const Entry& entry : entries) {
    name_width = std::max(name_width, entry.name.size());
    description_width_ = std::max(description_width_, entry.description.size() + 1);
    if (entry.table == kOfConstants) ++constants_;
  }
  text += header(kText, name_width, entries.size(), "name");
  for (const Entry& entry : entries) text += fitted(entry.name, name_width);
  text += header(kText, description_width_, entries.size(), "description");
  descriptions_at_ = static_cast<std::int64_t>(text.size());
  for (const Entry& entry : entries) text += fitted(entry.description, description_width_);

  text += header(kIntegers, 4, entries.size(), "dataInfo");
  for (const Entry& entry : entries) {
    // Interpolated linearly; not defined outside, a constant everywhere.
    const std::int32_t info[] = {entry.table, entry.index, 0, entry.table == kOfConstants ? 0 : -1};
    text += bytes_of(info, sizeof info);
  }
  text += header(kDoubles, constants_, 2, "data_1");
  constants_at_ = static_cast<std::int64_t>(text.size());
  std::vector<double> constants{0.0};
  for (const Entry& entry : entries)
    if (entry.table == kOfConstants) constants.push_back(entry.value);
  for (int at_start_and_end = 0; at_start_and_end < 2; ++at_start_and_end)
    text += bytes_of(constants.data(), constants.size() * sizeof(double));
  row_count_at_ = static_cast<std::int64_t>(text.size()) + kColumnsInHeader;
  text += header(kDoubles, columns_, 0, "data_2");
  file_.append(text);
  rows_end_ = room_end_ = rows_at();
  has_layout_ = true;
}

void Mat4Writer::row(const double* values) {
  if (rows_ == std::numeric_limits<std::int32_t>::max())
    throw std::runtime_error("cannot write '" + file_.path().string() +
                             "': its format holds no more than 2147483647 rows; try .h5");
  if (rows_++ == 0 && columns_ > 0) file_.write_at(constants_at_, bytes_of(values, sizeof(double)));
  time_ = columns_ > 0 ? values[0] : 0;
  buffer_.insert(buffer_.end(), values, values + columns_);
  if (buffer_.size() >= kMat4BufferedNumbers ||
      std::chrono::steady_clock::now() - flushed_ > kFileFlushInterval)
    flush();
}

// Rows in the reserved space become rows of data_2 by two short writes: the bytes that replace the
// header of the space, which now begins after them, and the number of rows. So a kill leaves
// complete matrices except in the nanoseconds between these two.
void Mat4Writer::write_rows(std::string_view bytes) {
  const auto count = static_cast<std::int64_t>(bytes.size());
  const std::int64_t at = rows_end_, end = at + count;
  if (room_end_ < end + kRoomHeader) make_room(end + kRoomHeader);
  const std::string room = room_header(room_end_ - end - kRoomHeader);
  std::string first(bytes.substr(0, static_cast<std::size_t>(kRoomHeader)));
  if (count < kRoomHeader) {
    first += room;
    // The part beyond the old header may have no block on the disk yet.
    file_.write_at(at + kRoomHeader,
                   std::string_view(first).substr(static_cast<std::size_t>(kRoomHeader)));
  } else {
    file_.write_at(end, room);
    file_.write_at(at + kRoomHeader, bytes.substr(first.size()));
  }
  const auto rows = static_cast<std::int32_t>(rows_);
  file_.write_both(at, first, row_count_at_, bytes_of(&rows, sizeof rows));
  rows_end_ = end;
}

// At least up to `end` [byte]. The file grows by complete matrices, each in one write that ends at
// a page boundary; the first one then absorbs the others, by its number of columns.
void Mat4Writer::make_room(std::int64_t end) {
  const std::int64_t limit = std::max(end, find_file_size_limit());
  const std::int64_t wanted = std::min(end + kMoreRoom, limit);
  try {
    while (room_end_ < wanted) {
      const std::int64_t from = room_end_, least = from + kRoomHeader;
      std::int64_t to = (from / kPage + 1) * kPage;
      if (to < least) to += kPage;
      // The remainder below the limit must have space for a header, too.
      if (to > limit || limit - to < kRoomHeader) to = limit;
      to = std::max(to, least);
      const std::int64_t size = to - least;
      file_.write_at(from, room_header(size) + std::string(static_cast<std::size_t>(size), '\0'));
      room_end_ = to;
    }
  } catch (...) {
    file_.cut_back(room_end_);  // of a piece that could not be written
    throw;
  }
  const std::string room = room_header(room_end_ - rows_end_ - kRoomHeader);
  file_.write_at(rows_end_ + kColumnsInHeader, room.substr(kColumnsInHeader, sizeof(std::int32_t)));
}

void Mat4Writer::take_room_away() {
  if (!has_layout_ || room_end_ <= rows_end_) return;
  file_.cut(rows_end_);
  room_end_ = rows_end_;
}

// Numbers first, then their count: a counted row is complete.
void Mat4Writer::flush() {
  if (is_broken_ || !has_layout_) return;
  is_broken_ = true;
  if (!buffer_.empty())
    write_rows({reinterpret_cast<const char*>(buffer_.data()), buffer_.size() * sizeof(double)});
  buffer_.clear();
  const std::int64_t end_at =
      constants_at_ + static_cast<std::int64_t>(constants_ * sizeof(double));
  file_.write_at(end_at, bytes_of(&time_, sizeof time_));
  const auto count = static_cast<std::int32_t>(rows_);
  file_.write_at(row_count_at_, bytes_of(&count, sizeof count));
  flushed_ = std::chrono::steady_clock::now();
  is_broken_ = false;
}

void Mat4Writer::write_items() {
  if (!has_layout_) return;
  std::vector<double> numbers;
  std::string texts;
  for (const ProvenanceItem& item : list_items(provenance_)) {
    auto [text, number] = text_and_number(item);
    texts += fitted(std::move(text), description_width_);
    numbers.push_back(number);
  }
  file_.write_at(descriptions_at_ + static_cast<std::int64_t>(first_item_ * description_width_),
                 texts);
  for (std::size_t side = 0; side < 2; ++side)
    file_.write_at(constants_at_ + static_cast<std::int64_t>(
                                       (side * constants_ + first_item_value_) * sizeof(double)),
                   bytes_of(numbers.data(), numbers.size() * sizeof(double)));
}

// [byte] The start of the rows: after the rest of data_2's header and its name.
std::int64_t Mat4Writer::rows_at() const {
  constexpr std::int64_t kRestOfHeader = 12, kName = sizeof "data_2";
  return row_count_at_ + kRestOfHeader + kName;
}

void Mat4Writer::archive(Archive& a) {
  const std::size_t columns = columns_;
  a.item("columns", columns_);
  a.item("first_item", first_item_);
  a.item("first_item_value", first_item_value_);
  a.item("constants", constants_);
  a.item("description_width", description_width_);
  a.item("descriptions_at", descriptions_at_);
  a.item("constants_at", constants_at_);
  a.item("row_count_at", row_count_at_);
  a.item("rows", rows_);
  a.item("last_time", time_);
  if (columns_ != columns) a.refuse("was written with other columns in the table");
  if (a.is_reading() && !has_this_layout()) a.refuse("does not fit the layout of the table");
  if (!a.is_reading()) flush();
  const std::int64_t size =
      rows_at() + rows_ * static_cast<std::int64_t>(columns_ * sizeof(double));
  std::string digest = a.is_reading() ? std::string() : file_.digest_of_end(rows_at(), size);
  a.item("table_digest", digest);
  if (!a.is_reading()) return;
  detail::check_rows(file_, rows_at(), size, digest);
  has_layout_ = true;
  rows_end_ = room_end_ = size;
  flush();  // updates the number of rows
  file_.cut(size);
  write_items();
}

// Whether the matrices that are modified later are at the expected positions in the file.
bool Mat4Writer::has_this_layout() const {
  const auto is_there = [&](std::int64_t data_at, std::int32_t type, std::size_t rows,
                            const std::string& name) {
    const std::string whole = header(type, rows, 0, name);
    const std::int64_t from = data_at - static_cast<std::int64_t>(whole.size());
    if (from < 0 || rows_ < 0) return false;
    std::string found = file_.read_at(from, whole.size());
    if (found.size() != whole.size()) return false;
    found.replace(kColumnsInHeader, sizeof(std::int32_t), sizeof(std::int32_t), '\0');
    return found == whole;
  };
  return is_there(descriptions_at_, kText, description_width_, "description") &&
         is_there(constants_at_, kDoubles, constants_, "data_1") &&
         is_there(rows_at(), kDoubles, columns_, "data_2") &&
         first_item_value_ + list_items(provenance_).size() <= constants_ &&
         descriptions_at_ + static_cast<std::int64_t>(first_item_ * description_width_) <
             constants_at_;
}

std::optional<TableEnd> Mat4Writer::find_end() const {
  if (rows_ == 0 || columns_ == 0) return {};
  const auto width = static_cast<std::int64_t>(columns_ * sizeof(double));
  const std::string bytes = file_.read_at(rows_at() + (rows_ - 1) * width, sizeof(double));
  TableEnd end{rows_, std::nan("")};
  if (bytes.size() == sizeof end.time) std::memcpy(&end.time, bytes.data(), sizeof end.time);
  return end;
}

void Mat4Writer::end() {
  if (!file_.is_open()) return;
  provenance_.status = "ended";
  flush();
  take_room_away();
  write_items();
}

void Mat4Writer::conclude(const Provenance& provenance) {
  if (!file_.is_open()) return;
  provenance_ = provenance;
  write_items();
  file_.close();
}

}  // namespace holon
