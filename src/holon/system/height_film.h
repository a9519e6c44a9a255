// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace holon {

/// A field of heights over square cells as it changed during a run, for drawing: what a Process
/// shows of itself beside its outputs. Soil that is being carried stands on the cells. Cell k is at
/// column k mod nx, row k / nx.
struct HeightFilm {
  std::string name;       ///< of the part
  double x0 = 0, y0 = 0;  ///< [m] centre of the first cell, world axes
  double cell = 1;        ///< [m]
  int nx = 0, ny = 0;
  std::vector<double> start;   ///< [m] heights at the start
  std::vector<double> design;  ///< [m] heights to be reached, NaN where there is none; may be empty
  /// Cells that changed until `time`, with their heights then.
  struct Frame {
    double time = 0;  ///< [s]
    std::vector<std::uint64_t> cells;
    std::vector<double> heights;
  };
  std::vector<Frame> frames;
};

}  // namespace holon
