// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A GNSS receiver whose antenna is at a frame. parts/gnss_receiver.cpp has its error model.
struct GnssReceiver {
  enum class Mode : std::uint8_t { single, rtk, dual_antenna, pseudorange };

  struct Sigma {
    std::optional<Expr> horizontal{}, vertical{};  ///< [m] per axis
    std::optional<Expr> velocity{};                ///< [m/s] per axis
    std::optional<Expr> heading{};                 ///< [rad]
    std::optional<Expr> pseudorange{};             ///< [m] at the zenith
    std::optional<Expr> range_rate{};              ///< [m/s]
    static void describe(Fields<Sigma>& f);
  };
  struct FloatSigma {
    Expr horizontal = 0.2, vertical = 0.4;  ///< [m] per axis
    static void describe(Fields<FloatSigma>& f);
  };
  struct DriftError {
    Expr horizontal = 0.0, vertical = 0.0;  ///< [m] per axis
    Expr time_constant = 300.0;             ///< [s]
    static void describe(Fields<DriftError>& f);
  };
  struct Interval {
    std::vector<Expr> during{};  ///< [s] from, to
    static void describe(Fields<Interval>& f);
  };
  struct WrongFix {
    std::vector<Expr> during{};           ///< [s] from, to
    Vector3<Expr> offset{0.0, 0.0, 0.0};  ///< [m] in world axes
    static void describe(Fields<WrongFix>& f);
  };
  struct Clock {
    Expr offset = 0.0;           ///< [s] at the start
    Expr drift = 0.0;            ///< [s/s] at the start
    Expr phase_noise = 0.0;      ///< [s/√s]
    Expr frequency_noise = 0.0;  ///< [1/√s]
    static void describe(Fields<Clock>& f);
  };
  struct Ionosphere {
    std::vector<Expr> alpha{}, beta{};  ///< Klobuchar's coefficients
    static void describe(Fields<Ionosphere>& f);
  };
  struct Obstacle {
    FrameName body{};
    static void describe(Fields<Obstacle>& f);
  };
  struct Multipath {
    Expr sigma = 1.0;           ///< [m] at the horizon
    Expr time_constant = 60.0;  ///< [s]
    static void describe(Fields<Multipath>& f);
  };

  FrameName on{};
  std::optional<FrameName> second{};  ///< of dual_antenna
  Mode mode = Mode::single;
  std::optional<double> sample{};  ///< [s]
  Sigma sigma{};
  std::optional<Expr> range_sigma{};  ///< [m] user range error, times dilution of precision
  FloatSigma float_sigma{};
  std::optional<DriftError> drift{};
  std::optional<Expr> latency{};  ///< [s]
  Expr fix_time = 0.0;            ///< [s]
  std::vector<Interval> outages{}, float_phases{};
  std::vector<WrongFix> wrong_fixes{};
  Expr elevation_mask = 0.17453292519943295;  ///< [rad] 10°
  std::vector<Obstacle> obstacles{};          ///< bodies whose shapes hide satellites
  std::int64_t channels = 32;                 ///< of pseudorange
  Clock clock{};
  std::optional<Ionosphere> ionosphere{};
  bool troposphere = false;
  std::optional<Multipath> multipath{};

  static std::vector<MadeName> list_names(const SourceNode& part);
  static void describe(Descriptor<GnssReceiver>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
