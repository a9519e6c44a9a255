#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the cases of this folder: reference values that were published, or are computed here without Holon.

Needs mpmath, NumPy, SciPy and SymPy. The cases are kept in the repository; this shows where their numbers come from.
    python3 validation/cases/make_references.py
Equations of motion are derived by SymPy from energies in minimal coordinates and integrated by SciPy's DOP853 at a
relative tolerance of 3e-14, and again at 1e-12: the difference is the accuracy that the case states.
"""
import math
import pathlib

import mpmath as mp
import numpy as np
import sympy as sy
from scipy.integrate import solve_ivp
from scipy.linalg import expm

ALL_THREE = ("recursive", "augmented", "aggregate")
FOLDER = pathlib.Path(__file__).parent
HEAD = "# SPDX-FileCopyrightText: 2026 The Holon Authors\n# SPDX-License-Identifier: Apache-2.0\n#\n" \
       "# Written by make_references.py.\n\n"
GONZALEZ = ("M. Gonzalez, D. Dopico, U. Lugris, J. Cuadrado, A benchmarking system for MBS simulation software, Multibody "
            "System Dynamics 16 (2006) 179-190")


def write(name, title, source, model, references, formulations=ALL_THREE, conserved=(), tolerances=None,
          settings=None, bound=None):
    text = HEAD + f"title: {title}\nsource: >-\n  {source}\nmodel: {model}\n"
    if settings:
        text += "settings:\n" + "".join(f"  {k}: {v}\n" for k, v in settings.items())
    if formulations:
        text += f"formulations: [{', '.join(formulations)}]\n"
    if tolerances:
        text += f"tolerances: [{', '.join(tolerances)}]\n"
    if conserved:
        text += f"conserved: [{', '.join(conserved)}]\n"
    if bound:
        text += f"bound: {bound}\n"
    text += "references:\n"
    for output, times, values, accuracy in references:
        text += f"  - output: \"{output}\"\n    times: [{', '.join(f'{t:.10g}' for t in times)}]\n"
        text += f"    values: [{', '.join(f'{float(v):.17g}' for v in values)}]\n"
        text += f"    accuracy: {accuracy:.1e}\n"
    (FOLDER / f"{name}.yaml").write_text(text)
    print(name)


def integrate(f, start, times):
    """Rows at the times, and how far two accuracies differ."""
    rows = [solve_ivp(f, (0, times[-1]), start, method="DOP853", t_eval=times, rtol=r, atol=r * 1e-2).y.T for r in (3e-14, 1e-12)]
    return rows[0], max(float(np.abs(rows[0] - rows[1]).max()), 1e-14)


def lagrange(T, V, q, w, Q=None):
    """x' of x = (q, w) from energies of coordinates q with rates w, and generalized forces."""
    dT = [sy.diff(T, v) for v in w]
    M = sy.Matrix([[sy.diff(p, v) for v in w] for p in dT])
    h = sy.Matrix([sum(sy.diff(p, c) * v for c, v in zip(q, w)) - sy.diff(T, c) + sy.diff(V, c) for p, c in zip(dT, q)])
    if Q:
        h -= sy.Matrix(Q)
    fM, fh = sy.lambdify([q, w], M, cse=True), sy.lambdify([q, w], h, cse=True)
    n = len(q)

    def f(_, x):
        a = np.linalg.solve(np.array(fM(x[:n], x[n:]), float), -np.array(fh(x[:n], x[n:]), float).ravel())
        return np.concatenate([x[n:], a])
    return f


def simple_pendulum():
    """Angle below level a: sin((a - 90 deg)/2) = -k sn(K - w t)."""
    mp.mp.dps = 30
    g, k = mp.mpf("9.81"), mp.sqrt(mp.mpf(1) / 2)
    times = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    x, z = [], []
    for t in times:
        half = mp.asin(k * mp.ellipfun("sn", mp.ellipk(k * k) - mp.sqrt(g) * t, m=k * k))  # of the angle from below
        x.append(-mp.sin(2 * half))
        z.append(-mp.cos(2 * half))
    write("simple_pendulum", "Simple pendulum", f"Jacobi's elliptic functions by mpmath with 30 digits; problem A01 of {GONZALEZ}",
          "../models/simple_pendulum.yaml", [("bob.tip.position.x", times, x, 1e-15), ("bob.tip.position.z", times, z, 1e-15)],
          conserved=["system.energy.total"])


