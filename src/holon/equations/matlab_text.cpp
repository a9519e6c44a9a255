// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/equations/matlab_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "holon/base/errors.h"
#include "holon/base/escape.h"
#include "holon/expr/graph/traverse.h"
#include "holon/expr/print/matlab.h"
#include "holon/expr/print/print.h"
#include "holon/expr/program/program.h"
#include "holon/simulate/start/equilibrium.h"
#include "holon/simulate/start/start.h"
#include "holon/system/break_times.h"
#include "holon/system/time_pulses.h"

namespace holon {
namespace {

/// Comparisons are modes that events hold; outside they are compared at every call.
struct Comparisons {
  std::vector<Expr> symbols;     ///< of the modes
  std::vector<Expr> indicators;  ///< with the comparisons in their place
  std::vector<Expr> modes;
};

Comparisons compare_modes(const System& system, const std::vector<Expr>& arguments) {
  Comparisons found;
  found.symbols = arguments[0].graph()->symbols("mode", system.mode_count());
  const std::vector<Expr>& symbols = found.symbols;
  std::vector<Expr>& modes = found.modes;
  for (int k = 0; k < system.mode_count(); ++k) {
    std::vector<Expr> all = arguments;
    all.insert(all.end(), symbols.begin(), symbols.end());
    const Expr indicator = system.indicators->substitute(all)[static_cast<std::size_t>(k)];
    found.indicators.push_back(
        substitute(std::vector<Expr>{indicator}, std::span(symbols).first(modes.size()), modes)[0]);
    const Expr mode = less(0.0, found.indicators.back());
    for (const Expr& named : find_symbols(std::vector<Expr>{mode})) {
      if (std::find(symbols.begin(), symbols.end(), named) != symbols.end()) {
        throw ModelError(
            "comparisons that depend on each other are not written in this version yet");
      }
    }
    modes.push_back(mode);
  }
  return found;
}

/// A number that is positive where the condition holds and passes zero where it changes, as far as
/// the condition is composed of comparisons by `and`, `or` and `not`; an integrator finds its root.
Expr find_distance(Expr condition, const Comparisons& comparisons) {
  const auto argument = [&](std::size_t k) {
    Graph& graph = *condition.graph();
    return graph.expr(graph.arguments(condition.id())[k]);
  };
  const auto distance = [&](std::size_t k) { return find_distance(argument(k), comparisons); };
  switch (condition.op()) {
    case Op::symbol: {
      const auto at = std::find(comparisons.symbols.begin(), comparisons.symbols.end(), condition);
      if (at == comparisons.symbols.end()) break;
      return comparisons.indicators[static_cast<std::size_t>(at - comparisons.symbols.begin())];
    }
    case Op::sub:
      if (argument(0).is_constant(1.0)) return -distance(1);
      break;
    case Op::logical_not: return -distance(0);
    case Op::max:
    case Op::logical_or: return max(distance(0), distance(1));
    case Op::min:
    case Op::mul:
    case Op::logical_and: return min(distance(0), distance(1));
    default: break;
  }
  return substitute(std::vector<Expr>{condition}, comparisons.symbols, comparisons.modes)[0] - 0.5;
}

/// Discrete states that only say where the search for a root begins: written functions have no
/// memory, and begin at the model's guesses.
int guess_count(const System& system) { return system.roots ? 2 * system.roots->count() : 0; }

void refuse_events(const System& system) {
  const bool resets = std::any_of(system.events.begin(), system.events.end(),
                                  [](const auto& e) { return e.kind == SystemEvent::Kind::reset; });
  if (system.input_count() == 0 && system.discrete_count() == guess_count(system) && !resets)
    return;
  throw ModelError(
      "equations with resets, sampled parts or delays are not written for other programs in this "
      "version yet");
}

std::string column(const std::vector<double>& values) {
  std::string text;
  for (const double v : values) text += (text.empty() ? "" : "; ") + print_number(v);
  return "[" + text + "]";
}

void list(std::string& text, const std::string& group, std::size_t index, const std::string& name,
          const Dimension& dimension) {
  text += "%   " + group + "(" + std::to_string(index + 1) + ")  " +
          matlab_comment(name + " [" + dimension.to_string() + "]") + "\n";
}

/// The right side as one function with its names.
struct RightSide {
  FunctionRef function;  ///< (t, x, p) -> dx, y
  std::string legend;    ///< lines of the comment
  std::vector<double> start, parameters;
  std::vector<std::string> outputs;
  std::vector<SystemEvent> ends;  ///< of the run, at roots of the output `ends`
  bool compares = false;
  /// [s] Instants, known in advance, at which steps must end; those that the parameters change
  /// are a function of p.
  std::vector<double> breaks;
  FunctionRef breaks_of_parameters;
};

/// Where a comparison changes that depends on time and parameters alone.
class ComparisonInstants {
 public:
  ComparisonInstants(const std::shared_ptr<Graph>& graph, Expr t, std::vector<Expr> p, double until,
                     RightSide& side)
      : graph_(graph),
        t_(t),
        p_(std::move(p)),
        until_(until > 0 && std::isfinite(until) ? until : 1),
        side_(side) {}

