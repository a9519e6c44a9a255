// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/hydraulics/circuit.h"
#include "holon/hydraulics/laws.h"
#include "holon/model/assembly/part.h"

/// The common base of parts between two nodes, `from` and `to`.
namespace holon::hydraulics {

template <class P>
void describe_two_port(Descriptor<P>& d) {
  d.text("from", &P::from, "the upstream node of positive flow").node().required();
  d.text("to", &P::to, "the downstream node of positive flow").node().required();
}

template <class P>
void describe_flow(Descriptor<P>& d) {
  d.output("flow", "m^3/s", "flow from 'from' to 'to', at the upstream density").main();
  d.output("mass_flow", "kg/s", "mass flow from 'from' to 'to'");
  d.output("drop", "Pa", "pressure drop, from 'from' to 'to'");
  d.output("loss", "W", "power dissipated as heat");
}

class TwoPort {
 public:
  TwoPort(PartBuilder& builder, const std::string& from, const std::string& to);

  Circuit& circuit() { return *circuit_; }
  int from() const { return from_; }
  int to() const { return to_; }
  /// [Pa] at one node less that at the other.
  Expr drop() const { return circuit_->pressure(from_) - circuit_->pressure(to_); }
  Expr mean_pressure() const {  ///< [Pa]
    return 0.5 * (circuit_->pressure(from_) + circuit_->pressure(to_));
  }
  /// Adds the resistance between the nodes and defines the outputs of describe_flow.
  void connect(const Circuit::Law& law);

 private:
  PartBuilder& builder_;
  std::shared_ptr<Circuit> circuit_;
  int from_, to_;
};

}  // namespace holon::hydraulics