def n_four_bar():
    """The cranks stay parallel: a pendulum with J = (N + 1)/3 + N and the weight (N + 1)/2 + N."""
    mp.mp.dps = 30
    for N in (2, 10):
        ratio = mp.mpf("9.81") * (mp.mpf(N + 1) / 2 + N) / (mp.mpf(N + 1) / 3 + N)
        f = mp.odefun(lambda t, y: [y[1], ratio * mp.sin(y[0])], 0, [0, 1], tol=mp.mpf("1e-20"))
        times = [1, 2, 3, 4, 5]
        rows = [f(t) for t in times]
        # At the top the kinetic energy is some 45 times less than below; an error of energy counts that much more there.
        write(f"n_four_bar_{N}", f"{N} four-bar windows through their singular positions",
              f"One equation of motion, by mpmath's Taylor series with 20 digits; problem A02 of {GONZALEZ}",
              "../../examples/n_four_bar.yaml",
              [("ground[0].angle", times, [r[0] for r in rows], 1e-15), ("ground[0].rate", times, [r[1] for r in rows], 1e-15)],
              conserved=["system.energy.total"], settings={"N": N, "simulate.until": "5 s"}, bound="5e-7",
              formulations=("recursive",) if N == 10 else ALL_THREE)


def andrews_squeezer():
    names = ["beta", "theta", "gamma", "phi", "delta", "omega", "epsilon"]
    ends = [0.1581077119629904e2, -0.1575637105984298e2, 0.4082224013073101e-1, -0.5347301163226948, 0.5244099658805304,
            0.5347301163226948, 0.1048080741042263e1]
    write("andrews_squeezer", "Andrews' squeezing mechanism",
          "Published values: F. Mazzia, C. Magherini, Test Set for Initial Value Problem Solvers, release 2.4, Bari 2008; problem "
          f"A03 of {GONZALEZ}", "../models/andrews_squeezer.yaml", [(f"{n}.angle", [0.03], [v], 1e-13) for n, v in zip(names, ends)])


def bricard():
    """By one angle a: hinges turn by a, b, a, b, a, b, sin b = -sin a/(1 + sin a), up to signs."""
    a, w = sy.symbols("a w")
    b = -sy.asin(sy.sin(a) / (1 + sy.sin(a)))
    turns = [(2, a), (1, -b), (0, a), (2, b), (1, -a)]
    rods = [(1, 0, 0), (0, 0, -1), (0, -1, 0), (-1, 0, 0), (0, 0, 1)]
    R, p, points = sy.eye(3), sy.zeros(3, 1), [sy.zeros(3, 1)]
    for (axis, angle), rod in zip(turns, rods):
        R = R * [sy.rot_axis1, sy.rot_axis2, sy.rot_axis3][axis](-angle)
        p = p + R * sy.Matrix(rod)
        points.append(p)
    T = V = 0
    for k in range(5):
        u, v = points[k].diff(a), points[k + 1].diff(a)
        T += (u.dot(u) + u.dot(v) + v.dot(v)) / 6 * w**2
        V += sy.Float("9.81", 20) * (points[k][2] + points[k + 1][2]) / 2
    times = [1, 2, 3, 4, 5]
    rows, error = integrate(lagrange(T, V, [a], [w]), [0, 0], times)
    write("bricard", "Bricard's mechanism",
          f"One equation of motion from its geometry in one angle, by SymPy and SciPy; problem A04 of {GONZALEZ}",
          "../../examples/bricard.yaml", [("hinge0.angle", times, rows[:, 0], error)],
          conserved=["system.energy.total"])


