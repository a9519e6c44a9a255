# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0

holon_require_external(json)
target_link_libraries(holon PRIVATE holon_external_json)
