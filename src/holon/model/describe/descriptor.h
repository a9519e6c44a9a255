// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/describe/fields.h"
#include "holon/model/describe/part_type.h"

/// How a part describes itself; see docs/design/parts.md.
namespace holon {

/// Describes a part: its fields, outputs, frames and ports.
template <class P>
class Descriptor : public Fields<P> {
 public:
  Descriptor(PartType& type, P& prototype) : Fields<P>(type.schema, prototype), type_(type) {}

  /// Name in models, and one sentence.
  void type(std::string name, std::string description) {
    type_.name = std::move(name);
    type_.description = std::move(description);
  }
  /// What it is in a machine, where its structure does not show it (PartType::complete_role).
  void role(PartRole role) { type_.role = role; }
  /// A scalar output; may be dotted ("reaction.x").
  OutputBuilder output(std::string name, std::string unit, std::string description) {
    return type_.add_output(std::move(name), {}, std::move(unit), std::move(description));
  }
  /// An output with components x, y, z.
  OutputBuilder vector_output(std::string name, std::string unit, std::string description) {
    return type_.add_output(std::move(name), {"x", "y", "z"}, std::move(unit),
                            std::move(description));
  }
  /// A unit quaternion with components w, x, y, z.
  OutputBuilder quaternion_output(std::string name, std::string description) {
    return type_.add_output(std::move(name), {"w", "x", "y", "z"}, {}, std::move(description));
  }
  /// The part is itself a frame: parts can be attached to its name, which has the outputs of every
  /// frame.
  void own_frame() { type_.is_frame = true; }
  using Fields<P>::frame;
  /// A frame that every such part has: "com".
  void frame(std::string name, std::string description) {
    type_.frames.push_back({std::move(name), std::move(description)});
  }
  /// A field whose names are frames of the part.
  template <class O>
  FieldBuilder frames(std::string name, Named<O> P::*member, std::string description) {
    FieldBuilder builder = this->named(std::move(name), member, std::move(description));
    this->schema_.fields.back().makes_frames = true;
    return builder;
  }
  /// A power port ("flange") of a domain ("rotation").
  void port(std::string name, std::string domain, std::string description) {
    type_.ports.push_back({std::move(name), std::move(domain), std::move(description)});
  }

 private:
  PartType& type_;
};

/// The type of P, created on first use from its describe().
template <class P>
const PartType& part_type_of() {
  static const PartType* const type = [] {
    auto result = std::make_unique<PartType>();  // describe() may refuse the type
    P prototype{};
    Descriptor<P> descriptor(*result, prototype);
    P::describe(descriptor);
    detail::write_defaults(result->schema, &prototype);
    result->complete_role();
    result->create = []() -> std::shared_ptr<void> { return std::make_shared<P>(); };
    result->copy = [](const void* part) -> std::shared_ptr<void> {
      return std::make_shared<P>(*static_cast<const P*>(part));
    };
    if constexpr (requires(const P part, std::string text) {
                    part.look_up(std::span<const Expr>(), text, text, text);
                  }) {
      result->look_up = [](const void* part, std::span<const Expr> arguments,
                           const std::string& name, const std::string& folder, std::string& error) {
        return static_cast<const P*>(part)->look_up(arguments, name, folder, error);
      };
    }
    if constexpr (requires(const SourceNode& node) { P::list_names(node); }) {
      result->list_names = &P::list_names;
    }
    if constexpr (requires(const SourceNode& node, std::string name, ModelLoader& loader,
                           Diagnostics& diagnostics) {
                    P::list_model_names(node, name, loader, diagnostics);
                  }) {
      result->list_model_names = &P::list_model_names;
    }
    result->build = [](const void* part, PartBuilder& builder) {
      static_cast<const P*>(part)->build(builder);
    };
    return result.release();  // exists as long as the program
  }();
  return *type;
}

}  // namespace holon
