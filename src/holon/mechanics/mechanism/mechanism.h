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

#include "holon/base/dimension.h"
#include "holon/expr/graph/eigen.h"
#include "holon/spatial/rotation.h"

namespace holon {

/// How the child frame of a joint can move against its parent frame: joint_model.h has the
/// description of each. Only motions that are not made of simpler ones (a screw, a sphere) are
/// known to the kernels. docs/design/joints.md shows how a type is added.
enum class JointType : std::uint8_t {
  fixed,
  revolute,     ///< angle about the axis
  prismatic,    ///< position along the axis
  screw,        ///< angle about the axis, with pitch · angle along it
  cylindrical,  ///< angle about and position along the axis
  universal,    ///< angle1 about `axis` of the parent's side, angle2 about `axis2` of the child's
  planar,       ///< x and y across the axis, see `planar_directions`, then angle about it
  pin_in_slot,  ///< angle about the axis, and position across it along x of `planar_directions`
  spherical,    ///< orientation (w, x, y, z); angular velocity in child axes
  constant_velocity,  ///< homokinetic: a ball joint without twist about the shafts' axes
  translation,        ///< position in parent axes; what a free point mass has
  free,    ///< orientation (w, x, y, z) and position; angular velocity in child axes, velocity
           ///< in parent axes
  driven,  ///< as `free`, prescribed as a whole (Joint::drive)
};

/// What a one-dimensional freedom of a joint and its values are called.
struct FreedomInfo {
  const char* coordinate;    ///< "angle": outputs, and names of `initial` and `guess`
  const char* rate;          ///< "rate"
  const char* acceleration;  ///< "acceleration"
  const char* effort;        ///< "torque": the parameter
  const char* suffix;        ///< of the other parameters: "" (`stiffness`), "_x" (`stiffness_x`)
  const char* way;           ///< "about the axis"
  bool turns = true;         ///< [rad], else [m]
};

struct JointInfo {
  std::string_view name;
  int q = 0;  ///< numbers that give the place
  int v = 0;  ///< numbers that give the rates
  /// One per coordinate, in their order; empty where orientations or vectors are the coordinates.
  std::vector<FreedomInfo> freedoms{};
};
const JointInfo& joint_info(JointType type);
/// A single motion along or about an axis.
constexpr bool is_straight(JointType type) {
  return type == JointType::revolute || type == JointType::prismatic || type == JointType::screw;
}
/// The orientation is among the coordinates.
constexpr bool has_quaternion(JointType type) {
  return type == JointType::spherical || type == JointType::free || type == JointType::driven;
}

/// Reports an error in one parameter of a part ("axis"; "" for the part as a whole).
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

  /// A mode of an elastic body (modal_share.cpp has the equations): a coordinate η of its own,
  /// with the mass A, that takes part in the body's translation and rotation.
  struct Mode {
    Expr mass = 1.0;                           ///< [kg] A
    Expr displacement, rate;                   ///< [m], [m/s] the states η and η'
    Vector3<Expr> translation{0.0, 0.0, 0.0};  ///< [kg] p, in the body's axes
    Vector3<Expr> rotation{0.0, 0.0, 0.0};     ///< [kg m] s, about the origin of the body's frame
    Expr force = 0.0;                          ///< [N] Q: spring, damper, drive, fields
    Expr start = 0.0, start_rate = 0.0;        ///< [m], [m/s] of the states
    /// η'' as an unknown of the System, where frames that move with the modes carry something.
    std::optional<Expr> acceleration{};
  };
  /// A frame that moves with a body's modes.
  struct ModalFrame {
    std::string name;
    FramePlace place;  ///< in the body's frame, by the modes' displacements
  };

  struct Body {
    std::string name;
    Expr mass = 0.0;                              ///< [kg]
    Vector3<Expr> center_of_mass{0.0, 0.0, 0.0};  ///< [m]
    /// [kg m²] about the centre of mass: xx, yy, zz, xy, xz, yz (entries of the matrix).
    std::array<Expr, 6> inertia{};
    bool is_point = false;       ///< has no orientation of its own: free, it has three freedoms
    bool is_frame = false;       ///< a moving frame: has no mass, and a `driven` joint moves it
    bool is_connection = false;  ///< a frame of a part with inner states: joints on it are cut
    /// A share of a whole (a rotor, or what carries it): need not have the inertia of a body.
    bool is_share = false;
    std::vector<Mode> modes{};
    std::vector<ModalFrame> modal_frames{};
    bool moves_center = false;  ///< the modes move the centre of mass: S = Σ p η
    /// S [kg m], in the body's axes.
    Vector3<Expr> calc_modal_moment() const;
    /// Modes whose accelerations are eliminated: they count in the inertia of the body's link.
    bool has_eliminated_modes() const;
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

