// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "holon/system/system.h"

namespace holon {

/// Pseudo-random numbers that depend on nothing but the arguments: whatever the order, the thread
/// or the machine. Philox4x32-10 of J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw,
/// Parallel random numbers: as easy as 1, 2, 3 (SC 2011).
std::array<std::uint32_t, 4> random_bits(const std::array<std::uint32_t, 4>& counter,
                                         const std::array<std::uint32_t, 2>& key);

/// The stream of a name: its 64 bits by FNV-1a.
std::uint64_t random_stream(std::string_view name);

/// The draw with this number in a stream: uniform in (0, 1), of 52 bits, or normal with mean 0 and
/// variance 1 by G. E. P. Box and M. E. Muller (Ann. Math. Stat. 29 (1958) 610).
double draw_number(SystemDraw::Distribution distribution, std::uint64_t seed, std::uint64_t stream,
                   std::uint64_t number);

}  // namespace holon
