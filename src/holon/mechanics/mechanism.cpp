// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/mechanism.h"

#include "holon/base/errors.h"

namespace holon {

const JointInfo& joint_info(JointType type) {
  static const JointInfo kFixed{"Fixed", 0, 0};
  static const JointInfo kRevolute{"Revolute", 1, 1};
  static const JointInfo kPrismatic{"Prismatic", 1, 1};
  static const JointInfo kTranslation{"Translation", 3, 3};
  static const JointInfo kFree{"Free", 7, 6};
  switch (type) {
    case JointType::revolute: return kRevolute;
    case JointType::prismatic: return kPrismatic;
    case JointType::translation: return kTranslation;
    case JointType::free: return kFree;
    case JointType::fixed: break;
  }
  return kFixed;
}

int Mechanism::add_body(Body body) {
  const int index = static_cast<int>(bodies.size());
  add_frame({body.name, index, {}});
  add_frame({body.name + ".com", index, {body.center_of_mass, {}}});
  bodies.push_back(std::move(body));
  return index;
}

void Mechanism::add_frame(Frame frame) {
  const bool is_new = frame_index_.emplace(frame.name, static_cast<int>(frames.size())).second;
  HOLON_CHECK(is_new, "frame '" + frame.name + "' stands twice");
  frames.push_back(std::move(frame));
}

int Mechanism::find_frame(const std::string& name) const {
  if (name == "world") return kWorld;
  const auto it = frame_index_.find(name);
  return it == frame_index_.end() ? kNoFrame : it->second;
}

int Mechanism::find_body(const std::string& frame) const {
  const int index = find_frame(frame);
  return index < 0 ? kWorld : frames[static_cast<std::size_t>(index)].body;
}

}  // namespace holon
