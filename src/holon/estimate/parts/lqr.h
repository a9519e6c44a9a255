// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "holon/model/assembly/part.h"

namespace holon {

class ModelLoader;
struct LinearModel;
struct RegulatorRequest;

/// A linear quadratic regulator, u = u0 − K (x − r) − K_I ∫ (y − r) dt, whose gains follow from a
/// model: it is linearised at its operating point (x0, u0) when the machine is built. r is x0, or
/// the setpoint of a state. regulator.h has the cost; integrals are states of the design.
struct LQR {
  enum class At : std::uint8_t { start, equilibrium };
  struct Weight {
    std::optional<double> value{};  ///< [1/unit²]
    std::vector<Expr> within{};     ///< [unit] a deviation as bad as others: 1/value²
    static void describe(Fields<Weight>& f);
  };
  struct Weights {
    Named<Weight> states{}, inputs{}, integrals{};
    static void describe(Fields<Weights>& f);
  };
  struct Setpoint {
    std::vector<Expr> value{};
    static void describe(Fields<Setpoint>& f);
  };

  std::string model = "machine";
  std::vector<std::string> without{};
  std::shared_ptr<const SourceNode> replace{};
  std::vector<std::string> inputs{};  ///< values of the model that the regulator sets
  Weights weights{};
  Named<Setpoint> setpoint{};
  std::vector<std::string> poles{};  ///< "-2", "-1+3j": placed instead of weights
  std::optional<double> sample{};    ///< [s]
  At at = At::start;
  std::string state{};  ///< whose outputs are x: a KalmanFilter or a part; default: this model

  static void describe(Descriptor<LQR>& d);
  void build(PartBuilder& b) const;
  /// What is designed; nothing where the part has errors.
  std::optional<RegulatorRequest> make_request(PartBuilder& b, const LinearModel& linear) const;
  static std::vector<MadeName> list_model_names(const SourceNode& part, const std::string& name,
                                                ModelLoader& loader, Diagnostics& diagnostics);
};

}  // namespace holon
