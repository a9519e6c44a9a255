// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/graph/operations.h"

#include <array>
#include <cmath>

#include "holon/expr/graph/scalar.h"

namespace holon::detail {

namespace {

struct OpInfo {
  std::string_view name;
  int arity;
};

constexpr std::array<OpInfo, 38> kOps{{
    {"constant", 0}, {"symbol", 0}, {"add", 2},   {"sub", 2},    {"mul", 2},        {"div", 2},
    {"neg", 1},      {"fma", 3},    {"sqrt", 1},  {"exp", 1},    {"log", 1},        {"pow", 2},
    {"sin", 1},      {"cos", 1},    {"tan", 1},   {"asin", 1},   {"acos", 1},       {"atan", 1},
    {"atan2", 2},    {"sinh", 1},   {"cosh", 1},  {"tanh", 1},   {"abs", 1},        {"sign", 1},
    {"min", 2},      {"max", 2},    {"floor", 1}, {"less", 2},   {"less_equal", 2}, {"equal", 2},
    {"and", 2},      {"or", 2},     {"not", 1},   {"select", 3}, {"relation", 1},   {"table", -1},
    {"call", -1},    {"solve", -1},
}};

}  // namespace

int arity(Op op) {
  if (op == Op::newton) return -1;
  if (op == Op::output) return 1;
  return kOps[static_cast<std::size_t>(op)].arity;
}

std::string_view op_name(Op op) {
  if (op == Op::newton) return "newton";
  if (op == Op::output) return "output";
  return kOps[static_cast<std::size_t>(op)].name;
}

bool has_payload(Op op) {
  return op == Op::table || op == Op::call || op == Op::solve || op == Op::newton;
}

bool is_step(Op op) {
  switch (op) {
    case Op::sign:
    case Op::floor:
    case Op::less:
    case Op::less_equal:
    case Op::equal:
    case Op::logical_and:
    case Op::logical_or:
    case Op::logical_not:
    case Op::relation: return true;
    default: return false;
  }
}

double apply(Op op, double a, double b, double c) {
  switch (op) {
    case Op::add: return a + b;
    case Op::sub: return a - b;
    case Op::mul: return a * b;
    case Op::div: return a / b;
    case Op::neg: return -a;
    case Op::fma: return std::fma(a, b, c);
    case Op::sqrt: return std::sqrt(a);
    case Op::exp: return runtime_exp(a);
    case Op::log: return runtime_log(a);
    case Op::pow: return runtime_pow(a, b);
    case Op::sin: return runtime_sin(a);
    case Op::cos: return runtime_cos(a);
    case Op::tan: return runtime_tan(a);
    case Op::asin: return runtime_asin(a);
    case Op::acos: return runtime_acos(a);
    case Op::atan: return runtime_atan(a);
    case Op::atan2: return runtime_atan2(a, b);
    case Op::sinh: return runtime_sinh(a);
    case Op::cosh: return runtime_cosh(a);
    case Op::tanh: return runtime_tanh(a);
    case Op::abs: return std::fabs(a);
    case Op::sign: return runtime_sign(a);
    case Op::min: return a < b ? a : b;
    case Op::max: return a > b ? a : b;
    case Op::floor: return std::floor(a);
    case Op::less: return a < b ? 1.0 : 0.0;
    case Op::less_equal: return a <= b ? 1.0 : 0.0;
    case Op::equal: return a == b ? 1.0 : 0.0;
    case Op::logical_and: return (a != 0.0) && (b != 0.0) ? 1.0 : 0.0;
    case Op::logical_or: return (a != 0.0) || (b != 0.0) ? 1.0 : 0.0;
    case Op::logical_not: return a == 0.0 ? 1.0 : 0.0;
    case Op::select: return a != 0.0 ? b : c;
    case Op::relation: return a > 0.0 ? 1.0 : 0.0;
    default: return std::nan("");
  }
}

Expr make(Op op, Expr a, Expr b, Expr c) {
  switch (op) {
    case Op::add: return a + b;
    case Op::sub: return a - b;
    case Op::mul: return a * b;
    case Op::div: return a / b;
    case Op::neg: return -a;
    case Op::fma: return holon::fma(a, b, c);
    case Op::sqrt: return holon::sqrt(a);
    case Op::exp: return holon::exp(a);
    case Op::log: return holon::log(a);
    case Op::pow: return holon::pow(a, b);
    case Op::sin: return holon::sin(a);
    case Op::cos: return holon::cos(a);
    case Op::tan: return holon::tan(a);
    case Op::asin: return holon::asin(a);
    case Op::acos: return holon::acos(a);
    case Op::atan: return holon::atan(a);
    case Op::atan2: return holon::atan2(a, b);
    case Op::sinh: return holon::sinh(a);
    case Op::cosh: return holon::cosh(a);
    case Op::tanh: return holon::tanh(a);
    case Op::abs: return holon::abs(a);
    case Op::sign: return holon::sign(a);
    case Op::min: return holon::min(a, b);
    case Op::max: return holon::max(a, b);
    case Op::floor: return holon::floor(a);
    case Op::less: return less(a, b);
    case Op::less_equal: return less_equal(a, b);
    case Op::equal: return equal(a, b);
    case Op::logical_and: return logical_and(a, b);
    case Op::logical_or: return logical_or(a, b);
    case Op::logical_not: return logical_not(a);
    case Op::select: return select(a, b, c);
    case Op::relation: return relation(a);
    default: return a;
  }
}

}  // namespace holon::detail
