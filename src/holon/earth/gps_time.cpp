// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/earth/gps_time.h"

#include <array>
#include <charconv>
#include <cmath>

namespace holon {

namespace {

constexpr std::int64_t kDaySeconds = 86400;

/// Days since 1970-01-01 of the Gregorian calendar (H. Hinnant, "chrono-compatible low-level date
/// algorithms", 2013).
std::int64_t days_from_civil(int y, int m, int d) {
  y -= m <= 2 ? 1 : 0;
  const std::int64_t era = (y >= 0 ? y : y - 399) / 400;
  const auto year_of_era = static_cast<std::int64_t>(y) - era * 400;
  const std::int64_t day_of_year = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
  const std::int64_t day_of_era =
      year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

CalendarTime civil_from_days(std::int64_t z) {
  z += 719468;
  const std::int64_t era = (z >= 0 ? z : z - 146096) / 146097, day_of_era = z - era * 146097;
  const std::int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const std::int64_t day_of_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t mp = (5 * day_of_year + 2) / 153;
  CalendarTime date;
  date.day = static_cast<int>(day_of_year - (153 * mp + 2) / 5 + 1);
  date.month = static_cast<int>(mp < 10 ? mp + 3 : mp - 9);
  date.year = static_cast<int>(year_of_era + era * 400 + (date.month <= 2 ? 1 : 0));
  return date;
}

constexpr std::int64_t kGpsEpochDays = 3657;  // of 1980-01-06

struct Leap {
  int year, month;
};
/// The months at whose first day GPS minus UTC grew by 1 s, from 0 (IERS Bulletin C).
constexpr std::array<Leap, 18> kLeaps{{{1981, 7},
                                       {1982, 7},
                                       {1983, 7},
                                       {1985, 7},
                                       {1988, 1},
                                       {1990, 1},
                                       {1991, 1},
                                       {1992, 7},
                                       {1993, 7},
                                       {1994, 7},
                                       {1996, 1},
                                       {1997, 7},
                                       {1999, 1},
                                       {2006, 1},
                                       {2009, 1},
                                       {2012, 7},
                                       {2015, 7},
                                       {2017, 1}}};

bool read_digits(std::string_view& text, std::size_t count, int& value) {
  if (text.size() < count) return false;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + count, value);
  if (failure != std::errc() || end != text.data() + count || text[0] == '-') return false;
  text.remove_prefix(count);
  return true;
}

bool read_sign(std::string_view& text, char sign) {
  if (text.empty() || text[0] != sign) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

GpsTime GpsTime::after(double duration) const {
  const double sum = fraction + duration, whole = std::floor(sum);
  return {seconds + static_cast<std::int64_t>(whole), sum - whole};
}

GpsTime gps_time_of(const CalendarTime& t) {
  const std::int64_t days = days_from_civil(t.year, t.month, t.day) - kGpsEpochDays;
  const double whole = std::floor(t.second);
  return {days * kDaySeconds + t.hour * 3600 + t.minute * 60 + static_cast<std::int64_t>(whole),
          t.second - whole};
}

int leap_seconds_at(const CalendarTime& utc) {
  int count = 0;
  for (const Leap& leap : kLeaps) {
    if (utc.year > leap.year || (utc.year == leap.year && utc.month >= leap.month)) ++count;
  }
  return count;
}

GpsTime gps_time_of_utc(const CalendarTime& utc) {
  GpsTime time = gps_time_of(utc);
  time.seconds += leap_seconds_at(utc);
  return time;
}

CalendarTime utc_of(const GpsTime& time) {
  const auto date_at = [&](int leaps) {
    const std::int64_t seconds = time.seconds - leaps;
    const std::int64_t day =
        seconds >= 0 ? seconds / kDaySeconds : (seconds - kDaySeconds + 1) / kDaySeconds;
    CalendarTime date = civil_from_days(day + kGpsEpochDays);
    const std::int64_t rest = seconds - day * kDaySeconds;
    date.hour = static_cast<int>(rest / 3600);
    date.minute = static_cast<int>(rest / 60 % 60);
    date.second = static_cast<double>(rest % 60) + time.fraction;
    return date;
  };
  int leaps = 0;
  for (const Leap& leap : kLeaps) {
    const std::int64_t from = gps_time_of({leap.year, leap.month, 1}).seconds + leaps + 1;
    if (time.seconds >= from) ++leaps;
  }
  return date_at(leaps);
}

std::optional<CalendarTime> parse_utc(std::string_view text) {
  CalendarTime t;
  if (!read_digits(text, 4, t.year) || !read_sign(text, '-') || !read_digits(text, 2, t.month) ||
      !read_sign(text, '-') || !read_digits(text, 2, t.day)) {
    return std::nullopt;
  }
  if (t.year < 1980 || t.month < 1 || t.month > 12 || t.day < 1) return std::nullopt;
  const CalendarTime back = civil_from_days(days_from_civil(t.year, t.month, t.day));
  if (back.month != t.month || back.day != t.day) return std::nullopt;
  if (text.empty()) return t;
  int second = 0;
  if (!read_sign(text, 'T') && !read_sign(text, ' ')) return std::nullopt;
  if (!read_digits(text, 2, t.hour) || !read_sign(text, ':') || !read_digits(text, 2, t.minute)) {
    return std::nullopt;
  }
  if (read_sign(text, ':')) {
    if (!read_digits(text, 2, second)) return std::nullopt;
    t.second = second;
    if (read_sign(text, '.')) {
      double unit = 0.1;
      if (text.empty() || text[0] < '0' || text[0] > '9') return std::nullopt;
      for (; !text.empty() && text[0] >= '0' && text[0] <= '9'; text.remove_prefix(1)) {
        t.second += unit * (text[0] - '0');
        unit /= 10;
      }
    }
  }
  read_sign(text, 'Z');
  if (!text.empty() || t.hour > 23 || t.minute > 59 || second > 59) return std::nullopt;
  return t;
}

}  // namespace holon
