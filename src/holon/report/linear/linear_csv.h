// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/report/linear/linear_report.h"

namespace holon {

/// The frequency responses as rows `input,output,unit,frequency [Hz],real,imaginary,magnitude,phase
/// [deg]`, one pair behind the other, each at frequencies of its own.
std::string write_response_table(const LinearReport& report);
/// The steps as rows `input,output,unit,time [s],value`; empty where there are none.
std::string write_step_table(const LinearReport& report);

}  // namespace holon
