# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0

# Where the desktop's pack is built: see tools/cmake/HolonWeb.cmake.
include(HolonWeb)
set(holon_desktop_pack "${HOLON_WEB_DESKTOP_FILE}")
