// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/cvode.h"

#include <cvode/cvode.h>
#include <cvode/cvode_proj.h>
#include <nvector/nvector_serial.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>

#include "holon/solve/newton_matrix.h"
#include "holon/solve/stepper.h"

namespace holon::detail {
namespace {

// A limit so near lies within the rounding of the time.
constexpr double kCrumb = 100 * std::numeric_limits<double>::epsilon();
// How often a step is tried before the run fails; CVODE's own 7 and 10 give up at jumps that
// dopri5 gets over.
constexpr int kMostErrorFailures = 40, kMostSolveFailures = 40;
// What a step may err of what the tolerance allows: errors of multistep methods point the same way
// for many steps, which are three times as many as dopri5's.
constexpr double kShare = 0.1;
// Operations that CVODE spends on a step itself: per state, and altogether.
constexpr double kStepPerState = 120, kStepAlone = 1000;

double* data(N_Vector v) { return N_VGetArrayPointer(v); }

// In the place of the root of the mean square, see Cvode.
realtype max_norm(N_Vector x, N_Vector weights) {
  const sunindextype n = N_VGetLength(x);
  double largest = 0, poison = 0;  // 0 while everything is finite, else NaN
  for (sunindextype i = 0; i < n; ++i) {
    const double e = std::abs(data(x)[i] * data(weights)[i]);
    largest = std::max(largest, e);
    poison += e - e;
  }
  return largest + poison;
}

void check(int flag) {
  if (flag < 0) throw InternalError(std::string("CVODE: ") + CVodeGetReturnFlagName(flag));
}

}  // namespace

struct Cvode::Memory {
  SUNContext context = nullptr;
  void* cvode = nullptr;
  N_Vector y = nullptr, out = nullptr;
  SUNNonlinearSolver nonlinear = nullptr;  // of Adams
  std::optional<NewtonMatrix> newton;      // of backward differences

  Memory() = default;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() {
    if (cvode) CVodeFree(&cvode);
    if (nonlinear) SUNNonlinSolFree(nonlinear);
    newton.reset();
    for (N_Vector v : {y, out})
      if (v) N_VDestroy(v);
    if (context) SUNContext_Free(&context);
  }
};

// What CVODE calls. No exception may pass through it: they are kept, and thrown behind it.
struct Cvode::Callbacks {
  static int run(realtype t, N_Vector y, N_Vector dy, void* user) {
    Cvode& self = *static_cast<Cvode*>(user);
    return self.run_guarded([&] { return self.evaluate(t, data(y), data(dy)) ? 0 : 1; });
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
      return self.memory_->newton->calc_jacobian(t, data(y), J) ? 0 : 1;
    });
  }

  static int project(realtype t, N_Vector y, N_Vector correction, realtype, N_Vector, void* user) {
    Cvode& self = *static_cast<Cvode*>(user);
    return self.run_guarded([&] { return self.project(t, data(y), data(correction)) ? 0 : 1; });
  }

  // Said by the flags that functions return.
  static void message(int, const char*, const char*, char*, void*) {}
};

Cvode::Cvode(Rhs& rhs, const IntegratorOptions& options, Method method)
    : rhs_(rhs),
      options_(options),
      method_(method),
      groups_(rhs.groups()),
      n_(static_cast<std::size_t>(rhs.size())),
      memory_(std::make_unique<Memory>()) {
  const std::size_t length = std::max<std::size_t>(n_, 1);  // CVODE wants a state
  for (auto* v : {&state_, &before_, &weights_, &slope_, &probe_, &trial_}) v->resize(length);
  Memory& m = *memory_;
  if (SUNContext_Create(nullptr, &m.context) != 0) throw std::bad_alloc();
  m.y = N_VNew_Serial(static_cast<sunindextype>(length), m.context);
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
  m.newton.emplace(rhs, m.y, m.context);
  check(CVodeSetLinearSolver(m.cvode, m.newton->solver(), m.newton->matrix()));
  if (m.newton->is_exact()) check(CVodeSetJacFn(m.cvode, Callbacks::jacobian));
}

Cvode::~Cvode() = default;

std::string_view Cvode::method() const { return method_ == Method::bdf ? "cvode" : "cvode_adams"; }

int Cvode::run_guarded(const std::function<int()>& body) {
  try {
    return body();
  } catch (...) {
    thrown_ = std::current_exception();
    return -1;
  }
}

