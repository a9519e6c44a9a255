// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/cvode.h"

#include <cvode/cvode.h>
#include <cvode/cvode_proj.h>
#include <nvector/nvector_serial.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <optional>
#include <stdexcept>

#include "holon/solve/cvode_newton.h"
#include "holon/solve/newton_matrix.h"

namespace holon::detail {
namespace {

// What Newton's method leaves over of the error allowed is noise in the differences that determine
// the order: with CVODE's 0.1 stiff vibrations (double_spherical_pendulum_relaxed) take three times
// the steps; others cost a tenth more evaluations with this.
constexpr double kNewtonShare = 0.03;

}  // namespace

struct Cvode::Memory {
  SUNContext context = nullptr;
  void* cvode = nullptr;
  N_Vector y = nullptr, out = nullptr;
  SUNNonlinearSolver nonlinear = nullptr;  // of Adams
  std::optional<NewtonMatrix> newton;      // of backward differences
  std::optional<CvodeNewton> iteration;    // of those with an exact Jacobian
  std::vector<double> entries;             // of the last Jacobian
  Sparsity pattern;                        // of it

  Memory() = default;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() {
    if (cvode) CVodeFree(&cvode);
    if (nonlinear) SUNNonlinSolFree(nonlinear);
    iteration.reset();
    newton.reset();
    for (N_Vector v : {y, out})
      if (v) N_VDestroy(v);
    if (context) SUNContext_Free(&context);
  }
};

// What CVODE calls.
struct Cvode::Callbacks {
  static int run(realtype t, N_Vector y, N_Vector dy, void* user) {
    Cvode& self = *static_cast<Cvode*>(user);
    return self.run_guarded([&] { return self.evaluate(t, data(y), data(dy)); });
  }

  static int weights(N_Vector y, N_Vector w, void* user) {
    static_cast<Cvode*>(user)->calc_weights(data(y), data(w));
    return 0;
  }

  static int jacobian(realtype t, N_Vector y, N_Vector, SUNMatrix J, void* user, N_Vector, N_Vector,
                      N_Vector) {
    Cvode& self = *static_cast<Cvode*>(user);
    return self.run_guarded([&] {
      ++self.statistics_.jacobians;
      std::vector<double>& entries = self.memory_->entries;
      self.rhs_.run_jacobian(t, data(y), entries.data());
      for (const double entry : entries)
        if (!std::isfinite(entry)) return false;
      self.memory_->newton->write(entries.data(), J);
      return true;
    });
  }

  static int residual(N_Vector correction, N_Vector residual, void* cvode) {
    void* user = nullptr;
    CVodeGetUserData(cvode, &user);
    CvodeNewton& iteration = *static_cast<Cvode*>(user)->memory_->iteration;
    const int flag = iteration.residual()(correction, residual, cvode);
    if (flag == 0) iteration.keep_residual(data(residual));
    return flag;
  }

  static int project(realtype t, N_Vector y, N_Vector correction, realtype, N_Vector, void* user) {
    Cvode& self = *static_cast<Cvode*>(user);
    return self.run_guarded([&] { return self.project(t, data(y), data(correction)); });
  }

