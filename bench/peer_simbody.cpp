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
  explicit Simbody(const Tree& tree) : matter_(system_), forces_(system_) {
    SimTK::Force::UniformGravity(forces_, matter_, SimTK::Vec3(0, 0, -kGravity));
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
    state_ = system_.realizeTopology();
    system_.realizeModel(state_);
  }

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

 private:
  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_;
  SimTK::GeneralForceSubsystem forces_;
  SimTK::State state_;
};

}  // namespace

std::string simbody_version() {
  int major = 0, minor = 0, build = 0;
  SimTK_version_simbody(&major, &minor, &build);
  return "Simbody " + std::to_string(major) + "." + std::to_string(minor) + "." +
         std::to_string(build);
}

std::unique_ptr<Peer> make_simbody(const Tree& tree) { return std::make_unique<Simbody>(tree); }

}  // namespace holon::bench
