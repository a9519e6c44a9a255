// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "holon/model/assembly/assembly.h"
#include "holon/model/assembly/joint_drawings.h"
#include "holon/record/results.h"
#include "holon/spatial/transform.h"

namespace holon {

using Pose = Transform<double>;

struct Surface;

/// A solid to draw, in numbers.
struct Solid {
  enum class Kind { box, cylinder, sphere, capsule, mesh };
  Kind kind = Kind::box;
  /// [m] a box's edges, those of a mesh's bounding box; else radius, length (along z), unused
  Vector3<double> size{1, 1, 1};
  Pose X_BS;          ///< its pose in the body
  std::string color;  ///< as in the model; may be empty
  double opacity = 1;
  /// For a mesh: its triangles about the centre of its bounding box, few enough for a fast
  /// computation of the outline; points times `scale` are [m].
  std::shared_ptr<const Surface> surface{}, silhouette{};
  double scale = 1;
};

/// A body in numbers.
struct BodyView {
  std::string name;
  std::vector<Solid> solids;
  bool has_own_shapes = true;  ///< false: the solids were derived from its frames and joints
  bool is_frame = false;       ///< without mass; no shape is derived for it
  Vector3<double> center_of_mass{0, 0, 0};           ///< [m] in the body's frame
  std::vector<std::pair<std::string, Pose>> frames;  ///< local name, pose in the body
  std::vector<Vector3<double>> tips;  ///< [m] in the body: points whose paths are drawn
};

struct JointView {
  std::string name, type;
  int body = -1;                  ///< that contains the child's frame
  Vector3<double> at{0, 0, 0};    ///< [m] in that body
  Vector3<double> axis{0, 0, 1};  ///< in the axes of the child's body
  bool on_world = false;
  bool axis_in_world = false;  ///< the child is the world
  /// The other body, in which springs and dampers of the joint begin; -1: the world.
  int parent = -1;
  JointDrawings::Symbol symbol = JointDrawings::Symbol::pin;
  JointDrawings::Elements along, about;  ///< springs and dampers: along its axis, and about it
  /// Those along x and y of a joint that moves in a plane, by directions in the parent's axes.
  std::vector<std::pair<JointDrawings::Elements, Vector3<double>>> in_plane{};
};

struct Motion;
/// The joint's axis at a recorded time, in world axes.
Vector3<double> find_axis(const JointView& joint, const Motion& motion, std::size_t time);

/// A point of a body, or of the world (-1).
struct BodyPoint {
  int body = -1;
  Vector3<double> at{0, 0, 0};  ///< [m] in the body
};

struct LinkView {
  SceneLink::Kind kind = SceneLink::Kind::spring;
  std::string name;
  std::array<BodyPoint, 2> ends;
  double barrel = 0, bore = 0, rod = 0;  ///< [m] of a cylinder
  /// The output of its tension; empty if it does not act along its line.
  std::string pull() const;
};

/// A contact of a sphere with a plane.
struct ContactView {
  std::string name;
  BodyPoint ground, sphere;         ///< a point of the plane; the sphere's centre
  Vector3<double> normal{0, 0, 1};  ///< out of the plane, in the axes of the ground's body
  double radius = 0;                ///< [m] 0 for a point
};

/// A vector in world axes computed by the run.
struct ArrowView {
  SceneArrow::Kind kind = SceneArrow::Kind::force;
  std::string output;
  BodyPoint at;
  int contact = -1;  ///< it acts at the contact point of this contact
};

/// An axis in space: the screw axis of a motion, or the central axis of a wrench. Its outputs
/// `<name>.point`, `.direction` and `.pitch` are in world axes.
struct AxisView {
  std::string name;
  bool is_wrench = false;
};

struct CameraView {
  std::string name;
  std::string on, look_at;  ///< frames
  Vector3<double> at{0, 0, 0}, up{0, 0, 1};
  double field_of_view = 0;          ///< [rad] in_plane the height; 0: not given in the model
  std::vector<std::string> hides{};  ///< names of bodies, joints, links and contacts
};

/// The graphical data of a model, in numbers; its motion is given by the outputs `<body>.position`
/// and `<body>.orientation`.
struct Scene {
  std::vector<BodyView> bodies;
  std::vector<JointView> joints;
  std::vector<LinkView> links;
  std::vector<ArrowView> arrows;
  std::vector<ContactView> contacts;
  std::vector<AxisView> axes;
  std::vector<CameraView> cameras;
  std::vector<std::string> notes;  ///< for the user about the drawing

  bool empty() const { return bodies.empty(); }
  /// Whether anything has a shape.
  bool has_solids() const;
  /// Names of the outputs to record for it.
  std::vector<std::string> outputs() const;
  /// A frame by name: its body (-1: the world) and its pose there. Throws InputError with the most
  /// similar name for an unknown one.
  std::pair<int, Pose> find_frame(const std::string& name) const;
};

/// An error of a value of a body's part.
struct SceneFault {
  std::string body;
  std::string parameter;  ///< "shapes[0].mesh"
  std::string message;
};

/// Converts the graphical data in the assembly; derives solids for bodies without shapes. Values
/// that depend on free parameters are evaluated at the parameters' default values. Objects hidden
/// by cameras become names of bodies, joints, links and contacts. Throws InputError for frames that
/// do not exist; meshes that cannot be read are omitted and reported in `faults`, or thrown as
/// InputError if it is null.
Scene make_scene(Assembly& assembly, const SceneSettings& settings,
                 std::vector<SceneFault>* faults = nullptr);

/// An axis in space at an instant, in world axes.
struct AxisPose {
  Vector3<double> point{0, 0, 0};      ///< [m]
  Vector3<double> direction{0, 0, 0};  ///< zero: there is none
  double pitch = 0;                    ///< [m/rad]
};

/// Poses of all bodies at recorded times.
struct Motion {
  std::vector<double> times;             ///< [s]
  std::vector<std::vector<Pose>> poses;  ///< [time][body]
  /// [time][arrow] [N, N m]: vectors of the scene's arrows that were recorded with the poses, zero
  /// for the others; empty where there are none.
  std::vector<std::vector<Vector3<double>>> arrows{};
  std::vector<bool> is_arrow_open{};          ///< [arrow] not determined; may be empty
  std::vector<std::vector<AxisPose>> axes{};  ///< [time][axis]; empty where none was recorded

  /// The pose of a frame returned by find_frame.
  Pose pose(std::size_t time, const std::pair<int, Pose>& frame) const {
    return frame.first < 0 ? frame.second
                           : poses[time][static_cast<std::size_t>(frame.first)] * frame.second;
  }
};

/// From rows that contain scene.outputs(), and may contain outputs of its arrows and axes. Rows
/// whose poses are not finite are omitted.
Motion make_motion(const Scene& scene, const Results& results);

}  // namespace holon
