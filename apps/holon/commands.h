// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

/// What the command line asks for, one struct and one function per subcommand. The functions print
/// (results to stdout, everything else to stderr) and return the exit status.
namespace holon::app {

/// What is wrong with the command, and how it should be. run_command_line tells it.
struct CommandError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Exit statuses.
enum Status : int {
  kDone = 0,
  kModelIsWrong = 1,
  kCommandIsWrong = 2,
  kRunFailed = 3,
  kChecksDisagree = 4,
  kInterrupted = 130,  ///< by ctrl-C; the process ends with 128 + n after another signal n
};

/// A setting from the command line, with the option that it came by.
struct Setting {
  std::string option;  ///< "--set", "--until"
  std::string name;    ///< "pin.damping", "simulate.until"
  std::string value;
};

struct RunArguments {
  std::vector<std::string> models;
  std::vector<Setting> settings;
  std::string output;  ///< empty: a folder results/<model>/
  std::string plot;
  std::string report;
  std::string resume;    ///< a checkpoint to go on from; empty: from the start
  std::string csv, mat;  ///< form of the table: see csv_forms and mat_forms; empty: the first one
  bool json = false;
  bool quiet = false;
};
/// What --csv and --mat may be.
const std::vector<std::string>& csv_forms();
const std::vector<std::string>& mat_forms();
int run_command(const RunArguments& arguments);

struct CheckArguments {
  std::vector<std::string> models;
  std::vector<Setting> settings;
  bool json = false;
};
int check_command(const CheckArguments& arguments);

struct VerifyArguments {
  std::vector<std::string> models;
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

struct LinearizeArguments {
  std::string model;
  std::vector<Setting> settings;
  std::string at;                    ///< empty: the start; "equilibrium", or a time
  std::vector<std::string> inputs;   ///< empty: the series of the model's `inputs`
  std::vector<std::string> outputs;  ///< empty: those of the model
  std::string loop;                  ///< a value at which a loop is opened; empty: none
  std::string frequency;             ///< "0.01..100 Hz"; empty: by poles and zeros
  bool continuous = false;           ///< sampled parts hold their values
  std::string format;                ///< of the matrices as formulas; empty: in numbers
  std::string output, plot, report;  ///< files; empty: none
  bool json = false;
};
/// What --format may be.
const std::vector<std::string>& linear_formats();
int linearize_command(const LinearizeArguments& arguments);

struct ExportArguments {
  std::string format;  ///< gltf, svg, matlab, c
  std::string model;
  std::vector<Setting> settings;
  std::string output;  ///< empty: in the folder results/<model>/
  std::string of;      ///< svg: see export_drawings
  double fps = 0;      ///< [1/s] gltf: moments; 0: by how fast things turn
};
const std::vector<std::string>& export_formats();
/// What --of may be for svg.
const std::vector<std::string>& export_drawings();
int export_command(const ExportArguments& arguments);

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
  std::string a, b;         ///< files of results, or folders results/<model>
  double tolerance = 1e-6;  ///< of a column's scale
  double absolute = 1e-9;   ///< [SI unit]
  bool only_common = false;
  std::string report;  ///< a page with both over each other; empty: none
  bool json = false;
};
int compare_command(const CompareArguments& arguments);

int schema_command();

/// Their names, in order.
std::vector<std::string> list_examples();
/// The file that a word names as a model: the word itself, or, where there is no such file and it
/// has neither folder nor ending, NAME.yaml here, else the example NAME. Empty where there is none.
std::string find_model(const std::string& word);
/// Where the examples lie: beside the executable's installation or its build folder; empty where
/// there are none.
std::string find_examples_folder();

}  // namespace holon::app
