// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/integrator.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "holon/solve/auto_integrator.h"
#include "holon/solve/cvode.h"
#include "holon/solve/dopri5.h"
#include "holon/solve/ida.h"
#include "holon/solve/radau.h"
#include "holon/solve/rk4.h"
#include "holon/solve/substitute.h"

namespace holon {
namespace {

using detail::AutoIntegrator;
using detail::Cvode;
using detail::Dopri5;
using detail::Ida;
using detail::Radau;
using detail::Rk4;
using detail::StepFailure;
using detail::SubstituteIntegrator;

template <class Method>
class ScalarIntegrator final : public Integrator {
 public:
  ScalarIntegrator(const char* name, Rhs& rhs, const IntegratorOptions& options)
      : name_(name), method_(rhs, options) {}

  void start(double t, const double* x) override {
    method_.start(&t, x, 1u);
    check();
  }
  void restart(double t, const double* x) override {
    const StepStatistics before = method_.statistics(0);
    method_.restart(&t, x, 1u);
    method_.add_statistics(0, before);
    check();
  }
  void go_on(double t, const double* x) override {
    if constexpr (requires { method_.is_unchanged(t, x); }) {
      if (method_.is_unchanged(t, x)) return;
    }
    restart(t, x);
  }
  double step(double limit) override {
    if (!(limit > time())) throw std::invalid_argument("Integrator::step: limit is not ahead");
    while (method_.attempt(&limit, 1u) == 0) check();
    return time();
  }
  double time() const override { return method_.time(0); }
  double previous_time() const override { return method_.previous_time(0); }
  const double* state() const override { return method_.states(); }
  void interpolate(double t, double* x) override { method_.interpolate(0, t, x); }
  const StepStatistics& statistics() const override { return method_.statistics(0); }
  std::string_view method() const override { return name_; }
  double operation_count() const override {
    const Rhs& rhs = method_.rhs();
    return static_cast<double>(statistics().evaluations) *
           (rhs.operation_count() + detail::kExplicitPerState * rhs.size());
  }
  void archive(Archive& a) override { method_.archive(a); }
  bool has_whole_state() const override { return true; }
  void archive_whole(Archive& a) override { method_.archive_whole(a); }

 private:
  void check() const {
    if (method_.failure(0).kind != StepFailure::Kind::none)
      throw detail::explain(method_.failure(0), method_.rhs(), method_.options());
  }

  const char* name_;
  Method method_;
};

template <class Method>
class WideIntegrator final : public LaneIntegrator {
 public:
  WideIntegrator(Rhs& rhs, const IntegratorOptions& options) : method_(rhs, options) {}

  void start(const double* t, const double* x, unsigned used) override {
    used_ = used;
    method_.start(t, x, used);
  }
  unsigned step(const double* limits, unsigned lanes) override {
    return method_.attempt(limits, lanes & used_);
  }
  double time(int lane) const override { return method_.time(lane); }
  double previous_time(int lane) const override { return method_.previous_time(lane); }
  void state(int lane, double* x) const override { method_.state(lane, x); }
  void interpolate(int lane, double t, double* x) override { method_.interpolate(lane, t, x); }
  std::string failure(int lane) const override {
    if (method_.failure(lane).kind == StepFailure::Kind::none) return {};
    return detail::explain(method_.failure(lane), method_.rhs(), method_.options()).what();
  }
  const StepStatistics& statistics(int lane) const override { return method_.statistics(lane); }

