// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Units by name. Definitions: BIPM, The International System of Units, 9th ed. (2019), table 8
// (min, h, d, deg, arcmin, arcsec, l, t, eV); NIST Special Publication 811 (2008), appendix B
// (inch, ft, lb, lbf, psi, atm, hp, gal, …). gn = 9.80665 m/s^2 (CGPM 1901). All are exact except
// those that contain π.
#include "holon/base/unit_table.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <numbers>
#include <unordered_map>
#include <vector>

#include "holon/base/names.h"

namespace holon::detail {
namespace {

constexpr double kPi = std::numbers::pi;
using dimensions::kNumber;
constexpr Dimension kMass{1, 0, 0}, kLength{0, 1, 0}, kTime{0, 0, 1}, kVolume{0, 3, 0};
constexpr Dimension kCurrent{0, 0, 0, 1}, kTemperature{0, 0, 0, 0, 1};
constexpr Dimension kAngle{0, 0, 0, 0, 0, 0, 0, 1}, kRate{0, 0, -1, 0, 0, 0, 0, 1};
constexpr Dimension kForce{1, 1, -2}, kTorque{1, 2, -2}, kPressure{1, -1, -2};
constexpr Dimension kSpeed{0, 1, -1}, kAcceleration{0, 1, -2};
constexpr Dimension kFrequency = dimensions::kFrequency;

// lbf = 0.45359237 * 9.80665 N, written as an exact fraction; the same for units derived from it.
constexpr double kLbf = 45359237.0 * 980665.0;
constexpr double kLbfBelow = 1e13;

constexpr auto kAtoms = std::to_array<UnitAtom>({
    // SI base and derived units
    {"m", kLength, 1, 1, 0, true},
    {"g", kMass, 1, 1000, 0, true},
    {"s", kTime, 1, 1, 0, true},
    {"A", kCurrent, 1, 1, 0, true},
    {"K", kTemperature, 1, 1, 0, true},
    {"mol", {0, 0, 0, 0, 0, 1}, 1, 1, 0, true},
    {"cd", {0, 0, 0, 0, 0, 0, 1}, 1, 1, 0, true},
    {"rad", kAngle, 1, 1, 0, true},
    {"Hz", kFrequency, 1, 1, 0, true},
    {"N", kForce, 1, 1, 0, true},
    {"Pa", kPressure, 1, 1, 0, true},
    {"J", dimensions::kEnergy, 1, 1, 0, true},
    {"W", dimensions::kPower, 1, 1, 0, true},
    {"C", {0, 0, 1, 1}, 1, 1, 0, true},
    {"V", {1, 2, -3, -1}, 1, 1, 0, true},
    {"ohm", {1, 2, -3, -2}, 1, 1, 0, true},
    {"Ω", {1, 2, -3, -2}, 1, 1, 0, true},
    {"S", {-1, -2, 3, 2}, 1, 1, 0, true},
    {"F", {-1, -2, 4, 2}, 1, 1, 0, true},
    {"H", {1, 2, -2, -2}, 1, 1, 0, true},
    {"Wb", {1, 2, -2, -1}, 1, 1, 0, true},
    {"T", {1, 0, -2, -1}, 1, 1, 0, true},
    {"Nm", kTorque, 1, 1, 0, true},
    // beside SI
    {"l", kVolume, 1, 1000, 0, true},
    {"L", kVolume, 1, 1000, 0, true},
    {"bar", kPressure, 1e5, 1, 0, true},
    {"eV", dimensions::kEnergy, 1.602176634, 1e19, 0, true},
    {"Ah", {0, 0, 1, 1}, 3600, 1, 0, true},
    {"Wh", dimensions::kEnergy, 3600, 1, 0, true},
    {"St", {0, 2, -1}, 1, 1e4, 0, true},
    {"P", {1, -1, -1}, 1, 10, 0, true},
    {"Gal", kAcceleration, 1, 100, 0, true},
    {"gn", kAcceleration, 980665, 1e5, 0, true},
    {"gauss", {1, 0, -2, -1}, 1, 1e4, 0, true},
    {"t", kMass, 1000, 1, 0, false},
    {"min", kTime, 60, 1, 0, false},
    {"h", kTime, 3600, 1, 0, false},
    {"d", kTime, 86400, 1, 0, false},
    {"day", kTime, 86400, 1, 0, false},
    {"cc", kVolume, 1, 1e6, 0, false},
    {"ha", {0, 2, 0}, 1e4, 1, 0, false},
    {"au", kLength, 149597870700.0, 1, 0, false},
    // angle and rate
    {"deg", kAngle, kPi, 180, 0, false},
    {"°", kAngle, kPi, 180, 0, false},
    {"arcmin", kAngle, kPi, 10800, 0, false},
    {"arcsec", kAngle, kPi, 648000, 0, false},
    {"mas", kAngle, kPi, 648000000.0, 0, false},
    {"gon", kAngle, kPi, 200, 0, false},
    {"rev", kAngle, 2 * kPi, 1, 0, false},
    {"rpm", kRate, 2 * kPi, 60, 0, false},
    // number
    {"%", kNumber, 1, 100, 0, false},
    {"ppm", kNumber, 1, 1e6, 0, false},
    {"ppb", kNumber, 1, 1e9, 0, false},
    // temperature
    {"degC", kTemperature, 1, 1, 273.15, false},
    {"°C", kTemperature, 1, 1, 273.15, false},
    {"degF", kTemperature, 5, 9, 45967.0 / 180.0, false},
    {"°F", kTemperature, 5, 9, 45967.0 / 180.0, false},
    // inch and pound
    {"in", kLength, 254, 10000, 0, false},
    {"inch", kLength, 254, 10000, 0, false},
    {"ft", kLength, 3048, 10000, 0, false},
    {"ftUS", kLength, 1200, 3937, 0, false},
    {"yd", kLength, 9144, 10000, 0, false},
    {"mi", kLength, 1609344, 1000, 0, false},
    {"nmi", kLength, 1852, 1, 0, false},
    {"lb", kMass, 45359237, 1e8, 0, false},
    {"lbm", kMass, 45359237, 1e8, 0, false},
    {"oz", kMass, 45359237, 16e8, 0, false},
    {"slug", kMass, kLbf, kLbfBelow * 0.3048, 0, false},
    {"lbf", kForce, kLbf, kLbfBelow, 0, false},
    {"kgf", kForce, 980665, 1e5, 0, false},
    {"psi", kPressure, kLbf, 64516e5, 0, false},
    {"ksi", kPressure, kLbf, 64516e2, 0, false},
    {"atm", kPressure, 101325, 1, 0, false},
    {"torr", kPressure, 101325, 760, 0, false},
    {"mmHg", kPressure, 133322387415.0, 1e9, 0, false},
    {"hp", dimensions::kPower, kLbf * 3048 * 550, kLbfBelow * 1e4, 0, false},
    {"gal", kVolume, 3785411784.0, 1e12, 0, false},
    {"gpm", {0, 3, -1}, 3785411784.0, 60e12, 0, false},
    {"mph", kSpeed, 1609344, 3600e3, 0, false},
    {"kn", kSpeed, 1852, 3600, 0, false},
    {"kt", kSpeed, 1852, 3600, 0, false},
});

struct Prefix {
  std::string_view symbol;
  double numerator;
  double denominator;
};
constexpr auto kPrefixes = std::to_array<Prefix>({
    {"da", 10, 1},
    {"f", 1, 1e15},
    {"p", 1, 1e12},
    {"n", 1, 1e9},
    {"u", 1, 1e6},
    {"µ", 1, 1e6},
    {"μ", 1, 1e6},
    {"m", 1, 1e3},
    {"c", 1, 100},
    {"d", 1, 10},
    {"h", 100, 1},
    {"k", 1e3, 1},
    {"M", 1e6, 1},
    {"G", 1e9, 1},
    {"T", 1e12, 1},
    {"P", 1e15, 1},
});

const UnitAtom* find_in_table(std::string_view name) {
  if (name == "\xE2\x84\xA6") name = "Ω";  // the ohm sign U+2126 is the letter Omega
  static const auto index = [] {
    std::unordered_map<std::string_view, const UnitAtom*> map;
    for (const UnitAtom& atom : kAtoms) map.emplace(atom.name, &atom);
    return map;
  }();
  const auto it = index.find(name);
  return it == index.end() ? nullptr : it->second;
}

// Full names of units, in the singular and in lower case.
struct Word {
  std::string_view word;
  std::string_view symbol;
};
constexpr auto kWords = std::to_array<Word>({
    {"meter", "m"},       {"metre", "m"},        {"kilogram", "kg"},     {"kilo", "kg"},
    {"gram", "g"},        {"second", "s"},       {"sec", "s"},           {"minute", "min"},
    {"hour", "h"},        {"hr", "h"},           {"ampere", "A"},        {"amp", "A"},
    {"kelvin", "K"},      {"celsius", "degC"},   {"fahrenheit", "degF"}, {"radian", "rad"},
    {"degree", "deg"},    {"revolution", "rev"}, {"turn", "rev"},        {"newton", "N"},
    {"pascal", "Pa"},     {"joule", "J"},        {"watt", "W"},          {"volt", "V"},
    {"hertz", "Hz"},      {"henry", "H"},        {"farad", "F"},         {"tesla", "T"},
    {"weber", "Wb"},      {"siemens", "S"},      {"coulomb", "C"},       {"liter", "l"},
    {"litre", "l"},       {"ton", "t"},          {"tonne", "t"},         {"foot", "ft"},
    {"feet", "ft"},       {"inche", "in"},       {"pound", "lb"},        {"mile", "mi"},
    {"knot", "kn"},       {"percent", "%"},      {"kph", "km/h"},        {"kmh", "km/h"},
    {"mps", "m/s"},       {"dps", "deg/s"},      {"cps", "Hz"},          {"rps", "rev/s"},
    {"lpm", "l/min"},     {"ccm", "cm^3"},       {"gs", "gn"},           {"gee", "gn"},
    {"millimeter", "mm"}, {"millimetre", "mm"},  {"centimeter", "cm"},   {"centimetre", "cm"},
    {"kilometer", "km"},  {"kilometre", "km"},   {"millisecond", "ms"},  {"kilonewton", "kN"},
    {"cst", "cSt"},       {"horsepower", "hp"},  {"micron", "um"},
});

// The largest number of letters of a unit, or of two written together.
constexpr std::size_t kLongestMeant = 32;

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

std::vector<std::string> make_candidates() {
  std::vector<std::string> candidates;
  for (const UnitAtom& atom : kAtoms) candidates.emplace_back(atom.name);
  for (const std::string_view prefix : {"k", "m", "M", "c"}) {
    for (const UnitAtom& atom : kAtoms) {
      if (atom.takes_prefix) candidates.push_back(std::string(prefix) + std::string(atom.name));
    }
  }
  return candidates;
}

}  // namespace

std::span<const UnitAtom> unit_atoms() { return kAtoms; }

std::optional<FoundAtom> find_atom(std::string_view name) {
  if (const UnitAtom* atom = find_in_table(name)) return FoundAtom{atom, 1, 1};
  for (const Prefix& prefix : kPrefixes) {
    if (!name.starts_with(prefix.symbol)) continue;
    const UnitAtom* atom = find_in_table(name.substr(prefix.symbol.size()));
    if (atom != nullptr && atom->takes_prefix) {
      return FoundAtom{atom, prefix.numerator, prefix.denominator};
    }
  }
  return std::nullopt;
}

std::vector<std::string> find_other_case(std::string_view name) {
  const std::string wanted = lower_case(name);
  std::vector<std::string> found;
  const auto consider = [&](std::string_view prefix, const UnitAtom& atom) {
    if (prefix.size() + atom.name.size() != name.size()) return;
    const std::string text = std::string(prefix) + std::string(atom.name);
    if (text != name && lower_case(text) == wanted && find_atom(text)) found.push_back(text);
  };
  for (const UnitAtom& atom : kAtoms) consider("", atom);
  for (const std::string_view prefix :
       {"k", "M", "m", "G", "c", "u", "n", "T", "p", "P", "d", "h"}) {
    for (const UnitAtom& atom : kAtoms) {
      if (atom.takes_prefix) consider(prefix, atom);
    }
  }
  return found;
}

std::string suggest_unit(std::string_view name) {
  if (name.size() > kLongestMeant) return {};
  const auto did_you_mean_text = [](std::string_view text) {
    return "did you mean '" + std::string(text) + "'?";
  };
  const std::vector<std::string> other_case = find_other_case(name);
  if (other_case.size() == 1) return did_you_mean_text(other_case[0]);
  if (other_case.size() > 1) return "did you mean " + quote_list(other_case, "or", 3) + "?";

  const std::string lower = lower_case(name);
  for (const Word& word : kWords) {
    if (lower.starts_with(word.word) &&
        (lower.size() == word.word.size() || lower.substr(word.word.size()) == "s")) {
      return did_you_mean_text(word.symbol);
    }
  }
  // "kgs", "bars": symbols have no plural; but "Pas" and "Ns" are products.
  const std::string_view stem = name.substr(0, name.size() - 1);
  const bool is_product =
      stem.empty() || stem.ends_with("Pa") || std::isupper(static_cast<unsigned char>(stem.back()));
  if (name.ends_with('s') && !is_product && find_atom(stem)) return did_you_mean_text(stem);
  std::size_t digits = name.size();
  while (digits > 0 && std::isdigit(static_cast<unsigned char>(name[digits - 1]))) --digits;
  if (digits > 0 && digits < name.size() && find_atom(name.substr(0, digits))) {
    return did_you_mean_text(std::string(name.substr(0, digits)) + "^" +
                             std::string(name.substr(digits)));
  }
  static const std::vector<std::string> candidates = make_candidates();
  // One wrong letter in a longer name is more likely than two units written together.
  const std::string nearest = find_nearest(name, candidates);
  if (name.size() > 3 && !nearest.empty() && name_distance(name, nearest) <= 1) {
    return did_you_mean_text(nearest);
  }
  for (std::size_t k = 1; k < name.size(); ++k) {
    if (find_in_table(name.substr(0, k)) && find_in_table(name.substr(k))) {
      return did_you_mean_text(std::string(name.substr(0, k)) + " " + std::string(name.substr(k)));
    }
  }
  for (std::size_t k = 1; k < name.size(); ++k) {
    if (find_atom(name.substr(0, k)) && find_atom(name.substr(k))) {
      return did_you_mean_text(std::string(name.substr(0, k)) + " " + std::string(name.substr(k)));
    }
  }
  return nearest.empty() ? std::string() : did_you_mean_text(nearest);
}

}  // namespace holon::detail
