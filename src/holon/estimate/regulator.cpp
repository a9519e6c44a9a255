// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/regulator.h"

#include <algorithm>
#include <cmath>

#include "holon/base/errors.h"
#include "holon/base/names.h"
#include "holon/estimate/discretise.h"
#include "holon/estimate/pole_placement.h"

namespace holon {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

std::vector<std::string> names_of(const std::vector<LinearVariable>& list) {
  std::vector<std::string> names;
  for (const LinearVariable& v : list) names.push_back(v.name);
  return names;
}

/// Index of a name in a list, or -1.
Index place_of(const std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? -1 : found - names.begin();
}

[[noreturn]] void refuse(const char* option, const std::string& name,
                         std::vector<std::string> names, const char* what) {
  const std::string suggestion = did_you_mean(name, names);
  throw InputError({}, std::string(option) + " " + name + ": there is no " + what + " of this name",
                   suggestion.empty() ? "there are " + quote_list(names, "and", 12) : suggestion);
}

struct Weights {
  MatrixXd Q, R, N;
};

// An output y = C x + D u with the weight w adds w (C x + D u)² to the cost.
Weights make_weights(const LinearModel& model, const std::vector<NamedNumber>& given) {
  const Index n = model.order(), m = model.inputs();
  Weights w{MatrixXd::Zero(n, n), MatrixXd::Identity(m, m), MatrixXd::Zero(n, m)};
  const std::vector<std::string> x = names_of(model.x), u = names_of(model.u),
                                 y = names_of(model.y);
  for (const auto& [name, weight] : given) {
    if (!(weight >= 0) || !std::isfinite(weight))
      throw InputError({}, "--weight " + name + ": a weight is not negative");
    const Index state = place_of(x, name), input = place_of(u, name), output = place_of(y, name);
    if (state >= 0) {
      w.Q(state, state) += weight;
    } else if (input >= 0) {
      w.R(input, input) += weight - 1;
    } else if (output >= 0) {
      w.Q += weight * model.C.row(output).transpose() * model.C.row(output);
      w.R += weight * model.D.row(output).transpose() * model.D.row(output);
      w.N += weight * model.C.row(output).transpose() * model.D.row(output);
    } else {
      std::vector<std::string> all = x;
      all.insert(all.end(), u.begin(), u.end());
      all.insert(all.end(), y.begin(), y.end());
      refuse("--weight", name, std::move(all), "state, input or output");
    }
  }
  return w;
}

/// The continuous model with its inputs held, and the cost between samples.
SampledWeights sample_model(const LinearModel& model, const Weights& w, double h) {
  const Index n = model.order(), m = model.inputs();
  // ∫ zᵀ [Q N; Nᵀ R] z along z = (x, u) with constant u.
  MatrixXd a = MatrixXd::Zero(n + m, n + m), cost(n + m, n + m);
  a.topLeftCorner(n, n) = model.A;
  a.topRightCorner(n, m) = model.B;
  cost << w.Q, w.N, w.N.transpose(), w.R;
  const DiscreteNoise d = discretise_noise(a.transpose(), cost, h);
  SampledWeights s;
  s.F = d.F.transpose().topLeftCorner(n, n);
  s.G = d.F.transpose().topRightCorner(n, m);
  s.Q = d.Q.topLeftCorner(n, n), s.N = d.Q.topRightCorner(n, m), s.R = d.Q.bottomRightCorner(m, m);
  return s;
}

void add_estimator(const LinearModel& model, const RegulatorRequest& request, const MatrixXd& F,
                   const MatrixXd& G, RegulatorDesign& design) {
  const std::vector<std::string> x = names_of(model.x), y = names_of(model.y);
  MatrixXd W = MatrixXd::Zero(model.order(), model.order());
  for (const auto& [name, root] : request.process_noise) {
    const Index place = place_of(x, name);
    if (place < 0) refuse("--process-noise", name, x, "state");
    W(place, place) += root * root;
  }
  std::vector<Index> rows;
  std::vector<double> sigmas;
  for (const auto& [name, sigma] : request.sigma) {
    const Index place = place_of(y, name);
    if (place < 0) refuse("--sigma", name, y, "output");
    if (!(sigma > 0)) throw InputError({}, "--sigma " + name + ": a measurement has some noise");
    rows.push_back(place), sigmas.push_back(sigma);
    design.measured.push_back(name);
  }
  const MatrixXd C = model.C(rows, Eigen::all), D = model.D(rows, Eigen::all);
  const MatrixXd V =
      Eigen::Map<const Eigen::VectorXd>(sigmas.data(), static_cast<Index>(sigmas.size()))
          .cwiseAbs2()
          .asDiagonal();
  const bool is_sampled = request.period > 0;
  design.estimator = is_sampled ? find_steady_sampled_filter(
                                      F, C, discretise_noise(model.A, W, request.period).Q, V)
                                : find_steady_filter(model.A, C, W, V);
  design.estimator_poles = design.estimator->poles;
  const MatrixXd &L = design.estimator->L, &K = design.K;
  StateSpaceMatrices& c = design.controller;
  c.A = F - G * K - L * C + L * D * K;
  c.B = L;
  c.C = -K;
  c.D = MatrixXd::Zero(K.rows(), L.cols());
  c.period = request.period;
}

}  // namespace

RegulatorDesign design_regulator(const LinearModel& model, const RegulatorRequest& request) {
  if (model.period > 0)
    throw ModelError("a regulator is designed for a continuous model, and this one is sampled",
                     "hold its sampled parts, or leave them out");
  if (model.inputs() == 0) throw InputError({}, "a regulator needs inputs", "name them by --input");
  RegulatorDesign design;
  design.states = names_of(model.x), design.inputs = names_of(model.u);
  design.period = request.period;
  const Weights w = make_weights(model, request.weights);
  MatrixXd F = model.A, G = model.B;
  const bool is_sampled = request.period > 0;
  SampledWeights sampled;
  if (is_sampled) {
    sampled = sample_model(model, w, request.period);
    F = sampled.F, G = sampled.G;
  }
  if (!request.poles.empty()) {
    std::vector<std::complex<double>> poles = request.poles;
    if (is_sampled)
      for (std::complex<double>& s : poles) s = std::exp(s * request.period);
    const PlacedPoles placed = place_poles(F, G, poles);
    design.K = placed.K, design.poles = placed.poles;
  } else {
    const RiccatiSolution solution = is_sampled ? solve_dare(F, G, sampled.Q, sampled.R, sampled.N)
                                                : solve_care(F, G, w.Q, w.R, w.N);
    design.K = solution.K, design.poles = solution.poles;
  }
  if (!request.sigma.empty()) add_estimator(model, request, F, G, design);
  return design;
}

}  // namespace holon