def flyball_governor():
    """Shaft's angle f, arm below level t, slider's height s; each arm is a rod of square section with a ball at its end."""
    f, t, s, wf, wt, ws = sy.symbols("f t s wf wt ws")
    q, w = [f, t, s], [wf, wt, ws]
    arm, side, ball, hinge, cube, g = 1, 0.01, 5, 0.05, 0.1, 9.81
    bar = 3000 * arm * side**2
    slider = 3000 * cube**3

    def rate(p):
        return sum((p.diff(c) * v for c, v in zip(q, w)), sy.zeros(3, 1))
    T = bar * 2 * side**2 / 12 * wf**2 / 2 + slider * (ws**2 + cube**2 / 6 * wf**2) / 2
    V = slider * g * s
    power = 0
    for sign in (1, -1):
        out = sy.Matrix([sign * sy.cos(f), sign * sy.sin(f), 0])
        pin = out * hinge + sy.Matrix([0, 0, arm])

        def at(r):
            return pin + r * (out * sy.cos(t) - sy.Matrix([0, 0, 1]) * sy.sin(t))
        T += bar * rate(at(arm / 2)).dot(rate(at(arm / 2))) / 2 + ball * rate(at(arm)).dot(rate(at(arm))) / 2
        V += bar * g * at(arm / 2)[2] + ball * g * at(arm)[2]
        # About its centre: along the arm 2 side²/12, across (arm² + side²)/12; the shaft's rate along the arm is wf sin t.
        T += bar * (2 * side**2 / 12 * (wf * sy.sin(t))**2 + (arm**2 + side**2) / 12 * ((wf * sy.cos(t))**2 + wt**2)) / 2
        middle, end = at(arm / 2), out * cube / 2 + sy.Matrix([0, 0, s])
        length = sy.sqrt((middle - end).dot(middle - end))
        V += 800e3 * (length - 0.5)**2 / 2
        power += 40e3 * sum(length.diff(c) * v for c, v in zip(q, w))**2 / 2
    Q = [-power.diff(v) for v in w]
    times = [1, 2, 4, 6, 8, 10]
    start = [0, math.radians(30), 0.5, 2 * math.pi, 0, 0]
    rhs = lagrange(sy.expand(T), V, q, w, Q)
    rows, error = integrate(rhs, start, times)
    write("flyball_governor", "Stiff flyball governor",
          f"Three equations of motion by SymPy, integrated by SciPy's DOP853; problem A05 of {GONZALEZ}",
          "../../examples/flyball_governor.yaml",
          [("guide.position", times, rows[:, 2], error), ("bearing.rate", times, rows[:, 3], 10 * error)],
          conserved=["system.angular_momentum.z"])


def free_rigid_body():
    s = np.array([0.373034285, -0.00239564413, 0.208570797])  # modified Rodrigues parameters at 10 s
    q = -np.concatenate([[1 - s @ s], 2 * s]) / (1 + s @ s)  # the same rotation as q, which continues from the start
    write("free_rigid_body_published", "Torque-free rigid body, published orientation",
          "I = diag(500, 200, 300) kg m², modified Rodrigues parameters after 10 s: H. Schaub, J. L. Junkins, Analytical Mechanics "
          "of Space Systems (examples of rigid body kinetics)", "../../examples/free_rigid_body.yaml",
          [(f"craft.orientation.{c}", [10], [v], 1e-9) for c, v in zip("wxyz", q)],
          conserved=["system.energy.kinetic", "system.angular_momentum"])
    A, B, C = 0.9e-3, 2.0e-3, 2.6e-3

    def f(_, x):
        w, p = x[:3], x[3:]
        a = [(B - C) * w[1] * w[2] / A, (C - A) * w[2] * w[0] / B, (A - B) * w[0] * w[1] / C]
        return a + [(-p[1] * w[0] - p[2] * w[1] - p[3] * w[2]) / 2, (p[0] * w[0] + p[2] * w[2] - p[3] * w[1]) / 2,
                    (p[0] * w[1] + p[3] * w[0] - p[1] * w[2]) / 2, (p[0] * w[2] + p[1] * w[1] - p[2] * w[0]) / 2]
    times = [2, 4, 6, 8, 10]
    rows, error = integrate(f, [0.01, 5, 0.01, 1, 0, 0, 0], times)
    write("intermediate_axis", "Flips about the intermediate axis",
          "Euler's equations with quaternions, by SciPy's DOP853", "../../examples/free_rigid_body.yaml",
          [(f"handle.angular_velocity_body.{c}", times, rows[:, i], error) for i, c in enumerate("xyz")] +
          [(f"handle.orientation.{c}", times, rows[:, 3 + i], error) for i, c in enumerate("wxyz")],
          conserved=["system.energy.kinetic", "system.angular_momentum"])


