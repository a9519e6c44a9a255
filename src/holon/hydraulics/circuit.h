// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "holon/bond/power_graph.h"
#include "holon/hydraulics/fluid.h"

namespace holon::hydraulics {

/// The nodes at which hydraulic parts meet, by name, and what is at each. A node is a 0-junction of
/// the bond graph; the oil volumes at it are one compliance, whose state is the pressure:
///
///   p' = Q / C,   C = Σ V / β(p) + compliances of other kinds (gas)
///
/// with Q the flow into them. Every node but the tank needs a volume: where there were none, its
/// pressure would have to follow from the flows at each instant, and would be open as soon as all
/// valves at it are shut.
///
/// A name is local to the composite part in which it stands; `tank` is one everywhere. A part's own
/// port is a node too: `lift.A`.
class Circuit : public std::enable_shared_from_this<Circuit> {
 public:
  static std::shared_ptr<Circuit> of(PartBuilder& builder);

  explicit Circuit(std::shared_ptr<PowerGraph> graph, Fluid fluid)
      : graph_(std::move(graph)), fluid_(std::move(fluid)) {}

  const Fluid& fluid() const { return fluid_; }
  PowerGraph& graph() { return *graph_; }

  /// A node that a part names in its parameter ("from"): an element of the graph.
  int node(PartBuilder& builder, const std::string& parameter, const std::string& name);
  /// The node that is a part's own port ("A"), or the one that it names instead.
  int port_node(PartBuilder& builder, const std::string& port, const std::string& name);

  /// [Pa] above the tank's.
  Expr pressure(int node) const { return graph_->effort(node); }

  /// Adds oil [m³] to a node. No effect at the tank.
  void add_volume(int node, Expr volume);
  /// Adds what else gives way [m³/Pa].
  void add_compliance(int node, Expr compliance);
  /// [W] that goes into pressing together a part's share of what gives way at a node [m³/Pa]; to be
  /// asked when all parts are built.
  Expr compression_power(int node, Expr compliance);
  Expr compression_power_of_oil(int node, Expr volume) {
    return compression_power(node, volume / fluid_.bulk_modulus(pressure(node)));
  }
  /// The pressure at the start [Pa], told by the part's parameter ("initial.pressure_A").
  void set_initial(PartBuilder& builder, const std::string& parameter, int node,
                   const std::optional<Expr>& pressure);
  /// Holds the pressure of a node [Pa]; returns the source, or -1 where it is held already.
  int set_source(PartBuilder& builder, int node, Expr pressure);

  /// A resistance between two nodes; `law` gives the flow [m³/s] for a pressure drop [Pa], positive
  /// from the first to the second. `name` is full. Returns the resistance; its `flow` is that.
  int add_resistance(const std::string& name, int from, int to,
                     const std::function<Expr(Expr drop)>& law);
  /// [m³/s], [Pa]
  Expr flow(int resistance) const { return graph_->flow(resistance); }
  Expr drop(int resistance) const { return graph_->effort(resistance); }
  Expr loss(int resistance) const { return flow(resistance) * drop(resistance); }  ///< [W]

 private:
  struct Mention {
    PartBuilder::ErrorReporter report;
    std::string parameter;
    bool is_own_port;
  };
  struct Node {
    std::string name;     // full
    int compliance = -1;  // element of the graph
    bool is_source = false, has_initial = false;
    std::vector<Mention> mentions{};
  };

  int find_or_add(const std::string& name);
  int mention(PartBuilder& builder, const std::string& parameter, const std::string& name,
              bool is_own_port);
  void check() const;
  static std::string pressure_name(const Node& node);
  void define_pressures(Assembly& assembly) const;
  std::string suggest(const Node& node) const;

  std::shared_ptr<PowerGraph> graph_;
  Fluid fluid_;
  std::map<int, Node> nodes_;  // by element of the graph
};

}  // namespace holon::hydraulics
