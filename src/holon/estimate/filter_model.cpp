// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/filter_model.h"

#include <functional>

#include "holon/estimate/filter_process.h"

namespace holon {
namespace {

void hash(std::uint64_t& h, double value) {
  h = (h ^ std::hash<double>{}(value)) * 0x9E3779B97F4A7C15ull;
  h ^= h >> 31;
}

}  // namespace

std::unique_ptr<Process> FilterModel::make(const ProgramOptions& /*options*/) const {
  const std::lock_guard lock(filter_compilation());
  return std::make_unique<FilterProcess>(plan_);
}

std::uint64_t FilterModel::fingerprint() const {
  std::uint64_t h = plan_.model->system.fingerprint();
  const auto add = [&](double value) { hash(h, value); };
  add(static_cast<double>(plan_.step.method));
  add(plan_.step.substeps);
  add(static_cast<double>(plan_.options.method));
  add(plan_.options.ukf.alpha);
  add(plan_.options.ukf.beta);
  add(plan_.options.ukf.kappa);
  for (const Eigen::MatrixXd* m : {&plan_.noise.density, &plan_.noise.per_step, &plan_.covariance})
    for (Eigen::Index i = 0; i < m->size(); ++i) add(m->data()[i]);
  for (const auto& mean : plan_.mean) add(mean.value_or(0.5));
  for (const char is : plan_.starts_at_truth) add(is);
  add(plan_.draws_start);
  add(plan_.has_differences);
  for (const int k : plan_.ramped) add(k);
  add(plan_.history);
  if (plan_.log) add(static_cast<double>(plan_.log->time.size())), add(plan_.log->sum);
  for (const FilterPlan::Measured& m : plan_.measured) add(m.gate), add(m.clock), add(m.adaptive);
  for (const StateDecay& d : plan_.decays) add(d.component), add(d.rate);
  for (const FilterShape::Measured& m : plan_.shape.measured)
    for (const std::string& name : m.predicted) h ^= std::hash<std::string>{}(name);
  return h;
}

}  // namespace holon
