// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/bond/power_graph.h"
#include "holon/model/assembly/part.h"

namespace holon {

/// A bond graph: elements by name, and bonds between them and to ports and junctions of other
/// parts. Causality and equations follow from it.
struct BondGraph {
  /// One row of a matrix.
  struct Row {
    std::vector<Expr> entries{};
    static void describe(Fields<Row>& f);
  };
  struct EffortSource {
    Expr value = 0.0;  ///< [effort]
    static void describe(Fields<EffortSource>& f);
  };
  struct FlowSource {
    Expr value = 0.0;  ///< [flow]
    static void describe(Fields<FlowSource>& f);
  };
  struct Inertia {
    std::optional<Expr> value{};  ///< p = I f
    std::optional<Expr> flow{};   ///< a law f(p)
    std::vector<Expr> flows{};    ///< of a field, by port
    std::vector<Row> matrix{};    ///< of a field
    std::vector<std::string> ports{}, domains{};
    static void describe(Fields<Inertia>& f);
  };
  struct Compliance {
    std::optional<Expr> value{};      ///< q = C e
    std::optional<Expr> stiffness{};  ///< 1/C
    std::optional<Expr> effort{};     ///< a law e(q)
    std::vector<Expr> efforts{};
    std::vector<Row> matrix{};
    std::vector<std::string> ports{}, domains{};
    static void describe(Fields<Compliance>& f);
  };
  struct Resistance {
    std::optional<Expr> value{};   ///< e = R f
    std::optional<Expr> effort{};  ///< a law e(f)
    std::optional<Expr> flow{};    ///< a law f(e)
    std::vector<Expr> efforts{}, flows{};
    std::vector<Row> matrix{};
    std::vector<std::string> ports{}, domains{};
    static void describe(Fields<Resistance>& f);
  };
  struct Diode {
    Expr forward = 0.0;          ///< [effort] while it conducts
    std::optional<Expr> gate{};  ///< a condition: a thyristor
    Expr on_resistance = 0.0;    ///< [effort/flow]
    Expr off_conductance = 0.0;  ///< [flow/effort]
    static void describe(Fields<Diode>& f);
  };
  struct Switch {
    Expr closed = 0.0;           ///< a condition
    Expr on_resistance = 0.0;    ///< [effort/flow]
    Expr off_conductance = 0.0;  ///< [flow/effort]
    static void describe(Fields<Switch>& f);
  };
  struct Ports {
    std::vector<std::string> in{}, out{};
    static void describe(Fields<Ports>& f);
  };
  struct Transformer {
    std::optional<Expr> ratio{};  ///< e1 = n e2, f2 = n f1
    std::vector<Row> matrix{};    ///< f_out = matrix f_in
    std::optional<Ports> ports{};
    static void describe(Fields<Transformer>& f);
  };
  struct Gyrator {
    Expr ratio = 0.0;  ///< e1 = r f2, e2 = r f1
    static void describe(Fields<Gyrator>& f);
  };
  struct FlowJunction {
    std::string displacement{};  ///< a name for ∫flow
    Expr initial = 0.0;
    static void describe(Fields<FlowJunction>& f);
  };
  struct EffortJunction {
    std::string momentum{};  ///< a name for ∫effort
    Expr initial = 0.0;
    static void describe(Fields<EffortJunction>& f);
  };
  /// Of storage: its state, or the variable that follows from it.
  struct Initial {
    std::optional<Expr> state{};   ///< momentum of an I, displacement of a C
    std::optional<Expr> flow{};    ///< of an I
    std::optional<Expr> effort{};  ///< of a C
    std::vector<Expr> states{};    ///< of a field, by port
    static void describe(Fields<Initial>& f);
  };
  /// The initial guess for the variable of a law that must be inverted.
  struct Guess {
    std::optional<Expr> state{};   ///< momentum of an I, displacement of a C
    std::optional<Expr> flow{};    ///< of an R with a law of its effort
    std::optional<Expr> effort{};  ///< of an R with a law of its flow
    static void describe(Fields<Guess>& f);
  };
  struct Element {
    std::optional<EffortSource> Se{}, MSe{};
    std::optional<FlowSource> Sf{}, MSf{};
    std::optional<Inertia> I{};
    std::optional<Compliance> C{};
    std::optional<Resistance> R{};
    std::optional<Diode> diode{};
    std::optional<Switch> switch_element{};
    std::optional<Transformer> TF{}, MTF{};
    std::optional<Gyrator> GY{}, MGY{};
    std::optional<EffortJunction> zero{};
    std::optional<FlowJunction> one{};
    std::string domain{};  ///< empty: that of the graph
    std::optional<Initial> initial{};
    std::optional<Guess> guess{};
    std::optional<double> nominal{};  ///< of storage: [momentum] or [displacement]
    PowerGraph::Causality causality = PowerGraph::Causality::free;
    std::string junction{};  ///< "0" or "1"
    static void describe(Fields<Element>& f);
  };
  struct Relaxation {
    double frequency = 1000;     ///< [rad/s]
    double damping_ratio = 0.7;  ///< of the vibration of relaxed storage
    static void describe(Fields<Relaxation>& f);
  };

  std::string domain = "none";
  Named<Element> elements{};
  std::vector<std::string> bonds{};  ///< "supply -> a"
  PowerGraph::Dependent dependent = PowerGraph::Dependent::reduce;
  std::optional<Relaxation> relaxation{};

  static void describe(Descriptor<BondGraph>& d);
  static std::vector<MadeName> list_names(const SourceNode& part);
  void build(PartBuilder& b) const;
};

}  // namespace holon
