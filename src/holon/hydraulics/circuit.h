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

/// The nodes at which hydraulic parts are connected, by name. The state of a node is the mass m of
/// fluid in its volumes, V in total:
///
///   m' = Σ ṁ,   p = p(m/V)
///
/// with the mass flows ṁ into it and the fluid's law p(ρ) (hydraulics/fluid.h). With the compliance
/// of gas behind a bladder, V = V(p), and p is the root of m = ρ(p) V(p).
///
/// In the bond graph the true variables of a fluid are its specific enthalpy h and the mass flow,
/// whose product is the power that flows; the content of a node is a C-field,
///
///   U = m e(m/V),   dU = h dm − p dV
///
/// with a port for mass at a 0-junction (h, ṁ), and one for moving walls at a 0-junction (p, V').
/// The flow out of a node is exactly the flow into the next: mass and energy are conserved.
///
/// The junction with the node's name has pressure and volume flow: user-defined graphs are bonded
/// to it. Fluid that they remove has the node's density, fluid that they supply that of fluid
/// without a cavity at the node's pressure.
///
/// Every node without a prescribed pressure needs a volume: otherwise its pressure would have to
/// follow from the flows at each instant, and would be undetermined when all valves at it are
/// closed.
///
/// A name is local to its composite part; `tank` is global. A part's own port is a node, too:
/// `lift.A`.
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

  /// [Pa] relative to the tank, [kg/m^3], [J/kg].
  Expr pressure(int node) const { return graph_->effort(node); }
  Expr density(int node) const;
  Expr enthalpy(int node) const;
  /// [m^3/s] of a mass flow [kg/s] at a node's density.
  Expr volume_flow(Expr mass_flow, int node) const;

  /// Adds a volume [m³] to a node; `usual`, for a varying volume, is a typical value. No effect if
  /// the pressure is prescribed.
  void add_volume(int node, Expr volume, std::optional<Expr> usual = std::nullopt);
  /// The 0-junction of pressure and volume flow to which moving walls are bonded.
  int walls(int node);
  /// A compliance: a volume that depends on the pressure, as of gas behind a bladder.
  struct Give {
    std::string name;                           ///< full
    std::function<Expr(Expr pressure)> volume;  ///< [m³] for fluid, at this pressure
    std::function<Expr(Expr volume)> guess;     ///< [Pa] approximately, for this volume of fluid
  };
  /// Returns the storage that absorbs the power of the compliance.
  int add_give(int node, Give give);

  /// [W] the rate of the energy of the fluid in this share of a node's volume [m³]; to be called
  /// when all parts are built.
  Expr storing_power(int node, Expr volume);
  /// The pressure at the start [Pa], given by the part's parameter ("initial.pressure_A").
  void set_initial(PartBuilder& builder, const std::string& parameter, int node,
                   const std::optional<Expr>& pressure);
  /// Prescribes the pressure of a node [Pa]; returns the source, or -1 if it is already prescribed.
  int set_source(PartBuilder& builder, int node, Expr pressure);

  /// The flow through a resistance.
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

  /// A displacement of volume from one node to another, by gears, pistons and columns of fluid. It
  /// takes the fluid that is present: ṁ = ρ Q with the density upstream. Its power against the
  /// pressure, Q (p_to − p_from), is never less than the power that the fluid gains, ṁ (h_to −
  /// h_from): the difference is dissipated when fluid at one pressure is connected to fluid at the
  /// other.
  struct Displacement {
    int element =
        0;  ///< its first port is to be bonded to the drive of Q, positive from `from` to `to`
    Expr mass = 0.0;    ///< [kg/s]
    Expr volume = 0.0;  ///< [m^3/s] Q
    Expr loss = 0.0;    ///< [W]
  };
  Displacement add_displacement(const std::string& name, int from, int to);

  /// A pressure [Pa] at which a valve opens: circuits work at a share of it, and errors of
  /// pressures are measured by that.
  void note_relief(Expr pressure);

  /// Full names of the nodes with a mass: with outputs `.mass`, `.density` and `.volume`.
  std::vector<std::string> list_contents() const;
  static std::shared_ptr<Circuit> find(Assembly& assembly);

 private:
  /// Whether a pressure [Pa] is above vacuum and the vapour pressure; reports it if not.
  bool check_pressure(PartBuilder& builder, const std::string& parameter, Expr pressure);
  void watch_pressure(PartBuilder& builder, const std::string& parameter, Expr pressure,
                      SystemEvent::Start when);
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
    int connection = -1;      // R-field to user-defined graphs
    int source = -1;          // prescribes h
    Expr volume = 0.0;        // [m³] without compliances
    Expr usual_volume = 0.0;  // [m³]
    std::vector<Give> gives{};
    std::optional<Expr> held{};     // [Pa]
    std::optional<Expr> initial{};  // [Pa]
    PartBuilder::ErrorReporter report_initial{};
    std::string initial_parameter{};
    std::optional<Expr> mass{};  // [kg] the state
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
  double relief_ = 0;          // [Pa] the highest pressure at which a valve opens
};

}  // namespace holon::hydraulics
