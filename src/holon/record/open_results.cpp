// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/open_results.h"

#include <algorithm>
#include <cctype>

#include "holon/base/errors.h"
#include "holon/base/names.h"
#include "holon/record/csv.h"
#include "holon/record/hdf5_writer.h"
#include "holon/record/mat4_plain.h"
#include "holon/record/mat4_writer.h"

namespace holon {
namespace {

enum class Format { none, hdf5, mat4, csv };

const std::vector<std::string> kEndings = {".h5", ".hdf5", ".mat", ".csv"};

std::string ending_of(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

Format format_of(const std::filesystem::path& path) {
  const std::string ending = ending_of(path);
  if (ending == ".h5" || ending == ".hdf5") return Format::hdf5;
  if (ending == ".mat") return Format::mat4;
  return ending == ".csv" ? Format::csv : Format::none;
}

// Extensions are so short that one letter is half of them: the most similar by edit distance.
std::string nearest_ending(const std::string& ending) {
  const auto distance = [&](const std::string& other) { return edit_distance(ending, other); };
  const std::string& nearest =
      *std::min_element(kEndings.begin(), kEndings.end(),
                        [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
  return ending.size() > 1 && distance(nearest) <= 2 ? nearest : std::string();
}

void throw_if_no_ending(const std::filesystem::path& path) {
  if (const std::string fault = find_ending_fault(path); !fault.empty())
    throw InputError({}, "'" + path.string() + "': " + fault);
}

class CsvTable final : public ResultsReader {
 public:
  explicit CsvTable(const std::filesystem::path& path) : results_(read_csv(path)) {}
  const std::vector<Column>& columns() const override { return results_.columns(); }
  std::size_t row_count() const override { return results_.row_count(); }
  std::vector<double> read(std::size_t column) override { return results_.values(column); }
  const std::map<std::string, std::string>& provenance() const override { return provenance_; }

 private:
  const Results results_;
  const std::map<std::string, std::string> provenance_;
};

}  // namespace

std::string find_ending_fault(const std::filesystem::path& path) {
  if (format_of(path) != Format::none) return {};
  const std::string ending = ending_of(path), nearest = nearest_ending(ending);
  return (ending.empty() ? std::string("a results file needs an extension")
                         : "'" + ending + "' is not an extension of results files") +
         "; there are " + quote_list(kEndings, "and") +
         (nearest.empty() ? "" : "; did you mean '" + nearest + "'?");
}

std::unique_ptr<RowSink> open_sink(const std::filesystem::path& path, Provenance provenance,
                                   OutputFile::Mode mode, TableForm form) {
  switch (format_of(path)) {
    case Format::hdf5: return std::make_unique<Hdf5Writer>(path, std::move(provenance), mode);
    case Format::mat4:
      if (form.has_plain_variables)
        return std::make_unique<PlainMatWriter>(path, std::move(provenance), mode);
      return std::make_unique<Mat4Writer>(path, std::move(provenance), mode);
    case Format::csv: return std::make_unique<CsvWriter>(path, mode, form.has_units);
    case Format::none: break;
  }
  throw_if_no_ending(path);
  return nullptr;
}

SizeEstimate estimate_size(const std::filesystem::path& path, double rows, std::size_t columns) {
  constexpr double kTextPerNumber = 19;  // most of the digits of a double, and a comma
  const double numbers = rows * static_cast<double>(columns);
  switch (format_of(path)) {
    case Format::hdf5: return {numbers * sizeof(double), true};
    case Format::mat4: return {numbers * sizeof(double), false};
    case Format::csv:
    case Format::none: break;
  }
  return {numbers * kTextPerNumber, false};
}

std::unique_ptr<ResultsReader> open_results(const std::filesystem::path& path) {
  switch (format_of(path)) {
    case Format::hdf5: return open_hdf5(path);
    case Format::mat4: return open_mat4(path);
    case Format::csv: return std::make_unique<CsvTable>(path);
    case Format::none: break;
  }
  throw_if_no_ending(path);
  return nullptr;
}

Results read_results(const std::filesystem::path& path) {
  if (format_of(path) == Format::csv) return read_csv(path);
  const std::unique_ptr<ResultsReader> reader = open_results(path);
  std::vector<std::vector<double>> values;
  for (std::size_t i = 0; i < reader->columns().size(); ++i) values.push_back(reader->read(i));
  return {reader->columns(), std::move(values)};
}

}  // namespace holon
