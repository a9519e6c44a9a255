// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/assembly/model.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "holon/base/names.h"
#include "holon/expr/graph/function.h"
#include "holon/expr/print/print.h"
#include "holon/expr/program/program.h"
#include "holon/model/assembly/frame_motion.h"
#include "holon/model/assembly/parameter_ranges.h"
#include "holon/model/assembly/power_port.h"
#include "holon/model/assembly/report.h"
#include "holon/model/describe/validate.h"
#include "holon/model/describe/visit.h"
#include "holon/model/describe/watched_ranges.h"
#include "holon/system/hidden_output.h"

namespace holon {

Model::Model(std::string name) : title(std::move(name)), symbols_(std::make_shared<Symbols>()) {}

Expr Model::parameter(const std::string& name, double value, std::string_view unit) {
  const Unit in = unit.empty() ? Unit{} : make_unit(unit);
  const double number = in.to_si(value);
  for (const Symbols::Parameter& known : symbols_->parameters()) {
    if (known.name != name || (known.value == number && known.dimension == in.dimension)) continue;
    throw ModelError("there is a parameter '" + name + "' already, with another value or unit",
                     "add it once and use the expression again");
  }
  return symbols_->parameter(name, number, in.dimension);
}

Vector3<Expr> Model::vector_output(const std::string& name) const {
  return {output(name + ".x"), output(name + ".y"), output(name + ".z")};
}

namespace {

using detail::report;

/// Every frame of every part by its full name.
std::unordered_set<std::string> collect_frames(const Model& model) {
  std::unordered_set<std::string> frames{"world"};
  for (const PartInstance& part : model.parts()) {
    const PartType& type = *part.type;
    if (type.is_frame) frames.insert(part.name);
    for (const FrameType& frame : type.frames) frames.insert(part.name + "." + frame.name);
    for (const Field& field : type.schema.fields) {
      if (!field.makes_frames) continue;
      const void* value = field.value_in(part.part.get());
      for (int k = 0; k < field.size(value); ++k) {
        frames.insert(part.name + "." + std::string(field.element_name(value, k)));
      }
    }
  }
  return frames;
}

/// Checks that elaboration has already made for parts that were read from a file.
void check_added_in_code(const Model& model, std::vector<PartInstance>& parts,
                         Diagnostics& diagnostics) {
  std::unordered_set<std::string> names, frames;
  for (PartInstance& part : parts) {
    if (!names.insert(part.name).second) {
      report(part, "", Severity::error, "there is a part of this name already", "", diagnostics);
      part.is_sound = false;
    }
    if (part.source) continue;
    if (frames.empty()) frames = collect_frames(model);
    const std::size_t errors = diagnostics.error_count();
    const auto complain = [&](const std::string& path, const std::string& message,
                              const std::string& suggestion) {
      report(part, path, Severity::error, message, suggestion, diagnostics);
    };
    detail::validate(part.type->schema, part.part.get(), *model.symbols(), complain);
    const auto check_frame = [&](const FrameName& frame, const std::string& path) {
      if (frames.contains(frame.path)) return;
      complain(path, "there is no frame '" + frame.path + "'",
               did_you_mean(frame.path, std::vector<std::string>(frames.begin(), frames.end())));
    };
    detail::visit_fields(
        part.type->schema, part.part.get(),
        [&](const Field& field, const void* value, const std::string& path) {
          if (field.kind == FieldKind::frame) {
            check_frame(*static_cast<const FrameName*>(value), path);
          } else if (field.kind == FieldKind::between) {
            for (const FrameName& end : *static_cast<const std::array<FrameName, 2>*>(value)) {
              check_frame(end, path);
            }
          }
        });
    if (diagnostics.error_count() != errors) part.is_sound = false;
  }
}

std::span<Expr> numbers_of(const Field& field, const void* value) {
  void* own = const_cast<void*>(value);  // the caller owns the part
  switch (field.kind) {
    case FieldKind::number: return {static_cast<Expr*>(own), 1};
    case FieldKind::vector: return {static_cast<Vector3<Expr>*>(own)->data(), 3};
    case FieldKind::numbers: return *static_cast<std::vector<Expr>*>(own);
    case FieldKind::orientation: return static_cast<Orientation*>(own)->quaternion;
    default: return {};
  }
}

/// The part with its formulas replaced by symbols, so that messages can name them.
std::shared_ptr<const void> name_formulas(const PartInstance& part, Symbols& symbols) {
  bool has_formulas = false;
  detail::visit_fields(part.type->schema, part.part.get(),
                       [&](const Field& field, const void* value, const std::string&) {
                         if (!field.is_varying) return;
                         for (const Expr e : numbers_of(field, value)) {
                           has_formulas = has_formulas || symbols.varies(e);
                         }
                       });
  if (!has_formulas) return part.part;
  const std::shared_ptr<void> copy = part.type->copy(part.part.get());
  detail::visit_fields(part.type->schema, copy.get(),
                       [&](const Field& field, const void* value, const std::string& path) {
                         if (!field.is_varying) return;
                         for (Expr& e : numbers_of(field, value)) {
                           if (symbols.varies(e)) e = symbols.formula(e, part.name + "." + path);
                         }
                       });
  return copy;
}

/// The location of a name of a part: one that the part introduces itself ("unknowns.w"), else that
/// of a state, which represents its initial value.
std::string find_written(const PartInstance& part, const std::string& name) {
  for (const Field& field : part.type->schema.fields) {
    const SourceNode* map = field.makes_names ? part.source->peek(field.name) : nullptr;
    if (map && map->is_map() && map->peek(name)) return field.name + "." + name;
  }
  return "initial." + name;
}

/// Reports an error of a formula at its location.
bool locate_formula(const std::vector<PartInstance>& parts, const std::string& formula,
                    const ModelError& error, Diagnostics& diagnostics) {
  for (const PartInstance& part : parts) {
    if (!part.source || !formula.starts_with(part.name + ".")) continue;
    std::string parameter = formula.substr(part.name.size() + 1);
    const bool is_written = part.source->peek(parameter.substr(0, parameter.find('.')));
    if (!is_written) parameter = find_written(part, parameter);
    report(part, parameter, Severity::error, error.message(), error.suggestion(), diagnostics);
    return true;
  }
  return false;
}

void add_model_error(const ModelError& error, Diagnostics& diagnostics) {
  Diagnostic diagnostic;
  diagnostic.part_path = error.part_path();
  diagnostic.message = error.message();
  diagnostic.suggestion = error.suggestion();
  diagnostics.add(std::move(diagnostic));
}

void add_condition(const RunCondition& c, Assembly& assembly) {
  const std::string place = c.place.empty() ? "" : " (" + c.place + ")";
  if (c.is_stop) {
    assembly.add_event({SystemEvent::Kind::stop, c.text + place, SystemEvent::Start::counts},
                       c.condition);
    return;
  }
  assembly.add_event({SystemEvent::Kind::fail, "'" + c.text + "' does not hold" + place,
                      SystemEvent::Start::counts, false, c.names},
                     1.0 - c.condition);
}

/// Where the value stands: " (model.yaml:7:20)".
std::string place_of(const PartInstance& part, const std::string& path) {
  bool is_found = false;
  if (!part.source) return {};
  return " (" + detail::find_place(*part.source, path, is_found).place().to_string() + ")";
}

/// A formula that leaves the range of its value ends the run. In the model of a filter the range is
/// not watched: events that fail are not performed within its steps.
void watch_ranges(const PartInstance& part, Assembly& assembly) {
  for (const detail::WatchedRange& watched :
       detail::find_watched_ranges(part.type->schema, part.part.get(), *assembly.symbols())) {
    const std::string name = part.name + "." + watched.path;
    SystemOutput output;
    output.name = kHiddenPrefix + name;
    output.dimension = watched.dimension;
    output.description = "the value of the formula";
    assembly.define_output(std::move(output), {watched.value});
    std::string text = "'" + name + "' " + watched.violation;
    text += place_of(part, watched.path);
    assembly.add_event(
        {SystemEvent::Kind::fail, text, SystemEvent::Start::counts, false, {kHiddenPrefix + name}},
        watched.is_outside);
  }
}

void note_parameter_ranges(const PartInstance& part, Assembly& assembly) {
  std::vector<ParameterRanges::Range>& list = assembly.domain<ParameterRanges>().list;
  for (const detail::WatchedRange& range :
       detail::find_parameter_ranges(part.type->schema, part.part.get(), *assembly.symbols())) {
    const std::string name = part.name + "." + range.path;
    list.push_back({"'" + name + "' " + range.violation + place_of(part, range.path), range.value,
                    range.is_outside, range.dimension});
  }
}

/// Outputs that are recorded, plotted, or exposed by a composite part are requested, like those
/// named in formulas (see EnergyAccount).
void ask_for_outputs(const Model& model) {
  for (const std::string& name : model.outputs) model.output(name);
  for (const auto& [name, means] : model.aliases) model.output(means);
  for (const PlotSettings& plot : model.plots) {
    for (const std::string& name : plot.y) model.output(name);
    if (plot.x != "time") model.output(plot.x);
    for (const BandSettings& band : plot.bands)
      for (const std::string& name : band.between) model.output(name);
  }
}

/// Ports that interfaces expose must exist, or must be the beginning of existing names.
void check_shown_ports(const std::vector<ShownPort>& shown, Assembly& assembly,
                       Diagnostics& diagnostics) {
  if (shown.empty()) return;
  const PowerPorts& ports = assembly.domain<PowerPorts>();
  const std::vector<std::string> names = ports.all_names();
  for (const ShownPort& port : shown) {
    const std::string full = ports.resolve(port.name);
    const bool is_known = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return name == full || name.starts_with(full + ".");
    });
    if (is_known || ports.find(full)) continue;
    // A similar name, as the interface would write it.
    const std::string prefix = port.name.substr(0, port.name.size() - port.inner.size());
    std::vector<std::string> inner;
    for (const std::string& name : names)
      if (name.starts_with(prefix)) inner.push_back(name.substr(prefix.size()));
    Diagnostic fault = port.where;
    fault.message = "there is no port or element '" + port.inner + "' in this part";
    fault.suggestion = did_you_mean(port.inner, inner);
    if (fault.suggestion.empty() && !inner.empty())
      fault.suggestion = "there are " + quote_list(inner, "and", 8);
    diagnostics.add(std::move(fault));
  }
}

