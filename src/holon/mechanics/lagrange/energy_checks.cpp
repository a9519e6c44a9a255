// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/lagrange/energy_checks.h"

#include <algorithm>
#include <cmath>

#include "holon/base/matrices.h"
#include "holon/base/names.h"
#include "holon/expr/graph/arbitrary.h"
#include "holon/expr/graph/function.h"
#include "holon/expr/print/print.h"

namespace holon::detail {
namespace {

constexpr int kStates = 5;               // at which something is tried
constexpr int kDampingStates = 20;       // at which a damping power is tried
constexpr double kRounding = 1e-9;       // of what is zero, against the size of what it is made of
constexpr double kLeastInertia = 1e-12;  // of a direction, against that of the coordinates

/// Values of expressions at arbitrary states and times; parameters have their own values.
class ArbitraryStates {
 public:
  ArbitraryStates(const Symbols& symbols, const std::vector<Expr>& expressions)
      : symbols_(symbols), inputs_(find_symbols(expressions)) {
    if (!inputs_.empty()) {
      function_ =
          Function::make("samples", symbols.graph(), {{"x", inputs_}}, {{"y", expressions}});
    }
    for (const Expr& y : expressions) constants_.push_back(y.value());
  }

  /// The next state's; not finite where something is not defined there.
  std::vector<double> next() {
    if (!function_) return constants_;
    std::vector<double> at;
    for (std::size_t k = 0; k < inputs_.size(); ++k) at.push_back(value_of(k));
    ++round_;
    return function_->evaluate(at);
  }

 private:
  double value_of(std::size_t k) const {
    for (const Symbols::Parameter& p : symbols_.parameters())
      if (p.symbol == inputs_[k]) return p.value;
    return arbitrary_number(k, round_);
  }

