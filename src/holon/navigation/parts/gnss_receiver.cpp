// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/parts/gnss_receiver.h"

#include <charconv>
#include <numbers>

#include "holon/model/describe/source.h"
#include "holon/navigation/receiver_equations.h"

namespace holon {

void GnssReceiver::Sigma::describe(Fields<Sigma>& f) {
  f.value("horizontal", &Sigma::horizontal, "m",
          "standard deviation of the position along x and along y")
      .varying()
      .non_negative()
      .default_text("1.3 m, fixed 8.5 mm");
  f.value("vertical", &Sigma::vertical, "m", "standard deviation of the position along z")
      .varying()
      .non_negative()
      .default_text("2 m, fixed 15 mm");
  f.value("velocity", &Sigma::velocity, "m/s", "standard deviation of the velocity, per axis")
      .varying()
      .non_negative()
      .default_text("0.05 m/s");
  f.value("heading", &Sigma::heading, "rad",
          "standard deviation of heading and pitch with two antennas")
      .varying()
      .non_negative()
      .default_text("that of the positions divided by their distance");
  f.value("pseudorange", &Sigma::pseudorange, "m",
          "standard deviation for a satellite at the zenith; divided by sin(elevation)")
      .varying()
      .non_negative()
      .default_text("0.5 m");
  f.value("range_rate", &Sigma::range_rate, "m/s",
          "standard deviation of the rate of the pseudorange")
      .varying()
      .non_negative()
      .default_text("0.05 m/s");
}

void GnssReceiver::FloatSigma::describe(Fields<FloatSigma>& f) {
  f.value("horizontal", &FloatSigma::horizontal, "m", "standard deviation along x and along y")
      .varying()
      .non_negative();
  f.value("vertical", &FloatSigma::vertical, "m", "standard deviation along z")
      .varying()
      .non_negative();
}

void GnssReceiver::DriftError::describe(Fields<DriftError>& f) {
  f.value("horizontal", &DriftError::horizontal, "m", "standard deviation along x and along y")
      .non_negative();
  f.value("vertical", &DriftError::vertical, "m", "standard deviation along z").non_negative();
  f.value("time_constant", &DriftError::time_constant, "s", "correlation time").positive();
}

void GnssReceiver::Interval::describe(Fields<Interval>& f) {
  f.numbers("during", &Interval::during, "s", "from, to");
  f.bare();
}

void GnssReceiver::WrongFix::describe(Fields<WrongFix>& f) {
  f.numbers("during", &WrongFix::during, "s", "from, to").required();
  f.vector("offset", &WrongFix::offset, "m", "error of the position, in world axes").required();
}

void GnssReceiver::Clock::describe(Fields<Clock>& f) {
  f.value("offset", &Clock::offset, "s", "clock bias at the start");
  f.value("drift", &Clock::drift, "", "clock drift at the start, s per s");
  f.value("phase_noise", &Clock::phase_noise, "s/sqrt(s)", "random walk of the phase")
      .non_negative();
  f.value("frequency_noise", &Clock::frequency_noise, "1/sqrt(s)", "random walk of the frequency")
      .non_negative();
}

void GnssReceiver::Ionosphere::describe(Fields<Ionosphere>& f) {
  f.numbers("alpha", &Ionosphere::alpha, "any", "four coefficients of Klobuchar's model")
      .structural();
  f.numbers("beta", &Ionosphere::beta, "any", "four coefficients of Klobuchar's model")
      .structural();
}

void GnssReceiver::Obstacle::describe(Fields<Obstacle>& f) {
  f.frame("body", &Obstacle::body, "a body with shapes").required();
  f.bare();
}

void GnssReceiver::Multipath::describe(Fields<Multipath>& f) {
  f.value("sigma", &Multipath::sigma, "m", "standard deviation for a satellite at the horizon")
      .required()
      .non_negative();
  f.value("time_constant", &Multipath::time_constant, "s", "correlation time").positive();
}

std::vector<MadeName> GnssReceiver::list_names(const SourceNode& part) {
  const SourceNode* mode = part.peek("mode");
  std::vector<MadeName> names;
  if (!mode || !mode->is_scalar() || mode->text() != "pseudorange") return names;
  std::int64_t count = GnssReceiver{}.channels;
  if (const SourceNode* channels = part.peek("channels"); channels && channels->is_scalar()) {
    const std::string text(channels->text());
    std::int64_t value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure == std::errc() && end == text.data() + text.size() && value >= 1 && value <= 128) {
      count = value;
    }
  }
  for (std::int64_t k = 0; k < count; ++k) {
    for (const ChannelOutput& output : channel_outputs()) {
      MadeName made;
      made.output = {channel_name(output.name, static_cast<std::size_t>(k)), output.components,
                     output.dimension, output.description, false};
      names.push_back(std::move(made));
    }
  }
  return names;
}

