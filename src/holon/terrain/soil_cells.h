// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "holon/base/archive.h"
#include "holon/terrain/height_field.h"

namespace holon::detail {

/// The cells of a ground that is worked: each has its height, and the thickness of loose soil on
/// top. Volumes are only moved, so that mass is conserved. Volumes are in m³; the bank
/// volume of loose soil is its volume over the swell factor.
class SoilCells {
 public:
  /// The edge of a blade in the soil, from its left end to its right one [m]: soil does not pass
  /// through the blade above it.
  struct Edge {
    std::array<double, 3> left{}, right{};
  };
  SoilCells(HeightField field, double swell, double repose_slope);

  const HeightField& field() const { return field_; }
  const std::vector<double>& loose() const { return loose_; }
  /// The surface of the undisturbed soil, below the loose one.
  const HeightField& firm() const { return firm_; }
  /// Soil that was laid down beyond the cells: loose volume.
  double outside() const { return outside_; }

  struct Cut {
    double bank = 0;   ///< [m³] undisturbed soil, by its volume in place
    double loose = 0;  ///< [m³]
  };
  /// Lowers a cell to a height; loose soil is removed first. No effect where it is lower.
  Cut lower(int i, int j, double height);
  /// Lays loose soil on a cell.
  void lay(int i, int j, double volume);
  /// Lays a volume around a point, with the weight of each cell by its centre; `reach` [m] bounds
  /// where the weight is not zero. What falls beyond the cells is counted as outside.
  void spread(double x, double y, double reach, double volume,
              const std::function<double(double x, double y)>& weight);
  /// Lets loose soil slide where it is steeper than its angle of repose, where soil was laid or
  /// cut, or has slid before, and not through edges; a few passes.
  void settle(const std::vector<Edge>& edges = {});

  /// [m³] bank volume of all cells and of the soil outside, above the height 0: a sum over all
  /// cells, of which only parts with changed cells are summed again.
  double calc_bank_volume();
  /// Cells whose heights have changed since the last call, ascending.
  std::vector<std::size_t> take_changed();
  void archive(Archive& a);

 private:
  void note(std::size_t cell);
  void wake(int i, int j);
  double sum_part(std::size_t part) const;

  HeightField field_, firm_;
  std::vector<double> loose_;  // [m] by cell
  double swell_, slope_;
  double outside_ = 0;
  std::vector<std::uint64_t> active_;  // cells where loose soil may slide, ascending
  std::vector<char> is_active_, is_changed_;
  std::vector<std::size_t> changed_;
  // Bank heights [m], added up over kPart cells; stale where a cell has changed since.
  static constexpr std::size_t kPart = 64;
  std::vector<double> parts_;
  std::vector<char> is_stale_;
};

/// Whole numbers below 2^53 in an archive, with eight bytes each.
template <class T>
void archive_counts(Archive& a, std::string_view name, std::vector<T>& values) {
  std::vector<double> numbers(values.begin(), values.end());
  a.item(name, numbers);
  if (!a.is_reading()) return;
  for (const double n : numbers) {
    if (!(n >= 0 && n < 0x1p53)) a.refuse("holds a number of a cell that is none");
  }
  values.assign(numbers.begin(), numbers.end());
}

}  // namespace holon::detail
