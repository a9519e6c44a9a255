// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "holon/system/process.h"
#include "holon/terrain/height_field.h"
#include "holon/terrain/surface_patch.h"

namespace holon::detail {

/// A ground that is worked, as it runs at ticks: everything that is constant.
///
/// Inputs of the Process: for each query x, y [m], which is one of the undisturbed soil where
/// `firm` says so; for each blade the left end of its edge (x, y,
/// z), the right one, the direction ahead (x, y), its height. Outputs: for each query its
/// PathPatch; for each blade
/// its piles [m³] and the loose soil ahead [m] by strip, from left to right, the volumes cut
/// (bank), collected and left (loose); then those of TerrainOutput.
struct TerrainPlan {
  static constexpr int kQueryOutputs = kPathPatchNumbers;
  static constexpr int kBladeInputs = 9;
  struct BladePlan {
    std::string name;
    int strips = 1;
    double pile = 0;  ///< [m³] at the start
  };
  std::string name;
  HeightField start;
  std::vector<double> design;                    ///< [m] by cell, or empty
  std::array<double, 2> survey_x{}, survey_y{};  ///< [m] where errors to the design are counted
  double swell = 1, repose_slope = 1;
  double period = 1;         ///< [s]
  double film_interval = 1;  ///< [s]
  int queries = 0;
  std::vector<char> firm;  ///< by query
  std::vector<BladePlan> blades;

  /// [m] ahead of an edge, where its cut does not affect the smooth surface.
  static double reach(const HeightField& field) { return 2 * field.cell; }
  int input_count() const;
  int output_count() const;
};

/// Outputs of the terrain itself, in this order after those of queries and blades.
enum class TerrainOutput : std::uint8_t {
  balance,      ///< [m³] bank volume of cells, piles and soil outside, less that of the start
  worked_area,  ///< [m²] over which a blade has passed
  error_mean,   ///< [m] of worked cells above the design
  error_rms,
  error_95,   ///< [m] that 95 % of the worked cells do not exceed
  error_max,  ///< [m] largest magnitude
  count
};

class TerrainModel final : public ProcessModel {
 public:
  explicit TerrainModel(TerrainPlan plan) : plan_(std::move(plan)) {}
  std::unique_ptr<Process> make(const ProgramOptions&) const override;
  std::uint64_t fingerprint() const override;
  const TerrainPlan& plan() const { return plan_; }

 private:
  TerrainPlan plan_;
};

}  // namespace holon::detail
