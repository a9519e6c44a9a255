// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "holon/base/dimension.h"
#include "holon/expr/graph/expr.h"

/// The interfaces of domains: ports through which power flows, effort times flow.
namespace holon {

/// The physical domain of effort and flow. Their product is a power except in `pseudo_thermal`.
enum class PowerDomain : std::uint8_t {
  none,            ///< numbers without units
  translation,     ///< force, speed
  rotation,        ///< torque, angular rate
  hydraulic,       ///< pressure, volume flow
  electrical,      ///< voltage, current
  thermal,         ///< temperature, entropy flow
  pseudo_thermal,  ///< temperature, heat flow
  /// Specific enthalpy, mass flow: within hydraulic components. User-defined graphs are connected
  /// to them by pressure and volume flow.
  fluid,
};

struct PowerDomainInfo {
  PowerDomain domain = PowerDomain::none;
  const char* name;          ///< "rotation", in models
  const char* effort;        ///< "torque"
  const char* flow;          ///< "angular rate"
  const char* momentum;      ///< ∫ effort: "angular momentum"
  const char* displacement;  ///< ∫ flow: "angle"
  Dimension effort_dimension, flow_dimension;
  /// Typical small magnitudes in SI: below them the tolerance is absolute.
  double nominal_effort, nominal_flow;

  Dimension momentum_dimension() const;
  Dimension displacement_dimension() const;
  Dimension power_dimension() const;
};
/// All, by PowerDomain.
std::span<const PowerDomainInfo> power_domains();
const PowerDomainInfo& power_domain_info(PowerDomain domain);

/// A port of one domain on which another one may act: its output is its flow, its input an effort,
/// and effort times flow is the power into it.
struct PowerPort {
  std::string name;  ///< "shaft.flange"
  PowerDomain domain = PowerDomain::none;
  Expr flow;  ///< a symbol or formula of the assembly
  /// ∫ flow, if it exists: an angle, a position.
  std::optional<Expr> displacement{};
  /// Adds an effort, a formula of the assembly; any number of times, before the owner formulates.
  std::function<void(Expr effort)> add_effort;
  /// Prescribes the flow: its value, and the port's displacement (whose rate it is). Returns a
  /// symbol of the effort that this requires. Empty if the port cannot be prescribed.
  std::function<Expr(const std::string& who, Expr flow, Expr displacement)> prescribe{};
  /// Holds the displacement at a value while `direction`, a discrete state that gives the direction
  /// of sliding, is zero; returns a symbol of the effort that this requires. Below the speed
  /// `stopped` it does not slide. Empty if the port cannot be held.
  std::function<Expr(const std::string& who, Expr place, Expr direction, Expr stopped)> hold{};
};

/// A slender body on the line between two frames: it is attached to the origin of one and points to
/// that of the other. It has no inertia about the line, and does not rotate about it.
struct LineBody {
  std::string name;  ///< full
  bool hangs_on_second = false;
  Expr mass = 0.0;     ///< [kg]
  Expr center = 0.0;   ///< [m] of mass, from the frame to which it is attached, towards the other
  Expr inertia = 0.0;  ///< [kg m²] about the centre of mass, across the line
};

/// A line between the origins of two frames.
struct PowerLine {
  PowerPort port;  ///< its flow is the rate of their distance, a positive effort pushes them apart
  /// [N] of effort and bodies, on the body at each end, in world axes.
  std::array<std::vector<Expr>, 2> forces{};
};

/// The ports of an assembly, resolved by name when all parts have been built.
class PowerPorts {
 public:
  using Find = std::function<std::optional<PowerPort>(const std::string& name)>;
  using FindLine =
      std::function<PowerLine(const std::string& who, const std::array<std::string, 2>& ends,
                              const std::vector<LineBody>& bodies)>;
  using ListNames = std::function<std::vector<std::string>()>;
  void add_provider(Find find, ListNames list);
  /// Names to which bonds may connect but that are not ports: elements of graphs.
  void add_names(ListNames list) { others_.push_back(std::move(list)); }
  void set_lines(FindLine find) { find_line_ = std::move(find); }
  /// Another name for a port that a composite part exposes, or for the beginning of the names of
  /// several.
  void add_alias(const std::string& name, const std::string& means) { aliases_[name] = means; }
  /// The name without aliases.
  std::string resolve(const std::string& name) const;

  /// Nothing if there is no port of that name.
  std::optional<PowerPort> find(const std::string& name) const;
  /// The line between the origins of two frames, with the bodies on it. Nothing if the assembly has
  /// no frames.
  std::optional<PowerLine> line(const std::string& who, const std::array<std::string, 2>& ends,
                                const std::vector<LineBody>& bodies) const;
  /// For suggestions.
  std::vector<std::string> names() const;
  /// All names to which a bond may connect, ports and others.
  std::vector<std::string> all_names() const;

 private:
  std::vector<Find> providers_;
  std::vector<ListNames> lists_, others_;
  FindLine find_line_;
  std::map<std::string, std::string> aliases_;
};

}  // namespace holon