def heavy_top():
    """Precession a, nutation b, spin c: T = (A (b'² + a'² sin² b) + C (c' + a' cos b)²)/2, V = m g l cos b."""
    a, b, c, wa, wb, wc = sy.symbols("a b c wa wb wc")
    A, C = 2.6e-3, 4.0e-4
    T = (A * (wb**2 + wa**2 * sy.sin(b)**2) + C * (wc + wa * sy.cos(b))**2) / 2
    times = [0.25, 0.5, 0.75, 1, 1.5, 2]
    rows, error = integrate(lagrange(T, 0.5 * 9.81 * 0.06 * sy.cos(b), [a, b, c], [wa, wb, wc]),
                            [0, math.radians(60), 0, 0, 0, 220], times)
    write("heavy_top", "Heavy symmetric top that nutates", "Lagrange's equations of Euler's angles, by SciPy's DOP853; L. D. Landau, "
          "E. M. Lifshitz, Mechanics, §35", "../../examples/heavy_top.yaml",
          [("nutation.angle", times, rows[:, 1], error), ("precession.angle", times, rows[:, 0], 10 * error)],
          conserved=["system.energy.total", "system.angular_momentum.z"])


def double_pendulum():
    p, r, wp, wr = sy.symbols("p r wp wr")  # both from below
    m1, m2, L1, L2, g = 1, 0.7, 0.6, 0.5, 9.80665
    T = m1 * L1**2 * wp**2 / 6 + m2 * (L1**2 * wp**2 + L1 * L2 * wp * wr * sy.cos(p - r) + L2**2 * wr**2 / 3) / 2
    V = -m1 * g * L1 / 2 * sy.cos(p) - m2 * g * (L1 * sy.cos(p) + L2 / 2 * sy.cos(r))
    times = [0.5, 1, 1.5, 2, 2.5, 3]
    rows, error = integrate(lagrange(T, V, [p, r], [wp, wr]), [math.radians(120), math.radians(150), 0, 0], times)
    write("double_pendulum", "Double pendulum of rods", "Lagrange's equations by SymPy and SciPy's DOP853; chaotic beyond some seconds",
          "../../examples/double_pendulum.yaml",
          [("shoulder.angle", times, rows[:, 0], error), ("elbow.angle", times, rows[:, 1] - rows[:, 0], error)],
          conserved=["system.energy.total"], settings={"simulate.until": "3 s"}, bound="1e-7")


def rotating_hoop():
    """θ'' = sin θ (W² cos θ - g/R)."""
    mp.mp.dps = 30
    W2, gR = mp.mpf(36), mp.mpf("9.80665") / mp.mpf("0.5")
    f = mp.odefun(lambda t, y: [y[1], mp.sin(y[0]) * (W2 * mp.cos(y[0]) - gR)], 0, [mp.radians(80), 0], tol=mp.mpf("1e-20"))
    times = [1, 2, 3, 4, 5]
    write("rotating_hoop", "Bead on a rotating hoop, from energies and a composition that depends on time",
          "One equation of motion, by mpmath's Taylor series with 20 digits", "../../examples/rotating_hoop.yaml",
          [("hoop.theta", times, [f(t)[0] for t in times], 1e-15)], formulations=(), conserved=["hoop.jacobi_integral"])


