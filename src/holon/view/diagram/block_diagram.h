// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// Equations as a block diagram: integrators, gains, sums, products, functions. See
/// docs/design/diagram.md.
namespace holon {

struct Block {
  enum class Kind : std::uint8_t {
    integrator,
    sum,
    product,
    gain,      ///< by `text`
    function,  ///< `text` of its inputs
    constant,  ///< `text`
    source,    ///< a signal from outside: time, an input
    terminal,  ///< an output of the model
  };
  Kind kind = Kind::function;
  std::string text;    ///< "m*g", "sin", "1/(Ig + m*L^2)"
  std::string signal;  ///< the name of its output signal; may be empty
};

struct BlockLine {
  int from = 0, to = 0;  ///< blocks
  std::string mark;      ///< at the end: "+", "−", "×", "÷"; empty elsewhere
};

struct BlockDiagram {
  std::string title;
  std::vector<Block> blocks;
  std::vector<BlockLine> lines;
};

/// SVG text; its bytes depend only on the argument. Colours are those of draw_diagram.
std::string draw_blocks(const BlockDiagram& diagram);

}  // namespace holon
