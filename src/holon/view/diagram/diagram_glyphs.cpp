// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/diagram/diagram_glyphs.h"

#include <algorithm>
#include <iterator>

namespace holon {
namespace {

struct Glyph {
  std::string_view type;
  const char* path;
};

// Symbols as in drawings of mechanisms.
constexpr Glyph kGlyphs[] = {
    // A pin in a bore.
    {"Revolute",
     "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0M-1.5 0a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0"},
    // A slider between rails.
    {"Prismatic", "M-7 -5H7M-7 5H7M-6 0H6M-3.5 -2.2L-6 0L-3.5 2.2M3.5 -2.2L6 0L3.5 2.2"},
    // A thread.
    {"Screw", "M-7.5 0H7.5M-5 -4L-3 4M-1 -4L1 4M3 -4L5 4"},
    // A sleeve on a shaft.
    {"Cylindrical", "M-7.5 0H-4M4 0H7.5M-4 -4H4V4H-4ZM-1 -2.2L1.5 0L-1 2.2"},
    // A cross between forks.
    {"Universal", "M-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0M-6.5 0H6.5M0 -6.5V6.5"},
    // A ball with curved tracks.
    {"ConstantVelocity",
     "M-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0M-3.5 -5.5Q0.5 0 -3.5 5.5M3.5 -5.5Q-0.5 0 3.5 "
     "5.5"},
    {"Planar", "M-7 4L-3 -4H7L3 4ZM0 -1.8V1.8M-1.8 0H1.8"},
    // A ball in its socket.
    {"Spherical", "M-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0M4.6 -5.2A7 7 0 1 0 4.6 5.2"},
    {"Free",
     "M0 0V-6.5M0 0L5.8 4M0 0L-5.8 4M-1.6 -4.6L0 -6.8L1.6 -4.6M3.7 4.4L5.9 4.1L5.3 1.9"
     "M-3.7 4.4L-5.9 4.1L-5.3 1.9"},
    // A weld.
    {"Fixed", "M-5 -5H5V5H-5ZM-5 -5L5 5M5 -5L-5 5"},
    {"Spring", "M-7.5 0H-5.5L-4 -4L-1.5 4L1.5 -4L4 4L5.5 0H7.5"},
    // A piston in its pot.
    {"Damper", "M-7.5 0H-3M4 -4.5H-3V4.5H4M1 -3V3M1 0H7.5"},
    {"SpringDamper",
     "M-6.5 -5.5V5.5M6.5 -5.5V5.5M-6.5 -3.6H-4.5L-3 -6L0 -1.5L3 -6L4.5 -3.6H6.5"
     "M-6.5 3.8H-2.5M3 1.6H-2.5V6H3M0.8 2.4V5.2M0.8 3.8H6.5"},
    {"Bushing",
     "M-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0"
     "M-5.6 -3.2L-2.4 -1.7M5.6 3.2L2.4 1.7M5.6 -3.2L2.4 -1.7M-5.6 3.2L-2.4 1.7"},
    {"Cable", "M-7 -3.5C-4 6 4 6 7 -3.5"},
    {"Force", "M-7 0H6.5M2.5 -3.6L6.8 0L2.5 3.6"},
    {"Torque", "M-5.6 3.2A6.4 6.4 0 1 1 5.6 3.2M6.9 -0.4L5.5 3.6L1.6 2.2"},
    {"Gravity", "M0 -7V6M-3.4 2.4L0 6.5L3.4 2.4"},
    // A rod with an eye at each end.
    {"Distance",
     "M-7.2 0a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0M3.6 0a1.8 1.8 0 1 0 3.6 0"
     "a1.8 1.8 0 1 0 -3.6 0M-3.6 0H3.6"},
    {"Constraint", "M-5.5 -2.4H5.5M-5.5 2.4H5.5"},
    // A wheel on the ground.
    {"Rolling", "M-5 -1.5a5 5 0 1 0 10 0a5 5 0 1 0 -10 0M-7 3.5H7M0 -1.5V3.5"},
    // Two wheels that touch; a wheel on its rack; two pulleys.
    {"Gear", "M-7 -2a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M1 2a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M-3 -3V-1M4 1V3"},
    {"RackAndPinion", "M-4 -2.5a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M-7 2H7M-7 5H7M-4 2V5M0 2V5M4 2V5"},
    {"Belt",
     "M-7 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M3 0a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M-4 -3L5 -2M-4 3L5 2"},
    // Two discs; shoes on a disc; an arrow past a stop.
    {"Clutch", "M-7 0H-1.5M1.5 0H7M-1.5 -5V5M1.5 -5V5"},
    {"Brake", "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M-6 -3A6.7 6.7 0 0 0 -6 3M6 -3A6.7 6.7 0 0 1 6 3"},
    {"OneWayClutch", "M-7 0H-2M-2 -4V4L4 0ZM4 -4V4M4 0H7"},
    {"Flywheel",
     "M-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0M-1.2 0a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0 -2.4 "
     "0M0 -6.5V-1.2M0 1.2V6.5M-6.5 0H-1.2M1.2 0H6.5"},
    // Lines of the field; a coil; a compass needle.
    {"MagneticField", "M0 -7V7M-1.5 0C-8 -8 -8 8 -1.5 0M1.5 0C8 -8 8 8 1.5 0"},
    {"MagneticTorquer", "M-7 3V-3H-4V3H-1V-3H2V3H5V-3H7"},
    {"Magnetometer", "M-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0M-1.6 0L0 -5L1.6 0L0 5Z"},
    // An antenna's dish with waves; satellites on an orbit; a pin on a grid.
    {"GnssReceiver", "M-6 -1a5 5 0 0 0 7 7ZM-2.5 2.5L1 -1M0 -5a5 5 0 0 1 5 5M0 -2a2 2 0 0 1 2 2"},
    {"Constellation",
     "M-7 0a7 4 0 1 0 14 0a7 4 0 1 0 -14 0M-5 -3l2 2M3 -4l2 2M4 2l2 2M-1.5 0a1.5 1.5 0 1 0 3 0a1.5 "
     "1.5 0 1 0 -3 0"},
    {"SiteCalibration", "M-6 6V-2M-2 6V0M2 6V0M6 6V-2M-6 6H6M-6 2H6M0 0L-2 -4a2 2 0 1 1 4 0Z"},
    {"Frame", "M-4.5 4.5V-6M-4.5 4.5H6M-6.5 -3.6L-4.5 -6.4L-2.5 -3.6M3.6 2.5L6.4 4.5L3.6 6.5"},
    // Ground with a hill; a blade with soil before it; a plane to reach; a rod down to the ground.
    {"Terrain", "M-7 3C-4 3 -3 -3 0 -3C3 -3 4 3 7 3M-7 3V6H7V3M-4 6L-5.5 4M0 6L-1.5 4M4 6L2.5 4"},
    {"Blade", "M-7 6H-3V3H7M-3 3C-5 0 -5 -3 -3 -6M-3 3C1 2 3 0 4 3"},
    {"DesignSurface", "M-7 5L7 -1M-7 5L-2 -3L7 -6.5M-7 5H-5M5 5H7M-1 5H2"},
    {"GroundProbe", "M-7 5H7M0 -6.5V3M-2 0.5L0 3.5L2 0.5M-2 -6.5H2"},
    // Relative motion: an eye.
    {"Relative",
     "M-7.2 0C-4 -5.2 4 -5.2 7.2 0C4 5.2 -4 5.2 -7.2 0ZM-2 0a2 2 0 1 0 4 0a2 2 0 1 0 -4 0"},
    // Lines behind a brace.
    {"Equations",
     "M-2 -6.5C-5 -6.5 -3.5 -1 -6 0C-3.5 1 -5 6.5 -2 6.5M0.5 -3.6H6.5M0.5 0H6.5M0.5 3.6H6.5"},
    {"Integrator", "M3 -6C1 -7.5 0.6 -4 0 0C-0.6 4 -1 7.5 -3 6"},
    {"PID", "M-6.5 5V-1.5L6.5 -5.5M-6.5 5H6.5"},
    {"TransferFunction", "M-6 0H6M-2.5 -3.6H2.5M-4 3.6H4"},
    {"StateSpace", "M-3.5 -6H-6V6H-3.5M3.5 -6H6V6H3.5M-2.2 -2.4H2.2M-2.2 2.4H2.2"},
    {"Filter", "M-7 -4H-1C3 -4 2 5 7 5"},
    {"Limiter", "M-7 4.5H-3L3 -4.5H7"},
    {"RateLimiter", "M-7 4.5H-2V-4.5H7M-2 4.5L5 -4.5"},
    {"Switch", "M-7 2.5H-3.5L3.5 -3.5M3.5 2.5H7M-3.5 2.5m-1 0a1 1 0 1 0 2 0a1 1 0 1 0 -2 0"},
    {"Hold", "M-7 5H-3.5V1.5H0V-2H3.5V-5.5H7"},
    {"Delay", "M-7 3H-4V-3H-1M0 3H3V-3H7"},
    {"Table", "M-6.5 -6V6H6.5M-4 3L-1 -1.5L2 0L6 -5"},
    // Hydraulics, after ISO 1219.
    {"FixedPump", "M-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0M-2.6 -2L0 -6.5L2.6 -2Z"},
    {"VariablePump",
     "M-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0M-2.2 -1.7L0 -5.5L2.2 -1.7Z"
     "M-7 6.5L7 -6.5M3.6 -6.5H7V-3.1"},
    {"HydraulicMotor", "M-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0M-2.6 -6L0 -1.6L2.6 -6Z"},
    {"ReliefValve",
     "M-6.5 -4.5H2.5V4.5H-6.5ZM-2 -4.5V4M-3.8 1.4L-2 4.2L-0.2 1.4"
     "M2.5 0L3.6 -2.6L5 2.6L6.3 -2.6L7.4 0"},
    // A ball in its seat.
    {"CheckValve",
     "M-7.2 0H-2.2M4.2 0H7.2M3.4 -5.4L-2.2 0L3.4 5.4M-1 0a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0 -5.2 "
     "0"},
    {"PilotCheck",
     "M-7.2 0H-2.2M4.2 0H7.2M3.4 -5.4L-2.2 0L3.4 5.4M-1 0a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0 -5.2 0"
     "M-5.5 7V4.6M-5.5 3V1.6"},
    {"Orifice",
     "M-7.2 0H7.2M-4.8 -5.6C-1.6 -2.2 1.6 -2.2 4.8 -5.6M-4.8 5.6C-1.6 2.2 1.6 2.2 4.8 5.6"},
    {"DirectionalValve",
     "M-7.2 -3.2H7.2V3.2H-7.2ZM-2.4 -3.2V3.2M2.4 -3.2V3.2M-5.8 -3.2V3.2M-3.8 -3.2V3.2"
     "M3.6 -3.2L6 3.2M6 -3.2L3.6 3.2"},
    {"ProportionalValve",
     "M-7.2 -3.2H7.2V3.2H-7.2ZM-2.4 -3.2V3.2M2.4 -3.2V3.2M-5.8 -3.2V3.2M-3.8 -3.2V3.2"
     "M3.6 -3.2L6 3.2M6 -3.2L3.6 3.2M-7.2 -5.4H7.2M-7.2 5.4H7.2"},
    {"PressureCompensator",
     "M-4.5 -4.5H4.5V4.5H-4.5ZM0 -4.5V4M-1.8 1.4L0 4.2L1.8 1.4M-7.2 0H-4.5M4.5 0H7.2"},
    {"FlowDivider",
     "M-3 -3.8a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M-3 3.8a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M0 -0.8V0.8"
     "M-6.8 -3.8H-3M-6.8 3.8H-3"},
    {"HydraulicCylinder", "M-7 -4H3.5V4H-7ZM-2.5 -4V4M-2.5 0H7.5"},
    {"Accumulator", "M-3.6 -3.2a3.6 3.6 0 0 1 7.2 0V3.2a3.6 3.6 0 0 1 -7.2 0ZM-3.6 0H3.6"},
    {"Line", "M-7.2 -2.4H7.2M-7.2 2.4H7.2"},
    {"Volume", "M-5.5 -5H5.5V5H-5.5ZM-5.5 -1C-3.6 -2.8 -1.9 0.8 0 -1C1.9 -2.8 3.6 0.8 5.5 -1"},
    {"Tank", "M-6 -3.5V4.5H6V-3.5M0 -6.5V1.5"},
    // A node of pipes.
    {"node", "M-7 0H-2.6M2.6 0H7M0 -2.6V-7M-2.6 0a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0 -5.2 0"},
    {"Noise", "M-7 1L-5.5 -4L-4 3L-2.5 -1L-1 5L0.5 -5L2 2L3.5 -3L5 4L7 -1"},
};
constexpr const char* kUnknown = "M0 -5.5L5.5 0L0 5.5L-5.5 0Z";

}  // namespace

void draw_diagram_glyph(SvgWriter& svg, std::string_view type) {
  const auto* found = std::find_if(std::begin(kGlyphs), std::end(kGlyphs),
                                   [&](const Glyph& glyph) { return glyph.type == type; });
  svg.element("path", svg_attribute("d", found != std::end(kGlyphs) ? found->path : kUnknown));
}

void draw_feedback_glyph(SvgWriter& svg) {
  svg.element("path", "d=\"M3.6 3A5 5 0 1 1 4.6 -1.8M5.4 -5.2L4.8 -1.6L1.3 -2.2\"");
}

}  // namespace holon
