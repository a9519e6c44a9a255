// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/estimate/transition.h"

namespace holon {

/// A state whose rate is zero in the model and that returns to its mean: x' = −(x − m) rate.
struct StateDecay {
  int component = 0;  ///< in x
  int tangent = 0;    ///< in δ
  double rate = 0;    ///< [1/s]
};

/// A model's transition with biases of sensors, which stay as they are unless they have a decay. A
/// step is half a decay, the model's step, and the other half (G. Strang, 1968), of order 2 in h
/// rate.
class BiasedTransition final : public TransitionModel {
 public:
  /// has_differences: derivatives by central differences, as a check of the exact ones.
  BiasedTransition(Transition& model, const Manifold& manifold, bool has_differences)
      : model_(model), manifold_(manifold), has_differences_(has_differences) {}

  const Manifold& manifold() const override { return manifold_; }
  void advance(double t, double h, const Eigen::VectorXd& x, Eigen::VectorXd& next,
               Eigen::MatrixXd* F) override;
  bool find_rates(double t, const Eigen::VectorXd& x, Eigen::MatrixXd& A) override;
  bool has_constant_rates() const override { return model_.has_constant_rates(); }
  bool has_constraints() const override { return model_.has_constraints(); }
  void constrain(double t, Eigen::VectorXd& x, Eigen::MatrixXd& T) override;
  void set_decays(const std::vector<StateDecay>& decays) { decays_ = decays; }
  /// x whose components are the means.
  void set_reference(const Eigen::VectorXd& x) { reference_ = x; }
  void set_reference(const std::vector<double>& x) {
    reference_ = Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
  }
  std::vector<double> reference() const { return {reference_.begin(), reference_.end()}; }

 private:
  void decay(double h, Eigen::VectorXd& x) const;
  Transition& model_;
  const Manifold& manifold_;
  bool has_differences_;
  std::vector<StateDecay> decays_;
  Eigen::VectorXd reference_;
  Eigen::VectorXd x_, next_;
  Eigen::MatrixXd F_;
};

/// z = h(x) + b, with the biases b among the states; -1: none.
class BiasedMeasurement final : public MeasurementModel {
 public:
  BiasedMeasurement(Measurement& model, const Manifold& from, bool has_differences, int model_size,
                    int states, int bias, int bias_tangent)
      : model_(model),
        from_(from),
        has_differences_(has_differences),
        model_size_(model_size),
        states_(states),
        bias_(bias),
        bias_tangent_(bias_tangent) {}

  const std::string& name() const override { return model_.name(); }
  const Manifold& manifold() const override { return model_.manifold(); }
  void measure(double t, const Eigen::VectorXd& x, Eigen::VectorXd& z, Eigen::MatrixXd* H) override;

 private:
  Measurement& model_;
  const Manifold& from_;
  bool has_differences_;
  int model_size_, states_, bias_, bias_tangent_;
  Eigen::VectorXd x_;
  Eigen::MatrixXd H_;
};

}  // namespace holon
