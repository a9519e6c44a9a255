// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/earth/nmea.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <numbers>
#include <span>

namespace holon {

namespace {

constexpr double kDegreeSize = std::numbers::pi / 180;
constexpr double kKnot = 1852.0 / 3600;  // [m/s]

unsigned checksum(std::string_view body) {
  unsigned sum = 0;
  for (const char c : body) sum ^= static_cast<unsigned char>(c);
  return sum;
}

/// "4806.0000000,N": seven decimals of a minute are 0.2 mm.
std::string angle_text(double angle, int digits, const char* signs) {
  const double degrees = std::abs(angle) / kDegreeSize;
  // Rounded as a whole, so that 59.99999999 minutes become the next degree.
  constexpr double kPerMinute = 1e7;
  const auto units = static_cast<std::int64_t>(std::llround(degrees * 60 * kPerMinute));
  const std::int64_t per_degree = 60 * static_cast<std::int64_t>(kPerMinute);
  return fmt::format("{:0{}d}{:010.7f},{}", units / per_degree, digits,
                     static_cast<double>(units % per_degree) / kPerMinute,
                     angle < 0 ? signs[1] : signs[0]);
}

/// "hhmmss.ss" and "ddmmyy", rounded together.
std::array<std::string, 2> time_text(const CalendarTime& utc) {
  constexpr double kHundredths = 100;
  CalendarTime t = utc;
  t.second = std::round(t.second * kHundredths) / kHundredths;
  if (t.second >= 60) t = utc_of(gps_time_of_utc(utc).after(0.5 / kHundredths));
  if (t.second >= 60) t.second = 59.99;  // cannot be
  t.second = std::floor(t.second * kHundredths + 1e-6) / kHundredths;
  return {fmt::format("{:02d}{:02d}{:05.2f}", t.hour, t.minute, t.second),
          fmt::format("{:02d}{:02d}{:02d}", t.day, t.month, t.year % 100)};
}

std::string place_text(const NavigationFix& f) {
  if (f.quality == 0) return ",,,";
  return angle_text(f.latitude, 2, "NS") + "," + angle_text(f.longitude, 3, "EW");
}

/// In [0°, 360°).
double compass(double angle, double unit) {
  const double degrees = std::fmod(angle / kDegreeSize, 360.0);
  const double rounded = std::round((degrees < 0 ? degrees + 360 : degrees) / unit) * unit;
  return rounded >= 360 ? rounded - 360 : rounded;
}

std::vector<std::string_view> split_fields(std::string_view body) {
  std::vector<std::string_view> fields;
  std::size_t from = 0;
  for (std::size_t at = 0; at <= body.size(); ++at) {
    if (at < body.size() && body[at] != ',') continue;
    fields.push_back(body.substr(from, at - from));
    from = at + 1;
  }
  return fields;
}

std::optional<double> number_of(std::string_view text) {
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

/// [s] of the day, of "hhmmss.ss".
std::optional<double> second_of_day(std::string_view text) {
  const auto value = number_of(text);
  if (!value || text.size() < 6 || *value < 0 || *value >= 240000) return std::nullopt;
  const double hours = std::floor(*value / 10000), minutes = std::floor(*value / 100) - hours * 100;
  return hours * 3600 + minutes * 60 + (*value - hours * 10000 - minutes * 100);
}

/// [rad] of "4806.0000000" and "N".
std::optional<double> angle_of(std::string_view text, std::string_view side) {
  const auto value = number_of(text);
  if (!value || side.size() != 1) return std::nullopt;
  const double degrees = std::floor(*value / 100), minutes = *value - degrees * 100;
  if (minutes >= 60 || degrees > 180) return std::nullopt;
  const bool is_negative = side == "S" || side == "W";
  if (!is_negative && side != "N" && side != "E") return std::nullopt;
  return (is_negative ? -1 : 1) * (degrees + minutes / 60) * kDegreeSize;
}

struct NmeaColumn {
  const char* name;
  const char* unit;
};
enum ColumnIndex {
  kTimeColumn,
  kLatitude,
  kLongitude,
  kHeight,
  kQuality,
  kSatellites,
  kHdop,
  kSpeed,
  kCourse,
  kHeading,
  kSigmaEast,
  kSigmaNorth,
  kSigmaUp,
  kDropped,
  kColumnCount
};
constexpr NmeaColumn kColumns[kColumnCount] = {
    {"time", "s"},     {"latitude", "rad"}, {"longitude", "rad"}, {"height", "m"},
    {"fix", ""},       {"satellites", ""},  {"hdop", ""},         {"speed", "m/s"},
    {"course", "rad"}, {"heading", "rad"},  {"sigma_east", "m"},  {"sigma_north", "m"},
    {"sigma_up", "m"}, {"dropped", ""}};

/// Collects the sentences of a log.
class LogReader {
 public:
  void read(std::string_view text) {
    int number = 0;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      std::string_view line = text.substr(at, end - at);
      at = end + 1;
      ++number;
      while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
      // Loggers put their own times before the sentence.
      if (const std::size_t begin = line.find('$'); begin != std::string_view::npos) {
        read_sentence(line.substr(begin + 1), number);
      }
    }
    close_row();
  }

  NmeaLog log;
  bool has_position() const { return is_given_[kLatitude]; }

 private:
  void read_sentence(std::string_view sentence, int line) {
    const std::size_t star = sentence.rfind('*');
    unsigned given = 0;
    if (star == std::string_view::npos || sentence.size() != star + 3) return drop();
    const auto [end, failure] =
        std::from_chars(sentence.data() + star + 1, sentence.data() + star + 3, given, 16);
    if (failure != std::errc() || end != sentence.data() + star + 3) return drop();
    if (checksum(sentence.substr(0, star)) != given) return drop();
    const auto f = split_fields(sentence.substr(0, star));
    if (f[0].size() != 5) {
      ++log.others;
      return;
    }
    const std::string_view kind = f[0].substr(2);
    const bool is_read = kind == "GGA"                    ? read_gga(f, line)
                         : kind == "RMC"                  ? read_rmc(f, line)
                         : kind == "VTG"                  ? read_vtg(f)
                         : kind == "HDT" || kind == "THS" ? read_heading(f)
                         : kind == "GST"                  ? read_gst(f, line)
                                                          : (++log.others, true);
    if (!is_read) drop();
  }

  void drop() { ++log.dropped; }

  void set(ColumnIndex column, double value) {
    values_[column] = value;
    is_given_[column] = true;
  }
  void set(ColumnIndex column, std::string_view text, double scale = 1) {
    if (const auto value = number_of(text)) set(column, *value * scale);
  }

  /// Begins a row, unless the time is that of the row that is open.
  bool begin(std::string_view text, int line) {
    const auto second = second_of_day(text);
    if (!second) return false;
    constexpr double kDay = 86400, kHalfDay = 43200;
    double time = *second + days_ * kDay;
    if (is_open_ && last_ - time > kHalfDay) {
      ++days_;
      time += kDay;
    }
    if (is_open_ && time <= last_) return true;
    close_row();
    is_open_ = true;
    last_ = time;
    line_ = line;
    return true;
  }

  void close_row() {
    if (!is_open_ || !is_given_[kLatitude]) return;
    if (log.lines.empty()) first_ = last_;
    set(kTimeColumn, last_ - first_);
    values_[kDropped] = log.dropped;
    rows_.push_back(values_);
    log.lines.push_back(line_);
  }

  bool set_place(std::span<const std::string_view> f) {
    if (f[0].empty() && f[2].empty()) return true;
    const auto latitude = angle_of(f[0], f[1]), longitude = angle_of(f[2], f[3]);
    if (!latitude || !longitude) return false;
    set(kLatitude, *latitude);
    set(kLongitude, *longitude);
    return true;
  }

  bool read_gga(const std::vector<std::string_view>& f, int line) {
    if (f.size() < 12 || !begin(f[1], line)) return false;
    const auto quality = number_of(f[6]);
    if (!quality || !set_place(std::span(f).subspan(2, 4))) return false;
    set(kQuality, *quality);
    set(kSatellites, f[7]);
    set(kHdop, f[8]);
    if (const auto altitude = number_of(f[9])) {
      set(kHeight, *altitude + number_of(f[11]).value_or(0));
    }
    return true;
  }

  bool read_rmc(const std::vector<std::string_view>& f, int line) {
    if (f.size() < 10 || !begin(f[1], line)) return false;
    if (f[2] == "A" && !set_place(std::span(f).subspan(3, 4))) return false;
    set(kSpeed, f[7], kKnot);
    set(kCourse, f[8], kDegreeSize);
    return true;
  }

  bool read_vtg(const std::vector<std::string_view>& f) {
    if (f.size() < 8) return false;
    set(kCourse, f[1], kDegreeSize);
    set(kSpeed, f[5], kKnot);
    return true;
  }

  bool read_heading(const std::vector<std::string_view>& f) {
    if (f.size() < 3) return false;
    set(kHeading, f[1], kDegreeSize);
    return true;
  }

  bool read_gst(const std::vector<std::string_view>& f, int line) {
    if (f.size() < 9 || !begin(f[1], line)) return false;
    set(kSigmaNorth, f[6]);
    set(kSigmaEast, f[7]);
    set(kSigmaUp, f[8]);
    return true;
  }

 public:
  void finish() {
    is_given_[kTimeColumn] = is_given_[kDropped] = true;
    log.start = first_;
    for (std::size_t c = 0; c < kColumnCount; ++c) {
      if (!is_given_[c]) continue;
      log.names.emplace_back(kColumns[c].name);
      log.units.push_back(kColumns[c].unit);
      std::vector<double>& column = log.columns.emplace_back();
      for (const auto& row : rows_) column.push_back(row[c]);
    }
  }

 private:
  std::array<double, kColumnCount> values_{};
  std::array<bool, kColumnCount> is_given_{};
  std::vector<std::array<double, kColumnCount>> rows_;
  bool is_open_ = false;
  int days_ = 0, line_ = 0;
  double last_ = 0, first_ = 0;
};

}  // namespace

std::string nmea_sentence(const std::string& body) {
  return fmt::format("${}*{:02X}", body, checksum(body));
}

std::string write_gga(const NavigationFix& f) {
  const std::string satellites = f.satellites ? fmt::format("{:02d}", *f.satellites) : "";
  const std::string hdop = f.hdop ? fmt::format("{:.2f}", *f.hdop) : "";
  const std::string height =
      f.quality == 0 ? ",,,"
                     : fmt::format("{:.4f},M,{:.4f},M", f.height - f.separation, f.separation);
  return nmea_sentence(fmt::format("GNGGA,{},{},{},{},{},{},,", time_text(f.utc)[0], place_text(f),
                                   f.quality, satellites, hdop, height));
}

std::string write_rmc(const NavigationFix& f) {
  const auto [time, date] = time_text(f.utc);
  const std::string speed = f.speed ? fmt::format("{:.4f}", *f.speed / kKnot) : "";
  const std::string course = f.course ? fmt::format("{:.3f}", compass(*f.course, 1e-3)) : "";
  const char mode = f.quality == 0 ? 'N' : f.quality == 4 ? 'R' : f.quality == 5 ? 'F' : 'A';
  return nmea_sentence(fmt::format("GNRMC,{},{},{},{},{},{},,,{}", time, f.quality == 0 ? 'V' : 'A',
                                   place_text(f), speed, course, date, mode));
}

std::string write_vtg(const NavigationFix& f) {
  if (!f.speed || !f.course) return {};
  constexpr double kKilometresPerHour = 3.6;
  return nmea_sentence(fmt::format("GNVTG,{:.3f},T,,M,{:.4f},N,{:.4f},K,{}",
                                   compass(*f.course, 1e-3), *f.speed / kKnot,
                                   *f.speed * kKilometresPerHour, f.quality == 0 ? 'N' : 'A'));
}

std::string write_hdt(const NavigationFix& f) {
  if (!f.heading) return {};
  return nmea_sentence(fmt::format("GNHDT,{:.4f},T", compass(*f.heading, 1e-4)));
}

std::string write_ths(const NavigationFix& f) {
  if (!f.heading) return {};
  return nmea_sentence(
      fmt::format("GNTHS,{:.4f},{}", compass(*f.heading, 1e-4), f.quality == 0 ? 'V' : 'A'));
}

std::string write_gst(const NavigationFix& f) {
  if (!f.sigma) return {};
  const auto& [east, north, up] = *f.sigma;
  const bool is_north = north >= east;
  return nmea_sentence(
      fmt::format("GNGST,{},{:.4f},{:.4f},{:.4f},{},{:.4f},{:.4f},{:.4f}", time_text(f.utc)[0],
                  std::sqrt((east * east + north * north + up * up) / 3), std::max(east, north),
                  std::min(east, north), is_north ? "0.0" : "90.0", north, east, up));
}

std::string write_nmea(const NavigationFix& fix) {
  std::string all;
  for (const std::string& sentence : {write_gga(fix), write_rmc(fix), write_vtg(fix),
                                      write_hdt(fix), write_ths(fix), write_gst(fix)}) {
    if (!sentence.empty()) all += sentence + "\r\n";
  }
  return all;
}

std::optional<NmeaLog> read_nmea(std::string_view text, std::string& error) {
  LogReader reader;
  reader.read(text);
  if (!reader.has_position() || reader.log.lines.empty()) {
    error = reader.log.dropped > 0
                ? fmt::format(
                      "no sentence has a position; {} were dropped for their checksum or "
                      "their fields",
                      reader.log.dropped)
                : "no NMEA sentence has a position (GGA or RMC)";
    return std::nullopt;
  }
  reader.finish();
  return std::move(reader.log);
}

}  // namespace holon
