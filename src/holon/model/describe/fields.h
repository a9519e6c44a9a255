// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <optional>
#include <type_traits>
#include <variant>

#include "holon/model/describe/field.h"
#include "holon/model/describe/values.h"

/// How a part or an object in one describes its members; see docs/design/parts.md.
namespace holon {

template <class T>
const Schema& schema_of();

/// Further properties of a field, after its declaration.
class FieldBuilder {
 public:
  explicit FieldBuilder(Field& field) : field_(&field) {}

  /// Must be given in a model.
  FieldBuilder& required();
  /// Changes the equations; a number must then be a constant and cannot be tunable.
  FieldBuilder& structural();
  /// May depend on time and on outputs. Without this call only on parameters.
  FieldBuilder& varying();
  FieldBuilder& positive() { return above(0); }
  FieldBuilder& non_negative() { return at_least(0); }
  FieldBuilder& above(double minimum);  ///< SI, exclusive
  FieldBuilder& at_least(double minimum);
  FieldBuilder& below(double maximum);  ///< SI, exclusive
  FieldBuilder& at_most(double maximum);
  /// Allowed lengths of a list.
  FieldBuilder& sizes(std::initializer_list<int> sizes);
  /// A text that names a file, relative to the file that contains it; it must exist.
  FieldBuilder& file();
  /// A text that names a node, at which parts are connected as in a netlist; see `node_outputs`.
  FieldBuilder& node();
  /// A text that is a colour, as in model/describe/color.h.
  FieldBuilder& color();
  /// Advice for a user who wants it to vary during the run.
  FieldBuilder& constant_advice(std::string advice);
  /// Names of a choice that this version does not support.
  FieldBuilder& not_yet(std::initializer_list<const char*> names);
  /// Its dimension ("any" as unit) is that of other parameters of the part, times a unit: for an
  /// integrator's initial value that of its input, times s.
  FieldBuilder& fits(std::vector<std::string> parameters, std::string_view unit = {});
  /// The same for an object in a map of names: its dimension is that of its name, times a unit.
  FieldBuilder& fits_name(std::string_view unit = {});
  /// The same: a unit over the dimension of its name, except for powers of angle; "J" of a length
  /// is a force.
  FieldBuilder& fits_over_name(std::string_view unit);
  /// In an object in a map of names: the rule gives its dimension, except for powers of angle.
  FieldBuilder& dimension_by(DimensionRule rule);
  /// In an object in a map of names: the first of these that is given determines the name's
  /// dimension.
  FieldBuilder& gives_dimension();
  /// Each of the names in this map or list is a value in the part's own formulas, and an output.
  FieldBuilder& makes_names();
  /// A map of names may be a list if its names need no values.
  FieldBuilder& takes_list();
  /// The keys of this map are outputs, or bodies, of other parts; their full names are stored.
  FieldBuilder& names_values();
  /// The keys of this map are own names of the part (PartType::list_names) without `beginning`.
  FieldBuilder& names_own(std::string beginning);
  /// A list of numbers may be a single number.
  FieldBuilder& takes_one();
  /// These texts are names of parts; their full names are stored.
  FieldBuilder& names_parts();
  /// These texts are names of joints, looked up from the part's scope outwards.
  FieldBuilder& names_joints();
  /// The part exerts its force or torque on this frame.
  FieldBuilder& acted_on();
  /// Each name of the map (list of numbers: each value) has an output `name.x` (`name[0]`) besides,
  /// of its dimension times a unit; `is_inverse`: of the unit over its dimension, angles ignored.
  FieldBuilder& brings(std::string name, std::string_view unit, std::string description,
                       bool is_inverse = false);
  /// The default shown by the catalogue, if the C++ initialiser does not determine it.
  FieldBuilder& default_text(std::string text);

