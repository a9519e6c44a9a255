// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/linear/linear_csv.h"

#include <cmath>
#include <numbers>

#include "holon/base/escape.h"
#include "holon/expr/print/print.h"
#include "holon/report/linear/linear_labels.h"

namespace holon {
namespace {

using std::numbers::pi;

/// What begins each row of a pair.
std::string head_of(const LinearReport& report, const LinearChannel& channel,
                    const std::string& unit) {
  const LinearModel& model = report.analysis.model;
  return csv_field(model.u[static_cast<std::size_t>(channel.input)].name) + "," +
         csv_field(model.y[static_cast<std::size_t>(channel.output)].name) + "," +
         csv_field(unit.empty() ? "1" : unit) + ",";
}

}  // namespace

std::string write_response_table(const LinearReport& report) {
  std::string text = "input,output,unit,frequency [Hz],real,imaginary,magnitude,phase [deg]\n";
  for (const LinearChannel& channel : report.analysis.channels) {
    const std::string head = head_of(report, channel, unit_of_channel(report, channel));
    const std::vector<double> phase = channel.response.phase();
    for (std::size_t k = 0; k < phase.size(); ++k) {
      const std::complex<double> value = channel.response.values[k];
      text += head + print_number(channel.response.omega[k] / (2 * pi));
      for (const double number : {value.real(), value.imag(), std::abs(value), phase[k] * 180 / pi})
        text += "," + print_number(number);
      text += "\n";
    }
  }
  return text;
}

std::string write_step_table(const LinearReport& report) {
  std::string rows;
  for (const LinearChannel& channel : report.analysis.channels) {
    if (channel.margins || channel.transfer.gain == 0) continue;
    const LinearVariable& y = report.analysis.model.y[static_cast<std::size_t>(channel.output)];
    const std::string head = head_of(report, channel, unit_of(y));
    for (std::size_t k = 0; k < channel.step.time.size(); ++k)
      rows += head + print_number(channel.step.time[k]) + "," +
              print_number(channel.step.values[k]) + "\n";
  }
  return rows.empty() ? rows : "input,output,unit,time [s],value\n" + rows;
}

}  // namespace holon
