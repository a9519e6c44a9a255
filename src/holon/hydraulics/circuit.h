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

/// The nodes at which hydraulic parts meet, by name, and what is at each. A node holds a mass m of
/// fluid, its state, in the volumes at it, V in all:
///
///   m' = Σ ṁ,   p = p(m/V)
///
/// with the mass flows ṁ into it and the fluid's law p(ρ) (hydraulics/fluid.h). Where gas behind a
/// bladder gives way too, V = V(p), and p is the root of m = ρ(p) V(p).
///
/// In the bond graph the true variables of a fluid are its specific enthalpy h and the mass flow,
/// whose product is the power that flows; the content of a node is a C-field,
///
///   U = m e(m/V),   dU = h dm − p dV
///
/// with a port for mass at a 0-junction (h, ṁ), and one for walls that move, at a 0-junction (p,
/// V'). What leaves a node enters the next, to the last bit: mass is conserved, energy too.
///
/// The junction that has the node's name is of pressure and volume flow: graphs of users are bonded
/// to it. What they take out has the node's density, what they bring in that of fluid without a
/// cavity at the node's pressure.
///
/// Every node but those whose pressure is held needs a volume: where there were none, its pressure
/// would have to follow from the flows at each instant, and would be open as soon as all valves at
/// it are closed.
///
/// A name is local to the composite part in which it stands; `tank` is one everywhere. A part's own
/// port is a node too: `lift.A`.
class Circuit : public std::enable_shared_from_this<Circuit> {
 public:
  static std::shared_ptr<Circuit> of(PartBuilder& builder);

  Circuit(std::shared_ptr<PowerGraph> graph, std::shared_ptr<Symbols> symbols, Fluid fluid)
      : graph_(std::move(graph)), symbols_(std::move(symbols)), fluid_(std::move(fluid)) {}

  const Fluid& fluid() const { return fluid_; }
  PowerGraph& graph() { return *graph_; }

  /// A node that a part names in its parameter ("from").
  int node(PartBuilder& builder, const std::string& parameter, const std::string& name);
  /// The node that is a part's own port ("A"), or the one that it names instead.
  int port_node(PartBuilder& builder, const std::string& port, const std::string& name);

  /// [Pa] above the tank's, [kg/m^3], [J/kg].
  Expr pressure(int node) const { return graph_->effort(node); }
  Expr density(int node) const;
  Expr enthalpy(int node) const;
  /// [m^3/s] of a mass flow [kg/s] at a node's density.
  Expr volume_flow(Expr mass_flow, int node) const;

  /// Adds a volume [m³] to a node; `usual`, where it changes, is one that it has now and then. No
  /// effect where the pressure is held.
  void add_volume(int node, Expr volume, std::optional<Expr> usual = std::nullopt);
  /// The 0-junction of pressure and volume flow at which walls take power: bond the wall to it.
  int walls(int node);
  /// Room that the pressure makes, as gas behind a bladder does.
  struct Give {
    std::string name;                           ///< full
    std::function<Expr(Expr pressure)> volume;  ///< [m³] for fluid, at this pressure
    std::function<Expr(Expr volume)> guess;     ///< [Pa] about, where it holds so much
  };
  /// Returns the storage: its power goes into what gives way.
  int add_give(int node, Give give);

  /// [W] by which the energy of the fluid in this share of a node's volume [m³] grows; to be asked
  /// for when all parts are built.
  Expr storing_power(int node, Expr volume);
  /// The pressure at the start [Pa], given by the part's parameter ("initial.pressure_A").
  void set_initial(PartBuilder& builder, const std::string& parameter, int node,
                   const std::optional<Expr>& pressure);
  /// Holds the pressure of a node [Pa]; returns the source, or -1 where it is held already.
  int set_source(PartBuilder& builder, int node, Expr pressure);

  /// What flows through a resistance.
  struct Flow {
    Expr mass = 0.0;    ///< [kg/s]
    Expr volume = 0.0;  ///< [m^3/s] at the density upstream
    Expr drop = 0.0;    ///< [Pa] from the first node to the second
    Expr loss = 0.0;    ///< [W]
  };
  /// A resistance between two nodes; `law` gives the volume flow [m³/s] for a pressure drop [Pa]
  /// and the density upstream [kg/m³], positive from the first node to the second. `name` is full.
  using Law = std::function<Expr(Expr drop, Expr density)>;
  Flow add_resistance(const std::string& name, int from, int to, const Law& law);

  /// What moves volumes from one node to another, as teeth, pistons and columns of fluid do. It
  /// takes up the fluid that is there: ṁ = ρ Q with the density upstream. Its power against the
  /// pressure, Q (p_to − p_from), is never less than what the fluid gains, ṁ (h_to − h_from): the
  /// difference is lost where fluid under the one pressure meets that under the other.
  struct Displacement {
    int element = 0;    ///< bond to its first port what moves Q, positive from `from` to `to`
    Expr mass = 0.0;    ///< [kg/s]
    Expr volume = 0.0;  ///< [m^3/s] Q
    Expr loss = 0.0;    ///< [W]
  };
  Displacement add_displacement(const std::string& name, int from, int to);

  /// Full names of the nodes that hold a mass: with outputs `.mass`, `.density` and `.volume`.
  std::vector<std::string> list_contents() const;
  static std::shared_ptr<Circuit> find(Assembly& assembly);

 private:
  struct Mention {
    PartBuilder::ErrorReporter report;
    std::string parameter;
    bool is_own_port;
  };
  struct Node {
    std::string name;         // full
    int fluid = -1;           // junction of h and mass flow
    int content = -1;         // C-field; -1: none
    int walls = -1;           // junction of p and V'
    int connection = -1;      // R-field to graphs of users
    int source = -1;          // holds h
    Expr volume = 0.0;        // [m³] but for what gives way
    Expr usual_volume = 0.0;  // [m³]
    std::vector<Give> gives{};
    std::optional<Expr> held{};     // [Pa]
    std::optional<Expr> initial{};  // [Pa]
    std::optional<Expr> mass{};     // [kg] the state
    std::vector<Mention> mentions{};
    bool has_volume() const { return content >= 0; }
  };

  int find_or_add(const std::string& name);
  int mention(PartBuilder& builder, const std::string& parameter, const std::string& name,
              bool is_own_port);
  int connect_source(Node& node, Expr pressure);
  void add_content(int index);
  void check() const;
  void formulate(Assembly& assembly);
  void formulate_content(Assembly& assembly, int index);
  void formulate_held(Assembly& assembly, int index);
  void define_density(Assembly& assembly, const Node& node, Expr value) const;
  Expr find_pressure(Assembly& assembly, const Node& node, Expr mass);
  Expr calc_volume(const Node& node, Expr pressure) const;
  void connect_users(int index);
  void define_outputs(Assembly& assembly);
  void define_sums(Assembly& assembly);
  Expr upstream(Expr forward, int from, int to) const;
  std::string suggest(const Node& node) const;

  std::shared_ptr<PowerGraph> graph_;
  std::shared_ptr<Symbols> symbols_;
  Fluid fluid_;
  std::map<int, Node> nodes_;  // by element of the graph
};

}  // namespace holon::hydraulics
