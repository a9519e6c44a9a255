// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Deviations δ of the tangent coordinates and u of the inputs obey
//   δ' = A δ + B u,   y = C δ + D u,   0 = G δ + H u
// with G, H the derivatives of the constraints. With independent rows of G and columns chosen by
// pivoting, δ = (dependent, independent), G = [G_d G_i]:
//   δ_d = -G_d⁻¹ (G_i ξ + H u),   δ = N ξ + K u,   ξ' = A_i (N ξ + K u) + B_i u.
// The rows of A that belong to ξ suffice, since f preserves the constraints. Discrete states that
// ticks set are inputs of this model, and their values after ticks are outputs
// (analyse/linearise/sampled_model.h).
#include "holon/analyse/linearise/linear_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "holon/analyse/linearise/linear_rounding_errors.h"
#include "holon/analyse/linearise/linear_ticks.h"
#include "holon/analyse/linearise/loop_reduction.h"
#include "holon/analyse/linearise/spin_axes.h"
#include "holon/base/error_scale.h"
#include "holon/base/errors.h"
#include "holon/base/names.h"
#include "holon/expr/program/program.h"
#include "holon/system/delays.h"
#include "holon/system/input_rates.h"
#include "holon/system/tangent.h"

namespace holon {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The linearised outputs: complete ones, so that a component can be compared with its vector.
struct OutputRows {
  std::vector<std::string> wholes;  ///< outputs to evaluate
  std::vector<int> kinds;           ///< by row: which of them
  std::vector<Index> requested;     ///< rows, in the order of the request
};

OutputRows list_rows(const System& system, const std::vector<std::string>& outputs) {
  OutputRows rows;
  for (const std::string& name : outputs) {
    const SystemOutput output = *system.find_output(name);
    std::string whole = name;
    int first = 0;
    if (const std::size_t dot = name.rfind('.'); output.size() == 1 && dot != std::string::npos) {
      const std::optional<SystemOutput> vector = system.find_output(name.substr(0, dot));
      const auto at = vector ? std::find(vector->components.begin(), vector->components.end(),
                                         name.substr(dot + 1))
                             : std::vector<std::string>::const_iterator();
      if (vector && at != vector->components.end()) {
        whole = vector->name;
        first = static_cast<int>(at - vector->components.begin());
      }
    }
    const int size = system.find_output(whole)->size();
    const auto begin = static_cast<Index>(rows.kinds.size());
    for (int i = 0; i < size; ++i) rows.kinds.push_back(static_cast<int>(rows.wholes.size()));
    for (int i = 0; i < output.size(); ++i) rows.requested.push_back(begin + first + i);
    rows.wholes.push_back(whole);
  }
  return rows;
}

/// The nonzero rates at the point: "hinge.angle' = 2 rad/s"; empty at an equilibrium.
std::string list_motion(const System& system, const OperatingPoint& point, const MatrixXd& f) {
  constexpr double kRest = 1e-6;  // of the terms of a rate
  constexpr double kLeast = 1e-2;
  constexpr std::size_t kMostNamed = 3;
  const std::vector<double> x(point.x(), point.x() + system.state_count());
  const std::vector<double> rates =
      calc_tangent_rates(system, x, system.derivative->evaluate(point.in));
  const int n = tangent_count(system);
  const auto size_of = [&](int j) {
    const StateBlock& block = tangent_block(system, j);
    double size = nominal_size(block.nominal);
    for (int i = block.offset; i < block.offset + block.size; ++i)
      size = std::max(size, std::abs(x[static_cast<std::size_t>(i)]));
    return size;
  };
  std::string text;
  std::size_t count = 0;
  for (int i = 0; i < n; ++i) {
    const StateBlock& block = tangent_block(system, i);
    double scale = kLeast, column = 0;
    for (int j = 0; j < n; ++j) {
      if (f(i, j) != 0) scale = std::max(scale, std::abs(f(i, j)) * size_of(j));
      column = std::max(column, std::abs(f(j, i)));
    }
    // The axes of a rotation vector turn with the body, and with them what depends on any of them.
    for (int k = 0; k < n && block.kind == StateBlock::Kind::quaternion; ++k)
      for (int j = 0; j < n && &tangent_block(system, k) == &block; ++j)
        if (&tangent_block(system, j) != &block) column = std::max(column, std::abs(f(j, k)));
    // Nothing depends on it: it may change steadily.
    const double rate = rates[static_cast<std::size_t>(i)];
    if (column == 0 || !(std::abs(rate) > kRest * scale) || ++count > kMostNamed) continue;
    text +=
        (text.empty() ? "" : ", ") + fmt::format("{}' = {:.4g} {}", tangent_name(system, i), rate,
                                                 (block.dimension / dimensions::kTime).to_string());
  }
  return count > kMostNamed ? text + ", …" : text;
}

void check_finite(const MatrixXd& M, const std::vector<std::string>& rows,
                  const std::vector<std::string>& columns) {
  for (Index i = 0; i < M.rows(); ++i)
    for (Index j = 0; j < M.cols(); ++j)
      if (!std::isfinite(M(i, j)))
        throw ModelError("the derivative of " + rows[static_cast<std::size_t>(i)] + " by " +
                         columns[static_cast<std::size_t>(j)] +
                         " is not finite at the operating point");
}

/// States that are neither positions nor speeds, on which neither rates nor outputs depend:
/// integrals that Holon adds (dissipated energy, counted revolutions).
void leave_out_unseen(const System& system, const std::vector<int>& tangents, LinearModel& model,
                      MatrixXd& A, MatrixXd& B, MatrixXd& C) {
  for (Index k = A.rows() - 1; k >= 0; --k) {
    const auto at = static_cast<std::size_t>(k);
    if (tangent_block(system, tangents[at]).role != StateBlock::Role::other) continue;
    if (A.col(k).cwiseAbs().maxCoeff() > 0 || (C.rows() > 0 && C.col(k).cwiseAbs().maxCoeff() > 0))
      continue;
    std::vector<Index> kept;
    for (Index i = 0; i < A.rows(); ++i)
      if (i != k) kept.push_back(i);
    A = MatrixXd(A(kept, kept));
    B = MatrixXd(B(kept, Eigen::all));
    C = MatrixXd(C(Eigen::all, kept));
    if (!model.x[at].name.starts_with("system."))
      model.unseen.insert(model.unseen.begin(), model.x[at].name);
    model.x.erase(model.x.begin() + static_cast<std::ptrdiff_t>(k));
  }
}

std::vector<std::string> rate_names(const std::vector<std::string>& inputs) {
  std::vector<std::string> names;
  for (const std::string& input : inputs) names.push_back(rate_name(input));
  return names;
}

/// Columns for the rates of inputs on which the model depends; by input its column, or -1.
std::vector<int> add_input_rates(const System& system, const std::vector<std::string>& inputs,
                                 std::vector<int>& others, std::vector<std::string>& columns) {
  std::vector<int> places;
  for (const std::string& input : inputs) {
    const std::string name = rate_name(input);
    const auto found = std::find_if(system.parameters.begin(), system.parameters.end(),
                                    [&](const SystemParameter& p) { return p.name == name; });
    const bool is_there = found != system.parameters.end();
    places.push_back(is_there ? static_cast<int>(others.size()) : -1);
    if (!is_there) continue;
    others.push_back(1 + system.state_count() + system.input_count() +
                     static_cast<int>(found - system.parameters.begin()));
    columns.push_back(name);
  }
  return places;
}

/// With rates of the inputs, x' = A x + B0 u + B1 u' + B2 u'', y = C x + D0 u + D1 u' + D2 u''.
/// States z = x - B2 u' - (B1 + A B2) u have none:
///   z' = A z + (B0 + A (B1 + A B2)) u,  y = C z + (D0 + C (B1 + A B2)) u + (D1 + C B2) u' + D2 u''
/// and the remaining dependence of y on rates must vanish. Columns of the inputs are first, then
/// those of rates up to `end`, then others; those of rates are removed.
void put_rates_into_states(LinearModel& model, const std::array<std::vector<int>, 2>& rates,
                           Index inputs, Index end, const MatrixXd& A, MatrixXd& B,
                           const MatrixXd& C, MatrixXd& D) {
  for (Index k = 0; k < inputs; ++k) {
    const auto at = static_cast<std::size_t>(k);
    const auto column = [&](const MatrixXd& M, int place) {
      return place < 0 ? VectorXd(VectorXd::Zero(M.rows())) : VectorXd(M.col(place));
    };
    const VectorXd b2 = column(B, rates[1][at]), b1 = column(B, rates[0][at]) + A * b2;
    const VectorXd d1 = column(D, rates[0][at]) + C * b2, d2 = column(D, rates[1][at]);
    const double size = std::max(
        1e-300, D.cwiseAbs().maxCoeff() + (C.size() > 0 ? C.cwiseAbs().maxCoeff() : 0.0) *
                                              (b2.size() > 0 ? b2.cwiseAbs().maxCoeff() : 0.0));
    const auto expressible = static_cast<Index>(model.y.size());
    for (Index i = 0; i < expressible; ++i)
      if (std::abs(d1[i]) + std::abs(d2[i]) > 1e-12 * size)
        throw ModelError("output '" + model.y[static_cast<std::size_t>(i)].name +
                             "' depends on the rate of input '" + model.u[at].name +
                             "', which A, B, C, D cannot express",
                         "choose other outputs by --output");
    for (Index i = expressible; i < D.rows(); ++i)
      if (std::abs(d1[i]) + std::abs(d2[i]) > 1e-12 * size)
        throw ModelError("a sampled or delayed value depends on the rate of input '" +
                         model.u[at].name + "', which A, B, C, D cannot express");
    if (b1.isZero(0) && b2.isZero(0)) continue;
    B.col(k) += A * b1;
    D.col(k) += C * b1;
    model.notes.push_back("the states are reduced by the part that follows input '" +
                          model.u[at].name + "' or its rate without delay");
  }
  std::vector<Index> kept;
  for (Index j = 0; j < B.cols(); ++j)
    if (j < inputs || j >= end) kept.push_back(j);
  B = MatrixXd(B(Eigen::all, kept));
  D = MatrixXd(D(Eigen::all, kept));
}

/// The sampled model of `all`, the model between ticks, with the discrete states after the others.
void add_samples(const System& system, const OperatingPoint& point,
                 const detail::LinearTicks& ticks, Index inputs, Index outputs,
                 StateSpaceMatrices& all, LinearModel& model) {
  const bool varies = !all.C.topRows(outputs).isZero(0);
  all = detail::sample(all, ticks, inputs, outputs);
  model.outputs_vary = varies;
  const auto first = static_cast<std::size_t>(1 + system.state_count() + system.input_count() +
                                              system.parameter_count());
  for (const int d : ticks.discrete) {
    Dimension dimension;
    for (const DiscreteBlock& block : system.discrete)
      if (d >= block.offset && d < block.offset + block.size) dimension = block.dimension;
    model.x.push_back(
        {system.discrete_name(d), dimension, point.in[first + static_cast<std::size_t>(d)]});
  }
  for (std::size_t k = 0; k < system.clocks.size(); ++k) {
    const SystemClock& clock = system.clocks[k];
    const bool ticks_there = std::any_of(ticks.combinations.begin(), ticks.combinations.end(),
                                         [&](const auto& c) { return c[k]; });
    if (ticks_there)
      model.clocks.push_back(fmt::format("{} every {:.6g} s", clock.name, clock.period));
  }
  // A value that a tick sets from other variables alone is not a state.
  for (bool is_less = true; is_less;) {
    is_less = false;
    for (Index k = all.order() - 1; k >= 0 && !is_less; --k) {
      if (!all.A.col(k).isZero(0) || !all.C.col(k).isZero(0)) continue;
      std::vector<Index> kept;
      for (Index i = 0; i < all.order(); ++i)
        if (i != k) kept.push_back(i);
      all = {all.A(kept, kept), all.B(kept, Eigen::all), all.C(Eigen::all, kept), all.D,
             all.period};
      model.x.erase(model.x.begin() + k);
      is_less = true;
    }
  }
}

/// Of a steady turn: deviations of vectors in axes that turn with it. Those of orientations are in
/// axes of the bodies, which do.
detail::SpinAxes turn_with(const System& system, const OperatingPoint& point) {
  detail::SpinAxes axes;
  if (point.turn_rate == 0) return axes;
  const Index n = tangent_count(system);
  axes.T = axes.inverse = MatrixXd::Identity(n, n);
  axes.T_rate = MatrixXd::Zero(n, n);
  for (const int j : point.turning_vectors) {
    axes.T_rate(j, j + 1) = point.turn_rate;
    axes.T_rate(j + 1, j) = -point.turn_rate;
  }
  return axes;
}

/// The axes of bodies that spin at the operating point.
detail::SpinAxes find_axes(const System& system, const OperatingPoint& point, const Function& h) {
  if (point.kind == OperatingPoint::Kind::equilibrium) return turn_with(system, point);
  std::optional<FunctionJacobian> f, g, c;  // made where something spins
  return detail::find_spin_axes(system, point, [&](const std::vector<double>& in) {
    const bool is_bound = system.constraints && !system.constraints->names.empty();
    if (!f) {
      f = make_state_jacobian(system);
      g = make_tangent_jacobian(system, h);
      if (is_bound) c = make_tangent_jacobian(system, *system.constraints->residual);
    }
    const detail::InputsWithNeighbours alone{in, {}};
    return detail::TangentSlopes{
        detail::evaluate(*f, alone), detail::evaluate(*g, alone),
        is_bound ? detail::evaluate(*c, alone) : MatrixXd::Zero(0, tangent_count(system))};
  });
}

}  // namespace

