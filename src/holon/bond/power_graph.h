// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "holon/model/assembly/part.h"
#include "holon/model/assembly/power_port.h"
#include "holon/system/hidden_output.h"

namespace holon {

/// The bond graph to which the parts of a model contribute: elements and the bonds between them,
/// before causality and equations (D. Karnopp, D. Margolis, R. Rosenberg, System Dynamics, 5th ed.,
/// 2012). BondGraph parts fill it from text, components (pumps, motors, gears) in their build().
///
/// Every variable of an element is an output below its name, and laws are expressions of these:
///
///   PowerGraph& g = *PowerGraph::of(b);
///   const int node = g.add({.name = "P", .kind = Kind::zero, .domain = PowerDomain::hydraulic});
///   const int leak = g.add({.name = "pump.leak", .kind = Kind::R, .domain = …});
///   g.element(leak).flow_law = {k * g.effort(leak)};
///   g.connect(node, leak);          // positive power flows into the leak
class PowerGraph : public std::enable_shared_from_this<PowerGraph> {
 public:
  enum class Kind : std::uint8_t {
    Se,    ///< source of effort
    Sf,    ///< source of flow
    I,     ///< inertia: p = ∫e, f(p)
    C,     ///< compliance: q = ∫f, e(q)
    R,     ///< resistance: e(f); also one that switches
    TF,    ///< transformer: e1 = n e2, f2 = n f1
    GY,    ///< gyrator: e1 = r f2, e2 = r f1
    zero,  ///< common effort
    one,   ///< common flow
    port,  ///< a port of another domain, such as mechanics
  };
  /// The requested causality of an element with one port, seen from the element.
  enum class Causality : std::uint8_t { free, effort_out, flow_out, integral, derivative };
  /// The treatment of dependent storage, whose state follows from others.
  enum class Dependent : std::uint8_t {
    reduce,  ///< it has no state; its effort or flow is solved together with the rates of the
             ///< others
    relax,   ///< a stiff compliance and a resistance are inserted between it and the others
  };

  struct Relaxation {
    double frequency = 1000;     ///< [rad/s] of the element against the stiff compliance
    double damping_ratio = 0.7;  ///< of that vibration
  };

  /// A resistance that conducts or blocks. With its parameter s, in nominal flows while it
  /// conducts and in nominal efforts while it blocks (P. Fritzson, Principles of Object-Oriented
  /// Modeling and Simulation, 2nd ed., 2014, section 4.3):
  ///   conducts:  e = forward + on_resistance s,   f = s + off_conductance forward
  ///   blocks:    e = forward + s,                 f = off_conductance (forward + s)
  /// so that it may be ideal, with both zero. A diode conducts if s > 0, a thyristor if in addition
  /// its gate is on or it was conducting, a switch if it is closed.
  struct Switching {
    bool is_diode = true;
    Expr forward = 0.0;          ///< [effort]
    Expr on_resistance = 0.0;    ///< [effort/flow]
    Expr off_conductance = 0.0;  ///< [flow/effort]
    /// Of a switch: whether it is closed; of a thyristor: its gate. A condition.
    std::optional<Expr> condition{};
    const char* symbol() const { return is_diode ? (condition ? "Th" : "D") : "Sw"; }
  };

  struct Element {
    std::string name;  ///< full: "drive.Ra"; its outputs are `drive.Ra.effort` …
    Kind kind = Kind::R;
    PowerDomain domain = PowerDomain::none;  ///< of junctions and elements of one domain
    /// Local names of the ports of a multiport, then `name.port.effort` …; of TF, GY: 1 and 2.
    std::vector<std::string> ports{};
    /// Of a field between domains (a plate capacitor, a heated wire), by port; empty: `domain`.
    std::vector<PowerDomain> port_domains{};
    /// TF, MTF: the number of input ports, which are the first ones.
    int input_count = 1;

    /// Se, Sf: the value. I (p = I f), C (q = C e), R (e = R f): one, or a matrix by rows. TF: n,
    /// or the matrix of f_out = N f_in, e_in = Nᵀ e_out, by rows. GY: r.
    std::vector<Expr> values{};
    /// Instead of values, as functions of the ports' own variables: R: e(f). C: e(q).
    std::vector<Expr> effort_law{};
    /// R: f(e). I: f(p).
    std::vector<Expr> flow_law{};
    /// R: instead of values and laws.
    std::optional<Switching> switching{};

    /// Instead of values and laws, for an R or C of a component: its output variable at each port,
    /// by formulas of states and other outputs.
    struct PortLaw {
      bool gives_effort = true;
      Expr value = 0.0;
    };
    std::vector<PortLaw> port_laws{};
    /// [J] that a C with port laws stores, a function of states; nothing: its power is integrated.
    std::optional<Expr> energy{};
    /// An R with port laws whose power is supplied from outside the model: it counts as a source.
    bool is_boundary = false;

