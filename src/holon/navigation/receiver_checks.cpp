// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/receiver_equations.h"

#include <fmt/format.h>

#include "holon/model/describe/model_loader.h"

namespace holon {
namespace {

bool check_interval(PartBuilder& b, const std::string& path, const std::vector<Expr>& during) {
  if (during.size() != 2) {
    b.error(path, "an interval requires two times, not " + std::to_string(during.size()),
            "write [from, to], such as [30 s, 45 s]");
    return false;
  }
  if (during[0].is_constant() && during[1].is_constant() &&
      !(during[0].value() < during[1].value())) {
    b.error(path, "the interval ends before it begins", "write [from, to]");
    return false;
  }
  return true;
}

}  // namespace

bool ReceiverEquations::check() {
  bool is_good = true;
  const auto fail = [&](const std::string& key, const std::string& message,
                        const std::string& advice) {
    b_.error(key, message, advice);
    is_good = false;
  };
  const bool is_range = part_.mode == Mode::pseudorange;
  const bool has_fix = part_.mode == Mode::rtk || part_.mode == Mode::dual_antenna;
  if (has_sky() && !b_.assembly().world().earth) {
    fail("", "satellites require a location on the Earth, which 'world' does not have",
         "add 'earth: {latitude: …, longitude: …}' to 'world'");
  }
  if (is_range && !has_sky()) {
    fail("mode", "pseudoranges require satellites", "add a part of type Constellation");
  }
  if (is_range && has_sky() && sky_.satellites.size() > static_cast<std::size_t>(part_.channels)) {
    fail("channels",
         fmt::format("there are {} satellites for {} channels", sky_.satellites.size(),
                     part_.channels),
         fmt::format("write 'channels: {}'", sky_.satellites.size()));
  }
  if (!part_.obstacles.empty() && !has_sky()) {
    fail("obstacles", "'obstacles' have no effect without satellites",
         "add a part of type Constellation, or leave it out");
  }
  if (!part_.obstacles.empty() && has_sky()) is_good &= find_obstacles();
  if (part_.range_sigma && !has_sky()) {
    fail("range_sigma", "dilution of precision requires satellites",
         "add a part of type Constellation, or give 'sigma'");
  }
  if (part_.range_sigma && (is_range || part_.sigma.horizontal || part_.sigma.vertical)) {
    fail("range_sigma",
         is_range ? "'range_sigma' has no effect on pseudoranges"
                  : "'sigma' determines the standard deviation already",
         is_range ? "give 'sigma: {pseudorange: …}'" : "keep one of them");
  }
  if ((part_.mode == Mode::dual_antenna) != part_.second.has_value()) {
    fail(part_.second ? "second" : "",
         part_.second ? "a second antenna has an effect in the mode dual_antenna only"
                      : "the mode dual_antenna needs the frame of a 'second' antenna",
         part_.second ? "write 'mode: dual_antenna'" : "write 'second: blade.right'");
  }
  const auto only = [&](bool is_given, bool fits, const char* key, const char* modes) {
    if (is_given && !fits) {
      fail(key, fmt::format("'{}' has an effect in {} only", key, modes), "leave it out");
    }
  };
  only(!part_.float_phases.empty(), has_fix, "float_phases", "the modes rtk and dual_antenna");
  only(!part_.wrong_fixes.empty(), has_fix, "wrong_fixes", "the modes rtk and dual_antenna");
  only(part_.ionosphere.has_value(), is_range, "ionosphere", "the mode pseudorange");
  only(part_.troposphere, is_range, "troposphere", "the mode pseudorange");
  only(part_.multipath.has_value(), is_range, "multipath", "the mode pseudorange");
  only(part_.drift.has_value(), !is_range, "drift", "modes that give a position");
  only(part_.sigma.heading.has_value(), part_.mode == Mode::dual_antenna, "sigma.heading",
       "the mode dual_antenna");
  only(part_.sigma.pseudorange.has_value(), is_range, "sigma.pseudorange", "the mode pseudorange");
  only(part_.sigma.range_rate.has_value(), is_range, "sigma.range_rate", "the mode pseudorange");
  for (std::size_t k = 0; k < part_.outages.size(); ++k) {
    is_good &= check_interval(b_, fmt::format("outages[{}]", k), part_.outages[k].during);
  }
  for (std::size_t k = 0; k < part_.float_phases.size(); ++k) {
    is_good &= check_interval(b_, fmt::format("float_phases[{}]", k), part_.float_phases[k].during);
  }
  for (std::size_t k = 0; k < part_.wrong_fixes.size(); ++k) {
    is_good &= check_interval(b_, fmt::format("wrong_fixes[{}]", k), part_.wrong_fixes[k].during);
  }
  if (part_.ionosphere) {
    const std::size_t alpha = part_.ionosphere->alpha.size();
    if (alpha != part_.ionosphere->beta.size() || (alpha != 0 && alpha != 4)) {
      fail("ionosphere", "the ionosphere requires four coefficients 'alpha' and four 'beta'",
           "give both as lists of four");
    } else if (alpha == 0 && !sky_.ionosphere) {
      fail("ionosphere", "there are no coefficients: the Constellation's file has none",
           "give 'alpha' and 'beta'");
    }
  }
  return is_good;
}

/// A filter's model of the machine takes from the machine which satellites are used.
bool ReceiverEquations::find_obstacles() {
  if (b_.domain<PartModels>().is_inner) return true;
  bool is_good = true;
  for (std::size_t k = 0; k < part_.obstacles.size(); ++k) {
    const std::string fault = obstacles_.add(b_.assembly(), part_.obstacles[k].body.path);
    if (fault.empty()) continue;
    b_.error(fmt::format("obstacles[{}]", k), fault,
             "name a body with boxes, cylinders, spheres or capsules");
    is_good = false;
  }
  return is_good;
}

}  // namespace holon