LinearModel linearize(const System& system, const OperatingPoint& point,
                      const LinearRequest& request) {
  LinearModel model;
  const int n = tangent_count(system), nu = system.input_count();
  // Columns after those of the states: the inputs, then the delayed signals.
  std::vector<int> others;
  std::vector<std::string> columns;
  for (int j = 0; j < n; ++j) columns.push_back(tangent_name(system, j));
  for (const std::string& name : request.inputs) {
    const auto found = std::find_if(system.parameters.begin(), system.parameters.end(),
                                    [&](const SystemParameter& p) { return p.name == name; });
    if (found == system.parameters.end()) {
      std::vector<std::string> names;
      for (const SystemParameter& p : system.parameters) names.push_back(p.name);
      throw InputError({}, "there is no parameter '" + name + "' to use as an input",
                       did_you_mean(name, names));
    }
    const auto k = static_cast<int>(found - system.parameters.begin());
    const int place = 1 + system.state_count() + nu + k;
    others.push_back(place);
    columns.push_back(name);
    model.u.push_back({name, found->dimension, point.in[static_cast<std::size_t>(place)]});
  }
  const auto m = static_cast<Index>(others.size());
  const std::vector<int> first_rates = add_input_rates(system, request.inputs, others, columns),
                         second_rates =
                             add_input_rates(system, rate_names(request.inputs), others, columns);
  const auto before_delays = static_cast<Index>(others.size());
  for (int k = 0; k < nu; ++k) {
    others.push_back(1 + system.state_count() + k);
    columns.push_back(system.inputs[static_cast<std::size_t>(k)]);
  }
  // For sampled parts finally those of the discrete states that ticks set.
  const bool may_sample = !request.holds_samples && !system.clocks.empty();
  const auto before_discrete = static_cast<Index>(others.size());
  const int first_discrete = 1 + system.state_count() + nu + system.parameter_count();
  for (int k = 0; may_sample && k < system.discrete_count(); ++k) {
    others.push_back(first_discrete + k);
    columns.push_back(system.discrete_name(k));
  }
  system.select_outputs(request.outputs);  // reports unknown names
  const OutputRows output_rows = list_rows(system, request.outputs);
  const FunctionRef h = system.select_outputs(output_rows.wholes);
  std::vector<std::string> rows;
  const std::vector<double> all_values =
      h->output_count() > 0 ? h->evaluate(point.in) : std::vector<double>{};
  std::vector<double> values;
  for (const Index row : output_rows.requested)
    values.push_back(all_values[static_cast<std::size_t>(row)]);
  for (const std::string& name : request.outputs) {
    const SystemOutput output = *system.find_output(name);
    for (int i = 0; i < output.size(); ++i) {
      model.y.push_back({component_name(output.name, output.components, i), output.dimension,
                         values[model.y.size()]});
      rows.push_back(model.y.back().name);
    }
  }
  std::vector<std::string> rates;
  for (int j = 0; j < n; ++j)
    rates.push_back("the rate of " + columns[static_cast<std::size_t>(j)]);
  const detail::InputsWithNeighbours in = detail::find_neighbours(system, point.in);
  MatrixXd f = n > 0 ? detail::evaluate(make_state_jacobian(system, others), in)
                     : MatrixXd::Zero(0, static_cast<Index>(others.size()));
  detail::drop_rounding_errors_by_kind(f, detail::find_kinds(system), true);
  MatrixXd whole = detail::evaluate(make_tangent_jacobian(system, *h, others), in);
  detail::drop_rounding_errors_by_kind(whole, output_rows.kinds, false);
  MatrixXd g = whole(output_rows.requested, Eigen::all);
  check_finite(f, rates, columns);
  check_finite(g, rows, columns);
  const detail::SpinAxes axes = find_axes(system, point, *h);
  model.notes = axes.list_notes();
  if (point.kind != OperatingPoint::Kind::equilibrium && !axes.is_steady) {
    if (const std::string motion = list_motion(system, point, f); !motion.empty())
      model.notes.push_back("the operating point is not an equilibrium: " + motion +
                            "; deviations are from this motion, valid while it changes little");
  }
  const Index behind = g.rows();
  if (nu > 0) {
    g.conservativeResize(behind + nu, Eigen::NoChange);
    g.bottomRows(nu) =
        detail::evaluate(make_tangent_jacobian(system, *make_delayed_signals(system), others), in)
            .topRows(nu);
  }

  std::optional<detail::LinearTicks> ticks;
  if (may_sample) {
    const detail::TickSlopes slopes(system, point.in, others, n + before_discrete);
    ticks = slopes.find(f, g);
    std::vector<Index> kept;
    for (Index j = 0; j < n + before_discrete; ++j) kept.push_back(j);
    if (ticks)
      for (const int d : ticks->discrete) kept.push_back(n + before_discrete + d);
    others.resize(static_cast<std::size_t>(before_discrete));
    if (ticks)
      for (const int d : ticks->discrete) others.push_back(first_discrete + d);
    MatrixXd rows_with_ticks = g(Eigen::all, kept);
    for (std::size_t k = 0; ticks && k < ticks->combinations.size(); ++k) {
      const MatrixXd T = slopes.calc(ticks->combinations[k], ticks->discrete)(Eigen::all, kept);
      rows_with_ticks.conservativeResize(rows_with_ticks.rows() + T.rows(), Eigen::NoChange);
      rows_with_ticks.bottomRows(T.rows()) = T;
    }
    f = MatrixXd(f(Eigen::all, kept));
    g = std::move(rows_with_ticks);
  }

  detail::Reduction r;
  const Index all = static_cast<Index>(others.size());
  if (axes.is_changed()) {
    f = MatrixXd(axes.T * f);
    f.leftCols(n) = MatrixXd((f.leftCols(n) + axes.T_rate) * axes.inverse);
    g.leftCols(n) = MatrixXd(g.leftCols(n) * axes.inverse);
    detail::drop_rounding_errors_by_kind(f, detail::find_kinds(system), true);
  }
  if (system.constraints && !system.constraints->names.empty()) {
    MatrixXd c =
        detail::evaluate(make_tangent_jacobian(system, *system.constraints->residual, others), in);
    if (axes.is_changed()) c.leftCols(n) = MatrixXd(c.leftCols(n) * axes.inverse);
    r = detail::reduce_loops(system, c.leftCols(n), c.rightCols(all));
  } else {
    r = detail::reduce_loops(system, MatrixXd::Zero(0, n), MatrixXd::Zero(0, all));
  }
  MatrixXd f_free(static_cast<Index>(r.independent.size()), f.cols());
  for (std::size_t k = 0; k < r.independent.size(); ++k)
    f_free.row(static_cast<Index>(k)) = f.row(r.independent[k]);
  MatrixXd A = detail::product(f_free.leftCols(n), r.N),
           B = detail::sum(detail::product(f_free.leftCols(n), r.K), f_free.rightCols(all)),
           C = detail::product(g.leftCols(n), r.N),
           D = detail::sum(detail::product(g.leftCols(n), r.K), g.rightCols(all));
  std::vector<double> sizes;
  for (const int j : r.independent) {
    const StateBlock& block = tangent_block(system, j);
    LinearVariable v{columns[static_cast<std::size_t>(j)], block.dimension, 0};
    if (block.kind == StateBlock::Kind::quaternion) {
      v.dimension = dimensions::kAngle;
    } else {
      for (int i = block.offset; i < block.offset + block.size; ++i)
        if (system.state_name(i) == v.name) v.value = point.x()[i];
    }
    // For an equilibrium: the residual of Newton's method.
    if (std::abs(v.value) < 1e-15 * nominal_size(block.nominal)) v.value = 0;
    sizes.push_back(state_scale(block.nominal, std::abs(v.value)));
    model.x.push_back(std::move(v));
  }
  detail::drop_rounding_errors_of(A, sizes, true);
  detail::drop_rounding_errors_of(C, sizes, false);
  for (const int j : r.dependent) model.dependent.push_back(columns[static_cast<std::size_t>(j)]);

  put_rates_into_states(model, {first_rates, second_rates}, m, before_delays, A, B, C, D);
  if (!request.keeps_unseen) leave_out_unseen(system, r.independent, model, A, B, C);

  // Delayed signals w are fed back as v = pade(w).
  const std::vector<SystemDelay> delays = list_delays(system);
  // A jump of w is no jump of pade(w) a delay later: its direct part hands it on at once, and what
  // ticks sample of the rest are ripples.
  if (ticks)
    for (std::size_t k = 0; k < delays.size(); ++k)
      if (!D.row(behind + static_cast<Index>(k)).tail(all - before_discrete).isZero(0))
        throw InputError({},
                         "'" + delays[k].name +
                             "' delays a signal that is held between ticks, of which the Padé "
                             "approximation of linear models gives wrong margins and poles",
                         "delay it by ticks ('sample' and 'ticks' of the Delay), or linearise with "
                         "--continuous");
  StateSpaceMatrices all_of{A, B, C, D};
  for (const SystemDelay& delay : delays) {
    // The first remaining one.
    all_of = close_loop(all_of, m, behind, make_pade(delay.time, request.delay_order));
    for (int i = 0; i < request.delay_order; ++i)
      model.x.push_back({fmt::format("{}.delay{}", delay.name, i + 1), {}, 0});
    model.delays.push_back(fmt::format("{} by {:.6g} s", delay.name, delay.time));
  }
  if (ticks) add_samples(system, point, *ticks, m, behind, all_of, model);
  static_cast<StateSpaceMatrices&>(model) = all_of;
  if (request.feedback == 1) return model;
  model.C *= request.feedback, model.D *= request.feedback;
  model.C.array() += 0.0, model.D.array() += 0.0;  // no minus zero
  return model;
}

}  // namespace holon
