// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/output/linear_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "holon/base/names.h"
#include "holon/base/shown_text.h"
#include "holon/base/text_layout.h"
#include "holon/output/terminal.h"
#include "holon/report/linear/linear_labels.h"

namespace holon::app {
namespace {

using Complex = std::complex<double>;
using Eigen::Index;
using Eigen::MatrixXd;

using std::numbers::pi;
constexpr Index kPrintedStates = 24;         // of matrices that are printed
constexpr std::size_t kMostPoles = 60;       // rows of their table
constexpr std::size_t kChannelsInText = 12;  // listed one by one

LinearFormulas::Rows in_numbers(const MatrixXd& M) {
  LinearFormulas::Rows rows;
  for (Index i = 0; i < M.rows(); ++i) {
    rows.emplace_back();
    for (Index j = 0; j < M.cols(); ++j) rows.back().push_back(short_number(M(i, j)));
  }
  return rows;
}

class LinearTextWriter {
 public:
  explicit LinearTextWriter(const LinearReport& report)
      : report_(report), model_(report.analysis.model) {}

  std::string write() {
    text_ = bold(show_line(report_.title)) + "\n" + describe_point(report_.point) +
            (is_sampled() ? ", sampled every " + short_number(model_.period) + " s" : "") + "\n";
    write_variables();
    write_matrices();
    write_poles();
    write_zeros();
    write_reach();
    write_channels();
    write_notes();
    return std::move(text_);
  }

 private:
  bool is_sampled() const { return model_.plane().is_sampled(); }
  void heading(const std::string& title) { text_ += "\n" + bold(title) + "\n"; }
  void paragraph(const std::string& line, int indent = 2) {
    text_ += std::string(static_cast<std::size_t>(indent), ' ') +
             wrap(line, std::max(40, terminal_width()) - indent, indent) + "\n";
  }
  /// Rows of texts in columns, the first row dim.
  void table(const std::vector<std::vector<std::string>>& rows) {
    std::vector<int> widths(rows[0].size());
    for (const auto& row : rows)
      for (std::size_t k = 0; k < row.size(); ++k)
        widths[k] = std::max(widths[k], display_width(row[k]));
    for (const auto& row : rows) {
      std::string line = "  ";
      for (std::size_t k = 0; k < row.size(); ++k)
        line += k + 1 < row.size() ? pad(row[k], widths[k] + 2) : row[k];
      line.resize(line.find_last_not_of(' ') + 1);
      text_ += (&row == &rows.front() ? dim(line) : line) + "\n";
    }
  }

  void write_list(const std::vector<LinearVariable>& list,
                  const std::function<std::string(const LinearVariable&)>& say) {
    int width = 0;
    for (const LinearVariable& v : list) width = std::max(width, display_width(v.name));
    for (const LinearVariable& v : list) {
      std::string line = "  " + pad(v.name, width + 2) + with_unit(v.value, unit_of(v));
      const std::string more = say ? say(v) : "";
      if (!more.empty()) line += "   " + dim(more);
      text_ += line + "\n";
    }
  }

  void write_variables() {
    heading("States");
    if (model_.x.empty()) text_ += "  none\n";
    write_list(model_.x, {});
    if (!model_.dependent.empty())
      paragraph("determined from them by the closed loops: " +
                quote_list(model_.dependent, "and", 12));
    std::string free;
    for (const auto& c : report_.point.free) {
      if (c.name.starts_with("system.")) continue;
      free +=
          (free.empty() ? "" : ", ") + c.name +
          (c.rate == 0 ? "" : " (which moves steadily by " + short_number(c.rate) + " a second)");
    }
    if (!free.empty()) paragraph("nothing depends on " + free);
    if (!model_.unseen.empty())
      paragraph("omitted, since nothing depends on them and no output shows them: " +
                quote_list(model_.unseen, "and", 12));
    heading("Inputs");
    if (model_.u.empty()) text_ += "  none\n";
    write_list(model_.u, [&](const LinearVariable& v) {
      const auto found = std::find_if(report_.opened.begin(), report_.opened.end(),
                                      [&](const OpenedValue& o) { return o.name == v.name; });
      if (!report_.loop.empty()) return std::string("the loop is open there");
      const bool is_added = found != report_.opened.end() && found->is_added;
      return std::string(is_added ? "added to the model's own value there" : "");
    });
    heading("Outputs");
    if (model_.y.empty()) text_ += "  none\n";
    write_list(model_.y, {});
  }

