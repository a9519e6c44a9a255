// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "holon/model/assembly/part.h"

/// Surfaces that machines rest on, run on and work, offered by parts under their names (Terrain,
/// DesignSurface) and used by others (Track, Blade). Parts may be built in any order: a request
/// returns symbols, and each ground defines them when all parts are built.
namespace holon {

/// The soil of a ground. All are outputs of the ground, `ground.soil.cohesion` and so on.
struct Soil {
  Expr density = 0.0;                  ///< ρ [kg/m³] undisturbed (bank)
  Expr cohesion = 0.0;                 ///< c [Pa]
  Expr friction_angle = 0.0;           ///< φ [rad] of internal friction
  Expr adhesion = 0.0;                 ///< c_a [Pa] to steel
  Expr external_friction_angle = 0.0;  ///< δ [rad] between soil and steel
  Expr swell = 1.0;                    ///< loose volume per bank volume
  Expr repose_angle = 0.0;             ///< [rad] of loose soil
  // Bekker: pressure p = (cohesive_modulus/b + frictional_modulus) (z/1 m)ⁿ at the sinkage z below
  // a plate of width b. So with z in metres the numbers are those of the tables, kc and kφ.
  Expr sinkage_exponent = 1.0;    ///< n
  Expr cohesive_modulus = 0.0;    ///< kc [N/m]
  Expr frictional_modulus = 0.0;  ///< kφ [Pa]
  Expr shear_modulus = 0.0;       ///< K [m] of Janosi and Hanamoto: shear deformation modulus
};

/// The surface at a point of the plan.
struct GroundPoint {
  Expr height;            ///< [m] z in world axes
  Expr slope_x, slope_y;  ///< ∂z/∂x, ∂z/∂y
};

/// How the surface below a moving point changes with time, between ticks of the ground.
struct GroundRates {
  Expr height;            ///< [m/s]
  Expr slope_x, slope_y;  ///< [1/s]
};

/// A request for the surface at a point that moves with the machine.
struct GroundQuery {
  std::string name;  ///< full, of the outputs that show it: "track.ground[0]"
  Expr x, y;         ///< [m] in world axes; formulas of outputs
};

/// A ground as the assembly sees it.
class Ground {
 public:
  Ground() = default;
  virtual ~Ground() = default;
  Ground(const Ground&) = delete;
  Ground& operator=(const Ground&) = delete;

  virtual bool has_soil() const = 0;
  /// Whether its surface changes at ticks, so that what rests on it is moved by more than itself.
  virtual bool changes() const { return false; }
  /// The surface at all requested points, a C¹ function of each. Called once, when all
  /// parts are built; it may add states, clocks and processes.
  virtual std::vector<GroundPoint> survey(Assembly& assembly,
                                          const std::vector<GroundQuery>& queries) = 0;
  /// Heights [m] at many points [m], as they are at the start; NaN where it has none.
  virtual std::vector<double> calc_heights(const std::vector<double>& x,
                                           const std::vector<double>& y) const = 0;
  /// The name of a parameter that may vary and on which its heights depend; empty: none.
  virtual std::string find_varied() const { return {}; }
};

class GroundSurfaces {
 public:
  static GroundSurfaces& of(Assembly& assembly);

  /// A part offers a surface under its name.
  void offer(PartBuilder& b, std::shared_ptr<Ground> ground);
  /// The surface `ground` at (x, y) [m, world axes]; the symbols are the outputs
  /// `<part>.<local>.height`, `.slope_x`, `.slope_y`. A ground that does not exist is reported at
  /// `parameter` of the requesting part.
  GroundPoint request(PartBuilder& b, const std::string& parameter, const std::string& ground,
                      const std::string& local, Expr x, Expr y);
  /// The rates of a point that was requested as `local`.
  static GroundRates rates_of(PartBuilder& b, const std::string& local);
  /// The soil of `ground`: symbols of its outputs.
  Soil soil_of(PartBuilder& b, const std::string& parameter, const std::string& ground);
  /// Announces a surface whose heights will be needed as numbers, when all parts are built.
  void announce(PartBuilder& b, const std::string& parameter, const std::string& ground);
  /// Whether the surface of `ground` changes at ticks; when all parts are built.
  bool changes(const std::string& ground) const;
  /// The names of grounds with soil.
  std::vector<std::string> list_with_soil() const;
  std::string find_varied(const std::string& ground) const;  ///< see Ground::find_varied
  /// Heights (see Ground::calc_heights) when all parts are built, as in a ground's `survey`.
  std::vector<double> calc_heights(const std::string& ground, const std::vector<double>& x,
                                   const std::vector<double>& y) const;

 private:
  struct Request {
    std::string ground;
    PartBuilder::ErrorReporter report;
    std::string parameter;
    enum class Kind : std::uint8_t { point, soil, heights } kind = Kind::point;
    GroundQuery query{};  ///< of a point
  };
  void resolve(Assembly& assembly);
  static void define_point(Assembly& assembly, const GroundQuery& query, const GroundQuery& seen,
                           const GroundPoint& point);
  bool check(const Request& request) const;

  std::vector<std::pair<std::string, std::shared_ptr<Ground>>> grounds_;
  std::vector<Request> requests_;
};

/// The outputs of a Soil by name, with units: what a ground with soil defines as `soil.<name>`.
struct SoilOutput {
  const char* name;
  const char* unit;
  const char* description;
  Expr Soil::*member;
};
const std::vector<SoilOutput>& soil_outputs();

}  // namespace holon
