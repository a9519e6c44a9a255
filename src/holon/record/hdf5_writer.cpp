// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/hdf5_writer.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "holon/base/errors.h"
#include "holon/record/hdf5_driver.h"
#include "holon/record/hdf5_paths.h"
#include "holon/record/hdf5_support.h"
#include "holon/record/output_file.h"
#include "holon/record/quantities.h"

namespace holon {
namespace {

using hdf5::check;
using hdf5::Id;

// A chunk of a number has this many rows, fewer if the chunks of all columns would take more than
// kHdf5BufferedNumbers.
constexpr std::size_t kChunkRows = 2048, kFewestChunkRows = 32, kHdf5BufferedNumbers = 4'000'000;
constexpr unsigned kDeflate = 1;  // higher levels take longer and save little for such numbers
constexpr std::uint32_t kNoFilters = 0b11;     // skips both: shuffle, deflate
constexpr std::size_t kCacheBytes = 64 << 20;  // of metadata, retained until a flush
// A kill can interrupt a write between two pages of memory. Half an index node has its new count of
// chunks with old keys, and hides rows of a chunk that was written long before. Each node (2096 or
// 2616 bytes) and heap of texts (4096 bytes) therefore lies in one page.
constexpr hsize_t kAlignFrom = 2048, kHdf5Page = 4096;
constexpr const char* kRunAgain = "without --resume the run starts again, and gives the same rows";

void write_attribute(hid_t object, const char* name, hid_t type, const void* value) {
  if (H5Aexists(object, name) > 0) {
    check(H5Awrite(Id(H5Aopen(object, name, H5P_DEFAULT), H5Aclose), type, value));
    return;
  }
  const Id scalar(H5Screate(H5S_SCALAR), H5Sclose);
  check(H5Awrite(Id(H5Acreate2(object, name, type, scalar, H5P_DEFAULT, H5P_DEFAULT), H5Aclose),
                 type, value));
}

void write_attribute(hid_t object, const char* name, const std::string& text) {
  const char* value = text.c_str();
  write_attribute(object, name, hdf5::make_text_type(), &value);
}

void write_attribute(hid_t object, const char* name, double value) {
  write_attribute(object, name, H5T_NATIVE_DOUBLE, &value);
}

void write_attribute(hid_t object, const char* name, std::int64_t value) {
  write_attribute(object, name, H5T_NATIVE_INT64, &value);
}

void write_attribute(hid_t object, const char* name, const std::vector<std::string>& texts) {
  std::vector<const char*> values;
  for (const std::string& text : texts) values.push_back(text.c_str());
  const hsize_t count = values.size();
  const Id space(H5Screate_simple(1, &count, nullptr), H5Sclose), type = hdf5::make_text_type();
  check(H5Awrite(Id(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose),
                 type, values.data()));
}

/// A dataset and the rows of its last chunk.
struct WrittenTrack {
  Id dataset;
  std::string path;  // in the file
  std::size_t width = 1;
  std::vector<double> rows;  // (chunk x width)
};

}  // namespace

struct Hdf5Writer::Impl {
  Impl(std::filesystem::path a_path, Provenance a_provenance, OutputFile::Mode mode)
      : path(std::move(a_path)),
        own(std::make_unique<OutputFile>(path, mode)),
        provenance(std::move(a_provenance)),
        continues(mode == OutputFile::Mode::go_on) {
    // The target of a link is used. If no file can be created in its folder, it is written in
    // place.
    std::error_code error;
    target = std::filesystem::canonical(path, error);
    if (error) target = path;
    const std::filesystem::path folder = target.parent_path();
    const bool can_replace = std::filesystem::is_regular_file(target, error) &&
                             ::access(folder.empty() ? "." : folder.c_str(), W_OK) == 0;
    if (mode == OutputFile::Mode::go_on || can_replace)
      beside = folder / ("." + target.filename().string() + ".new");
  }

  void create();
  void create_datasets(const std::vector<Column>& columns);
  void write_items();
  void write_parameters(hdf5::Paths& paths);
  void write_chunks();
  void write_chunk(WrittenTrack& track);
  void write_rows();
  void flush();
  void flush_file();
  void extend_file();
  void take_place();
  void take_over(std::size_t rows);

