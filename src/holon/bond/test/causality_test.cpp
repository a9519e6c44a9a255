// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/bond/causality.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "holon/base/errors.h"

namespace holon {
namespace {

using Kind = PowerGraph::Kind;

struct Drawn {
  PowerGraph graph{std::make_shared<Symbols>()};
  int add(const char* name, Kind kind) {
    return graph.add({.name = name, .kind = kind, .values = {Expr(1.0)}});
  }
  Causality assign() {
    bool ok = true;
    Causality causality = assign_causality(graph, ok);
    EXPECT_TRUE(ok);
    return causality;
  }
};

/// Each junction receives its common variable from one bond, each two-port propagates causality.
void expect_sound(const PowerGraph& graph, const Causality& causality) {
  const auto ends = find_ends(graph);
  for (std::size_t k = 0; k < ends.size(); ++k) {
    const Kind kind = graph.elements()[k].kind;
    int efforts = 0, flows = 0;
    for (const BondEnd& end : ends[k]) {
      efforts += causality.out(end) == Out::effort ? 1 : 0;
      flows += causality.out(end) == Out::flow ? 1 : 0;
    }
    EXPECT_EQ(efforts + flows, static_cast<int>(ends[k].size())) << graph.elements()[k].name;
    if (kind == Kind::one) EXPECT_EQ(efforts, 1) << graph.elements()[k].name;
    if (kind == Kind::zero) EXPECT_EQ(flows, 1) << graph.elements()[k].name;
    if (kind == Kind::TF) EXPECT_EQ(efforts, 1) << graph.elements()[k].name;
    if (kind == Kind::GY) EXPECT_NE(efforts, 1) << graph.elements()[k].name;
  }
}

TEST(Causality, OfASeriesCircuitIsTheTextbooks) {
  // Karnopp, Margolis, Rosenberg, section 5.3: the inertia imposes the flow, all others efforts.
  Drawn g;
  const int source = g.add("Se", Kind::Se), s = g.add("1", Kind::one), I = g.add("I", Kind::I),
            C = g.add("C", Kind::C), R = g.add("R", Kind::R);
  g.graph.connect(source, s);
  for (const int e : {I, C, R}) g.graph.connect(s, e);
  const Causality c = g.assign();
  expect_sound(g.graph, c);
  EXPECT_EQ(c.tail, (std::vector<Out>{Out::effort, Out::effort, Out::flow, Out::flow}));
  EXPECT_TRUE(c.dependent.empty());
  EXPECT_TRUE(c.chosen.empty());
}

TEST(Causality, OfTwoMassesAtALeverLeavesOneDependent) {
  Drawn g;
  const int a = g.add("a", Kind::one), b = g.add("b", Kind::one), m = g.add("m", Kind::I),
            n = g.add("n", Kind::I), lever = g.add("lever", Kind::TF);
  g.graph.connect(a, m);
  g.graph.connect(a, lever);
  g.graph.connect(lever, b);
  g.graph.connect(b, n);
  const Causality c = g.assign();
  expect_sound(g.graph, c);
  ASSERT_EQ(c.dependent.size(), 1u);
  EXPECT_EQ(c.dependent[0].element, n);
  EXPECT_EQ(c.dependent[0].causes, std::vector<int>{m});
}

TEST(Causality, OfResistancesAloneIsAChoice) {
  Drawn g;
  const int source = g.add("Se", Kind::Se), s = g.add("1", Kind::one), R = g.add("R", Kind::R),
            n = g.add("0", Kind::zero), P = g.add("P", Kind::R), Q = g.add("Q", Kind::R);
  g.graph.connect(source, s);
  g.graph.connect(s, R);
  g.graph.connect(s, n);
  g.graph.connect(n, P);
  g.graph.connect(n, Q);
  const Causality c = g.assign();
  expect_sound(g.graph, c);
  EXPECT_EQ(c.chosen, std::vector<int>{R});
}

TEST(Causality, OfRandomTreesIsSound) {
  // Junctions in turn, with elements and two-ports between: always possible, for any arrangement.
  std::mt19937 random(7);
  for (int trial = 0; trial < 200; ++trial) {
    Drawn g;
    std::vector<int> junctions;
    std::vector<std::string> names;
    names.reserve(200);
    const auto add = [&](Kind kind) {
      names.push_back("e" + std::to_string(names.size()));
      return g.add(names.back().c_str(), kind);
    };
    const int count = 2 + static_cast<int>(random() % 12);
    for (int k = 0; k < count; ++k) {
      const int junction = add(random() % 2 ? Kind::one : Kind::zero);
      if (!junctions.empty()) {
        const int other = junctions[random() % junctions.size()];
        const auto through = random() % 3;
        if (through == 0) {
          g.graph.connect(other, junction);
        } else {
          const int two_port = add(through == 1 ? Kind::TF : Kind::GY);
          g.graph.connect(other, two_port);
          g.graph.connect(two_port, junction);
        }
      }
      junctions.push_back(junction);
      for (auto n = 1 + random() % 3; n > 0; --n) {
        constexpr Kind kinds[] = {Kind::I, Kind::C, Kind::R, Kind::R};
        g.graph.connect(junction, add(kinds[random() % 4]));
      }
    }
    expect_sound(g.graph, g.assign());
  }
}

/// Whether any choice of the bonds' causality suits all elements.
bool has_causality(const PowerGraph& graph) {
  const auto ends = find_ends(graph);
  const std::size_t count = graph.bonds().size();
  for (std::size_t bits = 0; bits < (std::size_t{1} << count); ++bits) {
    Causality c;
    for (std::size_t k = 0; k < count; ++k) {
      c.tail.push_back((bits >> k) % 2 ? Out::effort : Out::flow);
    }
    bool suits = true;
    for (std::size_t k = 0; k < ends.size() && suits; ++k) {
      const Kind kind = graph.elements()[k].kind;
      int efforts = 0;
      for (const BondEnd& end : ends[k]) efforts += c.out(end) == Out::effort ? 1 : 0;
      const int flows = static_cast<int>(ends[k].size()) - efforts;
      suits = kind == Kind::one    ? efforts == 1
              : kind == Kind::zero ? flows == 1
              : kind == Kind::TF   ? efforts == 1
              : kind == Kind::GY   ? efforts != 1
              : kind == Kind::Se   ? efforts == 1
                                   : true;
    }
    if (suits) return true;
  }
  return false;
}

TEST(Causality, OfRandomNetsIsFoundWhereThereIsOne) {
  std::mt19937 random(11);
  int found = 0;
  for (int trial = 0; trial < 400; ++trial) {
    Drawn g;
    std::vector<int> junctions;
    int number = 0;
    const auto add = [&](Kind kind) {
      return g.add(("e" + std::to_string(number++)).c_str(), kind);
    };
    for (int k = 0; k < 4; ++k) junctions.push_back(add(random() % 2 ? Kind::one : Kind::zero));
    // A ring, with a two-port in it and elements around.
    for (std::size_t k = 0; k < 4; ++k) {
      const int next = junctions[(k + 1) % 4];
      if (k == 0) {
        const int two_port = add(random() % 2 ? Kind::TF : Kind::GY);
        g.graph.connect(junctions[k], two_port);
        g.graph.connect(two_port, next);
      } else {
        g.graph.connect(junctions[k], next);
      }
    }
    constexpr Kind kinds[] = {Kind::I, Kind::C, Kind::R, Kind::Se};
    for (int k = 0; k < 4; ++k) g.graph.connect(junctions[random() % 4], add(kinds[random() % 4]));
    bool ok = false;
    Causality c;
    try {
      c = assign_causality(g.graph, ok);
    } catch (const ModelError&) {  // reporter of elements without a part
    }
    EXPECT_EQ(ok, has_causality(g.graph)) << trial;
    if (!ok) continue;
    ++found;
    expect_sound(g.graph, c);
  }
  EXPECT_GT(found, 50);
}

}  // namespace
}  // namespace holon