/// What a sensor that rests in the world measures; all else of its motion is zero.
void define_world_outputs(Assembly& assembly) {
  const OutputType& f = frame_outputs()[static_cast<std::size_t>(FrameOutput::specific_force)];
  const detail::InertialMotion motion(assembly.symbols(), detail::Surroundings::of(assembly),
                                      "world");
  assembly.define_output({"world." + f.name, f.components, f.dimension, f.description}, [motion] {
    const Vector3<Expr> value = motion.specific_force();
    return std::vector<Expr>{value[0], value[1], value[2]};
  });
  const OutputType& g = detail::world_gravity_outputs()[0];
  assembly.define_output({"world." + g.name, g.components, g.dimension, g.description},
                         [&surroundings = detail::Surroundings::of(assembly)] {
                           const auto value = surroundings.find_uniform_gravity();
                           if (!value)
                             throw ModelError(
                                 "'world.gravity' does not exist: gravity is not the "
                                 "same everywhere",
                                 "name the specific_force of a frame at rest, which "
                                 "is opposite");
                           return std::vector<Expr>{(*value)[0], (*value)[1], (*value)[2]};
                         });
}

}  // namespace

std::function<std::string(const std::vector<double>&)> ParameterRanges::make_check(
    const Symbols& symbols, const std::vector<SystemParameter>& parameters) const {
  if (list.empty()) return {};
  std::vector<Expr> from, results;
  for (const SystemParameter& p : parameters) {
    const auto& all = symbols.parameters();
    const auto known = std::find_if(all.begin(), all.end(), [&](const Symbols::Parameter& other) {
      return other.name == p.name;
    });
    from.push_back(known == all.end() ? symbols.graph()->symbol(p.name) : known->symbol);
  }
  for (const Range& range : list) {
    results.push_back(range.value);
    results.push_back(range.is_outside);
  }
  const auto program = std::make_shared<const Program>(
      *Function::make("ranges of values", symbols.graph(), {{"p", from}}, {{"values", results}}));
  return [program, list = list](const std::vector<double>& values) {
    Workspace workspace;
    std::vector<double> out(2 * list.size());
    program->run(values.data(), out.data(), workspace);
    for (std::size_t k = 0; k < list.size(); ++k) {
      const double value = out[2 * k];
      if (!std::isnan(value) && out[2 * k + 1] == 0) continue;
      const std::string unit = list[k].dimension.to_string();
      return list[k].text + ": " + print_number(value) + (unit == "1" ? "" : " " + unit);
    }
    return std::string();
  };
}

