// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/hdf5_driver.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "holon/record/hdf5_support.h"

namespace holon::hdf5 {

#if H5_VERSION_GE(1, 14, 0)

void set_ordered_driver(hid_t) {}

#else

namespace {

/// A write in place that waits for the end of the flush.
struct PendingWrite {
  haddr_t address;
  std::string bytes;

  /// Of a node of a B-tree of version 1, else -1. (HDF5 file format specification, III.A.1:
  /// signature "TREE", type in byte 4, level in byte 5, 0 for leaves.)
  int level() const {
    return bytes.size() > 5 && bytes.compare(0, 4, "TREE") == 0
               ? static_cast<unsigned char>(bytes[5])
               : -1;
  }
};

/// The library stores its own data in front.
struct OrderedFile : H5FD_t {
  int descriptor = -1;
  haddr_t end_of_addresses = 0, end_of_file = 0;
  dev_t device = 0;
  ino_t inode = 0;
  haddr_t flushed_end = 0;  // of the file, at the previous flush
  std::vector<PendingWrite> pending;
};

OrderedFile& ordered(H5FD_t* file) { return *static_cast<OrderedFile*>(file); }
const OrderedFile& ordered(const H5FD_t* file) { return *static_cast<const OrderedFile*>(file); }

// The message in the form of the library's own drivers, which last_cause() reads.
herr_t fail(const char* action) {
  const int number = errno;
  H5Epush2(H5E_DEFAULT, __FILE__, "OrderedFile", 0, H5E_ERR_CLS, H5E_VFL, H5E_WRITEERROR,
           "%s failed: errno = %d, error message = '%s'", action, number, std::strerror(number));
  return -1;
}

H5FD_t* open_file(const char* name, unsigned flags, hid_t, haddr_t) {
  int mode = (flags & H5F_ACC_RDWR) ? O_RDWR : O_RDONLY;
  if (flags & H5F_ACC_TRUNC) mode |= O_TRUNC;
  if (flags & H5F_ACC_CREAT) mode |= O_CREAT;
  if (flags & H5F_ACC_EXCL) mode |= O_EXCL;
  const int descriptor = ::open(name, mode | O_CLOEXEC, 0666);
  struct stat status;
  if (descriptor < 0 || ::fstat(descriptor, &status) != 0) {
    fail("open");
    if (descriptor >= 0) ::close(descriptor);
    return nullptr;
  }
  auto* const file = new (std::nothrow) OrderedFile();
  if (!file) {
    ::close(descriptor);
    return nullptr;
  }
  file->descriptor = descriptor;
  file->end_of_file = static_cast<haddr_t>(status.st_size);
  file->device = status.st_dev;
  file->inode = status.st_ino;
  return file;
}

herr_t write_now(OrderedFile& file, haddr_t address, const char* bytes, std::size_t size) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t part =
        ::pwrite(file.descriptor, bytes + done, size - done, static_cast<off_t>(address + done));
    if (part < 0 && errno == EINTR) continue;
    if (part < 0) return fail("write");
    done += static_cast<std::size_t>(part);
  }
  file.end_of_file = std::max(file.end_of_file, address + size);
  return 0;
}

herr_t perform_pending(OrderedFile& file) {
  // Of writes to one place the last one counts.
  std::stable_sort(
      file.pending.begin(), file.pending.end(), [](const PendingWrite& a, const PendingWrite& b) {
        return std::pair(a.address, a.bytes.size()) < std::pair(b.address, b.bytes.size());
      });
  const auto same = [](const PendingWrite& a, const PendingWrite& b) {
    return a.address == b.address && a.bytes.size() == b.bytes.size();
  };
  file.pending.erase(file.pending.begin(),
                     std::unique(file.pending.rbegin(), file.pending.rend(), same).base());
  std::stable_sort(
      file.pending.begin(), file.pending.end(),
      [](const PendingWrite& a, const PendingWrite& b) { return a.level() > b.level(); });
  for (const PendingWrite& write : file.pending)
    if (write_now(file, write.address, write.bytes.data(), write.bytes.size()) < 0) return -1;
  file.pending.clear();
  file.flushed_end = file.end_of_file;
  return 0;
}

herr_t flush_file(H5FD_t* file, hid_t, hbool_t) { return perform_pending(ordered(file)); }

herr_t close_file(H5FD_t* file) {
  const herr_t result = perform_pending(ordered(file));
  const bool is_closed = ::close(ordered(file).descriptor) == 0;
  delete &ordered(file);
  return is_closed ? result : fail("close");
}

