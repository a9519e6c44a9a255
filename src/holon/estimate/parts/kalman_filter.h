// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "holon/model/assembly/part.h"

namespace holon {

class ModelLoader;
struct FilterPlan;
struct InnerModel;
struct LogRequest;

/// A Kalman filter whose model is a model: this machine itself, a file, or a part.
///
/// x⁺ = f(x, u) integrates the model over a step, z = h(x) + v are outputs of it, F = ∂f/∂x and
/// H = ∂h/∂x are exact. The errors of the estimate are differences of the states, of a quaternion
/// the rotation vector in body axes, with the covariance P; x̂ and P follow R. E. Kalman (1960) and,
/// for `ukf`, S. J. Julier and J. K. Uhlmann (1997); gaussian_filter.h has the equations.
struct KalmanFilter {
  /// kf: as ekf, for a model that is linear. eskf: as ekf; its errors of quaternions are rotation
  /// vectors in both.
  enum class Method : std::uint8_t { kf, ekf, ukf, eskf };
  struct Step {
    enum class Method : std::uint8_t { rk4, rk3, implicit, exact } method = Method::rk4;
    std::int64_t substeps = 1;
    static void describe(Fields<Step>& f);
  };
  struct Row {
    std::vector<Expr> values{};
    static void describe(Fields<Row>& f);
  };
  enum class Derivatives : std::uint8_t { exact, differences };
  struct Measurement {
    std::vector<Expr> measured{};          ///< [any] the signal of the sensor
    std::vector<std::string> predicted{};  ///< outputs of the filter's model; default: `measured`
    std::vector<Expr> sigma{};             ///< [measured] standard deviations, one or each
    std::vector<Row> covariance{};         ///< [SI] in place of `sigma`
    Expr delay = 0.0;                      ///< [s] since the measurement was valid
    std::optional<Expr> valid{};           ///< a condition: there is a measurement
    std::vector<std::string> columns{};    ///< of the log; default: the names in `measured`
    std::optional<double> gate{};          ///< probability of a consistent one to pass
    std::int64_t adaptive = 0;             ///< readings over which its noise is estimated; 0: given
    std::optional<double> sample{};        ///< [s]
    static void describe(Fields<Measurement>& f);
  };
  struct Noise {
    std::vector<Expr> density{};   ///< [state/s^0.5] square root of the power spectral density
    std::vector<Expr> per_step{};  ///< [state] standard deviation added in each step
    std::vector<Expr> sigma{};     ///< [state] of a Gauss–Markov process
    std::optional<double> time_constant{};  ///< [s] of its decay
    static void describe(Fields<Noise>& f);
  };
  struct Initial {
    std::vector<Expr> mean{};   ///< [state]; default: the model's own
    std::vector<Expr> sigma{};  ///< [state]
    static void describe(Fields<Initial>& f);
  };
  struct Truth {
    std::vector<Expr> value{};  ///< [state]
    static void describe(Fields<Truth>& f);
  };
  struct Unscented {
    double alpha = 1e-3, beta = 2, kappa = 0;
    static void describe(Fields<Unscented>& f);
  };
  struct Input {
    enum class Interpolation : std::uint8_t { held, linear };
    Expr value = 0.0;                                   ///< [any]
    Interpolation interpolation = Interpolation::held;  ///< between two ticks
    static void describe(Fields<Input>& f);
  };

  enum class Start : std::uint8_t { given, drawn };
  enum class Smooth : std::uint8_t { none, rts };

  Method method = Method::ekf;
  std::string model = "machine";
  std::vector<std::string> without{};
  std::shared_ptr<const SourceNode> replace{};
  std::optional<double> sample{};  ///< [s] between predictions
  Step step{};
  Named<Input> inputs{};
  Named<Measurement> measurements{};
  std::vector<std::string> estimate{};  ///< parameters of the model, biases of measurements
  Named<Noise> process_noise{};
  Named<Initial> initial{};
  std::vector<Row> covariance{};    ///< [SI] of the errors at the start
  std::vector<Row> noise_matrix{};  ///< [SI/s] density of the noise
  Derivatives derivatives = Derivatives::exact;
  Start start = Start::given;
  Smooth smooth = Smooth::none;
  Named<Truth> truth{};
  Unscented ukf{};
  double history = 1;  ///< [s]
  std::string log{};   ///< a file with recorded measurements

  static void describe(Descriptor<KalmanFilter>& d);
  void build(PartBuilder& b) const;
  /// Parameters of a filter's model that `inputs` set, and all that are linear between ticks.
  std::vector<int> find_inputs(const InnerModel& inner, Input::Interpolation interpolation) const;
  std::vector<int> find_ramped(const InnerModel& inner) const;
  void add_inputs_of_log(PartBuilder& b, const InnerModel& inner, LogRequest& needed) const;
  bool read_log(PartBuilder& b, FilterPlan& plan) const;
  static std::vector<MadeName> list_model_names(const SourceNode& part, const std::string& name,
                                                ModelLoader& loader, Diagnostics& diagnostics);
};

}  // namespace holon
