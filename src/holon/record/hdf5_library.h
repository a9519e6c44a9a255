// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The API of 1.10, also with later releases.
#define H5_USE_110_API
#include <hdf5.h>

/// HDF5 is loaded at its first use and not when the program starts: the library and its two dozen
/// dependences would double the time to the first step of a small model. So all its functions and
/// variables are resolved by name at run time; using one that is not listed below is a link error.
namespace holon::hdf5 {

/// The address of a function or variable of the library. Throws std::runtime_error if the library
/// or the name is missing.
void* find_in_library(const char* name);

}  // namespace holon::hdf5

/// The function or variable itself; looked up once at each point of use.
#define HOLON_HDF5(name)                                                            \
  (*[] {                                                                            \
    static auto* const place =                                                      \
        reinterpret_cast<decltype(&(::name))>(holon::hdf5::find_in_library(#name)); \
    return place;                                                                   \
  }())

#define H5Aclose HOLON_HDF5(H5Aclose)
#define H5Acreate2 HOLON_HDF5(H5Acreate2)
#define H5Aexists HOLON_HDF5(H5Aexists)
#define H5Aget_name HOLON_HDF5(H5Aget_name)
#define H5Aget_num_attrs HOLON_HDF5(H5Aget_num_attrs)
#define H5Aget_space HOLON_HDF5(H5Aget_space)
#define H5Aget_type HOLON_HDF5(H5Aget_type)
#define H5Aopen HOLON_HDF5(H5Aopen)
#define H5Aopen_by_idx HOLON_HDF5(H5Aopen_by_idx)
#define H5Aread HOLON_HDF5(H5Aread)
#define H5Awrite HOLON_HDF5(H5Awrite)
#define H5Dclose HOLON_HDF5(H5Dclose)
#define H5Dcreate2 HOLON_HDF5(H5Dcreate2)
#define H5Dget_space HOLON_HDF5(H5Dget_space)
#define H5Dget_type HOLON_HDF5(H5Dget_type)
#define H5Dopen2 HOLON_HDF5(H5Dopen2)
#define H5Dread HOLON_HDF5(H5Dread)
#define H5Dset_extent HOLON_HDF5(H5Dset_extent)
#define H5Dvlen_reclaim HOLON_HDF5(H5Dvlen_reclaim)
#define H5Dwrite HOLON_HDF5(H5Dwrite)
#define H5Dwrite_chunk HOLON_HDF5(H5Dwrite_chunk)
#define H5E_ERR_CLS_g HOLON_HDF5(H5E_ERR_CLS_g)
#define H5E_VFL_g HOLON_HDF5(H5E_VFL_g)
#define H5E_WRITEERROR_g HOLON_HDF5(H5E_WRITEERROR_g)
#define H5Eclear2 HOLON_HDF5(H5Eclear2)
#define H5Eget_auto2 HOLON_HDF5(H5Eget_auto2)
#define H5Epush2 HOLON_HDF5(H5Epush2)
#define H5Eset_auto2 HOLON_HDF5(H5Eset_auto2)
#define H5Ewalk2 HOLON_HDF5(H5Ewalk2)
#define H5FDregister HOLON_HDF5(H5FDregister)
#define H5Fclose HOLON_HDF5(H5Fclose)
#define H5Fcreate HOLON_HDF5(H5Fcreate)
#define H5Fflush HOLON_HDF5(H5Fflush)
#define H5Fget_filesize HOLON_HDF5(H5Fget_filesize)
#define H5Fget_vfd_handle HOLON_HDF5(H5Fget_vfd_handle)
#define H5Fopen HOLON_HDF5(H5Fopen)
#define H5Gclose HOLON_HDF5(H5Gclose)
#define H5Gcreate2 HOLON_HDF5(H5Gcreate2)
#define H5Gopen2 HOLON_HDF5(H5Gopen2)
#define H5Iget_type HOLON_HDF5(H5Iget_type)
#define H5Lcreate_soft HOLON_HDF5(H5Lcreate_soft)
#define H5Lget_val HOLON_HDF5(H5Lget_val)
#define H5Oclose HOLON_HDF5(H5Oclose)
#define H5Oopen HOLON_HDF5(H5Oopen)
#define H5P_CLS_DATASET_ACCESS_ID_g HOLON_HDF5(H5P_CLS_DATASET_ACCESS_ID_g)
#define H5P_CLS_DATASET_CREATE_ID_g HOLON_HDF5(H5P_CLS_DATASET_CREATE_ID_g)
#define H5P_CLS_FILE_ACCESS_ID_g HOLON_HDF5(H5P_CLS_FILE_ACCESS_ID_g)
#define H5P_CLS_LINK_CREATE_ID_g HOLON_HDF5(H5P_CLS_LINK_CREATE_ID_g)
#define H5Pclose HOLON_HDF5(H5Pclose)
#define H5Pcreate HOLON_HDF5(H5Pcreate)
#define H5Pget_mdc_config HOLON_HDF5(H5Pget_mdc_config)
#define H5Pset_alignment HOLON_HDF5(H5Pset_alignment)
#define H5Pset_char_encoding HOLON_HDF5(H5Pset_char_encoding)
#define H5Pset_chunk HOLON_HDF5(H5Pset_chunk)
#define H5Pset_chunk_cache HOLON_HDF5(H5Pset_chunk_cache)
#define H5Pset_create_intermediate_group HOLON_HDF5(H5Pset_create_intermediate_group)
#define H5Pset_deflate HOLON_HDF5(H5Pset_deflate)
#define H5Pset_file_locking HOLON_HDF5(H5Pset_file_locking)
#define H5Pset_driver HOLON_HDF5(H5Pset_driver)
#define H5Pset_fill_value HOLON_HDF5(H5Pset_fill_value)
#define H5Pset_mdc_config HOLON_HDF5(H5Pset_mdc_config)
#define H5Pset_obj_track_times HOLON_HDF5(H5Pset_obj_track_times)
#define H5Pset_shuffle HOLON_HDF5(H5Pset_shuffle)
#define H5Sclose HOLON_HDF5(H5Sclose)
#define H5Screate HOLON_HDF5(H5Screate)
#define H5Screate_simple HOLON_HDF5(H5Screate_simple)
#define H5Sget_simple_extent_dims HOLON_HDF5(H5Sget_simple_extent_dims)
#define H5Sget_simple_extent_ndims HOLON_HDF5(H5Sget_simple_extent_ndims)
#define H5Sget_simple_extent_npoints HOLON_HDF5(H5Sget_simple_extent_npoints)
#define H5Sselect_hyperslab HOLON_HDF5(H5Sselect_hyperslab)
#define H5T_C_S1_g HOLON_HDF5(H5T_C_S1_g)
#define H5T_IEEE_F64LE_g HOLON_HDF5(H5T_IEEE_F64LE_g)
#define H5T_NATIVE_DOUBLE_g HOLON_HDF5(H5T_NATIVE_DOUBLE_g)
#define H5T_NATIVE_INT64_g HOLON_HDF5(H5T_NATIVE_INT64_g)
#define H5Tclose HOLON_HDF5(H5Tclose)
#define H5Tcopy HOLON_HDF5(H5Tcopy)
#define H5Tget_class HOLON_HDF5(H5Tget_class)
#define H5Tget_size HOLON_HDF5(H5Tget_size)
#define H5Tis_variable_str HOLON_HDF5(H5Tis_variable_str)
#define H5Tset_cset HOLON_HDF5(H5Tset_cset)
#define H5Tset_size HOLON_HDF5(H5Tset_size)
#define H5check_version HOLON_HDF5(H5check_version)
#define H5open HOLON_HDF5(H5open)

// Later releases have them under another name.
#ifdef H5Lget_info
#define H5Lget_info1 HOLON_HDF5(H5Lget_info1)
#else
#define H5Lget_info HOLON_HDF5(H5Lget_info)
#endif
#ifdef H5Literate
#define H5Literate1 HOLON_HDF5(H5Literate1)
#else
#define H5Literate HOLON_HDF5(H5Literate)
#endif