 private:
  Field* field_;
};

namespace detail {

/// Adds a field with the properties that do not depend on types. Throws std::logic_error for a name
/// that is a duplicate or not an identifier, or a unit that base/units.h cannot read.
Field& add_field(Schema& schema, std::string name, FieldKind kind, std::string unit,
                 std::string description);

template <class T>
struct OptionalOps {
  static void* emplace(void* member) {
    auto& slot = *static_cast<std::optional<T>*>(member);
    return slot ? &*slot : &slot.emplace(T{});  // clang refuses emplace() if T is nested in a part
  }
  static const void* get(const void* member) {
    const auto& slot = *static_cast<const std::optional<T>*>(member);
    return slot ? &*slot : nullptr;
  }
};

template <class V>
struct VariantOps {
  template <std::size_t... I>
  static void* emplace_any(V& v, int index, std::index_sequence<I...>) {
    void* result = nullptr;
    (void)((static_cast<int>(I) == index && (result = &v.template emplace<I>(), true)) || ...);
    return result;
  }
  static void* emplace(void* member, int index) {
    return emplace_any(*static_cast<V*>(member), index,
                       std::make_index_sequence<std::variant_size_v<V>>());
  }
  static int index(const void* member) {
    return static_cast<int>(static_cast<const V*>(member)->index());
  }
  static const void* get(const void* member, int) {
    return std::visit([](const auto& v) -> const void* { return &v; },
                      *static_cast<const V*>(member));
  }
};

}  // namespace detail

/// Names the alternatives of a std::variant member, in its order.
template <class V>
class OneOfBuilder {
 public:
  explicit OneOfBuilder(Field& field) : field_(&field) {}
  /// The next alternative of the variant, chosen by `key: {…}`.
  template <class A>
  OneOfBuilder& alternative(std::string key, std::string description) {
    field_->alternatives.push_back({std::move(key), std::move(description), &schema_of<A>()});
    return *this;
  }
  OneOfBuilder& required() {
    FieldBuilder(*field_).required();
    return *this;
  }
  OneOfBuilder& default_text(std::string text) {
    FieldBuilder(*field_).default_text(std::move(text));
    return *this;
  }

 private:
  Field* field_;
};

/// Describes the members of T: a part, or an object in one. Units are coherent SI as
/// Requirement::from_unit reads them ("kg m^2", "Hz", "K" absolute, "delta K", "" for a pure
/// number) and give the dimension; the defaults are T's own initialisers.
template <class T>
class Fields {
 public:
  Fields(Schema& schema, T& prototype) : schema_(schema), prototype_(prototype) {}

