// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/parts/constellation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>

#include "holon/base/names.h"
#include "holon/navigation/glonass_orbit.h"
#include "holon/navigation/sky.h"

namespace holon {

namespace {

constexpr double kDegree = std::numbers::pi / 180;

/// [s] The longest time, over a run that begins at `epoch`, from the nearest of the sets, which are
/// in the order of time.
double find_age(const std::vector<BroadcastOrbit>& sets, const GpsTime& epoch, double until) {
  double age = std::max(sets.front().toe.since(epoch), until - sets.back().toe.since(epoch));
  for (std::size_t k = 1; k < sets.size(); ++k) {
    const double before = sets[k - 1].toe.since(epoch), after = sets[k].toe.since(epoch);
    const double at = std::clamp(0.5 * (before + after), 0.0, until);
    age = std::max(age, std::min(at - before, after - at));
  }
  return age;
}

/// The nominal orbits of the systems: GPS Standard Positioning Service Performance Standard, 5th
/// ed., 2020, table 3.2-1 (its 24 slots are not evenly spaced: here they are); Galileo OS SDD,
/// 2021, annex C; GLONASS ICD 5.1, 2008, §3.3.2; BeiDou OS SIS ICD B1I 3.0, 2019, §3.1.
Constellation::Walker nominal_walker(Constellation::System system) {
  using System = Constellation::System;
  switch (system) {
    case System::galileo: return {24, 3, 1, 56 * kDegree, 29599801.224, 0, 0};
    case System::glonass: return {24, 3, 1, 64.8 * kDegree, 25508000.0, 0, 0};
    case System::beidou: return {24, 3, 1, 55 * kDegree, 27906100.0, 0, 0};
    case System::gps: break;
  }
  return {24, 6, 1, 55 * kDegree, 26559700.0, 0, 0};
}

/// Keeps those sets of a GLONASS satellite that a run from 0 to `until` [s] uses; false where the
/// run goes beyond what they reach.
bool keep_reached(std::vector<BroadcastOrbit>& sets, const GpsTime& epoch, double until) {
  std::erase_if(sets, [&](const BroadcastOrbit& set) {
    const double at = set.toe.since(epoch);
    return at < -kGlonassReach || at > until + kGlonassReach;
  });
  if (sets.empty()) return false;
  const auto at = [&](std::size_t k) { return sets[k].toe.since(epoch); };
  for (std::size_t k = 1; k < sets.size(); ++k)
    if (at(k) - at(k - 1) > 2 * kGlonassReach) return false;
  return at(0) <= kGlonassReach && until - at(sets.size() - 1) <= kGlonassReach;
}

std::string list_of(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 8;
  return quote_list(names, "and", kMost);
}

}  // namespace

void Constellation::Walker::describe(Fields<Walker>& f) {
  f.integer("satellites", &Walker::satellites, "number of satellites in all planes")
      .at_least(1)
      .at_most(64);
  f.integer("planes", &Walker::planes, "number of orbital planes, evenly spaced in longitude")
      .at_least(1);
  f.integer("phasing", &Walker::phasing,
            "Walker's phasing F: the satellites of each plane lead those of the plane before by F "
            "360 deg / satellites")
      .at_least(0);
  f.value("inclination", &Walker::inclination, "rad", "inclination of the planes")
      .at_least(0)
      .at_most(std::numbers::pi);
  f.value("semi_major_axis", &Walker::semi_major_axis, "m", "radius of the orbits")
      .at_least(6.6e6)
      .at_most(8e7);
  f.value("node", &Walker::node, "rad", "longitude of the first plane's ascending node at time 0");
  f.value("anomaly", &Walker::anomaly, "rad",
          "argument of latitude of the first satellite at time 0");
}

void Constellation::describe(Descriptor<Constellation>& d) {
  d.type("Constellation", "Navigation satellites for the GnssReceivers of the model.");
  d.role(PartRole::field);
  d.object("walker", &Constellation::walker, "circular orbits in evenly spaced planes");
  d.choice("system", &Constellation::system, {"gps", "galileo", "glonass", "beidou"},
           "a Walker constellation with the nominal orbits of this system");
  d.text("almanac", &Constellation::almanac, "YUMA almanac of GPS").file();
  d.text("rinex", &Constellation::rinex, "RINEX 3 navigation file: GPS, Galileo, QZSS, GLONASS")
      .file();
  d.text("epoch", &Constellation::epoch, "UTC at time 0, such as 2026-06-01T10:00:00Z");
  d.output("satellites", "", "number of satellites").main();
}

void Constellation::build(PartBuilder& b) const {
  auto& sky = b.domain<detail::SkySlot>();
  if (!sky.part.empty()) {
    b.error("", "there is already a Constellation, '" + sky.part + "'", "keep one of them");
    return;
  }
  sky.part = b.name();
  sky.calc = detail::SkySlot::make_function();
  const bool names_system = system != System::gps || !b.written("system").empty();
  const int given = (walker ? 1 : 0) + (names_system ? 1 : 0) + (almanac.empty() ? 0 : 1) +
                    (rinex.empty() ? 0 : 1);
  if (given > 1) {
    b.error("", "the satellites are defined more than once",
            "keep one of 'walker', 'system', 'almanac' and 'rinex'");
    return;
  }
  const bool is_file = !almanac.empty() || !rinex.empty();
  if (is_file && epoch.empty()) {
    b.error("", "a file of orbits needs the 'epoch', the date and time at time 0",
            "write 'epoch: 2026-06-01T10:00:00Z'");
    return;
  }
  sky.epoch = gps_time_of_utc({2000, 1, 1, 12, 0, 0});
  if (!epoch.empty()) {
    const auto utc = parse_utc(epoch);
    if (!utc) {
      b.error("epoch", "'" + epoch + "' is not a date and time from 1980 on",
              "write it in UTC, such as 2026-06-01T10:00:00Z");
      return;
    }
    sky.epoch = gps_time_of_utc(*utc);
  }
  if (!is_file) {
    const Walker w = walker.value_or(nominal_walker(system));
    if (w.satellites % w.planes != 0) {
      b.error("walker.satellites",
              fmt::format("{} satellites cannot be spread over {} planes", w.satellites, w.planes),
              "give a multiple of 'planes'");
      return;
    }
    sky.satellites = make_walker(
        {static_cast<int>(w.satellites), static_cast<int>(w.planes), static_cast<int>(w.phasing),
         w.inclination, w.semi_major_axis, w.node, w.anomaly},
        sky.epoch);
  } else {
    const char* const key = almanac.empty() ? "rinex" : "almanac";
    std::filesystem::path path = almanac.empty() ? rinex : almanac;
    if (path.is_relative()) path = std::filesystem::path(b.folder()) / path;
    std::string error;
    const auto file = almanac.empty() ? read_rinex(path.string(), error)
                                      : read_yuma(path.string(), sky.epoch, error);
    if (!file) {
      b.error(key, error);
      return;
    }
    sky.satellites = file->satellites;
    sky.ionosphere = file->ionosphere;
    if (!file->unhealthy.empty()) {
      b.warning(
          key, "satellites that are marked as unhealthy are left out: " + list_of(file->unhealthy));
    }
    if (!file->unsupported.empty()) {
      b.warning(key,
                "records of these systems are left out, since their orbits have another format: " +
                    list_of(file->unsupported));
    }
    // IS-GPS-200: a set of ephemerides holds for 2 h before and after its toe; an almanac degrades
    // to some km in weeks.
    constexpr double kEphemerisAge = 2 * 3600, kAlmanacAge = 14 * 86400;
    const double until = b.assembly().simulate().until;
    std::vector<std::string> unreached;
    std::erase_if(sky.satellites, [&](SatelliteOrbits& satellite) {
      if (!satellite.sets.front().state || keep_reached(satellite.sets, sky.epoch, until))
        return false;
      unreached.push_back(satellite.name);
      return true;
    });
    if (!unreached.empty()) {
      b.warning(key,
                fmt::format("the file has no orbits of {} for the time of the run, so these "
                            "satellites are left out",
                            list_of(unreached)),
                "check 'epoch', or use the file of that day");
    }
    std::vector<std::string> old, old_states;
    for (const SatelliteOrbits& satellite : sky.satellites) {
      // GLONASS ICD: 15 minutes before and after.
      constexpr double kStateAge = 15 * 60;
      const bool is_state = satellite.sets.front().state.has_value();
      const double allowed = is_state ? kStateAge : almanac.empty() ? kEphemerisAge : kAlmanacAge;
      if (find_age(satellite.sets, sky.epoch, until) > allowed)
        (is_state ? old_states : old).push_back(satellite.name);
    }
    if (!old_states.empty()) {
      b.warning(key,
                fmt::format("the run exceeds the 15 minutes for which the data of {} are valid",
                            list_of(old_states)),
                "check 'epoch', or use the file of that day");
    }
    const bool has_glonass = std::ranges::any_of(
        sky.satellites,
        [](const SatelliteOrbits& satellite) { return satellite.sets.front().state.has_value(); });
    if (has_glonass) sky.calc_glonass = detail::SkySlot::make_glonass_function();
    if (!old.empty()) {
      b.warning(key,
                fmt::format("the run exceeds the {} for which the data of {} are valid",
                            almanac.empty() ? "2 hours" : "2 weeks", list_of(old)),
                "check 'epoch', or use the file of that day");
    }
  }
  b.define_output("satellites", Expr(static_cast<double>(sky.satellites.size())));
}

}  // namespace holon
