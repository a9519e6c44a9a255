// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Local functions that are appended to MATLAB files if required.
namespace holon::detail {

inline constexpr char kMatlabChoose[] = R"(
function y = choose(condition, a, b)
  if condition
    y = a;
  else
    y = b;
  end
end
)";

/// As runtime/newton.h: damped by the natural monotonicity test.
inline constexpr char kMatlabNewton[] = R"(
function [z, quality, residual, evaluations] = find_root(f, z)
  lambda = 1;
  [r, J] = f(z);
  J = reshape(J, numel(z), numel(z));
  evaluations = 1;
  quality = 1;
  while any(r ~= 0) && evaluations < 200
    quality = rcond(J);
    step = -(J \ r);
    weight = max(abs(z), (z == 0) .* abs(step));
    weight(weight == 0) = 1;
    size_of_step = max(abs(step) ./ weight);
    if size_of_step <= 2 * eps
      z = z + step;
      break
    end
    while true
      [r_new, J_new] = f(z + lambda * step);
      J_new = reshape(J_new, numel(z), numel(z));
      evaluations = evaluations + 1;
      rest = max(abs(J \ r_new) ./ weight);
      if rest <= (1 - lambda / 4) * size_of_step || (lambda == 1 && size_of_step <= 1e-6)
        break
      end
      lambda = lambda / 2;
      if lambda < 1e-8
        error('find_root: no descent');
      end
    end
    z = z + lambda * step;
    r = r_new;
    J = J_new;
    lambda = min(1, 4 * lambda);
    if lambda == 1 && size_of_step <= 1e-6 && rest >= 0.75 * size_of_step
      break
    end
  end
  residual = max(abs(r));
end
)";

/// As runtime/table.h; slopes at the breakpoints are data.
inline constexpr char kMatlabTable[] = R"(
function [i, w] = table_weights(x, cubic, outside, order, at)
  n = numel(x);
  i = min(max(sum(x <= at), 1), n - 1);
  h = x(i + 1) - x(i);
  w = zeros(1, 4);
  below = at < x(1);
  above = at > x(n);
  if (below || above) && (cubic || ~outside)
    border = 1 + above;
    if order == 0
      w(border) = 1;
      if outside
        w(2 + border) = at - x(1 + above * (n - 1));
      end
    elseif order == 1 && outside
      w(2 + border) = 1;
    end
    return
  end
  t = (at - x(i)) / h;
  r = 1 - t;
  if ~cubic
    if order == 0
      w(1:2) = [r, t];
    elseif order == 1
      w(1:2) = [-1, 1] / h;
    end
  elseif order == 0
    w = [(1 + 2*t)*r^2, t^2*(3 - 2*t), t*r^2*h, -t^2*r*h];
  elseif order == 1
    w = [-6*t*r/h, 6*t*r/h, r*(1 - 3*t), t*(3*t - 2)];
  elseif order == 2
    w = [6*(t - r)/h^2, 6*(r - t)/h^2, (6*t - 4)/h, (6*t - 2)/h];
  elseif order == 3
    w = [12/h^3, -12/h^3, 6/h^2, 6/h^2];
  end
end

function y = table_1d(x, v, slope, cubic, outside, order, at)
  [i, w] = table_weights(x, cubic, outside, order, at);
  y = w(1:2) * v(i:i+1)';
  if cubic
    y = y + w(3:4) * slope(i:i+1)';
  end
end

function y = table_2d(x, y_, v, slope_x, slope_y, cubic, outside, order, at)
  [i, a] = table_weights(x, cubic, outside, order(1), at(1));
  [j, b] = table_weights(y_, cubic, outside, order(2), at(2));
  y = a(1:2) * v(i:i+1, j:j+1) * b(1:2)';
  if cubic
    y = y + a(3:4) * slope_x(i:i+1, j:j+1) * b(1:2)' + a(1:2) * slope_y(i:i+1, j:j+1) * b(3:4)';
  end
end
)";

}  // namespace holon::detail