  /// A quantity: Expr, std::optional<Expr> or double (a constant).
  template <class M>
  FieldBuilder value(std::string name, M T::*member, std::string unit, std::string description) {
    using V = value_type<M>;
    static_assert(std::is_same_v<V, Expr> || std::is_same_v<V, double>);
    return add(std::move(name), std::is_same_v<V, Expr> ? FieldKind::number : FieldKind::plain,
               member, std::move(unit), std::move(description));
  }
  /// A condition: `x > 1`; an Expr that is 1 or 0. It may vary.
  template <class M>
  FieldBuilder condition(std::string name, M T::*member, std::string description) {
    static_assert(std::is_same_v<value_type<M>, Expr>);
    FieldBuilder builder =
        add(std::move(name), FieldKind::number, member, {}, std::move(description));
    schema_.fields.back().is_condition = true;
    return builder.varying();
  }
  /// A sampling period [s], which a model may also give as a rate: `20 ms` or `50 Hz`.
  FieldBuilder period(std::string name, std::optional<double> T::*member, std::string description) {
    FieldBuilder builder =
        add(std::move(name), FieldKind::plain, member, "s", std::move(description));
    schema_.fields.back().is_period = true;
    return builder.structural().positive();
  }
  /// Three quantities of one unit: Vector3<Expr>, or optional.
  template <class M>
  FieldBuilder vector(std::string name, M T::*member, std::string unit, std::string description) {
    static_assert(std::is_same_v<value_type<M>, Vector3<Expr>>);
    return add(std::move(name), FieldKind::vector, member, std::move(unit), std::move(description));
  }
  /// A list of quantities of one unit.
  FieldBuilder numbers(std::string name, std::vector<Expr> T::*member, std::string unit,
                       std::string description) {
    return add(std::move(name), FieldKind::numbers, member, std::move(unit),
               std::move(description));
  }
  FieldBuilder flag(std::string name, bool T::*member, std::string description) {
    return add_structural(std::move(name), FieldKind::flag, member, std::move(description));
  }
  FieldBuilder integer(std::string name, std::int64_t T::*member, std::string description) {
    return add_structural(std::move(name), FieldKind::integer, member, std::move(description));
  }
  FieldBuilder text(std::string name, std::string T::*member, std::string description) {
    return add_structural(std::move(name), FieldKind::text, member, std::move(description));
  }
  FieldBuilder texts(std::string name, std::vector<std::string> T::*member,
                     std::string description) {
    return add_structural(std::move(name), FieldKind::texts, member, std::move(description));
  }
  /// An enum whose values are 0, 1, … in the order of `names`.
  template <class E>
  FieldBuilder choice(std::string name, E T::*member, std::initializer_list<const char*> names,
                      std::string description) {
    static_assert(std::is_enum_v<E>);
    FieldBuilder builder =
        add_structural(std::move(name), FieldKind::choice, member, std::move(description));
    Field& field = schema_.fields.back();
    field.choices.assign(names.begin(), names.end());
    field.set_choice = [](void* m, int index) { *static_cast<E*>(m) = static_cast<E>(index); };
    field.get_choice = [](const void* m) { return static_cast<int>(*static_cast<const E*>(m)); };
    return builder;
  }
  /// A constant direction.
  template <class M>
  FieldBuilder axis(std::string name, M T::*member, std::string description) {
    static_assert(std::is_same_v<value_type<M>, Axis>);
    return add_structural(std::move(name), FieldKind::axis, member, std::move(description));
  }
  /// A frame by its name, resolved in the scope of the part; stored as the full name.
  template <class M>
  FieldBuilder frame(std::string name, M T::*member, std::string description) {
    static_assert(std::is_same_v<value_type<M>, FrameName>);
    return add_structural(std::move(name), FieldKind::frame, member, std::move(description));
  }
  /// Two frames: parent and child, or the ends.
  FieldBuilder between(std::string name, std::array<FrameName, 2> T::*member,
                       std::string description) {
    return add_structural(std::move(name), FieldKind::between, member, std::move(description));
  }
  template <class M>
  FieldBuilder orientation(std::string name, M T::*member, std::string description) {
    static_assert(std::is_same_v<value_type<M>, Orientation>);
    return add(std::move(name), FieldKind::orientation, member, {}, std::move(description));
  }
  /// An object with a describe() of its own, or optional.
  template <class M>
  FieldBuilder object(std::string name, M T::*member, std::string description) {
    FieldBuilder builder =
        add(std::move(name), FieldKind::object, member, {}, std::move(description));
    schema_.fields.back().schema = &schema_of<value_type<M>>();
    return builder;
  }
  /// A list of such objects.
  template <class O>
  FieldBuilder objects(std::string name, std::vector<O> T::*member, std::string description) {
    FieldBuilder builder =
        add(std::move(name), FieldKind::objects, member, {}, std::move(description));
    Field& field = schema_.fields.back();
    field.schema = &schema_of<O>();
    using List = std::vector<O>;
    field.append = [](void* m, std::string_view) -> void* {
      return &static_cast<List*>(m)->emplace_back();
    };
    field.size = [](const void* m) {
      return static_cast<int>(static_cast<const List*>(m)->size());
    };
    field.element = [](const void* m, int i) -> const void* {
      return &(*static_cast<const List*>(m))[i];
    };
    return builder;
  }
  /// Such objects by name.
  template <class O>
  FieldBuilder named(std::string name, Named<O> T::*member, std::string description) {
    FieldBuilder builder =
        add(std::move(name), FieldKind::named, member, {}, std::move(description));
    Field& field = schema_.fields.back();
    field.schema = &schema_of<O>();
    using Map = Named<O>;
    field.append = [](void* m, std::string_view key) -> void* {
      return &static_cast<Map*>(m)->add(std::string(key));
    };
    field.size = [](const void* m) { return static_cast<int>(static_cast<const Map*>(m)->size()); };
    field.element = [](const void* m, int i) -> const void* {
      return &(*static_cast<const Map*>(m))[i].second;
    };
    field.element_name = [](const void* m, int i) -> std::string_view {
      return (*static_cast<const Map*>(m))[i].first;
    };
    return builder;
  }
  /// One of several forms, distinguished by a key: `inertia: {rod: {…}}`.
  template <class... A>
  OneOfBuilder<std::variant<A...>> one_of(std::string name, std::variant<A...> T::*member,
                                          std::string description) {
    using V = std::variant<A...>;
    add_structural(std::move(name), FieldKind::one_of, member, std::move(description));
    Field& field = schema_.fields.back();
    field.emplace_alternative = &detail::VariantOps<V>::emplace;
    field.size = &detail::VariantOps<V>::index;
    field.element = &detail::VariantOps<V>::get;
    return OneOfBuilder<V>(field);
  }
  /// The same, with the keys in the same map as the object's others: `{box: […], at: […]}`. The
  /// name is only for messages: "shape".
  template <class... A>
  OneOfBuilder<std::variant<A...>> inline_one_of(std::string name, std::variant<A...> T::*member,
                                                 std::string description) {
    auto builder = one_of(std::move(name), member, std::move(description));
    schema_.fields.back().is_inline = true;
    return builder;
  }
  /// Any text in YAML, which the part reads by itself.
  FieldBuilder source(std::string name, std::shared_ptr<const SourceNode> T::*member,
                      std::string description) {
    return add_structural(std::move(name), FieldKind::source, member, std::move(description));
  }
  /// A key of the language that this version does not support.
  void not_yet(std::string name, std::string description) {
    detail::add_field(schema_, std::move(name), FieldKind::not_yet, {}, std::move(description));
  }
  /// The last field's value may represent the whole object: `sphere: 0.1` for `{radius: 0.1}`.
  void bare() { schema_.bare_field = static_cast<int>(schema_.fields.size()) - 1; }

