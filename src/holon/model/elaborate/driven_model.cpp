// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The motion of a body is known from an inertial measurement unit on it, whatever holds and moves
// the body: joints and forces are left out. Its frames keep their names, so that sensors on them
// predict their measurements as in the machine.
#include "holon/model/elaborate/driven_model.h"

#include <algorithm>
#include <array>

#include "holon/base/names.h"
#include "holon/model/describe/catalogue.h"

namespace holon::detail {
namespace {

constexpr const char* kDrivingType = "Imu";
// Parts that sensors need beside the frames to which they are fixed.
constexpr std::array kSurroundingTypes = {"Constellation", "Gravity", "MagneticField"};

std::string text_of(const SourceNode& part, const char* key) {
  const SourceNode* value = part.is_map() ? part.peek(key) : nullptr;
  return value && value->is_scalar() ? value->text() : std::string();
}

std::string head_of_name(const std::string& name) { return name.substr(0, name.find('.')); }

bool is_in(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The parts at the two ends of a weld; empty strings for any other part.
std::array<std::string, 2> ends_of_weld(const SourceNode& part) {
  const SourceNode* between = part.is_map() ? part.peek("between") : nullptr;
  if (text_of(part, "type") != "Fixed" || !between || between->size() != 2) return {};
  std::array<std::string, 2> ends;
  for (std::size_t k = 0; k < 2; ++k) {
    const SourceNode& end = between->peek_entries()[k].value;
    if (end.is_scalar()) ends[k] = head_of_name(end.text());
  }
  return ends;
}

bool is_body(const SourceNode& parts, const std::string& name) {
  const SourceNode* part = parts.peek(name);
  return part && text_of(*part, "type") != "Frame";
}

/// Bodies and frames that move with `carrier`, and the welds between them.
void collect_rigid(const SourceNode& parts, std::vector<std::string>& carriers,
                   std::vector<std::string>& kept) {
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (const SourceNode::Entry& entry : parts.peek_entries()) {
      if (is_in(kept, entry.key)) continue;
      const auto [a, b] = ends_of_weld(entry.value);
      const bool has_a = is_in(carriers, a), has_b = is_in(carriers, b);
      // What holds the body to a frame that formulas move is left out, as joints are.
      const bool holds = (!has_a && !is_body(parts, a)) || (!has_b && !is_body(parts, b));
      if (!a.empty() && (has_a || has_b) && !holds) {
        kept.push_back(entry.key);
        for (const std::string& end : {a, b})
          if (!is_in(carriers, end)) carriers.push_back(end), kept.push_back(end);
        is_new = true;
      }
      const std::string in = text_of(entry.value, "in");
      if (text_of(entry.value, "type") == "Frame" && is_in(carriers, head_of_name(in))) {
        carriers.push_back(entry.key), kept.push_back(entry.key);
        is_new = true;
      }
    }
  }
}

SourceNode make_vector(const std::string& name) {
  SourceNode list = SourceNode::make_list();
  for (const char* axis : {".x", ".y", ".z"}) list.append(SourceNode::make_scalar(name + axis));
  return list;
}

std::string below_head(const std::string& name) {
  const std::size_t dot = name.find('.');
  return dot == std::string::npos ? std::string() : name.substr(dot + 1);
}

/// What the interface of a composite part means by the name of a frame.
std::string find_shown_frame(const SourceNode& inner, const std::string& name) {
  const SourceNode* interface = inner.parent() ? inner.parent()->peek("interface") : nullptr;
  const SourceNode* frames = interface && interface->is_map() ? interface->peek("frames") : nullptr;
  if (!frames || !frames->is_map()) return name;
  for (const SourceNode::Entry& entry : frames->peek_entries())
    if (entry.value.is_scalar() && (name == entry.key || name.starts_with(entry.key + ".")))
      return entry.value.text() + name.substr(entry.key.size());
  return name;
}

/// Bodies and frames that move with the one that carries the unit, where that is in composite
/// parts: full names. The other parts of these come to `known`.
class CompositeCarrier {
 public:
  CompositeCarrier(const PartsOf& parts_of, const std::vector<std::string>& sensors,
                   const Catalogue& catalogue, std::vector<std::string>& known)
      : parts_of_(parts_of), sensors_(sensors), catalogue_(catalogue), known_(known) {}

  /// `local`: the frame below the composite part. False where there is no such body.
  bool enter(const SourceNode& inner, const std::string& prefix, const std::string& shown) {
    const std::string local = find_shown_frame(inner, shown), head = head_of_name(local);
    const SourceNode* body = inner.peek(head);
    if (!body) return false;
    std::vector<std::string> carriers{head}, kept{head};
    if (const SourceNode* below = parts_of_(*body)) {
      composites_.push_back(prefix + head);
      if (!enter(*below, prefix + head + ".", below_head(local))) return false;
    } else {
      is_frame_ = text_of(*body, "type") == "Frame";
      collect_rigid(inner, carriers, kept);
    }
    for (const std::string& name : carriers) carriers_.push_back(prefix + name);
    for (const SourceNode::Entry& entry : inner.peek_entries()) {
      const std::string full = prefix + entry.key;
      const PartType* type = catalogue_.find(text_of(entry.value, "type"));
      const bool is_measured = std::any_of(
          sensors_.begin(), sensors_.end(),
          [&](const std::string& name) { return name == full || name.starts_with(full + "."); });
      if (!is_in(kept, entry.key) && !is_measured && !(type && type->look_up))
        known_.push_back(full);
    }
    return true;
  }
  bool is_frame() const { return is_frame_; }
  /// Whether a frame, by its full name, moves with the unit.
  bool carries(const std::string& frame) const {
    return std::any_of(carriers_.begin(), carriers_.end(), [&](const std::string& name) {
      const bool is_composite = is_in(composites_, name);
      return frame == name || (!is_composite && frame.starts_with(name + "."));
    });
  }

