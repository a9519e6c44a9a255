// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "holon/solve/integrator.h"

namespace holon::detail {

/// An implicit method with another one for what it cannot pass.
///
/// Across losses of rank: where constraints are about to lose their rank (a parallelogram whose
/// bars come into line) the right side grows without bound beside them, multistep and collocation
/// methods follow it in ever shorter steps, or stand beside it where none is short enough. dopri5,
/// whose stages can be projected, steps across (dopri5.h). So the least singular value of the
/// constraints' slopes is followed (Rhs::measure_rank); where it has fallen far, the substitute
/// takes the steps until it has risen again. Then the method restarts.
///
/// After a failure: the substitute continues for the rest of the run.
class SubstituteIntegrator final : public Integrator {
 public:
  enum class Use { across_losses_of_rank, after_failure };
  using Make = std::function<std::unique_ptr<Integrator>()>;

  /// The substitute is made when it is first needed.
  SubstituteIntegrator(Use use, Rhs& rhs, std::unique_ptr<Integrator> method, Make make_substitute);

  void start(double t, const double* x) override;
  void restart(double t, const double* x) override;
  void go_on(double t, const double* x) override;
  double step(double limit) override;

  double time() const override { return used().time(); }
  double previous_time() const override { return used().previous_time(); }
  const double* state() const override { return used().state(); }
  void interpolate(double t, double* x) override { used().interpolate(t, x); }
  const StepStatistics& statistics() const override { return statistics_; }
  std::string_view method() const override { return used().method(); }
  double operation_count() const override;
  bool multiply_jacobian(const double* v, double* image) override {
    return method_->multiply_jacobian(v, image);
  }
  void archive(Archive& a) override;
  bool has_whole_state() const override { return method_->has_whole_state(); }
  void archive_whole(Archive& a) override;

 private:
  Integrator& used() { return uses_substitute_ ? *substitute_ : *method_; }
  const Integrator& used() const { return uses_substitute_ ? *substitute_ : *method_; }
  double measure();
  void watch_approach(double limit);
  void watch_passage();
  void switch_to(bool substitute);
  void replace(double t, const double* x);
  void take_statistics();
  void archive_decisions(Archive& a);

  const Use use_;
  Rhs& rhs_;
  const std::unique_ptr<Integrator> method_;
  std::unique_ptr<Integrator> substitute_;
  const Make make_substitute_;
  bool uses_substitute_ = false;  // in the last step
  bool is_next_ = false;          // in the next one
  // Of losses of rank.
  double longest_ = 0;  // [s] of the method's steps since its beginning or the last measure
  int rank_ = 0;        // the largest so far
  double measure_ = 0;  // the last one
  double usual_ = 0;    // the largest one so far
  int steps_since_ = 0, steps_between_ = 1;  // measures
  int steps_of_passage_ = 0;
  int stiff_steps_ = 0;    // of this passage
  bool is_stiff_ = false;  // since the rank has come near its loss
  std::int64_t passages_ = 0;
  double failed_at_ = -1;  // [s] from when on the substitute continues; negative: never
  StepStatistics statistics_;
};

}  // namespace holon::detail
