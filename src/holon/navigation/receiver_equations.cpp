// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The measurement at a tick, of an antenna at p with the velocity v, in world axes:
//
//   position  p + σ n + d + offset of a wrong fix      n normal, d a Gauss–Markov process
//   velocity  v + σ_v n
//   heading   of the line from `on` to `second`, clockwise from north, + σ_h n
//
// and of satellite k in the mode `pseudorange` (signal_delays.h has ρ, I and T):
//
//   pseudorange  ρ + c (δt − δt_k) + I + T + M + σ/sin(el) n      M = σ_M e^(−el/10°) m
//   range rate   ρ' + c δt' + σ_r n                               m Gauss–Markov
//
// The receiver's clock, with the noise of its phase q1 and of its frequency q2 over a period T
// (Brown and Hwang, Introduction to Random Signals and Applied Kalman Filtering, 4th ed., 2012,
// §9.3):
//
//   δt⁺ = δt + T δt' + w1,  δt'⁺ = δt' + w2,   E w wᵀ = [q1 T + q2 T³/3, q2 T²/2; q2 T²/2, q2 T]
#include "holon/navigation/receiver_equations.h"

#include <fmt/format.h>
#include <initializer_list>
#include <string_view>

#include "holon/model/assembly/frame_motion.h"
#include "holon/model/assembly/part_plots.h"

namespace holon {

const std::vector<ChannelOutput>& channel_outputs() {
  using namespace dimensions;
  static const std::vector<ChannelOutput> outputs{
      {"active", {}, kNumber, "1 while the satellite is tracked"},
      {"pseudorange", {}, kLength, "measured pseudorange"},
      {"range_rate", {}, kSpeed, "measured rate of the pseudorange"},
      {"elevation", {}, kAngle, "elevation of the satellite above the horizon"},
      {"azimuth", {}, kAngle, "azimuth of the satellite, clockwise from north"},
      {"hidden", {}, kNumber, "1 while an obstacle hides a satellite above the mask"},
      {"satellite_position",
       {"x", "y", "z"},
       kLength,
       "at transmission, in Earth-fixed axes of the instant of reception"},
      {"satellite_velocity", {"x", "y", "z"}, kSpeed, "at transmission, in the same axes"},
      {"satellite_clock", {}, kTime, "broadcast correction of the satellite's clock"}};
  return outputs;
}

std::string channel_name(const char* output, std::size_t k) {
  return fmt::format("{}[{}]", output, k);
}

void ReceiverEquations::make() {
  if (!clock_.is_sound()) return;
  if (!check()) return;
  const detail::FrameMotion motion(b_.assembly().symbols(), part_.on.path);
  position_ = motion.vector(FrameOutput::position);
  velocity_ = motion.vector(FrameOutput::velocity);
  if (has_sky()) find_satellites();
  find_fix();
  if (part_.mode == Mode::pseudorange) {
    measure_ranges();
  } else {
    measure_position();
    if (part_.mode == Mode::dual_antenna) measure_heading();
  }
  set_common_outputs();
  define_missing_outputs();
}

/// Where the satellites are, in the modes that have no channels: at each instant.
void ReceiverEquations::show_satellites() {
  for (std::size_t k = 0; k < paths_.size(); ++k) {
    const std::pair<const char*, Expr> values[] = {{"active", active_[k]},
                                                   {"elevation", directions_[k].elevation},
                                                   {"azimuth", directions_[k].azimuth},
                                                   {"hidden", hidden_[k]}};
    for (const auto& [name, value] : values)
      for (const ChannelOutput& output : channel_outputs())
        if (std::string_view(output.name) == name)
          b_.assembly().define_output({b_.member(channel_name(name, k)), output.components,
                                       output.dimension, output.description, false},
                                      {value});
  }
}

void ReceiverEquations::plot_sky() {
  PlotSettings plot;
  plot.title = b_.name() + ": sky";
  const auto member = [&](const char* output, std::size_t k) {
    return b_.member(channel_name(output, k));
  };
  for (std::size_t k = 0; k < sky_.satellites.size(); ++k)
    plot.sky.push_back({sky_.satellites[k].name, member("azimuth", k), member("elevation", k),
                        member("active", k),
                        obstacles_.is_empty() ? std::string() : member("hidden", k)});
  b_.domain<PartPlots>().list.push_back(std::move(plot));
}

void ReceiverEquations::set_common_outputs() {
  outputs_.set("valid", {valid_});
  outputs_.set("fix", {fix_});
  set_held("time_of_validity", {time()}, valid_);
  if (!has_sky()) return;
  if (part_.mode != Mode::pseudorange) show_satellites();
  plot_sky();
  outputs_.set("satellites", {count_});
  const std::pair<const char*, Expr> all[] = {{"dop.gdop", dilution_.gdop},
                                              {"dop.pdop", dilution_.pdop},
                                              {"dop.hdop", dilution_.hdop},
                                              {"dop.vdop", dilution_.vdop},
                                              {"dop.tdop", dilution_.tdop}};
  for (const auto& [name, value] : all) {
    outputs_.set(name, {select(tracked_, value, gnss::kNoDilution)});
  }
}

/// Outputs that the mode or the model does not have name what they need, where someone asks.
void ReceiverEquations::define_missing_outputs() {
  const auto missing = [&](std::initializer_list<const char*> names, const char* advice) {
    for (const char* name : names) {
      b_.define_output(name, [full = b_.member(name), advice]() -> std::vector<Expr> {
        throw ModelError("'" + full + "' has no value in this model", advice);
      });
    }
  };
  if (!has_sky()) {
    missing({"satellites", "dop.gdop", "dop.pdop", "dop.hdop", "dop.vdop", "dop.tdop"},
            "add a part of type Constellation");
  }
  if (part_.mode == Mode::pseudorange) {
    missing({"position", "velocity", "sigma"}, "pseudoranges are measured in this mode");
  } else {
    missing({"clock.bias", "clock.drift"}, "write 'mode: pseudorange'");
  }
  if (!has_geodetic_) {
    missing({"latitude", "longitude", "height"}, part_.mode == Mode::pseudorange
                                                     ? "pseudoranges are measured in this mode"
                                                     : "add 'earth' to 'world'");
  }
  if (!has_heading_) missing({"heading", "pitch"}, "write 'mode: dual_antenna'");
}

}  // namespace holon
