// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "holon/model/describe/values.h"

/// The shapes of a body. They have no mass and no contacts.
namespace holon {

/// `box: [x, y, z]`: edges, centred at the shape's position.
struct Box {
  Vector3<Expr> size{1.0, 1.0, 1.0};  ///< [m]
  static void describe(Fields<Box>& f);
};

/// `cylinder: {radius, length, axis}`, centred at the shape's position.
struct Cylinder {
  Expr radius = 0.5;  ///< [m]
  Expr length = 1.0;  ///< [m]
  Axis axis;
  static void describe(Fields<Cylinder>& f);
};

/// `sphere: radius`, centred at the shape's position.
struct Sphere {
  Expr radius = 0.5;  ///< [m]
  static void describe(Fields<Sphere>& f);
};

/// `capsule: {radius, length, axis}`: a cylinder of that length between two half spheres.
struct Capsule {
  Expr radius = 0.5;  ///< [m]
  Expr length = 1.0;  ///< [m] between the centres of the half spheres
  Axis axis;
  static void describe(Fields<Capsule>& f);
};

/// `mesh: file.glb` or .stl, in metres, relative to the model's file. A .glb's y is up, so z here.
struct Mesh {
  std::string file;
  Expr scale = 1.0;
  static void describe(Fields<Mesh>& f);
};

struct Shape {
  std::variant<Box, Cylinder, Sphere, Capsule, Mesh> geometry;
  Vector3<Expr> at{0.0, 0.0, 0.0};  ///< [m] in the body's frame
  Orientation rotate{};
  std::string color;  ///< a CSS name or #rrggbb; empty: the view chooses
  Expr opacity = 1.0;
  static void describe(Fields<Shape>& f);
};

/// The graphical data of one body. Its outputs `<name>.position` and `<name>.orientation` give its
/// pose.
struct SceneBody {
  std::string name;
  std::vector<Shape> shapes;
  Vector3<Expr> center_of_mass{0.0, 0.0, 0.0};            ///< [m] in the body's frame
  std::vector<std::pair<std::string, Placement>> frames;  ///< local name, pose in the body's frame
  bool is_frame = false;                                  ///< moved by formulas, without mass
};

/// A line of the skeleton that is drawn for bodies without shapes.
struct SceneJoint {
  std::string name, type;
  FrameName parent, child;
  Axis axis;  ///< in the joint frame; unused by joints without an axis
};

/// A line element between two frames that is not a body.
struct SceneLink {
  enum class Kind : std::uint8_t { spring, damper, spring_damper, cable, rod, bushing, cylinder };
  Kind kind = Kind::spring;
  std::string name;
  std::array<FrameName, 2> between{};
  /// [m] of a cylinder: its barrel, which begins at the first frame, and its diameters.
  Expr barrel = 0.0, bore = 0.0, rod = 0.0;
};

/// A vector in world axes that acts at a frame.
struct SceneArrow {
  enum class Kind : std::uint8_t { force, torque, reaction_force, reaction_torque };
  Kind kind = Kind::force;
  std::string output;  ///< its name
  FrameName at{};
};

/// A contact of a sphere with a plane.
struct SceneContact {
  std::string name;
  std::string force;             ///< the output of the force on the sphere, in world axes
  FrameName ground{}, sphere{};  ///< a frame in the plane; the sphere's centre
  Axis normal{};                 ///< out of the plane, in the ground's frame
  Expr radius = 0.0;             ///< [m] 0 for a point
};

/// The graphical data of an Assembly, added by its parts.
struct SceneGraph {
  std::vector<SceneBody> bodies;
  std::vector<SceneJoint> joints;
  std::vector<SceneLink> links;
  std::vector<SceneArrow> arrows;
  std::vector<SceneContact> contacts;
};

}  // namespace holon
