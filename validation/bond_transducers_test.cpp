// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Fields between domains: what stores or turns power of one kind into another.
#include <cmath>

#include "model_text.h"

namespace holon {
namespace {

TEST(BondTransducers, PlatesOfACondenserAttractEachOther) {
  const Results r = test::run(R"yaml(
parameters: {eA: "8.854e-12 [F/m]*5 [cm^2]", d: 1 mm, k: 200 N/m}
parts:
  mic:
    type: BondGraph
    domain: electrical
    elements:
      supply: {Se: 300 V}
      Rs: {R: 1 Mohm}
      loop: 1
      plates:
        C: {efforts: ["q_el*(d - q_gap)/eA", "-q_el^2/(2*eA)"], ports: [el, gap], domains: [electrical, translation]}
        initial: {states: [0 C, 0 m]}
      v: {1: {displacement: x}, domain: translation}
      mass: {I: 1e-4 kg, domain: translation}
      spring: {C: {stiffness: k}, domain: translation}
      air: {R: 0.05 N s/m, domain: translation}
    bonds: [supply -> loop, loop -> Rs, loop -> plates.el, v -> plates.gap, v -> mass, v -> spring, v -> air]
simulate: {until: 0.5 s, interval: 0.1 s, tolerance: 1e-10}
)yaml",
                              {"mic.x", "mic.plates.el.effort", "mic.plates.gap.effort"});
  // At rest k x = eA V² / 2 (d - x)², by fixed-point iteration; what vibrates has decayed by e⁻¹²⁵.
  const double eA = 8.854e-12 * 5e-4;
  double x = 0;
  for (int n = 0; n < 50; ++n) x = eA * 300 * 300 / (2 * 200 * (1e-3 - x) * (1e-3 - x));
  EXPECT_NEAR(r.values("mic.x").back(), x, 1e-7 * x);
  EXPECT_NEAR(r.values("mic.plates.el.effort").back(), 300, 1e-7 * 300);
  EXPECT_NEAR(r.values("mic.plates.gap.effort").back(), -200 * x, 1e-7 * 200 * x);
}

TEST(BondTransducers, AWireMakesEntropyOfItsLoss) {
  const Results r = test::run(R"yaml(
parts:
  heat:
    type: BondGraph
    domain: electrical
    elements:
      supply: {Se: 10 V}
      current: 1
      coil: {I: 0.1 H}
      wire:
        R:
          flows: ["e_el/2 [ohm]", "-(e_el^2/2 [ohm])/e_th"]
          ports: [el, th]
          domains: [electrical, thermal]
      mass: {C: {effort: "300 [K]*exp(q/100 [J/K])"}, initial: 0, domain: thermal}
      warm: {0: {}, domain: thermal}
    bonds: [supply -> current, current -> coil, current -> wire.el, warm -> wire.th, warm -> mass]
simulate: {until: 10 s, interval: 0.1 s, tolerance: 1e-11}
)yaml",
                              {"heat.mass.effort", "heat.coil.flow"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    // i = 5 (1 - e^-20t), and 100 J/K (T - 300 K) = ∫ 2 i² dt.
    const double t = r.values("time")[k], a = std::exp(-20 * t);
    EXPECT_NEAR(r.values("heat.coil.flow")[k], 5 * (1 - a), 1e-8);
    const double heat = 50 * (t - 2 * (1 - a) / 20 + (1 - a * a) / 40);
    EXPECT_NEAR(r.values("heat.mass.effort")[k], 300 + heat / 100, 1e-8 * 300);
  }
}

TEST(BondTransducers, DomainsOfPortsAreChecked) {
  const auto errors = [](const std::string& wire, const std::string& more = "") {
    return test::errors_in(
        "parts:\n  g:\n    type: BondGraph\n    domain: electrical\n    elements: {u: {Se: 1 V}, "
        "T: {Se: 300 K, domain: thermal}, "
        "wire: {R: {flows: [\"e_el/2 [ohm]\", \"-(e_el^2/2 [ohm])/e_th\"], ports: [el, th], "
        "domains: " +
        wire + "}" + more + "}}\n    bonds: [u -> wire.el, T -> wire.th]\n");
  };
  EXPECT_EQ(errors("[electrical, thermal]"), "");
  EXPECT_MESSAGE(errors("[electrical]"), "one domain per port is needed: 2, not 1");
  EXPECT_MESSAGE(errors("[electrical, termal]"),
                 "'termal' is not a domain; did you mean 'thermal'");
  EXPECT_MESSAGE(errors("[thermal, electrical]"),
                 "a bond between two domains: 'g.u' (electrical) and 'g.wire.el' (thermal)");
  EXPECT_MESSAGE(errors("[electrical, thermal]", ", domain: thermal"),
                 "both 'domain' and 'domains' are given");
}

}  // namespace
}  // namespace holon
