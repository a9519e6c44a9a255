// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/diagram/diagram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <regex>

#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/fields/gravity.h"
#include "holon/mechanics/parts/forces/force.h"
#include "holon/mechanics/parts/forces/spring.h"
#include "holon/mechanics/parts/frames/frame.h"
#include "holon/mechanics/parts/frames/relative.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/view/diagram/diagram_layout.h"
#include "holon/view/svg/svg.h"

namespace holon {
namespace {

using Kind = DiagramNode::Kind;
using EdgeKind = DiagramEdge::Kind;

RigidBody make_bar() {
  RigidBody bar{.mass = 2.0, .inertia = Rod{.length = 1.0}};
  bar.frames.add("tip", Placement{.at = {1.0, 0.0, 0.0}});
  return bar;
}

Diagram diagram_of(const Model& model) {
  Diagnostics diagnostics;
  const std::shared_ptr<Assembly> assembly = assemble(model, diagnostics);
  for (const Diagnostic& d : diagnostics.all()) ADD_FAILURE() << d.message;
  return make_diagram(model, *assembly);
}

int find_node(const Diagram& diagram, const std::string& name) {
  for (std::size_t n = 0; n < diagram.nodes.size(); ++n)
    if (diagram.nodes[n].name == name) return static_cast<int>(n);
  ADD_FAILURE() << "no node " << name;
  return 0;
}
const DiagramNode& node(const Diagram& diagram, const std::string& name) {
  return diagram.nodes[static_cast<std::size_t>(find_node(diagram, name))];
}

const DiagramEdge* find_edge(const Diagram& diagram, const std::string& from, const std::string& to,
                             EdgeKind kind) {
  for (const DiagramEdge& edge : diagram.edges)
    if (edge.kind == kind && edge.from == find_node(diagram, from) &&
        edge.to == find_node(diagram, to))
      return &edge;
  return nullptr;
}

TEST(Diagram, ShowsBodiesJointsAndTheFramesThatTheyHold) {
  Model model("Two bars");
  model.add<RigidBody>("upper", make_bar());
  model.add<RigidBody>("lower", make_bar());
  model.add<Revolute>("shoulder", {.between = {"world", "upper"}, .axis = "y"});
  model.add<Revolute>("elbow", {.between = {"upper.tip", "lower"}, .axis = "y"});
  const Diagram diagram = diagram_of(model);
  ASSERT_EQ(diagram.nodes.size(), 5u);
  EXPECT_EQ(diagram.nodes[0].kind, Kind::world);
  EXPECT_EQ(diagram.nodes[0].detail, "g = 9.807 m/s²");
  EXPECT_EQ(node(diagram, "upper").kind, Kind::body);
  EXPECT_EQ(node(diagram, "upper").detail, "2 kg");
  EXPECT_EQ(node(diagram, "elbow").kind, Kind::joint);
  EXPECT_EQ(node(diagram, "elbow").type, "Revolute");
  ASSERT_EQ(diagram.edges.size(), 4u);
  const DiagramEdge* held = find_edge(diagram, "upper", "elbow", EdgeKind::holds);
  ASSERT_TRUE(held);
  EXPECT_EQ(held->from_label, "tip");
  EXPECT_TRUE(find_edge(diagram, "world", "shoulder", EdgeKind::holds));
}

TEST(Diagram, AFormulaThatNamesOutputsIsAnArrowFromTheirPart) {
  Model model;
  model.add<RigidBody>("bar", make_bar());
  model.add<Revolute>(
      "pin", {.between = {"world", "bar"}, .axis = "y", .torque = -3.0 * model.output("pin.rate")});
  const Expr angle = model.output("pin.angle"), rate = model.output("pin.rate");
  model.add<Force>("push", {.on = "bar.tip",
                            .force = {sin(model.time()) - 2.0 * angle,
                                      model.time_derivative(rate) + angle, 0.0}});
  const Diagram diagram = diagram_of(model);
  const DiagramEdge* signal = find_edge(diagram, "pin", "push", EdgeKind::signal);
  ASSERT_TRUE(signal);
  EXPECT_EQ(signal->from_label, "angle, rate");
  EXPECT_TRUE(node(diagram, "pin").refers_to_itself);
  EXPECT_FALSE(node(diagram, "push").refers_to_itself);
  const DiagramEdge* acts = find_edge(diagram, "push", "bar", EdgeKind::acts);
  ASSERT_TRUE(acts);
  EXPECT_EQ(acts->to_label, "tip");
}

TEST(Diagram, LongArraysStandAsOneAndShortOnesAsTheyAre) {
  for (const int count : {4, 6}) {
    Model model;
    for (int i = 0; i < count; ++i) {
      const std::string index = "[" + std::to_string(i) + "]";
      model.add<RigidBody>("link" + index, make_bar());
      model.add<Revolute>("pin" + index,
                          {.between = {i == 0 ? "world" : "link[" + std::to_string(i - 1) + "].tip",
                                       "link" + index},
                           .axis = "y"});
    }
    const Diagram diagram = diagram_of(model);
    if (count == 4) {
      EXPECT_EQ(diagram.nodes.size(), 9u);
      continue;
    }
    ASSERT_EQ(diagram.nodes.size(), 3u);
    EXPECT_EQ(node(diagram, "link[0…5]").count, 6);
    const DiagramEdge* foot = find_edge(diagram, "world", "pin[0…5]", EdgeKind::holds);
    ASSERT_TRUE(foot);
    EXPECT_EQ(foot->count, 1);
    int at_tips = 0, at_links = 0;
    for (const DiagramEdge& edge : diagram.edges)
      if (edge.from == find_node(diagram, "link[0…5]"))
        (edge.from_label == "tip" ? at_tips : at_links) += edge.count;
    EXPECT_EQ(at_tips, 5);
    EXPECT_EQ(at_links, 6);
  }
}

TEST(Diagram, ForcesFramesAndViewsAreToldApartAndFreeBodiesSaySo) {
  Model model;
  RigidBody bar = make_bar();
  bar.inertia = Box{.size = {1.0, 0.1, 0.1}};  // a rod would rotate freely about its own axis
  model.add<RigidBody>("bar", bar);
  model.add<Frame>("post", {.position = {0.0, 0.0, 3.0}});
  model.add<Spring>("cord", {.between = {"post", "bar.tip"}, .stiffness = 10.0, .length = 1.0});
  model.add<Relative>("view", {.of = "bar.tip", .to = "post"});
  model.add<Gravity>("moon", {.uniform = {0.0, 0.0, -1.62}});
  const Diagram diagram = diagram_of(model);
  EXPECT_EQ(node(diagram, "world").detail, "g = 1.62 m/s²");
  EXPECT_EQ(node(diagram, "bar").detail, "2 kg · free");
  EXPECT_EQ(node(diagram, "post").kind, Kind::frame);
  EXPECT_EQ(node(diagram, "cord").kind, Kind::force);
  EXPECT_EQ(node(diagram, "moon").kind, Kind::force);
  EXPECT_EQ(node(diagram, "view").kind, Kind::other);
  EXPECT_TRUE(find_edge(diagram, "world", "post", EdgeKind::holds));
  EXPECT_TRUE(find_edge(diagram, "cord", "post", EdgeKind::acts));
  const DiagramEdge* of = find_edge(diagram, "bar", "view", EdgeKind::signal);
  ASSERT_TRUE(of);
  EXPECT_EQ(of->from_label, "tip");
  EXPECT_EQ(of->to_label, "of");
}

TEST(Diagram, NamesOfCompositePartsLeadToTheirInnerOnes) {
  Model model;
  model.add<RigidBody>("arm.fore", make_bar());
  model.add<Revolute>("shoulder", {.between = {"world", "arm.fore"}, .axis = "y"});
  model.aliases.emplace_back("arm.turn", "shoulder.angle");
  const Expr turn = model.output("arm.turn");
  model.add<Force>("push", {.on = "arm.fore.tip", .force = {turn, 0.0, 0.0}});
  const Diagram diagram = diagram_of(model);
  const DiagramEdge* signal = find_edge(diagram, "shoulder", "push", EdgeKind::signal);
  ASSERT_TRUE(signal);
  EXPECT_EQ(signal->from_label, "angle");
  const DiagramEdge* acts = find_edge(diagram, "push", "arm.fore", EdgeKind::acts);
  ASSERT_TRUE(acts);
  EXPECT_EQ(acts->to_label, "tip");
  // The group has a frame with its name, its part a name without it.
  const std::string svg = draw_diagram(diagram);
  EXPECT_NE(svg.find("<title>arm</title>"), std::string::npos);
  EXPECT_NE(svg.find(">fore</text>"), std::string::npos);
}

double number_of(const std::string& tag, const char* attribute) {
  std::smatch match;
  const std::regex pattern(std::string(" ") + attribute + "=\"([-0-9.]+)\"");
  return std::regex_search(tag, match, pattern) ? std::stod(match[1]) : 0;
}

TEST(Diagram, TextStaysInItsBoxWhateverItsLength) {
  Diagram diagram;
  diagram.title = "Names <&> \"quotes\"";
  diagram.nodes = {{Kind::world, "world", "", "g = 9.807 m/s²", 1, false},
                   {Kind::body, "x", "RigidBody", "0.1 kg · free", 1, false},
                   {Kind::body, "a_very_long_name_of_a_body_that_nobody_would_write_down_but_one",
                    "RigidBody", "", 3, false},
                   {Kind::joint, "a<b", "Revolute", "driven", 1, true}};
  diagram.edges = {{EdgeKind::holds, 0, 3, "", "", 1}, {EdgeKind::holds, 2, 3, "", "", 1}};
  const std::string svg = draw_diagram(diagram);
  EXPECT_EQ(svg, draw_diagram(diagram));
  EXPECT_NE(svg.find("role=\"img\""), std::string::npos);
  EXPECT_NE(svg.find("<title>Diagram of Names &lt;&amp;&gt; &quot;quotes&quot;</title>"),
            std::string::npos);
  EXPECT_NE(svg.find("<desc>4 bodies, 1 joint</desc>"), std::string::npos);
  int boxes = 0;
  const std::regex group("<g>([\\s\\S]*?)</g>"), rect("<rect [^>]*>"),
      middle("<text [^>]*text-anchor=\"middle\"[^>]*>([^<]*)<");
  for (std::sregex_iterator g(svg.begin(), svg.end(), group), end; g != end; ++g) {
    const std::string inside = (*g)[1];
    std::smatch box;
    if (!std::regex_search(inside, box, rect)) continue;
    std::string last;
    for (std::sregex_iterator r(inside.begin(), inside.end(), rect); r != end; ++r) last = r->str();
    for (std::sregex_iterator t(inside.begin(), inside.end(), middle); t != end; ++t) {
      ++boxes;
      const double x = number_of(t->str(), "x"), size = number_of(t->str(), "font-size"),
                   half = estimate_text_width((*t)[1].str(), size,
                                              t->str().find("600") != std::string::npos) /
                          2;
      EXPECT_GE(x - half, number_of(last, "x")) << t->str();
      EXPECT_LE(x + half, number_of(last, "x") + number_of(last, "width")) << t->str();
    }
  }
  EXPECT_EQ(boxes, 4);  // two lines in each of two boxes
}

// Points along an edge as drawn: cubic bends whose inner control points are halfway.
std::vector<LayoutPoint> trace_route(const LayoutRoute& route) {
  constexpr int kSamples = 40;
  std::vector<LayoutPoint> points;
  for (std::size_t k = 0; k < route.pieces.size(); ++k) {
    const auto& [start, end] = route.pieces[k];
    if (k > 0) {
      const LayoutPoint from = route.pieces[k - 1][1];
      const double middle = (from.along + start.along) / 2;
      const double a = route.bulge > 0 ? from.along + route.bulge : middle,
                   b = route.bulge > 0 ? start.along + route.bulge : middle;
      for (int i = 0; i <= kSamples; ++i) {
        const double t = static_cast<double>(i) / kSamples, u = 1 - t;
        points.push_back({u * u * u * from.along + 3 * u * u * t * a + 3 * u * t * t * b +
                              t * t * t * start.along,
                          u * u * (u + 3 * t) * from.across + t * t * (t + 3 * u) * start.across});
      }
    }
    for (int i = 0; i <= kSamples; ++i) {
      const double t = static_cast<double>(i) / kSamples;
      points.push_back({start.along + t * (end.along - start.along), start.across});
    }
  }
  return points;
}

// Edges end at the sides of their boxes; coordinates are sums of a few hundred lengths.
constexpr double kRounding = 1e-6;  // [px]

TEST(DiagramLayout, BoxesAreDisjointAndNoEdgePassesThroughOne) {
  std::mt19937 random(20061);
  const auto uniform = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  for (int round = 0; round < 30; ++round) {
    std::vector<LayoutNode> nodes;
    std::vector<LayoutEdge> edges;
    const int count = uniform(2, 60);
    for (int n = 0; n < count; ++n) {
      LayoutNode node{uniform(0, 6), double(uniform(20, 140)), double(uniform(20, 50)), {}};
      if (round % 3 == 2 && uniform(0, 2) == 0) node.groups = {uniform(0, 1)};
      nodes.push_back(node);
    }
    for (int e = 0; e < count * 3 / 2; ++e) {
      LayoutEdge edge;
      edge.from = uniform(0, count - 1);
      edge.to = uniform(0, count - 1);
      if (edge.from == edge.to) continue;
      edge.from_end = {double(uniform(0, 40)), double(uniform(6, 18)), 6};
      edges.push_back(edge);
    }
    LayoutSpacing spacing;
    if (round % 3 == 2) spacing.group_low = spacing.group_high = spacing.group_along = 20;
    const Layout layout = lay_out(nodes, edges, spacing);
    const auto low = [&](std::size_t n) {
      return LayoutPoint{layout.centers[n].along - nodes[n].along / 2,
                         layout.centers[n].across - layout.across[n] / 2};
    };
    const auto high = [&](std::size_t n) {
      return LayoutPoint{layout.centers[n].along + nodes[n].along / 2,
                         layout.centers[n].across + layout.across[n] / 2};
    };
    for (std::size_t a = 0; a < nodes.size(); ++a)
      for (std::size_t b = 0; b < a; ++b)
        EXPECT_TRUE(low(a).along >= high(b).along || low(b).along >= high(a).along ||
                    low(a).across >= high(b).across || low(b).across >= high(a).across);
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const auto points = trace_route(layout.routes[e]);
      ASSERT_FALSE(points.empty());
      for (std::size_t n = 0; n < nodes.size(); ++n)
        for (const LayoutPoint& p : points)
          EXPECT_FALSE(p.along > low(n).along + kRounding && p.along < high(n).along - kRounding &&
                       p.across > low(n).across + kRounding &&
                       p.across < high(n).across - kRounding)
              << "edge " << e << " in box " << n << " of round " << round;
      // It ends at its nodes.
      const auto touches = [&](int index, const LayoutPoint& p) {
        const auto n = static_cast<std::size_t>(index);
        return std::min(std::abs(p.along - low(n).along), std::abs(p.along - high(n).along)) <
                   kRounding &&
               p.across >= low(n).across && p.across <= high(n).across;
      };
      EXPECT_TRUE(touches(edges[e].from, points.front()));
      EXPECT_TRUE(touches(edges[e].to, points.back()));
    }
    // A group's bands contain no other nodes or edges.
    for (const LayoutBand& band : layout.bands)
      for (std::size_t n = 0; n < nodes.size(); ++n)
        if (nodes[n].rank == band.rank &&
            (nodes[n].groups.empty() || nodes[n].groups[0] != band.group)) {
          EXPECT_TRUE(low(n).across >= band.high.across || high(n).across <= band.low.across);
        }
  }
}

TEST(DiagramLayout, AChainIsAStraightLineAndATreeHasNoCrossings) {
  std::vector<LayoutNode> nodes;
  std::vector<LayoutEdge> edges;
  for (int n = 0; n < 12; ++n) nodes.push_back({n, 100, n % 2 ? 28.0 : 46.0, {}});
  for (int n = 1; n < 12; ++n) edges.push_back({n - 1, n, {}, {}});
  const Layout chain = lay_out(nodes, edges, {});
  for (const LayoutPoint& center : chain.centers)
    EXPECT_NEAR(center.across, chain.centers[0].across, kRounding);

  // A ternary tree, its nodes given in a mixed order.
  nodes.clear();
  edges.clear();
  for (int n = 0; n < 40; ++n) {
    int rank = 0;
    for (int at = n; at > 0; at = (at - 1) / 3) ++rank;
    nodes.push_back({rank, 60, 30, {}});
  }
  for (int n = 1; n < 40; ++n) edges.push_back({(n * 7 % 39) / 3, n * 7 % 39 + 1, {}, {}});
  const Layout tree = lay_out(nodes, edges, {});
  for (const LayoutEdge& a : edges)
    for (const LayoutEdge& b : edges) {
      const auto across = [&](int n) { return tree.centers[static_cast<std::size_t>(n)].across; };
      if (nodes[static_cast<std::size_t>(a.from)].rank !=
              nodes[static_cast<std::size_t>(b.from)].rank ||
          a.from == b.from)
        continue;
      EXPECT_EQ(across(a.from) < across(b.from), across(a.to) < across(b.to));
    }
}

}  // namespace
}  // namespace holon
