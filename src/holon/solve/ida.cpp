// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/ida.h"

#include <ida/ida.h>
#include <nvector/nvector_serial.h>

#include <Eigen/Sparse>
#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <optional>

#include "holon/solve/ida_newton.h"
#include "holon/solve/newton_matrix.h"
#include "holon/solve/unknown_errors.h"

namespace holon::detail {
namespace {

// Rows of H of length 1 that reach out of the span of others by less depend on them: well above
// what states that hold their invariants to rounding leave of dependent ones.
constexpr double kIndependent = 1e-6;
// Of H Hᵀ, what is added to the matrix for positions in which independent rows become dependent.
constexpr double kRegularisation = 1e-12;
// With invariants the matrix ages by the way H turns, however short the step. What Newton's method
// leaves over of the error allowed is noise in the differences that determine the order; with IDA's
// 0.33 a pendulum takes twice the steps.
constexpr double kConvergence = 3e-4;
// IDA's own 2 leaves steps for hundreds at half of what they might be.
constexpr double kGrows = 1.3;
// … but no less than what rounding errors of the states leave, of which there are some in a
// residual; and no more than IDA's own.
constexpr double kStateRoundingErrors = 16 * std::numeric_limits<double>::epsilon(), kIdas = 0.33;

}  // namespace

struct Ida::Memory {
  SUNContext context = nullptr;
  void* ida = nullptr;
  N_Vector y = nullptr, slope = nullptr, out = nullptr, out_slope = nullptr;
  N_Vector has_slope = nullptr;  // 1 for x, 0 for z and μ
  std::optional<NewtonMatrix> newton;
  std::optional<IdaNewton> iteration;  // with an exact Jacobian

  Memory() = default;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() {
    if (ida) IDAFree(&ida);
    iteration.reset();
    newton.reset();
    for (N_Vector v : {y, slope, out, out_slope, has_slope})
      if (v) N_VDestroy(v);
    if (context) SUNContext_Free(&context);
  }
};

// What IDA calls.
struct Ida::Callbacks {
  static int residual(realtype t, N_Vector y, N_Vector slope, N_Vector residual, void* user) {
    Ida& self = *static_cast<Ida*>(user);
    return self.run_guarded(
        [&] { return self.calc_residual(t, data(y), data(slope), data(residual)); });
  }

  static int iteration_residual(N_Vector correction, N_Vector residual, void* ida) {
    void* user = nullptr;
    IDAGetUserData(ida, &user);
    IdaNewton& iteration = *static_cast<Ida*>(user)->memory_->iteration;
    const int flag = iteration.residual()(correction, residual, ida);
    if (flag == 0) iteration.keep_residual(data(residual));
    return flag;
  }

  static int weights(N_Vector y, N_Vector w, void* user) {
    static_cast<Ida*>(user)->calc_all_weights(data(y), data(w));
    return 0;
  }

  static int jacobian(realtype t, realtype per_step, N_Vector y, N_Vector, N_Vector, SUNMatrix J,
                      void* user, N_Vector, N_Vector, N_Vector) {
    Ida& self = *static_cast<Ida*>(user);
    return self.run_guarded([&] {
      if (!self.calc_jacobian(t, per_step, data(y))) return false;
      self.memory_->newton->write(self.matrix_.data(), J);
      return true;
    });
  }

