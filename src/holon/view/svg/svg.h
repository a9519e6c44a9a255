// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace holon {

struct SvgText {
  double size = 12;              ///< [px]
  const char* anchor = "start";  ///< start, middle, end
  const char* fill = "#333333";
  bool bold = false;
  bool halo = false;  ///< a white rim, for text over lines
  double turn = 0;    ///< [deg] clockwise, about its own position
};

/// Writes an SVG document element by element. The bytes depend only on the calls.
class SvgWriter {
 public:
  /// Attributes as written in the tag: `x="1" fill="none"`.
  void open(std::string_view tag, std::string_view attributes = {});
  void close();
  void element(std::string_view tag, std::string_view attributes);
  /// An element that holds text or markup that is already escaped.
  void element(std::string_view tag, std::string_view attributes, std::string_view content);
  void text(double x, double y, std::string_view content, const SvgText& style = {});
  void line(double x1, double y1, double x2, double y2, std::string_view attributes);

  const std::string& str() const { return out_; }

 private:
  void indent();
  std::string out_;
  std::vector<std::string> open_;
};

/// `name="value"` with a leading blank, escaped; numbers have at most two decimals.
std::string svg_attribute(std::string_view name, double value);
std::string svg_attribute(std::string_view name, std::string_view value);
/// At most `decimals` decimals, no trailing zeros, no minus zero, no exponent.
void append_fixed(std::string& text, double value, int decimals = 2);

/// Data of a path, in absolute coordinates.
class SvgPath {
 public:
  explicit SvgPath(int decimals = 2) : decimals_(decimals) {}
  void move(double x, double y);
  void line(double x, double y);
  void close() { data_ += 'Z'; }
  void circle(double x, double y, double radius);
  bool empty() const { return data_.empty(); }
  const std::string& data() const { return data_; }

 private:
  void point(char command, double x, double y);
  std::string data_;
  int decimals_;
};

/// Data of paths with many points, in few bytes: steps from point to point in tenths of a pixel,
/// without the points whose absence moves a line by less than a fifteenth of a pixel.
class SvgPolyline {
 public:
  /// Keeps points on straight lines, too, if it is not `simplified`; steps below a tenth of a pixel
  /// are dropped always.
  explicit SvgPolyline(bool simplified = true) : simplified_(simplified) {}
  void move(double x, double y);
  void line(double x, double y);
  void close();
  /// A point that a stroke with round caps draws as a disc.
  void dot(double x, double y);
  bool empty() const { return data_.empty(); }
  const std::string& data();

 private:
  using Point = std::array<double, 2>;
  void put(char command, const Point& p);
  void number(long tenths);
  bool skips(const Point& p);
  void flush();

  std::string data_;
  bool simplified_;
  std::array<long, 2> pen_{0, 0}, begin_{0, 0};  ///< [0.1 px] as written
  bool follows_ = false;                         ///< the next pair continues the command
  Point anchor_{0, 0}, last_{0, 0};              ///< the last point written; the last one passed
  bool is_pending_ = false;
  double heading_ = 0, low_ = 0, high_ = 0;  ///< [rad] directions from the anchor that pass all
  double reach_ = 0;                         ///< [px] from the anchor to the last one
};

/// Width of a text in the usual sans-serif faces of viewers, overestimated (DejaVu Sans).
double estimate_text_width(std::string_view text, double size, bool bold = false);

}  // namespace holon