  void add(Expr indicator) {
    const std::vector<Expr> symbols = find_symbols(std::vector<Expr>{indicator});
    const auto is_known = [&](const Expr& e) {
      return e == t_ || std::find(p_.begin(), p_.end(), e) != p_.end();
    };
    if (std::find(symbols.begin(), symbols.end(), t_) == symbols.end() ||
        !std::all_of(symbols.begin(), symbols.end(), is_known))
      return;
    const FunctionRef f =
        Function::make("indicator", graph_, {{"t", {t_}}, {"p", p_}}, {{"value", {indicator}}});
    const Program program(*f);
    const auto at = [&](double t) {
      std::vector<double> in{t};
      in.insert(in.end(), side_.parameters.begin(), side_.parameters.end());
      double value = 0;
      program.run(in.data(), &value, workspace_);
      return value;
    };
    if (!add_affine(indicator, at)) add_sampled(at);
  }

  void finish() {
    std::sort(side_.breaks.begin(), side_.breaks.end());
    side_.breaks.erase(std::unique(side_.breaks.begin(), side_.breaks.end()), side_.breaks.end());
    if (!roots_.empty())
      side_.breaks_of_parameters =
          Function::make("breaks", graph_, {{"p", p_}}, {{"breaks", roots_}});
  }

 private:
  Expr at_time(Expr e, double t) const {
    return substitute(std::vector<Expr>{e}, std::vector<Expr>{t_}, std::vector<Expr>{t})[0];
  }

  template <class Value>
  bool add_affine(Expr indicator, const Value& at) {
    constexpr double kAffine = 256 * std::numeric_limits<double>::epsilon();
    const double offset = at(0), slope = at(1) - offset, size = std::abs(offset) + std::abs(slope);
    for (const double t : {-7.3, 0.37, 19.1, until_})
      if (!(std::abs(at(t) - offset - slope * t) <= kAffine * size * (1 + std::abs(t))))
        return false;
    if (slope == 0) return true;
    const Expr first = at_time(indicator, 0);
    const Expr root = -first / (at_time(indicator, 1) - first);
    if (root.is_constant() || calls(root))
      side_.breaks.push_back(-offset / slope);
    else
      roots_.push_back(root);
    return true;
  }

  /// Such expressions would need functions of their own.
  static bool calls(Expr e) {
    const Graph& graph = *e.graph();
    const std::vector<std::uint32_t> nodes = detail::find_reachable(graph, std::span(&e, 1));
    return std::any_of(nodes.begin(), nodes.end(), [&](std::uint32_t node) {
      const Op op = graph.node(node).op;
      return op == Op::call || op == Op::solve || op == Op::newton || op == Op::table;
    });
  }

