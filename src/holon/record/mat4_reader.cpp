// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>

#include "holon/base/errors.h"
#include "holon/record/results_reader.h"

namespace holon {
namespace {

std::string without_trailing_blanks(const std::string& text) {
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

/// A file as bytes in memory, read on demand.
class MappedFile {
 public:
  explicit MappedFile(const std::filesystem::path& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status {};
    if (file < 0 || ::fstat(file, &status) != 0) refuse(path, file);
    size_ = static_cast<std::size_t>(status.st_size);
    if (size_ > 0) data_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
    if (data_ == MAP_FAILED) refuse(path, file);
    ::close(file);
  }
  ~MappedFile() {
    if (data_ != nullptr) ::munmap(data_, size_);
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  const char* data() const { return static_cast<const char*>(data_); }
  std::size_t size() const { return size_; }

 private:
  [[noreturn]] static void refuse(const std::filesystem::path& path, int file) {
    const std::string reason = std::strerror(errno);
    if (file >= 0) ::close(file);
    throw InputError({}, "cannot read '" + path.string() + "': " + reason);
  }
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

/// A matrix of the file, column by column as in MATLAB.
struct Matrix {
  std::size_t rows = 0, columns = 0;
  int precision = 0;  ///< 0 double, 1 float, 2 int32, 3 int16, 4 uint16, 5 uint8
  const char* data = nullptr;

  static std::size_t element_size(int precision) {
    constexpr std::size_t kSizes[] = {8, 4, 4, 2, 2, 1};
    return kSizes[precision];
  }
  template <class T>
  double element(std::size_t index) const {
    T value;
    std::memcpy(&value, data + index * sizeof(T), sizeof(T));
    return static_cast<double>(value);
  }
  double at(std::size_t row, std::size_t column) const {
    const std::size_t index = column * rows + row;
    switch (precision) {
      case 0: return element<double>(index);
      case 1: return element<float>(index);
      case 2: return element<std::int32_t>(index);
      case 3: return element<std::int16_t>(index);
      case 4: return element<std::uint16_t>(index);
      default: return element<unsigned char>(index);
    }
  }
};

/// The entry of one of the names.
struct Mat4Column {
  std::size_t row = 0;
  const Matrix* variable = nullptr;  ///< of its own, instead of a row
  bool is_negative = false;
  detail::ColumnUnit unit;
};

class Mat4Reader final : public ResultsReader {
 public:
  explicit Mat4Reader(const std::filesystem::path& path) : path_(path), file_(path) {
    read_matrices();
    if (!matrices_.contains("Aclass") && matrices_.contains("holon_variables"))
      read_variables();
    else
      read_columns();
  }

  const std::vector<Column>& columns() const override { return columns_; }
  std::size_t row_count() const override { return rows_; }
  const std::map<std::string, std::string>& provenance() const override { return provenance_; }
  std::vector<double> read(std::size_t column) override {
    const Mat4Column& source = sources_[column];
    const Matrix* all = source.variable != nullptr ? nullptr : &matrices_.at("data_2");
    std::vector<double> values(rows_);
    for (std::size_t row = 0; row < rows_; ++row) {
      const double value =
          all != nullptr ? get(*all, source.row, row) : source.variable->at(row, 0);
      values[row] = source.is_negative ? -value : value;
    }
    source.unit.apply(values);
    return values;
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw InputError({}, "cannot read '" + path_.string() + "': " + why);
  }
  void read_matrices();
  void read_columns();
  void read_variables();
  void add_column(std::size_t name, std::string description);
  void add_constant(std::size_t name, const std::string& description);
  const Matrix& find(const std::string& name) const;
  // "binTrans" has names, rows of data and so on as columns, "binNormal" as rows.
  double get(const Matrix& matrix, std::size_t which, std::size_t of) const {
    return is_transposed_ ? matrix.at(which, of) : matrix.at(of, which);
  }
  std::size_t count(const Matrix& matrix) const {
    return is_transposed_ ? matrix.columns : matrix.rows;
  }
  std::string text(const Matrix& matrix, std::size_t which) const;

  const std::filesystem::path path_;
  const MappedFile file_;
  std::map<std::string, Matrix> matrices_;
  bool is_transposed_ = true;
  std::size_t rows_ = 0;
  std::vector<Column> columns_;
  std::vector<Mat4Column> sources_;
  std::map<std::string, std::string> provenance_;
};

void Mat4Reader::read_matrices() {
  if (file_.size() >= 6 && std::string_view(file_.data(), 6) == "MATLAB")
    refuse("it is a MAT file of level 5; results are read at level 4, which 'save -v4' writes");
  std::size_t at = 0;
  // Data after the rows are rows that were not counted when their run was killed.
  while (at + 20 <= file_.size() && !matrices_.contains("data_2")) {
    std::int32_t head[5];
    std::memcpy(head, file_.data() + at, sizeof head);
    at += sizeof head;
    const int precision = head[0] / 10 % 10;
    if (head[0] < 0 || head[0] >= 1000 || head[0] % 10 > 1 || precision > 5 || head[1] < 0 ||
        head[2] < 0 || head[3] != 0 || head[4] < 1 ||
        static_cast<std::size_t>(head[4]) > file_.size() - at)
      refuse("it is not a little-endian MAT file of level 4");
    const std::string name(file_.data() + at, static_cast<std::size_t>(head[4]) - 1);
    at += static_cast<std::size_t>(head[4]);
    Matrix matrix{static_cast<std::size_t>(head[1]), static_cast<std::size_t>(head[2]), precision,
                  file_.data() + at};
    const std::size_t column = matrix.rows * Matrix::element_size(precision);
    const std::size_t left = file_.size() - at;
    if (name == "data_2" && column > 0 && matrix.columns > left / column)
      matrix.columns = left / column;  // truncated
    if (column * matrix.columns > left) refuse("it ends within the matrix '" + name + "'");
    at += column * matrix.columns;
    matrices_.emplace(name, matrix);
  }
}

const Matrix& Mat4Reader::find(const std::string& name) const {
  const auto found = matrices_.find(name);
  if (found == matrices_.end())
    refuse("it does not contain results in the format of Dymola and OpenModelica: the matrix '" +
           name + "' is missing");
  return found->second;
}

// Up to a zero, else up to the trailing blanks.
std::string Mat4Reader::text(const Matrix& matrix, std::size_t which) const {
  std::string text;
  const std::size_t length = is_transposed_ ? matrix.rows : matrix.columns;
  for (std::size_t k = 0; k < length; ++k) {
    const auto letter = static_cast<char>(static_cast<int>(get(matrix, k, which)));
    if (letter == '\0') return text;
    text += letter;
  }
  return without_trailing_blanks(text);
}

void Mat4Reader::read_columns() {
  const Matrix& kind = find("Aclass");
  std::string order;
  for (std::size_t k = 0; kind.rows > 3 && k < kind.columns; ++k)
    order += static_cast<char>(static_cast<int>(kind.at(3, k)));
  is_transposed_ = order.starts_with("binTrans");
  if (!is_transposed_ && !order.starts_with("binNormal"))
    refuse("its matrix 'Aclass' contains neither binTrans nor binNormal");
  const Matrix& names = find("name");
  const Matrix& info = find("dataInfo");
  const Matrix& descriptions = find("description");
  rows_ = count(find("data_2"));
  for (const Matrix* matrix : {&info, &descriptions})
    if (count(*matrix) != count(names)) refuse("the sizes of its matrices do not agree");
  for (std::size_t i = 0; i < count(names); ++i) {
    if (get(info, 0, i) == 1)
      add_constant(i, text(descriptions, i));
    else
      add_column(i, text(descriptions, i));
  }
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (columns_[i].name == "time" && i > 0) {
      std::swap(columns_[0], columns_[i]);
      std::swap(sources_[0], sources_[i]);
    }
}

// A variable for each column (PlainMatWriter); the first one is the time.
void Mat4Reader::read_variables() {
  is_transposed_ = false;
  const Matrix &variables = find("holon_variables"), &names = find("holon_names"),
               &units = find("holon_units"), &is_parameter = find("holon_is_parameter");
  std::map<std::string, std::size_t> column_of;
  for (std::size_t i = 0; i < variables.rows; ++i) {
    if (i >= names.rows || i >= units.rows || i >= is_parameter.rows)
      refuse("the sizes of its matrices do not agree");
    if (is_parameter.at(i, 0) != 0) continue;
    const std::string variable = text(variables, i);
    if (const auto known = column_of.find(variable); known != column_of.end()) {
      columns_[known->second].aliases.push_back(text(names, i));
      continue;
    }
    const Matrix& values = find(variable);
    if (columns_.empty()) rows_ = values.rows;
    if (values.rows != rows_ || values.columns != 1)
      refuse("the sizes of its matrices do not agree");
    column_of.emplace(variable, columns_.size());
    Mat4Column source;
    source.variable = &values;
    source.unit = detail::read_unit(text(units, i));
    columns_.push_back({text(names, i), source.unit.dimension, {}});
    sources_.push_back(source);
  }
  const Matrix& items = find("holon_provenance");
  for (std::size_t i = 0; i < items.rows; ++i) {
    const std::string item = text(items, i);
    const std::size_t colon = std::min(item.find(':'), item.size());
    provenance_[item.substr(0, colon)] = item.substr(std::min(colon + 2, item.size()));
  }
  const Matrix& lines = find("holon_model_text");
  for (std::size_t i = 0; i < lines.rows; ++i) provenance_["model_text"] += text(lines, i) + "\n";
}

// "angle [rad]", "angle [rad|deg]": the last text in brackets is the unit.
void Mat4Reader::add_column(std::size_t name, std::string description) {
  const double index = get(find("dataInfo"), 1, name);
  const Matrix& rows = find("data_2");
  const std::size_t width = is_transposed_ ? rows.rows : rows.columns;
  if (std::abs(index) < 1 || std::abs(index) > static_cast<double>(width))
    refuse("its matrix 'dataInfo' refers to rows that do not exist");
  Mat4Column source;
  source.row = static_cast<std::size_t>(std::abs(index)) - 1;
  source.is_negative = index < 0;
  if (const std::size_t open = description.rfind('[');
      description.ends_with(']') && open != std::string::npos) {
    const std::string unit = description.substr(open + 1, description.size() - open - 2);
    source.unit = detail::read_unit(unit.substr(0, std::min(unit.find('|'), unit.find(':'))));
    description = without_trailing_blanks(description.substr(0, open));
  }
  std::string column = text(find("name"), name);
  if (column == "Time") column = "time";
  for (std::size_t i = 0; i < sources_.size(); ++i)
    if (sources_[i].row == source.row && sources_[i].is_negative == source.is_negative) {
      columns_[i].aliases.push_back(column);
      return;
    }
  columns_.push_back({std::move(column), source.unit.dimension, std::move(description)});
  sources_.push_back(source);
}

void Mat4Reader::add_constant(std::size_t name, const std::string& description) {
  const std::string whole = text(find("name"), name);
  const std::string prefix = "provenance.", lines = "model_text[";
  if (!whole.starts_with(prefix)) return;
  const std::string item = whole.substr(prefix.size());
  const std::size_t row = static_cast<std::size_t>(get(find("dataInfo"), 1, name)) - 1;
  const Matrix& constants = find("data_1");
  if (row >= (is_transposed_ ? constants.rows : constants.columns)) return;
  const double value = get(constants, row, 0);
  if (item.starts_with(lines))
    provenance_["model_text"] += description + (value == 1 ? "\n" : "");
  else
    provenance_[item] = description.empty() && value != 0 ? fmt::format("{}", value) : description;
}

}  // namespace

std::unique_ptr<ResultsReader> open_mat4(const std::filesystem::path& path) {
  return std::make_unique<Mat4Reader>(path);
}

}  // namespace holon
