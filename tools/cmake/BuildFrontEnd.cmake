# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0

# cmake -DSOURCE=… -DBUILD=… -DNPM=… -P BuildFrontEnd.cmake: copies the workspace of the front ends
# into the build folder, installs what its package-lock.json names where that has changed, and builds
# what has changed. Where the packages cannot be had it leaves empty files: the rest of the program
# does without.

set(outputs report/dist/report.js report/dist/report.css desktop/dist/desktop.pack)

file(GLOB packages RELATIVE "${BUILD}/packages" "${BUILD}/packages/*")
foreach(package ${packages})
  file(REMOVE_RECURSE "${BUILD}/packages/${package}/src")
endforeach()
file(COPY "${SOURCE}/" DESTINATION "${BUILD}"
  PATTERN node_modules EXCLUDE PATTERN dist EXCLUDE PATTERN test EXCLUDE)

file(SHA256 "${SOURCE}/package-lock.json" lock)
set(installed "")
if(EXISTS "${BUILD}/installed.txt")
  file(READ "${BUILD}/installed.txt" installed)
endif()

# Says why there are none; the next configuration tries again (see HolonWeb.cmake).
function(leave_out why log)
  message("The front ends are left out: ${why}\n${log}")
  foreach(file ${outputs})
    file(WRITE "${BUILD}/packages/${file}" "")
  endforeach()
  file(WRITE "${BUILD}/left_out.txt" "${why}\n")
endfunction()

file(REMOVE "${BUILD}/left_out.txt")
if(NOT installed STREQUAL lock)
  execute_process(
    # Not `npm ci`: it wants the lock to name packages of other platforms, too.
    COMMAND "${NPM}" install --no-audit --no-fund --ignore-scripts --fetch-retries=1
      --fetch-timeout=30000
    WORKING_DIRECTORY "${BUILD}" TIMEOUT 300
    RESULT_VARIABLE status OUTPUT_VARIABLE log ERROR_VARIABLE log)
  if(NOT status EQUAL 0)
    leave_out("npm install failed" "${log}")
    return()
  endif()
  file(WRITE "${BUILD}/installed.txt" "${lock}")
endif()

# What a front end is made from, as one hash.
function(hash_of result)
  set(sum "${lock}")
  file(GLOB common "${SOURCE}/*.json")
  foreach(file ${common})
    file(SHA256 "${file}" hash)
    string(APPEND sum "${file} ${hash}\n")
  endforeach()
  foreach(package ${ARGN})
    file(GLOB_RECURSE files LIST_DIRECTORIES false "${SOURCE}/packages/${package}/src/*")
    file(GLOB own "${SOURCE}/packages/${package}/*.ts" "${SOURCE}/packages/${package}/*.json"
      "${SOURCE}/packages/${package}/*.html")
    foreach(file ${files} ${own})
      file(SHA256 "${file}" hash)
      string(APPEND sum "${file} ${hash}\n")
    endforeach()
  endforeach()
  string(SHA256 sum "${sum}")
  set(${result} "${sum}" PARENT_SCOPE)
endfunction()

function(build_package package)
  hash_of(hash ${package} ${ARGN})
  set(stamp "${BUILD}/packages/${package}/dist/built_from.txt")
  set(built "")
  if(EXISTS "${stamp}")
    file(READ "${stamp}" built)
  endif()
  set(is_whole TRUE)
  foreach(file ${outputs})
    if(file MATCHES "^${package}/" AND NOT EXISTS "${BUILD}/packages/${file}")
      set(is_whole FALSE)  # an interrupted build has removed it
    endif()
  endforeach()
  if(is_whole AND built STREQUAL hash)
    return()
  endif()
  execute_process(
    COMMAND "${NPM}" run build -w "@holon/${package}"
    WORKING_DIRECTORY "${BUILD}" RESULT_VARIABLE status OUTPUT_VARIABLE log ERROR_VARIABLE log)
  if(status EQUAL 0)
    file(WRITE "${stamp}" "${hash}")
    return()
  endif()
  execute_process(COMMAND node --version OUTPUT_VARIABLE version ERROR_QUIET)
  if(version MATCHES "^v([0-9]+)" AND CMAKE_MATCH_1 LESS 18)
    leave_out("they need node 18 or newer, and this is ${version}" "${log}")
    return()
  endif()
  message(FATAL_ERROR "The front end ${package} does not build:\n${log}")
endfunction()

set(shared base equations plots protocol scene)
build_package(report ${shared})
build_package(desktop ${shared})