  const Symbols& symbols_;
  std::vector<Expr> inputs_;
  FunctionRef function_;
  std::vector<double> constants_;
  int round_ = 0;
};

bool depends_on(Expr e, Expr symbol) {
  const std::vector<Expr> symbols = find_symbols({&e, 1});
  return std::find(symbols.begin(), symbols.end(), symbol) != symbols.end();
}

bool is_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

/// Whether an expression is zero at all states, against what `scale` is there.
bool is_zero(const Symbols& symbols, Expr x, Expr scale) {
  if (x.is_constant()) return x.value() == 0;
  ArbitraryStates states(symbols, {x, scale});
  int tried = 0;
  for (int k = 0; k < kStates; ++k) {
    const std::vector<double> y = states.next();
    if (!is_finite(y)) continue;
    ++tried;
    if (std::abs(y[0]) > kRounding * (std::abs(y[1]) + std::abs(y[0]))) return false;
  }
  return tried > 0;
}

/// Whether two expressions have different values at one of the states.
bool differs_somewhere(const Symbols& symbols, Expr a, Expr b) {
  ArbitraryStates states(symbols, {a, b});
  for (int k = 0; k < kStates; ++k) {
    const std::vector<double> y = states.next();
    if (!is_finite(y)) continue;
    if (std::abs(y[0] - y[1]) > kRounding * (std::abs(y[0]) + std::abs(y[1]))) return true;
  }
  return false;
}

/// The mass matrix by coordinates of unit inertia, y = D^½ q with D the diagonal of M, and the
/// directions of y that the constraints allow (orthonormal columns).
struct InertiaForm {
  Eigen::MatrixXd M, Z;
};

/// So that the rank is no question of units: 1000 kg and 1e-10 kg m² are inertias both. A
/// coordinate without an inertia of its own takes the size that it has in the constraints.
InertiaForm scale_inertia(const Eigen::MatrixXd& M, Eigen::MatrixXd J) {
  const Eigen::Index n = M.rows();
  Eigen::VectorXd scale = Eigen::VectorXd::Ones(n);  // D^-½
  std::vector<Eigen::Index> massless;
  for (Eigen::Index k = 0; k < n; ++k) {
    if (M(k, k) != 0)
      scale[k] = 1 / std::sqrt(std::abs(M(k, k)));
    else
      massless.push_back(k);
  }
  J = J * scale.asDiagonal();
  for (Eigen::Index row = 0; row < J.rows(); ++row) {
    Eigen::VectorXd own = J.row(row).transpose();
    for (const Eigen::Index k : massless) own[k] = 0;
    if (own.isZero(0))
      for (const Eigen::Index k : massless) own[k] = J(row, k);
    if (!own.isZero(0)) J.row(row) /= own.lpNorm<Eigen::Infinity>();
  }
  for (const Eigen::Index k : massless) {
    const double size = J.rows() > 0 ? J.col(k).lpNorm<Eigen::Infinity>() : 0.0;
    if (size == 0) continue;
    scale[k] /= size;
    J.col(k) /= size;
  }
  InertiaForm form{scale.asDiagonal() * M * scale.asDiagonal(), Eigen::MatrixXd::Identity(n, n)};
  if (J.rows() == 0) return form;
  form.Z = calc_kernel(J);
  return form;
}

std::string quote_rate(const Coordinates& coordinates, std::size_t k) {
  return "'der(" + coordinates[k].name + ")'";
}

/// Reports the first rate on which one of the slopes depends. True: none.
bool check_slopes(const Coordinates& coordinates, const Energies& e, const Symbols& symbols,
                  const std::vector<Expr>& slopes, const std::string& what,
                  const std::string& parameter, const std::string& suggestion,
                  const ReportError& report) {
  for (const Expr& slope : slopes) {
    for (std::size_t k = 0; k < e.size(); ++k) {
      if (!depends_on(slope, e.v[k])) continue;
      const Expr change = derivative(slope, e.v[k]);
      if (is_zero(symbols, change, slope)) continue;
      report(parameter, what + " " + quote_rate(coordinates, k), suggestion);
      return false;
    }
  }
  return true;
}

}  // namespace

void check_energies(const Coordinates& coordinates, const Energies& e, const Symbols& symbols,
                    const ReportError& report) {
  std::vector<Expr> slopes;
  const std::vector<Expr> momentum = gradient(e.kinetic, e.v);
  for (const Expr& p : momentum) {
    for (const Expr& v : e.v) slopes.push_back(derivative(p, v));
  }
  check_slopes(coordinates, e, symbols, slopes, "the kinetic energy is not quadratic in", "kinetic",
               "a kinetic energy has terms of the second, first and zeroth degree in the rates",
               report);
  for (std::size_t k = 0; k < e.size(); ++k) {
    if (!depends_on(e.potential, e.v[k])) continue;
    report(
        "potential", "the potential energy depends on " + quote_rate(coordinates, k),
        "a potential energy is a function of coordinates and time; drag belongs in 'dissipation'");
    break;
  }
  const auto depends_on_any = [](const Expr& x, const std::vector<Expr>& of) {
    return std::any_of(of.begin(), of.end(), [&](const Expr& s) { return depends_on(x, s); });
  };
  for (std::size_t row = 0; row < e.row_count(); ++row) {
    const bool is_place = row < e.positions.size();
    if (depends_on_any(is_place ? e.positions[row] : e.speeds[row - e.positions.size()],
                       is_place ? e.q : e.v))
      continue;
    if (is_place && depends_on_any(e.positions[row], e.v)) continue;  // which is reported below
    report(is_place ? "constraints" : "velocity_constraints",
           is_place ? "a constraint depends on none of the coordinates"
                    : "a velocity constraint depends on none of the rates",
           "");
    return;
  }
  for (const Expr& g : e.positions) {
    for (std::size_t k = 0; k < e.size(); ++k) {
      if (!depends_on(g, e.v[k])) continue;
      report("constraints", "a constraint depends on " + quote_rate(coordinates, k),
             "conditions on rates belong in 'velocity_constraints'");
      return;
    }
  }
  slopes.clear();
  for (const Expr& r : e.speeds) {
    for (const Expr& v : e.v) slopes.push_back(derivative(r, v));
  }
  check_slopes(coordinates, e, symbols, slopes, "a velocity constraint is not linear in",
               "velocity_constraints", "only conditions linear in the rates are constraints",
               report);
}

void check_inertia(const Coordinates& coordinates, const Energies& e, const Symbols& symbols,
                   const ReportError& report) {
  const auto n = static_cast<Eigen::Index>(e.size());
  if (n == 0) return;
  const LagrangeEquations equations = make_lagrange_equations(e);
  for (std::size_t k = 0; k < e.size(); ++k) {
    if (e.row_count() > 0 || !equations.momentum[k].is_constant(0.0)) continue;
    report("",
           "the coordinate '" + coordinates[k].name +
               "' has no inertia: the kinetic energy does not depend on " +
               quote_rate(coordinates, k),
           "add its kinetic energy, or remove the coordinate");
    return;
  }
  std::vector<Expr> all = equations.mass;
  all.insert(all.end(), equations.rows.begin(), equations.rows.end());
  ArbitraryStates states(symbols, all);
  Eigen::VectorXd free;
  int tried = 0, negative = 0;
  for (int k = 0; k < kStates; ++k) {
    const std::vector<double> values = states.next();
    if (!is_finite(values)) continue;
    ++tried;
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Eigen::MatrixXd M = Eigen::Map<const RowMajor>(values.data(), n, n);
    const auto m = static_cast<Eigen::Index>(e.row_count());
    const InertiaForm form =
        scale_inertia(M, Eigen::Map<const RowMajor>(values.data() + n * n, m, n));
    if (form.Z.cols() == 0) return;  // the constraints hold everything
    const SymmetricEigenpairs inertia =
        calc_symmetric_eigenpairs(form.Z.transpose() * form.M * form.Z);
    if (inertia.values[0] < -kLeastInertia) ++negative;
    Eigen::Index least = 0;
    if (inertia.values.cwiseAbs().minCoeff(&least) > kLeastInertia) {
      if (negative == 0) return;
      continue;
    }
    free = form.Z * inertia.vectors.col(least);
  }
  if (tried == 0) return;  // the run reports what is not a number
  if (negative == tried) {
    report("",
           "the kinetic energy is negative for some rates: its mass matrix is not positive "
           "definite",
           "check the signs of its terms");
    return;
  }
  if (free.size() == 0) return;
  std::vector<std::string> names;
  for (Eigen::Index k = 0; k < n; ++k) {
    if (std::abs(free[k]) > kRounding * free.lpNorm<Eigen::Infinity>())
      names.push_back(coordinates[static_cast<std::size_t>(k)].name);
  }
  report(
      "",
      names.size() == 1
          ? "the coordinate " + quote_list(names) + " has no inertia: the mass matrix is singular"
          : "the coordinates " + quote_list(names, "and") +
                " can change together without kinetic energy: the mass matrix is singular",
      "add the kinetic energy of this motion, or remove a coordinate");
}

void check_symmetry(const Coordinates& coordinates, const std::vector<Expr>& matrix,
                    const Symbols& symbols, const ReportError& report) {
  const std::size_t n = coordinates.size();
  for (std::size_t i = 0; i < n && matrix.size() == n * n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      const Expr upper = matrix[i * n + j], lower = matrix[j * n + i];
      if (!differs_somewhere(symbols, upper, lower)) continue;
      report("mass_matrix",
             "the mass matrix is not symmetric: its entries for '" + coordinates[i].name +
                 "' and '" + coordinates[j].name + "' differ between row " + std::to_string(i + 1) +
                 " and row " + std::to_string(j + 1),
             "write the same formula in both places");
      return;
    }
  }
}

