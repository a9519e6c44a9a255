// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/svg/svg.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "holon/base/escape.h"

namespace holon {

void append_fixed(std::string& text, double value, int decimals) {
  if (!std::isfinite(value)) value = 0;
  char digits[340];
  const auto end =
      std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed, decimals).ptr;
  std::string_view number(digits, static_cast<std::size_t>(end - digits));
  if (decimals > 0) {
    while (number.back() == '0') number.remove_suffix(1);
    if (number.back() == '.') number.remove_suffix(1);
  }
  text += number == "-0" ? "0" : number;
}

std::string svg_attribute(std::string_view name, double value) {
  std::string text;
  append_fixed(text, value);
  return svg_attribute(name, text);
}

std::string svg_attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + xml_text(value) + "\"";
}

void SvgWriter::indent() { out_.append(open_.size(), ' '); }

void SvgWriter::open(std::string_view tag, std::string_view attributes) {
  indent();
  out_ += '<';
  out_ += tag;
  if (!attributes.empty() && attributes.front() != ' ') out_ += ' ';
  out_ += attributes;
  out_ += ">\n";
  open_.emplace_back(tag);
}

void SvgWriter::close() {
  const std::string tag = open_.back();
  open_.pop_back();
  indent();
  out_ += "</" + tag + ">\n";
}

void SvgWriter::element(std::string_view tag, std::string_view attributes) {
  indent();
  out_ += '<';
  out_ += tag;
  if (!attributes.empty() && attributes.front() != ' ') out_ += ' ';
  out_ += attributes;
  out_ += "/>\n";
}

void SvgWriter::element(std::string_view tag, std::string_view attributes,
                        std::string_view content) {
  indent();
  out_ += '<';
  out_ += tag;
  if (!attributes.empty() && attributes.front() != ' ') out_ += ' ';
  out_ += attributes;
  out_ += '>';
  out_ += content;
  out_ += "</";
  out_ += tag;
  out_ += ">\n";
}

void SvgWriter::text(double x, double y, std::string_view content, const SvgText& style) {
  std::string attributes = svg_attribute("x", x) + svg_attribute("y", y) +
                           svg_attribute("font-size", style.size) +
                           svg_attribute("fill", style.fill);
  if (std::string_view(style.anchor) != "start")
    attributes += svg_attribute("text-anchor", style.anchor);
  if (style.bold) attributes += svg_attribute("font-weight", "600");
  if (style.halo)
    attributes +=
        " stroke=\"#ffffff\" stroke-width=\"3\" stroke-linejoin=\"round\" paint-order=\"stroke\"";
  if (style.turn != 0) {
    std::string turn = "rotate(";
    append_fixed(turn, style.turn);
    turn += ' ';
    append_fixed(turn, x);
    turn += ' ';
    append_fixed(turn, y);
    attributes += svg_attribute("transform", turn + ")");
  }
  element("text", attributes, xml_text(content));
}

void SvgWriter::line(double x1, double y1, double x2, double y2, std::string_view attributes) {
  std::string all = svg_attribute("x1", x1) + svg_attribute("y1", y1) + svg_attribute("x2", x2) +
                    svg_attribute("y2", y2);
  if (!attributes.empty() && attributes.front() != ' ') all += ' ';
  all += attributes;
  element("line", all);
}

void SvgPath::point(char command, double x, double y) {
  data_ += command;
  append_fixed(data_, x, decimals_);
  data_ += ' ';
  append_fixed(data_, y, decimals_);
}

void SvgPath::move(double x, double y) { point('M', x, y); }
void SvgPath::line(double x, double y) { point('L', x, y); }

void SvgPath::circle(double x, double y, double radius) {
  std::string r;
  append_fixed(r, radius, decimals_);
  for (const double side : {1.0, -1.0}) {
    if (side > 0) move(x - radius, y);
    data_ += "A" + r + " " + r + " 0 1 1 ";
    append_fixed(data_, x + side * radius, decimals_);
    data_ += ' ';
    append_fixed(data_, y, decimals_);
  }
  close();
}