  void abandon();

  /// Performs an operation on the file; a failure is reported with its path, and ends the writing.
  template <class Action>
  void with_file(const Action& action) {
    const hdf5::Session session;
    try {
      action();
    } catch (const InputError&) {
      abandon();
      throw;
    } catch (const std::runtime_error& e) {
      abandon();
      throw std::runtime_error("cannot write '" + path.string() + "': " + e.what());
    }
  }

  const std::filesystem::path path;
  std::filesystem::path target;     // the same without links
  std::unique_ptr<OutputFile> own;  // excludes other runs
  std::filesystem::path beside;     // the file that is to replace it; empty: none
  Provenance provenance;
  Id file;
  Id link_creation;  // creates the groups of the path
  std::vector<WrittenTrack> tracks;
  struct Slot {
    double* first;  // of the column in its track's buffer
    std::size_t stride;
  };
  std::vector<Slot> slots;  // of each column
  std::size_t chunk_rows = kChunkRows;
  std::size_t whole_chunks = 0, filled = 0;  // rows of the last chunk received so far
  bool is_chunk_raw = false;                 // a flush has written a part of the last chunk
  std::size_t flushed_rows = 0;
  bool has_failed = false;
  const bool continues;  // continues an existing file
  std::chrono::steady_clock::time_point flushed;
};

void Hdf5Writer::Impl::create() {
  const Id access = hdf5::make_file_access();
  H5AC_cache_config_t cache;
  cache.version = H5AC__CURR_CACHE_CONFIG_VERSION;
  check(H5Pget_mdc_config(access, &cache));
  cache.set_initial_size = true;
  cache.initial_size = cache.max_size = kCacheBytes;
  check(H5Pset_mdc_config(access, &cache));
  hdf5::set_ordered_driver(access);
  check(H5Pset_alignment(access, kAlignFrom, kHdf5Page));
  const std::filesystem::path& made = beside.empty() ? target : beside;
  file = Id(H5Fcreate(made.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose);
  link_creation = Id(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  check(H5Pset_create_intermediate_group(link_creation, 1));
  check(H5Pset_char_encoding(link_creation, H5T_CSET_UTF8));
}

void Hdf5Writer::Impl::write_items() {
  for (const ProvenanceItem& item : list_items(provenance))
    std::visit([&](const auto& value) { write_attribute(file, item.name.c_str(), value); },
               item.value);
}

void Hdf5Writer::Impl::write_parameters(hdf5::Paths& paths) {
  // Present also if the model has none, so that readers need not check.
  const Id group(H5Gcreate2(file, "parameters", link_creation, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
  const Id scalar(H5Screate(H5S_SCALAR), H5Sclose);
  for (const RecordedParameter& parameter : provenance.parameters) {
    const Id dataset(H5Dcreate2(file, paths.claim("parameters", parameter.name).c_str(),
                                H5T_IEEE_F64LE, scalar, link_creation, H5P_DEFAULT, H5P_DEFAULT),
                     H5Dclose);
    check(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, &parameter.value));
    write_attribute(dataset, "name", parameter.name);
    write_attribute(dataset, "unit", parameter.dimension.to_string());
  }
}

void Hdf5Writer::Impl::create_datasets(const std::vector<Column>& columns) {
  const std::vector<Quantity> quantities = find_quantities(columns);
  hdf5::Paths paths(quantities, columns);
  chunk_rows = std::clamp(kHdf5BufferedNumbers / std::max<std::size_t>(1, columns.size()),
                          kFewestChunkRows, kChunkRows);
  const double none = std::numeric_limits<double>::quiet_NaN();
  // Each dataset writes whole chunks: a cache would only take memory.
  const Id access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
  check(H5Pset_chunk_cache(access, 0, 0, 1));
  slots.resize(columns.size());
  for (const Quantity& quantity : quantities) {
    WrittenTrack track;
    track.width = quantity.columns.size();
    track.rows.assign(chunk_rows * track.width, none);
    const int rank = quantity.components.empty() ? 1 : 2;
    const hsize_t start[] = {0, track.width}, most[] = {H5S_UNLIMITED, track.width},
                  chunk[] = {chunk_rows, track.width};
    const Id creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    check(H5Pset_chunk(creation, rank, chunk));
    check(H5Pset_shuffle(creation));
    check(H5Pset_deflate(creation, kDeflate));
    check(H5Pset_fill_value(creation, H5T_NATIVE_DOUBLE, &none));
    check(H5Pset_obj_track_times(creation, false));
    const Id space(H5Screate_simple(rank, start, most), H5Sclose);
    const std::string& path_in_file = track.path = paths.claim(quantity.name);
    track.dataset = Id(H5Dcreate2(file, path_in_file.c_str(), H5T_IEEE_F64LE, space, link_creation,
                                  creation, access),
                       H5Dclose);
    const Column& column = columns[quantity.columns[0]];
    write_attribute(track.dataset, "name", quantity.name);
    write_attribute(track.dataset, "unit", column.dimension.to_string());
    write_attribute(track.dataset, "description", column.description);
    write_attribute(track.dataset, "column", static_cast<std::int64_t>(quantity.columns[0]));
    if (rank == 2) write_attribute(track.dataset, "components", quantity.components);
    for (const std::string& alias : hdf5::common_aliases(quantity, columns))
      check(H5Lcreate_soft(("/" + path_in_file).c_str(), file, paths.claim(alias).c_str(),
                           link_creation, H5P_DEFAULT));
    for (std::size_t k = 0; k < track.width; ++k)
      slots[quantity.columns[k]] = {track.rows.data() + k, track.width};
    tracks.push_back(std::move(track));
  }
  write_parameters(paths);
}

// The rows received, beginning with the last chunk. Chunks never move once they are written: one
// that was partly filled at a flush remains without filters, and is filled in place.
void Hdf5Writer::Impl::write_chunk(WrittenTrack& track) {
  const int rank = H5Sget_simple_extent_ndims(Id(H5Dget_space(track.dataset), H5Sclose));
  const hsize_t extent[] = {whole_chunks * chunk_rows + filled, track.width},
                offset[] = {whole_chunks * chunk_rows, 0};
  check(H5Dset_extent(track.dataset, extent));
  if (is_chunk_raw) {
    check(H5Dwrite_chunk(track.dataset, H5P_DEFAULT, kNoFilters, offset,
                         track.rows.size() * sizeof(double), track.rows.data()));
    return;
  }
  const hsize_t part[] = {filled, track.width};
  const Id to(H5Dget_space(track.dataset), H5Sclose);
  check(H5Sselect_hyperslab(to, H5S_SELECT_SET, offset, nullptr, part, nullptr));
  const Id from(H5Screate_simple(rank, part, nullptr), H5Sclose);
  check(H5Dwrite(track.dataset, H5T_NATIVE_DOUBLE, from, to, H5P_DEFAULT, track.rows.data()));
}

void Hdf5Writer::Impl::write_chunks() {
  for (WrittenTrack& track : tracks) write_chunk(track);
}

// All rows up to here with their metadata, and only then their number: a flush interrupted by a
// kill leaves the previous number, and the rows that it counts.
void Hdf5Writer::Impl::write_rows() {
  const std::size_t rows = whole_chunks * chunk_rows + filled;
  if (filled > 0 && rows > flushed_rows) write_chunks();
  flush_file();
  write_attribute(file, "rows", static_cast<std::int64_t>(rows));
  flushed_rows = rows;
  flush_file();
  flushed = std::chrono::steady_clock::now();
}

void Hdf5Writer::Impl::flush_file() {
  extend_file();
  check(H5Fflush(file, H5F_SCOPE_LOCAL));
}

// The library writes the superblock, which contains the end of file, last: after an interrupted
// flush every reader would refuse the data beyond the previous end. So the new end is written
// first. (Superblock of version 0, see the HDF5 file format specification, II.A: version in byte 8,
// size of offsets in byte 13, base address in bytes 24 to 31, end of file in bytes 40 to 47, little
// endian.)
void Hdf5Writer::Impl::extend_file() {
  constexpr off_t kEndPlace = 40;
  void* handle = nullptr;
  hsize_t end = 0;
  if (H5Fget_filesize(file, &end) < 0 || H5Fget_vfd_handle(file, H5P_DEFAULT, &handle) < 0 ||
      handle == nullptr)
    return;
  const int descriptor = *static_cast<int*>(handle);
  struct stat status;
  unsigned char head[kEndPlace];
  if (::fstat(descriptor, &status) != 0 ||
      ::pread(descriptor, head, sizeof head, 0) != static_cast<ssize_t>(sizeof head) ||
      head[8] != 0 || head[13] != 8)
    return;  // not written yet, or of another version
  unsigned char bytes[8];
  for (int k = 0; k < 8; ++k) bytes[k] = static_cast<unsigned char>(end >> (8 * k));
  if ((status.st_size < static_cast<off_t>(end) &&
       ::ftruncate(descriptor, static_cast<off_t>(end)) != 0) ||
      ::pwrite(descriptor, bytes, sizeof bytes, kEndPlace) != static_cast<ssize_t>(sizeof bytes))
    throw std::runtime_error(std::strerror(errno));
}

void Hdf5Writer::Impl::flush() {
  if (filled > 0) {
    is_chunk_raw = true;
    // No rows of the previous chunk after those received.
    for (WrittenTrack& track : tracks)
      std::fill(track.rows.begin() + static_cast<std::ptrdiff_t>(filled * track.width),
                track.rows.end(), std::numeric_limits<double>::quiet_NaN());
  }
  write_rows();
}

// The file remains as the last flush left it: incomplete data that the library would write when it
// closes the file is diverted to a file in memory. (Not to /dev/null, because a failing close makes
// the library fail again when the process exits.)
void Hdf5Writer::Impl::abandon() {
  has_failed = true;
  if (!beside.empty()) ::unlink(beside.c_str());
  void* handle = nullptr;
  if (file < 0 || H5Fget_vfd_handle(file, H5P_DEFAULT, &handle) < 0 || handle == nullptr) return;
  const int nowhere = ::memfd_create("holon", MFD_CLOEXEC);
  if (nowhere < 0) return;
  ::dup2(nowhere, *static_cast<int*>(handle));
  ::close(nowhere);
}

// From here on the file is the new one, and can be read.
void Hdf5Writer::Impl::take_place() {
  if (beside.empty()) return;
  auto next = std::make_unique<OutputFile>(beside, OutputFile::Mode::go_on);
  std::error_code ignored;
  std::filesystem::permissions(beside, std::filesystem::status(target).permissions(), ignored);
  std::filesystem::rename(beside, target);
  own = std::move(next);
  beside.clear();
}

// The first rows of the existing file, chunk by chunk.
void Hdf5Writer::Impl::take_over(std::size_t rows) {
  const Id before(H5Fopen(path.c_str(), H5F_ACC_RDONLY, hdf5::make_file_access()), H5Fclose);
  std::vector<Id> datasets;
  std::size_t found = std::numeric_limits<std::size_t>::max();
  for (const WrittenTrack& track : tracks) {
    datasets.emplace_back(H5Dopen2(before, track.path.c_str(), H5P_DEFAULT), H5Dclose);
    hsize_t extent[2] = {0, 1};
    H5Sget_simple_extent_dims(Id(H5Dget_space(datasets.back()), H5Sclose), extent, nullptr);
    found = std::min<std::size_t>(found, extent[0]);
  }
  if (found < rows)
    throw InputError({},
                     "'" + path.string() + "' lacks rows from before the checkpoint: it has " +
                         std::to_string(found) + " of " + std::to_string(rows),
                     kRunAgain);
  for (std::size_t done = 0; done < rows; done += filled) {
    filled = std::min(chunk_rows, rows - done);
    for (std::size_t k = 0; k < tracks.size(); ++k) {
      const hsize_t offset[] = {done, 0}, size[] = {filled, tracks[k].width};
      const Id from(H5Dget_space(datasets[k]), H5Sclose);
      check(H5Sselect_hyperslab(from, H5S_SELECT_SET, offset, nullptr, size, nullptr));
      const Id to(H5Screate_simple(2, size, nullptr), H5Sclose);
      check(H5Dread(datasets[k], H5T_NATIVE_DOUBLE, to, from, H5P_DEFAULT, tracks[k].rows.data()));
    }
    if (filled < chunk_rows) break;
    write_chunks();
    ++whole_chunks;
  }
  filled %= chunk_rows;
}

Hdf5Writer::Hdf5Writer(std::filesystem::path path, Provenance provenance, OutputFile::Mode mode)
    : impl_(std::make_unique<Impl>(std::move(path), std::move(provenance), mode)) {
  impl_->with_file([&] { impl_->create(); });
}

Hdf5Writer::~Hdf5Writer() {
  const hdf5::Session session;
  try {
    if (impl_->file >= 0 && !impl_->has_failed && impl_->provenance.status == "running")
      impl_->write_rows();
  } catch (const std::exception&) {
    // A destructor cannot report errors; end() does.
  }
  if (!impl_->beside.empty()) ::unlink(impl_->beside.c_str());
  impl_.reset();
}

void Hdf5Writer::begin(const std::vector<Column>& columns) {
  Impl& impl = *impl_;
  impl.with_file([&] {
    impl.write_items();
    write_attribute(impl.file, "model_text", impl.provenance.model_text);
    impl.create_datasets(columns);
    impl.write_rows();
    if (!impl.continues) impl.take_place();
  });
}

void Hdf5Writer::row(const double* values) {
  Impl& impl = *impl_;
  std::size_t column = 0;
  for (const Impl::Slot& slot : impl.slots)
    slot.first[impl.filled * slot.stride] = values[column++];
  if (++impl.filled == impl.chunk_rows) {
    impl.with_file([&] { impl.write_chunks(); });
    ++impl.whole_chunks;
    impl.filled = 0;
    impl.is_chunk_raw = false;
  }
  constexpr std::size_t kRowsBetweenChecks = 64;
  if (impl.filled % kRowsBetweenChecks == 0 &&
      std::chrono::steady_clock::now() - impl.flushed > kFileFlushInterval)
    flush();
}

void Hdf5Writer::flush() {
  if (!impl_->has_failed) impl_->with_file([&] { impl_->flush(); });
}

void Hdf5Writer::archive(Archive& a) {
  Impl& impl = *impl_;
  if (!a.is_reading()) flush();
  std::size_t rows = impl.whole_chunks * impl.chunk_rows + impl.filled;
  std::vector<double> last(impl.slots.size());
  const auto read_last = [&] {
    std::vector<double> values;
    for (const Impl::Slot& slot : impl.slots)
      values.push_back(impl.filled > 0 ? slot.first[(impl.filled - 1) * slot.stride] : 0);
    return values;
  };
  if (!a.is_reading()) last = read_last();
  a.item("rows", rows);
  a.fixed("last_row", last);
  if (!a.is_reading()) return;
  impl.with_file([&] {
    impl.take_over(rows);
    const std::vector<double> found = read_last();
    if (std::memcmp(found.data(), last.data(), last.size() * sizeof(double)) != 0)
      throw InputError(
          {},
          "'" + impl.path.string() + "' holds rows that the run of the checkpoint has not written",
          kRunAgain);
    impl.flush();
    impl.take_place();
  });
}

std::optional<TableEnd> Hdf5Writer::find_end() const {
  const Impl& impl = *impl_;
  const std::size_t rows = impl.whole_chunks * impl.chunk_rows + impl.filled;
  if (rows == 0 || impl.slots.empty()) return {};
  const Impl::Slot& times = impl.slots.front();
  const std::size_t last = (impl.filled > 0 ? impl.filled : impl.chunk_rows) - 1;
  return TableEnd{static_cast<std::int64_t>(rows), times.first[last * times.stride]};
}

void Hdf5Writer::end() {
  Impl& impl = *impl_;
  if (impl.has_failed || impl.provenance.status != "running") return;
  impl.with_file([&] {
    impl.provenance.status = "ended";
    impl.write_items();
    impl.write_rows();
  });
}

void Hdf5Writer::conclude(const Provenance& provenance) {
  Impl& impl = *impl_;
  if (impl.has_failed) return;
  impl.with_file([&] {
    impl.provenance = provenance;
    impl.write_items();
    check(H5Fflush(impl.file, H5F_SCOPE_LOCAL));
    impl.tracks.clear();
    impl.slots.clear();
    impl.file.close();
  });
}

}  // namespace holon
