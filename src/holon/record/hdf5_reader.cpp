// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "holon/base/errors.h"
#include "holon/record/hdf5_support.h"
#include "holon/record/results_reader.h"

namespace holon {
namespace {

using hdf5::check;
using hdf5::Id;

constexpr double kMostRows = 1e18;

/// The location of a column.
struct Hdf5Column {
  std::string path;
  int rank = 1;
  std::size_t component = 0;
  detail::ColumnUnit unit;
  std::int64_t order = -1;
};

class Hdf5Reader final : public ResultsReader {
 public:
  explicit Hdf5Reader(std::filesystem::path path) : path_(std::move(path)) {
    with_file([&] { open(); });
  }
  ~Hdf5Reader() override {
    const hdf5::Session session;
    file_ = Id();
  }

  const std::vector<Column>& columns() const override { return columns_; }
  std::size_t row_count() const override { return rows_; }
  const std::map<std::string, std::string>& provenance() const override { return provenance_; }
  std::vector<double> read(std::size_t column) override {
    std::vector<double> values;
    with_file([&] { values = read_rows(sources_[column]); });
    sources_[column].unit.apply(values);
    return values;
  }

 private:
  void open();
  void read_provenance();
  void read_group(const std::string& group);
  void read_link(const std::string& group, const std::string& name);
  void read_dataset(const std::string& path);
  void add_alias(const std::string& path, const std::string& target);
  void sort_columns();
  std::vector<double> read_rows(const Hdf5Column& source);

  template <class Action>
  void with_file(const Action& action) {
    const hdf5::Session session;
    try {
      action();
    } catch (const std::runtime_error& e) {
      throw InputError({}, "cannot read '" + path_.string() + "' as HDF5: " + e.what());
    }
  }

