// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>

#include "holon/mechanics/kernels/traced.h"

/// One Function per kind of force element and of the bodies at its ends. A place on a link is given
/// in link axes from the link's origin; one that does not move, in world axes from the world's. A
/// load is force and moment on a link about its origin, in its axes; the loads so far come first
/// and go out with the new one added. What is on the world has no inputs.
namespace holon::detail {

/// A wrench on a frame: loads (6); R of the link, R of the link whose axes are meant (absent where
/// it is the world or the same link); force, torque; place (3), axes (4) -> loads.
enum class LoadAxes { world, same_link, other_link };
FunctionRef make_load(LoadAxes axes, const Kinds& kinds, std::size_t piece);

/// Whether the first and the second end of an element are on links.
using OnLinks = std::array<bool, 2>;
std::string text_of(const OnLinks& on);

// --- pulls: T = force + k (length − rest) + d length' along the line between two points ----------

/// R, p of the ends' links; places (3, 3) -> length, its direction from the first end to the second
/// in the axes of either link. Without length no direction: 0.
FunctionRef make_line(const OnLinks& on, const Kinds& kinds, std::size_t piece);
/// Per end on a link direction, omega, v; places -> length'.
FunctionRef make_line_rate(const OnLinks& on, const Kinds& kinds, std::size_t piece);
/// Length, length' where there is a damper; k, rest, d, force -> T. `slack`: 0 where it is short of
/// `rest`, and never negative.
FunctionRef make_tension(bool slack, bool damped, const Kinds& kinds, std::size_t piece);
/// Loads; T, direction; place -> loads, of the end from which the direction leads, or of the other.
FunctionRef make_pull_load(bool is_first, const Kinds& kinds, std::size_t piece);
/// Sum; length; k, rest -> sum with the energy ½ k (length − rest)².
FunctionRef make_pull_energy(bool slack, const Kinds& kinds, std::size_t piece);
/// Sum; length, length', T; k, rest, d, force -> sum with the power that becomes heat.
FunctionRef make_pull_loss(bool slack, const Kinds& kinds, std::size_t piece);

// --- bushings ------------------------------------------------------------------------------------

// Place p and rotation vector φ of the second frame in the first, velocity p' as seen from there,
// angular velocity ω against it; in the first frame's axes:
//   F = −K p − C p',  M = −Jᵀ Kφ φ − Cφ ω,  J: φ' = J ω
// on the second frame at its origin, and the opposite on the first body at the same point. With J
// the torque derives from ½ φᵀ Kφ φ at any angle below π; for Kφ = k 1 it is −k φ.
/// R, p of the ends' links; places (3 + 4, twice), K, Kφ -> p, φ, F, M.
FunctionRef make_bushing_spring(const OnLinks& on, const Kinds& kinds, std::size_t piece);
/// R, omega, v of the ends' links; p; places, C, Cφ -> p', ω, F, M.
FunctionRef make_bushing_damper(const OnLinks& on, const Kinds& kinds, std::size_t piece);
/// Loads; F, M of spring and of damper where there is one; p; R of both ends' links (the second
/// end's load only); places -> loads of one end.
FunctionRef make_bushing_load(bool is_first, bool damped, const OnLinks& on, const Kinds& kinds,
                              std::size_t piece);
/// Sum; two vectors x, y; factors (3, 3) -> sum + scale (Σ c x² + Σ c y²).
FunctionRef make_quadratic_sum(double scale, const Kinds& kinds, std::size_t piece);

}  // namespace holon::detail