// The library recognises files that are open already.
int compare_files(const H5FD_t* a, const H5FD_t* b) {
  const OrderedFile &one = ordered(a), &other = ordered(b);
  if (one.device != other.device) return one.device < other.device ? -1 : 1;
  if (one.inode != other.inode) return one.inode < other.inode ? -1 : 1;
  return 0;
}

// Metadata are not accumulated: nodes of B-trees are written each alone.
herr_t query_features(const H5FD_t*, unsigned long* flags) {
  if (flags) {
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_DATA_SIEVE | H5FD_FEAT_AGGREGATE_SMALLDATA |
             H5FD_FEAT_POSIX_COMPAT_HANDLE | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  }
  return 0;
}

haddr_t get_end_of_addresses(const H5FD_t* file, H5FD_mem_t) {
  return ordered(file).end_of_addresses;
}
herr_t set_end_of_addresses(H5FD_t* file, H5FD_mem_t, haddr_t address) {
  ordered(file).end_of_addresses = address;
  return 0;
}
haddr_t get_end_of_file(const H5FD_t* file, H5FD_mem_t) { return ordered(file).end_of_file; }

herr_t get_descriptor(H5FD_t* file, hid_t, void** handle) {
  *handle = &ordered(file).descriptor;
  return 0;
}

// Zeros beyond the end of the file.
herr_t read_file(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, std::size_t size, void* buffer) {
  const OrderedFile& source = ordered(file);
  auto* const bytes = static_cast<char*>(buffer);
  std::size_t done = 0;
  while (done < size) {
    const ssize_t part =
        ::pread(source.descriptor, bytes + done, size - done, static_cast<off_t>(address + done));
    if (part < 0 && errno == EINTR) continue;
    if (part < 0) return fail("read");
    if (part == 0) break;
    done += static_cast<std::size_t>(part);
  }
  std::memset(bytes + done, 0, size - done);
  for (const PendingWrite& write : source.pending) {
    const haddr_t from = std::max(address, write.address),
                  to = std::min(address + size, write.address + write.bytes.size());
    if (from < to)
      std::memcpy(bytes + (from - address), write.bytes.data() + (from - write.address), to - from);
  }
  return 0;
}

herr_t write_file(H5FD_t* file, H5FD_mem_t type, hid_t, haddr_t address, std::size_t size,
                  const void* buffer) {
  OrderedFile& target = ordered(file);
  const auto* const bytes = static_cast<const char*>(buffer);
  if (type == H5FD_MEM_DRAW || address >= target.flushed_end)
    return write_now(target, address, bytes, size);
  try {
    target.pending.push_back({address, std::string(bytes, size)});
  } catch (const std::bad_alloc&) {
    errno = ENOMEM;
    return fail("write");
  }
  return 0;
}

herr_t truncate_file(H5FD_t* file, hid_t, hbool_t) {
  OrderedFile& target = ordered(file);
  if (target.end_of_addresses == target.end_of_file) return 0;
  // The superblock must not name an end beyond that of the file.
  if (target.end_of_addresses < target.end_of_file && perform_pending(target) < 0) return -1;
  if (::ftruncate(target.descriptor, static_cast<off_t>(target.end_of_addresses)) != 0)
    return fail("truncate");
  target.end_of_file = target.end_of_addresses;
  return 0;
}

// Registered at the first use, as long as the library is loaded.
hid_t find_driver() {
  static const hid_t driver = [] {
    static H5FD_class_t type{};
    constexpr H5FD_mem_t lists[H5FD_MEM_NTYPES] = H5FD_FLMAP_DICHOTOMY;
    type.name = "holon_ordered";
    type.maxaddr = static_cast<haddr_t>(std::numeric_limits<off_t>::max());
    type.fc_degree = H5F_CLOSE_WEAK;
    type.open = open_file;
    type.close = close_file;
    type.cmp = compare_files;
    type.query = query_features;
    type.get_eoa = get_end_of_addresses;
    type.set_eoa = set_end_of_addresses;
    type.get_eof = get_end_of_file;
    type.get_handle = get_descriptor;
    type.read = read_file;
    type.write = write_file;
    type.flush = flush_file;
    type.truncate = truncate_file;
    std::copy(std::begin(lists), std::end(lists), std::begin(type.fl_map));
    return H5FDregister(&type);
  }();
  return driver;
}

}  // namespace

void set_ordered_driver(hid_t file_access) {
  check(H5Pset_driver(file_access, find_driver(), nullptr));
}

#endif

}  // namespace holon::hdf5
