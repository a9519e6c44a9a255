#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0
"""Derives the constants of src/holon/expr/runtime/elementary.h (needs mpmath; run by hand).

A polynomial is found by Remez' exchange in 200-bit arithmetic for a weighted error, then its
coefficients are rounded to double one at a time, lowest first, the higher ones being found anew
after each rounding, so that the later coefficients make up for the rounding of the earlier ones.
Printed are the coefficients as hexadecimal numbers and the largest relative error of the function
that the rounded polynomial yields, as a power of two.
"""
from mpmath import (mp, mpf, sin, cos, sinh, cosh, log, atan, asin, sqrt, pi, floor, linspace,
                    lu_solve, matrix, log as mlog, nint)

mp.prec = 240


def to_double(x):
    """Nearest double, as an exact mpf, and its hexadecimal form."""
    value = float(x)  # mpmath rounds to nearest
    return mpf(value), value.hex()


def evaluate(coefficients, t):
    total = mpf(0)
    for c in reversed(coefficients):
        total = total * t + c
    return total


def remez(f, weight, low, high, first, count, fixed):
    """Best sum of c_k t^k, k = first … first + count - 1, added to the fixed lower ones."""
    n = count + 1
    nodes = [(low + high) / 2 - (high - low) / 2 * cos(pi * (2 * i + 1) / (2 * n)) for i in range(n)]
    for _ in range(12):
        a = matrix(n, n)
        b = matrix(n, 1)
        for i, t in enumerate(nodes):
            for k in range(count):
                a[i, k] = t ** (first + k)
            a[i, count] = (-1) ** i / weight(t)
            b[i] = f(t) - evaluate(fixed, t)
        x = lu_solve(a, b)
        c = fixed + [x[k] for k in range(count)]
        error = lambda t: weight(t) * (f(t) - evaluate(c, t))
        grid = [(low + high) / 2 - (high - low) / 2 * cos(pi * i / (40 * n)) for i in range(40 * n + 1)]
        values = [error(t) for t in grid]
        # One extremum per run of equal signs.
        extrema = []
        for t, e in zip(grid, values):
            if extrema and (e > 0) == (extrema[-1][1] > 0):
                if abs(e) > abs(extrema[-1][1]):
                    extrema[-1] = (t, e)
            elif e != 0:
                extrema.append((t, e))
        while len(extrema) > n:
            extrema.pop(0 if abs(extrema[0][1]) < abs(extrema[-1][1]) else -1)
        if len(extrema) < n:
            break
        nodes = [t for t, _ in extrema]
        sizes = [abs(e) for _, e in extrema]
        if max(sizes) / min(sizes) < 1.0001:
            break
    return c


def derive(name, f, weight, low, high, count):
    low, high = mpf(low), mpf(high)
    fixed, hexes = [], []
    for k in range(count):
        c = remez(f, weight, low, high, k, count - k, fixed)
        value, text = to_double(c[k])
        fixed.append(value)
        hexes.append(text)
    worst = max(abs(weight(t) * (f(t) - evaluate(fixed, t)))
                for t in linspace(low, high, 4000))
    print(f"{name}: {count} coefficients, relative error 2^{float(mlog(worst, 2)):.2f}")
    for h in hexes:
        print("  ", h)
    return fixed


def parts(name, x, bits):
    """x as a sum of doubles; all but the last have the given numbers of significant bits."""
    print(name)
    for b in bits:
        if x == 0:
            break
        e = int(floor(mlog(abs(x), 2))) - b + 1
        head = nint(x / mpf(2) ** e) * mpf(2) ** e
        value, text = to_double(head)
        print("  ", text)
        x -= value
    print(f"   rest 2^{float(mlog(abs(x), 2)):.1f}" if x else "   exact")


def inverse_pi_words(count):
    """Bits of 2/pi behind the binary point, as 64-bit words."""
    mp.prec = 64 * count + 100
    x = mpf(2) / pi
    words = []
    for _ in range(count):
        x *= mpf(2) ** 64
        w = int(floor(x))
        words.append(w)
        x -= w
    mp.prec = 240
    return words


def main():
    tiny = mpf(2) ** -40
    r = lambda z: sqrt(z)

    top = (pi / 4 * (1 + mpf(2) ** -30)) ** 2
    derive("sin(r) = r + r z S(z)", lambda z: (sin(r(z)) / r(z) - 1) / z,
           lambda z: z * r(z) / sin(r(z)), tiny, top, 6)
    derive("cos(r) = 1 - z/2 + z^2 C(z)", lambda z: (cos(r(z)) - 1 + z / 2) / z ** 2,
           lambda z: z ** 2 / cos(r(z)), tiny, top, 6)

    top = (log(2) / 2 * (1 + mpf(2) ** -30)) ** 2
    derive("sinh(r) = r + r z S(z)", lambda z: (sinh(r(z)) / r(z) - 1) / z,
           lambda z: z * r(z) / sinh(r(z)), tiny, top, 5)
    derive("cosh(r) = 1 + z/2 + z^2 C(z)", lambda z: (cosh(r(z)) - 1 - z / 2) / z ** 2,
           lambda z: z ** 2 / cosh(r(z)), tiny, top, 5)

    # log(m) = 2 s + s z L(z), s = (m - 1)/(m + 1), m within [sqrt(1/2), sqrt(2)]
    top = ((sqrt(mpf(2)) - 1) / (sqrt(mpf(2)) + 1)) ** 2 * (1 + mpf(2) ** -20)
    two_atanh = lambda z: log((1 + r(z)) / (1 - r(z)))
    derive("log: 2 s + s z L(z)", lambda z: (two_atanh(z) / r(z) - 2) / z,
           lambda z: z * r(z) / two_atanh(z), tiny, top, 7)
    derive("log, extended: 2 s + (2/3) s z + s z^2 L(z)",
           lambda z: (two_atanh(z) / r(z) - 2 - 2 * z / 3) / z ** 2,
           lambda z: z ** 2 * r(z) / two_atanh(z), tiny, top, 7)

    top = (sqrt(mpf(2)) - 1) ** 2 * (1 + mpf(2) ** -20)
    derive("atan(t) = t + t z A(z)", lambda z: (atan(r(z)) / r(z) - 1) / z,
           lambda z: z * r(z) / atan(r(z)), tiny, top, 11)
    derive("asin(t) = t + t z A(z)", lambda z: (asin(r(z)) / r(z) - 1) / z,
           lambda z: z * r(z) / asin(r(z)), tiny, mpf(1) / 4, 13)

    parts("pi/2: 53 bits, 33 bits, 53 bits", pi / 2, [53, 33, 53])
    parts("pi/2: twice 53 bits", pi / 2, [53, 53])
    parts("2/pi", 2 / pi, [53])
    parts("log 2: 40 bits, 53 bits", log(2), [40, 53])
    parts("1/log 2", 1 / log(2), [53])
    parts("2/3", mpf(2) / 3, [53, 53])
    print("2/pi, words of 64 bits")
    words = inverse_pi_words(20)
    for i in range(0, 20, 2):
        print("   " + " ".join(f"0x{w:016x}u," for w in words[i:i + 2]))


if __name__ == "__main__":
    main()
