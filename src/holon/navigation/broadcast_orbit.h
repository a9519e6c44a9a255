// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Position, velocity and clock of a navigation satellite from its broadcast ephemeris, in
// Earth-fixed axes (IS-GPS-200N, 2022, table 20-IV and §20.3.3.3.3.1). With t_k = t − t_oe:
//
//   M = M0 + (√(μ/A³) + Δn) t_k,  M = E − e sin E,  ν = atan2(√(1 − e²) sin E, cos E − e)
//   φ = ν + ω
//   u = φ + C_us sin 2φ + C_uc cos 2φ
//   r = A (1 − e cos E) + C_rs sin 2φ + C_rc cos 2φ
//   i = i0 + i' t_k + C_is sin 2φ + C_ic cos 2φ
//   Ω = Ω0 + (Ω' − Ω'_e) t_k − Ω'_e t_oe
//   x = r (cos u cos Ω − sin u cos i sin Ω),  y = r (cos u sin Ω + sin u cos i cos Ω),
//   z = r sin u sin i
//   δt = a_f0 + a_f1 (t − t_oc) + a_f2 (t − t_oc)² + F e √A sin E − T_GD
//
// The velocity is the derivative of these formulas.

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "holon/earth/ellipsoid.h"
#include "holon/earth/gps_time.h"

