// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "holon/estimate/estimation_models.h"
#include "holon/system/system.h"

namespace holon {

/// One step of a filter's model: by integration with a fixed number of substeps.
struct TransitionStep {
  enum class Method : std::uint8_t {
    rk4,       ///< the classical method of order 4
    rk3,       ///< Kutta's of order 3, with three quarters of its evaluations
    implicit,  ///< Radau IIA with two stages, order 3, stiffly accurate: for stiff models
    exact,     ///< matrix exponential, for models with x' = A x + c; throws for any other
  };
  Method method = Method::rk4;
  int substeps = 1;
};

/// Parameters that follow signals during steps: linear from `first` at `begin` to `last` at `end`
/// [s], constant outside. So a step takes in signals that are sampled at its two ends without a
/// lag.
struct InputRamp {
  std::vector<int> parameters;  ///< of the System, by index
  double begin = 0, end = 0;
  std::vector<double> first, last;
};

/// f(x) = the state after a step, with its exact Jacobian: the first of the two transformers that
/// make a filter of a model, usable without one.
///
///   Transition f = make_transition(system);
///   f.advance(0, 0.01, x, next, &F);
///
/// Parameters, discrete states and delayed signals are constant during a step; modes (friction,
/// contacts) are found at the beginning of each substep and held. Quaternions are normalised and
/// the constraints of closed loops restored after each substep; F then maps into their tangent
/// space.
class Transition final : public TransitionModel {
 public:
  ~Transition() override;
  Transition(Transition&&) noexcept;

  const Manifold& manifold() const override;
  void advance(double t, double h, const Eigen::VectorXd& x, Eigen::VectorXd& next,
               Eigen::MatrixXd* F) override;
  bool find_rates(double t, const Eigen::VectorXd& x, Eigen::MatrixXd& A) override;
  bool has_constant_rates() const override;

  /// Of the System's parameters that are no states, in its order (np): the inputs of the model.
  void set_parameters(const std::vector<double>& values);
  void set_parameter(int index, double value);
  void set_discrete(const std::vector<double>& values);
  void set_ramp(const InputRamp& ramp);
  /// A consistent start: the System's initial state with its parameters, then the parameters that
  /// are states.
  Eigen::VectorXd find_start();
  /// Restores the constraints of closed loops and unit quaternions in place; false if there are
  /// none.
  bool project(double t, Eigen::VectorXd& x);
  /// Whether closed loops restrict the state, so that a covariance is singular.
  bool has_constraints() const override;
  void constrain(double t, Eigen::VectorXd& x, Eigen::MatrixXd& T) override;
  /// What the model does that a step does not: events with resets.
  const std::vector<std::string>& notes() const;

 private:
  friend Transition make_transition(const System&, const TransitionStep&, const std::vector<int>&);
  struct Impl;
  explicit Transition(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// `parameters`: those of the System (by index) that become states with the rate 0. The system must
/// outlive the result. Throws ModelError for models that have clocks of their own, and with
/// Method::exact for models that are not linear.
Transition make_transition(const System& system, const TransitionStep& step = {},
                           const std::vector<int>& parameters = {});

/// h(x) = the values of outputs, with its exact Jacobian: the second transformer.
class Measurement final : public MeasurementModel {
 public:
  ~Measurement() override;
  Measurement(Measurement&&) noexcept;

  const std::string& name() const override;
  const Manifold& manifold() const override;
  /// Whether a state or a parameter among the states appears in what it measures.
  bool depends_on_states() const;
  void measure(double t, const Eigen::VectorXd& x, Eigen::VectorXd& z, Eigen::MatrixXd* H) override;

  void set_parameters(const std::vector<double>& values);
  void set_parameter(int index, double value);
  void set_discrete(const std::vector<double>& values);
  void set_ramp(const InputRamp& ramp);

 private:
  friend Measurement make_measurement(const System&, std::string, const std::vector<std::string>&,
                                      const std::vector<int>&);
  struct Impl;
  explicit Measurement(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// `name`: of the sensor, for messages. `outputs`: complete ones ("link.position") or components.
/// `parameters` as in make_transition. Throws InputError for unknown outputs. Not while other
/// threads compile programs of this system (see System::select_outputs).
Measurement make_measurement(const System& system, std::string name,
                             const std::vector<std::string>& outputs,
                             const std::vector<int>& parameters = {});

}  // namespace holon
