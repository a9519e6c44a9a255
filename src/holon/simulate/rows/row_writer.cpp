// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/rows/row_writer.h"

#include <algorithm>
#include <cmath>

#include "holon/base/errors.h"
#include "holon/base/profile.h"

namespace holon {
namespace {

constexpr std::size_t kLanes = Program::kLanes;

}  // namespace

RowSelection::RowSelection(const System& system, const std::vector<std::string>& outputs)
    : function(system.select_outputs(outputs)) {
  columns.push_back({"time", dimensions::kTime, "simulated time"});
  for (const std::string& name : outputs) {
    const std::optional<SystemOutput> output = system.find_output(name);
    HOLON_CHECK(output.has_value(), "select_outputs knows '" + name + "'");
    for (int i = 0; i < output->size(); ++i)
      columns.push_back({component_name(output->name, output->components, i), output->dimension,
                         output->description});
  }
  HOLON_CHECK(static_cast<int>(columns.size()) == 1 + function->output_count(),
              "one column per number");
}

RowSelection RowSelection::of_states(const System& system) {
  RowSelection selection;
  const std::vector<Variable>& inputs = system.derivative->inputs();
  std::vector<Variable> outputs;
  selection.columns.push_back({"time", dimensions::kTime, "simulated time"});
  for (const Variable& group : inputs) {
    if (group.name != "x" && group.name != "d" && group.name != "m") continue;
    outputs.push_back(group);
    for (std::size_t k = 0; k < group.elements.size(); ++k)
      selection.columns.push_back({group.name + "[" + std::to_string(k) + "]", {}, ""});
  }
  selection.function =
      Function::make("states", system.derivative->graph(), inputs, std::move(outputs));
  return selection;
}

RowWriter::RowWriter(const System& system, const Program& indicators, const RowSelection& selection,
                     const ProgramOptions& options, RowSink& sink)
    : inputs_(system, indicators, Program::kLanes),
      program_(selection.program ? *selection.program : Program(*selection.function, options)),
      columns_(selection.columns),
      sink_(sink) {
  times_.resize(kLanes);
  shown_.resize(kLanes);
  states_.resize(static_cast<std::size_t>(system.state_count()) * kLanes);
  values_.resize((columns_.size() - 1) * kLanes);
  row_.resize(columns_.size());
}

void RowWriter::set_parameters(const std::vector<double>& values) {
  for (int l = 0; l < Program::kLanes; ++l) inputs_.set_parameters(l, values);
}

void RowWriter::row(double t, double shown, const double* x, const double* u, const double* d,
                    const double* modes) {
  const std::size_t lane = static_cast<std::size_t>(waiting_);
  inputs_.set_inputs(waiting_, u);
  inputs_.set_discrete(waiting_, d);
  inputs_.set_modes(waiting_, modes);
  times_[lane] = t;
  shown_[lane] = shown;
  for (std::size_t i = 0; i * kLanes < states_.size(); ++i) states_[i * kLanes + lane] = x[i];
  if (++waiting_ == Program::kLanes) hand_over();
}

// The outputs of the first `count` lanes. Lanes without a row of their own repeat the last one.
const double* RowWriter::calc(std::size_t count) {
  for (std::size_t lane = count; lane < kLanes; ++lane) {
    times_[lane] = times_[count - 1];
    for (std::size_t i = 0; i < states_.size(); i += kLanes)
      states_[i + lane] = states_[i + count - 1];
  }
  const double* in = inputs_.fill(times_.data(), states_.data());
  if (!values_.empty()) program_.run_lanes(in, values_.data(), workspace_);
  return values_.data();
}

void RowWriter::hand_over() {
  if (waiting_ == 0) return;
  const std::size_t count = static_cast<std::size_t>(waiting_);
  waiting_ = 0;
  calc(count);
  for (std::size_t lane = 0; lane < count; ++lane) {
    row_[0] = shown_[lane];
    for (std::size_t i = 1; i < row_.size(); ++i) row_[i] = values_[(i - 1) * kLanes + lane];
    const WorkScope work(Work::writing);
    sink_.row(row_.data());
    ++rows_;
  }
}

void RowWriter::archive(Archive& a, double t, const double* x, const double* u, const double* d,
                        const double* modes) {
  constexpr double kSame = 1e-6, kSmall = 1e-9;  // roots that iteration finds may differ a little
  hand_over();
  a.item("rows", rows_);
  sink_.archive(a);
  inputs_.set_inputs(0, u);
  inputs_.set_discrete(0, d);
  inputs_.set_modes(0, modes);
  times_[0] = t;
  for (std::size_t i = 0; i * kLanes < states_.size(); ++i) states_[i * kLanes] = x[i];
  const double* values = calc(1);
  std::vector<double> now;
  double largest = 0;
  for (std::size_t i = 0; i < values_.size(); i += kLanes) {
    now.push_back(values[i]);
    if (std::isfinite(values[i])) largest = std::max(largest, std::abs(values[i]));
  }
  std::vector<double> then = now;
  a.fixed("outputs", then);
  for (std::size_t i = 0; i < now.size(); ++i) {
    const bool is_same = now[i] == then[i] || (std::isnan(now[i]) && std::isnan(then[i])) ||
                         std::abs(now[i] - then[i]) <= kSame * std::abs(now[i]) + kSmall * largest;
    if (!is_same)
      a.refuse("says that '" + columns_[i + 1].name + "' was another than its states give");
  }
}

void RowWriter::flush() {
  hand_over();
  sink_.flush();
}

void RowWriter::end() {
  try {
    hand_over();
  } catch (...) {
    sink_.end();
    throw;
  }
  sink_.end();
}

}  // namespace holon
