# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0

# The libraries that modules may name behind the bar in tools/layers.txt. Each becomes the
# interface target `holon_external_<name>`; it is looked for when the first module names it, both
# here and in an installed copy of Holon (this file is installed beside its CMake package).

macro(holon_require_external name)
  if(NOT TARGET holon_external_${name})
    add_library(holon_external_${name} INTERFACE IMPORTED GLOBAL)
    if("${name}" STREQUAL "eigen")
      find_package(Eigen3 3.4 REQUIRED NO_MODULE)
      target_link_libraries(holon_external_eigen INTERFACE Eigen3::Eigen)
    elseif("${name}" STREQUAL "fmt")
      find_package(fmt 9 REQUIRED)
      target_link_libraries(holon_external_fmt INTERFACE fmt::fmt)
    elseif("${name}" STREQUAL "json")
      find_package(nlohmann_json 3 REQUIRED)
      target_link_libraries(holon_external_json INTERFACE nlohmann_json::nlohmann_json)
    elseif("${name}" STREQUAL "cli11")
      find_package(CLI11 2 REQUIRED)
      target_link_libraries(holon_external_cli11 INTERFACE CLI11::CLI11)
    elseif("${name}" STREQUAL "yaml")
      find_path(HOLON_YAML_INCLUDE yaml.h)
      find_library(HOLON_YAML_LIBRARY yaml)
      if(NOT HOLON_YAML_INCLUDE OR NOT HOLON_YAML_LIBRARY)
        message(FATAL_ERROR "libyaml not found (Debian: libyaml-dev)")
      endif()
      target_include_directories(holon_external_yaml SYSTEM INTERFACE ${HOLON_YAML_INCLUDE})
      target_link_libraries(holon_external_yaml INTERFACE ${HOLON_YAML_LIBRARY})
    elseif("${name}" STREQUAL "zlib")
      find_package(ZLIB REQUIRED)
      target_link_libraries(holon_external_zlib INTERFACE ZLIB::ZLIB)
    elseif("${name}" STREQUAL "hdf5")
      # Debian's serial library has a folder and a name of its own, beside those for MPI.
      find_path(HOLON_HDF5_INCLUDE hdf5.h PATH_SUFFIXES hdf5/serial)
      find_library(HOLON_HDF5_LIBRARY NAMES hdf5_serial hdf5 PATH_SUFFIXES hdf5/serial)
      if(NOT HOLON_HDF5_INCLUDE OR NOT HOLON_HDF5_LIBRARY)
        message(FATAL_ERROR "HDF5 not found (Debian: libhdf5-dev)")
      endif()
      target_include_directories(holon_external_hdf5 SYSTEM INTERFACE ${HOLON_HDF5_INCLUDE})
      # Loaded when it is needed, see record/hdf5_library.h.
      target_link_libraries(holon_external_hdf5 INTERFACE ${CMAKE_DL_LIBS})
    elseif("${name}" STREQUAL "sundials")
      # Static where they are there: dozens of shared libraries would slow the start of every run.
      find_path(HOLON_SUNDIALS_INCLUDE cvode/cvode.h)
      find_path(HOLON_KLU_INCLUDE klu.h PATH_SUFFIXES suitesparse)
      target_include_directories(holon_external_sundials SYSTEM INTERFACE
        ${HOLON_SUNDIALS_INCLUDE} ${HOLON_KLU_INCLUDE})
      foreach(part IN ITEMS sundials_cvode sundials_ida sundials_sunlinsolklu sundials_sunmatrixsparse
              sundials_nvecserial klu btf amd colamd suitesparseconfig)
        find_library(HOLON_LIBRARY_${part} NAMES lib${part}.a ${part})
        if(NOT HOLON_SUNDIALS_INCLUDE OR NOT HOLON_KLU_INCLUDE OR NOT HOLON_LIBRARY_${part})
          message(FATAL_ERROR
            "${part} of SUNDIALS and KLU not found (Debian: libsundials-dev, libsuitesparse-dev)")
        endif()
        target_link_libraries(holon_external_sundials INTERFACE ${HOLON_LIBRARY_${part}})
      endforeach()
    elseif("${name}" STREQUAL "threads")
      find_package(Threads REQUIRED)
      target_link_libraries(holon_external_threads INTERFACE Threads::Threads)
    elseif("${name}" STREQUAL "dl")
      target_link_libraries(holon_external_dl INTERFACE ${CMAKE_DL_LIBS})
    else()
      message(FATAL_ERROR "tools/layers.txt names '${name}', which HolonExternals.cmake lacks")
    endif()
  endif()
endmacro()