def rolling_disc():
    """The centre of a disc in steady motion goes round at the distance r w/W."""
    r, g, W, t = 0.3, 9.80665, 1.7, math.radians(60)
    A, C = r * r / 4, r * r / 2
    w = (A * W * math.cos(t) - g * r * math.cos(t) / (W * math.sin(t))) / (C + r * r)
    times = [1, 2, 4, 6, 8, 10]
    write("rolling_disc", "Disc that rolls in a circle without slip",
          "Closed form: A. A. Burov, and E. J. Routh, Dynamics of a System of Rigid Bodies, part II, §241 ff.; the motion is "
          "steady", "../../examples/rolling_disc.yaml",
          [("steady.position.x", times, [-r * w / W * math.sin(W * s) for s in times], 1e-14)],
          conserved=["system.energy.total"])


def bouncing_ball():
    """Flights between bounces are parabolas; speeds fall by the coefficient of restitution."""
    g, e, t, v = 9.81, 0.8, math.sqrt(2 / 9.81), math.sqrt(2 * 9.81)
    flights = []
    while len(flights) < 12:
        v *= e
        flights.append((t, v))
        t += 2 * v / g
    times = [0.25, 1, 1.5, 2, 2.5, 3]
    values = []
    for s in times:
        past = [f for f in flights if f[0] <= s]
        values.append(1 - g * s * s / 2 if not past else past[-1][1] * (s - past[-1][0]) - g * (s - past[-1][0])**2 / 2)
    write("bouncing_ball", "Bouncing ball", "Closed form: parabolas between impacts", "../../examples/bouncing_ball.yaml",
          [("ball.height", times, values, 1e-14)], formulations=(), settings={"simulate.until": "3 s"})


def sleeping_top():
    """Euler's equations about the point: A w1' = (A - C) w2 w3 + m g l c2, A w2' = (C - A) w3 w1 - m g l c1, c the
    vertical in the top's axes, by quaternions."""
    A, C, m, g, l, tilt = 2.6e-3, 4.0e-4, 0.5, 9.81, 0.06, 0.02
    critical = 2 * math.sqrt(A * m * g * l) / C

    def f(_, x):
        w, (a, b, c, d) = x[:3], x[3:]
        c1, c2 = 2 * (b * d - a * c), 2 * (c * d + a * b)
        return [((A - C) * w[1] * w[2] + m * g * l * c2) / A, ((C - A) * w[2] * w[0] - m * g * l * c1) / A, 0,
                (-b * w[0] - c * w[1] - d * w[2]) / 2, (a * w[0] + c * w[2] - d * w[1]) / 2,
                (a * w[1] + d * w[0] - b * w[2]) / 2, (a * w[2] + b * w[1] - c * w[0]) / 2]
    # Near the vertical errors of the slow one grow with sqrt(m g l/A (1 - 0.8²)) = 6.4 /s: by 600 in a second.
    references = []
    for name, part, times in (("fast", 1.2, [0.25, 0.5, 0.75, 1, 1.5, 2]), ("slow", 0.8, [0.25, 0.5, 0.75, 1])):
        start = [0, 0, part * critical, math.cos(tilt / 2), 0, math.sin(tilt / 2), 0]
        rows, error = integrate(f, start, times)
        a, b, c, d = rows[:, 3:].T
        # What errors of the quaternion are in the tip, four times at most.
        references += [(f"{name}.tip.position.x", times, 2 * (b * d + a * c), 4 * error),
                       (f"{name}.tip.position.y", times, 2 * (c * d - a * b), 4 * error)]
    write("sleeping_top", "Sleeping top, and one below the critical spin", "Euler's equations with quaternions, by SciPy's "
          "DOP853; H. Goldstein, Classical Mechanics, §5.7 (2nd and 3rd edition)", "../models/sleeping_top.yaml", references,
          conserved=["system.energy.total", "system.angular_momentum.z"], bound="1e-6")


