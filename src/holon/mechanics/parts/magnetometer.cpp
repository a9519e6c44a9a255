// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/magnetometer.h"

#include "holon/mechanics/mechanism/magnetic_law.h"

namespace holon {

void Magnetometer::describe(Descriptor<Magnetometer>& d) {
  d.type("Magnetometer", "Measures the magnetic field at a frame.");
  d.frame("on", &Magnetometer::on, "where it is").required();
  d.vector_output("field", "T", "flux density, in the axes of 'on'").main();
}

void Magnetometer::build(PartBuilder& b) const { detail::define_flux_density(b, on); }

}  // namespace holon
