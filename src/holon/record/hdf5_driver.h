// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/record/hdf5_library.h"

/// A file driver of HDF5 for files that must be readable after a kill at any instant.
///
/// The library writes its metadata in the order of the addresses. A node of a B-tree that splits
/// keeps its address, so it would be written before the new nodes to which it refers. With this
/// driver a flush first writes what lies beyond the end of the file at the previous flush, to which
/// nothing in the file refers yet, then nodes of B-trees in place, from the root to the leaves,
/// then all other metadata in place. Each of these states of the file is readable: a node whose
/// upper half of chunks has been given to a new one still has all of them until it is written
/// itself.
namespace holon::hdf5 {

/// Files that are created with this list of properties are written by the driver. HDF5 1.14 and
/// later, whose drivers have another interface, keep the library's order. Throws
/// std::runtime_error.
void set_ordered_driver(hid_t file_access);

}  // namespace holon::hdf5
