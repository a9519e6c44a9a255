// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "holon/base/archive.h"
#include "holon/expr/program/program.h"
#include "holon/solve/rhs.h"
#include "holon/system/system.h"

namespace holon {

/// Compiled functions of a System, shared by whoever runs it.
struct SystemPrograms {
  Program derivative;
  Program indicators;                    ///< unused where the system has no modes
  Program conditions, resets;            ///< unused where it has no events
  Program ticks;                         ///< unused where it has no clocks
  std::vector<Program> process_inputs;   ///< by process
  Program roots;                         ///< unused where it has none
  Program position_step, velocity_step;  ///< unused where it has no constraints
  ProgramOptions options;                ///< of all of them

  explicit SystemPrograms(const System& system, const ProgramOptions& options = {});
};

/// What a run brings to a System besides its states: the inputs u.
class InputSource {
 public:
  virtual ~InputSource() = default;
  /// u (nu) at t.
  virtual void read(double t, double* u) const = 0;
};

class ModeSearch;

/// Fills the inputs (t, x, u, p, d, m) of a System's functions for L samples. Modes are evaluated
/// in place, at every point anew, until they are set: then they stand.
class SystemInputs {
 public:
  /// Parameters begin at the system's own values.
  SystemInputs(const System& system, const Program& indicators, int lanes);
  ~SystemInputs();

  /// Of one lane.
  void set_parameters(int lane, const std::vector<double>& values);
  /// Discrete states (nd, contiguous) and modes (nm) of one lane.
  void set_discrete(int lane, const double* values);
  void set_modes(int lane, const double* values);
  /// The system's inputs u (nu, contiguous) of one lane …
  void set_inputs(int lane, const double* values);
  /// … or, with one lane, where they come from; it must outlive this.
  void set_source(const InputSource* source) { source_ = source; }
  /// All inputs (function_input_count x lanes) at t (lanes), x (nx x lanes).
  const double* fill(const double* t, const double* x);
  /// Evaluates the modes at the point of the last fill; where a relation depends on others they are
  /// iterated to a fixed point, or searched, with one lane (mode_search.h). False where none are
  /// found; then the last round stands. `from`: all inputs at a point where the modes so far agree.
  bool find_modes(const double* from = nullptr);
  /// With one lane: whether ideal elements of circuits have a solution at the point of the last
  /// fill; and which of them contradict each other where they had none in `find_modes` or here.
  bool is_solvable();
  std::string contradiction() const;
  /// Whether the modes have been set.
  bool holds_modes() const { return holds_modes_; }
  /// The modes (nm x lanes).
  const double* modes() const { return in_.data() + modes_at_ * lanes_; }
  /// What stands still between ticks and events: discrete states, and modes once they have been
  /// set (each x lanes).
  std::span<const double> held() const {
    const std::size_t end = holds_modes_ ? in_.size() : modes_at_ * lanes_;
    return {in_.data() + discrete_at_ * lanes_, in_.data() + end};
  }
  /// Where those begin among the inputs of one lane.
  std::size_t held_offset() const { return discrete_at_; }
  /// What the last fill made.
  const double* data() const { return in_.data(); }

 private:
  const System& system_;
  const Program& indicators_;
  Workspace workspace_;
  std::size_t lanes_, states_, parameters_at_, discrete_at_, modes_at_;
  bool holds_modes_ = false;
  bool iterate_modes();
  ModeSearch& search();

  const InputSource* source_ = nullptr;
  std::vector<double> in_, indicator_values_;
  std::unique_ptr<ModeSearch> search_;  // made when it is first needed
};

class Projection;

/// x' = f of a System as the integrators want it.
class SystemRhs final : public Rhs {
 public:
  /// The system and the programs must outlive this. Without `stabilise` the drift is measured but
  /// the state left as it is.
  SystemRhs(const System& system, const SystemPrograms& programs, int lanes, bool stabilise = true);
  ~SystemRhs() override;

  /// Parameters of a system with constraints are those of all lanes.
  void set_parameters(int lane, const std::vector<double>& values);
  /// Largest violation of an invariant that `project` has met so far, stabilised or not.
  double largest_drift() const { return largest_drift_; }
  /// Discrete states (nd) and modes (nm) of one lane, from now on; those of a system with
  /// constraints are those of all lanes. Without them modes are evaluated in place.
  void set_discrete(int lane, const double* values);
  void set_modes(int lane, const double* values);
  /// Of one lane.
  void set_source(const InputSource* source);

  /// What it has met so far, for a checkpoint.
  void archive(Archive& a) { a.item("largest_drift", largest_drift_); }

  int size() const override { return system_.state_count(); }
  int lanes() const override { return lanes_; }
  void run(const double* t, const double* x, double* dx) override;
  double project(double t, double* x) override;
  bool has_constraints() const override { return stabilise_ && system_.constraints.has_value(); }
  bool has_invariants() const override;
  double project_trial(double t, double* x) override;
  double measure_rank(double t, const double* x, int& rank) override;
  /// Of the discrete states and of modes that have been set those on which the Jacobians that have
  /// been made depend.
  std::span<const double> branch() const override;
  /// Made, exact and sparse, when it is first needed.
  const Sparsity* jacobian_pattern() override;
  void run_jacobian(double t, const double* x, double* entries) override;
  bool has_nonlinear_unknowns() const override;
  /// Made when it is first needed.
  ImplicitShape implicit_shape(KeptEquations kept) override;
  void find_unknowns(double t, const double* x, double* z) override;
  void run_implicit(double t, const double* x, const double* z, double* values) override;
  void run_implicit_jacobian(double t, const double* x, const double* z, double* entries) override;
  double operation_count() const override;
  double jacobian_operation_count() override;
  std::vector<StateGroup> groups() const override;
  std::string state_name(int index) const override { return system_.state_name(index); }

 private:
  struct ImplicitPrograms;

  void find_branch_places(const Function& jacobian);
  const double* fill_implicit(double t, const double* x, const double* z);

  const System& system_;
  const SystemPrograms& programs_;
  const int lanes_;
  const bool stabilise_;
  SystemInputs inputs_;
  Workspace workspace_;
  std::unique_ptr<Projection> projection_;
  std::optional<Program> residual_;  // of the constraints; made when their rank is first needed
  Sparsity jacobian_pattern_;
  std::optional<Program> jacobian_;
  std::vector<std::size_t> branch_places_;  // among discrete states and modes; in order
  mutable std::vector<double> branch_;
  std::unique_ptr<ImplicitPrograms> implicit_;
  // Of f and its Jacobian, with those of solving; counted when they are first needed.
  mutable double operations_ = 0;
  double jacobian_operations_ = 0;
  double largest_drift_ = 0;
};

}  // namespace holon
