// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/mechanism/inertia.h"
#include "holon/mechanics/mechanism/start.h"

namespace holon {

/// A body with modes: a rigid body, held by joints or free, whose small deflections are Σ φ_k η_k.
/// Each mode has the mass A, damping ε and stiffness c, and takes part in the body's translation
/// and rotation by p = ∫ φ dm and s = ∫ r × φ dm about the body's frame,
///
///   A η'' + ε η' + c η + p·a + s·ω' = 0
///
/// a the acceleration of the frame's origin less gravity, ω the angular velocity. The forces on the
/// body follow from the kinetic energy in modal_share.cpp, so that momentum, angular momentum and
/// energy are conserved. `linear`: the centre of mass stays where it is in the body.
struct ElasticBody {
  struct ModeStart {
    std::optional<Expr> displacement{};  ///< [m]
    std::optional<Expr> rate{};          ///< [m/s]
    static void describe(Fields<ModeStart>& f);
  };
  /// By mass, damping and stiffness, or by frequency and damping ratio with the mass 1 kg.
  struct Mode {
    std::optional<Expr> mass{};                ///< [kg] A
    std::optional<Expr> stiffness{};           ///< [N/m] c
    std::optional<Expr> damping{};             ///< [N s/m] ε
    std::optional<Expr> frequency{};           ///< [Hz]
    std::optional<Expr> damping_ratio{};       ///< ζ, ε = 2 ζ √(c A)
    Vector3<Expr> translation{0.0, 0.0, 0.0};  ///< [kg] p
    Vector3<Expr> rotation{0.0, 0.0, 0.0};     ///< [kg m] s
    ModeStart initial{}, guess{};
    static void describe(Fields<Mode>& f);
  };
  /// How far a frame moves with a mode.
  struct FrameMode {
    Vector3<Expr> translation{0.0, 0.0, 0.0};  ///< per displacement
    Vector3<Expr> rotation{0.0, 0.0, 0.0};     ///< [rad/m]
    static void describe(Fields<FrameMode>& f);
  };
  struct Frame {
    Vector3<Expr> at{0.0, 0.0, 0.0};  ///< [m] where the body is not deflected
    Orientation rotate{};
    std::vector<FrameMode> modes{};  ///< in the order of the body's; those left out do not move it
    static void describe(Fields<Frame>& f);
  };

  Expr mass;                                    ///< [kg]
  Inertia inertia{};                            ///< [kg m²] about the centre of mass, undeflected
  Vector3<Expr> center_of_mass{0.0, 0.0, 0.0};  ///< [m] undeflected
  std::vector<Mode> modes{};
  bool linear = false;
  Named<Frame> frames{};
  std::vector<Shape> shapes{};
  std::optional<FreeStart> initial{}, guess{};  ///< of a body that no joint holds

  /// The outputs of the modes.
  static std::vector<MadeName> list_names(const SourceNode& part);
  static void describe(Descriptor<ElasticBody>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
