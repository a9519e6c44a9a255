// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// The surface that earthworks are to reach: by a formula, by planes, or by the triangles of a
/// LandXML file. It has no soil and exerts no forces. With `edge`, the errors of a cutting edge:
///
///   error.left = z_left − design there, error.right likewise, error.mean their mean,
///   error.cross_slope = (error.left − error.right)/horizontal distance of the ends.
struct DesignSurface {
  struct Plane {
    Vector3<Expr> through{0.0, 0.0, 0.0};  ///< [m] a point of it
    Expr slope_x = 0.0, slope_y = 0.0;     ///< rise per length
    static void describe(Fields<Plane>& f);
  };
  struct TriangleFile {
    std::string file;
    std::string surface;                  ///< empty: the only one
    Vector3<Expr> origin{0.0, 0.0, 0.0};  ///< [m] of the world, in the file's coordinates
    double cell = 0.25;                   ///< [m]
    static void describe(Fields<TriangleFile>& f);
  };
  enum class Choice : std::uint8_t { lowest, highest };
  struct Edge {
    FrameName left{}, right{};
    static void describe(Fields<Edge>& f);
  };

  std::optional<Expr> height{};  ///< [m] a formula of x, y
  std::vector<Plane> planes{};
  Choice take = Choice::lowest;  ///< of several planes
  std::optional<TriangleFile> land_xml{};
  std::optional<Edge> edge{};

  static std::vector<MadeName> list_names(const SourceNode& part);
  static void describe(Descriptor<DesignSurface>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