def wheel_on_axis():
    """From 5 s on the body has -0.1 rad/s², and the wheel 0.2/J + 0.1 against it."""
    start, J = 100 * 2 * math.pi / 60, 1 / (2 * math.pi)
    times = [4, 7, 10]
    late = [max(t - 5, 0) for t in times]
    write("wheel_on_axis", "Wheel on an axis, published speeds",
          "Closed form; the values at 10 s, -0.15 and 17.25516082 rad/s and 2.25 rad, are published in the tests of the Basilisk "
          "astrodynamics framework", "../models/wheel_on_axis.yaml",
          [("hub.angular_velocity.z", times, [0.35 - 0.1 * u for u in late], 1e-15),
           ("seen.rpy.z", times, [0.35 * t - 0.05 * u * u for t, u in zip(times, late)], 1e-15),
           ("wheel.speed", times, [start + (0.2 / J + 0.1) * u for u in late], 1e-14)],
          conserved=["system.angular_momentum.z"])


def hinged_panel():
    """Hub's centre y, z and angle t, panel's angle t + a."""
    y, z, t, a, wy, wz, wt, wa = sy.symbols("y z t a wy wz wt wa")
    M, J, m, I, b, c, k = 40, 6, 5, 1.5, 0.5, 0.9, 30
    py = y + b * sy.cos(t) + c * sy.cos(t + a)
    pz = z + b * sy.sin(t) + c * sy.sin(t + a)
    q, w = [y, z, t, a], [wy, wz, wt, wa]
    rate = [sum(p.diff(v) * u for v, u in zip(q, w)) for p in (py, pz)]
    T = M * (wy**2 + wz**2) / 2 + J * wt**2 / 2 + m * (rate[0]**2 + rate[1]**2) / 2 + I * (wt + wa)**2 / 2
    times = [1, 2, 4, 6, 8, 10]
    rows, error = integrate(lagrange(T, k * a**2 / 2, q, w), [0, 0, 0, 0.4, 0, 0, 0.3, 0], times)
    write("hinged_panel", "Hinged panel on a floating hub", "Lagrange's equations of the plane motion, by SymPy and SciPy's DOP853",
          "../models/hinged_panel.yaml",
          [("hinge.angle", times, rows[:, 3], error), ("seen.rpy.x", times, rows[:, 2], error),
           ("hub.position.y", times, rows[:, 0], error), ("hub.position.z", times, rows[:, 1], error)],
          conserved=["system.energy.total", "system.angular_momentum.x"])


def elastic_panel():
    """Of a root that moves with v (in body axes) and turns with w, S = p e along z:
    T = m v²/2 + v·(w × (m c + S)) + J w²/2 + A e'²/2 + e' (p v_z + s w), J about the root."""
    y, z, t, e, wy, wz, wt, we = sy.symbols("y z t e wy wz wt we")
    M, J, m, I, b, c, A, k, p, s = 60, 9, 20, 15, sy.Rational(1, 2), sy.Rational(3, 2), sy.Rational(16, 5), 120, \
        sy.Rational(41, 10), sy.Rational(17, 2)
    q, w = [y, z, t, e], [wy, wz, wt, we]
    # The velocity of the root in the body's axes: that of the hub's centre, and b w along z.
    vy, vz = wy * sy.cos(t) + wz * sy.sin(t), -wy * sy.sin(t) + wz * sy.cos(t) + b * wt
    T = M * (wy**2 + wz**2) / 2 + J * wt**2 / 2 + m * (vy**2 + vz**2) / 2 + wt * (vz * m * c - vy * p * e) \
        + (I + m * c**2) * wt**2 / 2 + A * we**2 / 2 + we * (p * vz + s * wt)
    times = [0.5, 1, 2, 3, 4, 5]
    rows, error = integrate(lagrange(sy.expand(T), k * e**2 / 2, q, w), [0, 0, 0, 0.1, 0, 0, 0.5, 0], times)
    write("elastic_panel", "Elastic panel on a floating hub", "Lagrange's equations of the kinetic energy with one mode (docs/parts/"
          "ElasticBody.md) in plane motion, by SymPy and SciPy's DOP853", "../models/elastic_panel.yaml",
          [("panel.modes[0].displacement", times, rows[:, 3], error), ("seen.rpy.x", times, rows[:, 2], error),
           ("hub.position.y", times, rows[:, 0], error), ("hub.position.z", times, rows[:, 1], error)],
          conserved=["system.energy.total", "system.angular_momentum.x"])


