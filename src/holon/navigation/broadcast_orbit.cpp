// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/broadcast_orbit.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <numbers>
#include <sstream>

#include "holon/base/read_file.h"
#include "holon/navigation/glonass_orbit.h"

namespace holon {

namespace {

constexpr std::size_t kMostOrbitBytes = std::size_t{64} << 20;
constexpr double kLargestEccentricity = 0.2, kLeastRootA = 2000, kLargestRootA = 9000;

/// A number that may have a Fortran exponent (1.2D-03). Nothing if the text is not one.
std::optional<double> read_fortran(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\t' || c == '\r'; });
  std::replace(text.begin(), text.end(), 'D', 'E');
  std::replace(text.begin(), text.end(), 'd', 'e');
  const char* const first = text.data() + (text.starts_with('+') ? 1 : 0);
  double value = 0;
  const auto [end, failure] = std::from_chars(first, text.data() + text.size(), value);
  if (text.empty() || failure != std::errc() || end != text.data() + text.size() ||
      !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

std::optional<std::vector<std::string>> read_lines(const std::string& path, std::string& error) {
  const auto text = read_file(path, kMostOrbitBytes, FileSource::regular, error);
  if (!text) {
    error = path + ": " + error;
    return std::nullopt;
  }
  std::vector<std::string> lines;
  std::istringstream stream(*text);
  for (std::string line; std::getline(stream, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(std::move(line));
  }
  return lines;
}

/// What cannot be the orbit of a navigation satellite; empty if nothing.
std::string find_implausible(const BroadcastOrbit& o) {
  if (o.state) {
    constexpr double kLeastRadius = 24e6, kLargestRadius = 27e6;  // of GLONASS, 25.5e6 m
    const double radius = o.state->position.norm();
    if (radius > kLeastRadius && radius < kLargestRadius) return {};
    return fmt::format("{} is {:g} km from the Earth's centre", o.name(), radius / 1000);
  }
  if (!(o.eccentricity >= 0 && o.eccentricity < kLargestEccentricity)) {
    return fmt::format("the eccentricity of {} is {:g}", o.name(), o.eccentricity);
  }
  if (!(o.root_a > kLeastRootA && o.root_a < kLargestRootA)) {
    return fmt::format("the square root of the semi-major axis of {} is {:g} √m", o.name(),
                       o.root_a);
  }
  return {};
}

/// Sorted by toe; of sets with the same toe the last one. Unhealthy satellites go to a list.
void finish(std::map<std::string, std::vector<BroadcastOrbit>> found, OrbitFile& file) {
  for (auto& [name, sets] : found) {
    std::stable_sort(sets.begin(), sets.end(),
                     [](const auto& a, const auto& b) { return a.toe.since(b.toe) < 0; });
    std::vector<BroadcastOrbit> kept;
    for (BroadcastOrbit& set : sets) {
      if (!kept.empty() && kept.back().toe.since(set.toe) == 0) kept.pop_back();
      kept.push_back(std::move(set));
    }
    const bool is_healthy =
        std::ranges::all_of(kept, [](const BroadcastOrbit& set) { return set.is_healthy; });
    if (is_healthy) {
      file.satellites.push_back({name, std::move(kept)});
    } else {
      file.unhealthy.push_back(name);
    }
  }
}

// --- YUMA ---------------------------------------------------------------------------------------

struct YumaKey {
  const char* begins;
  double BroadcastOrbit::*member;
};
constexpr YumaKey kYumaKeys[] = {{"Eccentricity", &BroadcastOrbit::eccentricity},
                                 {"Orbital Inclination", &BroadcastOrbit::i0},
                                 {"Rate of Right Ascen", &BroadcastOrbit::node_rate},
                                 {"SQRT(A)", &BroadcastOrbit::root_a},
                                 {"Right Ascen at Week", &BroadcastOrbit::node},
                                 {"Argument of Perigee", &BroadcastOrbit::perigee},
                                 {"Mean Anom", &BroadcastOrbit::mean_anomaly},
                                 {"Af0", &BroadcastOrbit::af0},
                                 {"Af1", &BroadcastOrbit::af1}};

/// The week that a number modulo 1024 or 8192 means: the one nearest to the epoch's.
std::int64_t resolve_week(std::int64_t week, const GpsTime& epoch) {
  constexpr std::int64_t kCycle = 1024;
  if (week >= kCycle) return week;
  const std::int64_t now = epoch.week();
  const auto cycles = static_cast<std::int64_t>(
      std::llround(static_cast<double>(now - week) / static_cast<double>(kCycle)));
  return week + std::max<std::int64_t>(0, cycles) * kCycle;
}

GpsTime time_in_week(std::int64_t week, double second) {
  return GpsTime{week * static_cast<std::int64_t>(GpsTime::kWeek), 0}.after(second);
}

// --- RINEX --------------------------------------------------------------------------------------

constexpr std::size_t kFirstNumber = 23, kNumberWidth = 19, kIndent = 4;

std::string column(const std::string& line, std::size_t at, std::size_t width) {
  return at < line.size() ? line.substr(at, width) : std::string();
}

/// The numbers of a record: three of its first line (clock), four of each further one. Blank ones
/// are 0.
bool read_record(const std::vector<std::string>& lines, std::size_t first, std::size_t count,
                 std::vector<double>& numbers, std::size_t& bad) {
  for (std::size_t k = 0; k < count; ++k) {
    const std::string& line = lines[first + k];
    const std::size_t begin = k == 0 ? kFirstNumber : kIndent, amount = k == 0 ? 3 : 4;
    for (std::size_t n = 0; n < amount; ++n) {
      const std::string text = column(line, begin + n * kNumberWidth, kNumberWidth);
      if (text.find_first_not_of(" \t\r") == std::string::npos) {
        numbers.push_back(0);
        continue;
      }
      const auto value = read_fortran(text);
      if (!value) {
        bad = first + k;
        return false;
      }
      numbers.push_back(*value);
    }
  }
  return true;
}

bool read_epoch(const std::string& line, CalendarTime& t) {
  std::istringstream in(column(line, 3, kFirstNumber - 3));
  return static_cast<bool>(in >> t.year >> t.month >> t.day >> t.hour >> t.minute >> t.second);
}

BroadcastOrbit make_orbit(char system, int number, const CalendarTime& epoch,
                          const std::vector<double>& n) {
  BroadcastOrbit o;
  o.system = system;
  o.number = number;
  o.toc = gps_time_of(epoch);
  o.af0 = n[0];
  o.af1 = n[1];
  o.af2 = n[2];
  o.crs = n[4];
  o.delta_n = n[5];
  o.mean_anomaly = n[6];
  o.cuc = n[7];
  o.eccentricity = n[8];
  o.cus = n[9];
  o.root_a = n[10];
  o.cic = n[12];
  o.node = n[13];
  o.cis = n[14];
  o.i0 = n[15];
  o.crc = n[16];
  o.perigee = n[17];
  o.node_rate = n[18];
  o.i_rate = n[19];
  o.toe = time_in_week(static_cast<std::int64_t>(n[21]), n[11]);
  o.is_healthy = n[24] == 0;
  // The clock of Galileo is that of E5b and E1 where bit 9 of the data sources is set (I/NAV), else
  // of E5a and E1: RINEX 3.05, table A8.
  const bool is_e5b = o.system == 'E' && (static_cast<std::int64_t>(n[20]) >> 9 & 1) != 0;
  o.group_delay = n[is_e5b ? 26 : 25];
  return o;
}

/// Three lines of four numbers after the first, in km; its epoch is in UTC. The clock's numbers are
/// −τ_n and γ_n.
BroadcastOrbit make_glonass_orbit(int number, const CalendarTime& epoch,
                                  const std::vector<double>& n) {
  constexpr double kKilometre = 1000;
  BroadcastOrbit o;
  o.system = 'R';
  o.number = number;
  o.toe = o.toc = gps_time_of_utc(epoch);
  o.af0 = n[0];
  o.af1 = n[1];
  BroadcastState state;
  for (int axis = 0; axis < 3; ++axis) {
    const auto at = static_cast<std::size_t>(3 + 4 * axis);
    state.position[axis] = kKilometre * n[at];
    state.velocity[axis] = kKilometre * n[at + 1];
    state.acceleration[axis] = kKilometre * n[at + 2];
  }
  o.is_healthy = n[6] == 0;
  o.state = state;
  return o;
}

}  // namespace

std::string BroadcastOrbit::name() const { return fmt::format("{}{:02d}", system, number); }

std::array<double, kOrbitNumbers> orbit_numbers(const BroadcastOrbit& o, const GpsTime& t0) {
  const double A = o.root_a * o.root_a, mu = o.system == 'E' ? gnss::kMuGalileo : gnss::kMu;
  return {t0.since(o.toe),
          t0.since(o.toc),
          o.root_a,
          o.eccentricity,
          o.i0,
          o.node - gnss::kEarthRate * o.toe.second_of_week(),
          o.perigee,
          o.mean_anomaly,
          std::sqrt(mu / (A * A * A)) + o.delta_n,
          o.node_rate - gnss::kEarthRate,
          o.i_rate,
          o.cuc,
          o.cus,
          o.crc,
          o.crs,
          o.cic,
          o.cis,
          o.af0,
          o.af1,
          o.af2,
          o.group_delay};
}

SatelliteState<double> calc_satellite(const BroadcastOrbit& orbit, const GpsTime& t) {
  if (orbit.state) return integrate_glonass(orbit, t.since(orbit.toe));
  const auto n = orbit_numbers(orbit, t);
  return calc_satellite(to_orbit_numbers(std::vector<double>(n.begin(), n.end())));
}

std::vector<SatelliteOrbits> make_walker(const WalkerNumbers& w, const GpsTime& epoch) {
  constexpr double kTurn = 2 * std::numbers::pi;
  std::vector<SatelliteOrbits> satellites;
  const int each = w.satellites / w.planes;
  for (int plane = 0; plane < w.planes; ++plane) {
    for (int k = 0; k < each; ++k) {
      BroadcastOrbit o;
      o.system = 'W';
      o.number = static_cast<int>(satellites.size()) + 1;
      o.toe = o.toc = epoch;
      o.root_a = std::sqrt(w.semi_major_axis);
      o.i0 = w.inclination;
      o.node = w.node + kTurn * plane / w.planes + gnss::kEarthRate * epoch.second_of_week();
      o.mean_anomaly = w.anomaly + kTurn * k / each + kTurn * w.phasing * plane / w.satellites;
      satellites.push_back({o.name(), {o}});
    }
  }
  return satellites;
}

std::optional<OrbitFile> read_yuma(const std::string& path, const GpsTime& epoch,
                                   std::string& error) {
  const auto lines = read_lines(path, error);
  if (!lines) return std::nullopt;
  std::map<std::string, std::vector<BroadcastOrbit>> found;
  BroadcastOrbit orbit;
  double applicability = NAN;
  unsigned given = 0;
  for (std::size_t k = 0; k < lines->size(); ++k) {
    const std::string& line = (*lines)[k];
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    std::size_t begin = line.find_first_not_of(" \t");
    const std::string key = line.substr(begin, colon - begin);
    const auto value = read_fortran(line.substr(colon + 1));
    const auto bad = [&](const std::string& what) {
      error = fmt::format("{}:{}: {}", path, k + 1, what);
      return std::nullopt;
    };
    if (!value) return bad("'" + key + "' is not followed by a number");
    if (key == "ID") {
      orbit = {};
      given = 0;
      applicability = NAN;
      orbit.number = static_cast<int>(*value);
      if (orbit.number < 1 || orbit.number > 99) return bad("there is no such PRN");
    } else if (key == "Health") {
      orbit.is_healthy = *value == 0;
    } else if (key.starts_with("Time of Applicability")) {
      applicability = *value;
    } else if (key == "week") {
      constexpr unsigned kAll = (1u << std::size(kYumaKeys)) - 1;
      if (given != kAll) {
        std::string missing;
        for (std::size_t i = 0; i < std::size(kYumaKeys); ++i) {
          if (!(given & (1u << i))) missing = kYumaKeys[i].begins;
        }
        return bad(fmt::format("the almanac of {} has no '{}'", orbit.name(), missing));
      }
      if (std::isnan(applicability))
        return bad(fmt::format("the almanac of {} has no 'Time of Applicability'", orbit.name()));
      if (*value < 0 || *value > 1e5) return bad("there is no such week");
      orbit.toe = orbit.toc =
          time_in_week(resolve_week(static_cast<std::int64_t>(*value), epoch), applicability);
      if (const std::string what = find_implausible(orbit); !what.empty()) return bad(what);
      found[orbit.name()].push_back(orbit);
    } else {
      const auto known = std::ranges::find_if(
          kYumaKeys, [&](const YumaKey& one) { return key.starts_with(one.begins); });
      if (known == std::end(kYumaKeys)) return bad("'" + key + "' is not a line of a YUMA almanac");
      orbit.*known->member = *value;
      given |= 1u << static_cast<unsigned>(known - kYumaKeys);
    }
  }
  OrbitFile file;
  finish(std::move(found), file);
  if (!file.satellites.empty() || !file.unhealthy.empty()) return file;
  error = path + ": this is not a YUMA almanac: it has no 'ID:' with an orbit";
  return std::nullopt;
}

std::optional<OrbitFile> read_rinex(const std::string& path, std::string& error) {
  const auto read = read_lines(path, error);
  if (!read) return std::nullopt;
  const std::vector<std::string>& lines = *read;
  const auto bad = [&](std::size_t line, const std::string& what) {
    error = fmt::format("{}:{}: {}", path, line + 1, what);
    return std::nullopt;
  };
  OrbitFile file;
  std::size_t at = 0;
  bool is_rinex = false, has_end = false;
  KlobucharNumbers ionosphere;
  int seen = 0;
  for (; at < lines.size() && !has_end; ++at) {
    const std::string label = column(lines[at], 60, 20);
    if (label.starts_with("RINEX VERSION")) {
      const auto version = read_fortran(column(lines[at], 0, 9));
      if (!version || *version < 3 || *version >= 4) {
        return bad(at, "this is RINEX " + column(lines[at], 0, 9) + ", not RINEX 3");
      }
      if (column(lines[at], 20, 1) != "N") return bad(at, "this is not a navigation file");
      is_rinex = true;
    }
    if (label.starts_with("IONOSPHERIC CORR")) {
      const std::string kind = column(lines[at], 0, 4);
      if (kind == "GPSA" || kind == "GPSB") {
        for (std::size_t k = 0; k < 4; ++k) {
          const auto value = read_fortran(column(lines[at], 5 + 12 * k, 12));
          if (!value) return bad(at, "a coefficient of the ionosphere is not a number");
          (kind == "GPSA" ? ionosphere.alpha : ionosphere.beta)[k] = *value;
        }
        seen |= kind == "GPSA" ? 1 : 2;
      }
    }
    has_end = label.starts_with("END OF HEADER");
  }
  if (!is_rinex || !has_end) {
    error = path + ": this is not a RINEX file: it has no header with a version and an end";
    return std::nullopt;
  }
  if (seen == 3) file.ionosphere = ionosphere;
  std::map<std::string, std::vector<BroadcastOrbit>> found;
  std::map<char, int> others;
  constexpr std::size_t kRecordLines = 8,
                        kGlonassLines = 4;  // RINEX 3.05 adds a fifth, of accuracy
  while (at < lines.size()) {
    const std::string& line = lines[at];
    if (line.find_first_not_of(" \t\r") == std::string::npos) {
      ++at;
      continue;
    }
    if (line[0] == ' ') return bad(at, "a record begins with the name of its satellite");
    std::size_t end = at + 1;
    while (end < lines.size() && lines[end].starts_with(' ') &&
           lines[end].find_first_not_of(" \t\r") != std::string::npos) {
      ++end;
    }
    const char system = line[0];
    if (system != 'G' && system != 'E' && system != 'J' && system != 'R') {
      ++others[system];
      at = end;
      continue;
    }
    const auto number = read_fortran(column(line, 1, 2));
    CalendarTime epoch;
    if (!number || !read_epoch(line, epoch))
      return bad(at, "this is not the first line of a record");
    const std::size_t count = system == 'R' ? kGlonassLines : kRecordLines;
    if (end - at < count) {
      return bad(at, fmt::format("the record has {} of its {} lines", end - at, count));
    }
    std::vector<double> numbers;
    std::size_t where = at;
    if (!read_record(lines, at, count, numbers, where)) {
      return bad(where, "a number cannot be read");
    }
    BroadcastOrbit orbit = system == 'R'
                               ? make_glonass_orbit(static_cast<int>(*number), epoch, numbers)
                               : make_orbit(system, static_cast<int>(*number), epoch, numbers);
    if (const std::string what = find_implausible(orbit); !what.empty()) return bad(at, what);
    found[orbit.name()].push_back(std::move(orbit));
    at = end;
  }
  for (const auto& [system, count] : others) {
    const char* const name = system == 'C'   ? "BeiDou"
                             : system == 'S' ? "SBAS"
                             : system == 'I' ? "NavIC"
                                             : "unknown";
    file.unsupported.push_back(fmt::format("{} ({}): {}", system, name, count));
  }
  finish(std::move(found), file);
  if (!file.satellites.empty() || !file.unhealthy.empty()) return file;
  error = path + ": the file has no orbit of GPS, Galileo, QZSS or GLONASS";
  return std::nullopt;
}

}  // namespace holon