void GnssReceiver::describe(Descriptor<GnssReceiver>& d) {
  d.type("GnssReceiver",
         "A satellite navigation receiver with errors of its solution or of its pseudoranges.");
  d.role(PartRole::sensor);
  d.frame("on", &GnssReceiver::on, "the antenna").required();
  d.frame("second", &GnssReceiver::second,
          "second antenna, towards which the heading points (mode dual_antenna)");
  d.choice("mode", &GnssReceiver::mode, {"single", "rtk", "dual_antenna", "pseudorange"},
           "kind of measurement");
  d.period("sample", &GnssReceiver::sample, "sampling period or rate");
  d.object("sigma", &GnssReceiver::sigma, "standard deviations of the noise");
  d.value("range_sigma", &GnssReceiver::range_sigma, "m",
          "user range error; the standard deviation of the position is its product with the "
          "dilution of precision")
      .varying()
      .non_negative();
  d.object("float_sigma", &GnssReceiver::float_sigma,
           "standard deviations of the position in float phases");
  d.object("drift", &GnssReceiver::drift,
           "slow error of the position: a Gauss-Markov process of these standard deviations");
  d.value("latency", &GnssReceiver::latency, "s", "delay from the measurement to the outputs")
      .structural()
      .non_negative();
  d.value("fix_time", &GnssReceiver::fix_time, "s",
          "time with float ambiguities until they are fixed again")
      .non_negative();
  d.objects("outages", &GnssReceiver::outages, "intervals without signals: [[30 s, 45 s]]");
  d.objects("float_phases", &GnssReceiver::float_phases,
            "intervals in which ambiguities are not fixed");
  d.objects(
      "wrong_fixes", &GnssReceiver::wrong_fixes,
      "intervals in which ambiguities are fixed to wrong values, with the offset of the position");
  d.value("elevation_mask", &GnssReceiver::elevation_mask, "rad",
          "satellites below this elevation are not used; a formula of time: a street canyon")
      .varying()
      .at_least(-std::numbers::pi / 2)
      .at_most(std::numbers::pi / 2);
  d.objects("obstacles", &GnssReceiver::obstacles,
            "bodies whose shapes hide satellites: [cab, wall]");
  d.integer("channels", &GnssReceiver::channels,
            "number of channels, one for each satellite (mode pseudorange)")
      .at_least(1)
      .at_most(128);
  d.object("clock", &GnssReceiver::clock, "the receiver's clock (mode pseudorange)");
  d.object("ionosphere", &GnssReceiver::ionosphere,
           "Klobuchar's ionospheric delay with these coefficients or those of the RINEX file (mode "
           "pseudorange)");
  d.flag("troposphere", &GnssReceiver::troposphere,
         "Saastamoinen's tropospheric delay (mode pseudorange)");
  d.object("multipath", &GnssReceiver::multipath,
           "slow errors that decrease with the elevation (mode pseudorange)");
  d.vector_output("position", "m", "measured position of the antenna, in world axes").main();
  d.vector_output("velocity", "m/s", "measured velocity, in world axes");
  d.output("valid", "", "1 while there is a solution");
  d.output("fix", "", "0 none, 1 single, 4 fixed, 5 float").main();
  d.vector_output("sigma", "m", "standard deviation of the position that the receiver reports");
  d.output("time_of_validity", "s", "instant of the measurement");
  d.output("latitude", "rad", "latitude of the measured position (WGS84)");
  d.output("longitude", "rad", "longitude of the measured position");
  d.output("height", "m", "height of the measured position above the ellipsoid");
  d.output("heading", "rad",
           "direction from the first to the second antenna, clockwise from north");
  d.output("pitch", "rad", "elevation angle of the line from the first to the second antenna");
  d.output("satellites", "", "number of satellites in use");
  d.output("dop.gdop", "", "dilution of precision of position and time; 99.99 without a solution");
  d.output("dop.pdop", "", "dilution of precision of the position");
  d.output("dop.hdop", "", "dilution of precision of the horizontal position");
  d.output("dop.vdop", "", "dilution of precision of the height");
  d.output("dop.tdop", "", "dilution of precision of the time");
  d.output("clock.bias", "s", "clock bias of the receiver");
  d.output("clock.drift", "", "clock drift of the receiver");
}

void GnssReceiver::build(PartBuilder& b) const {
  // When all parts are there: the Constellation may follow in the file.
  b.assembly().on_connect(b.name() + ": receiver", [self = *this, builder = b](Assembly&) {
    ReceiverEquations(self, builder).make();
  });
}

}  // namespace holon
