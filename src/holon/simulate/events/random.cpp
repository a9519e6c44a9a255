// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/events/random.h"

#include <Random123/philox.h>

#include <cmath>
#include <numbers>

#include "holon/expr/graph/scalar.h"

namespace holon {
namespace {

std::uint32_t low(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
std::uint32_t high(std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); }

// The middle of one of 2^52 equal parts, so that neither 0 nor 1 comes.
double to_unit(std::uint32_t a, std::uint32_t b) {
  const std::uint64_t bits = (static_cast<std::uint64_t>(a) << 32 | b) >> 12;  // 52
  return (static_cast<double>(bits) + 0.5) * 0x1p-52;
}

}  // namespace

std::array<std::uint32_t, 4> random_bits(const std::array<std::uint32_t, 4>& counter,
                                         const std::array<std::uint32_t, 2>& key) {
  const r123::Philox4x32::ctr_type c{{counter[0], counter[1], counter[2], counter[3]}};
  const r123::Philox4x32::key_type k{{key[0], key[1]}};
  const auto bits = r123::Philox4x32()(c, k);
  return {bits[0], bits[1], bits[2], bits[3]};
}

std::uint64_t random_stream(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : name) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3;
  }
  return hash;
}

double draw_number(SystemDraw::Distribution distribution, std::uint64_t seed, std::uint64_t stream,
                   std::uint64_t number) {
  const auto bits =
      random_bits({low(number), high(number), low(stream), high(stream)}, {low(seed), high(seed)});
  const double u = to_unit(bits[0], bits[1]);
  if (distribution == SystemDraw::Distribution::uniform) return u;
  const double angle = 2 * std::numbers::pi * to_unit(bits[2], bits[3]);
  return std::sqrt(-2 * detail::runtime_log(u)) * detail::runtime_cos(angle);
}

}  // namespace holon
