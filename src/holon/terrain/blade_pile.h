// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "holon/base/archive.h"
#include "holon/terrain/soil_cells.h"

namespace holon::detail {

/// A blade at a tick.
struct BladePose {
  std::array<double, 3> left{}, right{};  ///< [m] ends of its edge
  std::array<double, 2> ahead{};          ///< unit vector in the plan
  double height = 1;                      ///< [m]
};

/// The effect of a blade on the cells between two ticks, and the soil that it carries: from its
/// last pose to the present one its edge sweeps over cells. A cell over which it moves ahead is cut
/// down to the edge, or filled up to it from the pile. Then soil flows
///
///   sideways      where the piles of neighbouring strips differ by more than their angle of repose
///   off the ends  soil beyond a strip's capacity, 0.8 w h² (SAE J1265), flows outwards, and
///   at
///                 the ends into windrows
///   to the ground where the blade has moved back by a cell: the pile stays where it is, a wedge
class BladePile {
 public:
  BladePile(int strips, double pile);

  /// The cells that the edge sweeps are marked in `worked`; `newly_worked` has those that were not.
  void work(const BladePose& pose, SoilCells& cells, double swell, double repose_slope,
            std::vector<char>& worked);
  const std::vector<double>& piles() const { return piles_; }  ///< [m³] by strip
  double cut() const { return cut_; }                          ///< [m³] bank
  double collected() const { return collected_; }              ///< [m³] loose
  double left() const { return left_; }                        ///< [m³] loose
  double total() const;                                        ///< [m³] in all piles
  /// The soil in front of the blade for drawing: cells and heights [m] above the ground.
  std::vector<std::pair<std::size_t, double>> draw(const HeightField& field,
                                                   double repose_slope) const;
  /// Cells that the last call of `work` was the first to mark.
  const std::vector<std::size_t>& newly_worked() const { return newly_worked_; }
  /// Where the edge has left the cells.
  bool is_outside() const { return is_outside_; }
  void archive(Archive& a);

 private:
  void sweep(const BladePose& pose, SoilCells& cells, double swell, std::vector<char>& worked);
  void level(double width, double repose_slope);
  void spill(const BladePose& pose, double width, double repose_slope, SoilCells& cells);
  void leave(const BladePose& pose, double width, double repose_slope, SoilCells& cells);

  std::vector<double> piles_;
  std::vector<std::size_t> newly_worked_;
  double cut_ = 0, collected_ = 0, left_ = 0;
  bool has_pose_ = false, is_outside_ = false;
  BladePose last_;
  double back_ = 0;  // [m] that it has moved back since it was farthest ahead
};

}  // namespace holon::detail
