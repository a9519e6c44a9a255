// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/tree/placed_frames.h"

#include <algorithm>

#include "holon/base/errors.h"
#include "holon/base/names.h"
#include "holon/mechanics/tree/checks.h"

namespace holon::detail {

namespace {

/// First and second derivative in time.
template <class V>
std::array<V, 2> derivatives_of(Assembly& assembly, const V& value) {
  std::array<V, 2> result;
  for (int k = 0; k < value.size(); ++k) {
    result[0][k] = assembly.time_derivative(value[k]);
    result[1][k] = assembly.time_derivative(result[0][k]);
  }
  return result;
}

}  // namespace

void PlacedFrames::add(Assembly& assembly, std::string name, std::string in,
                       const FramePlace& place, ReportError report, bool is_inner) {
  PlacedFrame frame;
  frame.place = place;
  const Vector4<Expr> q = place.rotation.coefficients();
  Symbols& symbols = *assembly.symbols();
  const std::vector<Expr> position(place.position.begin(), place.position.end());
  const std::vector<Expr> orientation(q.begin(), q.end());
  for (const auto* list : {&position, &orientation}) {
    for (Expr e : *list) frame.moves = frame.moves || symbols.varies(e);
  }
  if (frame.moves) {
    const auto p = derivatives_of(assembly, place.position);
    const auto turn = derivatives_of(assembly, q);
    // The quaternion's length is 1, so that ω = 2 Im(q* q') and ω' = 2 Im(q* q″), child's axes.
    frame.drive = {place,
                   p[0],
                   p[1],
                   place.rotation.calc_body_rate(turn[0]),
                   place.rotation.calc_body_rate(turn[1]),
                   is_inner};
    frame.position = find_smoothness(symbols, position);
    frame.orientation = find_smoothness(symbols, orientation);
  }
  index_.emplace(name, frames_.size());
  frame.name = std::move(name);
  frame.in = std::move(in);
  frame.report = std::move(report);
  frames_.push_back(std::move(frame));
}

std::vector<std::string> PlacedFrames::names() const {
  std::vector<std::string> names;
  for (const PlacedFrame& frame : frames_) names.push_back(frame.name);
  return names;
}

void PlacedFrames::place(Mechanism& mechanism, std::vector<std::string>& errors) const {
  std::vector<const PlacedFrame*> open;
  for (const PlacedFrame& frame : frames_) {
    // There already: a connection of a part with inner states.
    if (mechanism.find_frame(frame.name) == Mechanism::kNoFrame) open.push_back(&frame);
  }
  for (std::size_t before = open.size() + 1; open.size() < before;) {
    before = open.size();
    std::erase_if(open, [&](const PlacedFrame* frame) {
      const int in = mechanism.find_frame(frame->in);
      if (in == Mechanism::kNoFrame) return false;
      if (frame->moves) {
        mechanism.add_driven_frame(frame->name, frame->in, frame->drive, frame->report);
        return true;
      }
      Mechanism::Frame fixed{frame->name, Mechanism::kWorld, frame->place};
      if (in != Mechanism::kWorld) {
        const Mechanism::Frame& base = mechanism.frames[static_cast<std::size_t>(in)];
        fixed.body = base.body;
        fixed.place = compose(base.place, frame->place);
      }
      mechanism.add_frame(std::move(fixed));
      return true;
    });
  }
  for (const PlacedFrame* frame : open) {
    if (index_.contains(frame->in)) {
      say(frame->report, frame->name, "in",
          "'" + frame->name + "' and '" + frame->in + "' form a cycle of frames",
          "define one of them in the world or in a body", errors);
      continue;
    }
    std::vector<std::string> names{"world"};
    for (const Mechanism::Frame& f : mechanism.frames) names.push_back(f.name);
    say(frame->report, frame->name, "in", "there is no frame '" + frame->in + "'",
        did_you_mean(frame->in, names), errors);
  }
}

std::string PlacedFrames::find_gap(const PlacedFrame& frame, int derivatives, bool position,
                                   bool orientation) {
  const auto describe = [&](const Smoothness& s, const char* formula) -> std::string {
    if (s.derivatives() >= derivatives) return {};
    const char* what = s.continuous < 0 ? "' jumps (" : "' has kinks (";
    return "'" + frame.name + "." + formula + what + s.cause + ")";
  };
  std::string gap;
  if (position) gap = describe(frame.position, "position");
  if (gap.empty() && orientation) gap = describe(frame.orientation, "orientation");
  return gap;
}

void PlacedFrames::check_driven(const Mechanism& mechanism, const Tree& tree,
                                std::vector<std::string>& errors) const {
  std::vector<bool> carries(tree.links.size(), false);
  for (const Tree::Cut& cut : tree.cuts)
    for (const int link : {cut.parent.link, cut.child.link})
      if (link != Mechanism::kWorld) carries[static_cast<std::size_t>(link)] = true;
  for (std::size_t k = tree.links.size(); k-- > 0;) {
    const Link& link = tree.links[k];
    carries[k] = carries[k] || !link.inertia.mass().is_constant(0.0);
    if (!carries[k]) continue;
    if (link.parent != Mechanism::kWorld) carries[static_cast<std::size_t>(link.parent)] = true;
    if (link.type != JointType::driven) continue;
    const Mechanism::Joint& joint = mechanism.joints[static_cast<std::size_t>(link.joint)];
    const auto found = index_.find(joint.name);
    if (found == index_.end()) continue;
    const std::string gap = find_gap(frames_[found->second], 2, true, true);
    if (gap.empty()) continue;
    say(joint.report, joint.name, "",
        gap + ", but the parts attached to the frame need its acceleration", "smooth the formula",
        errors);
  }
}

void PlacedFrames::check_output(const std::string& frame, FrameOutput which) const {
  int derivatives = 0;
  bool turns = false;
  switch (which) {
    case FrameOutput::position:
    case FrameOutput::orientation: return;
    case FrameOutput::velocity: derivatives = 1; break;
    case FrameOutput::acceleration:
    case FrameOutput::specific_force: derivatives = 2; break;
    case FrameOutput::angular_velocity:
    case FrameOutput::angular_velocity_body:
      derivatives = 1;
      turns = true;
      break;
    case FrameOutput::angular_acceleration:
      derivatives = 2;
      turns = true;
      break;
  }
  bool is_own = true;
  for (auto at = index_.find(frame); at != index_.end();) {
    const PlacedFrame& f = frames_[at->second];
    const std::string gap = find_gap(f, derivatives, !turns, turns || !is_own);
    if (!gap.empty()) {
      throw ModelError("'" + frame + "." + frame_outputs()[static_cast<std::size_t>(which)].name +
                           "' does not exist: " + gap,
                       "smooth the formula, or do not request this output");
    }
    is_own = false;
    at = index_.find(f.in);
  }
}

}  // namespace holon::detail
