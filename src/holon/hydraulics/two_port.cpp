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

void TwoPort::connect(const std::function<Expr(Expr drop)>& law) {
  const int resistance = circuit_->add_resistance(builder_.member("resistance"), from_, to_, law);
  builder_.define_output("flow", circuit_->flow(resistance));
  builder_.define_output("drop", circuit_->drop(resistance));
  builder_.define_output("loss", circuit_->loss(resistance));
}

}  // namespace holon::hydraulics
