// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/auto_integrator.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "holon/base/errors.h"
#include "holon/expr/graph/scalar.h"
#include "holon/solve/radau.h"
#include "holon/solve/stepper.h"

namespace holon::detail {
namespace {

// Stiff steps before an implicit method is tried (an orbit has some twenty at its pericentre);
// after a trial in vain so many times more of them, and of windows. The trial may cost as much as
// so many of them.
constexpr int kStiffStepsBeforeTrial = 24, kWaitFactor = 4, kLongestWait = 1'000'000;
constexpr double kStepsOfTrial = 40;
// Steps in a row that stability does not hold down, after which what was stiff before is forgotten.
// Behind events the explicit method has some that are short.
constexpr int kUnrestrictedSteps = 30;
// Of a trial by dopri5, radau and cvode: first steps that do not count, as a method finds its step
// and order there, and steps that it has at least.
constexpr std::array<int, AutoIntegrator::kMethods> kLeadIn{10, 4, 30}, kSettling{30, 12, 60};
// Of radau where nothing is stiff: there it pays in order 9, with which it begins, by a step so
// many times as long as the explicit method's.
constexpr int kCalmLeadIn = 3, kCalmSettling = 8;
constexpr double kCalmStep = 4, kCalmJacobians = 2;
// Behind so many steps one that has cost so many times what it would have cost dopri5 is over.
constexpr int kHopelessSteps = 5;
constexpr double kHopeless = 1.6;
// Of what a step of lower order costs, what the explicit method would take.
constexpr double kUnknownShare = 0.5;
// A tolerance at which the higher order pays there, and steps before it is tried.
constexpr double kTight = 2e-9;
constexpr int kCalmSteps = 64, kCalmWaitFactor = 3;
// And steps for each state beyond a few, which take about as long as to derive the Jacobian (in
// machine code; it is not in the operations): a shorter run would only lose by it.
constexpr int kCalmStepsPerState = 100, kFewStates = 5;
// What such a trial may cost of all that has been spent, and of the steps since one in vain.
constexpr double kCalmFirstShare = 0.3, kCalmShare = 0.06;
// What a trial may cost of all that has been spent before it.
constexpr double kTrialShare = 0.2;
constexpr double kDense = 32, kDenseSolutions = 64;
// About what a step costs before there has been one: evaluations, operations per state, operations.
struct StepCost {
  double evaluations, per_state, alone;
};
constexpr std::array<StepCost, AutoIntegrator::kMethods> kStepCost{
    {{6, 6 * kExplicitPerState, 0}, {14, 300, 500}, {1.7, 130, 1000}}};
// Where accuracy sets the step of a method of order 5 it uses this much of what is stable, some
// times: medians over the examples are 0.01 to 0.03 at 1e-10. Where stability sets it they are 0.26
// to 1: step control holds it below the bound, and slow states weigh in the estimate.
constexpr double kUse = 0.1, kUseTolerance = 1e-10, kMostUse = 0.25;
// While steps grow by this much a method has not found its step, and its trial goes on.
constexpr double kGrowth = 1.5;
constexpr int kMostSettling = 2;  // … up to so many times the steps that it has at least
// What has to be won.
constexpr double kGain = 1.25;
// The explicit method: the bound of h |λ|, and evaluations of a step.
constexpr double kExplicitBound = 3.3;
constexpr int kEvaluations = 6;
constexpr int kPowerIterations = 24;

}  // namespace

AutoIntegrator::AutoIntegrator(Rhs& rhs, const IntegratorOptions& options, Make make)
    : rhs_(rhs),
      make_(std::move(make)),
      restricted_use_(
          std::min(kMostUse, kUse * runtime_pow(options.tolerance / kUseTolerance, 1.0 / 5))),
      is_tight_(options.tolerance <= kTight),
      has_unknowns_(rhs.has_nonlinear_unknowns()) {
  methods_[index(Method::dopri5)] = make_(Method::dopri5);
}

void AutoIntegrator::start(double t, const double* x) {
  for (const Method m : {Method::radau, Method::cvode}) methods_[index(m)].reset();
  used_ = next_ = settled_ = Method::dopri5;
  candidate_ = Method::radau;
  stiff_ = nonstiff_ = 0;
  stiff_before_trial_ = kStiffStepsBeforeTrial;
  const int derivation = has_unknowns_ ? 0 : kCalmStepsPerState * (rhs_.size() - kFewStates);
  calm_before_trial_ = std::max(kCalmSteps, derivation);
  is_calm_ = false;
  calm_cost_ = explicit_cost_ = stable_pace_ = 0;
  used().start(t, x);
  begin_window();
  take_statistics();
}

void AutoIntegrator::restart(double t, const double* x) {
  try {
    used().restart(t, x);
  } catch (const RunError&) {  // a root that f does not use may be none here
    if (used_ == Method::dopri5) throw;
    settled_ = used_ = next_ = Method::dopri5;
    is_calm_ = false;
    stiff_ = nonstiff_ = 0;
    used().restart(t, x);
    begin_window();
  }
  take_statistics();
}

void AutoIntegrator::go_on(double t, const double* x) {
  used().go_on(t, x);
  take_statistics();
}

void AutoIntegrator::archive(Archive& a) {
  archive_decisions(a);
  archive_methods(a, false);
}

void AutoIntegrator::archive_whole(Archive& a) {
  archive_decisions(a);
  if (used_ == Method::cvode) a.refuse("holds the whole state of a multistep method");
  archive_methods(a, true);
  take_statistics();
}

// What it counts and has decided.
void AutoIntegrator::archive_decisions(Archive& a) {
  archive_choice(a, "used", used_);
  archive_choice(a, "next", next_);
  archive_choice(a, "settled", settled_);
  archive_choice(a, "candidate", candidate_);
  a.item("window_steps", steps_in_window_);
  a.item("window_length", window_length_);
  a.item("window_cost", window_cost_);
  a.item("trial_steps", steps_in_trial_);
  a.item("trial_cost", trial_cost_);
  a.item("settled_pace", settled_pace_);
  a.item("budget", budget_);
  a.item("trial_length", trial_length_);
  a.item("has_grown", has_grown_);
  a.item("stiff_steps", stiff_);
  a.item("nonstiff_steps", nonstiff_);
  a.item("stiff_steps_before_trial", stiff_before_trial_);
  a.item("calm_steps_before_trial", calm_before_trial_);
  a.item("is_calm", is_calm_);
  a.item("calm_cost", calm_cost_);
  a.item("explicit_cost", explicit_cost_);
  a.item("stable_pace", stable_pace_);
  for (std::size_t k = 0; k < kMethods; ++k) {
    a.item("windows_left", left_[k]);
    a.item("windows_to_wait", wait_[k]);
  }
  a.item("window_size", window_size_);
  a.item("direction", direction_);
  if (!direction_.empty() && direction_.size() != static_cast<std::size_t>(rhs_.size()))
    a.refuse("holds a direction of another number of states");
}

// A method that is named is there, also where what follows is refused.
void AutoIntegrator::archive_choice(Archive& a, const char* name, Method& choice) {
  Method named = choice;
  a.item(name, named);
  if (named < Method::dopri5 || named > Method::cvode)
    a.refuse("names no method of the solver 'auto'");
  if (&choice == &used_ && !methods_[index(named)]) methods_[index(named)] = make_(named);
  choice = named;
}

void AutoIntegrator::archive_methods(Archive& a, bool is_whole) {
  for (const Method m : {Method::dopri5, Method::radau, Method::cvode}) {
    std::unique_ptr<Integrator>& method = methods_[index(m)];
    bool is_made = method != nullptr;
    a.item("is_made", is_made);
    if (!is_made && (m == used_ || m == settled_ || m == Method::dopri5))
      a.refuse("lacks a method that was in use");
    if (!is_made) continue;
    if (!method) method = make_(m);
    is_whole&& m == used_ ? method->archive_whole(a) : method->archive(a);
  }
}

// What a method cannot do another may: that goes on from the last state.
double AutoIntegrator::step(double limit) {
  if (next_ != used_) begin_next();
  double before = time(), spent = used().operation_count();
  try {
    used().step(limit);
  } catch (const RunError&) {
    if (settled_ == Method::dopri5 && used_ == settled_) throw;
    give_up();
    before = time();
    spent = used().operation_count();
    used().step(limit);
  }
  window_length_ += time() - before;
  if (is_calm_ && used_ == Method::radau) add_calm_step(used().operation_count() - spent);
  ++steps_in_window_;
  if (is_trial()) {
    watch_trial(used().operation_count() - spent);
  } else if (used_ == Method::dopri5) {
    watch_explicit();
  } else {
    watch_implicit();
  }
  take_statistics();
  return time();
}

// A method that cannot begin here has failed in its trial.
void AutoIntegrator::begin_next() {
  try {
    switch_to(next_);
  } catch (const RunError&) {
    if (next_ == Method::dopri5) throw;
    const Method failed = std::exchange(next_, used_);
    if (is_calm_)
      calm_before_trial_ = std::min(calm_before_trial_ * kCalmWaitFactor, kLongestWait);
    else
      wait_for(failed);
    is_calm_ = false;
    begin_window();
  }
}

// Back from a trial, or from an implicit method to the explicit one.
void AutoIntegrator::give_up() {
  if (!is_trial()) settled_ = Method::dopri5;
  if (is_calm_trial())
    return_from_calm();
  else
    return_from_trial();
  switch_to(next_);
}

void AutoIntegrator::watch_explicit() {
  if (used().statistics().stability_use > restricted_use_) {
    nonstiff_ = 0;
    ++stiff_;
  } else if (++nonstiff_ == kUnrestrictedSteps) {
    stiff_ = 0;
    if (!has_unknowns_) begin_window();
  }
  if (stiff_ >= stiff_before_trial_) return begin_trial(candidate_);
  if (!is_tight_ && !has_unknowns_) return;
  // Unknowns pay whether steps are stiff or not, and where both alternate.
  const int steps = has_unknowns_ ? steps_in_window_ : std::min(nonstiff_, steps_in_window_);
  if (steps < calm_before_trial_) return;
  const double most = kCalmFirstShare * operation_count();
  double cost = calc_trial_cost(Method::radau);
  // To know what the Jacobian costs it is derived: not before that may be worth it.
  if (cost <= most) cost += kCalmJacobians * radau().jacobian_operation_count();
  if (cost > most) return begin_window();
  if (!has_unknowns_) return begin_calm_trial();
  // Which radau finds with its stages, and the explicit method in each evaluation: it may pay in
  // any order, so paces count.
  calm_before_trial_ = std::min(calm_before_trial_ * kWaitFactor, kLongestWait);
  begin_trial(Method::radau);
}

void AutoIntegrator::watch_trial(double cost) {
  const int lead_in = is_calm_trial() ? kCalmLeadIn : kLeadIn[index(used_)];
  const int settling = is_calm_trial() ? kCalmSettling : kSettling[index(used_)];
  if (++steps_in_trial_ == lead_in) {
    begin_window();
    calm_cost_ = explicit_cost_ = 0;
  }
  const bool is_growing = !is_calm_trial() && is_growing_since(cost, lead_in) &&
                          steps_in_trial_ < (used_ == Method::radau ? kMostSettling : 1) * settling;
  const bool is_hopeless =
      steps_in_trial_ >= kHopelessSteps && calm_cost_ > kHopeless * explicit_cost_;
  const bool is_over = used().operation_count() - trial_cost_ > budget_;
  const bool is_spent = is_calm_trial() ? is_hopeless || is_over || steps_in_trial_ >= settling
                                        : is_over && !is_growing;
  const bool pays =
      is_calm_trial() ? explicit_cost_ > kGain * calm_cost_ : calc_pace() > kGain * settled_pace_;
  if (!pays && is_spent) return is_calm_trial() ? return_from_calm() : return_from_trial();
  if (pays && steps_in_trial_ >= settling && !is_growing) settle();
}

// Whether the trial's method has not found its step: while the last step, which has spent `cost`,
// is much longer than the mean of those that count, which then begin with this one, and as many
// more as those that do not count at first.
bool AutoIntegrator::is_growing_since(double cost, int lead_in) {
  trial_length_ = time() - previous_time();
  if (trial_length_ * steps_in_window_ > kGrowth * window_length_) {
    steps_in_window_ = 1;
    window_length_ = trial_length_;
    window_cost_ = used().operation_count() - cost;
    has_grown_ = true;
  }
  return has_grown_ && steps_in_window_ < lead_in;
}

Radau& AutoIntegrator::radau() {
  std::unique_ptr<Integrator>& method = methods_[index(Method::radau)];
  if (!method) method = make_(Method::radau);
  return dynamic_cast<Radau&>(*method);
}

// Where a motion becomes faster and slower, paces of different times do not compare: each step of
// radau estimates what the explicit method would have spent on it, but for one of the lower order,
// of which there are only some if the higher one does not pay.
void AutoIntegrator::add_calm_step(double cost) {
  if (steps_in_window_ % kCalmSettling == 0) stable_pace_ = calc_explicit_pace();
  const double steps = radau().calc_explicit_steps();
  const StepCost& step = kStepCost[0];
  const double accurate = steps > 0 ? steps * (step.evaluations * rhs_.operation_count() +
                                               step.per_state * static_cast<double>(rhs_.size()))
                                    : kUnknownShare * cost;
  const double stable = stable_pace_ > 0 ? (time() - previous_time()) / stable_pace_ : 0;
  if (stable > accurate) ++stiff_;
  calm_cost_ += cost;
  explicit_cost_ += std::max(accurate, stable);
}

// The next trial comes after three times as many steps, but not later than it costs little of them:
// a motion may change.
void AutoIntegrator::return_from_calm() {
  const Integrator& explicit_method = *methods_[index(Method::dopri5)];
  const double step =
      explicit_method.operation_count() / static_cast<double>(explicit_method.statistics().steps);
  const double longest = calc_trial_cost(Method::radau) / (kCalmShare * step);
  next_ = settled_ = Method::dopri5;
  is_calm_ = false;
  stiff_ = nonstiff_ = 0;
  calm_before_trial_ =
      std::max(kCalmSteps,
               static_cast<int>(std::min<double>(calm_before_trial_ * kCalmWaitFactor, longest)));
}

// The others are tried after a window, first the explicit one where it might pay.
void AutoIntegrator::watch_implicit() {
  if (is_calm_ && steps_in_window_ >= kCalmSettling && explicit_cost_ < calm_cost_)
    return return_from_calm();
  if (steps_in_window_ < kSettling[index(used_)] || calc_window_cost() < window_size_) return;
  if (is_calm_) {
    // What is stiff by now is no longer a choice between two methods.
    is_calm_ = 2 * std::exchange(stiff_, 0) < steps_in_window_;
    calm_cost_ /= 2;
    explicit_cost_ /= 2;
    return begin_window();
  }
  for (const Method other : {Method::dopri5, Method::cvode, Method::radau}) {
    if (other == used_ || --left_[index(other)] > 0 || !can_afford(other)) continue;
    if (other == Method::dopri5 && !(calc_explicit_pace() > kGain * calc_pace())) continue;
    begin_trial(other);
    break;
  }
  if (next_ == used_) begin_window();
}

void AutoIntegrator::begin_window() {
  steps_in_window_ = 0;
  window_length_ = 0;
  window_cost_ = used().operation_count();
}

void AutoIntegrator::begin_trial(Method candidate) {
  settled_pace_ = calc_pace();
  budget_ = calc_window_cost();
  trial_length_ = 0;
  if (settled_ == Method::dopri5) {
    window_size_ = budget_ * kStepsOfTrial / stiff_before_trial_;
    budget_ = std::max(window_size_, budget_ / kWaitFactor);
  }
  next_ = candidate;
}

void AutoIntegrator::begin_calm_trial() {
  begin_trial(Method::radau);
  is_calm_ = true;
  window_size_ = budget_ = kTrialShare * operation_count();
}

bool AutoIntegrator::can_afford(Method candidate) const {
  return calc_trial_cost(candidate) <= kTrialShare * operation_count();
}

double AutoIntegrator::calc_trial_cost(Method candidate) const {
  const std::size_t m = index(candidate);
  const bool is_calm = settled_ == Method::dopri5 || is_calm_;
  const int steps = is_calm ? kCalmSettling : kSettling[m];
  if (const auto& known = methods_[m]; known && known->statistics().steps >= kHopelessSteps)
    return steps * known->operation_count() / static_cast<double>(known->statistics().steps);
  const StepCost& cost = kStepCost[m];
  const auto n = static_cast<double>(rhs_.size());
  // Few states are solved by dense matrices.
  const double squares = candidate == Method::radau && n < kDense ? kDenseSolutions * n * n : 0;
  return steps *
         (cost.evaluations * rhs_.operation_count() + cost.per_state * n + cost.alone + squares);
}

// What it has replaced may pay again: soon, or where it is the explicit one, when it seems so.
void AutoIntegrator::settle() {
  if (used_ == Method::dopri5) {
    stiff_ = nonstiff_ = 0;
    stiff_before_trial_ = kStiffStepsBeforeTrial;
    calm_before_trial_ = std::min(calm_before_trial_ * kCalmWaitFactor, kLongestWait);
    candidate_ = settled_;
    is_calm_ = false;
  } else {
    is_calm_ = is_calm_ && used_ == Method::radau;
    stiff_ = 0;
    left_.fill(1);
    wait_.fill(1);
  }
  settled_ = used_;
  begin_window();
}

void AutoIntegrator::return_from_trial() {
  next_ = settled_;
  wait_for(used_);
}

// Behind a trial in vain.
void AutoIntegrator::wait_for(Method failed) {
  if (settled_ == Method::dopri5) {
    const bool was_stiff = stiff_ >= stiff_before_trial_;  // or tried for its unknowns
    stiff_ = nonstiff_ = 0;
    if (!was_stiff) return;
    stiff_before_trial_ = std::min(stiff_before_trial_ * kWaitFactor, kLongestWait);
    candidate_ = failed == Method::radau ? Method::cvode : Method::radau;
    return;
  }
  int& wait = wait_[index(failed)];
  wait = std::min(wait * kWaitFactor, kLongestWait);
  left_[index(failed)] = wait;
}

double AutoIntegrator::operation_count() const {
  double sum = 0;
  for (const auto& method : methods_) sum += method ? method->operation_count() : 0;
  return sum;
}

double AutoIntegrator::calc_window_cost() const {
  return std::max(used().operation_count() - window_cost_, 1.0);
}

double AutoIntegrator::calc_pace() const { return window_length_ / calc_window_cost(); }

// |λ| of the fastest motion by the power method on the last Jacobian; the growth over the last
// iterations, since the vector of a pair of complex values turns.
double AutoIntegrator::calc_explicit_pace() {
  const auto n = static_cast<std::size_t>(rhs_.size());
  if (direction_.size() != n) {
    direction_.resize(n);
    for (std::size_t i = 0; i < n; ++i)
      direction_[i] = 1 + 0.1 * std::sin(1.0 + static_cast<double>(i));
  }
  constexpr int kCounted = kPowerIterations / 2;
  std::vector<double> image(n);
  double growth = 1;
  for (int k = 0; k < kPowerIterations; ++k) {
    double before = 0, after = 0;
    for (const double d : direction_) before = std::max(before, std::abs(d));
    if (!used().multiply_jacobian(direction_.data(), image.data())) return 0;
    for (const double d : image) after = std::max(after, std::abs(d));
    if (!(after > 0 && std::isfinite(after))) {
      direction_.clear();
      return 0;
    }
    if (k >= kPowerIterations - kCounted) growth *= after / before;
    for (std::size_t i = 0; i < n; ++i) direction_[i] = image[i] / after;
  }
  const double rate = runtime_pow(growth, 1.0 / kCounted);
  const double evaluation =
      rhs_.operation_count() + kExplicitPerState * static_cast<double>(rhs_.size());
  return kExplicitBound / rate / (kEvaluations * evaluation);
}

void AutoIntegrator::switch_to(Method m) {
  const double t = time(), last_step = t - previous_time();
  const std::vector<double> x(state(), state() + rhs_.size());
  std::unique_ptr<Integrator>& method = methods_[index(m)];
  if (method) {
    method->restart(t, x.data());
  } else {
    std::unique_ptr<Integrator> made = make_(m);
    made->start(t, x.data());
    method = std::move(made);
  }
  if (is_calm_trial() && m == Method::radau) radau().try_most_stages(kCalmStep * last_step);
  used_ = next_ = m;
  steps_in_trial_ = 0;
  trial_cost_ = used().operation_count();
  has_grown_ = false;
  begin_window();
}

void AutoIntegrator::take_statistics() {
  statistics_ = methods_[index(Method::dopri5)]->statistics();
  if (is_calm_) statistics_.stability_use = 0;
  for (const Method m : {Method::radau, Method::cvode}) {
    if (methods_[index(m)]) statistics_.add_steps_of(methods_[index(m)]->statistics());
  }
}

}  // namespace holon::detail