bool Cvode::evaluate(double t, const double* x, double* dx) {
  ++statistics_.evaluations;
  if (n_ == 0) dx[0] = 0;
  rhs_.run(&t, x, dx);
  for (std::size_t i = 0; i < n_; ++i) {
    if (std::isfinite(dx[i])) continue;
    bad_component_ = static_cast<int>(i);
    bad_value_ = dx[i];
    return false;
  }
  return true;
}

// The way from y to where its invariants hold.
bool Cvode::project(double t, const double* y, double* correction) {
  std::copy_n(y, n_, trial_.begin());
  const double drift = rhs_.project(t, trial_.data());
  if (!std::isfinite(drift)) return false;
  statistics_.largest_drift = std::max(statistics_.largest_drift, drift);
  for (std::size_t i = 0; i < n_; ++i) correction[i] = trial_[i] - y[i];
  return true;
}

void Cvode::calc_weights(const double* x, double* weights) const {
  if (n_ == 0) weights[0] = 1;
  for (const StateGroup& g : groups_) {
    double magnitude = g.nominal;
    for (int i = g.offset; i < g.offset + g.size; ++i)
      magnitude = std::max(magnitude, std::abs(x[i]));
    for (int i = g.offset; i < g.offset + g.size; ++i)
      weights[i] = 1 / (kShare * options_.tolerance * magnitude);
  }
}

void Cvode::start(double t, const double* x) {
  statistics_ = base_ = {};
  begin(t, x);
}

void Cvode::restart(double t, const double* x) {
  base_ = statistics_;
  begin(t, x);
}

void Cvode::archive(Archive& a) {
  statistics_.archive(a);
  a.item("bad_component", bad_component_);
  a.item("bad_value", bad_value_);
  if (memory_->newton) memory_->newton->archive(a);
}

void Cvode::begin(double t, const double* x) {
  std::copy_n(x, n_, state_.begin());
  time_ = previous_time_ = t;
  is_short_ = must_restart_ = false;
  if (!evaluate(t, state_.data(), slope_.data())) {
    throw explain({StepFailure::Kind::not_finite, t, 0, bad_component_, bad_value_}, rhs_,
                  options_);
  }
  calc_weights(state_.data(), weights_.data());
  std::copy(state_.begin(), state_.end(), data(memory_->y));
  check(CVodeReInit(memory_->cvode, t, memory_->y));
  check(CVodeSetInitStep(memory_->cvode,
                         options_.initial_step > 0 ? options_.initial_step : choose_first_step()));
}

// A first step of order 1 errs by h² |x''| / 2 and aims at a quarter of what is allowed; a short
// Euler step tells x''. It is repeated while that step was much the longer one, beyond which the
// slope may be another. Rates are compared with rates, as in Dopri5.
double Cvode::choose_first_step() {
  constexpr double kUnknownStep = 1e-6, kProbe = 0.01, kMostGrowth = 100;
  constexpr int kMostProbes = 8;
  const auto norm = [&](auto&& value) {
    double largest = 0;
    for (std::size_t i = 0; i < n_; ++i)
      largest = std::max(largest, std::abs(value(i)) * weights_[i]);
    return largest;
  };
  const double size = norm([&](std::size_t i) { return state_[i]; });
  const double slope = norm([&](std::size_t i) { return slope_[i]; });
  double h = size >= 1 && slope > 0 ? kProbe * size / slope : kUnknownStep;
  if (options_.max_step > 0) h = std::min(h, options_.max_step);
  const double longest = kMostGrowth * h;
  for (int k = 0; k < kMostProbes; ++k) {
    for (std::size_t i = 0; i < n_; ++i) trial_[i] = state_[i] + h * slope_[i];
    double next = kProbe * h;  // where the right side has left its range
    if (evaluate(time_ + h, trial_.data(), probe_.data())) {
      const double bend = norm([&](std::size_t i) { return probe_[i] - slope_[i]; }) / h;
      next = bend > 0 ? std::min(longest, std::sqrt(0.5 / bend)) : longest;
    }
    const bool is_near = next > 0.1 * h;
    h = next;
    if (is_near) break;
  }
  return options_.max_step > 0 ? std::min(h, options_.max_step) : h;
}