void check_dissipation(const Coordinates& coordinates, const Energies& e, const Symbols& symbols,
                       const ReportError& warn) {
  if (e.dissipation.is_constant()) return;
  const std::vector<Expr> damping = gradient(e.dissipation, e.v);
  // Power of the damping forces, its size without cancellation, and the state.
  std::vector<Expr> all{0.0, 0.0};
  for (std::size_t k = 0; k < e.size(); ++k) {
    all[0] += damping[k] * e.v[k];
    all[1] += abs(damping[k] * e.v[k]);
  }
  all.insert(all.end(), e.q.begin(), e.q.end());
  all.insert(all.end(), e.v.begin(), e.v.end());
  ArbitraryStates states(symbols, all);
  for (int k = 0; k < kDampingStates; ++k) {
    const std::vector<double> y = states.next();
    if (!is_finite(y) || y[0] >= -kRounding * y[1]) continue;
    std::string place;
    for (std::size_t i = 0; i < e.size(); ++i) {
      place += (place.empty() ? "" : ", ") + coordinates[i].name + " = " +
               print_number(y[2 + i], 4) + ", der(" + coordinates[i].name +
               ") = " + print_number(y[2 + e.size() + i], 4);
    }
    warn("dissipation",
         "the damping forces bring energy in at some rates, as at " + place + " (SI units)",
         "check the signs of its terms; what drives belongs in the 'force' of a coordinate");
    return;
  }
}

