// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Bond graphs created in code; models in YAML are tested in catalogue/.
#include "holon/bond/parts/bond_graph.h"

#include <gtest/gtest.h>

#include <cmath>

#include "holon/model/assembly/model.h"
#include "holon/simulate/simulation.h"

namespace holon {
namespace {

BondGraph::Element junction(const char* kind) {
  BondGraph::Element e;
  e.junction = kind;
  return e;
}

TEST(BondGraph, InCodeIsTheSameAsInAFile) {
  // A tank empties through a turbulent outlet: q' = −k √(q/C); √q decreases linearly.
  Model model("tank");
  BondGraph graph;
  BondGraph::Element tank, outlet;
  tank.C = BondGraph::Compliance{.value = Expr(2.0)};
  tank.initial = BondGraph::Initial{.state = Expr(8.0)};
  outlet.R = BondGraph::Resistance{.flow = 0.5 * sqrt(model.output("g.outlet.effort"))};
  graph.elements = {{"tank", tank}, {"node", junction("0")}, {"outlet", outlet}};
  graph.bonds = {"tank -> node", "node -> outlet"};
  model.add<BondGraph>("g", graph);
  SimulateSettings settings;
  settings.until = 2;
  settings.interval = 0.5;
  settings.tolerance = 1e-11;
  settings.engine = EngineChoice::tape;
  const Results r = simulate(make_system(model), settings,
                             {"g.tank.displacement", "g.outlet.power", "g.b2.power"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double root = std::sqrt(8.0) - 0.25 / std::sqrt(2.0) * r.values("time")[k];
    EXPECT_NEAR(r.values("g.tank.displacement")[k], root * root, 1e-9);
    const double power = 0.5 * std::pow(root * root / 2, 1.5);
    EXPECT_NEAR(r.values("g.outlet.power")[k], power, 1e-9);
    EXPECT_NEAR(r.values("g.b2.power")[k], power, 1e-9);
  }
}

TEST(BondGraph, PowersOfAGraphAddUpToNothing) {
  // For any laws: the power of the sources equals that of the other elements.
  Model model("loop");
  BondGraph graph;
  BondGraph::Element source, R1, R2, L, C;
  source.Se = BondGraph::EffortSource{3.0 * sin(model.time())};
  R1.R = BondGraph::Resistance{.value = Expr(2.0)};
  R2.R = BondGraph::Resistance{.flow = sinh(model.output("g.R2.effort"))};
  L.I = BondGraph::Inertia{.flow = atan(model.output("g.L.momentum"))};
  C.C = BondGraph::Compliance{.value = Expr(0.3)};
  graph.elements = {{"u", source},        {"s", junction("1")}, {"R1", R1}, {"L", L},
                    {"n", junction("0")}, {"R2", R2},           {"C", C}};
  graph.bonds = {"u -> s -> R1", "s -> L", "s -> n", "n -> R2", "n -> C"};
  model.add<BondGraph>("g", graph);
  SimulateSettings settings;
  settings.until = 5;
  settings.interval = 0.5;
  settings.engine = EngineChoice::tape;
  const Results r = simulate(make_system(model), settings,
                             {"g.u.power", "g.R1.power", "g.R2.power", "g.L.power", "g.C.power"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double sum = r.values("g.R1.power")[k] + r.values("g.R2.power")[k] +
                       r.values("g.L.power")[k] + r.values("g.C.power")[k];
    EXPECT_NEAR(r.values("g.u.power")[k], sum, 1e-13) << k;
    EXPECT_GE(r.values("g.R2.power")[k], 0);
  }
}

TEST(BondGraph, RelaxedStorageStartsAtTheFlowOfTheRest) {
  // Two inertias geared 1:1, of which the second has no start of its own: 3 rad/s for ever, with
  // either treatment; a relaxed one that began at rest would share the momentum, 1.5 rad/s. Two
  // capacitors in parallel likewise.
  for (const auto treatment : {PowerGraph::Dependent::reduce, PowerGraph::Dependent::relax}) {
    Model model("geared");
    BondGraph graph, circuit;
    BondGraph::Element first, gear, second, charged, other;
    first.I = BondGraph::Inertia{.value = Expr(1.0)};
    first.initial = BondGraph::Initial{.flow = Expr(3.0)};
    gear.TF = BondGraph::Transformer{.ratio = Expr(1.0)};
    second.I = BondGraph::Inertia{.value = Expr(1.0)};
    graph.elements = {
        {"w", junction("1")}, {"J", first}, {"G", gear}, {"u", junction("1")}, {"J2", second}};
    graph.bonds = {"w -> J", "w -> G", "G -> u", "u -> J2"};
    graph.dependent = treatment;
    model.add<BondGraph>("g", graph);
    charged.C = BondGraph::Compliance{.value = Expr(1.0)};
    charged.initial = BondGraph::Initial{.effort = Expr(10.0)};
    other.C = BondGraph::Compliance{.value = Expr(1.0)};
    circuit.elements = {{"n", junction("0")}, {"C1", charged}, {"C2", other}};
    circuit.bonds = {"n -> C1", "n -> C2"};
    circuit.dependent = treatment;
    model.add<BondGraph>("c", circuit);
    SimulateSettings settings;
    settings.until = 1;
    settings.interval = 0.25;
    settings.tolerance = 1e-10;
    settings.engine = EngineChoice::tape;
    const Results r = simulate(make_system(model), settings,
                               {"g.J.flow", "g.J2.flow", "c.C1.effort", "c.C2.effort"});
    for (std::size_t k = 0; k < r.row_count(); ++k) {
      for (const char* flow : {"g.J.flow", "g.J2.flow"})
        EXPECT_NEAR(r.values(flow)[k], 3, 1e-8) << flow << k;
      for (const char* effort : {"c.C1.effort", "c.C2.effort"})
        EXPECT_NEAR(r.values(effort)[k], 10, 1e-8) << effort << k;
    }
  }
}

}  // namespace
}  // namespace holon