  // Said by the flags that functions return.
  static void message(int, const char*, const char*, char*, void*) {}
};

Cvode::Cvode(Rhs& rhs, const IntegratorOptions& options, Method method)
    : Multistep(rhs, options), method_(method), memory_(std::make_unique<Memory>()) {
  Memory& m = *memory_;
  if (SUNContext_Create(nullptr, &m.context) != 0) throw std::bad_alloc();
  m.y = N_VNew_Serial(static_cast<sunindextype>(state_.size()), m.context);
  if (!m.y) throw std::bad_alloc();
  m.y->ops->nvwrmsnorm = max_norm;
  m.out = N_VClone(m.y);
  m.cvode = CVodeCreate(method == Method::bdf ? CV_BDF : CV_ADAMS, m.context);
  if (!m.out || !m.cvode) throw std::bad_alloc();
  N_VConst(0.0, m.y);
  check(CVodeSetErrHandlerFn(m.cvode, Callbacks::message, nullptr));
  check(CVodeInit(m.cvode, Callbacks::run, 0, m.y));
  check(CVodeSetUserData(m.cvode, this));
  check(CVodeWFtolerances(m.cvode, Callbacks::weights));
  check(CVodeSetMaxErrTestFails(m.cvode, kMostErrorFailures));
  check(CVodeSetMaxConvFails(m.cvode, kMostSolveFailures));
  check(CVodeSetNonlinConvCoef(m.cvode, kNewtonShare));
  check(CVodeSetMaxHnilWarns(m.cvode, -1));
  if (options.max_step > 0) check(CVodeSetMaxStep(m.cvode, options.max_step));
  if (method == Method::adams) {
    if (rhs.has_invariants())
      throw std::invalid_argument("cvode_adams: Adams' methods cannot restore invariants");
    m.nonlinear = SUNNonlinSol_FixedPoint(m.y, 0, m.context);
    check(CVodeSetNonlinearSolver(m.cvode, m.nonlinear));
    return;
  }
  if (rhs.has_invariants()) {
    check(CVodeSetProjFn(m.cvode, Callbacks::project));
    check(CVodeSetProjErrEst(m.cvode, SUNFALSE));
    check(CVodeSetMaxNumProjFails(m.cvode, kMostSolveFailures));
  }
  const Sparsity* pattern = n_ > 0 ? rhs.jacobian_pattern() : nullptr;
  if (pattern) {
    m.pattern = *pattern;
    m.entries.resize(static_cast<std::size_t>(pattern->count()));
  }
  m.newton.emplace(pattern, m.y, m.context);
  check(CVodeSetLinearSolver(m.cvode, m.newton->solver(), m.newton->matrix()));
  if (!pattern) return;
  check(CVodeSetJacFn(m.cvode, Callbacks::jacobian));
  m.iteration.emplace(m.cvode, m.y, m.context, m.pattern, m.entries);
  m.iteration->install(Callbacks::residual);
}

Cvode::~Cvode() = default;

std::string_view Cvode::method() const { return method_ == Method::bdf ? "cvode" : "cvode_adams"; }

void Cvode::check(int flag) const {
  if (flag < 0) throw InternalError(std::string("CVODE: ") + CVodeGetReturnFlagName(flag));
}

// The step from y to where its invariants hold.
bool Cvode::project(double t, const double* y, double* correction) {
  std::copy_n(y, n_, trial_.begin());
  const double drift = rhs_.project(t, trial_.data());
  if (!std::isfinite(drift)) return false;
  meet_drift(drift);
  for (std::size_t i = 0; i < n_; ++i) correction[i] = trial_[i] - y[i];
  return true;
}

void Cvode::archive(Archive& a) {
  Multistep::archive(a);
  a.fixed("jacobian", memory_->entries);
}

void Cvode::reinitialise(double t, double first_step) {
  std::copy(state_.begin(), state_.end(), data(memory_->y));
  check(CVodeReInit(memory_->cvode, t, memory_->y));
  check(CVodeSetInitStep(memory_->cvode, first_step));
  if (memory_->iteration) memory_->iteration->begin();
}

std::pair<int, double> Cvode::advance(double limit) {
  check(CVodeSetStopTime(memory_->cvode, limit));
  double reached = time();
  const int flag = CVode(memory_->cvode, limit, memory_->out, &reached, CV_ONE_STEP);
  return {flag, reached};
}

void Cvode::read_state(double* x) { std::copy_n(data(memory_->out), n_, x); }

void Cvode::read_state(double t, double* x) {
  check(CVodeGetDky(memory_->cvode, t, 0, memory_->out));
  read_state(x);
}

Multistep::Counts Cvode::read_counts() {
  Counts counts;
  check(CVodeGetNumErrTestFails(memory_->cvode, &counts.error_failures));
  check(CVodeGetNumStepSolveFails(memory_->cvode, &counts.solve_failures));
  check(CVodeGetNumLinSolvSetups(memory_->cvode, &counts.setups));
  return counts;
}

Multistep::Trouble Cvode::classify(int flag) {
  switch (flag) {
    case CV_RHSFUNC_FAIL:
    case CV_FIRST_RHSFUNC_ERR:
    case CV_REPTD_RHSFUNC_ERR:
    case CV_UNREC_RHSFUNC_ERR: return Trouble::not_finite;
    case CV_ERR_FAILURE:
    case CV_TOO_MUCH_ACC: return Trouble::step_too_small;
    case CV_CONV_FAILURE:
    case CV_LSETUP_FAIL:
    case CV_LSOLVE_FAIL:
    case CV_PROJFUNC_FAIL:
    case CV_REPTD_PROJFUNC_ERR: return Trouble::not_solved;
    default: return Trouble::other;
  }
}

double Cvode::read_failed_step() {
  double step = 0;
  CVodeGetCurrentStep(memory_->cvode, &step);
  return step;
}

const double* Cvode::read_errors() {
  return CVodeGetEstLocalErrors(memory_->cvode, memory_->out) < 0 ? nullptr : data(memory_->out);
}

bool Cvode::multiply_jacobian(const double* v, double* image) {
  if (statistics_.jacobians == 0 || memory_->entries.empty()) return false;
  multiply(memory_->pattern, memory_->entries, v, image);
  return true;
}

double Cvode::operation_count() const {
  const StepStatistics& s = statistics_;
  double count =
      static_cast<double>(s.evaluations) * rhs_.operation_count() +
      static_cast<double>(s.steps) * (kStepPerState * static_cast<double>(n_) + kStepAlone);
  if (const auto& newton = memory_->newton) {
    count += static_cast<double>(s.evaluations) * newton->solution_operations() +
             static_cast<double>(s.factorisations) * newton->factorisation_operations();
    if (s.jacobians > 0)
      count += static_cast<double>(s.jacobians) * rhs_.jacobian_operation_count();
  }
  return count;
}

}  // namespace holon::detail