void check_composed_constraints(const Energies& outer, const Energies& inner,
                                const std::vector<Expr>& p, const std::string& member,
                                const Symbols& symbols, const ReportError& report) {
  // Slopes by the composition's coordinates, and what they would be without cancellation.
  std::vector<Expr> from = inner.q, to = p, slopes;
  from.insert(from.end(), inner.v.begin(), inner.v.end());
  for (const Expr& e : p) to.push_back(calc_rate(outer, e));
  for (std::size_t k = 0; k < p.size(); ++k) {
    const std::vector<Expr> of_p = gradient(p[k], outer.q);
    slopes.insert(slopes.end(), of_p.begin(), of_p.end());
  }
  const std::size_t n = outer.size();
  for (std::size_t row = 0; row < inner.row_count(); ++row) {
    const bool is_place = row < inner.positions.size();
    const Expr condition =
        is_place ? inner.positions[row] : inner.speeds[row - inner.positions.size()];
    const std::vector<Expr> own =
        substitute(gradient(condition, is_place ? inner.q : inner.v), from, to);
    bool is_restricting = false;
    for (std::size_t a = 0; a < n; ++a) {
      Expr slope = 0.0, size = 0.0;
      for (std::size_t k = 0; k < p.size(); ++k) {
        slope += own[k] * slopes[k * n + a];
        size += abs(own[k] * slopes[k * n + a]);
      }
      is_restricting = is_restricting || !is_zero(symbols, slope, size);
    }
    if (is_restricting) continue;
    report("where",
           std::string(is_place ? "constraint " : "velocity constraint ") +
               std::to_string(1 + (is_place ? row : row - inner.positions.size())) + " of '" +
               member + "' does not restrict the coordinates of the composition",
           "remove it, if the composition satisfies it");
  }
}

std::vector<double> find_multiplier_scales(const LagrangeEquations& equations,
                                           std::size_t coordinates, const Symbols& symbols) {
  const std::size_t n = coordinates, m = equations.position.size();
  std::vector<Expr> all = equations.rows;
  for (std::size_t k = 0; k < n; ++k) all.push_back(equations.mass[k * n + k]);
  ArbitraryStates states(symbols, all);
  std::vector<double> lengths(m, 0.0);
  double mass = 0;
  for (int k = 0; k < kStates; ++k) {
    const std::vector<double> values = states.next();
    if (!is_finite(values)) continue;
    for (std::size_t row = 0; row < m; ++row) {
      double square = 0;
      for (std::size_t i = 0; i < n; ++i) square += values[row * n + i] * values[row * n + i];
      lengths[row] = std::max(lengths[row], std::sqrt(square));
    }
    for (std::size_t i = 0; i < n; ++i) mass = std::max(mass, std::abs(values[m * n + i]));
  }
  for (double& length : lengths) length = length > 0 && mass > 0 ? mass / length : 1.0;
  return lengths;
}

}  // namespace holon::detail
