# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0

# cmake --install, and the CMake package that find_package(holon) reads.

set(holon_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/holon)
set(holon_targets holon_holon)
if(TARGET holon_installed)
  foreach(name IN LISTS HOLON_PRESENT)
    add_dependencies(holon_installed holon_${name})
  endforeach()
endif()
foreach(name IN LISTS HOLON_PRESENT)
  list(APPEND holon_targets holon_${name})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/holon/${name}
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/holon
    FILES_MATCHING PATTERN "*.h" PATTERN "test" EXCLUDE)
endforeach()
if(EXISTS ${PROJECT_BINARY_DIR}/generated/holon)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/generated/holon
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
endif()
install(TARGETS ${holon_targets} EXPORT holonTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT holonTargets NAMESPACE holon:: DESTINATION ${holon_package_dir})

configure_package_config_file(${PROJECT_SOURCE_DIR}/tools/cmake/holonConfig.cmake.in
  ${PROJECT_BINARY_DIR}/package/holonConfig.cmake INSTALL_DESTINATION ${holon_package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/holonConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/package/holonConfig.cmake
  ${PROJECT_BINARY_DIR}/package/holonConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/tools/cmake/HolonExternals.cmake
  DESTINATION ${holon_package_dir})
if(EXISTS ${PROJECT_SOURCE_DIR}/examples)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DATADIR}/holon
    FILES_MATCHING PATTERN "*.yaml")
endif()
if(EXISTS ${PROJECT_SOURCE_DIR}/validation/cases)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/validation/cases ${PROJECT_SOURCE_DIR}/validation/models
    DESTINATION ${CMAKE_INSTALL_DATADIR}/holon/validation FILES_MATCHING PATTERN "*.yaml")
endif()