std::shared_ptr<Assembly> assemble(const Model& model, Diagnostics& diagnostics) {
  auto assembly =
      std::make_shared<Assembly>(model.symbols(), model.world, model.simulate, diagnostics);
  assembly->domain<FluidSettings>() = model.fluid;
  assembly->domain<PartModels>() = {model.loader, model.is_inner, model.driving, model.biases};
  const auto parts = std::make_shared<std::vector<PartInstance>>(model.parts());
  check_added_in_code(model, *parts, diagnostics);
  assembly->keep(parts);
  assembly->set_locate(
      [parts](const std::string& formula, const ModelError& error, Diagnostics& found) {
        return locate_formula(*parts, formula, error, found);
      });
  ask_for_outputs(model);
  for (const auto& [name, means] : model.aliases) {
    assembly->define_alias(name, means);
    assembly->domain<PowerPorts>().add_alias(name, means);
  }
  define_world_outputs(*assembly);
  for (PartInstance& part : *parts) {
    if (!part.is_sound) continue;
    if (!model.is_inner) {
      watch_ranges(part, *assembly);
      note_parameter_ranges(part, *assembly);
    }
    part.part = name_formulas(part, *model.symbols());
    PartBuilder builder(part, *assembly);
    try {
      part.type->build(part.part.get(), builder);
    } catch (const ModelError& error) {
      add_model_error(error, diagnostics);
    } catch (const std::exception& error) {
      if (part.type->plugin.empty()) throw;
      report(part, "", Severity::error,
             "the plugin '" + part.type->plugin + "' throws in build(): " + error.what(),
             "correct the plugin", diagnostics);
    } catch (...) {
      if (part.type->plugin.empty()) throw;
      report(part, "", Severity::error,
             "the plugin '" + part.type->plugin +
                 "' throws an object that is not a std::exception in build()",
             "correct the plugin", diagnostics);
    }
  }
  if (!diagnostics.has_errors()) check_shown_ports(model.shown_ports, *assembly, diagnostics);
  if (diagnostics.has_errors()) return assembly;
  for (const RunCondition& c : model.conditions) add_condition(c, *assembly);
  for (const InputSeries& input : model.inputs) {
    SystemOutput output;
    output.name = input.name;
    output.dimension = input.dimension.value_or(Dimension{});
    output.description = "an input time series of the model";
    assembly->define_output(std::move(output), {input.value});
    if (input.full_name != input.name) assembly->define_alias(input.full_name, input.name);
  }
  if (model.study) {
    for (const StudyRecord& record : model.study->record) {
      SystemOutput output;
      output.name = record.output();
      output.components = record.components;
      output.dimension = record.dimension;
      output.description = "what a study records by " + record.text;
      assembly->define_output(std::move(output), record.values);
    }
  }
  for (const OpenedValue& opened : model.opened) {
    SystemOutput output;
    output.name = opened.written_output();
    output.dimension = opened.dimension.value_or(Dimension{});
    assembly->define_output(std::move(output), {opened.written});
  }
  try {
    assembly->formulate();
  } catch (const ModelError& error) {
    add_model_error(error, diagnostics);
  }
  return assembly;
}

System make_system(const Model& model) {
  Diagnostics diagnostics;
  const auto assembly = assemble(model, diagnostics);
  diagnostics.throw_if_errors();
  return assembly->make_system(model.title);
}

}  // namespace holon
