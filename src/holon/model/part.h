// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// SKETCH of the contract between parts, elaboration and assembly; its owner completes it.

#include <string>
#include <vector>

#include "holon/expr/eigen.h"
#include "holon/model/assembly.h"

namespace holon {

/// A frame by its full dotted name: "world", "link" (the body's own frame), "link.tip".
struct FrameName {
  std::string path = "world";
  FrameName() = default;
  FrameName(const char* name) : path(name) {}         // NOLINT
  FrameName(std::string name) : path(std::move(name)) {}  // NOLINT
};

/// What a part's `build` works with: its own dotted name, the assembly, and errors with the place
/// of one of its parameters.
class PartBuilder {
 public:
  const std::string& name() const;                    ///< "boom", "arm.link[2]"
  Assembly& assembly();
  /// Reports an error at the place of a parameter ("mass", "initial.angle"); "" for the part.
  void error(const std::string& parameter, const std::string& message,
             const std::string& suggestion = {});
  /// The full name of one of this part's own names: "angle" -> "boom.angle".
  std::string member(const std::string& local) const;
};

/// An orientation given in any of the language's forms, stored as a quaternion w, x, y, z.
struct Orientation;

}  // namespace holon
