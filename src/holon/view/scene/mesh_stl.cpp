// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// STL as specified by 3D Systems (StereoLithography Interface Specification, 1989). Binary: 80
// bytes, the number of facets, and for each its normal, three corners (little-endian floats) and
// two bytes. ASCII: "solid", facets with their "vertex x y z". Normals follow from the corners. A
// binary file may begin with "solid" too, so its length decides.
#include <bit>
#include <charconv>
#include <cstring>
#include <stdexcept>

#include "holon/view/scene/mesh.h"

namespace holon {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers of STL are little-endian");

constexpr std::size_t kHeader = 80, kFacet = 50;

void add_corner(Surface& surface, const std::array<float, 3>& corner) {
  const auto index = static_cast<std::uint32_t>(surface.points.size());
  surface.points.push_back(corner);
  if (index % 3 == 2) surface.triangles.push_back({index - 2, index - 1, index});
}

Surface read_binary(std::string_view bytes, std::size_t facets) {
  Surface surface;
  for (std::size_t f = 0; f < facets; ++f) {
    const char* at = bytes.data() + kHeader + 4 + f * kFacet + 12;
    for (int k = 0; k < 3; ++k, at += 12) {
      std::array<float, 3> corner{};
      std::memcpy(corner.data(), at, sizeof corner);
      add_corner(surface, corner);
    }
  }
  return surface;
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

Surface read_text(std::string_view text) {
  Surface surface;
  std::size_t at = 0, line = 1;
  const auto next = [&]() -> std::string_view {
    for (; at < text.size() && is_blank(text[at]); ++at) line += text[at] == '\n';
    const std::size_t begin = at;
    while (at < text.size() && !is_blank(text[at])) ++at;
    return text.substr(begin, at - begin);
  };
  const auto fail = [&](const std::string& what) {
    throw std::runtime_error("line " + std::to_string(line) + " of it: " + what);
  };
  bool is_ended = false;
  for (std::string_view word = next(); !word.empty(); word = next()) {
    is_ended = is_ended || word == "endsolid";
    if (word != "vertex") continue;
    std::array<float, 3> corner{};
    for (float& x : corner) {
      std::string_view number = next();
      if (number.starts_with('+')) number.remove_prefix(1);
      const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), x);
      if (error != std::errc() || end != number.data() + number.size()) {
        fail("'" + std::string(number) + "' is not a number");
      }
    }
    add_corner(surface, corner);
  }
  if (surface.points.size() % 3 != 0 || !is_ended) throw std::runtime_error("it is truncated");
  return surface;
}

}  // namespace

Surface read_stl(std::string_view bytes) {
  if (bytes.size() >= kHeader + 4) {
    std::uint32_t facets = 0;
    std::memcpy(&facets, bytes.data() + kHeader, sizeof facets);
    const std::size_t wanted = kHeader + 4 + std::size_t{facets} * kFacet;
    if (bytes.size() == wanted) return read_binary(bytes, facets);
    if (!bytes.starts_with("solid")) {
      throw std::runtime_error("it is " + std::to_string(bytes.size()) +
                               " bytes long and should have " + std::to_string(wanted) +
                               ", by its number of facets");
    }
  }
  if (!bytes.starts_with("solid")) throw std::runtime_error("it is neither STL nor GLB");
  return read_text(bytes);
}

}  // namespace holon
