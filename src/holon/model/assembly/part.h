// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The only include that a part needs. A part is a plain aggregate:
//
//   struct Pump {
//     Expr displacement;  ///< [m^3/rad] …
//     static void describe(Descriptor<Pump>& d);
//     void build(PartBuilder& b) const;
//   };
//
// in a header of its domain's parts/, which is all. docs/design/parts.md shows a whole one.

#include <functional>
#include <string>
#include <vector>

#include "holon/model/assembly/assembly.h"
#include "holon/model/describe/descriptor.h"

namespace holon {

struct PartInstance;

/// The interface of a part's `build`: its own dotted name, the assembly, and error messages with
/// the location of one of its parameters.
class PartBuilder {
 public:
  PartBuilder(const PartInstance& part, Assembly& assembly) : part_(part), assembly_(assembly) {}

  const std::string& name() const;  ///< "boom", "arm.link[2]"
  Assembly& assembly() { return assembly_; }
  template <class Domain>
  Domain& domain() {
    return assembly_.domain<Domain>();
  }

  /// Reports an error at the location of a parameter ("mass", "initial.angle", "frames.tip.at"; ""
  /// for the part). Building continues, so that all errors are reported together.
  void error(const std::string& parameter, const std::string& message,
             const std::string& suggestion = {});
  void warning(const std::string& parameter, const std::string& message,
               const std::string& suggestion = {});
  /// `error`, to be stored by a domain that detects errors during formulation.
  using ErrorReporter = std::function<void(const std::string& parameter, const std::string& message,
                                           const std::string& suggestion)>;
  ErrorReporter error_reporter();

  /// The full name of one of this part's own names: "angle" -> "boom.angle"; "" -> "boom".
  std::string member(const std::string& local) const;

  /// Gives one of the outputs that describe() declared ("angle") its value; a lazy one is computed
  /// only if requested. An undeclared name throws std::logic_error.
  void define_output(const std::string& local, Expr value);
  void define_output(const std::string& local, std::vector<Expr> value);
  void define_output(const std::string& local, std::function<std::vector<Expr>()> calc_value);
  /// Gives one of the part's own names (see Field::makes_names) its value as an output.
  void define_name(const std::string& local, const std::string& description, Expr value,
                   bool is_main = false);
  /// The dimension of an output or own name of the part; a pure number if it is unknown.
  Dimension dimension_of(const std::string& local) const;
  /// The text in the model of one of its parameters; empty for a part created in code.
  std::string written(const std::string& parameter) const;
  /// The map that describes the part; nullptr for a part created in code.
  const SourceNode* source() const;
  /// The folder of the file that contains the part; empty if there is none.
  std::string folder() const;

 private:
  const PartInstance& part_;
  Assembly& assembly_;
};

}  // namespace holon
