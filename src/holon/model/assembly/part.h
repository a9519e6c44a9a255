// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The one include of a part. A part is a plain aggregate:
//
//   struct Pump {
//     Expr displacement;  ///< [m^3/rad] …
//     static void describe(Descriptor<Pump>& d);
//     void build(PartBuilder& b) const;
//   };
//
// with one line in its domain's parts.inc. docs/design/parts.md shows a whole one.

#include <functional>
#include <string>
#include <vector>

#include "holon/model/assembly/assembly.h"
#include "holon/model/describe/descriptor.h"

namespace holon {

struct PartInstance;

/// What a part's `build` works with: its own dotted name, the assembly, and errors with the place
/// of one of its parameters.
class PartBuilder {
 public:
  PartBuilder(const PartInstance& part, Assembly& assembly) : part_(part), assembly_(assembly) {}

  const std::string& name() const;  ///< "boom", "arm.link[2]"
  Assembly& assembly() { return assembly_; }
  template <class Domain>
  Domain& domain() {
    return assembly_.domain<Domain>();
  }

  /// Reports an error at the place of a parameter ("mass", "initial.angle", "frames.tip.at"; ""
  /// for the part). Building goes on, so that all errors are seen at once.
  void error(const std::string& parameter, const std::string& message,
             const std::string& suggestion = {});
  void warning(const std::string& parameter, const std::string& message,
               const std::string& suggestion = {});
  /// `error`, to be kept by a domain that finds errors only when it formulates.
  using ErrorReporter = std::function<void(const std::string& parameter, const std::string& message,
                                           const std::string& suggestion)>;
  ErrorReporter error_reporter();

  /// The full name of one of this part's own names: "angle" -> "boom.angle"; "" -> "boom".
  std::string member(const std::string& local) const;

  /// Gives one of the outputs that describe() declared ("angle") its value; a lazy one is computed
  /// only where somebody asks for it. Naming one that was not declared is std::logic_error.
  void define_output(const std::string& local, Expr value);
  void define_output(const std::string& local, std::vector<Expr> value);
  void define_output(const std::string& local, std::function<std::vector<Expr>()> calc_value);
  /// Gives one of the part's own names (see Field::makes_names) its value as an output.
  void define_name(const std::string& local, const std::string& description, Expr value,
                   bool is_main = false);
  /// The dimension of an output or own name of the part; a pure number where it is not known.
  Dimension dimension_of(const std::string& local) const;
  /// What stands in the model for one of its parameters; empty for a part made in code.
  std::string written(const std::string& parameter) const;
  /// The folder of the file in which the part was written; empty where there is none.
  std::string folder() const;

 private:
  const PartInstance& part_;
  Assembly& assembly_;
};

}  // namespace holon
