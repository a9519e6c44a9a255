// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Values that are names: of frames and of outputs.
#include "holon/base/names.h"
#include "holon/model/elaborate/elaboration.h"
#include "holon/model/elaborate/scope_names.h"

namespace holon::detail {

using Kind = Meaning::Kind;

namespace {

/// Evaluates the indices of a name: formulas of numbers in brackets.
class NameRecorder final : public FormulaScope {
 public:
  NameRecorder(Elaboration& elaboration, Scope& scope) : names_(elaboration, scope) {}
  std::optional<Value> find(std::string_view name) override {
    const Meaning meaning = names_.meaning(name);
    if (meaning.kind == Kind::value && name.find('.') == std::string_view::npos) {
      return names_.find(name);
    }
    if (recorded.empty()) recorded = name;
    return Value::failure();
  }
  TextError explain_missing(std::string_view name) override { return names_.explain_missing(name); }
  std::string recorded;

 private:
  ScopeNames names_;
};

}  // namespace

std::string Elaboration::resolve_name(const SourceNode& node, Scope& scope,
                                      const PartLabel& label) {
  if (!node.expect(SourceNode::Kind::scalar, diagnostics_, label)) return {};
  if (node.text().find('[') == std::string::npos) {
    uses_.report(node, scope);
    return node.text();
  }
  const Formula formula = parse(node, scope, label);
  if (formula.has_errors()) return {};
  NameRecorder recorder(*this, scope);
  std::vector<TextError> errors;
  holon::evaluate(formula, recorder, errors);
  report_formula(errors, node, scope, label);
  if (errors.empty() && recorder.recorded.empty()) {
    node.error(diagnostics_, label, "'" + node.text() + "' is not a name");
  }
  return errors.empty() ? recorder.recorded : std::string();
}

bool Elaboration::resolve_indices(const SourceNode& node, std::string& text, Scope& scope,
                                  const PartLabel& label) {
  if (text.find('[') == std::string::npos) return true;
  constexpr std::string_view kArrow = "->", kBlanks = " \t";
  std::string resolved;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t arrow = std::min(text.find(kArrow, begin), text.size());
    const std::string piece = text.substr(begin, arrow - begin);
    if (piece.find('[') == std::string::npos) {
      resolved += piece;
    } else {
      const std::size_t first = piece.find_first_not_of(kBlanks);
      const std::size_t last = piece.find_last_not_of(kBlanks);
      const SourceNode name = SourceNode::make_scalar(piece.substr(first, last - first + 1),
                                                      node.place_at(begin + first));
      const NameUses::Pause pause(uses_);  // reported for the whole text
      const std::string full = resolve_name(name, scope, label);
      if (full.empty()) return false;
      resolved += (begin == 0 ? "" : " ") + full + (arrow == text.size() ? "" : " ");
    }
    if (arrow == text.size()) break;
    resolved += kArrow;
    begin = arrow + kArrow.size();
  }
  text = std::move(resolved);
  return true;
}

std::string Elaboration::read_frame(const SourceNode& node, Scope& scope, const PartLabel& label) {
  const std::string name = resolve_name(node, scope, label);
  if (name.empty()) return {};
  const Meaning meaning = names_.find(scope, name);
  if (meaning.kind == Kind::frame) return meaning.full;
  if (meaning.kind == Kind::silent) return {};
  std::string message = "there is no frame '" + name + "'";
  std::string suggestion;
  const auto frames_of = [&](const PartEntry& part, const std::string& as) {
    std::vector<std::string> frames;
    if (part.type && part.type->is_frame) frames.push_back(as);
    for (const std::string& frame : part.frames) frames.push_back(as + "." + frame);
    return frames;
  };
  if (meaning.kind == Kind::part) {
    const std::string type = meaning.part->type ? " (" + meaning.part->type->name + ")" : "";
    message = "'" + name + "'" + type + " is a part, not a frame";
    const auto frames = frames_of(*meaning.part, name);
    if (!frames.empty()) suggestion = "it has the frames " + quote_list(frames, "and");
  } else if (meaning.kind != Kind::nothing) {
    message = "'" + name + "' is a value, not a frame";
  } else {
    std::vector<std::string> candidates{"world"};
    std::size_t count = 0;
    for (Scope* s = &scope; s; s = s->outer) count += s->parts.size();
    const bool may_look = names_.may_compare(count);
    for (Scope* s = &scope; s && may_look; s = s->outer) {
      for (const PartEntry& part : s->parts) {
        const auto frames = frames_of(part, part.name.substr(s->prefix.size()));
        candidates.insert(candidates.end(), frames.begin(), frames.end());
      }
    }
    suggestion = did_you_mean(name, candidates);
    // If the beginning is valid, the message about the rest is more informative.
    const TextError error = names_.explain_missing(scope, name);
    if (error.message.find("not known here") == std::string::npos) {
      message = error.message;
      const auto [head, rest] = split_head(name);
      PartEntry* part = nullptr;
      for (Scope* s = &scope; s && !part; s = s->outer) part = s->find_part(head);
      if (suggestion.empty() && part && !part->is_composite) {
        const auto frames = frames_of(*part, std::string(head));
        suggestion =
            frames.empty() ? "it has no frames" : "its frames are " + quote_list(frames, "and");
      }
      if (suggestion.empty()) suggestion = error.suggestion;
    }
  }
  node.error(diagnostics_, label, message, suggestion);
  return {};
}

std::string Elaboration::read_part_name(const SourceNode& node, Scope& scope,
                                        const PartLabel& label) {
  const std::string name = resolve_name(node, scope, label);
  if (name.empty()) return {};
  const Meaning meaning = names_.find(scope, name);
  if (meaning.kind == Kind::silent) return {};
  const bool is_part = meaning.kind == Kind::part || meaning.kind == Kind::frame;
  if (is_part && meaning.part && meaning.full == meaning.part->name) return meaning.full;
  std::vector<std::string> parts;
  for (Scope* s = &scope; s; s = s->outer) {
    if (!names_.may_compare(s->parts.size())) break;
    for (const PartEntry& part : s->parts) parts.push_back(part.name.substr(s->prefix.size()));
  }
  node.error(diagnostics_, label, "there is no part '" + name + "'", did_you_mean(name, parts));
  return {};
}

std::string Elaboration::read_output(const SourceNode& node, Scope& scope, const PartLabel& label,
                                     Meaning* out) {
  const std::string name = resolve_name(node, scope, label);
  if (name.empty()) return {};
  const Meaning meaning = names_.find(scope, name);
  if (out) *out = meaning;
  switch (meaning.kind) {
    case Kind::silent: return {};
    case Kind::output: return name;  // as requested, possibly an alias
    case Kind::value:
      if (meaning.is_recordable) return name;
      [[fallthrough]];
    case Kind::field: {
      const std::string part = name.substr(0, name.find('.'));
      node.error(diagnostics_, label, "'" + name + "' is a value of the model, not an output",
                 scope.nodes.contains(part)
                     ? "the part '" + part + "' hides the node '" + part +
                           "', which has outputs: give one of them another name"
                     : "");
      return {};
    }
    default: break;
  }
  TextError error = names_.explain_missing(scope, name);
  error.length = 0;
  node.error(diagnostics_, label, error.message, error.suggestion);
  return {};
}

}  // namespace holon::detail
