// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "holon/output/linear_text.h"
#include "holon/report/linear/linear_labels.h"

namespace holon::app {
namespace {

using Eigen::Index;

using std::numbers::pi;

Json json_number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
template <class T>
Json optional_number(const std::optional<T>& value) {
  return value ? json_number(*value) : Json(nullptr);
}

Json list_variables(const std::vector<LinearVariable>& list) {
  Json json = Json::array();
  for (const LinearVariable& v : list)
    json.push_back(
        {{"name", v.name}, {"unit", v.dimension.to_string()}, {"value", json_number(v.value)}});
  return json;
}

Json list_rows(const Eigen::MatrixXd& M) {
  Json rows = Json::array();
  for (Index i = 0; i < M.rows(); ++i) {
    Json row = Json::array();
    for (Index j = 0; j < M.cols(); ++j) row.push_back(json_number(M(i, j)));
    rows.push_back(row);
  }
  return rows;
}

Json json_roots(const std::vector<std::complex<double>>& roots) {
  Json json = Json::array();
  for (const auto root : roots)
    json.push_back({json_number(root.real()), json_number(root.imag())});
  return json;
}

Json list_poles(const LinearAnalysis& analysis) {
  Json json = Json::array();
  for (const Pole& pole : analysis.poles) {
    Json parts = Json::object();
    for (std::size_t k = 0; k < pole.participation.size(); ++k)
      parts[analysis.model.x[k].name] = json_number(pole.participation[k]);
    const std::complex<double> s = pole.continuous();
    json.push_back({{"value", {json_number(pole.value.real()), json_number(pole.value.imag())}},
                    {"continuous", {json_number(s.real()), json_number(s.imag())}},
                    {"frequency", json_number(pole.frequency())},
                    {"damping", json_number(pole.damping())},
                    {"time_constant", json_number(pole.time_constant())},
                    {"participation", parts}});
  }
  return json;
}

Json list_crossings(const std::vector<Margins::Crossing>& list, double unit) {
  Json json = Json::array();
  for (const auto& c : list)
    json.push_back(
        {{"frequency", json_number(c.omega / (2 * pi))}, {"value", json_number(c.value * unit)}});
  return json;
}

Json write_channel(const LinearReport& report, const LinearChannel& channel) {
  const LinearModel& model = report.analysis.model;
  const ZeroPoleGain& g = channel.transfer;
  Json json = {{"input", model.u[static_cast<std::size_t>(channel.input)].name},
               {"output", model.y[static_cast<std::size_t>(channel.output)].name},
               {"unit", unit_of_channel(report, channel)},
               {"gain", json_number(g.gain)},
               {"zeros", json_roots(g.zeros)},
               {"poles", json_roots(g.poles)},
               {"cancelled", json_roots(g.cancelled)},
               {"numerator", g.gain == 0 ? std::vector<double>{0} : g.numerator()},
               {"denominator", g.denominator()}};
  if (g.gain == 0) return json;
  Json peak = nullptr;
  if (channel.figures.peak)
    peak = {{"frequency", channel.figures.peak->omega / (2 * pi)},
            {"value", channel.figures.peak->value}};
  json["steady_gain"] = optional_number(channel.figures.dc_gain);
  json["peak"] = peak;
  json["bandwidth"] = channel.figures.bandwidth ? json_number(*channel.figures.bandwidth / (2 * pi))
                                                : Json(nullptr);
  Json frequency = Json::array(), magnitude = Json::array(), phase = Json::array();
  const std::vector<double> angles = channel.response.phase();
  for (std::size_t k = 0; k < angles.size(); ++k) {
    frequency.push_back(json_number(channel.response.omega[k] / (2 * pi)));
    magnitude.push_back(json_number(std::abs(channel.response.values[k])));
    phase.push_back(json_number(angles[k]));
  }
  json["response"] = {{"frequency", frequency}, {"magnitude", magnitude}, {"phase", phase}};
  const StepResponse& s = channel.step;
  json["step"] = {{"time", s.time},
                  {"value", s.values},
                  {"end", optional_number(s.end)},
                  {"rise_time", optional_number(s.rise_time)},
                  {"settling_time", optional_number(s.settling_time)},
                  {"overshoot", optional_number(s.overshoot)},
                  {"peak_time", optional_number(s.peak_time)},
                  {"peak", optional_number(s.peak)}};
  if (channel.margins) {
    const Margins& m = *channel.margins;
    json["margins"] = {{"gain", list_crossings(m.gain, 1)},
                       {"phase", list_crossings(m.phase, 1)},
                       {"delay", optional_number(m.delay)},
                       {"largest_sensitivity",
                        {{"frequency", json_number(m.distance.omega / (2 * pi))},
                         {"value", json_number(1 / m.distance.value)}}},
                       {"closed_loop_is_stable", m.is_closed_loop_stable}};
  }
  return json;
}

Json write_formulas(const LinearReport& report) {
  Json json = Json::object();
  if (const auto& f = report.formulas)
    json["A"] = f->A, json["B"] = f->B, json["C"] = f->C, json["D"] = f->D;
  if (const auto& f = report.unreduced_formulas)
    json["unreduced"] = {{"A", f->A}, {"B", f->B}, {"E", f->E}, {"F", f->F}, {"G", f->G}};
  Json symbols = Json::object();
  for (const auto& [name, value] : report.symbols) symbols[name] = json_number(value);
  json["symbols"] = symbols;
  return json;
}

}  // namespace

void add_linear_json(const LinearReport& report, Json& json) {
  const LinearAnalysis& analysis = report.analysis;
  json["title"] = report.title;
  const char* const kinds[] = {"start", "time", "equilibrium"};
  json["point"] = {{"kind", kinds[static_cast<int>(report.point.kind)]},
                   {"time", report.point.time}};
  json["period"] = analysis.model.period > 0 ? Json(analysis.model.period) : Json(nullptr);
  json["clocks"] = analysis.model.clocks;
  Json free = Json::array();
  for (const auto& c : report.point.free) free.push_back({{"name", c.name}, {"rate", c.rate}});
  json["point"]["free"] = free;
  json["states"] = list_variables(analysis.model.x);
  json["inputs"] = list_variables(analysis.model.u);
  json["outputs"] = list_variables(analysis.model.y);
  json["dependent"] = analysis.model.dependent;
  json["left_out"] = analysis.model.unseen;
  json["A"] = list_rows(analysis.model.A);
  json["B"] = list_rows(analysis.model.B);
  json["C"] = list_rows(analysis.model.C);
  json["D"] = list_rows(analysis.model.D);
  if (const auto& M = report.unreduced)
    json["unreduced"] = {{"stored", list_variables(M->stored)},
                         {"A", list_rows(M->A)},
                         {"B", list_rows(M->B)},
                         {"E", list_rows(M->E)},
                         {"F", list_rows(M->F)},
                         {"G", list_rows(M->G)},
                         {"gives_A", M->gives_A},
                         {"gives_B", M->gives_B}};
  if (report.formulas || report.unreduced_formulas) json["formulas"] = write_formulas(report);
  json["poles"] = list_poles(analysis);
  json["zeros"] = json_roots(analysis.zeros);
  if (analysis.model.inputs() > 0 && analysis.model.outputs() > 0) {
    json["controllable"] = analysis.reach.controllable;
    json["observable"] = analysis.reach.observable;
  }
  Json channels = Json::array();
  for (const LinearChannel& channel : analysis.channels)
    channels.push_back(write_channel(report, channel));
  json["channels"] = channels;
  std::vector<std::string> notes = report.point.notes;
  notes.insert(notes.end(), analysis.model.notes.begin(), analysis.model.notes.end());
  notes.insert(notes.end(), report.notes.begin(), report.notes.end());
  json["held"] = {{"modes", report.has_modes},
                  {"discrete_states", report.has_samples && analysis.model.period == 0}};
  json["delays"] = analysis.model.delays;
  json["notes"] = notes;
}

}  // namespace holon::app
