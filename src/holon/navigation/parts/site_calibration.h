// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// Geodetic coordinates of a receiver's log in the coordinates of a site: world axes, a projection,
/// and a local grid that is fitted to known points. parts/site_calibration.cpp has the equations.
struct SiteCalibration {
  struct Projection {
    double central_meridian = 0;  ///< [rad]
    double scale = 0.9996;
    double false_east = 500000, false_north = 0;  ///< [m]
    double origin_latitude = 0;                   ///< [rad]
    static void describe(Fields<Projection>& f);
  };
  struct Point {
    double latitude = 0, longitude = 0;  ///< [rad]
    double height = 0;                   ///< [m] above the ellipsoid
    double east = 0, north = 0;          ///< [m] in the site's grid
    std::optional<Expr> elevation{};     ///< [m] likewise
    static void describe(Fields<Point>& f);
  };

  Expr latitude, longitude;  ///< [rad]
  Expr height = 0.0;         ///< [m] above the ellipsoid
  std::int64_t utm = 0;      ///< zone; 0: none
  bool south = false;
  std::optional<Projection> projection{};
  std::vector<Point> points{};
  std::optional<Expr> geoid{};  ///< [m] above the ellipsoid

  static void describe(Descriptor<SiteCalibration>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
