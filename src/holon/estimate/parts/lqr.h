// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "holon/model/assembly/part.h"

namespace holon {

class ModelLoader;

/// A linear quadratic regulator, u = u0 − K (x − x0), whose gains follow from a model: it is
/// linearised at its operating point (x0, u0) when the machine is built; regulator.h has the cost.
struct LQR {
  enum class At : std::uint8_t { start, equilibrium };
  struct Weight {
    double value = 0;  ///< [1/unit²]
    static void describe(Fields<Weight>& f);
  };
  struct Weights {
    Named<Weight> states{}, inputs{};
    static void describe(Fields<Weights>& f);
  };

  std::string model = "machine";
  std::vector<std::string> without{};
  std::shared_ptr<const SourceNode> replace{};
  std::vector<std::string> inputs{};  ///< values of the model that the regulator sets
  Weights weights{};
  std::optional<double> sample{};  ///< [s]
  At at = At::start;
  std::string state{};  ///< whose outputs are x: a KalmanFilter or a part; default: this model

  static void describe(Descriptor<LQR>& d);
  void build(PartBuilder& b) const;
  static std::vector<MadeName> list_model_names(const SourceNode& part, const std::string& name,
                                                ModelLoader& loader, Diagnostics& diagnostics);
};

}  // namespace holon