  void write_matrices() {
    if (model_.order() > kPrintedStates && !report_.formulas) {
      text_ += "\n";
      paragraph(
          fmt::format("A has {} rows: -o FILE.m or --json write the matrices", model_.order()));
      return;
    }
    std::vector<std::string> rates, x, u, y;
    for (const LinearVariable& v : model_.x)
      rates.push_back(v.name + (is_sampled() ? " next" : "'")), x.push_back(v.name);
    for (const LinearVariable& v : model_.u) u.push_back(v.name);
    for (const LinearVariable& v : model_.y) y.push_back(v.name);
    const auto& f = report_.formulas;
    write_matrix("A", f ? f->A : in_numbers(model_.A), rates, x);
    write_matrix("B", f ? f->B : in_numbers(model_.B), rates, u);
    write_matrix("C", f ? f->C : in_numbers(model_.C), y, x);
    write_matrix("D", f ? f->D : in_numbers(model_.D), y, u);
    if (report_.unreduced) write_unreduced(rates, x, u);
    if (report_.symbols.empty()) return;
    std::string line = "with";
    for (const auto& [name, value] : report_.symbols)
      line += (line == "with" ? " " : ", ") + name + " = " + short_number(value);
    text_ += "\n";
    paragraph(line + " (SI)");
  }

  void write_unreduced(const std::vector<std::string>& rates, const std::vector<std::string>& x,
                       const std::vector<std::string>& u) {
    const UnreducedModel& M = *report_.unreduced;
    const auto& f = report_.unreduced_formulas;
    std::vector<std::string> stored, stored_rates;
    for (const LinearVariable& v : M.stored)
      stored.push_back(v.name), stored_rates.push_back(v.name + "'");
    const bool has_inputs = !u.empty(), has_G = !M.G.isZero(0);
    text_ += "\n";
    paragraph("Before storage in derivative causality was reduced: x' = A x" +
              std::string(has_inputs ? " + B u" : "") + " + E xd', xd = F x" +
              (has_G ? " + G u. " : ". ") + describe_reduction(M, has_inputs));
    write_matrix("A", f ? f->A : in_numbers(M.A), rates, x);
    write_matrix("B", f ? f->B : in_numbers(M.B), rates, u);
    write_matrix("E", f ? f->E : in_numbers(M.E), rates, stored_rates);
    write_matrix("F", f ? f->F : in_numbers(M.F), stored, x);
    if (has_G) write_matrix("G", f ? f->G : in_numbers(M.G), stored, u);
  }

  void write_matrix(const char* name, const LinearFormulas::Rows& M,
                    const std::vector<std::string>& rows, const std::vector<std::string>& columns) {
    if (rows.empty() || columns.empty()) return;
    heading(name);
    int left = 0;
    for (const std::string& row : rows) left = std::max(left, display_width(row));
    const auto blanks = [](int count) {
      return std::string(static_cast<std::size_t>(std::max(0, count)), ' ');
    };
    for (std::size_t first = 0; first < columns.size();) {
      // As many columns as the terminal holds.
      std::vector<int> widths;
      int total = 2 + left;
      std::size_t end = first;
      for (; end < columns.size(); ++end) {
        int width = display_width(columns[end]);
        for (const auto& row : M) width = std::max(width, display_width(row[end]));
        if (end > first && total + width + 2 > terminal_width()) break;
        widths.push_back(width + 2);
        total += width + 2;
      }
      std::string head = blanks(2 + left);
      for (std::size_t j = first; j < end; ++j)
        head += blanks(widths[j - first] - display_width(columns[j])) + columns[j];
      text_ += dim(head) + "\n";
      for (std::size_t i = 0; i < rows.size(); ++i) {
        text_ += "  " + pad(rows[i], left);
        for (std::size_t j = first; j < end; ++j) {
          const std::string& value = M[i][j];
          text_ += blanks(widths[j - first] - display_width(value)) +
                   (value == "0" ? dim(value) : value);
        }
        text_ += "\n";
      }
      first = end;
      if (first < columns.size()) text_ += "\n";
    }
  }

