// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "holon/equations/equation_sheet.h"
#include "holon/report/page/messages.h"
#include "holon/system/height_film.h"
#include "holon/view/plots/plot.h"
#include "holon/view/scene/scene.h"

namespace holon {

/// A run, or a linear model, as one page for the browser: docs/design/report.md describes it.
struct Report {
  enum class State { done, interrupted, failed };
  struct Item {
    std::string label, value;
    std::string hint{};  ///< explanation; may be empty
  };
  struct Group {
    std::string name;
    std::vector<Item> items;
  };
  struct File {
    std::string name, text;
  };
  /// A curve by the columns of a stream; a number is shown times a factor.
  struct Line {
    std::string label, stream, x, y;
    double y_factor = 1;
    Curve::Mark mark = Curve::Mark::line;
    std::string lower{};      ///< a band: column of its lower edge
    int hue = -1;             ///< index of the line whose color it has; -1: its own
    bool at_changes = false;  ///< points only where y changes from row to row
  };
  /// A plot of other streams than `curves`.
  struct Plot {
    std::string group;  ///< plots of one group are together below its name
    std::string title;
    std::string x_name, x_unit, y_name, y_unit;
    bool x_is_key = false;  ///< x is the streams' first column, which plots of a stream share
    bool x_is_log = false;
    bool y_is_log = false;
    bool equal_scales = false;
    bool hides_axes = false;
    std::optional<std::array<double, 4>> view{};  ///< from and to of x, of y
    std::vector<double> x_steps{}, y_steps{};     ///< distances of ticks; empty: any
    struct Guide {
      std::vector<double> x, y;
      std::string label{};
    };
    std::vector<Guide> guides{};  ///< thin lines
    std::vector<Line> lines{};
    bool is_below = false;  ///< is placed below the previous plot
    bool is_added = false;  ///< by a part, see PanelForm
  };
  /// Facts in rows, before the plots.
  struct Table {
    struct Row {
      std::vector<std::string> cells;
      std::string group{};           ///< of related plots; empty: none
      std::vector<double> values{};  ///< of the cells, for bars and sorting; NaN: none
    };
    std::string title;
    std::vector<std::string> columns;
    std::vector<Row> rows;
    std::string note{};
  };
  /// Beside the title, instead of the final state of a run.
  struct Verdict {
    std::string text;
    bool is_good = true;
  };
  /// Names of sections that differ from those of a run; empty: the same.
  struct Labels {
    std::string plots, tables, statistics, equations;
  };

  std::string title, subtitle, generator;
  State state = State::done;
  std::string reason{};  ///< the reason why the run failed
  std::optional<Verdict> verdict{};
  Labels labels{};
  std::vector<Table> tables{};
  std::vector<std::string> warnings{}, notes{};
  std::vector<Group> statistics{};

  std::vector<PanelForm> panels{};
  Stream curves{};  ///< with the columns that the panels name
  /// The same columns at the recorded times, for tables; empty if `curves` has exactly these rows.
  Stream recorded{};
  std::vector<Plot> plots{};      ///< behind the panels
  std::vector<Stream> streams{};  ///< that they show

  const Scene* scene = nullptr;  ///< nullptr: nothing visible
  /// With the columns of scene->outputs(), and of its visible arrows and link forces.
  Stream poses{};
  /// An estimated position with its covariance, by columns of `poses`.
  struct Ellipsoid {
    std::string name;
    std::array<std::string, 3> position;    ///< x, y, z
    std::array<std::string, 6> covariance;  ///< xx, xy, xz, yy, yz, zz
    double scale = 1;                       ///< half axes in standard deviations
  };
  std::vector<Ellipsoid> ellipsoids{};
  Vector3<double> plane{0, 0, 0};  ///< normal of the plane of motion; zero if there is none
  std::vector<std::string>
      undetermined{};  ///< reactions that redundant constraints leave undetermined
  std::vector<std::shared_ptr<const HeightFilm>> films{};  ///< surfaces in the scene

  std::vector<EquationSheet> equations{};
  std::string equations_note{};  ///< the reason if there are none, or not all
  std::string diagram{};         ///< SVG; empty: none

  std::string model_path{};
  std::vector<File> files{};
  std::vector<Item> provenance{};
};

/// Whether this program was built with the front end (by npm); without it there are no reports.
bool has_report_front_end();

/// The page, as one self-contained HTML file. Throws std::runtime_error without a front end.
std::string write_report(const Report& report);

/// Rows of poses for an animation: every k-th, so that the interval is at most a sixtieth of a
/// second (or a six-hundredth of the run) and nothing rotates by more than 0.25 rad in it. Needs
/// the columns of scene.outputs(), equally spaced.
std::size_t choose_pose_stride(const Scene& scene, const Stream& poses);

}  // namespace holon