namespace holon {

namespace gnss {
constexpr double kMu = 3.986005e14;               ///< [m³/s²] of IS-GPS-200
constexpr double kMuGalileo = 3.986004418e14;     ///< [m³/s²] of the Galileo OS SIS ICD
constexpr double kEarthRate = 7.2921151467e-5;    ///< [rad/s] of IS-GPS-200
constexpr double kRelativity = -4.442807633e-10;  ///< [s/√m] F
constexpr double kFrequencyL1 = 1575.42e6;        ///< [Hz]
}  // namespace gnss

/// State broadcast by GLONASS instead of Kepler's elements, at toe, in Earth-fixed axes.
struct BroadcastState {
  Vector3<double> position, velocity;  ///< [m, m/s]
  Vector3<double> acceleration;        ///< [m/s²] by Sun and Moon
};

/// One set of ephemeris data.
struct BroadcastOrbit {
  char system = 'G';  ///< as in RINEX: G GPS, E Galileo, J QZSS, R GLONASS
  int number = 0;     ///< PRN
  bool is_healthy = true;
  GpsTime toe{}, toc{};
  double root_a = 0;  ///< [√m]
  double eccentricity = 0;
  double i0 = 0;                                  ///< [rad]
  double node = 0;                                ///< [rad] Ω0 at the beginning of the week of toe
  double perigee = 0;                             ///< [rad] ω
  double mean_anomaly = 0;                        ///< [rad] M0
  double delta_n = 0, node_rate = 0, i_rate = 0;  ///< [rad/s]
  double cuc = 0, cus = 0, crc = 0, crs = 0, cic = 0, cis = 0;  ///< [rad, m]
  double af0 = 0, af1 = 0, af2 = 0;                             ///< [s, s/s, s/s²]
  double group_delay = 0;                                       ///< [s] T_GD
  std::optional<BroadcastState> state{};                        ///< of GLONASS: glonass_orbit.h
  std::string name() const;                                     ///< "G07"
};

/// A satellite at an instant, in Earth-fixed axes.
template <class T>
struct SatelliteState {
  Vector3<T> position, velocity;  ///< [m, m/s]
  T clock{0.0};                   ///< [s] its clock bias from system time
};

/// The numbers of an orbit that `calc_satellite` uses, in SI, with the time since toe first: so
/// that one traced function serves all satellites.
template <class T>
struct OrbitNumbers {
  T time{0.0};        ///< [s] since toe
  T clock_time{0.0};  ///< [s] since toc
  T root_a, eccentricity, i0, node_at_toe, perigee, mean_anomaly, mean_motion, node_rate, i_rate;
  T cuc, cus, crc, crs, cic, cis, af0, af1, af2, group_delay;
};

constexpr int kOrbitNumbers = 21;
/// In the order of OrbitNumbers; time and clock_time at the epoch `t0`.
std::array<double, kOrbitNumbers> orbit_numbers(const BroadcastOrbit& orbit, const GpsTime& t0);

template <class T>
OrbitNumbers<T> to_orbit_numbers(const std::vector<T>& n) {
  return {n[0],  n[1],  n[2],  n[3],  n[4],  n[5],  n[6],  n[7],  n[8],  n[9], n[10],
          n[11], n[12], n[13], n[14], n[15], n[16], n[17], n[18], n[19], n[20]};
}

template <class T>
SatelliteState<T> calc_satellite(const OrbitNumbers<T>& o) {
  using std::atan2;
  using std::cos;
  using std::sin;
  using std::sqrt;
  const T A = o.root_a * o.root_a, e = o.eccentricity;
  const T M = o.mean_anomaly + o.mean_motion * o.time;
  // From E = M + e sin M, whose error is below e², three steps of Newton's method reach rounding
  // error for the eccentricities of these orbits (below 0.1).
  T E = M + e * sin(M);
  for (int k = 0; k < 3; ++k) E = E - (E - e * sin(E) - M) / (1.0 - e * cos(E));
  const T sE = sin(E), cE = cos(E), w = 1.0 - e * cE, root = sqrt(1.0 - e * e);
  const T phi = atan2(root * sE, cE - e) + o.perigee;
  const T Edot = o.mean_motion / w, phidot = root * Edot / w;
  const T s2 = sin(2.0 * phi), c2 = cos(2.0 * phi);
  const T u = phi + o.cus * s2 + o.cuc * c2;
  const T r = A * w + o.crs * s2 + o.crc * c2;
  const T i = o.i0 + o.i_rate * o.time + o.cis * s2 + o.cic * c2;
  const T node = o.node_at_toe + o.node_rate * o.time;  // against the Earth
  const T udot = phidot * (1.0 + 2.0 * (o.cus * c2 - o.cuc * s2));
  const T rdot = A * e * sE * Edot + 2.0 * phidot * (o.crs * c2 - o.crc * s2);
  const T idot = o.i_rate + 2.0 * phidot * (o.cis * c2 - o.cic * s2);
  const T su = sin(u), cu = cos(u), si = sin(i), ci = cos(i), sO = sin(node), cO = cos(node);
  const T X = r * cu, Y = r * su, Xd = rdot * cu - Y * udot, Yd = rdot * su + X * udot;
  SatelliteState<T> s;
  s.position = {X * cO - Y * ci * sO, X * sO + Y * ci * cO, Y * si};
  s.velocity = {Xd * cO - Yd * ci * sO + Y * si * sO * idot - s.position[1] * o.node_rate,
                Xd * sO + Yd * ci * cO - Y * si * cO * idot + s.position[0] * o.node_rate,
                Yd * si + Y * ci * idot};
  s.clock = o.af0 + o.clock_time * (o.af1 + o.clock_time * o.af2) +
            gnss::kRelativity * e * o.root_a * sE - o.group_delay;
  return s;
}

/// At the GPS time t.
SatelliteState<double> calc_satellite(const BroadcastOrbit& orbit, const GpsTime& t);

/// The orbits of one satellite, in the order of their toe. Each holds from halfway to the one
/// before to halfway to the next.
struct SatelliteOrbits {
  std::string name;  ///< "G07"
  std::vector<BroadcastOrbit> sets;
};

/// Klobuchar's coefficients of the ionosphere, where a file has them.
struct KlobucharNumbers {
  std::array<double, 4> alpha{}, beta{};  ///< [s, s/semicircle …]
};

/// A walker constellation i: T/P/F of circular orbits (J. G. Walker, "Satellite constellations",
/// J. British Interplanetary Society 37 (1984) 559–571): plane j of P has its node at 360° j/P, and
/// its satellites are ahead of those of plane 0 by 360° F j/T.
struct WalkerNumbers {
  int satellites = 24, planes = 6, phasing = 1;
  double inclination = 0;      ///< [rad]
  double semi_major_axis = 0;  ///< [m]
  double node = 0;             ///< [rad] longitude of the first plane's ascending node at the epoch
  double anomaly = 0;          ///< [rad] of the first satellite from its node at the epoch
};
std::vector<SatelliteOrbits> make_walker(const WalkerNumbers& walker, const GpsTime& epoch);

/// Contents of a file of orbits.
struct OrbitFile {
  std::vector<SatelliteOrbits> satellites;  ///< healthy ones, by name
  std::vector<std::string> unhealthy;       ///< left out for their health
  std::vector<std::string> unsupported;     ///< "C (BeiDou): 24": systems with other orbit models
  std::optional<KlobucharNumbers> ionosphere;
};

/// A YUMA almanac. Its week is counted modulo 1024 (or 8192): it is taken as the one nearest to the
/// epoch. If the file cannot be read, nothing, and `error` gives the reason with its line.
std::optional<OrbitFile> read_yuma(const std::string& path, const GpsTime& epoch,
                                   std::string& error);
/// A RINEX 3 navigation file: GPS, Galileo, QZSS and GLONASS.
std::optional<OrbitFile> read_rinex(const std::string& path, std::string& error);

}  // namespace holon