    /// Of I and C, by port: the state at the start (∫e, ∫f; with a rate law e or f itself).
    std::vector<std::optional<Expr>> initial{};
    /// The same by the other variable: the flow of an I, the effort of a C.
    std::vector<std::optional<Expr>> initial_coenergy{};
    /// Of laws of one port: the initial guess if causality requires the inverse.
    std::optional<Expr> guess{};
    Causality causality = Causality::free;
    Dependent dependent = Dependent::reduce;
    Relaxation relaxation{};
    /// Full name of the state of an element of a component, if its variable's name would not be
    /// informative.
    std::string state_name{};
    /// Magnitude below which the tolerance of the state is absolute; nothing: that of the domain.
    std::optional<double> nominal{};

    /// Of a junction: the integral of its flow (1) or effort (0) is a state of this full name.
    std::string integral{};
    Expr integral_initial = 0.0;

    bool is_main = false;      ///< its variables are recorded if the model names no outputs
    bool is_internal = false;  ///< of a component with outputs of its own: its outputs are hidden
    PartBuilder::ErrorReporter report{};  ///< at the location of its text
    PartBuilder::ErrorReporter warn{};    ///< likewise, of warnings
    std::string path{};                   ///< parameter of its part ("elements.Ra")
    std::optional<PowerPort> external{};  ///< of a port

    bool is_junction() const { return kind == Kind::zero || kind == Kind::one; }
    bool is_converter() const { return kind == Kind::TF || kind == Kind::GY; }
    bool is_storage() const { return kind == Kind::I || kind == Kind::C; }
    bool is_source() const { return kind == Kind::Se || kind == Kind::Sf; }
    PowerDomain domain_at(int port) const {
      return port < 0 || port_domains.empty() ? domain
                                              : port_domains[static_cast<std::size_t>(port)];
    }
    /// The port of one of its ends, as numbered in variables: -1 if it is the only one.
    int port(std::size_t end) const { return ports.empty() ? -1 : static_cast<int>(end); }
  };

  /// Positive power flows from one end to the other.
  struct Bond {
    int from = 0, to = 0;              ///< elements
    int from_port = -1, to_port = -1;  ///< of multiports; -1: a junction, or the only port
    std::string name;                  ///< full: "drive.b3"; empty: its outputs are hidden
    PartBuilder::ErrorReporter report{};
    std::string path{};  ///< "bonds[2]"
  };

  /// The graph of a part's assembly; created, with its formulation, by the first part.
  static std::shared_ptr<PowerGraph> of(PartBuilder& builder);
  static std::shared_ptr<PowerGraph> find(Assembly& assembly);

  explicit PowerGraph(std::shared_ptr<Symbols> symbols) : symbols_(std::move(symbols)) {}

  int add(Element element);
  /// An element of a component that has outputs of its own (Element::is_internal).
  int add_internal(std::string name, Kind kind, PowerDomain domain);
  /// The direction of the bond determines a two-port's port: power enters at 1 and leaves at 2.
  /// `name`, `report`, `path` may be empty.
  int connect(int from, int to, Bond bond);
  int connect(int from, int to) { return connect(from, to, Bond()); }
  /// Registers a function that runs when all parts have been built, before equations are
  /// formulated: for references to elements or ports of other parts.
  void when_built(std::function<void(Assembly&)> run) { late_.push_back(std::move(run)); }
  /// An element for a port of another domain ("shaft.flange", see PowerPorts); one per port.
  int add_port(PowerPort port);
  /// By full name; -1 if there is none.
  int find(const std::string& name) const;
  Element& element(int index) { return elements_[static_cast<std::size_t>(index)]; }
  const std::vector<Element>& elements() const { return elements_; }
  Bond& bond(int index) { return bonds_[static_cast<std::size_t>(index)]; }
  const std::vector<Bond>& bonds() const { return bonds_; }
  /// Associates a part with a junction, possibly without a bond: for drawings.
  struct Attachment {
    std::string part;
    int junction = 0;
  };
  void attach(std::string part, int junction) {
    attachments_.push_back({std::move(part), junction});
  }
  const std::vector<Attachment>& attachments() const { return attachments_; }

  /// Symbols of an element's variables, for laws; positive power flows into it (for sources: as for
  /// their bonds). `port`: of a multiport.
  Expr effort(int element, int port = -1) const { return variable(element, port, "effort"); }
  Expr flow(int element, int port = -1) const { return variable(element, port, "flow"); }
  Expr momentum(int element, int port = -1) const { return variable(element, port, "momentum"); }
  Expr displacement(int element, int port = -1) const {
    return variable(element, port, "displacement");
  }
  /// "drive.Ra.effort"; of a multiport's port "drive.field.x.effort".
  std::string variable_name(int element, int port, const char* what) const;

 private:
  void add_to_account(Assembly& assembly);
  Expr variable(int element, int port, const char* what) const;

  std::shared_ptr<Symbols> symbols_;
  std::vector<Element> elements_;
  std::vector<Bond> bonds_;
  std::vector<Attachment> attachments_;
  std::vector<std::function<void(Assembly&)>> late_;
  std::map<std::string, int> index_;
};

}  // namespace holon
