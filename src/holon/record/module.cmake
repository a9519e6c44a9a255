# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0

# The library of HDF5 is loaded by its name at run time (hdf5_library.h).
get_filename_component(holon_hdf5_file "${HOLON_HDF5_LIBRARY}" REALPATH)
get_filename_component(holon_hdf5_name "${holon_hdf5_file}" NAME)
# libhdf5_serial.so.103.3.1 is known as libhdf5_serial.so.103.
string(REGEX REPLACE "(\\.so\\.[0-9]+)\\..*$" "\\1" holon_hdf5_name "${holon_hdf5_name}")
set_source_files_properties(src/holon/record/hdf5_library.cpp PROPERTIES COMPILE_DEFINITIONS
  "HOLON_HDF5_NAME=\"${holon_hdf5_name}\";HOLON_HDF5_PATH=\"${holon_hdf5_file}\"")
