// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "holon/base/errors.h"
#include "holon/study/setting.h"

namespace holon {

class Model;

/// What has to be corrected before a model can be used; of several the last one.
enum class Fault {
  none,
  request,  ///< the settings, or the name of the file: everything wrong stands there
  model     ///< the model's file
};

/// What was requested of a model cannot be had of it; the message begins with the name of the
/// option, "--output pin.angl: …".
struct RequestError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Receives findings as they come, for a terminal or a log.
class FindingsObserver {
 public:
  virtual ~FindingsObserver() = default;
  /// What one step of the work found, with its places.
  virtual void report(const Diagnostics& found) = 0;
  /// A sentence about the file or the request, which names what it is about.
  virtual void report(Severity severity, const std::string& sentence) = 0;
};

/// Everything wrong with one model, and warnings, collected while it is loaded and used.
class Findings {
 public:
  /// `path`: the model's file, `settings`: those that it is loaded with, both for places in
  /// messages. `observer`, if any, must outlive this.
  explicit Findings(std::string path, std::vector<Setting> settings = {},
                    FindingsObserver* observer = nullptr)
      : path_(std::move(path)), settings_(std::move(settings)), observer_(observer) {}

  /// What was written in a setting gets a place there, what has no place the model's file.
  void report(const Diagnostics& diagnostics);
  void report(const ModelError& error);
  /// The same at the formula of `model` that the error is about, where that is known.
  void report(const ModelError& error, const Model& model);
  void report_error(const std::string& sentence, Fault fault = Fault::model);
  void report_warning(const std::string& sentence);

  const Diagnostics& all() const { return all_; }
  Fault fault() const { return fault_; }

 private:
  Diagnostic placed(Diagnostic diagnostic) const;

  std::string path_;
  std::vector<Setting> settings_;
  FindingsObserver* observer_;
  Diagnostics all_;
  Fault fault_ = Fault::none;
};

}  // namespace holon