 protected:
  template <class M>
  struct Unwrap {
    using type = M;
    static constexpr bool is_optional = false;
  };
  template <class V>
  struct Unwrap<std::optional<V>> {
    using type = V;
    static constexpr bool is_optional = true;
  };
  template <class M>
  using value_type = typename Unwrap<M>::type;

  template <class M>
  FieldBuilder add(std::string name, FieldKind kind, M T::*member, std::string unit,
                   std::string description) {
    Field& field =
        detail::add_field(schema_, std::move(name), kind, std::move(unit), std::move(description));
    field.offset = static_cast<std::size_t>(reinterpret_cast<const char*>(&(prototype_.*member)) -
                                            reinterpret_cast<const char*>(&prototype_));
    if constexpr (Unwrap<M>::is_optional) {
      field.is_optional = true;
      field.emplace = &detail::OptionalOps<value_type<M>>::emplace;
      field.get = &detail::OptionalOps<value_type<M>>::get;
    }
    return FieldBuilder(field);
  }
  template <class M>
  FieldBuilder add_structural(std::string name, FieldKind kind, M T::*member,
                              std::string description) {
    FieldBuilder builder = add(std::move(name), kind, member, {}, std::move(description));
    builder.structural();
    return builder;
  }

  Schema& schema_;
  T& prototype_;
};

namespace detail {
/// Writes `default_text` of every field from a default object.
void write_defaults(Schema& schema, const void* prototype);
}  // namespace detail

/// The description of T, created on first use.
template <class T>
const Schema& schema_of() {
  static const Schema* const schema = [] {
    auto result = std::make_unique<Schema>();  // describe() may refuse the type
    T prototype{};
    Fields<T> fields(*result, prototype);
    T::describe(fields);
    detail::write_defaults(*result, &prototype);
    return result.release();  // exists as long as the program
  }();
  return *schema;
}

}  // namespace holon