  /// One coordinate of a joint. The effort along it is effort − stiffness (q − rest) − damping q̇;
  /// of a screw it is the torque that, with no force along the axis, does the same work.
  struct Freedom {
    Expr effort = 0.0;     ///< [N m] or [N]
    Expr stiffness = 0.0;  ///< [N m/rad] or [N/m]
    Expr rest = 0.0;       ///< [rad] or [m]
    Expr damping = 0.0;    ///< [N m s/rad] or [N s/m]
    std::optional<Motion> motion{};
    /// [N m] or [N] what of the effort does work from outside; the rest is friction, and bonds.
    Expr outer_effort = 0.0;
  };

  /// A prescribed pose with its first and second time derivative.
  struct Drive {
    FramePlace place;                                   ///< of the child frame in the joint frame
    Vector3<Expr> velocity{0.0, 0.0, 0.0};              ///< [m/s] of its origin, in joint axes
    Vector3<Expr> acceleration{0.0, 0.0, 0.0};          ///< [m/s²]
    Vector3<Expr> angular_velocity{0.0, 0.0, 0.0};      ///< [rad/s] in the child frame's axes
    Vector3<Expr> angular_acceleration{0.0, 0.0, 0.0};  ///< [rad/s²]
    /// Its work is not supplied from outside: another system of the model moves the frame.
    bool is_inner = false;
  };

  struct Joint {
    std::string name;
    JointType type = JointType::fixed;
    std::string parent = "world", child;   ///< frames
    FramePlace origin{};                   ///< the joint frame in the parent frame
    Vector3<double> axis{0.0, 0.0, 1.0};   ///< in the joint frame; unit
    Vector3<double> axis2{1.0, 0.0, 0.0};  ///< of a universal joint, in the child frame; unit
    Expr pitch = 0.0;                      ///< [m/rad] of a screw
    std::array<Freedom, 3> freedoms{};     ///< of which joint_info(type).freedoms count
    std::optional<Drive> drive{};          ///< of a driven joint
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
    /// Its work is not supplied from outside: it comes by a bond, or is stored and lost in a
    /// contact.
    bool is_inner = false;
    /// One of a pair of the same name: it has an effect where either's frame moves.
    bool is_of_pair = false;
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
    bool is_inner = false;  ///< the work of `force` comes by a bond
  };

  /// A massless rod between the origins of two frames.
  struct Rod {
    std::string name;
    std::array<std::string, 2> between{};
    Motion length;  ///< [m]
    ReportError report{};
  };

  /// A slender body on the line from the first frame's origin, on which it hangs, to the second's
  /// (line_body.h).
  struct LineBody {
    std::string name;
    std::array<std::string, 2> between{};
    Expr mass = 0.0;     ///< [kg]
    Expr center = 0.0;   ///< [m] of mass, from the first frame's origin
    Expr inertia = 0.0;  ///< [kg m²] about the centre of mass, across the line
  };

  /// An equation g = 0 in outputs that are positions or angles, and time; or in speeds, too.
  struct Equation {
    std::string name;
    Expr g;
    ReportError report{};
    /// 1 while it holds, else 0 and it does nothing; a discrete state, or formed of such. Empty: it
    /// always holds.
    std::optional<Expr> activity{};
    /// Of places: g', affine in speeds, where it is known without a derivative of g, as v·n of a
    /// contact. The multiplier then acts along its slopes.
    std::optional<Expr> rate{};
    /// g is affine in speeds and holds no place: its multiplier acts along ∂g/∂speeds.
    bool of_speeds = false;
    /// Of friction: while it does not hold, its multiplier is `factor` times that of an earlier
    /// equation.
    struct Dependence {
      int equation = 0;
      Expr factor;
    };
    std::optional<Dependence> dependence{};
    /// A state of other machinery that g names, its rate and the multiplier (symbols); empty: there
    /// is none.
    std::vector<Expr> follows{};
    std::string owner{};                   ///< the part; empty: the one of that name
    std::optional<Dimension> dimension{};  ///< of g; nothing: that of an author's formula
    /// Of a disc whose edge rolls on a plane: which of its three rows this is (rolling_rows.h).
    struct Rolling {
      std::array<std::string, 2> between{};  ///< frames: of the plane, of the disc's centre
      Vector3<double> normal{0, 0, 1};       ///< in the plane's frame
      Vector3<double> axis{0, 0, 1};         ///< in the disc's frame
      Expr radius = 0.0;                     ///< [m]
      int row = 0;  ///< 0 height of the contact point, 1 slip along the track, 2 across it
    };
    std::optional<Rolling> rolling{};
  };