def rolling_ball():
    """The contact point slides with u0 = (v_x - w_y r, v_y + w_x r) in a constant direction, with -7/2 mu g; the centre has
    -mu g along it until u = 0."""
    r, mu, g, v, w = 0.1, 0.2, 9.81, (2, 0), (12, 5)
    u = (v[0] - w[1] * r, v[1] + w[0] * r)
    size = math.hypot(*u)
    end = 2 * size / (7 * mu * g)
    times = [0.1, 0.2, 1, 2, 3]
    values = []
    for i in range(2):
        a = -mu * g * u[i] / size
        values.append([v[i] * t + a * t * t / 2 if t < end else v[i] * t + a * end * end / 2 + a * end * (t - end) for t in times])
    write("rolling_ball", "Ball that slides, and rolls at 5/7 of its speed and 2/7 of that of its spin",
          "Closed form: G. Coriolis, Théorie mathématique des effets du jeu de billard, 1835", "../models/rolling_ball.yaml",
          [("ball.position.x", times, values[0], 1e-14), ("ball.position.y", times, values[1], 1e-14)])


def bicycle():
    """M q'' + v C1 q' + (g K0 + v² K2) q = 0, q = (lean, steer), with the published matrices."""
    v, g, push = 4.6, 9.81, 1e-3
    M = np.array([[80.81722, 2.31941332208709], [2.31941332208709, 0.29784188199686]])
    C1 = np.array([[0, 33.86641391492494], [-0.85035641456978, 1.68540397397560]])
    K0 = np.array([[-80.95, -2.59951685249872], [-2.59951685249872, -0.80329488458618]])
    K2 = np.array([[0, 76.59734589573222], [0, 2.65431523794604]])
    A = np.block([[np.zeros((2, 2)), np.eye(2)], [-np.linalg.solve(M, g * K0 + v * v * K2), -np.linalg.solve(M, v * C1)]])
    times = [0.5, 1, 1.5, 2, 3]
    steer = [-(expm(A * t) @ [0, 0, push, 0])[1] for t in times]
    # Left and right are alike, so that terms beyond the linear ones are cubic: relative to the steering (push/4.5 [1/s])²
    # = 5e-8, times a few.
    write("bicycle", "Benchmark bicycle, small motion at 4.6 m/s",
          "Linear equations with the published matrices: J. P. Meijaard, J. M. Papadopoulos, A. Ruina, A. L. Schwab, Proc. R. Soc. A "
          "463 (2007) 1955-1982; its eigenvalues are held by the tests", "../../examples/bicycle.yaml",
          [("steering.angle", times, steer, 1e-6 * max(abs(x) for x in steer))], settings={"push": "1e-3 rad/s"},
          conserved=["system.energy.total"], tolerances=["1e-8", "1e-10", "1e-12"], bound="1e-6")


def robertson():
    write("robertson", "Robertson's reactions",
          "Published values: F. Mazzia, C. Magherini, Test Set for Initial Value Problem Solvers, release 2.4, Bari 2008",
          "../../examples/robertson.yaml",
          [("mix.a", [1e11], [0.2083340149701255e-7], 1e-20), ("mix.c", [1e11], [0.9999999791665050], 1e-15)], formulations=(),
          settings={"mix.states.a.nominal": "1e-7", "mix.states.b.nominal": "1e-13"})


ALL = (simple_pendulum, n_four_bar, andrews_squeezer, bricard, flyball_governor, free_rigid_body, heavy_top, double_pendulum,
       sleeping_top, wheel_on_axis, hinged_panel, elastic_panel, rotating_hoop, rolling_disc, rolling_ball, bouncing_ball, bicycle,
       robertson)
for case in ALL:
    case()
