// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "holon/navigation/installation.h"
#include "holon/navigation/obstacles.h"
#include "holon/navigation/parts/gnss_receiver.h"
#include "holon/navigation/sensor_errors.h"
#include "holon/navigation/signal_delays.h"
#include "holon/navigation/sky.h"

namespace holon {

/// An output that a receiver has for each of its channels.
struct ChannelOutput {
  const char* name;
  std::vector<std::string> components;
  Dimension dimension;
  const char* description;
};
const std::vector<ChannelOutput>& channel_outputs();
/// "pseudorange[3]"
std::string channel_name(const char* output, std::size_t k);

/// [s] Instants that differ by less are the same tick.
inline constexpr double kReceiverTickRounding = 1e-9;
/// [m/s] of a multi-band receiver of 2020 (data sheet of the u-blox ZED-F9P)
inline constexpr double kReceiverVelocityNoise = 0.05;

/// One receiver, while its equations are made. receiver_fix.cpp has the solution by position and
/// heading, receiver_ranges.cpp the pseudoranges and the clock.
class ReceiverEquations {
 public:
  ReceiverEquations(const GnssReceiver& part, PartBuilder b)
      : part_(part),
        b_(std::move(b)),
        clock_(b_, part.sample),
        sky_(b_.domain<detail::SkySlot>()),
        outputs_(b_, clock_, part.latency) {}

  void make();

 private:
  using Mode = GnssReceiver::Mode;
  /// A quantity of all channels, as used by filters.
  struct ChannelList {
    std::vector<Expr> measured, exact, sigma, valid;
  };
  bool has_sky() const { return !sky_.part.empty(); }
  Expr time() { return b_.assembly().time(); }
  bool check();
  /// In a filter's model the satellites in use are those of the machine.
  bool find_obstacles();
  void find_satellites();
  void find_fix();
  /// [m] per axis, horizontal and vertical, at this tick.
  std::array<Expr, 2> deviation();
  /// Keeps the value of the last valid tick.
  std::vector<Expr> hold_valid(const std::string& name, const std::vector<Expr>& now, Expr valid,
                               const Dimension& dimension);
  void set_held(const std::string& name, const std::vector<Expr>& now, Expr valid);
  void measure_position();
  /// Of the larger of its axes: a filter has one figure for all three.
  BiasFigures find_drift_figures() const;
  void measure_heading();
  /// Bias and drift of the receiver's clock: two states in a filter's model.
  std::pair<Expr, Expr> make_clock();
  /// Nothing is known of a clock but that it is within a millisecond and 1 ppm.
  std::pair<Expr, Expr> add_clock_states();
  void install_channels(const std::string& name, const ChannelList& list,
                        const Dimension& dimension);
  /// White noise of a pseudorange in a filter: multipath, which changes
  /// slowly, by its density at low frequencies.
  Expr find_range_deviation(Expr elevation);
  void measure_ranges();
  /// A measurement is 0 while its channel is not active.
  Expr set_channel(const ChannelOutput& output, std::size_t k, std::vector<Expr> value,
                   bool is_measurement);
  /// Where the satellites are, in the modes that have no channels: at each instant.
  void show_satellites();
  void plot_sky();
  void set_common_outputs();
  /// Outputs that the mode or the model does not have: errors, where used, name the requirement.
  void define_missing_outputs();

  const GnssReceiver& part_;
  PartBuilder b_;
  SensorClock clock_;
  detail::SkySlot& sky_;
  LateOutputs outputs_;
  Vector3<Expr> position_, velocity_, receiver_, receiver_velocity_;
  earth::Geodetic<Expr> place_;
  std::vector<gnss::SignalPath<Expr>> paths_;
  std::vector<gnss::Direction<Expr>> directions_;
  std::vector<Expr> active_, hidden_, drift_{0.0, 0.0, 0.0};
  Obstacles obstacles_;
  gnss::Dilution<Expr> dilution_;
  Expr count_ = 0.0, tracked_ = 1.0, valid_ = 1.0, fix_ = 0.0, is_fixed_ = 0.0;
  bool has_geodetic_ = false, has_heading_ = false, has_clock_ = false;
};

}  // namespace holon
