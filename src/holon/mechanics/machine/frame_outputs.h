// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "holon/model/assembly/part.h"

namespace holon {

class Machine;

namespace detail {

/// In a model with `world: {earth: …}`, the frame's outputs of its position on the Earth.
void define_earth_outputs(Assembly& assembly, const std::string& frame);

/// The outputs of a frame that is placed by formulas (Machine::frames), and its drawing.
void define_placed_frame(PartBuilder& b, const std::string& frame,
                         const std::vector<OutputType>& outputs,
                         const std::vector<Shape>& shapes = {});

/// Draws the frame as axes, with shapes where it has some.
void draw_frame(Assembly& assembly, const std::string& frame,
                const std::vector<Shape>& shapes = {});

}  // namespace detail
}  // namespace holon
