// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/bodies/elastic_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "holon/mechanics/machine/frame_outputs.h"
#include "holon/mechanics/machine/machine.h"
#include "holon/mechanics/machine/modal_inertia.h"
#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/model/describe/source.h"
#include "holon/spatial/vector.h"

namespace holon {

namespace {

std::string name_of_mode(std::size_t k) { return "modes[" + std::to_string(k) + "]"; }

/// Displacement, rate and acceleration of a mode of this name.
std::vector<SystemOutput> list_mode_outputs(const std::string& mode) {
  return {{mode + ".displacement", {}, dimensions::kLength, "coordinate of the mode", true},
          {mode + ".rate", {}, dimensions::kSpeed, "its rate", false},
          {mode + ".acceleration",
           {},
           dimensions::kSpeed * dimensions::kTime.inverse(),
           "its acceleration",
           false}};
}

/// Mass, damping and stiffness, from whichever numbers are given.
struct ModeNumbers {
  Expr mass = 1.0, damping = 0.0, stiffness = 0.0;
};

ModeNumbers find_mode_numbers(PartBuilder& b, const std::string& at,
                              const ElasticBody::Mode& mode) {
  ModeNumbers n;
  n.mass = mode.mass.value_or(1.0);
  if (mode.frequency && mode.stiffness) {
    b.error(at + ".frequency", "only one of 'stiffness' and 'frequency' can be given");
  } else if (!mode.frequency && !mode.stiffness) {
    b.error(at, "a mode needs a 'stiffness' or a 'frequency'",
            "give mass, damping and stiffness, or frequency and damping_ratio");
  } else if (!mode.frequency && !mode.mass) {
    b.error(at, "a mode with a 'stiffness' needs its 'mass'",
            "give it, or the 'frequency' of a mode that is normalised to the mass 1 kg");
  }
  n.stiffness = mode.frequency ? square(2.0 * std::numbers::pi * *mode.frequency) * n.mass
                               : mode.stiffness.value_or(1.0);
  if (mode.damping && mode.damping_ratio)
    b.error(at + ".damping_ratio", "only one of 'damping' and 'damping_ratio' can be given");
  n.damping = mode.damping ? *mode.damping
                           : 2.0 * mode.damping_ratio.value_or(0.0) * sqrt(n.stiffness * n.mass);
  return n;
}

/// The states of a mode, with its outputs.
Mechanism::Mode add_mode_states(PartBuilder& b, std::size_t k, const ElasticBody::Mode& given) {
  Assembly& assembly = b.assembly();
  const std::string local = name_of_mode(k), name = b.member(local);
  Mechanism::Mode mode;
  const auto add = [&](const char* what, const Dimension& dimension, bool is_rate,
                       const std::optional<Expr>& initial, const std::optional<Expr>& guess) {
    if (initial && guess) {
      b.error(local + ".guess." + what,
              std::string("this guess has no effect: 'initial' gives the ") + what);
    }
    StateBlock state;
    state.name = name + "." + what;
    state.dimension = dimension;
    state.role = is_rate ? StateBlock::Role::rate : StateBlock::Role::coordinate;
    state.held = {initial.has_value()};
    if (!is_rate) state.nominal = assembly.simulate().nominal_length.value_or(1.0);
    const Expr start = initial ? *initial : guess.value_or(0.0);
    (is_rate ? mode.start_rate : mode.start) = start;
    return assembly.add_state(std::move(state), {start})[0];
  };
  mode.displacement = add("displacement", dimensions::kLength, false, given.initial.displacement,
                          given.guess.displacement);
  mode.rate = add("rate", dimensions::kSpeed, true, given.initial.rate, given.guess.rate);
  mode.translation = given.translation;
  mode.rotation = given.rotation;
  const std::vector<SystemOutput> outputs = list_mode_outputs(name);
  assembly.define_output(outputs[0], [e = mode.displacement] { return std::vector<Expr>{e}; });
  assembly.define_output(outputs[1], [e = mode.rate] { return std::vector<Expr>{e}; });
  return mode;
}

/// r + Σ φ η, and a small rotation by Σ ψ η after the frame's own: exact for one axis up to the
/// third order of the angle.
/// The rotation by a vector whose half is given: by its length about it. cos h and sin(h)/h are
/// series in h² where h is small, so that their derivatives exist at h = 0.
Rotation<Expr> rotate_by_half(const Vector3<Expr>& half) {
  constexpr double kSmall = 0.1;  // where 7 terms are exact to 1e-18
  const Expr x = dot(half, half), is_small = less(x, kSmall);
  Expr cosine = 1.0, sine = 1.0;
  for (int n = 6; n > 0; --n) {
    cosine = 1.0 - x / (2.0 * n * (2.0 * n - 1.0)) * cosine;
    sine = 1.0 - x / (2.0 * n * (2.0 * n + 1.0)) * sine;
  }
  const Expr h = sqrt(select(is_small, 1.0, x));
  cosine = select(is_small, cosine, cos(h));
  sine = select(is_small, sine, sin(h) / h);
  return {cosine, sine * half[0], sine * half[1], sine * half[2]};
}

/// Moved by Σ η t and rotated by the angle |Σ η r| about Σ η r.
FramePlace calc_modal_place(const ElasticBody::Frame& frame,
                            const std::vector<Mechanism::Mode>& modes) {
  Vector3<Expr> at = frame.at, half{0.0, 0.0, 0.0};
  std::vector<std::size_t> rotating;
  for (std::size_t k = 0; k < frame.modes.size(); ++k) {
    at += modes[k].displacement * frame.modes[k].translation;
    const Vector3<Expr>& r = frame.modes[k].rotation;
    if (std::ranges::any_of(r, [](const Expr& e) { return !e.is_constant(0.0); }))
      rotating.push_back(k);
    half += Expr(0.5) * modes[k].displacement * r;
  }
  const auto& q = frame.rotate.quaternion;
  const Rotation<Expr> own(q[0], q[1], q[2], q[3]);
  if (rotating.empty()) return {at, own};
  const Vector3<Expr>& only = frame.modes[rotating[0]].rotation;
  const bool is_about_one = rotating.size() == 1 && std::ranges::all_of(only, [](const Expr& e) {
                              return e.is_constant();
                            });
  if (!is_about_one) return {at, rotate_by_half(half) * own};
  // About one axis the sign of the angle is known.
  const Expr length = sqrt(dot(only, only)), h = 0.5 * length * modes[rotating[0]].displacement;
  const Expr share = sin(h) / length;
  return {at, Rotation<Expr>(cos(h), share * only[0], share * only[1], share * only[2]) * own};
}

bool moves(const ElasticBody::Frame& frame) {
  for (const ElasticBody::FrameMode& mode : frame.modes) {
    for (int i = 0; i < 3; ++i) {
      if (!mode.translation[i].is_constant(0.0) || !mode.rotation[i].is_constant(0.0)) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<MadeName> ElasticBody::list_names(const SourceNode& part) {
  std::vector<MadeName> names;
  const SourceNode* const modes = part.peek("modes");
  for (std::size_t k = 0; modes && modes->is_list() && k < modes->peek_entries().size(); ++k) {
    for (const SystemOutput& output : list_mode_outputs(name_of_mode(k))) {
      MadeName& made = names.emplace_back();
      made.output = {output.name, {}, output.dimension, output.description, output.is_main};
    }
  }
  return names;
}

void ElasticBody::ModeStart::describe(Fields<ModeStart>& f) {
  f.value("displacement", &ModeStart::displacement, "m", "coordinate of the mode").varying();
  f.value("rate", &ModeStart::rate, "m/s", "its rate").varying();
}

void ElasticBody::Mode::describe(Fields<Mode>& f) {
  f.value("mass", &Mode::mass, "kg", "modal mass A; 1 kg where a frequency is given").positive();
  f.value("stiffness", &Mode::stiffness, "N/m", "modal stiffness c").positive();
  f.value("damping", &Mode::damping, "N s/m", "modal damping").non_negative();
  f.value("frequency", &Mode::frequency, "Hz",
          "natural frequency with the body held, instead of 'stiffness'")
      .positive();
  f.value("damping_ratio", &Mode::damping_ratio, "", "instead of 'damping'").non_negative();
  f.vector("translation", &Mode::translation, "kg",
           "participation p in translation, in the body's axes: integral of the mode's shape over "
           "the mass");
  f.vector("rotation", &Mode::rotation, "kg m",
           "participation s in rotation, about the origin of the body's frame: integral of r x "
           "shape over the mass");
  f.object("initial", &Mode::initial, "the start");
  f.object("guess", &Mode::guess, "initial guess for what 'initial' leaves open");
}

void ElasticBody::FrameMode::describe(Fields<FrameMode>& f) {
  f.vector("translation", &FrameMode::translation, "", "of the frame's origin per displacement");
  f.vector("rotation", &FrameMode::rotation, "rad/m", "of its axes per displacement");
}

void ElasticBody::Frame::describe(Fields<Frame>& f) {
  f.vector("at", &Frame::at, "m", "position of the origin, undeflected");
  f.bare();
  f.orientation("rotate", &Frame::rotate, "orientation, undeflected");
  f.objects("modes", &Frame::modes,
            "motion with the body's modes, in their order and in the body's axes; without it the "
            "frame does not move with them");
}

void ElasticBody::describe(Descriptor<ElasticBody>& d) {
  d.type("ElasticBody", "A body with elastic modes, held by joints or free.");
  d.role(PartRole::body);
  d.own_frame();
  d.frame("com", "the centre of mass of the undeflected body, with the body's axes");
  d.value("mass", &ElasticBody::mass, "kg", "total mass").required().positive();
  d.one_of("inertia", &ElasticBody::inertia,
           "of the undeflected body about its centre of mass, in the body's axes")
      .alternative<InertiaMatrix>("matrix", "entries of the matrix; the key may be left out")
      .alternative<Rod>("rod", "a thin rod")
      .alternative<Box>("box", "a solid box, by its edges")
      .alternative<Cylinder>("cylinder", "a solid cylinder")
      .alternative<Sphere>("sphere", "a solid sphere, by its radius")
      .required();
  d.vector("center_of_mass", &ElasticBody::center_of_mass, "m",
           "position of the centre of mass, undeflected");
  d.objects("modes", &ElasticBody::modes,
            "modes of the body with its frame held; modes[0].displacement, .rate and "
            ".acceleration are outputs")
      .required();
  d.flag("linear", &ElasticBody::linear,
         "the centre of mass is fixed in the body: linear in the modes, but momentum and "
         "energy are not conserved where modes take part in translation");
  d.frames("frames", &ElasticBody::frames,
           "frames on the body, to which joints and other parts are attached");
  d.objects("shapes", &ElasticBody::shapes, "shapes of the body to draw");
  d.object("initial", &ElasticBody::initial, "initial values, where no joint holds the body");
  d.object("guess", &ElasticBody::guess, "as 'initial', as a guess for what that leaves open");
  d.vector_output("modal_moment", "kg m",
                  "sum of participation in translation times displacement, in the body's axes: "
                  "mass times the shift of the centre of mass");
  d.output("modal_energy", "J", "strain energy of the modes").main();
  d.output("dissipated_power", "W", "that the modes' damping takes");
}

void ElasticBody::build(PartBuilder& b) const {
  if (modes.empty()) b.error("modes", "a mode is needed", "a body without modes is a RigidBody");
  Named<Placement> fixed;
  for (const auto& [name, frame] : frames) {
    if (frame.modes.size() > modes.size()) {
      b.error("frames." + name + ".modes",
              fmt::format("the frame has {} modes, and the body has {}", frame.modes.size(),
                          modes.size()),
              "give one entry for each mode of the body, {} where the frame does not move");
      return;
    }
    if (!moves(frame)) fixed.add(name, {.at = frame.at, .rotate = frame.rotate});
    if (moves(frame) && name == "com")
      b.error("frames.com", "'com' is the centre of mass already", "choose another name");
  }
  RigidBody{.mass = mass,
            .inertia = inertia,
            .center_of_mass = center_of_mass,
            .frames = fixed,
            .shapes = shapes,
            .initial = initial,
            .guess = guess}
      .build(b);
  const std::shared_ptr<Machine> machine = Machine::of(b);
  Mechanism& mechanism = machine->mechanism;
  const auto index = static_cast<std::size_t>(mechanism.find_body(b.name()));
  Expr strain = 0.0, loss = 0.0;
  bool takes_part = false;
  std::vector<Mechanism::Mode> states;
  for (std::size_t k = 0; k < modes.size(); ++k) {
    const ModeNumbers numbers = find_mode_numbers(b, name_of_mode(k), modes[k]);
    Mechanism::Mode& mode = states.emplace_back(add_mode_states(b, k, modes[k]));
    mode.mass = numbers.mass;
    mode.force = -(numbers.stiffness * mode.displacement) - numbers.damping * mode.rate;
    strain += 0.5 * numbers.stiffness * square(mode.displacement);
    loss += numbers.damping * square(mode.rate);
    for (const Expr& e : mode.translation) takes_part = takes_part || !e.is_constant(0.0);
    b.assembly().define_output(list_mode_outputs(b.member(name_of_mode(k)))[2],
                               [machine, index, k]() -> std::vector<Expr> {
                                 return {machine->modes().acceleration(index, k)};
                               });
  }
  Mechanism::Body& body = mechanism.bodies[index];
  body.modes = states;
  body.moves_center = takes_part && !linear;
  detail::check_modal_inertia(body, *b.assembly().symbols(), b.error_reporter());
  if (linear && takes_part) {
    b.warning("linear",
              "modes take part in translation: with 'linear: true' momentum, angular momentum and "
              "energy are conserved only to first order in the displacements",
              "leave it out");
  }
  machine->energy().add_stored(strain);
  if (!loss.is_constant(0.0)) machine->energy().add_dissipated(loss);
  b.define_output("modal_energy", strain);
  b.define_output("dissipated_power", loss);
  const Vector3<Expr> S = body.calc_modal_moment();
  b.define_output("modal_moment", std::vector<Expr>{S[0], S[1], S[2]});
  for (const auto& [name, frame] : frames) {
    if (!moves(frame)) continue;
    const std::string full = b.member(name);
    const FramePlace place = calc_modal_place(frame, states);
    mechanism.bodies[index].modal_frames.push_back({full, place});
    machine->frames.add(b.assembly(), full, b.name(), place, b.error_reporter(), true);
    b.assembly().define_outputs(full, frame_outputs(), [machine, full](int which) {
      return machine->calc_frame_output(full, static_cast<FrameOutput>(which));
    });
    detail::draw_frame(b.assembly(), full);
  }
}

}  // namespace holon
