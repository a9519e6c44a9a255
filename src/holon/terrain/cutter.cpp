// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/terrain/cutter.h"

#include "holon/terrain/earth_moving.h"

namespace holon::detail {

namespace {

const Dimension& volume_dimension() {
  static const Dimension volume = Requirement::from_unit("m^3").dimension;
  return volume;
}

constexpr double kRelease = 0.25;    // [m] over which a pile that is left loses all but 1/e of it
constexpr double kSmallPile = 1e-3;  // [m³] below which a strip lays down less

}  // namespace

std::vector<Cutter> Cutters::of_ground(const std::string& ground) const {
  std::vector<Cutter> own;
  for (const Cutter& cutter : all) {
    if (cutter.ground == ground) own.push_back(cutter);
  }
  return own;
}

void define_cutter_outputs(Assembly& assembly, const Cutter& cutter, const std::vector<Expr>& piles,
                           const std::vector<Expr>& loose, const std::vector<Expr>& volumes) {
  const auto define = [&](const std::string& name, const Dimension& dimension,
                          const char* description, Expr value) {
    assembly.define_output({name, {}, dimension, description, false}, std::vector<Expr>{value});
  };
  for (int i = 0; i < cutter.strips(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    define(cutter.pile(i), volume_dimension(), "volume of soil in front of the strip", piles[k]);
    define(cutter.loose(i), dimensions::kLength, "loose soil ahead of the strip", loose[k]);
  }
  define(cutter.name + ".cut_volume", volume_dimension(), "undisturbed soil cut since the start",
         volumes[0]);
  define(cutter.name + ".collected_volume", volume_dimension(),
         "loose soil collected since the start", volumes[1]);
  define(cutter.name + ".left_volume", volume_dimension(),
         "loose soil spread, spilled and left since the start", volumes[2]);
}

void add_cutter_states(Assembly& assembly, const Cutter& cutter, const Soil& soil) {
  const double count = cutter.strips();
  const Expr width = cutter.width / count, capacity = calc_capacity(width, cutter.height);
  const auto add = [&](const std::string& name, Expr start) {
    StateBlock block{.name = name};
    block.dimension = volume_dimension();
    return assembly.add_state(std::move(block), {start})[0];
  };
  std::vector<Expr> piles;
  Expr cutting = 0.0, leaving = 0.0;
  for (int i = 0; i < cutter.strips(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const Expr pile = add(cutter.pile(i), cutter.pile_start[k]);
    const Expr ahead = max(cutter.speed[k], 0.0), back = max(-cutter.speed[k], 0.0);
    const Expr some = max(pile, 0.0);
    const Expr cut = width * cutter.depth[k] * ahead;
    const Expr laid = width * cutter.clearance[k] * ahead * some / (some + kSmallPile);
    const Expr spilled = max(pile - capacity, 0.0) * ahead / kRelease;
    const Expr dropped = some * back / kRelease;
    assembly.set_derivative(pile, soil.swell * cut - laid - spilled - dropped);
    cutting += cut;
    leaving += laid + spilled + dropped;
    piles.push_back(pile);
  }
  const Expr cut = add(cutter.name + ".cut_volume", 0.0);
  const Expr left = add(cutter.name + ".left_volume", 0.0);
  assembly.set_derivative(cut, cutting);
  assembly.set_derivative(left, leaving);
  define_cutter_outputs(assembly, cutter, piles, std::vector<Expr>(piles.size(), Expr(0.0)),
                        {cut, 0.0, left});
}

}  // namespace holon::detail