  const std::filesystem::path path_;
  Id file_;
  std::vector<Column> columns_;
  std::vector<Hdf5Column> sources_;
  std::vector<std::string> names_;                          // of the quantity of each column
  std::vector<std::pair<std::string, std::string>> links_;  // a path, and its target
  std::map<std::string, std::string> provenance_;
  std::size_t rows_ = 0;
};

std::vector<std::string> read_texts(hid_t object, const char* name) {
  if (H5Aexists(object, name) <= 0) return {};
  const Id attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
  const Id type(H5Aget_type(attribute), H5Tclose), space(H5Aget_space(attribute), H5Sclose);
  const auto count = static_cast<std::size_t>(H5Sget_simple_extent_npoints(space));
  if (H5Tget_class(type) != H5T_STRING || count == 0) return {};
  std::vector<std::string> texts;
  if (H5Tis_variable_str(type) > 0) {
    std::vector<char*> raw(count);
    check(H5Aread(attribute, type, raw.data()));
    for (const char* text : raw) texts.emplace_back(text != nullptr ? text : "");
    H5Dvlen_reclaim(type, space, H5P_DEFAULT, raw.data());
  } else {
    const std::size_t size = H5Tget_size(type);
    std::string raw(count * size, '\0');
    check(H5Aread(attribute, type, raw.data()));
    for (std::size_t k = 0; k < count; ++k) {
      const std::string text = raw.substr(k * size, size);
      texts.push_back(text.substr(0, text.find('\0')));
    }
  }
  return texts;
}

std::string read_text(hid_t object, const char* name) {
  const std::vector<std::string> texts = read_texts(object, name);
  return texts.empty() ? std::string() : texts[0];
}

std::optional<double> read_number(hid_t object, const char* name) {
  if (H5Aexists(object, name) <= 0) return {};
  const Id attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
  const Id type(H5Aget_type(attribute), H5Tclose), space(H5Aget_space(attribute), H5Sclose);
  const H5T_class_t kind = H5Tget_class(type);
  if ((kind != H5T_FLOAT && kind != H5T_INTEGER) || H5Sget_simple_extent_npoints(space) != 1)
    return {};
  double value = 0;
  check(H5Aread(attribute, H5T_NATIVE_DOUBLE, &value));
  return value;
}

// "link.position" of "link/position".
std::string dotted(std::string path) {
  std::replace(path.begin(), path.end(), '/', '.');
  return path;
}

void Hdf5Reader::open() {
  file_ = Id(H5Fopen(path_.c_str(), H5F_ACC_RDONLY, hdf5::make_file_access()), H5Fclose);
  read_provenance();
  // After a kill some columns may have more rows than at the last flush.
  const Id root(H5Gopen2(file_, "/", H5P_DEFAULT), H5Gclose);
  rows_ = static_cast<std::size_t>(read_number(root, "rows").value_or(kMostRows));
  read_group("");
  if (columns_.empty()) rows_ = 0;
  for (const auto& [path, target] : links_) add_alias(path, target);
  sort_columns();
}

void Hdf5Reader::read_provenance() {
  const Id root(H5Gopen2(file_, "/", H5P_DEFAULT), H5Gclose);
  for (int k = 0; k < H5Aget_num_attrs(root); ++k) {
    const Id attribute(H5Aopen_by_idx(root, ".", H5_INDEX_NAME, H5_ITER_INC,
                                      static_cast<hsize_t>(k), H5P_DEFAULT, H5P_DEFAULT),
                       H5Aclose);
    char name[256];
    check(H5Aget_name(attribute, sizeof name, name) < 0 ? -1 : 0);
    if (const std::optional<double> number = read_number(root, name))
      provenance_[name] = fmt::format("{}", *number);
    else
      provenance_[name] = read_text(root, name);
  }
}

void Hdf5Reader::read_group(const std::string& group) {
  const Id id(H5Gopen2(file_, group.empty() ? "/" : group.c_str(), H5P_DEFAULT), H5Gclose);
  std::vector<std::string> names;
  const auto add = [](hid_t, const char* name, const H5L_info_t*, void* to) -> herr_t {
    static_cast<std::vector<std::string>*>(to)->emplace_back(name);
    return 0;
  };
  check(H5Literate(id, H5_INDEX_NAME, H5_ITER_INC, nullptr, add, &names));
  for (const std::string& name : names) read_link(group, name);
}

void Hdf5Reader::read_link(const std::string& group, const std::string& name) {
  const std::string path = group.empty() ? name : group + "/" + name;
  H5L_info_t link;
  check(H5Lget_info(file_, path.c_str(), &link, H5P_DEFAULT));
  if (link.type == H5L_TYPE_SOFT) {
    std::string target(link.u.val_size, '\0');
    check(H5Lget_val(file_, path.c_str(), target.data(), target.size(), H5P_DEFAULT));
    target.resize(target.find('\0'));
    links_.emplace_back(path, target);
    return;
  }
  if (link.type != H5L_TYPE_HARD) return;
  const Id object(H5Oopen(file_, path.c_str(), H5P_DEFAULT), H5Oclose);
  const H5I_type_t type = H5Iget_type(object);
  if (type == H5I_GROUP) read_group(path);
  if (type == H5I_DATASET) read_dataset(path);
}

void Hdf5Reader::read_dataset(const std::string& path) {
  const Id dataset(H5Dopen2(file_, path.c_str(), H5P_DEFAULT), H5Dclose);
  const Id space(H5Dget_space(dataset), H5Sclose), type(H5Dget_type(dataset), H5Tclose);
  const int rank = H5Sget_simple_extent_ndims(space);
  const H5T_class_t kind = H5Tget_class(type);
  // Numbers without rows are parameters.
  if (rank < 1 || rank > 2 || (kind != H5T_FLOAT && kind != H5T_INTEGER)) return;
  hsize_t extent[2] = {0, 1};
  H5Sget_simple_extent_dims(space, extent, nullptr);
  std::string name = read_text(dataset, "name");
  if (name.empty()) name = dotted(path);
  std::vector<std::string> components = read_texts(dataset, "components");
  if (components.size() != extent[1]) {
    components.clear();
    for (hsize_t k = 0; rank == 2 && k < extent[1]; ++k) components.push_back(std::to_string(k));
  }
  const detail::ColumnUnit unit = detail::read_unit(read_text(dataset, "unit"));
  const double order = read_number(dataset, "column").value_or(name == "time" ? -1 : 1e15);
  for (hsize_t k = 0; k < extent[1]; ++k) {
    columns_.push_back({rank == 1 ? name : name + "." + components[k], unit.dimension,
                        read_text(dataset, "description")});
    sources_.push_back({path, rank, k, unit, static_cast<std::int64_t>(order)});
    names_.push_back(name);
  }
  rows_ = std::min<std::size_t>(rows_, extent[0]);
}

void Hdf5Reader::add_alias(const std::string& path, const std::string& target) {
  const std::string dataset = target.substr(target.starts_with('/') ? 1 : 0);
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (sources_[i].path == dataset)
      columns_[i].aliases.push_back(dotted(path) + columns_[i].name.substr(names_[i].size()));
}

void Hdf5Reader::sort_columns() {
  std::vector<std::size_t> order(columns_.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return sources_[a].order < sources_[b].order;
  });
  std::vector<Column> columns;
  std::vector<Hdf5Column> sources;
  for (std::size_t i : order) {
    columns.push_back(std::move(columns_[i]));
    sources.push_back(std::move(sources_[i]));
  }
  columns_ = std::move(columns);
  sources_ = std::move(sources);
}

std::vector<double> Hdf5Reader::read_rows(const Hdf5Column& source) {
  std::vector<double> values(rows_);
  if (rows_ == 0) return values;
  const Id dataset(H5Dopen2(file_, source.path.c_str(), H5P_DEFAULT), H5Dclose);
  const Id from(H5Dget_space(dataset), H5Sclose);
  const hsize_t offset[] = {0, source.component}, size[] = {rows_, 1};
  check(H5Sselect_hyperslab(from, H5S_SELECT_SET, offset, nullptr, size, nullptr));
  const Id to(H5Screate_simple(1, size, nullptr), H5Sclose);
  check(H5Dread(dataset, H5T_NATIVE_DOUBLE, to, from, H5P_DEFAULT, values.data()));
  return values;
}

}  // namespace

std::unique_ptr<ResultsReader> open_hdf5(const std::filesystem::path& path) {
  return std::make_unique<Hdf5Reader>(path);
}

}  // namespace holon
