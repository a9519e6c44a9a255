// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/hydraulics/end_cushion.h"
#include "holon/hydraulics/piston_friction.h"

namespace holon {

class PowerGraph;
struct LineBody;

/// A double-acting cylinder between the pins of two bodies, or at a port of translation (a flange,
/// a junction of a bond graph).
///
/// Extension s [m] from 0 to `stroke`, speed v = s'; areas A_A = π/4 bore², A_B = A_A − π/4 rod².
///
///   V_A = V_0A + A_A s,  V_B = V_0B + A_B (stroke − s)
///   m_A' = ṁ_A − ṁ_l,  p_A = p(m_A/V_A),   m_B' = ṁ_B + ṁ_l,  p_B = p(m_B/V_B)
///   ṁ_l = ρ k_l (p_A − p_B), ρ where the pressure is higher
///   F = p_A A_A − p_B A_B − F_f(v) + F_s
///
/// F [N] pushes the ends apart. H. Merritt, Hydraulic Control Systems, 1967, section 6-2.
///
/// Friction F_f: piston_friction.h; cushions: end_cushion.h, as part of F_s.
///
/// Barrel and rod, where they have masses, are slender bodies on the line between the pins: each is
/// attached to its own pin and points to the other one (mechanics/tree/line_body.h).
///
/// End stops push, and never pull (K. Hunt, F. Crossley, J. of Applied Mechanics 42, 1975):
///   F_s = k δ max(0, 1 + c δ') at the depth δ beyond s = 0, and in the opposite direction beyond s
///   = stroke.
/// The depth reduces the dead volume; a run ends with an error before none is left.
struct HydraulicCylinder {
  struct Stops {
    std::optional<Expr> stiffness{};  ///< [N/m] k; default: 350 bar compress it by 0.5 mm
    Expr damping = 2.0;               ///< [s/m] c
    static void describe(Fields<Stops>& f);
  };
  struct Cushions {
    std::optional<EndCushion> A{};  ///< at the retracted end
    std::optional<EndCushion> B{};  ///< at the extended end
    static void describe(Fields<Cushions>& f);
  };
  /// A slender body attached to its own pin.
  struct Body {
    std::optional<Expr> mass{};            ///< [kg]
    std::optional<Expr> center_of_mass{};  ///< [m] from its pin; default: half of closed_length
    /// [kg m²] about the centre of mass, across the line; default: a uniform rod's of closed_length
    std::optional<Expr> inertia{};
    static void describe(Fields<Body>& f);
  };
  struct Rod {
    Expr diameter = 0.0;                                      ///< [m]
    std::optional<Expr> mass{}, center_of_mass{}, inertia{};  ///< as those of a Body
    static void describe(Fields<Rod>& f);
  };
  struct Initial {
    std::optional<Expr> position{};                  ///< [m] at a junction of a bond graph
    std::optional<Expr> pressure_A{}, pressure_B{};  ///< [Pa] gauge
    static void describe(Fields<Initial>& f);
  };
  std::array<FrameName, 2> between{};  ///< the pins of barrel and rod
  std::string port;                    ///< a port of translation instead
  std::string A, B;                    ///< nodes; empty: its own, `lift.A`
  Expr bore;                           ///< [m]
  Rod rod{};
  std::optional<Body> barrel{};
  Expr stroke;                          ///< [m]
  std::optional<Expr> closed_length{};  ///< [m] between the pins, or the port's position, at s = 0
  std::optional<Expr> dead_volume{};    ///< [m^3] V_0A and V_0B; default: 5 % of the stroke's
  Expr leakage = 0.0;                   ///< [m^3/(s Pa)] k_l
  PistonFriction friction{};
  Cushions cushions{};
  Stops stops{};
  std::optional<Initial> initial{};

  static void describe(Descriptor<HydraulicCylinder>& d);
  void build(PartBuilder& b) const;

 private:
  Expr stop_stiffness() const;  // [N/m]
  Expr calc_stop_force(Expr position, Expr speed) const;
  Expr calc_stop_spring_force(Expr position) const;  // [N] its elastic part
  Expr calc_stop_energy(Expr position) const;        // [J]
  Expr pin_distance() const;                         // [m] with the rod retracted
  bool check_cushions(PartBuilder& b) const;
  bool check_masses(PartBuilder& b) const;
  std::vector<LineBody> make_bodies(const std::string& name) const;
  void connect(PartBuilder& b, PowerGraph& graph, int piston,
               const hydraulics::PistonFrictionLaw& rubbing) const;
};

}  // namespace holon
