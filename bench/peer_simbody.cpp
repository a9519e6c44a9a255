// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <Simbody.h>

#include "peers.h"

namespace holon::bench {

namespace {

/// Turns z, about which Simbody's pins turn, into axis x, y or z.
SimTK::Rotation pin_axes(int axis) {
  if (axis == 0) return {SimTK::Pi / 2, SimTK::YAxis};
  if (axis == 1) return {-SimTK::Pi / 2, SimTK::XAxis};
  return {};
}

class Simbody : public Peer {
 public:
  void set_state(const std::vector<double>& angle, const std::vector<double>& rate) override {
    for (int i = 0; i < state_.getNQ(); ++i) {
      state_.updQ()[i] = angle[static_cast<std::size_t>(i)];
      state_.updU()[i] = rate[static_cast<std::size_t>(i)];
    }
  }
  void calc() override { system_.realize(state_, SimTK::Stage::Acceleration); }
  std::vector<double> accelerations() const override {
    std::vector<double> a;
    for (int i = 0; i < state_.getNU(); ++i) a.push_back(state_.getUDot()[i]);
    return a;
  }

 protected:
  Simbody() : matter_(system_), forces_(system_) {
    SimTK::Force::UniformGravity(forces_, matter_, SimTK::Vec3(0, 0, -kGravity));
  }
  void finish() {
    state_ = system_.realizeTopology();
    system_.realizeModel(state_);
  }

  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_;
  SimTK::GeneralForceSubsystem forces_;
  SimTK::State state_;
};

class SimbodyTree : public Simbody {
 public:
  explicit SimbodyTree(const Tree& tree) {
    const SimTK::Vec3 center(0.5, 0, 0);
    const SimTK::Inertia about_center(kInertiaLong, kInertiaAcross, kInertiaAcross);
    const SimTK::Body::Rigid body(
        SimTK::MassProperties(kMass, center, about_center.shiftFromMassCenter(-center, kMass)));
    std::vector<SimTK::MobilizedBody> made;
    for (int i = 0; i < tree.size(); ++i) {
      const int p = tree.parent[static_cast<std::size_t>(i)];
      SimTK::MobilizedBody& parent =
          p < 0 ? matter_.updGround() : made[static_cast<std::size_t>(p)];
      const SimTK::Rotation axes = pin_axes(i % 3);
      made.push_back(SimTK::MobilizedBody::Pin(
          parent, SimTK::Transform(axes, SimTK::Vec3(p < 0 ? 0.0 : 1.0, 0, 0)), body,
          SimTK::Transform(axes, SimTK::Vec3(0))));
    }
    finish();
  }
};

class SimbodyNFourBar : public Simbody {
 public:
  explicit SimbodyNFourBar(int windows) {
    const SimTK::Vec3 up(0, 0, 1), along(1, 0, 0);
    const auto rod = [](const SimTK::Vec3& direction) {
      const SimTK::Vec3 center = 0.5 * direction;
      const SimTK::Inertia about_center(kMass / 12 * (1 - direction[0]), kMass / 12,
                                        kMass / 12 * (1 - direction[2]));
      return SimTK::Body::Rigid(
          SimTK::MassProperties(kMass, center, about_center.shiftFromMassCenter(-center, kMass)));
    };
    const SimTK::Rotation y = pin_axes(1);
    std::vector<SimTK::MobilizedBody> cranks;
    for (int i = 0; i <= windows; ++i) {
      cranks.push_back(SimTK::MobilizedBody::Pin(matter_.updGround(),
                                                 SimTK::Transform(y, SimTK::Vec3(i, 0, 0)), rod(up),
                                                 SimTK::Transform(y, SimTK::Vec3(0))));
    }
    for (std::size_t i = 0; i + 1 < cranks.size(); ++i) {
      SimTK::MobilizedBody coupler = SimTK::MobilizedBody::Pin(
          cranks[i], SimTK::Transform(y, up), rod(along), SimTK::Transform(y, SimTK::Vec3(0)));
      // Two equations each, as many as are needed: the tip lies on a line across the plane.
      SimTK::Constraint::PointOnLine(coupler, SimTK::UnitVec3(SimTK::YAxis), along, cranks[i + 1],
                                     up);
    }
    finish();
  }
};

}  // namespace

std::string simbody_version() {
  int major = 0, minor = 0, build = 0;
  SimTK_version_simbody(&major, &minor, &build);
  return "Simbody " + std::to_string(major) + "." + std::to_string(minor) + "." +
         std::to_string(build);
}

std::unique_ptr<Peer> make_simbody(const Tree& tree) { return std::make_unique<SimbodyTree>(tree); }

std::unique_ptr<Peer> make_simbody_n_four_bar(int windows) {
  return std::make_unique<SimbodyNFourBar>(windows);
}

}  // namespace holon::bench
