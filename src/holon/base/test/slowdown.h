// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#if defined(__has_feature)  // clang
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HOLON_SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)  // gcc
#define HOLON_SANITIZED
#endif

namespace holon::test {

/// Factor of limits of computing time: sanitized code, which is not optimised, takes up to a
/// hundred times as long, and limits have some margin.
#ifdef HOLON_SANITIZED
inline constexpr double kSlowdown = 20;
#else
inline constexpr double kSlowdown = 1;
#endif

}  // namespace holon::test