  /// An equation that begins to hold by an impact: a joint limit, a cable that becomes taut.
  struct Stop {
    int equation = 0;        ///< of `equations`; its activity is `contact`
    Expr contact;            ///< the discrete state
    Expr hit;                ///< 1 where it is there, or passed, and moves on
    Expr restitution = 0.0;  ///< how much of its rate comes back
    Expr slowest;            ///< [m/s, rad/s] what comes back slower than this stays
    Expr fastest, impulse;   ///< discrete states: of its hardest impact, rate and impulse
  };

  /// An equation of a joint's coordinate that keeps it from sliding, with a force that has a bound
  /// and thus no impulse.
  struct Sticking {
    int equation = 0;  ///< of `equations`
    Expr direction;    ///< the discrete state: 0 while it sticks, else the sign of its rate
    Expr stopped;      ///< [rad/s, m/s] slower than this it does not slide
  };

  /// Two equations of velocities that keep a contact point from sliding, with a force that has a
  /// bound; in an impact of its contact their impulse is bounded, too.
  struct Grip {
    std::array<int, 2> equations{};  ///< of `equations`
    Expr sticks, landed;             ///< discrete states: it does not slide; its contact is known
    Expr stopped;                    ///< [m/s] slower than this it does not slide
    Expr friction;                   ///< coefficient
    int stop = -1;                   ///< of `stops`; -1: its contact begins without an impact
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
  std::vector<Rod> rods;
  std::vector<LineBody> line_bodies;
  std::vector<Equation> equations;
  std::vector<Stop> stops;
  std::vector<Sticking> stickings;
  std::vector<Grip> grips;
  std::vector<Pull> pulls;
  std::vector<Bushing> bushings;

  /// Adds a body with its frames `name` and `name.com`; returns its index.
  int add_body(Body body);
  /// Adds a massless body `name` whose pose in the frame `in` is prescribed: joints, frames and
  /// wrenches may hold on to it. Returns the body's index.
  int add_driven_frame(std::string name, std::string in, Drive drive, ReportError report = {});
  /// Adds a frame; its name must be new.
  void add_frame(Frame frame);
  /// Index of a frame; "world" is kWorld; -2 where there is none.
  static constexpr int kNoFrame = -2;
  int find_frame(const std::string& name) const;
  /// The body that a frame is on; kWorld for the world's, and where there is no such frame.
  int find_body(const std::string& frame) const;
  /// Index of the joint that moves a driven frame; -1 where there is none.
  int find_drive(const std::string& frame) const;

 private:
  std::unordered_map<std::string, int> frame_index_;
};

inline constexpr int kWorld = Mechanism::kWorld;  ///< where an index of a body or link stands

/// One of the revolute, prismatic, screw … motions that a joint makes one after the other.
struct JointMotion {
  JointType type = JointType::revolute;
  Vector3<double> axis{0.0, 0.0, 1.0};  ///< in the joint axes as the motions before have moved them
  int freedom = 0;                      ///< which of the joint's
  bool in_child = false;                ///< the child's side carries the axis: it is `axis2`
};
/// The motions of a joint from its parent's side: several for cylindrical, universal and planar
/// joints, else the joint's own.
std::vector<JointMotion> joint_motions(const Mechanism::Joint& joint);

/// Directions of x and y of a planar joint: x is the joint frame's x axis laid into the plane (its
/// y axis, where the plane's normal is x), y = normal × x.
std::array<Vector3<double>, 2> planar_directions(const Vector3<double>& normal);

}  // namespace holon
