# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0

# cmake -DSOURCE=… -DBUILD=… -DNPM=… -P BuildFrontEnd.cmake: copies a front end's sources into the
# build folder, installs what its package-lock.json names where that has changed, and builds it.
# Where the packages cannot be had it leaves empty files: the rest of the program does without.

file(MAKE_DIRECTORY "${BUILD}/dist")
file(REMOVE_RECURSE "${BUILD}/src")
file(COPY "${SOURCE}/" DESTINATION "${BUILD}"
  PATTERN node_modules EXCLUDE PATTERN dist EXCLUDE PATTERN test EXCLUDE)

file(SHA256 "${SOURCE}/package-lock.json" lock)
set(installed "")
if(EXISTS "${BUILD}/installed.txt")
  file(READ "${BUILD}/installed.txt" installed)
endif()

# Says why there is none; the next configuration tries again (see report/module.cmake).
function(leave_out why log)
  message("The front end of reports is left out: ${why}\n${log}")
  foreach(file report.js report.css)
    file(WRITE "${BUILD}/dist/${file}" "")
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
execute_process(
  COMMAND "${NPM}" run build
  WORKING_DIRECTORY "${BUILD}" RESULT_VARIABLE status OUTPUT_VARIABLE log ERROR_VARIABLE log)
if(NOT status EQUAL 0)
  execute_process(COMMAND node --version OUTPUT_VARIABLE version ERROR_QUIET)
  if(version MATCHES "^v([0-9]+)" AND CMAKE_MATCH_1 LESS 18)
    leave_out("it needs node 18 or newer, and this is ${version}" "${log}")
    return()
  endif()
  message(FATAL_ERROR "The front end of reports does not build:\n${log}")
endif()