  void write_poles() {
    if (report_.analysis.poles.empty()) return;
    heading("Poles");
    std::vector<std::vector<std::string>> rows{{is_sampled() ? "z" : "1/s", "frequency", "damping",
                                                "time constant", "participating states"}};
    for (const Pole& pole : report_.analysis.poles) {
      if (pole.value.imag() < 0) continue;
      if (rows.size() == kMostPoles) break;
      const bool swings = pole.continuous().imag() != 0 && std::isfinite(pole.frequency());
      const double tau = pole.time_constant();
      rows.push_back(
          {write_root(pole.value), swings ? short_number(pole.frequency()) + " Hz" : "",
           swings ? short_number(pole.damping()) : "",
           std::isinf(tau) ? "" : short_number(std::abs(tau)) + " s" + (tau < 0 ? ", grows" : ""),
           list_participants(pole, model_)});
    }
    table(rows);
    if (rows.size() == kMostPoles)
      paragraph(fmt::format("… of {}; --json has all", report_.analysis.poles.size()));
    const auto grows = std::count_if(report_.analysis.poles.begin(), report_.analysis.poles.end(),
                                     [](const Pole& p) { return p.growth() > 0; });
    if (grows > 0)
      paragraph(fmt::format("unstable: {} of {} poles {}", grows, report_.analysis.poles.size(),
                            is_sampled() ? "outside the unit circle" : "in the right half plane"));
  }

  void write_zeros() {
    if (model_.inputs() == 0 || model_.outputs() == 0) return;
    const std::string unit = is_sampled() ? " [z]" : " [1/s]";
    heading((model_.inputs() * model_.outputs() == 1 ? "Zeros" : "Transmission zeros") + unit);
    paragraph(list_roots(report_.analysis.zeros));
  }

  void write_reach() {
    if (model_.inputs() == 0 || model_.outputs() == 0) return;
    const Reach& reach = report_.analysis.reach;
    const auto list = [&](const std::vector<std::size_t>& which) {
      std::vector<Complex> roots;
      for (const std::size_t k : which) roots.push_back(report_.analysis.poles[k].value);
      return list_roots(roots);
    };
    if (!reach.uncontrollable_poles.empty())
      paragraph("no input moves the poles " + list(reach.uncontrollable_poles));
    if (!reach.unobservable_poles.empty())
      paragraph("no output shows the poles " + list(reach.unobservable_poles));
  }

  void write_channels() {
    std::size_t reported = 0;
    for (const LinearChannel& channel : report_.analysis.channels) {
      if (reported++ == kChannelsInText) {
        text_ += fmt::format("\n  … and {} more; --input and --output choose, --json has all\n",
                             report_.analysis.channels.size() - kChannelsInText);
        return;
      }
      const std::string unit = unit_of_channel(report_, channel);
      heading(name_channel(report_, channel) + (unit.empty() ? "" : " [" + unit + "]"));
      if (channel.is_contradicted)
        paragraph("zeros and poles do not give its response: see below");
      else
        write_transfer(channel.transfer);
      if (channel.transfer.gain == 0) continue;
      write_figures(channel, unit);
      if (channel.margins) {
        write_margins(*channel.margins);
      } else if (!channel.transfer.poles.empty()) {
        write_step(channel);
      }
    }
  }

