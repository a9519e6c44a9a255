// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/hdf5_support.h"

#include <cstring>
#include <stdexcept>

namespace holon::hdf5 {
namespace {

std::recursive_mutex& library_mutex() {
  static std::recursive_mutex mutex;
  return mutex;
}

// "… errno = 28, error message = 'No space left on device', …" contains the system's message.
std::string say(const H5E_error2_t& error) {
  const std::string text = error.desc != nullptr ? error.desc : "";
  const std::string key = "error message = '";
  const std::size_t from = text.find(key);
  if (from == std::string::npos) return text;
  const std::size_t begin = from + key.size(), end = text.find('\'', begin);
  return text.substr(begin, end - begin);
}

std::string last_cause() {
  std::string cause;
  H5Ewalk2(
      H5E_DEFAULT, H5E_WALK_UPWARD,
      [](unsigned number, const H5E_error2_t* error, void* data) -> herr_t {
        if (number == 0) *static_cast<std::string*>(data) = say(*error);
        return 0;
      },
      &cause);
  H5Eclear2(H5E_DEFAULT);
  return cause.empty() ? "HDF5 gives no reason" : cause;
}

}  // namespace

Session::Session() : lock_(library_mutex()) {
  H5Eget_auto2(H5E_DEFAULT, &print_, &print_data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Session::~Session() { H5Eset_auto2(H5E_DEFAULT, print_, print_data_); }

Id::Id(hid_t id, Close close) : id_(id), close_(close) {
  if (id < 0) throw std::runtime_error(last_cause());
}

void Id::close() {
  if (id_ >= 0) check(close_(std::exchange(id_, -1)));
}

void check(herr_t result) {
  if (result < 0) throw std::runtime_error(last_cause());
}

Id make_file_access() {
  Id access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  check(H5Pset_file_locking(access, false, true));
  return access;
}

Id make_text_type() {
  Id type(H5Tcopy(H5T_C_S1), H5Tclose);
  check(H5Tset_size(type, H5T_VARIABLE));
  check(H5Tset_cset(type, H5T_CSET_UTF8));
  return type;
}

}  // namespace holon::hdf5
