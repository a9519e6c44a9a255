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

/// Where domains meet: ports through which power flows, effort times flow.
namespace holon {

/// What effort and flow are. Their product is a power but in `pseudo_thermal`.
enum class PowerDomain : std::uint8_t {
  none,            ///< numbers without units
  translation,     ///< force, speed
  rotation,        ///< torque, angular rate
  hydraulic,       ///< pressure, volume flow
  electrical,      ///< voltage, current
  thermal,         ///< temperature, entropy flow
  pseudo_thermal,  ///< temperature, heat flow
  /// Specific enthalpy, mass flow: within hydraulic components. Graphs of users meet them with
  /// pressure and volume flow.
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
  /// Usual small magnitudes in SI: below them errors count absolutely.
  double nominal_effort, nominal_flow;

  Dimension momentum_dimension() const;
  Dimension displacement_dimension() const;
  Dimension power_dimension() const;
};
/// All, by PowerDomain.
std::span<const PowerDomainInfo> power_domains();
const PowerDomainInfo& power_domain_info(PowerDomain domain);

/// A place of one domain's machinery that another one may act on: it tells its flow and takes an
/// effort, and effort times flow is the power into it.
struct PowerPort {
  std::string name;  ///< "shaft.flange"
  PowerDomain domain = PowerDomain::none;
  Expr flow;  ///< a symbol or formula of the assembly
  /// ∫ flow, where there is one: an angle, a place.
  std::optional<Expr> displacement{};
  /// Adds an effort, a formula of the assembly; any number of times, before the owner formulates.
  std::function<void(Expr effort)> add_effort;
  /// Prescribes the flow: its value, and what the port's displacement must be (which grows at that
  /// rate). Gives a symbol for the effort that this takes. Empty where the port cannot be
  /// prescribed.
  std::function<Expr(const std::string& who, Expr flow, Expr displacement)> prescribe{};
  /// Holds the displacement at a place while `direction`, a discrete state that tells which way
  /// something rubs, is zero; gives a symbol for the effort that this takes. Slower than `stopped`
  /// it does not slide. Empty where the port cannot be held.
  std::function<Expr(const std::string& who, Expr place, Expr direction, Expr stopped)> hold{};
};

/// A slender body on the line between two frames: it hangs on the origin of one and points to the
/// other's. It has no inertia about the line, and does not spin about it.
struct LineBody {
  std::string name;  ///< full
  bool hangs_on_second = false;
  Expr mass = 0.0;     ///< [kg]
  Expr center = 0.0;   ///< [m] of mass, from the frame on which it hangs, towards the other
  Expr inertia = 0.0;  ///< [kg m²] about the centre of mass, across the line
};

/// A line between the origins of two frames.
struct PowerLine {
  PowerPort port;  ///< its flow is the rate of their distance, its effort pushes them apart
  /// [N] of effort and bodies, on what is at either end, in world axes.
  std::array<std::vector<Expr>, 2> forces{};
};

/// The ports of an assembly, found by name when all parts have been built.
class PowerPorts {
 public:
  using Find = std::function<std::optional<PowerPort>(const std::string& name)>;
  using FindLine =
      std::function<PowerLine(const std::string& who, const std::array<std::string, 2>& ends,
                              const std::vector<LineBody>& bodies)>;
  using ListNames = std::function<std::vector<std::string>()>;
  void add_provider(Find find, ListNames list);
  /// Names that bonds may lead to but that are no ports of their own: elements of graphs.
  void add_names(ListNames list) { others_.push_back(std::move(list)); }
  void set_lines(FindLine find) { find_line_ = std::move(find); }
  /// Another name for what composite parts show, or for the beginning of the names of several.
  void add_alias(const std::string& name, const std::string& means) { aliases_[name] = means; }
  /// The name without aliases.
  std::string resolve(const std::string& name) const;

  /// Nothing where there is no port of that name.
  std::optional<PowerPort> find(const std::string& name) const;
  /// The line between the origins of two frames, with what lies on it. Nothing where the assembly
  /// has no frames.
  std::optional<PowerLine> line(const std::string& who, const std::array<std::string, 2>& ends,
                                const std::vector<LineBody>& bodies) const;
  /// For suggestions.
  std::vector<std::string> names() const;
  /// All that a bond may lead to, ports and others.
  std::vector<std::string> all_names() const;

 private:
  std::vector<Find> providers_;
  std::vector<ListNames> lists_, others_;
  FindLine find_line_;
  std::map<std::string, std::string> aliases_;
};

}  // namespace holon