 private:
  const PartsOf& parts_of_;
  const std::vector<std::string>& sensors_;
  const Catalogue& catalogue_;
  std::vector<std::string>& known_;
  std::vector<std::string> carriers_, composites_;
  bool is_frame_ = false;
};

/// The frame `on` gets the motion of the unit's states.
void drive_frame(SourceNode& parts, const std::string& unit, const std::string& on,
                 std::vector<std::string>& kept) {
  const std::string head = head_of_name(on);
  const SourceNode position = make_vector(unit + ".frame_position");
  const SourceNode orientation = SourceNode::make_scalar(unit + ".orientation");
  auto& carrier = const_cast<SourceNode&>(*parts.peek(head));
  if (text_of(carrier, "type") == "Frame") {
    carrier.erase("in");
    carrier.set("position", position);
    carrier.set("orientation", orientation);
    return;
  }
  carrier.erase("initial");
  carrier.erase("guess");
  std::string name = unit + "_motion";
  while (parts.peek(name)) name += '_';
  SourceNode frame = SourceNode::make_map();
  frame.add("type", SourceNode::make_scalar("Frame"));
  frame.add("position", position);
  frame.add("orientation", orientation);
  parts.add(name, std::move(frame));
  SourceNode weld = SourceNode::make_map(), ends = SourceNode::make_list();
  ends.append(SourceNode::make_scalar(name));
  ends.append(SourceNode::make_scalar(on));
  weld.add("type", SourceNode::make_scalar("Fixed"));
  weld.add("between", std::move(ends));
  parts.add(name + "_weld", std::move(weld));
  kept.push_back(name);
  kept.push_back(name + "_weld");
}

}  // namespace

bool can_drive(const SourceNode& part) { return text_of(part, "type") == kDrivingType; }

std::vector<DrivenFailure> keep_driven_parts(SourceNode& parts, const std::string& unit,
                                             const std::vector<std::string>& names,
                                             const Catalogue& catalogue, const PartsOf& parts_of,
                                             std::vector<std::string>& known) {
  std::vector<DrivenFailure> failures;
  const std::string on = text_of(*parts.peek(unit), "on"), head = head_of_name(on);
  if (on.empty() || !parts.peek(head)) {
    failures.push_back({"'" + unit + "' is not on a body of the model" +
                            (on.empty() ? "" : ", but on '" + on + "'"),
                        "an Imu whose measurements drive a filter must be on a body or a frame"});
    return failures;
  }
  std::vector<std::string> carriers{head}, kept{unit, head};
  collect_rigid(parts, carriers, kept);
  CompositeCarrier composite(parts_of, names, catalogue, known);
  const SourceNode* const inner = parts_of(*parts.peek(head));
  if (inner && (!composite.enter(*inner, head + ".", below_head(on)) || composite.is_frame())) {
    failures.push_back(
        {"'" + unit + "' is on '" + on + "', which is not a body of the part '" + head + "'",
         "an Imu whose measurements drive a filter must be on a body"});
    return failures;
  }
  const auto is_carried = [&](const std::string& frame) {
    const std::string part = head_of_name(frame);
    if (!inner || part != head) return is_in(carriers, part);
    return composite.carries(head + "." + find_shown_frame(*inner, below_head(frame)));
  };
  std::vector<std::string> sensors;
  for (const std::string& name : names) {
    const std::string part = head_of_name(name);
    if (parts.peek(part) && part != unit && !is_in(kept, part)) sensors.push_back(part);
  }
  for (const std::string& name : sensors) {
    const SourceNode& sensor = *parts.peek(name);
    for (const char* key : {"on", "second", "to"}) {
      const std::string frame = text_of(sensor, key), part = head_of_name(frame);
      if (frame.empty() || frame == "world" || is_carried(frame)) continue;
      // A beacon: a frame that its formulas place in the world.
      const SourceNode* other = parts.peek(part);
      if (other && text_of(*other, "type") == "Frame" && text_of(*other, "in").empty()) {
        kept.push_back(part);
        continue;
      }
      failures.push_back({"'" + name + "' is on '" + frame + "', which is not welded to '" + head +
                              "', the body of '" + unit + "'",
                          "put the sensor on the body that carries the Imu, or write 'model: "
                          "machine', which includes the joints in between"});
    }
    kept.push_back(name);
  }
  for (const SourceNode::Entry& entry : parts.peek_entries()) {
    const std::string type = text_of(entry.value, "type");
    const PartType* known = catalogue.find(type);
    const bool surrounds = std::find(kSurroundingTypes.begin(), kSurroundingTypes.end(), type) !=
                           kSurroundingTypes.end();
    if (surrounds || (known && known->look_up)) kept.push_back(entry.key);
  }
  drive_frame(parts, unit, on, kept);
  std::vector<std::string> others;
  for (const SourceNode::Entry& entry : parts.peek_entries())
    if (!is_in(kept, entry.key)) others.push_back(entry.key);
  for (const std::string& name : others) parts.erase(name);
  return failures;
}

}  // namespace holon::detail
