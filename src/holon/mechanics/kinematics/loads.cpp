// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/kinematics/loads.h"

#include "holon/mechanics/kinematics/kinematics.h"

namespace holon {

namespace {

using detail::Kinds;
using detail::LoadAxes;
using detail::OnLinks;

using detail::append;

std::vector<Expr> rows_at_rest() { return {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}; }

void append_place(std::vector<Expr>& list, const FramePlace& place) {
  detail::append(list, place.position);
  const Rotation<Expr>& q = place.rotation;
  for (Expr e : {q.w(), q.x(), q.y(), q.z()}) list.push_back(e);
}

std::vector<Expr> positions_of(const std::array<Tree::BodyPlace, 2>& places) {
  std::vector<Expr> list;
  for (const Tree::BodyPlace& place : places) detail::append(list, place.place.position);
  return list;
}

bool is_zero_vector(const Vector3<Expr>& v) {
  return v[0].is_constant(0.0) && v[1].is_constant(0.0) && v[2].is_constant(0.0);
}

}  // namespace

Loads::Loads(const Mechanism& mechanism, const Tree& tree, Kinematics& kinematics)
    : mechanism_(mechanism), tree_(tree), kinematics_(kinematics) {
  classify_wrenches();
  classify_pulls();
  classify_bushings();
}

Loads::Places Loads::places_of(const std::array<std::string, 2>& between) const {
  return {tree_.place_of(mechanism_, mechanism_.find_frame(between[0])),
          tree_.place_of(mechanism_, mechanism_.find_frame(between[1]))};
}

OnLinks Loads::on_links(const Places& places) {
  return {places[0].link != kWorld, places[1].link != kWorld};
}

void Loads::classify_wrenches() {
  for (std::size_t w = 0; w < mechanism_.wrenches.size(); ++w) {
    const Mechanism::Wrench& wrench = mechanism_.wrenches[w];
    const Places places = places_of({wrench.on, wrench.axes});
    wrench_places_.push_back(places);
    const int body = mechanism_.find_body(wrench.on);
    if (body != kWorld) sides_.push_back({Side::Kind::wrench, w, true, body, places[0].link});
    std::vector<Expr> constants;
    append_place(constants, {places[0].place.position, places[1].place.rotation});
    const bool same = places[0].link == places[1].link;
    wrench_kinds_.add(same ? "same" : places[1].link == kWorld ? "world" : "other", constants);
  }
  wrench_kinds_.classify();
}

void Loads::classify_pulls() {
  for (std::size_t i = 0; i < mechanism_.pulls.size(); ++i) {
    const Mechanism::Pull& pull = mechanism_.pulls[i];
    const Places places = places_of(pull.between);
    pull_places_.push_back(places);
    const std::string text = detail::text_of(on_links(places));
    line_kinds_.add(text, positions_of(places));
    line_rate_kinds_.add(text, positions_of(places));
    const std::string law = pull.slack ? "slack" : "";
    const std::vector<Expr> values{pull.stiffness, pull.length, pull.damping, pull.force};
    tension_kinds_.add(law + (pull.damping.is_constant(0.0) ? "" : " damped"), values);
    pull_energy_kinds_.add(law, {pull.stiffness, pull.length});
    pull_loss_kinds_.add(law, {pull.stiffness, pull.length, pull.damping});
    for (std::size_t e = 0; e < 2; ++e) {
      std::vector<Expr> place;
      detail::append(place, places[e].place.position);
      pull_load_kinds_.add(e == 0 ? "first" : "second", place);
      const int body = mechanism_.find_body(pull.between[e]);
      if (body != kWorld) sides_.push_back({Side::Kind::pull, i, e == 0, body, places[e].link});
    }
  }
  for (Kinds* kinds : {&line_kinds_, &line_rate_kinds_, &tension_kinds_, &pull_energy_kinds_,
                       &pull_loss_kinds_, &pull_load_kinds_}) {
    kinds->classify();
  }
  for (Values* values : {&line_, &line_rate_, &tension_}) values->resize(mechanism_.pulls.size());
}

void Loads::classify_bushings() {
  for (std::size_t b = 0; b < mechanism_.bushings.size(); ++b) {
    const Mechanism::Bushing& bushing = mechanism_.bushings[b];
    const Places places = places_of(bushing.between);
    bushing_places_.push_back(places);
    const std::string text = detail::text_of(on_links(places));
    std::vector<Expr> both, spring, damper;
    for (const Tree::BodyPlace& place : places) append_place(both, place.place);
    detail::append(spring, bushing.stiffness);
    detail::append(spring, bushing.rotational_stiffness);
    detail::append(damper, bushing.damping);
    detail::append(damper, bushing.rotational_damping);
    bushing_energy_kinds_.add("", spring);
    bushing_loss_kinds_.add("", damper);
    spring.insert(spring.begin(), both.begin(), both.end());
    damper.insert(damper.begin(), both.begin(), both.end());
    bushing_spring_kinds_.add(text, spring);
    bushing_damper_kinds_.add(text, damper);
    const std::string damped = is_damped(b) ? " damped" : "";
    for (std::size_t e = 0; e < 2; ++e) {
      bushing_load_kinds_.add((e == 0 ? "first" : "second " + text) + damped, both);
      const int body = mechanism_.find_body(bushing.between[e]);
      if (body != kWorld) sides_.push_back({Side::Kind::bushing, b, e == 0, body, places[e].link});
    }
  }
  for (Kinds* kinds : {&bushing_spring_kinds_, &bushing_damper_kinds_, &bushing_load_kinds_,
                       &bushing_energy_kinds_, &bushing_loss_kinds_}) {
    kinds->classify();
  }
  bushing_spring_.resize(mechanism_.bushings.size());
  bushing_damper_.resize(mechanism_.bushings.size());
}

bool Loads::is_damped(std::size_t bushing) const {
  const Mechanism::Bushing& b = mechanism_.bushings[bushing];
  return !is_zero_vector(b.damping) || !is_zero_vector(b.rotational_damping);
}

template <class Make>
std::vector<Expr> Loads::call_kind(Kinds& kinds, std::size_t piece, std::vector<Expr> arguments,
                                   const Make& make) {
  FunctionRef& function = kinds.function(piece);
  if (!function) function = make(kinds);
  kinds.append_arguments(piece, arguments);
  return call(function, arguments);
}

void Loads::append_poses(std::vector<Expr>& arguments, const Places& places) {
  for (const Tree::BodyPlace& place : places) {
    if (place.link == kWorld) continue;
    append(arguments, kinematics_.pose(static_cast<std::size_t>(place.link)));
  }
}

std::vector<Expr> Loads::add_load(const Side& side, std::vector<Expr> loads) {
  switch (side.kind) {
    case Side::Kind::wrench: return add_wrench(side.element, std::move(loads));
    case Side::Kind::pull: return add_pull(side, std::move(loads));
    case Side::Kind::bushing: break;
  }
  return add_bushing(side, std::move(loads));
}

void Loads::apply_to(std::vector<LinkState>& states) {
  std::vector<std::vector<Expr>> sums(states.size());
  for (const Side& side : sides_) {
    if (side.link == kWorld) continue;  // taken up by what holds it
    std::vector<Expr>& sum = sums[static_cast<std::size_t>(side.link)];
    if (sum.empty()) sum.assign(6, 0.0);
    sum = add_load(side, std::move(sum));
  }
  for (std::size_t k = 0; k < states.size(); ++k) {
    if (sums[k].empty()) continue;
    auto& load = states[k].load.emplace();
    std::copy(sums[k].begin(), sums[k].end(), load.begin());
  }
}

// --- wrenches ------------------------------------------------------------------------------------

std::vector<Expr> Loads::add_wrench(std::size_t index, std::vector<Expr> arguments) {
  const Mechanism::Wrench& wrench = mechanism_.wrenches[index];
  const int on = wrench_places_[index][0].link, axes = wrench_places_[index][1].link;
  const LoadAxes way = on == axes       ? LoadAxes::same_link
                       : axes == kWorld ? LoadAxes::world
                                        : LoadAxes::other_link;
  const auto append_rows = [&](int link) {
    append(arguments,
           link == kWorld
               ? rows_at_rest()
               : std::vector<Expr>(kinematics_.pose(static_cast<std::size_t>(link)).begin(),
                                   kinematics_.pose(static_cast<std::size_t>(link)).begin() + 9));
  };
  if (way != LoadAxes::same_link) append_rows(on);
  if (way == LoadAxes::other_link) append_rows(axes);
  detail::append(arguments, wrench.force);
  detail::append(arguments, wrench.torque);
  return call_kind(wrench_kinds_, index, std::move(arguments),
                   [&](const Kinds& kinds) { return detail::make_load(way, kinds, index); });
}

Expr Loads::calc_wrench_power(std::size_t wrench) {
  const int link = wrench_places_[wrench][0].link;
  if (link == kWorld) return 0.0;
  const std::vector<Expr> load = add_wrench(wrench, std::vector<Expr>(6, 0.0));
  const std::vector<Expr>& motion = kinematics_.velocity(static_cast<std::size_t>(link));
  Expr power = 0.0;
  for (std::size_t k = 0; k < 3; ++k) power += load[k] * motion[3 + k] + load[3 + k] * motion[k];
  return power;
}

// --- pulls ---------------------------------------------------------------------------------------

const std::vector<Expr>& Loads::line(std::size_t pull) {
  if (!line_[pull].empty()) return line_[pull];
  const Places& places = pull_places_[pull];
  std::vector<Expr> arguments;
  append_poses(arguments, places);
  line_[pull] = call_kind(line_kinds_, pull, std::move(arguments), [&](const Kinds& kinds) {
    return detail::make_line(on_links(places), kinds, pull);
  });
  return line_[pull];
}

const std::vector<Expr>& Loads::line_rate(std::size_t pull) {
  if (!line_rate_[pull].empty()) return line_rate_[pull];
  const Places& places = pull_places_[pull];
  std::vector<Expr> arguments;
  for (std::size_t e = 0; e < 2; ++e) {
    if (places[e].link == kWorld) continue;
    append(arguments, std::span(line(pull)).subspan(1 + 3 * e, 3));
    append(arguments, kinematics_.velocity(static_cast<std::size_t>(places[e].link)));
  }
  line_rate_[pull] = call_kind(
      line_rate_kinds_, pull, std::move(arguments),
      [&](const Kinds& kinds) { return detail::make_line_rate(on_links(places), kinds, pull); });
  return line_rate_[pull];
}

const std::vector<Expr>& Loads::tension(std::size_t pull) {
  if (!tension_[pull].empty()) return tension_[pull];
  const Mechanism::Pull& p = mechanism_.pulls[pull];
  const bool damped = !p.damping.is_constant(0.0);
  std::vector<Expr> arguments{line(pull)[0]};
  if (damped) arguments.push_back(line_rate(pull)[0]);
  tension_[pull] = call_kind(tension_kinds_, pull, std::move(arguments), [&](const Kinds& kinds) {
    return detail::make_tension(p.slack, damped, kinds, pull);
  });
  return tension_[pull];
}

std::vector<Expr> Loads::add_pull(const Side& side, std::vector<Expr> arguments) {
  arguments.push_back(tension(side.element)[0]);
  append(arguments, std::span(line(side.element)).subspan(side.is_first ? 1 : 4, 3));
  const std::size_t piece = 2 * side.element + (side.is_first ? 0 : 1);
  return call_kind(pull_load_kinds_, piece, std::move(arguments), [&](const Kinds& kinds) {
    return detail::make_pull_load(side.is_first, kinds, piece);
  });
}

Expr Loads::calc_length(std::size_t pull) { return line(pull)[0]; }
Expr Loads::calc_length_rate(std::size_t pull) { return line_rate(pull)[0]; }
Expr Loads::calc_tension(std::size_t pull) { return tension(pull)[0]; }
Expr Loads::calc_pull_energy(std::size_t pull) { return add_pull_energy(pull, 0.0); }
Expr Loads::calc_pull_power(std::size_t pull) { return -tension(pull)[0] * line_rate(pull)[0]; }
Expr Loads::calc_pull_loss(std::size_t pull) { return add_pull_loss(pull, 0.0); }

Expr Loads::add_pull_energy(std::size_t pull, Expr sum) {
  const Mechanism::Pull& p = mechanism_.pulls[pull];
  if (p.stiffness.is_constant(0.0)) return sum;
  return call_kind(pull_energy_kinds_, pull, {sum, line(pull)[0]}, [&](const Kinds& kinds) {
    return detail::make_pull_energy(p.slack, kinds, pull);
  })[0];
}

Expr Loads::add_pull_loss(std::size_t pull, Expr sum) {
  const Mechanism::Pull& p = mechanism_.pulls[pull];
  if (p.damping.is_constant(0.0)) return sum;
  return call_kind(
      pull_loss_kinds_, pull, {sum, line(pull)[0], line_rate(pull)[0], tension(pull)[0]},
      [&](const Kinds& kinds) { return detail::make_pull_loss(p.slack, kinds, pull); })[0];
}

// --- bushings ------------------------------------------------------------------------------------

const std::vector<Expr>& Loads::bushing_spring(std::size_t b) {
  if (!bushing_spring_[b].empty()) return bushing_spring_[b];
  const Places& places = bushing_places_[b];
  std::vector<Expr> arguments;
  append_poses(arguments, places);
  bushing_spring_[b] = call_kind(
      bushing_spring_kinds_, b, std::move(arguments),
      [&](const Kinds& kinds) { return detail::make_bushing_spring(on_links(places), kinds, b); });
  return bushing_spring_[b];
}

const std::vector<Expr>& Loads::bushing_damper(std::size_t b) {
  if (!bushing_damper_[b].empty()) return bushing_damper_[b];
  const Places& places = bushing_places_[b];
  std::vector<Expr> arguments;
  for (const Tree::BodyPlace& place : places) {
    if (place.link == kWorld) continue;
    const auto link = static_cast<std::size_t>(place.link);
    append(arguments, std::span(kinematics_.pose(link)).first(9));
    append(arguments, kinematics_.velocity(link));
  }
  append(arguments, std::span(bushing_spring(b)).first(3));
  bushing_damper_[b] = call_kind(
      bushing_damper_kinds_, b, std::move(arguments),
      [&](const Kinds& kinds) { return detail::make_bushing_damper(on_links(places), kinds, b); });
  return bushing_damper_[b];
}

std::vector<Expr> Loads::add_bushing(const Side& side, std::vector<Expr> arguments) {
  const std::size_t b = side.element;
  const Places& places = bushing_places_[b];
  const bool damped = is_damped(b);
  append(arguments, std::span(bushing_spring(b)).last(6));
  if (damped) append(arguments, std::span(bushing_damper(b)).last(6));
  if (side.is_first) {
    append(arguments, std::span(bushing_spring(b)).first(3));
  } else {
    for (const Tree::BodyPlace& place : places) {
      if (place.link == kWorld) continue;
      append(arguments, std::span(kinematics_.pose(static_cast<std::size_t>(place.link))).first(9));
    }
  }
  const std::size_t piece = 2 * b + (side.is_first ? 0 : 1);
  return call_kind(bushing_load_kinds_, piece, std::move(arguments), [&](const Kinds& kinds) {
    return detail::make_bushing_load(side.is_first, damped, on_links(places), kinds, piece);
  });
}

std::vector<Expr> Loads::calc_bushing(std::size_t b, BushingOutput which) {
  const auto part = [](const std::vector<Expr>& all, std::ptrdiff_t first) {
    return std::vector<Expr>(all.begin() + first, all.begin() + first + 3);
  };
  switch (which) {
    case BushingOutput::position: return part(bushing_spring(b), 0);
    case BushingOutput::rotation: return part(bushing_spring(b), 3);
    case BushingOutput::velocity: return part(bushing_damper(b), 0);
    case BushingOutput::angular_velocity: return part(bushing_damper(b), 3);
    case BushingOutput::force:
    case BushingOutput::torque: break;
  }
  const std::ptrdiff_t first = which == BushingOutput::force ? 6 : 9;
  std::vector<Expr> sum = part(bushing_spring(b), first);
  if (!is_damped(b)) return sum;
  const std::vector<Expr> more = part(bushing_damper(b), first);
  for (std::size_t k = 0; k < 3; ++k) sum[k] += more[k];
  return sum;
}

Expr Loads::calc_bushing_energy(std::size_t bushing) { return add_bushing_energy(bushing, 0.0); }

Expr Loads::calc_bushing_power(std::size_t b) {
  const std::vector<Expr> force = calc_bushing(b, BushingOutput::force),
                          torque = calc_bushing(b, BushingOutput::torque);
  const std::vector<Expr>& rates = bushing_damper(b);
  Expr power = 0.0;
  for (std::size_t k = 0; k < 3; ++k) power += force[k] * rates[k] + torque[k] * rates[3 + k];
  return power;
}

Expr Loads::add_bushing_energy(std::size_t b, Expr sum) {
  std::vector<Expr> arguments{sum};
  append(arguments, std::span(bushing_spring(b)).first(6));
  return call_kind(bushing_energy_kinds_, b, std::move(arguments), [&](const Kinds& kinds) {
    return detail::make_quadratic_sum(0.5, kinds, b);
  })[0];
}

Expr Loads::add_bushing_loss(std::size_t b, Expr sum) {
  if (!is_damped(b)) return sum;
  std::vector<Expr> arguments{sum};
  append(arguments, std::span(bushing_damper(b)).first(6));
  return call_kind(bushing_loss_kinds_, b, std::move(arguments), [&](const Kinds& kinds) {
    return detail::make_quadratic_sum(1.0, kinds, b);
  })[0];
}

Expr Loads::calc_energy() {
  Expr sum = 0.0;
  for (std::size_t i = 0; i < mechanism_.pulls.size(); ++i) sum = add_pull_energy(i, sum);
  for (std::size_t b = 0; b < mechanism_.bushings.size(); ++b) sum = add_bushing_energy(b, sum);
  return sum;
}

Expr Loads::calc_bushing_loss(std::size_t bushing) { return add_bushing_loss(bushing, 0.0); }

Expr Loads::calc_damping_power() {
  Expr sum = 0.0;
  for (std::size_t i = 0; i < mechanism_.pulls.size(); ++i) sum = add_pull_loss(i, sum);
  for (std::size_t b = 0; b < mechanism_.bushings.size(); ++b) sum = add_bushing_loss(b, sum);
  return sum;
}

}  // namespace holon