 private:
  Method method_;
  unsigned used_ = 0;
};

void check_options(std::string_view method, const Rhs& rhs, int lanes,
                   const IntegratorOptions& options) {
  const auto refuse = [&](const char* what) {
    throw std::invalid_argument(std::string(method) + ": " + what);
  };
  const auto is_length = [](double h) { return h >= 0 && std::isfinite(h); };
  if (rhs.lanes() != lanes) refuse("the right side has another number of lanes");
  if (!is_length(options.step) || !is_length(options.initial_step) || !is_length(options.max_step))
    refuse("steps must be finite and not negative");
  if (method == "rk4" && options.step == 0) refuse("a fixed-step method needs a step");
  if (method != "rk4" && !(options.tolerance > 0 && options.tolerance < 1))
    refuse("tolerance must lie between 0 and 1");
}

std::unique_ptr<Integrator> make_radau(Rhs& rhs, const IntegratorOptions& options,
                                       Radau::Form form) {
  return std::make_unique<Radau>("radau", rhs, options, Radau::Stages{3, 5}, form);
}

// Nothing for another method.
std::unique_ptr<Integrator> make_implicit(std::string_view method, Rhs& rhs,
                                          const IntegratorOptions& options) {
  if (method == "cvode") return std::make_unique<Cvode>(rhs, options, Cvode::Method::bdf);
  if (method == "cvode_adams") return std::make_unique<Cvode>(rhs, options, Cvode::Method::adams);
  if (method == "ida") return std::make_unique<Ida>(rhs, options);
  if (method == "radau5")
    return std::make_unique<Radau>("radau5", rhs, options, Radau::Stages{3, 3},
                                   Radau::Form::solved);
  if (method != "radau") return nullptr;
  std::unique_ptr<Integrator> radau = make_radau(rhs, options, Radau::Form::implicit);
  if (!rhs.has_nonlinear_unknowns()) return radau;
  return std::make_unique<SubstituteIntegrator>(
      SubstituteIntegrator::Use::after_failure, rhs, std::move(radau),
      [&rhs, options] { return make_radau(rhs, options, Radau::Form::solved); });
}

}  // namespace

void StepStatistics::add_steps_of(const StepStatistics& other) {
  steps += other.steps;
  rejections += other.rejections;
  evaluations += other.evaluations;
  jacobians += other.jacobians;
  factorisations += other.factorisations;
  if (smallest_step == 0 || (other.smallest_step > 0 && other.smallest_step < smallest_step))
    smallest_step = other.smallest_step;
  largest_step = std::max(largest_step, other.largest_step);
  largest_drift = std::max(largest_drift, other.largest_drift);
}

void StepStatistics::archive(Archive& a) {
  a.item("steps", steps);
  a.item("rejections", rejections);
  a.item("evaluations", evaluations);
  a.item("jacobians", jacobians);
  a.item("factorisations", factorisations);
  a.item("smallest_step", smallest_step);
  a.item("largest_step", largest_step);
  a.item("largest_drift", largest_drift);
  a.item("stability_use", stability_use);
  a.item("stiff_since", stiff_since);
  a.item("coarse_since", coarse_since);
  a.item("coarse_pace", coarse_pace);
}

void Integrator::archive_whole(Archive& a) {
  a.refuse("holds the whole state of a method that restarts at its checkpoints");
}

const std::vector<std::string>& integrator_names() {
  static const std::vector<std::string> names{"dopri5", "rk4",         "radau", "radau5",
                                              "cvode",  "cvode_adams", "ida",   "auto"};
  return names;
}

std::unique_ptr<Integrator> make_integrator(std::string_view method, Rhs& rhs,
                                            const IntegratorOptions& options) {
  check_options(method, rhs, 1, options);
  if (method == "dopri5")
    return std::make_unique<ScalarIntegrator<Dopri5<1>>>("dopri5", rhs, options);
  if (method == "rk4") return std::make_unique<ScalarIntegrator<Rk4<1>>>("rk4", rhs, options);
  if (std::unique_ptr<Integrator> implicit = make_implicit(method, rhs, options)) {
    if (!rhs.has_constraints()) return implicit;
    return std::make_unique<SubstituteIntegrator>(
        SubstituteIntegrator::Use::across_losses_of_rank, rhs, std::move(implicit),
        [&rhs, options] { return make_integrator("dopri5", rhs, options); });
  }
  if (method == "auto") {
    return std::make_unique<AutoIntegrator>(
        rhs, options, [&rhs, options](AutoIntegrator::Method m) {
          if (m == AutoIntegrator::Method::dopri5) return make_integrator("dopri5", rhs, options);
          if (m == AutoIntegrator::Method::cvode) return make_implicit("cvode", rhs, options);
          return make_radau(rhs, options, Radau::Form::implicit);
        });
  }
  throw std::invalid_argument("there is no integrator '" + std::string(method) + "'");
}

std::unique_ptr<LaneIntegrator> make_lane_integrator(std::string_view method, Rhs& rhs,
                                                     const IntegratorOptions& options) {
  constexpr int kLanes = LaneIntegrator::kLanes;
  check_options(method, rhs, kLanes, options);
  if (method == "dopri5") return std::make_unique<WideIntegrator<Dopri5<kLanes>>>(rhs, options);
  if (method == "rk4") return std::make_unique<WideIntegrator<Rk4<kLanes>>>(rhs, options);
  throw std::invalid_argument("there is no integrator '" + std::string(method) + "'");
}

}  // namespace holon
