// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"
#include "holon/terrain/soil_settings.h"

namespace holon {

/// The ground that machines run on and work: its surface z(x, y) in world axes, and its soil. By a
/// formula alone it is exact and does not change; with cells, blades cut, carry and spread its soil
/// (docs/design/terrain.md).
struct Terrain {
  /// Cells that cover a rectangle.
  struct Grid {
    std::vector<Expr> x{}, y{};  ///< [m] intervals
    double cell = 0.1;           ///< [m]
    static void describe(Fields<Grid>& f);
  };
  struct Raster {
    std::string file;
    Vector3<Expr> origin{0.0, 0.0, 0.0};  ///< [m] of the world, in the file's coordinates
    static void describe(Fields<Raster>& f);
  };
  struct Roughness {
    double rms = 0;                 ///< [m]
    double correlation_length = 1;  ///< [m]
    std::int64_t seed = 1;
    static void describe(Fields<Roughness>& f);
  };
  struct Survey {
    std::vector<Expr> x{}, y{};  ///< [m] intervals
    static void describe(Fields<Survey>& f);
  };

  Expr height = 0.0;  ///< [m] a formula of x, y
  std::optional<Raster> raster{};
  std::optional<Roughness> roughness{};
  std::optional<Grid> grid{};
  SoilSettings soil{};
  std::optional<double> sample{};  ///< [s]
  std::string design;              ///< a surface that the cells are compared with
  std::optional<Survey> survey{};

  static std::vector<MadeName> list_names(const SourceNode& part);
  static void describe(Descriptor<Terrain>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
