// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/hdf5_library.h"

#include <dlfcn.h>

#include <stdexcept>
#include <string>

namespace holon::hdf5 {
namespace {

void* load() {
  // By its name in the system's search path, then at its location at build time.
  for (const char* file : {HOLON_HDF5_NAME, HOLON_HDF5_PATH}) {
    void* const library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!library) continue;
    // All opened objects are closed here. Objects that could not be closed because of a full disk
    // would be closed again by the library at exit, with error messages.
    if (auto* const call = dlsym(library, "H5dont_atexit"))
      reinterpret_cast<decltype(&::H5dont_atexit)>(call)();
    return library;
  }
  throw std::runtime_error(std::string("the library of HDF5 cannot be loaded (Debian: "
                                       "libhdf5-103): ") +
                           dlerror());
}

}  // namespace

void* find_in_library(const char* name) {
  static void* const library = load();  // remains loaded until the program ends
  void* const place = dlsym(library, name);
  if (!place) {
    throw std::runtime_error(std::string("the library of HDF5, " HOLON_HDF5_NAME ", has no ") +
                             name);
  }
  return place;
}

}  // namespace holon::hdf5
