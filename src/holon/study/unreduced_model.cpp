// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/study/unreduced_model.h"

#include <algorithm>
#include <map>

#include "holon/bond/formulate.h"
#include "holon/study/bond_facts.h"

namespace holon {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// Of the size of what is summed: what rounding leaves.
constexpr double kRounding = 1e-9;

/// left * right = M, entry by entry.
bool is_product(const MatrixXd& left, const MatrixXd& right, const MatrixXd& M) {
  const MatrixXd sizes = left.cwiseAbs() * right.cwiseAbs() + M.cwiseAbs();
  return ((left * right - M).cwiseAbs().array() <= kRounding * sizes.array()).all();
}

/// What sums leave of terms that cancel, beside the others of their row.
void drop_rounding_errors(MatrixXd& M) {
  constexpr double kLeft = 1e-15;
  for (Index i = 0; i < M.rows(); ++i)
    for (Index j = 0; j < M.cols(); ++j)
      if (std::abs(M(i, j)) < kLeft * M.row(i).cwiseAbs().maxCoeff()) M(i, j) = 0;
}

std::vector<Index> find_states(const LinearModel& all, const LinearModel& reduced) {
  std::vector<Index> places;
  for (const LinearVariable& x : reduced.x) {
    const auto found = std::find_if(all.x.begin(), all.x.end(),
                                    [&](const LinearVariable& v) { return v.name == x.name; });
    if (found != all.x.end()) places.push_back(found - all.x.begin());
  }
  return places;
}

}  // namespace

OperatingPoint transfer_point(const OperatingPoint& point, const System& from, const System& to) {
  std::map<std::string, double> states;
  for (int i = 0; i < from.state_count(); ++i) states[from.state_name(i)] = point.x()[i];
  OperatingPoint result = point;
  result.in = {point.in[0]};
  for (int i = 0; i < to.state_count(); ++i) {
    const auto known = states.find(to.state_name(i));
    result.in.push_back(known == states.end() ? 0.0 : known->second);
  }
  const auto inputs = point.in.begin() + 1 + from.state_count();
  result.in.insert(result.in.end(), inputs, inputs + from.input_count());
  for (const SystemParameter& p : to.parameters) result.in.push_back(p.value);
  const auto held =
      inputs + from.input_count() + static_cast<std::ptrdiff_t>(from.parameters.size());
  result.in.insert(result.in.end(), held, point.in.end());
  return result;
}

std::vector<std::string> open_dependent_storage(LoadedModel& loaded,
                                                const std::vector<double>& values) {
  std::vector<std::string> rates;
  for (const DependentStorage& storage : list_dependent_storage(loaded)) {
    const double value = values[rates.size()];
    rates.push_back(rate_parameter(storage.stored));
    loaded.model.symbols()->parameter(rates.back(), value);
  }
  if (rates.empty()) return rates;
  loaded.assembly = assemble(loaded.model, *loaded.diagnostics);
  loaded.system = loaded.assembly->make_system(loaded.system.title);
  return rates;
}

std::optional<UnreducedModel> linearize_unreduced(const LoadedModel& model,
                                                  const LinearModel& reduced,
                                                  const OperatingPoint& point, LoadedModel again) {
  LinearRequest request;
  request.keeps_unseen = true;
  request.holds_samples = true;
  std::vector<std::string> rate_outputs;
  for (const DependentStorage& storage : list_dependent_storage(model)) {
    request.outputs.push_back(storage.stored);
    rate_outputs.push_back(storage.rate);
  }
  if (request.outputs.empty()) return std::nullopt;
  for (const LinearVariable& u : reduced.u) request.inputs.push_back(u.name);
  // The same point, with the rates that the reduced model has there.
  const System& before = model.system;
  UnreducedModel result;
  result.rates = before.select_outputs(rate_outputs)->evaluate(point.in);
  const std::vector<std::string> rates = open_dependent_storage(again, result.rates);
  request.inputs.insert(request.inputs.end(), rates.begin(), rates.end());
  const OperatingPoint same = transfer_point(point, before, again.system);
  const LinearModel all = linearize(again.system, same, request);
  const std::vector<Index> x = find_states(all, reduced);
  if (x.size() != reduced.x.size()) return std::nullopt;  // closed loops chose others
  const Index nu = reduced.inputs(), nd = static_cast<Index>(rates.size());
  result.stored = all.y;
  result.A = all.A(x, x);
  result.B = all.B(x, Eigen::seqN(0, nu));
  result.E = all.B(x, Eigen::seqN(nu, nd));
  result.F = all.C(Eigen::all, x);
  result.G = all.D.leftCols(nu);
  for (MatrixXd* M : {&result.E, &result.F}) drop_rounding_errors(*M);
  const MatrixXd left = MatrixXd::Identity(result.A.rows(), result.A.rows()) - result.E * result.F;
  result.gives_A = is_product(left, reduced.A, result.A);
  result.gives_B = is_product(left, reduced.B, result.B);
  return result;
}

}  // namespace holon