  void write_transfer(const ZeroPoleGain& g) {
    if (g.gain == 0) {
      text_ += "  0: no response\n";
      return;
    }
    const std::string top = write_polynomial(g.numerator(), g.plane),
                      bottom = write_polynomial(g.denominator(), g.plane);
    const auto in_brackets = [](const std::string& sum) {
      return sum.find(' ') == std::string::npos ? sum : "(" + sum + ")";
    };
    paragraph(bottom == "1" ? top : in_brackets(top) + " / " + in_brackets(bottom), 4);
    paragraph("zeros " + list_roots(g.zeros) + "; poles " + list_roots(g.poles) + "; gain " +
              short_number(g.gain));
    if (!g.cancelled.empty()) paragraph("cancelled pole-zero pairs: " + list_roots(g.cancelled));
  }

  void write_figures(const LinearChannel& channel, const std::string& unit) {
    const ResponseFigures& f = channel.figures;
    std::vector<std::string> list;
    if (f.dc_gain) list.push_back("steady-state gain " + with_unit(*f.dc_gain, unit));
    if (f.peak)
      list.push_back("peak " + with_unit(f.peak->value, unit) + " at " +
                     short_number(f.peak->omega / (2 * pi)) + " Hz");
    if (f.bandwidth) list.push_back("bandwidth " + short_number(*f.bandwidth / (2 * pi)) + " Hz");
    add(list);
  }
  void add(const std::vector<std::string>& list) {
    std::string line;
    for (const std::string& item : list) line += (line.empty() ? "" : "; ") + item;
    if (!line.empty()) paragraph(line);
  }

  void write_step(const LinearChannel& channel) {
    const StepResponse& s = channel.step;
    const LinearVariable& y = model_.y[static_cast<std::size_t>(channel.output)];
    std::vector<std::string> list;
    if (s.end) list.push_back("after a unit step it settles at " + with_unit(*s.end, unit_of(y)));
    if (s.rise_time) list.push_back("rises (10 to 90 %) in " + short_number(*s.rise_time) + " s");
    if (s.overshoot && *s.overshoot > 0)
      list.push_back(fmt::format("overshoots by {} %{}", short_number(100 * *s.overshoot),
                                 s.peak_time ? " at " + short_number(*s.peak_time) + " s" : ""));
    if (s.peak)
      list.push_back("its extreme value is " + with_unit(*s.peak, unit_of(y)) + " at " +
                     short_number(*s.peak_time) + " s");
    if (s.settling_time)
      list.push_back("settles within 2 % at " + short_number(*s.settling_time) + " s on");
    add(list);
  }

  void write_margins(const Margins& m) {
    std::vector<std::string> list;
    for (const auto& c : m.gain)
      list.push_back(fmt::format("gain margin {} ({} dB) at {} Hz", short_number(c.value),
                                 short_number(20 * std::log10(c.value)),
                                 short_number(c.omega / (2 * pi))));
    if (m.gain.empty()) list.emplace_back("no gain margin: the phase does not cross 180 deg");
    for (const auto& c : m.phase)
      list.push_back(fmt::format("phase margin {} deg at {} Hz", short_number(c.value * 180 / pi),
                                 short_number(c.omega / (2 * pi))));
    if (m.phase.empty()) list.emplace_back("no phase margin: the gain does not cross 1");
    add(list);
    list.clear();
    if (m.delay && m.is_closed_loop_stable)
      list.push_back("delay margin " + short_number(*m.delay) + " s");
    list.push_back(fmt::format("peak sensitivity {} at {} Hz", short_number(1 / m.distance.value),
                               short_number(m.distance.omega / (2 * pi))));
    list.emplace_back(m.is_closed_loop_stable ? "the closed loop is stable"
                                              : "the closed loop is not stable");
    add(list);
  }

  void write_notes() {
    const std::vector<std::string> notes = list_notes(report_);
    if (notes.empty()) return;
    text_ += "\n";
    for (const std::string& note : notes) paragraph(note);
  }

  const LinearReport& report_;
  const LinearModel& model_;
  std::string text_;
};

}  // namespace

std::string write_linear_text(const LinearReport& report) {
  return LinearTextWriter(report).write();
}

}  // namespace holon::app
