// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <mutex>
#include <string>
#include <utility>

#include "holon/record/hdf5_library.h"

/// Code shared by the writer and the reader of HDF5; for their sources only.
namespace holon::hdf5 {

/// Scope of every use of the library: one thread at a time, since not every build is thread-safe,
/// and without its own messages on stderr.
class Session {
 public:
  Session();
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

 private:
  std::lock_guard<std::recursive_mutex> lock_;
  H5E_auto2_t print_ = nullptr;
  void* print_data_ = nullptr;
};

/// Owns an identifier.
class Id {
 public:
  using Close = herr_t (*)(hid_t);
  Id() = default;
  /// A negative one is thrown as std::runtime_error, with the library's message.
  Id(hid_t id, Close close);
  Id(Id&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Id& operator=(Id&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Id() {
    if (id_ >= 0) close_(id_);
  }
  operator hid_t() const { return id_; }
  /// Closes it now; throws as above.
  void close();

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

/// Throws if a call has failed, with the innermost cause.
void check(herr_t result);

/// Files are opened without locks, so that one can be read while a run writes it.
Id make_file_access();
/// Text of any length in UTF-8.
Id make_text_type();

}  // namespace holon::hdf5
