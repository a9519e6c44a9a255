// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "holon/estimate/compiled_jacobian.h"
#include "holon/estimate/estimated_inputs.h"
#include "holon/estimate/transition.h"
#include "holon/simulate/start/first_instant.h"
#include "holon/system/tangent.h"

namespace holon {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Measurement::Impl {
  const System& system;
  std::string name;
  std::vector<int> parameters;
  Manifold manifold;
  Program indicators, program;
  detail::EstimatedInputs inputs;
  detail::CompiledJacobian J;  // of the outputs, and the outputs
  Workspace workspace;
  bool has_quaternions = false;

  Impl(const System& s, std::string sensor, const Function& h,
       const std::vector<std::string>& outputs, const std::vector<int>& p)
      : system(s),
        name(std::move(sensor)),
        parameters(p),
        manifold(Manifold::of_outputs(s, outputs)),
        indicators(s.mode_count() > 0 ? Program(*s.indicators, detail::kFilterPrograms)
                                      : Program()),
        program(h, detail::kFilterPrograms),
        inputs(s, indicators, p),
        J(detail::append_values(make_tangent_jacobian(s, h, detail::find_input_places(s, p)), h),
          detail::kBothPrograms) {
    for (const Manifold::Block& b : manifold.blocks())
      has_quaternions = has_quaternions || b.kind == Manifold::Kind::quaternion;
  }
};

Measurement::Measurement(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Measurement::Measurement(Measurement&&) noexcept = default;
Measurement::~Measurement() = default;

const std::string& Measurement::name() const { return impl_->name; }
const Manifold& Measurement::manifold() const { return impl_->manifold; }
void Measurement::set_parameters(const std::vector<double>& values) {
  impl_->inputs.set_parameters(values);
}
void Measurement::set_parameter(int index, double value) {
  impl_->inputs.set_parameter(index, value);
}
void Measurement::set_discrete(const std::vector<double>& values) {
  impl_->inputs.set_discrete(values);
}
bool Measurement::depends_on_states() const { return impl_->J.pattern.count() > 0; }
void Measurement::set_ramp(const InputRamp& ramp) { impl_->inputs.set_ramp(ramp); }

void Measurement::measure(double t, const VectorXd& x, VectorXd& z, MatrixXd* H) {
  Impl& o = *impl_;
  z.resize(o.manifold.size());
  const double* in = o.inputs.fill(t, x.data());
  if (!H) {
    o.program.run(in, z.data(), o.workspace);
    return;
  }
  o.J.run(in);
  std::copy_n(o.J.values(), z.size(), z.data());
  o.J.fill(*H);
  if (o.has_quaternions) *H = (o.manifold.local_jacobian(z.data()) * *H).eval();
}

Measurement make_measurement(const System& system, std::string name,
                             const std::vector<std::string>& outputs,
                             const std::vector<int>& parameters) {
  const FunctionRef h = system.select_outputs(outputs);
  auto impl = std::make_unique<Measurement::Impl>(system, std::move(name), *h, outputs, parameters);
  std::vector<double> values;
  for (const SystemParameter& p : system.parameters) values.push_back(p.value);
  impl->inputs.set_discrete(find_first_instant(system, values).discrete);
  return Measurement(std::move(impl));
}

}  // namespace holon
