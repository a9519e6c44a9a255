// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "holon/base/units.h"
#include "holon/model/describe/settings.h"
#include "holon/record/results.h"
#include "holon/system/system.h"
#include "holon/view/svg/svg.h"

namespace holon {

/// A line of a panel, in the panel's units.
struct Curve {
  std::string label;
  std::vector<double> x, y;
  /// cross, circle, dot: points only; outline: a thin line.
  enum class Mark { line, cross, circle, dot, outline } mark = Mark::line;
  std::vector<double> lower{};  ///< a band: the area between it and y is filled
  std::size_t hue = 0;          ///< of a band: the curve whose color it has
};

/// One system of axes with its curves.
struct Panel {
  std::string title;
  std::string x_label, y_label;               ///< with the unit: "time (s)"
  bool x_degrees = false, y_degrees = false;  ///< ticks at fractions of a revolution
  bool equal_scales = false;                  ///< equal scales on both axes
  bool x_is_time = false;  ///< the axis ends where the curves end, and curves may be thinned
  bool x_is_log = false;   ///< by powers of ten; the axis ends where the curves end
  bool y_is_log = false;   ///< by powers of ten
  bool hides_axes = false;
  /// The range of both axes: from and to of x, of y. Nothing: that of the curves.
  std::optional<std::array<double, 4>> view{};
  std::vector<Curve> curves;
  std::vector<Curve> guides;  ///< thin and grey, behind the curves; ignored by the axis ranges
};

/// A rectangle [px].
struct Rect {
  double x = 0, y = 0, width = 0, height = 0;
};

/// The contents of a panel: a PlotSettings with all defaults filled in.
struct PanelRequest {
  PlotSettings plot;
  std::vector<SystemOutput> outputs;   ///< the y, complete or components, in order
  SystemOutput x;                      ///< one number, or "time"
  std::vector<SystemOutput> limits{};  ///< further lines
};

/// Plots to draw: those of the model, or if it names none one panel for each kind of quantity among
/// `shown` (names of outputs; the main ones if empty). Throws InputError for unknown outputs and
/// for units that do not fit, all at once.
std::vector<PanelRequest> choose_panels(const System& system,
                                        const std::vector<PlotSettings>& plots,
                                        const std::vector<std::string>& shown);

/// A curve by its columns.
struct CurveSource {
  std::string label;
  std::string x, y;     ///< names of columns
  Unit x_unit, y_unit;  ///< units of display
  Curve::Mark mark = Curve::Mark::line;
  std::string lower{};      ///< a band: column of its lower edge
  bool at_changes = false;  ///< points only where y changes from row to row
  std::string rejected{};   ///< points only where this column is 0
  /// In place of changes of y: counts of what was measured, and of what of it was dropped. A point
  /// stands where their difference changes, whatever y is.
  std::string received{}, dropped{};
};

/// The contents of a panel, without the numbers.
struct PanelForm {
  std::string title;
  std::string x_name, x_unit;  ///< units in typographic form: "m/s²"; empty for pure numbers
  std::string y_name, y_unit;
  bool x_degrees = false, y_degrees = false;
  bool equal_scales = false, x_is_time = false, x_is_log = false, y_is_log = false;
  std::vector<CurveSource> curves;
  bool is_added = false;    ///< by a part: the model does not name it
  bool is_derived = false;  ///< a plot of the sky: all of it is computed (make_panel)
};
PanelForm make_panel_form(const PanelRequest& request);

/// Curves that are computed of the columns: ellipses of a plan, the true position, tracks of
/// satellites. make_panel adds them to those of the form.
std::vector<Curve> make_derived_curves(const PanelRequest& request, const Results& results);
/// By how much ellipses with these half axes are magnified so that they are seen on a course of
/// this size: 1, 2, 5, 10 …
double choose_magnification(std::vector<double> half_axes, double size);
/// From the least to the largest finite value.
double extent_of(const std::vector<double>& values);
/// Rings, directions and names of satellites in a plot of the sky.
std::vector<Curve> make_sky_guides(const PanelRequest& request, const Results& results);
/// From the middle to the edge of such a plot, [°] of distance from the zenith.
inline constexpr double kSkyEdge = 100;

/// Names of the outputs required for the panels, but for those of the sky.
std::vector<std::string> panel_outputs(const std::vector<PanelRequest>& requests);
/// Of plots of the sky, which need few rows.
std::vector<std::string> sky_outputs(const std::vector<PanelRequest>& requests);

/// The panel with its numbers from recorded rows.
Panel make_panel(const PanelRequest& request, const Results& results);

/// The margins beside the axes of a panel [px].
struct PanelMargins {
  double left = 0, right = 0;
};
PanelMargins calc_margins(const Panel& panel, const Rect& frame);
/// The height of the legend of a panel of this width [px]; 0: it has none.
double calc_legend_height(const Panel& panel, double width);

/// Draws the panel with all labels within `frame`. In plots over time a cursor moves with an
/// animation of `cursor_seconds`; 0: no cursor.
void draw_panel(SvgWriter& svg, const Panel& panel, const Rect& frame, const PanelMargins& margins,
                double cursor_seconds = 0);

/// At most about `4 * bins` of the points: first, smallest, largest and last of each bin of x, in
/// their order. x must not decrease.
void thin_out(std::vector<double>& x, std::vector<double>& y, int bins);

}  // namespace holon
