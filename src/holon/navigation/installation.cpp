// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/installation.h"

#include "holon/model/describe/model_loader.h"

namespace holon {

void install(PartBuilder& b, LateOutputs& outputs, const std::optional<Expr>& latency,
             const InstalledQuantity& quantity) {
  const Dimension dimension = b.dimension_of(quantity.output);
  InstalledSensor sensor;
  sensor.part = b.name();
  sensor.name = quantity.name.empty() ? b.name() : b.member(quantity.name);
  sensor.measured = b.member(quantity.output);
  sensor.delay = latency ? latency->value() : 0.0;
  sensor.held = outputs.period();
  const auto define = [&](const std::string& local, std::vector<std::string> components,
                          std::vector<Expr> value, const Dimension& of,
                          const std::string& description) {
    const std::string name = b.member(local);
    b.assembly().define_output({name, std::move(components), of, description, false},
                               std::move(value));
    return name;
  };
  sensor.predicted = define("exact." + quantity.output, quantity.components, quantity.exact,
                            dimension, "measurement without random errors");
  const bool is_turn = quantity.components.size() == 4;
  const Dimension error = is_turn ? dimensions::kAngle : dimension;
  if (!quantity.sigma_output.empty()) {
    sensor.sigma = b.member(quantity.sigma_output);
  } else {
    std::vector<Expr> sigma = quantity.sigma;
    bool is_constant = true, is_zero = true;
    for (const Expr e : sigma) {
      is_constant = is_constant && e.is_constant();
      is_zero = is_zero && e.is_constant(0.0);
    }
    if (!is_constant) sigma = outputs.delayed("deviation." + quantity.output, sigma, error);
    const std::vector<std::string> components =
        sigma.size() == 1 ? std::vector<std::string>{} : std::vector<std::string>{"x", "y", "z"};
    if (!is_zero)
      sensor.sigma = define("exact.deviation." + quantity.output, components, sigma, error,
                            "standard deviation of the noise");
  }
  if (!quantity.valid_output.empty()) {
    sensor.valid = b.member(quantity.valid_output);
  } else if (!quantity.valid.empty()) {
    sensor.valid = define("exact.valid." + quantity.output, {},
                          outputs.delayed("valid." + quantity.output, quantity.valid, {}), {},
                          "1 if the last sample was valid");
  } else if (sensor.delay > 0) {
    // Nothing has arrived before.
    constexpr double kTickRounding = 1e-9;  // [s]
    sensor.valid = define("exact.valid." + quantity.output, {},
                          {less_equal(sensor.delay - kTickRounding, b.assembly().time())}, {},
                          "1 since the first measurement has arrived");
  }
  if (!quantity.bias.empty()) {
    sensor.bias = b.member(quantity.bias);
    sensor.bias_sigma = quantity.bias_sigma;
    sensor.bias_walk = quantity.bias_walk;
    if (quantity.bias_sigma != 0 || quantity.bias_walk != 0) {
      define("exact." + quantity.bias, quantity.components,
             outputs.delayed("drawn." + quantity.bias, quantity.bias_now, dimension), dimension,
             "random part of the bias");
      sensor.true_bias = b.member("exact." + quantity.bias);
    }
  }
  b.domain<InstalledSensors>().list.push_back(std::move(sensor));
}

Expr find_deviation(double period, const std::optional<Expr>& sigma,
                    const std::optional<Expr>& density, Expr step) {
  Expr variance = square(step) / 12.0;
  if (sigma) variance += square(*sigma);
  if (density) variance += square(*density) / period;
  return variance.is_constant(0.0) ? Expr(0.0) : sqrt(variance);
}

}  // namespace holon
