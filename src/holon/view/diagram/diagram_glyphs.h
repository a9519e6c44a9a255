// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "holon/view/svg/svg.h"

namespace holon {

/// A colour of the page that contains the diagram, and its default.
struct DiagramColor {
  const char* variable;
  const char* fallback;
};
inline constexpr DiagramColor kDiagramPaper{"--holon-paper", "#ffffff"},
    kDiagramInk{"--holon-ink", "#2b3138"}, kDiagramLine{"--holon-line", "#8d99a6"},
    kDiagramMuted{"--holon-muted", "#66707b"}, kDiagramAccent{"--holon-accent", "#0a6ebd"},
    kDiagramForce{"--holon-force", "#b4530f"};

/// The symbol of a type of part, about the origin, 16 px wide, in the strokes of its group.
void draw_diagram_glyph(SvgWriter& svg, std::string_view type);
/// An arrow that returns to its start, 12 px wide.
void draw_feedback_glyph(SvgWriter& svg);

}  // namespace holon
