// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/two_port.h"

namespace holon::hydraulics {

TwoPort::TwoPort(PartBuilder& builder, const std::string& from, const std::string& to)
    : builder_(builder),
      circuit_(Circuit::of(builder)),
      from_(circuit_->node(builder, "from", from)),
      to_(circuit_->node(builder, "to", to)) {
  if (from_ == to_) {
    builder.error("to", "'from' and 'to' are the same node, '" + to + "'", "name two nodes");
  }
}

void TwoPort::connect(const Circuit::Law& law) {
  const Circuit::Flow flow =
      circuit_->add_resistance(builder_.member("resistance"), from_, to_, law);
  builder_.define_output("flow", flow.volume);
  builder_.define_output("mass_flow", flow.mass);
  builder_.define_output("drop", flow.drop);
  builder_.define_output("loss", flow.loss);
}

}  // namespace holon::hydraulics
