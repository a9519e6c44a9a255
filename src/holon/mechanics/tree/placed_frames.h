// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "holon/mechanics/tree/tree.h"
#include "holon/model/assembly/assembly.h"
#include "holon/model/describe/part_type.h"
#include "holon/system/smoothness.h"

namespace holon::detail {

/// Frames that formulas place in others, until all parts are there: those that rest in a body or in
/// the world then become frames of it, the others are driven.
class PlacedFrames {
 public:
  /// Finds the derivatives of a place whose numbers may vary in time. `is_inner`: another system of
  /// the model moves it, and has what it carries.
  void add(Assembly& assembly, std::string name, std::string in, const FramePlace& place,
           ReportError report, bool is_inner = false);
  bool contains(const std::string& frame) const { return index_.contains(frame); }
  std::vector<std::string> names() const;
  /// Puts all of them into the mechanism.
  void place(Mechanism& mechanism, std::vector<std::string>& errors) const;
  /// Says which frames carry mass although their motion has no acceleration.
  void check_driven(const Mechanism& mechanism, const Tree& tree,
                    std::vector<std::string>& errors) const;
  /// Throws ModelError where an output of a frame does not exist because a formula of its own or of
  /// a frame that it stands in jumps or has corners.
  void check_output(const std::string& frame, FrameOutput which) const;

 private:
  struct PlacedFrame {
    std::string name, in;
    FramePlace place;
    bool moves = false;
    Mechanism::Drive drive;
    Smoothness position, orientation;
    ReportError report;
  };
  /// "'plane.position' jumps (floor)" where one of the frame's formulas has fewer derivatives.
  static std::string find_gap(const PlacedFrame& frame, int derivatives, bool position,
                              bool orientation);

  std::vector<PlacedFrame> frames_;
  std::unordered_map<std::string, std::size_t> index_;
};

}  // namespace holon::detail