void SvgPolyline::number(long tenths) {
  if (tenths < 0) data_ += '-';
  const long size = std::labs(tenths);
  if (size >= 10 || size == 0) data_ += std::to_string(size / 10);
  if (size % 10 != 0) (data_ += '.') += static_cast<char>('0' + size % 10);
}

void SvgPolyline::put(char command, const Point& p) {
  const std::array<long, 2> at{std::lround(10 * p[0]), std::lround(10 * p[1])};
  const bool is_first = data_.empty();
  const long dx = is_first ? at[0] : at[0] - pen_[0], dy = is_first ? at[1] : at[1] - pen_[1];
  if (command == 'l' && follows_) {
    if (dx == 0 && dy == 0) return;
    if (dx >= 0) data_ += ' ';
  } else {
    data_ += is_first ? 'M' : command;
  }
  number(dx);
  if (dy >= 0) data_ += ' ';
  number(dy);
  // After a move pairs are steps in its coordinates, and the first one is absolute.
  follows_ = !is_first;
  pen_ = at;
  if (command == 'm') begin_ = at;
}

void SvgPolyline::move(double x, double y) {
  flush();
  put('m', {x, y});
  anchor_ = {x, y};
}

// Whether the last point can be left out on the way to this one: all points passed since the
// anchor lie within the tolerance of the straight line.
bool SvgPolyline::skips(const Point& p) {
  constexpr double kTolerance = 0.067;  // [px]
  const double dx = p[0] - anchor_[0], dy = p[1] - anchor_[1], distance = std::hypot(dx, dy);
  if (!is_pending_) {
    heading_ = std::atan2(dy, dx);
    low_ = -M_PI, high_ = M_PI;
    reach_ = 0;
  }
  const double direction = std::remainder(std::atan2(dy, dx) - heading_, 2 * M_PI);
  const bool passes =
      distance >= reach_ && (distance < kTolerance || (direction >= low_ && direction <= high_));
  if (!passes) return false;
  reach_ = distance;
  if (distance >= kTolerance) {
    const double half = std::asin(kTolerance / distance);
    low_ = std::max(low_, direction - half), high_ = std::min(high_, direction + half);
  }
  return true;
}

void SvgPolyline::line(double x, double y) {
  const Point p{x, y};
  if (!simplified_) return put('l', p);
  if (!skips(p)) {
    flush();
    skips(p);
  }
  last_ = p;
  is_pending_ = true;
}

void SvgPolyline::flush() {
  if (!is_pending_) return;
  put('l', last_);
  anchor_ = last_;
  is_pending_ = false;
}

void SvgPolyline::close() {
  flush();
  data_ += 'z';
  pen_ = begin_;
  follows_ = false;
}

void SvgPolyline::dot(double x, double y) {
  put('m', {x, y});
  data_ += "h0";
  follows_ = false;
}

const std::string& SvgPolyline::data() {
  flush();
  return data_;
}

double estimate_text_width(std::string_view text, double size, bool bold) {
  // Advance widths of DejaVu Sans in thousandths of its size, by classes of letters.
  double width = 0;
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) == 0x80) continue;  // continuation byte of a character already counted
    if (byte >= 0x80)
      width += 640;
    else if (std::string_view("ijlI.,:;'|! ").find(c) != std::string_view::npos)
      width += 318;
    else if (std::string_view("frt()[]/-").find(c) != std::string_view::npos)
      width += 400;
    else if (std::string_view("mwMW%@").find(c) != std::string_view::npos)
      width += 960;
    else if (c >= 'A' && c <= 'Z')
      width += 700;
    else
      width += 625;
  }
  return width * size / 1000 * (bold ? 1.1 : 1);
}

}  // namespace holon