double Cvode::step(double limit) {
  if (!(limit > time_)) throw std::invalid_argument("Integrator::step: limit is not ahead");
  if (must_restart_) {
    const std::vector<double> x = state_;
    restart(time_, x.data());
  }
  if (limit - time_ <= kCrumb * std::max(std::abs(limit), std::abs(time_))) {
    step_over(limit);
    return time_;
  }
  void* cvode = memory_->cvode;
  check(CVodeSetStopTime(cvode, limit));
  double reached = time_;
  const int flag = CVode(cvode, limit, memory_->out, &reached, CV_ONE_STEP);
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  take_statistics();
  if (flag < 0) fail(flag);
  if (!(reached > time_)) fail(CV_ERR_FAILURE);
  previous_time_ = time_;
  time_ = reached;
  is_short_ = false;
  std::copy_n(data(memory_->out), n_, state_.begin());
  const double drift = rhs_.project(time_, state_.data());
  StepStatistics& s = statistics_;
  const double length = time_ - previous_time_;
  s.largest_drift = std::max(s.largest_drift, drift);
  if (time_ != limit && (s.smallest_step == 0 || length < s.smallest_step))
    s.smallest_step = length;
  s.largest_step = std::max(s.largest_step, length);
  ++s.steps;
  if (length > kCrumb * std::abs(time_)) bad_component_ = -1;
  calc_weights(state_.data(), weights_.data());
  return time_;
}

// A limit so near that no method could tell: along the slope. What follows begins anew.
void Cvode::step_over(double limit) {
  evaluate(time_, state_.data(), slope_.data());
  before_ = state_;
  for (std::size_t i = 0; i < n_; ++i)
    if (std::isfinite(slope_[i])) state_[i] += (limit - time_) * slope_[i];
  previous_time_ = time_;
  time_ = limit;
  rhs_.project(time_, state_.data());
  is_short_ = must_restart_ = true;
  ++statistics_.steps;
}

void Cvode::take_statistics() {
  long errors = 0, failures = 0, setups = 0;
  check(CVodeGetNumErrTestFails(memory_->cvode, &errors));
  check(CVodeGetNumStepSolveFails(memory_->cvode, &failures));
  check(CVodeGetNumLinSolvSetups(memory_->cvode, &setups));
  statistics_.rejections = base_.rejections + errors + failures;
  statistics_.factorisations = base_.factorisations + setups;
}

// The state whose error, as far as it is known, is the largest.
int Cvode::find_worst() const {
  Memory& m = *memory_;
  if (n_ == 0 || CVodeGetEstLocalErrors(m.cvode, m.out) < 0) return -1;
  std::size_t worst = 0;
  const auto error = [&](std::size_t i) { return std::abs(data(m.out)[i] * weights_[i]); };
  for (std::size_t i = 1; i < n_; ++i)
    if (!(error(i) <= error(worst))) worst = i;
  return static_cast<int>(worst);
}

void Cvode::fail(int flag) {
  StepFailure failure;
  failure.time = time_;
  CVodeGetCurrentStep(memory_->cvode, &failure.step);
  failure.component = find_worst();
  switch (flag) {
    case CV_RHSFUNC_FAIL:
    case CV_FIRST_RHSFUNC_ERR:
    case CV_REPTD_RHSFUNC_ERR:
    case CV_UNREC_RHSFUNC_ERR: failure.kind = StepFailure::Kind::not_finite; break;
    case CV_ERR_FAILURE:
    case CV_TOO_MUCH_ACC: failure.kind = StepFailure::Kind::step_too_small; break;
    case CV_CONV_FAILURE:
    case CV_LSETUP_FAIL:
    case CV_LSOLVE_FAIL:
    case CV_PROJFUNC_FAIL:
    case CV_REPTD_PROJFUNC_ERR: failure.kind = StepFailure::Kind::not_solved; break;
    default: check(flag);
  }
  if (bad_component_ >= 0) {
    failure.kind = StepFailure::Kind::not_finite;
    failure.component = bad_component_;
    failure.value = bad_value_;
  }
  throw explain(failure, rhs_, options_);
}

void Cvode::interpolate(double t, double* x) {
  if (t >= time_ || previous_time_ == time_) {
    std::copy_n(state_.begin(), n_, x);
    return;
  }
  if (is_short_) {
    const double share = (t - previous_time_) / (time_ - previous_time_);
    for (std::size_t i = 0; i < n_; ++i) x[i] = before_[i] + share * (state_[i] - before_[i]);
  } else {
    check(CVodeGetDky(memory_->cvode, t, 0, memory_->out));
    std::copy_n(data(memory_->out), n_, x);
  }
  rhs_.project(t, x);
}

std::span<const double> Cvode::jacobian() const {
  if (!memory_->newton || statistics_.jacobians == 0) return {};
  return memory_->newton->entries();
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
