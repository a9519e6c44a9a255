// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "holon/output/status.h"
#include "holon/report/linear/linear_study.h"
#include "holon/study/setting.h"

/// Arguments and functions of the subcommands, one struct and function each. The functions print
/// (results to stdout, everything else to stderr) and return the exit status.
namespace holon::app {

struct RunArguments {
  std::vector<std::string> models;
  std::vector<Setting> settings;
  std::string output;  ///< empty: a folder results/<model>/
  std::string plot;
  std::string report;
  std::string resume;    ///< a checkpoint to continue; empty: from the start
  std::string inputs;    ///< values that change during the run: see steering.h; empty: none
  std::string csv, mat;  ///< form of the table: see csv_forms and mat_forms; empty: the first one
  bool json = false;
  bool quiet = false;
  bool profile = false;   ///< report computing time by kind of work
  bool realtime = false;  ///< in step with the clock
};
/// What --csv and --mat may be.
const std::vector<std::string>& csv_forms();
const std::vector<std::string>& mat_forms();
int run_command(const RunArguments& arguments);

struct EstimateArguments {
  RunArguments run;               ///< one model
  std::vector<std::string> logs;  ///< recorded measurements: .csv, .h5, .mat, .nmea
};
int estimate_command(const EstimateArguments& arguments);

struct CheckArguments {
  std::vector<std::string> models;
  std::vector<Setting> settings;
  bool json = false;
};
int check_command(const CheckArguments& arguments);

struct VerifyArguments {
  std::vector<std::string> models;
  std::vector<std::string> to{};  ///< parameters and start values of derivatives
  std::vector<Setting> settings;
  bool json = false;
};
int verify_command(const VerifyArguments& arguments);

struct EquationsArguments {
  std::string model;
  std::vector<Setting> settings;
  std::string format = "text";  ///< text, latex, mathml, matlab, c
  std::string of;               ///< a part; empty: the whole model
  std::string sparsity;         ///< picture of the augmented equations' left side; empty: none
};
/// What --format may be.
const std::vector<std::string>& equation_formats();
int equations_command(const EquationsArguments& arguments);

struct LinearizeArguments : LinearStudyRequest {
  std::string format;                ///< of the matrices as formulas; empty: in numbers
  std::string output, plot, report;  ///< files; empty: none
  bool json = false;
};
/// What --format may be.
const std::vector<std::string>& linear_formats();
int linearize_command(const LinearizeArguments& arguments);

struct SweepArguments {
  std::string model;
  std::vector<Setting> settings;
  std::string output;  ///< table of the samples; empty: results/<model>/<model>.study.h5
  std::string report;  ///< empty: beside the table
  int threads = 0;     ///< 0: all cores
  bool fresh = false;  ///< begins anew instead of continuing an interrupted study
  bool json = false;
  bool quiet = false;
};
int sweep_command(const SweepArguments& arguments);

/// Numbers are in SI units and radians.
struct LqrArguments {
  std::string model;
  std::vector<Setting> settings;
  std::string at;  ///< as for linearize
  std::vector<std::string> inputs, outputs;
  std::vector<std::string> weights;               ///< "pin.angle=10"
  std::vector<std::string> process_noise, sigma;  ///< likewise
  std::string poles;                              ///< "-1, -2+3j, -2-3j"; empty: by weights
  std::string sample;                             ///< period of the controller; empty: continuous
  bool json = false;
};
int lqr_command(const LqrArguments& arguments);

struct ObservabilityArguments {
  std::string model;
  std::vector<Setting> settings;
  std::string at;                    ///< as for linearize
  std::string over;                  ///< a time: along the motion up to it; empty: at a point
  std::vector<std::string> outputs;  ///< what is measured; empty: the model's outputs
  bool json = false;
};
int observability_command(const ObservabilityArguments& arguments);

struct ExportArguments {
  std::string format;  ///< see export_formats
  std::string model;
  std::vector<Setting> settings;
  std::string output;  ///< empty: in the folder results/<model>/
  std::string of;      ///< svg: see export_drawings; of tracks a frame or a receiver
  double fps = 0;      ///< [1/s] gltf: frames; 0: by the fastest rotation
};
const std::vector<std::string>& export_formats();
/// Tracks on the Earth: kml, geojson, nmea.
bool is_track_format(const std::string& format);
/// Values of --of for svg.
const std::vector<std::string>& export_drawings();
int export_command(const ExportArguments& arguments);
/// Behind a model's path: why there is no figure of its augmented equations.
inline constexpr const char* kNoAugmentedEquations =
    ": no joints hold the bodies of this model, so there are no augmented equations to draw";

struct PartsArguments {
  std::string type;  ///< empty: the list of all
  bool json = false;
};
int parts_command(const PartsArguments& arguments);

/// One edit of a model's text.
struct ModelEdit {
  enum class Verb : std::uint8_t { set, remove, rename } verb = Verb::set;
  std::string name;   ///< "pin.damping"
  std::string value;  ///< set: the value; rename: the new name
  /// How the command line says it, for messages.
  std::string option() const;
};
struct SetArguments {
  std::string model;
  std::vector<ModelEdit> edits;
  bool dry_run = false;
};
int set_command(const SetArguments& arguments);

struct NewArguments {
  std::string name;
};
int new_command(const NewArguments& arguments);

struct ExamplesArguments {
  std::string name;  ///< empty: the list; else its text is printed
};
int examples_command(const ExamplesArguments& arguments);

struct CompareArguments {
  std::string a, b;                 ///< files of results, or folders results/<model>
  std::vector<std::string> more;    ///< further ones: then they are shown side by side
  std::vector<std::string> finals;  ///< columns of which the last values are shown then
  double tolerance = 1e-6;          ///< of a column's scale
  double absolute = 1e-9;           ///< [SI unit]
  bool only_common = false;
  std::string report;  ///< a page with both over each other; empty: none
  bool json = false;
};
int compare_command(const CompareArguments& arguments);

struct ValidateArguments {
  std::vector<std::string> cases;  ///< names, or files; empty: all
  std::string report;              ///< a page for the browser; empty: none
  bool json = false;
};
int validate_command(const ValidateArguments& arguments);

struct AllanArguments {
  std::string results;               ///< a file of results, or a folder results/<model>
  std::vector<std::string> signals;  ///< columns, or quantities with several
  bool are_increments = false;       ///< integrals over each sample instead of rates
  double confidence = 0.95;
  std::string output;  ///< a .csv file of the deviations; empty: none
  std::string report;  ///< a page; empty: none
  bool json = false;
};
int allan_command(const AllanArguments& arguments);

struct ServeArguments {
  std::string model;       ///< empty: none is open at first
  int port = 0;            ///< 0: 7373, or the next one that is free
  bool opens = false;      ///< the browser
  bool is_remote = false;  ///< prints how to reach it from another machine
  std::string ui;          ///< folder of a front end; empty: the program's own
  bool new_token = false;
};
int serve_command(const ServeArguments& arguments);
/// The process of a run of the desktop, see holon/serve/runs/run_worker.h.
int run_worker_command();

int schema_command();

}  // namespace holon::app