  // Said by the flags that functions return.
  static void message(int, const char*, const char*, char*, void*) {}
};

Ida::Ida(Rhs& rhs, const IntegratorOptions& options)
    : Multistep(rhs, options),
      shape_(rhs.implicit_shape(KeptEquations::all)),
      unknowns_(static_cast<std::size_t>(shape_.unknowns)),
      invariants_(static_cast<std::size_t>(shape_.invariants)),
      memory_(std::make_unique<Memory>()),
      values_(state_.size() + unknowns_ + invariants_),
      magnitude_(unknowns_),
      unknown_errors_(unknowns_) {
  Memory& m = *memory_;
  if (SUNContext_Create(nullptr, &m.context) != 0) throw std::bad_alloc();
  m.y = N_VNew_Serial(static_cast<sunindextype>(values_.size()), m.context);
  if (!m.y) throw std::bad_alloc();
  m.y->ops->nvwrmsnorm = max_norm;
  m.y->ops->nvwrmsnormmask = masked_max_norm;
  for (N_Vector* v : {&m.slope, &m.out, &m.out_slope, &m.has_slope}) {
    *v = N_VClone(m.y);
    if (!*v) throw std::bad_alloc();
    N_VConst(0.0, *v);
  }
  N_VConst(0.0, m.y);
  std::fill_n(data(m.has_slope), state_.size(), 1.0);
  m.ida = IDACreate(m.context);
  if (!m.ida) throw std::bad_alloc();
  check(IDASetErrHandlerFn(m.ida, Callbacks::message, nullptr));
  check(IDAInit(m.ida, Callbacks::residual, 0, m.y, m.slope));
  check(IDASetUserData(m.ida, this));
  check(IDAWFtolerances(m.ida, Callbacks::weights));
  check(IDASetId(m.ida, m.has_slope));
  check(IDASetSuppressAlg(m.ida, SUNTRUE));
  if (invariants_ > 0) {
    const double rounding = kStateRoundingErrors / (kShare * options.tolerance);
    check(IDASetNonlinConvCoef(m.ida, std::min(std::max(kConvergence, rounding), kIdas)));
  }
  check(IDASetEtaFixedStepBounds(m.ida, 1.0, kGrows));
  check(IDASetMaxErrTestFails(m.ida, kMostErrorFailures));
  check(IDASetMaxConvFails(m.ida, kMostSolveFailures));
  if (options.max_step > 0) check(IDASetMaxStep(m.ida, options.max_step));
  if (shape_.pattern) make_pattern();
  m.newton.emplace(shape_.pattern ? &pattern_ : nullptr, m.y, m.context);
  check(IDASetLinearSolver(m.ida, m.newton->solver(), m.newton->matrix()));
  if (!shape_.pattern) return;
  check(IDASetJacFn(m.ida, Callbacks::jacobian));
  m.iteration.emplace(m.ida, m.y, m.context, n_, *shape_.pattern, entries_);
  m.iteration->install(Callbacks::iteration_residual);
}

Ida::~Ida() = default;

void Ida::check(int flag) const {
  if (flag < 0) throw InternalError(std::string("IDA: ") + IDAGetReturnFlagName(flag));
}

// Of  per_step - ∂f/∂x   -∂f/∂z   Hᵀ
//     ∂r/∂x              ∂r/∂z    0
//     H                  0        -regularisation.
void Ida::make_pattern() {
  const Sparsity& shape = *shape_.pattern;
  const std::size_t solved = n_ + unknowns_, all = solved + invariants_;
  entries_.resize(static_cast<std::size_t>(shape.count()));
  place_of_entry_.resize(entries_.size());
  place_of_diagonal_.resize(all);
  for (std::size_t j = 0; j < static_cast<std::size_t>(shape.columns); ++j) {
    const auto row_at = [&](std::size_t k) { return static_cast<std::size_t>(shape.row[k]); };
    bool has_diagonal = false;
    const auto add = [&](std::size_t row) {
      pattern_.row.push_back(static_cast<int>(row));
      return pattern_.row.size() - 1;
    };
    const auto last = static_cast<std::size_t>(shape.start[j + 1]);
    for (auto k = static_cast<std::size_t>(shape.start[j]); k < last; ++k) {
      if (!has_diagonal && row_at(k) > j) place_of_diagonal_[j] = add(j);
      place_of_entry_[k] = add(row_at(k));
      if (row_at(k) == j) place_of_diagonal_[j] = place_of_entry_[k];
      has_diagonal |= row_at(k) >= j;
      if (row_at(k) >= solved && j < n_) slopes_.push_back({k, row_at(k) - solved, j});
    }
    if (!has_diagonal) place_of_diagonal_[j] = add(j);
    pattern_.start.push_back(pattern_.count());
  }
  std::stable_sort(slopes_.begin(), slopes_.end(),
                   [](const Slope& a, const Slope& b) { return a.row < b.row; });
  for (std::size_t i = 0; i < invariants_; ++i) {
    for (const Slope& s : slopes_) {
      if (s.row != i) continue;
      place_of_slope_.push_back(pattern_.row.size());
      pattern_.row.push_back(static_cast<int>(s.column));
    }
    place_of_diagonal_[solved + i] = pattern_.row.size();
    pattern_.row.push_back(static_cast<int>(solved + i));
    pattern_.start.push_back(pattern_.count());
  }
  pattern_.rows = pattern_.columns = static_cast<int>(all);
  matrix_.resize(pattern_.row.size());
  held_.resize(slopes_.size());
}

bool Ida::calc_residual(double t, const double* y, const double* slope, double* residual) {
  ++statistics_.evaluations;
  if (n_ == 0) values_[0] = 0;
  rhs_.run_implicit(t, y, y + n_, values_.data());
  if (!are_finite(values_.data(), n_)) return false;
  const std::size_t states = state_.size();
  for (std::size_t i = states; i < values_.size(); ++i)
    if (!std::isfinite(values_[i])) return false;
  for (std::size_t i = 0; i < states; ++i) residual[i] = slope[i] - values_[i];
  std::copy(values_.begin() + static_cast<std::ptrdiff_t>(states), values_.end(),
            residual + states);
  const double* multipliers = y + n_ + unknowns_;
  for (std::size_t k = 0; k < slopes_.size(); ++k)
    residual[slopes_[k].column] += held_[k] * multipliers[slopes_[k].row];
  for (std::size_t i = 0; i < invariants_; ++i)
    if (!is_kept_[i]) residual[n_ + unknowns_ + i] = multipliers[i];
  return true;
}

bool Ida::calc_entries(double t, const double* y) {
  ++statistics_.jacobians;
  rhs_.run_implicit_jacobian(t, y, y + n_, entries_.data());
  for (const double entry : entries_)
    if (!std::isfinite(entry)) return false;
  return true;
}

// Which rows of H are independent at the beginning; the others follow from them.
void Ida::choose_invariants(double t, const double* y) {
  is_kept_.assign(invariants_, false);
  if (slopes_.empty() || !calc_entries(t, y)) return;
  std::vector<double> length(invariants_);
  for (const Slope& s : slopes_) length[s.row] += entries_[s.entry] * entries_[s.entry];
  std::vector<Eigen::Triplet<double>> triplets;
  for (const Slope& s : slopes_) {
    if (length[s.row] == 0) continue;
    triplets.emplace_back(static_cast<int>(s.column), static_cast<int>(s.row),
                          entries_[s.entry] / std::sqrt(length[s.row]));
  }
  Eigen::SparseMatrix<double> transposed(static_cast<int>(n_), static_cast<int>(invariants_));
  transposed.setFromTriplets(triplets.begin(), triplets.end());
  Eigen::SparseQR<Eigen::SparseMatrix<double>, Eigen::COLAMDOrdering<int>> qr;
  qr.setPivotThreshold(kIndependent);
  qr.compute(transposed);
  for (Eigen::Index k = 0; k < qr.rank(); ++k)
    is_kept_[static_cast<std::size_t>(qr.colsPermutation().indices()[k])] = true;
}

bool Ida::calc_jacobian(double t, double per_step, const double* y) {
  if (!calc_entries(t, y)) return false;
  std::fill(matrix_.begin(), matrix_.end(), 0.0);
  const std::size_t solved = n_ + unknowns_;
  for (std::size_t k = 0; k < entries_.size(); ++k) {
    const std::size_t place = place_of_entry_[k];
    const auto row = static_cast<std::size_t>(pattern_.row[place]);
    if (row >= solved && !is_kept_[row - solved]) continue;
    matrix_[place] = row < n_ ? -entries_[k] : entries_[k];
  }
  for (std::size_t i = 0; i < n_; ++i) matrix_[place_of_diagonal_[i]] += per_step;
  for (std::size_t k = 0; k < slopes_.size(); ++k) {
    if (!is_kept_[slopes_[k].row]) continue;
    held_[k] = entries_[slopes_[k].entry];
    matrix_[place_of_slope_[k]] = held_[k];
    matrix_[place_of_diagonal_[solved + slopes_[k].row]] -=
        kRegularisation / per_step * held_[k] * held_[k];
  }
  for (std::size_t i = 0; i < invariants_; ++i)
    if (!is_kept_[i]) matrix_[place_of_diagonal_[solved + i]] = 1;
  return true;
}

// Multipliers are zero but for what keeps errors of x down, whatever that takes.
void Ida::calc_all_weights(const double* y, double* weights) {
  calc_weights(y, weights);
  const double* z = y + state_.size();
  for (std::size_t i = 0; i < unknowns_; ++i) {
    magnitude_[i] = std::max(magnitude_[i], std::abs(z[i]));
    const double size = magnitude_[i] > 0 ? magnitude_[i] : 1;
    weights[state_.size() + i] = 1 / std::max(options_.tolerance * size, unknown_errors_[i]);
  }
  std::fill_n(weights + state_.size() + unknowns_, invariants_, 0.0);
}

// Of diodes without current, for example.
void Ida::find_unknown_errors(double t, const double* y) {
  std::fill(unknown_errors_.begin(), unknown_errors_.end(), 0.0);
  if (!shape_.pattern || !may_be_rounding_error({y + n_, unknowns_}, options_.tolerance)) return;
  rhs_.run_implicit_jacobian(t, y, y + n_, entries_.data());
  if (are_finite(entries_.data(), entries_.size()))
    calc_unknown_errors(*shape_.pattern, entries_, y, n_, unknown_errors_);
}

void Ida::reinitialise(double t, double first_step) {
  Memory& m = *memory_;
  N_VConst(0.0, m.y);
  N_VConst(0.0, m.slope);
  std::copy(state_.begin(), state_.end(), data(m.y));
  std::copy(slope_.begin(), slope_.end(), data(m.slope));
  if (unknowns_ > 0) rhs_.find_unknowns(t, state_.data(), data(m.y) + n_);
  std::fill(magnitude_.begin(), magnitude_.end(), 0.0);
  std::fill(held_.begin(), held_.end(), 0.0);
  choose_invariants(t, data(m.y));
  if (unknowns_ > 0) find_unknown_errors(t, data(m.y));
  check(IDAReInit(m.ida, t, m.y, m.slope));
  check(IDASetInitStep(m.ida, first_step));
  if (m.iteration) m.iteration->begin();
}

std::pair<int, double> Ida::advance(double limit) {
  Memory& m = *memory_;
  check(IDASetStopTime(m.ida, limit));
  double reached = time();
  const int flag = IDASolve(m.ida, limit, &reached, m.out, m.out_slope, IDA_ONE_STEP);
  return {flag, reached};
}

void Ida::read_state(double* x) { std::copy_n(data(memory_->out), n_, x); }

void Ida::read_state(double t, double* x) {
  check(IDAGetDky(memory_->ida, t, 0, memory_->out));
  read_state(x);
}

Multistep::Counts Ida::read_counts() {
  Counts counts;
  check(IDAGetNumErrTestFails(memory_->ida, &counts.error_failures));
  check(IDAGetNumStepSolveFails(memory_->ida, &counts.solve_failures));
  check(IDAGetNumLinSolvSetups(memory_->ida, &counts.setups));
  return counts;
}

Multistep::Trouble Ida::classify(int flag) {
  switch (flag) {
    case IDA_RES_FAIL:
    case IDA_FIRST_RES_FAIL:
    case IDA_REP_RES_ERR: return Trouble::not_finite;
    case IDA_ERR_FAIL:
    case IDA_TOO_MUCH_ACC: return Trouble::step_too_small;
    case IDA_CONV_FAIL:
    case IDA_LSETUP_FAIL:
    case IDA_LSOLVE_FAIL:
    case IDA_NLS_FAIL: return Trouble::not_solved;
    default: return Trouble::other;
  }
}

double Ida::read_failed_step() {
  double step = 0;
  IDAGetCurrentStep(memory_->ida, &step);
  return step;
}

const double* Ida::read_errors() {
  return IDAGetEstLocalErrors(memory_->ida, memory_->out) < 0 ? nullptr : data(memory_->out);
}

double Ida::operation_count() const {
  const StepStatistics& s = statistics_;
  const NewtonMatrix& newton = *memory_->newton;
  const auto size = static_cast<double>(n_ + unknowns_ + invariants_);
  return static_cast<double>(s.evaluations) * (shape_.operations + newton.solution_operations()) +
         static_cast<double>(s.jacobians) * shape_.jacobian_operations +
         static_cast<double>(s.factorisations) * newton.factorisation_operations() +
         static_cast<double>(s.steps) * (kStepPerState * size + kStepAlone);
}

}  // namespace holon::detail
