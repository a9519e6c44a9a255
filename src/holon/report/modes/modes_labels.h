// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/report/modes/modes_report.h"

namespace holon {

/// "upper.angle 1, lower.angle 0.414 at 180°": components of a shape, largest first, at most
/// `most` of them and none below a thousandth; amplitudes in SI units.
std::string describe_shape(const ModalModel& modal, const Eigenmode& mode, std::size_t most);
/// "1", "0.414 at 180°".
std::string write_phasor(std::complex<double> value);
/// "forward", "backward" or "".
std::string name_of_whirl(Whirl whirl);
/// "31.4 rad/s", "300 rpm".
std::string write_sweep_value(const ParameterSweep& sweep, double value);

}  // namespace holon
