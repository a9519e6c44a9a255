// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The transistor amplifier of F. Mazzia, C. Magherini, Test Set for Initial Value Problem Solvers,
// release 2.4, Bari 2008: eight differential-algebraic equations of index 1. The voltages at its
// capacitors are states, those of three nodes unknowns.
#include <array>
#include <cmath>

#include "model_text.h"

namespace holon {
namespace {

constexpr const char* kAmplifier = R"yaml(
parts:
  p:
    type: Equations
    states:
      u1: {initial: -3, der: "-(y1 - ue)/1000/1e-6"}
      y3: {initial: 3, der: "-(y3/9000 - f1)/2e-6"}
      u3: {initial: 3, der: "-((y4 - 6)/9000 + 0.99*f1)/3e-6"}
      y6: {initial: 3, der: "-(y6/9000 - f2)/4e-6"}
      u5: {initial: 6, der: "-((y7 - 6)/9000 + 0.99*f2)/5e-6"}
    unknowns:
      y2: {equation: "(y1 - ue)/1000 + y2/9000 + (y2 - 6)/9000 + 0.01*f1", guess: 3}
      y5: {equation: "(y4 - 6)/9000 + 0.99*f1 + y5/9000 + (y5 - 6)/9000 + 0.01*f2", guess: 3}
      y8: {equation: "(y7 - 6)/9000 + 0.99*f2 + y8/9000", guess: 0}
    outputs:
      ue: "0.1*sin(200*pi*time)"
      f1: "1e-6*(exp((y2 - y3)/0.026) - 1)"
      f2: "1e-6*(exp((y5 - y6)/0.026) - 1)"
      y1: "y2 + u1"
      y4: "y5 + u3"
      y7: "y8 + u5"
simulate: {until: 0.2 s, interval: 0.2 s, tolerance: 1e-6, solver: )yaml";

class TestSet : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Solvers, TestSet,
                         testing::Values("auto", "dopri5", "radau5", "radau", "cvode", "ida"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(TestSet, TheTransistorAmplifierMeetsThePublishedValues) {
  const std::array published{-0.5562145012262709e-2, 0.3006522471903042e1, 0.2849958788608128e1,
                             0.2926422536206241e1,   0.2704617865010554e1, 0.2761837778393145e1,
                             0.4770927631616772e1,   0.1236995868091548e1};
  // Errors of a thousand steps; what the transistors' conductances amplify decays between.
  constexpr double kAddedUp = 100, kTolerance = 1e-6;
  std::vector<std::string> names;
  for (int i = 1; i <= 8; ++i) names.push_back("p.y" + std::to_string(i));
  const Results r = test::run(std::string(kAmplifier) + GetParam() + "}\n", names);
  for (std::size_t i = 0; i < names.size(); ++i)
    EXPECT_NEAR(r.values(names[i]).back(), published[i], kAddedUp * kTolerance) << names[i];
}

}  // namespace
}  // namespace holon
