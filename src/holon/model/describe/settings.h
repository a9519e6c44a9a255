// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "holon/earth/ellipsoid.h"
#include "holon/model/describe/values.h"

/// The sections of a model besides its parts: `world`, `simulate`, `plots`, `scene`.
namespace holon {

/// `world: {earth: …}`: the place of the world's origin on WGS84. The world's axes are then east,
/// north and up there, fixed to the Earth.
struct EarthSettings {
  Expr latitude;          ///< [rad] geodetic
  Expr longitude = 0.0;   ///< [rad] east
  Expr height = 0.0;      ///< [m] above the ellipsoid
  bool rotation = false;  ///< the Earth's rotation acts: Coriolis forces, and on gyroscopes
  /// The world frame.
  earth::LocalFrame<Expr> frame() const;
  /// [rad/s] of the Earth in world axes; zero without `rotation`.
  Vector3<Expr> angular_velocity() const;
  static void describe(Fields<EarthSettings>& f);
};

struct WorldSettings {
  /// [m/s^2] in world axes (z is up); standard gravity. With `earth`, normal gravity at the origin.
  Vector3<Expr> gravity{0.0, 0.0, -9.80665};
  std::optional<EarthSettings> earth{};
  /// Sets `gravity` by `earth`, where that is given.
  void set_gravity_of_earth();
  static void describe(Fields<WorldSettings>& f);
};

enum class SolverMethod : std::uint8_t {
  automatic,
  dopri5,
  rk4,
  cvode,
  cvode_adams,
  ida,
  radau5,
  radau
};
enum class Formulation : std::uint8_t { recursive, augmented, aggregate };
/// g'' = −2 alpha g' − beta² g for a constraint g.
struct BaumgarteSettings {
  double alpha = 0, beta = 0;  ///< [1/s]
  static void describe(Fields<BaumgarteSettings>& f);
};

/// The stabilisation of constraints against drift: `projection` after each step, `none`, or
/// `{baumgarte: {alpha: 30, beta: 42}}`.
struct Stabilisation {
  enum class Method : std::uint8_t { projection, none } method = Method::projection;
  std::optional<BaumgarteSettings> baumgarte{};  ///< instead of a method
  bool projects() const { return !baumgarte && method == Method::projection; }
  const char* name() const;
  static void describe(Fields<Stabilisation>& f);
};
/// The start of a run: at the initial values, or at the equilibrium nearest to them.
enum class RunStart : std::uint8_t { initial, equilibrium };
enum class EngineChoice : std::uint8_t { automatic, tape, native, jit };

/// `simulate:`. The run chooses unset values.
struct SimulateSettings {
  double until = 10;               ///< [s]
  std::optional<double> interval;  ///< [s] of recorded rows; default: every accepted step and event
  SolverMethod solver = SolverMethod::automatic;
  std::optional<double> step;       ///< [s] of fixed-step solvers
  std::optional<double> tolerance;  ///< relative; adaptive solvers
  std::optional<double> max_step;   ///< [s] longest step of adaptive solvers
  /// [m] typical size of a machine's motion: nominal value of positions, and per second of speeds.
  std::optional<double> nominal_length;
  RunStart start = RunStart::initial;
  Formulation formulation = Formulation::recursive;
  Stabilisation stabilisation{};
  EngineChoice engine = EngineChoice::automatic;
  std::int64_t seed = 0;
  std::optional<double> checkpoint;  ///< [s] between checkpoints; default: by a number of steps
  std::string stop;                  ///< a formula: the run ends when it becomes true
  std::vector<std::string> assertions{};  ///< formulas that must hold throughout the run
  static void describe(Fields<SimulateSettings>& f);
};

/// A setting that is invalid, or would have no effect.
struct SettingFault {
  const char* setting;  ///< "step": of SimulateSettings
  bool is_about_value;  ///< else about its presence
  std::string message, advice;
};
std::vector<SettingFault> find_faults(const SimulateSettings& settings);

/// A filled area between two outputs.
struct BandSettings {
  std::vector<std::string> between;  ///< lower and upper output, single numbers
  std::string label;                 ///< empty: the names
  static void describe(Fields<BandSettings>& f);
};

/// One panel of `plots:`.
struct PlotSettings {
  enum class Log : std::uint8_t { none, x, y, both };
  enum class Style : std::uint8_t { lines, points };

  std::string title;
  std::vector<std::string> y;  ///< names of outputs
  std::string x = "time";      ///< name of an output
  std::string unit;            ///< of y; empty: the outputs' SI unit
  std::string x_unit;
  Log log = Log::none;         ///< axes by powers of ten
  Style style = Style::lines;  ///< points: a point wherever a value changes
  std::vector<BandSettings> bands{};
  static void describe(Fields<PlotSettings>& f);

  // Of plots that parts add; a model cannot write these.

  bool is_added = false;  ///< by a part
  /// An output that is 0 where a point of y was rejected: it is crossed out. Empty: none.
  std::string accepted{};
  std::vector<std::string> limits{};  ///< further outputs, lines whatever the style
  /// Positions in plan (x, y): the estimate with 95 % ellipses, and the true ones.
  struct Plan {
    std::string error_x, error_y;  ///< estimate less true value [m]; empty: unknown
    std::string xx, xy, yy;        ///< covariance [m²]
  };
  std::optional<Plan> plan{};
  /// A plot of the sky: tracks of satellites by outputs.
  struct Satellite {
    std::string name;                ///< beside its track
    std::string azimuth, elevation;  ///< [rad]
    std::string used, hidden;        ///< 1 while it is
  };
  std::vector<Satellite> sky{};
};

/// One of `scene: {cameras: …}`.
struct CameraSettings {
  FrameName on;                      ///< the frame that carries it
  Vector3<Expr> at{0.0, -4.0, 0.0};  ///< [m] in that frame
  FrameName look_at;                 ///< a frame, at which the camera points
  Vector3<Expr> up{0.0, 0.0, 1.0};
  Expr field_of_view = 0.6981317007977318;  ///< [rad] across the height; 40 degrees
  std::vector<std::string> hides{};         ///< parts that are invisible to it
  static void describe(Fields<CameraSettings>& f);
};

struct SceneSettings {
  Named<CameraSettings> cameras;
  static void describe(Fields<SceneSettings>& f);
};

}  // namespace holon
