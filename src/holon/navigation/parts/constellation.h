// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// The satellites of a navigation system, for the GnssReceivers of a model: a Walker constellation,
/// or those of a YUMA almanac or a RINEX navigation file. broadcast_orbit.h has the equations.
struct Constellation {
  struct Walker {
    std::int64_t satellites = 24, planes = 6, phasing = 1;
    double inclination = 0.9599310885968813;  ///< [rad] 55°
    double semi_major_axis = 26559700.0;      ///< [m]
    double node = 0;                          ///< [rad]
    double anomaly = 0;                       ///< [rad]
    static void describe(Fields<Walker>& f);
  };
  enum class System : std::uint8_t { gps, galileo, glonass, beidou };

  std::optional<Walker> walker{};
  System system = System::gps;
  std::string almanac, rinex;  ///< files
  std::string epoch;           ///< UTC at time 0

  static void describe(Descriptor<Constellation>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
