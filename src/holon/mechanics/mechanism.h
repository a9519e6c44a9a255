// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "holon/expr/eigen.h"
#include "holon/spatial/rotation.h"

namespace holon {

/// How a joint lets its child frame move against its parent frame. A new type gets a line here, in
/// `joint_info` and, where its freedoms are not turns about or shifts along coordinate axes of the
/// child, in the kernels of recursive_kernels.cpp.
enum class JointType : std::uint8_t {
  fixed,
  revolute,     ///< angle about the axis
  prismatic,    ///< position along the axis
  translation,  ///< position in parent axes; what a free point mass has
  free,         ///< orientation (w, x, y, z) and position; angular velocity in child axes, velocity
                ///< in parent axes
};

struct JointInfo {
  std::string_view name;
  int q = 0;  ///< numbers that give the place
  int v = 0;  ///< numbers that give the rates
};
const JointInfo& joint_info(JointType type);

/// Says what is wrong with one parameter of a part ("axis"; "" for the part as a whole).
using ReportError = std::function<void(const std::string& parameter, const std::string& message,
                                       const std::string& suggestion)>;

/// The place of a frame in another one.
struct FramePlace {
  Vector3<Expr> position{0.0, 0.0, 0.0};  ///< [m]
  Rotation<Expr> rotation;                ///< turns vectors of the new frame into the old one
};

/// Bodies, frames on them, joints between the frames and forces: mechanics as an engineer draws it,
/// before anything is derived. Values may be symbols, constant in time. SI and radians.
struct Mechanism {
  static constexpr int kWorld = -1;

  /// Where a body that no joint holds begins.
  struct FreeStart {
    Vector3<Expr> position{0.0, 0.0, 0.0};  ///< [m]
    Rotation<Expr> orientation;
    Vector3<Expr> velocity{0.0, 0.0, 0.0};          ///< [m/s] in world axes
    Vector3<Expr> angular_velocity{0.0, 0.0, 0.0};  ///< [rad/s] in the body's axes
    /// Which of them are held; the others are guesses.
    bool holds_position = false, holds_orientation = false;
    bool holds_velocity = false, holds_angular_velocity = false;
  };

  struct Body {
    std::string name;
    Expr mass = 0.0;                              ///< [kg]
    Vector3<Expr> center_of_mass{0.0, 0.0, 0.0};  ///< [m]
    /// [kg m²] about the centre of mass: xx, yy, zz, xy, xz, yz (entries of the matrix).
    std::array<Expr, 6> inertia{};
    bool is_point = false;  ///< has no orientation of its own: free, it has three freedoms
    std::optional<FreeStart> start{};
    ReportError report{};
  };

  struct Frame {
    std::string name;
    int body = kWorld;
    FramePlace place;  ///< in the body's frame
  };

  /// A prescribed coordinate with its first and second time derivative.
  struct Motion {
    Expr position, rate, acceleration;
  };

  /// One coordinate of a joint of type revolute or prismatic. The effort along it is
  /// effort − stiffness (q − rest) − damping q̇.
  struct Freedom {
    Expr effort = 0.0;     ///< [N m] or [N]
    Expr stiffness = 0.0;  ///< [N m/rad] or [N/m]
    Expr rest = 0.0;       ///< [rad] or [m]
    Expr damping = 0.0;    ///< [N m s/rad] or [N s/m]
    std::optional<Motion> motion{};
  };

  struct Joint {
    std::string name;
    JointType type = JointType::fixed;
    std::string parent = "world", child;  ///< frames
    FramePlace origin{};                  ///< the joint frame in the parent frame
    Vector3<double> axis{0.0, 0.0, 1.0};  ///< in the joint frame; unit
    Freedom freedom{};
    /// Coordinates and rates at the start, as joint_info counts them; empty: zero, no turn.
    std::vector<Expr> start_q{}, start_v{};
    /// Which of them are held at the start (`initial`); the others are guesses. Empty: none.
    std::vector<bool> held_q{}, held_v{};
    bool has_start = false;  ///< some are given
    ReportError report{};
  };

  /// A wrench on a frame: force at its origin, and torque, in the axes of another frame.
  struct Wrench {
    std::string name;
    std::string on, axes = "world";
    Vector3<Expr> force{0.0, 0.0, 0.0};   ///< [N]
    Vector3<Expr> torque{0.0, 0.0, 0.0};  ///< [N m]
    ReportError report{};
  };

  /// A force along the line between the origins of two frames, positive where it pulls them
  /// together: T = force + stiffness (x − length) + damping x', x the distance. `slack`: it pulls
  /// only, and only where x > length.
  struct Pull {
    std::string name;
    std::array<std::string, 2> between{};
    Expr stiffness = 0.0;  ///< [N/m]
    Expr length = 0.0;     ///< [m] unstretched
    Expr damping = 0.0;    ///< [N s/m]
    Expr force = 0.0;      ///< [N]
    bool slack = false;
    ReportError report{};
  };

  /// Springs and dampers along and about the axes of the first frame, see load_kernels.h.
  struct Bushing {
    std::string name;
    std::array<std::string, 2> between{};
    Vector3<Expr> stiffness{0.0, 0.0, 0.0};             ///< [N/m]
    Vector3<Expr> damping{0.0, 0.0, 0.0};               ///< [N s/m]
    Vector3<Expr> rotational_stiffness{0.0, 0.0, 0.0};  ///< [N m/rad]
    Vector3<Expr> rotational_damping{0.0, 0.0, 0.0};    ///< [N m s/rad]
    ReportError report{};
  };

  Vector3<Expr> gravity{0.0, 0.0, -9.80665};  ///< [m/s²] in world axes
  std::vector<Body> bodies;
  std::vector<Frame> frames;
  std::vector<Joint> joints;
  std::vector<Wrench> wrenches;
  std::vector<Pull> pulls;
  std::vector<Bushing> bushings;

  /// Adds a body with its frames `name` and `name.com`; returns its index.
  int add_body(Body body);
  /// Adds a frame; its name must be new.
  void add_frame(Frame frame);
  /// Index of a frame; "world" is kWorld; -2 where there is none.
  static constexpr int kNoFrame = -2;
  int find_frame(const std::string& name) const;
  /// The body that a frame is on; kWorld for the world's, and where there is no such frame.
  int find_body(const std::string& frame) const;

 private:
  std::unordered_map<std::string, int> frame_index_;
};

}  // namespace holon