  /// By changes of sign over the run.
  template <class Value>
  void add_sampled(const Value& at) {
    constexpr int kSamples = 20'000, kMost = 10'000;
    int found = 0;
    double before = 0;
    bool is_above = at(0) > 0;
    for (int k = 1; k <= kSamples && found < kMost; ++k) {
      const double t = until_ * k / kSamples;
      if ((at(t) > 0) != is_above) {
        double low = before, high = t;
        for (double middle = 0.5 * (low + high); middle > low && middle < high;
             middle = 0.5 * (low + high))
          ((at(middle) > 0) == is_above ? low : high) = middle;
        side_.breaks.push_back(high);
        is_above = !is_above;
        ++found;
      }
      before = t;
    }
  }

  const std::shared_ptr<Graph> graph_;
  const Expr t_;
  const std::vector<Expr> p_;
  const double until_;
  RightSide& side_;
  std::vector<Expr> roots_;
  Workspace workspace_;
};

/// What a run knows in advance (simulate/run_parts.cpp) and finds as roots of comparisons.
void find_breaks(const LoadedModel& loaded, const std::shared_ptr<Graph>& graph, Expr t,
                 const std::vector<Expr>& p, const Comparisons& comparisons, RightSide& side) {
  const double until = loaded.model.simulate.until;
  for (const BreakTime& time : list_break_times(loaded.system, side.parameters))
    side.breaks.push_back(time.after);
  if (std::isfinite(until))
    for (const double time : list_pulse_times(loaded.system, side.parameters, until))
      side.breaks.push_back(time);
  ComparisonInstants instants(graph, t, p, until, side);
  for (const Expr& indicator : comparisons.indicators) instants.add(indicator);
  instants.finish();
}

bool has_breaks(const RightSide& side) {
  return !side.breaks.empty() || side.breaks_of_parameters != nullptr;
}

/// The last output: one number for each event that ends the run, which falls to 0 there.
std::vector<Expr> make_ends(const System& system, const std::vector<Expr>& arguments,
                            const Comparisons& comparisons, RightSide& side) {
  std::vector<Expr> ends, all = arguments;
  if (!system.conditions) return ends;
  all.insert(all.end(), comparisons.symbols.begin(), comparisons.symbols.end());
  const std::vector<Expr> conditions = system.conditions->substitute(all);
  for (std::size_t k = 0; k < system.events.size(); ++k) {
    side.ends.push_back(system.events[k]);
    ends.push_back(-find_distance(conditions[k], comparisons));
  }
  return ends;
}

/// Lines of the comment.
std::string list_breaks(const RightSide& side) {
  constexpr std::size_t kMostShown = 20;
  if (!has_breaks(side)) return "";
  std::string text = "% Steps must end where the right side has a corner or jumps";
  std::vector<double> times = side.breaks;
  if (side.breaks_of_parameters) {
    const std::vector<double> more = side.breaks_of_parameters->evaluate(side.parameters);
    times.insert(times.end(), more.begin(), more.end());
    std::sort(times.begin(), times.end());
  }
  text += ", at t [s] =\n%   ";
  for (std::size_t k = 0; k < times.size() && k < kMostShown; ++k)
    text += (k > 0 ? ", " : "") + print_number(times[k]);
  if (times.size() > kMostShown) text += ", and later";
  return text + (side.breaks_of_parameters ? "\n%   (with the parameters of the model)\n" : "\n");
}

RightSide make_right_side(const LoadedModel& loaded) {
  const System& system = loaded.system;
  refuse_events(system);
  RightSide side;
  const auto graph = std::make_shared<Graph>();
  const Expr t = graph->symbol("t");
  std::vector<Expr> x, p, arguments{t};
  for (int i = 0; i < system.state_count(); ++i) x.push_back(graph->symbol(system.state_name(i)));
  for (const SystemParameter& parameter : system.parameters) {
    p.push_back(graph->symbol(parameter.name));
    side.parameters.push_back(parameter.value);
  }
  arguments.insert(arguments.end(), x.begin(), x.end());
  arguments.insert(arguments.end(), p.begin(), p.end());
  arguments.resize(arguments.size() + static_cast<std::size_t>(guess_count(system)), 0.0);
  const Comparisons comparisons = compare_modes(system, arguments);
  side.compares = !comparisons.modes.empty();
  find_breaks(loaded, graph, t, p, comparisons, side);
  const std::vector<Expr> ends = make_ends(system, arguments, comparisons, side);
  arguments.insert(arguments.end(), comparisons.modes.begin(), comparisons.modes.end());
  std::vector<Variable> inputs{{"t", {t}}, {"x", x}};
  if (!p.empty()) inputs.push_back({"p", p});
  std::vector<Variable> outputs{{"dx", system.derivative->substitute(arguments)}};
  if (!loaded.outputs.empty()) {
    outputs.push_back({"y", system.select_outputs(loaded.outputs)->substitute(arguments)});
  }
  if (!ends.empty()) outputs.push_back({"ends", ends});
  side.function = Function::make(system.title, graph, std::move(inputs), std::move(outputs));
  side.start = loaded.model.simulate.start == RunStart::equilibrium
                   ? find_equilibrium(system, side.parameters).x
                   : find_start(system, 0.0, side.parameters).x;

  side.legend = "%\n% SI units and radians. States:\n";
  for (const StateBlock& block : system.states) {
    for (int i = 0; i < block.size; ++i) {
      const auto at = static_cast<std::size_t>(block.offset + i);
      list(side.legend, "x", at, system.state_name(block.offset + i), block.dimension);
    }
  }
  if (!p.empty()) side.legend += "% Parameters:\n";
  for (std::size_t k = 0; k < p.size(); ++k) {
    list(side.legend, "p", k, system.parameters[k].name, system.parameters[k].dimension);
  }
  if (!loaded.outputs.empty()) side.legend += "% Outputs:\n";
  for (const std::string& wanted : loaded.outputs) {
    const SystemOutput output = *system.find_output(wanted);
    for (int i = 0; i < output.size(); ++i) {
      const std::string name = component_name(output.name, output.components, i);
      list(side.legend, "y", side.outputs.size(), name, output.dimension);
      side.outputs.push_back(name);
    }
  }
  if (!side.ends.empty()) side.legend += "% The run ends where one of these falls to 0:\n";
  for (std::size_t k = 0; k < side.ends.size(); ++k) {
    const bool is_stop = side.ends[k].kind == SystemEvent::Kind::stop;
    side.legend += "%   ends(" + std::to_string(k + 1) + ")  " +
                   matlab_comment((is_stop ? "stop: " : "fails: ") + side.ends[k].name) + "\n";
  }
  if (side.compares) {
    side.legend +=
        "% Comparisons are evaluated at every call; an integrator does not know the instants at "
        "which\n% they change.\n";
  }
  side.legend += list_breaks(side);
  return side;
}

/// After the integration: a failed run is an error, with the reason and the time.
std::string write_end_check(const RightSide& side) {
  std::string names, fails;
  for (const SystemEvent& event : side.ends) {
    names += (names.empty() ? "" : ", ") + matlab_string(event.name);
    fails += std::string(fails.empty() ? "" : ", ") +
             (event.kind == SystemEvent::Kind::fail ? "true" : "false");
  }
  return "  if numel(asked) > 2\n    kept = ismember(t, asked);\n    kept(end) = true;\n    t = "
         "t(kept);\n    x = x(kept, :);\n  end\n  ends = {" +
         names + "};\n  fails = [" + fails +
         "];\n  if ~isempty(which) && fails(which(end))\n    error('the run fails at t = %g s: "
         "%s', te(end), ends{which(end)});\n  end\n";
}

/// The integration from one instant at which steps must end to the next; within a piece times are
/// those between, so that a comparison at its ends has the value that it has in the piece.
std::string write_pieces(const RightSide& side, const std::string& name,
                         const std::string& solver) {
  const bool has_parameters = !side.parameters.empty(), has_ends = !side.ends.empty();
  std::string breaks;
  for (const double time : side.breaks) breaks += (breaks.empty() ? "" : ", ") + print_number(time);
  std::string text = "  breaks = [" + breaks + "];\n";
  if (side.breaks_of_parameters) text += "  breaks = [breaks, " + name + "_breaks(p).'];\n";
  text +=
      "  breaks = breaks(breaks > times(1) & breaks < times(end));\n"
      "  breaks = [times(1), unique(breaks), times(end)];\n"
      "  t = [];\n  x = [];\n"
      "  for k = 1:numel(breaks) - 1\n"
      "    from = breaks(k);\n    to = breaks(k + 1);\n"
      "    near = 16*eps(max(abs(from), abs(to)));\n"
      "    if k > 1 && to - from <= 4*near, continue; end\n"
      "    inner = times(times > from & times < to);\n"
      "    span = [from, inner(:).', to];\n"
      "    if numel(span) == 2 && numel(times) > 2, span = [from, (from + to)/2, to]; end\n"
      "    [piece_t, piece_x" +
      std::string(has_ends ? ", te, ~, which" : "") + "] = " + solver + "(@(t, x) " + name +
      "_rates(min(max(t, from + near), to - near), x" + (has_parameters ? ", p" : "") +
      "), span, x0, options);\n"
      "    x0 = piece_x(end, :).';\n"
      "    first = 1 + ~isempty(t);\n"
      "    t = [t; piece_t(first:end)];\n    x = [x; piece_x(first:end, :)];\n";
  if (has_ends) text += "    if ~isempty(which), break; end\n";
  text += "  end\n";
  if (!has_ends)
    text +=
        "  if numel(times) > 2\n    kept = ismember(t, times);\n    t = t(kept);\n"
        "    x = x(kept, :);\n  end\n";
  return text;
}

}  // namespace

std::string write_matlab(const LoadedModel& loaded) {
  const RightSide side = make_right_side(loaded);
  const std::string name = matlab_identifier(loaded.name);
  std::string text = to_matlab(*side.function, name);
  std::string legend = side.legend;
  const std::string last = print_number(loaded.model.simulate.until);
  const bool has_parameters = !side.parameters.empty();
  legend += "% For example:\n%   x0 = " + column(side.start) + ";\n";
  if (has_parameters) legend += "%   p = " + column(side.parameters) + ";\n";
  legend += "%   [t, x] = ode45(@(t, x) " + name + (has_parameters ? "(t, x, p)" : "(t, x)") +
            ", [0 " + last + "], x0);\n";
  // Behind the comment that the file begins with.
  std::size_t at = text.find("\n%");
  while (at != std::string::npos && text.compare(at, 2, "\n%") == 0) at = text.find('\n', at + 1);
  return text.insert(at == std::string::npos ? 0 : at + 1, legend);
}

std::string write_matlab_program(const LoadedModel& loaded, const std::string& name) {
  const RightSide side = make_right_side(loaded);
  const std::string rates = name + "_rates";
  const SimulateSettings& run = loaded.model.simulate;
  const bool is_stiff = run.solver == SolverMethod::cvode || run.solver == SolverMethod::ida;
  const bool has_parameters = !side.parameters.empty(), has_outputs = !side.outputs.empty();
  const std::string arguments = has_parameters ? "(t, x, p)" : "(t, x)";
  std::string text = "function [t, y] = " + name + "(times, x0" + (has_parameters ? ", p" : "") +
                     ")\n% " + matlab_comment(loaded.system.title) + "\n%   " + name +
                     "            simulates and plots\n%   [t, y] = " + name + "(times, x0" +
                     (has_parameters ? ", p" : "") + ")   what is left out is as in the model\n" +
                     side.legend;
  text += "  if nargin < 1 || isempty(times), times = linspace(0, " + print_number(run.until) +
          ", 501); end\n  if nargin < 2 || isempty(x0), x0 = " + column(side.start) + "; end\n";
  if (has_parameters) {
    text += "  if nargin < 3 || isempty(p), p = " + column(side.parameters) + "; end\n";
  }
  const bool has_ends = !side.ends.empty();
  // Octave checks events at the rows and interpolates linearly between them.
  if (has_ends)
    text +=
        "  asked = times;\n  if numel(times) > 2, times = unique([times(:).', linspace(times(1), "
        "times(end), 501)]); end\n";
  text += "  options = odeset('RelTol', 1e-8, 'AbsTol', 1e-10" +
          (has_ends ? ", 'MaxStep', (times(end) - times(1))/500, 'Events', @(t, x) " + name +
                          "_ends" + arguments
                    : std::string()) +
          ");\n";
  const std::string solver = is_stiff ? "ode15s" : "ode45";
  if (has_breaks(side))
    text += write_pieces(side, name, solver);
  else
    text += "  [t, x" + std::string(has_ends ? ", te, ~, which" : "") + "] = " + solver +
            "(@(t, x) " + rates + arguments + ", times, x0, options);\n";
  if (has_ends) text += write_end_check(side);
  if (has_outputs) {
    text += "  y = zeros(numel(t), " + std::to_string(side.outputs.size()) +
            ");\n  for k = 1:numel(t)\n    [~, row] = " + rates + "(t(k), x(k, :).'" +
            (has_parameters ? ", p" : "") + ");\n    y(k, :) = row.';\n  end\n";
  } else {
    text += "  y = x;\n";
  }
  std::string names;
  std::vector<std::string> shown = side.outputs;
  for (int k = 0; !has_outputs && k < loaded.system.state_count(); ++k) {
    shown.push_back(loaded.system.state_name(k));
  }
  for (const std::string& output : shown)
    names += (names.empty() ? "" : ", ") + matlab_string(output);
  text += "  if nargout == 0\n    plot(t, y);\n    xlabel('time [s]');\n    legend({" + names +
          "}, 'Interpreter', 'none');\n    clear t y\n  end\nend\n\n";
  if (has_ends) {
    text += "function [value, is_terminal, direction] = " + name + "_ends" + arguments + "\n  [" +
            (has_outputs ? "~, ~, " : "~, ") + "value] = " + rates + arguments +
            ";\n  is_terminal = ones(size(value));\n  direction = -ones(size(value));\nend\n\n";
  }
  if (side.breaks_of_parameters)
    text += to_matlab(*side.breaks_of_parameters, name + "_breaks") + "\n";
  return text + to_matlab(*side.function, rates);
}

std::string write_c_program(const LoadedModel& loaded) {
  const RightSide side = make_right_side(loaded);
  std::string comment = "/* " + c_comment(loaded.system.title) + "\n";
  for (std::size_t begin = 0; begin < side.legend.size();) {
    const std::size_t end = side.legend.find('\n', begin);
    comment += " *" + c_comment(side.legend.substr(begin + 1, end - begin - 1)) + "\n";
    begin = end + 1;
  }
  const std::string results =
      std::string("dx") + (side.outputs.empty() ? "" : ", y") + (side.ends.empty() ? "" : ", ends");
  comment += " * Inputs are t, x and p in this order, outputs " + results +
             ". Start:\n *   x = " + column(side.start) + "\n";
  if (!side.parameters.empty()) comment += " *   p = " + column(side.parameters) + "\n";
  return comment + " */\n" + write_c(*side.function);
}

}  // namespace holon
