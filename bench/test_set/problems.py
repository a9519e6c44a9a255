# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0
"""Problems of the Test Set for Initial Value Problem Solvers (F. Mazzia, C. Magherini, release 2.4, Bari 2008), with its
reference values at the end of the interval.

Every formula is valid in Holon and in C, so each problem stands here once. `lets` are named intermediate values in order;
`states` have an initial value, a derivative and the magnitude below which an error counts absolutely. `unknowns` are
determined by equations that are zero, with a guess. `reference` names states or lets. At `breaks` the right side jumps.
"""
import math
from dataclasses import dataclass, field


@dataclass
class State:
    initial: float
    der: str
    nominal: float = 1.0


@dataclass
class Problem:
    title: str
    end: float
    states: dict
    reference: dict
    lets: dict = field(default_factory=dict)
    unknowns: dict = field(default_factory=dict)  # name: (equation, guess)
    nominal: dict = field(default_factory=dict)  # of references that are no states
    band: int = 0  # half width of the Jacobian's band; 0: dense
    breaks: tuple = ()


def van_der_pol():
    return Problem("Van der Pol, ε = 1e-6", 2,
                   {"y1": State(2, "y2"), "y2": State(0, "1e6*((1 - y1*y1)*y2 - y1)")},
                   {"y1": 0.1706167732170469e1, "y2": -0.8928097010248125e0})


def robertson():
    return Problem("Robertson", 1e11,
                   {"y1": State(1, "-0.04*y1 + 1e4*y2*y3", 1e-7), "y2": State(0, "0.04*y1 - 1e4*y2*y3 - 3e7*y2*y2", 1e-13),
                    "y3": State(0, "3e7*y2*y2")},
                   {"y1": 0.2083340149701255e-7, "y2": 0.8333360770334713e-13, "y3": 0.9999999791665050})


def hires():
    ders = ["-1.71*y1 + 0.43*y2 + 8.32*y3 + 0.0007", "1.71*y1 - 8.75*y2", "-10.03*y3 + 0.43*y4 + 0.035*y5",
            "8.32*y2 + 1.71*y3 - 1.12*y4", "-1.745*y5 + 0.43*y6 + 0.43*y7",
            "-280*y6*y8 + 0.69*y4 + 1.71*y5 - 0.43*y6 + 0.69*y7", "280*y6*y8 - 1.81*y7", "-280*y6*y8 + 1.81*y7"]
    start = [1, 0, 0, 0, 0, 0, 0, 0.0057]
    ends = [0.7371312573325668e-3, 0.1442485726316185e-3, 0.5888729740967575e-4, 0.1175651343283149e-2,
            0.2386356198831331e-2, 0.6238968252742796e-2, 0.2849998395185769e-2, 0.2850001604814231e-2]
    return Problem("HIRES", 321.8122, {f"y{i + 1}": State(start[i], ders[i], 1e-3) for i in range(8)},
                   {f"y{i + 1}": ends[i] for i in range(8)})


def orego():
    return Problem("OREGO", 360,
                   {"y1": State(1, "77.27*(y2 + y1*(1 - 8.375e-6*y1 - y2))"), "y2": State(2, "(y3 - (1 + y1)*y2)/77.27"),
                    "y3": State(3, "0.161*(y1 - y3)")},
                   {"y1": 0.1000814870318523e1, "y2": 0.1228178521549917e4, "y3": 0.1320554942846706e3})


def e5():
    """Of y1, which ends at 1e-291, only the absolute error counts."""
    tiny = 1e-24
    return Problem("E5", 1e13,
                   {"y1": State(1.76e-3, "-p1 - p2", tiny), "y2": State(0, "f2", tiny),
                    "y3": State(0, "f2 - f4", tiny), "y4": State(0, "f4", tiny)},
                   {"y1": 0.1152903278711829e-290, "y2": 0.8867655517642120e-22, "y3": 0.8854814626268838e-22, "y4": 0},
                   lets={"p1": "7.89e-10*y1", "p2": "1.1e7*y1*y3", "p3": "1.13e9*y2*y3", "p4": "1.13e3*y4",
                         "f2": "p1 - p3", "f4": "p2 - p4"})


def pollution():
    rates = ["0.35*y1", "26.6*y2*y4", "12300*y5*y2", "0.00086*y7", "0.00082*y7", "15000*y7*y6", "0.00013*y9", "24000*y9*y6",
             "16500*y11*y2", "9000*y11*y1", "0.022*y13", "12000*y10*y2", "1.88*y14", "16300*y1*y6", "4.8e6*y3", "0.00035*y4",
             "0.0175*y4", "1e8*y16", "4.44e11*y16", "1240*y17*y6", "2.1*y19", "5.78*y19", "0.0474*y1*y4", "1780*y19*y1",
             "3.12*y20"]
    ders = ["-r1 - r10 - r14 - r23 - r24 + r2 + r3 + r9 + r11 + r12 + r22 + r25", "-r2 - r3 - r9 - r12 + r1 + r21",
            "-r15 + r1 + r17 + r19 + r22", "-r2 - r16 - r17 - r23 + r15", "-r3 + 2*r4 + r6 + r7 + r13 + r20",
            "-r6 - r8 - r14 - r20 + r3 + 2*r18", "-r4 - r5 - r6 + r13", "r4 + r5 + r6 + r7", "-r7 - r8", "-r12 + r7 + r9",
            "-r9 - r10 + r8 + r11", "r9", "-r11 + r10", "-r13 + r12", "r14", "-r18 - r19 + r16", "-r20", "r20",
            "-r21 - r22 - r24 + r23 + r25", "-r25 + r24"]
    start = {2: 0.2, 4: 0.04, 7: 0.1, 8: 0.3, 9: 0.01, 17: 0.007}
    ends = [0.5646255480022769e-01, 0.1342484130422339, 0.4139734331099427e-08, 0.5523140207484359e-02,
            0.2018977262302196e-06, 0.1464541863493966e-06, 0.7784249118997964e-01, 0.3245075353396018,
            0.7494013383880406e-02, 0.1622293157301561e-07, 0.1135863833257075e-07, 0.2230505975721359e-02,
            0.2087162882798630e-03, 0.1396921016840158e-04, 0.8964884856898295e-02, 0.4352846369330103e-17,
            0.6899219696263405e-02, 0.1007803037365946e-03, 0.1772146513969984e-05, 0.5682943292316392e-04]
    return Problem("Pollution", 60, {f"y{i + 1}": State(start.get(i + 1, 0), ders[i], abs(ends[i])) for i in range(20)},
                   {f"y{i + 1}": ends[i] for i in range(20)}, lets={f"r{i + 1}": rate for i, rate in enumerate(rates)})


def ring_modulator():
    """C_s = 2e-12 F: the form as differential equations."""
    lets = {"uin1": "0.5*sin(2000*pi*time)", "uin2": "2*sin(20000*pi*time)", "ud1": "y3 - y5 - y7 - uin2",
            "ud2": "-y4 + y6 - y7 - uin2", "ud3": "y4 + y5 + y7 + uin2", "ud4": "-y3 - y6 + y7 + uin2"}
    for i in range(1, 5):
        lets[f"q{i}"] = f"40.67286402e-9*(exp(17.7493332*ud{i}) - 1)"
    ders = ["(y8 - 0.5*y10 + 0.5*y11 + y14 - y1/25000)/1.6e-8", "(y9 - 0.5*y12 + 0.5*y13 + y15 - y2/25000)/1.6e-8",
            "(y10 - q1 + q4)/2e-12", "(-y11 + q2 - q3)/2e-12", "(y12 + q1 - q3)/2e-12", "(-y13 - q2 + q4)/2e-12",
            "(-y7/50 + q1 + q2 - q3 - q4)/1e-8", "-y1/4.45", "-y2/4.45", "(0.5*y1 - y3 - 17.3*y10)/5e-4",
            "(-0.5*y1 + y4 - 17.3*y11)/5e-4", "(0.5*y2 - y5 - 17.3*y12)/5e-4", "(-0.5*y2 + y6 - 17.3*y13)/5e-4",
            "(-y1 + uin1 - 86.3*y14)/2e-3", "(-y2 - 636.3*y15)/2e-3"]
    ends = [-0.2339057358486745e-1, -0.7367485485540825e-2, 0.2582956709291169, -0.4064465721283450, -0.4039455665149794,
            0.2607966765422943, 0.1106761861269975, 0.2939904342435596e-6, -0.2840029933642329e-7, 0.7267198267264553e-3,
            0.7929487196960840e-3, -0.7255283495698965e-3, -0.7941401968526521e-3, 0.7088495416976114e-4,
            0.2390059075236570e-4]
    nominal = [0.1] * 7 + [1e-6] * 2 + [1e-3] * 4 + [1e-4] * 2
    return Problem("Ring modulator", 1e-3, {f"y{i + 1}": State(0, ders[i], nominal[i]) for i in range(15)},
                   {f"y{i + 1}": ends[i] for i in range(15)}, lets=lets)


def medical_akzo_nobel():
    """200 cells; the concentration at the border falls to zero at 5 s."""
    n, states = 200, {}
    for j in range(1, n + 1):
        z = 1 - j / n
        alpha, beta = -z**3 / 8, z**4 / 16
        before, behind = (f"u{j - 1}" if j > 1 else "phi"), f"u{j + 1}"
        flow = "" if j == n else f"{beta * n * n!r}*({before} - 2*u{j} + {behind}) + {alpha * n / 2!r}*({behind} - {before}) "
        states[f"u{j}"] = State(0, f"{flow}- 100*u{j}*v{j}", 1e-4)
        states[f"v{j}"] = State(1, f"-100*u{j}*v{j}", 1)
    ends = {"u1": 0.5113983840919909e-5, "u25": 0.1415116834059119e-3, "u50": 0.2917216206117258e-3,
            "u75": 0.3595616017506735e-3, "u100": 0.1173741304462833e-3,
            "v100": 0.6190822732534586e-5, "u101": 0.9774701310627047e-4, "v101": 0.1986273404756002e-3,
            "v102": 0.3489773624098464e-2, "v103": 0.3234526094359604e-1, "v104": 0.1548747348410801, "v105": 0.4026980529594953,
            "v106": 0.6649744834198490, "v107": 0.8409284546320647, "v108": 0.9314946676956936, "v109": 0.9720896201631835}
    return Problem("Medical Akzo Nobel, 400 states", 20, states, ends, lets={"phi": "if(time <= 5, 2.0, 0.0)"}, band=2,
                   breaks=(5,))


def transistor_amplifier():
    """Differential-algebraic, of index 1: the voltages at the capacitors are states, those of three nodes unknowns."""
    lets = {"ue": "0.1*sin(200*pi*time)", "f1": "1e-6*(exp((y2 - y3)/0.026) - 1)", "f2": "1e-6*(exp((y5 - y6)/0.026) - 1)",
            "y1": "y2 + u1", "y4": "y5 + u3", "y7": "y8 + u5"}
    states = {"u1": State(-3, "-(y1 - ue)/1000/1e-6"), "y3": State(3, "-(y3/9000 - f1)/2e-6"),
              "u3": State(3, "-((y4 - 6)/9000 + 0.99*f1)/3e-6"), "y6": State(3, "-(y6/9000 - f2)/4e-6"),
              "u5": State(6, "-((y7 - 6)/9000 + 0.99*f2)/5e-6")}
    unknowns = {"y2": ("(y1 - ue)/1000 + y2/9000 + (y2 - 6)/9000 + 0.01*f1", 3),
                "y5": ("(y4 - 6)/9000 + 0.99*f1 + y5/9000 + (y5 - 6)/9000 + 0.01*f2", 3),
                "y8": ("(y7 - 6)/9000 + 0.99*f2 + y8/9000", 0)}
    ends = [-0.5562145012262709e-2, 0.3006522471903042e1, 0.2849958788608128e1, 0.2926422536206241e1, 0.2704617865010554e1,
            0.2761837778393145e1, 0.4770927631616772e1, 0.1236995868091548e1]
    return Problem("Transistor amplifier", 0.2, states, {f"y{i + 1}": ends[i] for i in range(8)}, lets=lets,
                   unknowns=unknowns)


def chemical_akzo_nobel():
    """Differential-algebraic, of index 1: the last concentration is an unknown."""
    lets = {"r1": "18.7*y1*y1*y1*y1*sqrt(y2)", "r2": "0.58*y3*y4", "r3": f"{0.58 / 34.4!r}*y1*y5", "r4": "0.09*y1*y4*y4",
            "r5": "0.42*y6*y6*sqrt(y2)", "fin": f"3.3*({0.9 / 737!r} - y2)"}
    ders = ["-2*r1 + r2 - r3 - r4", "-0.5*r1 - r4 - 0.5*r5 + fin", "r1 - r2 + r3", "-r2 + r3 - 2*r4", "r2 - r3 + r5"]
    start = [0.444, 0.00123, 0, 0.007, 0]
    ends = [0.1150794920661702, 0.1203831471567715e-2, 0.1611562887407974, 0.3656156421249283e-3, 0.1708010885264404e-1,
            0.4873531310307455e-2]
    return Problem("Chemical Akzo Nobel", 180, {f"y{i + 1}": State(start[i], ders[i], 1e-3) for i in range(5)},
                   {f"y{i + 1}": ends[i] for i in range(6)}, lets=lets,
                   unknowns={"y6": ("115.83*y1*y4 - y6", 0.36)}, nominal={"y6": 1e-3})


def andrews():
    """Andrews' squeezer, of index 3: accelerations and multipliers are unknowns, the constraints differentiated twice."""
    p = dict(m1=.04325, m2=.00365, m3=.02373, m4=.00706, m5=.07050, m6=.00706, m7=.05498, xa=-.06934, ya=-.00227, xb=-.03635,
             yb=.03273, xc=.014, yc=.072, c0=4530, i1=2.194e-6, i2=4.410e-7, i3=5.255e-6, i4=5.667e-7, i5=1.169e-5, i6=5.667e-7,
             i7=1.912e-5, d=.028, da=.0115, e=.02, ea=.01421, rr=.007, ra=.00092, l0=.07785, ss=.035, sa=.01874, sb=.01043,
             sc=.018, sd=.02, ta=.02308, tb=.00916, u=.04, ua=.01228, ub=.00449, zf=.02, zt=.04, fa=.01421, mom=.033)
    g = type("", (), p)
    start = [-0.0617138900142764496358948458001, 0, 0.455279819163070380255912382449, 0.222668390165885884674473185609,
             0.487364979543842550225598953530, -0.222668390165885884674473185609, 1.23054744454982119249735015568]
    ends = [0.1581077119629904e2, -0.1575637105984298e2, 0.4082224013073101e-1, -0.5347301163226948, 0.5244099658805304,
            0.5347301163226948, 0.1048080741042263e1, 0.1139920302151208e4, -0.1424379294994111e4, 0.1103291221937134e2,
            0.1929337464421385e2, 0.5735699284790808, -0.1929337464421385e2, 0.3231791658026955]
    lets = {"sbt": "sin(q1 + q2)", "cbt": "cos(q1 + q2)", "spd": "sin(q4 + q5)", "cpd": "cos(q4 + q5)", "soe": "sin(q6 + q7)",
            "coe": "cos(q6 + q7)"}
    for i in range(1, 8):
        lets[f"s{i}"], lets[f"c{i}"] = f"sin(q{i})", f"cos(q{i})"
    e_, z_ = g.e - g.ea, g.zf - g.fa
    lets |= {"m11": f"{g.m1 * g.ra**2 + g.m2 * (g.rr**2 + g.da**2) + g.i1 + g.i2!r} - {2 * g.m2 * g.da * g.rr!r}*c2",
             "m21": f"{g.m2 * g.da**2 + g.i2!r} - {g.m2 * g.da * g.rr!r}*c2",
             "m54": f"{g.m4 * e_**2 + g.i4!r} + {g.m4 * g.zt * e_!r}*s4",
             "m55": f"{g.m4 * (g.zt**2 + e_**2) + g.m5 * (g.ta**2 + g.tb**2) + g.i4 + g.i5!r} + {2 * g.m4 * g.zt * e_!r}*s4",
             "m76": f"{g.m6 * z_**2 + g.i6!r} - {g.m6 * g.u * z_!r}*s6",
             "m77": f"{g.m6 * (z_**2 + g.u**2) + g.m7 * (g.ua**2 + g.ub**2) + g.i6 + g.i7!r} - {2 * g.m6 * g.u * z_!r}*s6",
             "xd": f"{g.sd!r}*c3 + {g.sc!r}*s3 + ({g.xb!r})", "yd": f"{g.sd!r}*s3 - {g.sc!r}*c3 + {g.yb!r}",
             "l": f"sqrt((xd - {g.xc!r})*(xd - {g.xc!r}) + (yd - {g.yc!r})*(yd - {g.yc!r}))",
             "force": f"-{g.c0!r}*(l - {g.l0!r})/l", "fx": f"force*(xd - {g.xc!r})", "fy": f"force*(yd - {g.yc!r})"}
    k2, k4, k6 = g.m2 * g.da * g.rr, g.m4 * g.zt * e_, g.m6 * g.u * z_
    f = [f"{g.mom!r} - {k2!r}*v2*(v2 + 2*v1)*s2", f"{k2!r}*v1*v1*s2",
         f"fx*({g.sc!r}*c3 - {g.sd!r}*s3) + fy*({g.sd!r}*c3 + {g.sc!r}*s3)", f"{k4!r}*v5*v5*c4", f"-{k4!r}*v4*(v4 + 2*v5)*c4",
         f"-{k6!r}*v7*v7*c6", f"{k6!r}*v6*(v6 + 2*v7)*c6"]
    mass = {(1, 1): "m11", (2, 1): "m21", (2, 2): repr(g.m2 * g.da**2 + g.i2), (3, 3): repr(g.m3 * (g.sa**2 + g.sb**2) + g.i3),
            (4, 4): repr(g.m4 * e_**2 + g.i4), (5, 4): "m54", (5, 5): "m55", (6, 6): repr(g.m6 * z_**2 + g.i6), (7, 6): "m76",
            (7, 7): "m77"}
    # Slopes of the constraints, and what is left of their second derivatives. x and y of the drive's end come first.
    x, y = {1: f"(-{g.rr!r}*s1 + {g.d!r}*sbt)", 2: f"{g.d!r}*sbt"}, {1: f"({g.rr!r}*c1 - {g.d!r}*cbt)", 2: f"(-{g.d!r}*cbt)"}
    slopes = [x | {3: f"(-{g.ss!r}*c3)"}, y | {3: f"(-{g.ss!r}*s3)"},
              x | {4: f"(-{g.e!r}*cpd)", 5: f"(-{g.e!r}*cpd + {g.zt!r}*s5)"},
              y | {4: f"(-{g.e!r}*spd)", 5: f"(-{g.e!r}*spd - {g.zt!r}*c5)"},
              x | {6: f"({g.zf!r}*soe)", 7: f"({g.zf!r}*soe - {g.u!r}*c7)"},
              y | {6: f"(-{g.zf!r}*coe)", 7: f"(-{g.zf!r}*coe - {g.u!r}*s7)"}]
    lets |= {"ax": f"-{g.rr!r}*c1*v1*v1 + {g.d!r}*cbt*(v1 + v2)*(v1 + v2)",
             "ay": f"-{g.rr!r}*s1*v1*v1 + {g.d!r}*sbt*(v1 + v2)*(v1 + v2)"}
    left = [f"ax + {g.ss!r}*s3*v3*v3", f"ay - {g.ss!r}*c3*v3*v3",
            f"ax + {g.e!r}*spd*(v4 + v5)*(v4 + v5) + {g.zt!r}*c5*v5*v5",
            f"ay - {g.e!r}*cpd*(v4 + v5)*(v4 + v5) + {g.zt!r}*s5*v5*v5",
            f"ax + {g.zf!r}*coe*(v6 + v7)*(v6 + v7) + {g.u!r}*s7*v7*v7",
            f"ay + {g.zf!r}*soe*(v6 + v7)*(v6 + v7) - {g.u!r}*c7*v7*v7"]
    unknowns = {}
    for i in range(1, 8):
        terms = [f"{mass[max(i, j), min(i, j)]}*w{j}" for j in range(1, 8) if (max(i, j), min(i, j)) in mass]
        terms += [f"{slopes[k][i]}*k{k + 1}" for k in range(6) if i in slopes[k]]
        unknowns[f"w{i}"] = (" + ".join(terms) + f" - ({f[i - 1]})", 0)
    for k in range(6):
        unknowns[f"k{k + 1}"] = (" + ".join(f"{s}*w{i}" for i, s in slopes[k].items()) + f" + {left[k]}", 0)
    states = {f"q{i + 1}": State(start[i], f"v{i + 1}", 1) for i in range(7)}
    states |= {f"v{i + 1}": State(0, f"w{i + 1}", 1) for i in range(7)}
    names = [f"q{i}" for i in range(1, 8)] + [f"v{i}" for i in range(1, 8)]
    return Problem("Andrews' squeezer", 0.03, states, dict(zip(names, ends)), lets=lets, unknowns=unknowns)


def slider_crank():
    """With a flexible rod (B. Simeon, Math. Modelling of Systems 2 (1996) 1-18), of index 2, undamped, linear stiffness; as
    Andrews' squeezer."""
    m2, m3, l1, l2, j1, j2 = 0.151104, 0.075552, 0.15, 0.30, 0.002727, 0.0045339259
    rho, ee, bb, hh, pi = 7870.0, 0.20e12, 0.008, 0.008, math.pi
    of_mass, of_stiffness, v = rho * bb * hh * l2, ee * bb * hh / l2, bb * hh * l2
    mass = [[.5 * of_mass, 0, 0, 0], [0, .5 * of_mass, 0, 0], [0, 0, 8 * of_mass, of_mass], [0, 0, of_mass, 2 * of_mass]]
    stiffness = [[of_stiffness * pi**4 / 24 * (hh / l2)**2, 0, 0, 0], [0, of_stiffness * pi**4 * 2 / 3 * (hh / l2)**2, 0, 0],
                 [0, 0, of_stiffness * 16 / 3, -of_stiffness * 8 / 3], [0, 0, -of_stiffness * 8 / 3, of_stiffness * 7 / 3]]
    b = v * (8 / pi**3 - 1 / pi)
    twist = [[0, 0, -v * 16 / pi**3, b], [0, 0, 0, v * .5 / pi], [v * 16 / pi**3, 0, 0, 0], [-b, -v * .5 / pi, 0, 0]]
    c1, c2 = [0, 0, v * 2 / 3, v / 6], [v * 2 / pi, 0, 0, 0]
    c12, c21 = [0, 0, l2 * v / 3, l2 * v / 6], [l2 * v / pi, -l2 * v * .5 / pi, 0, 0]
    q, d = [f"q{i}" for i in range(1, 5)], [f"d{i}" for i in range(1, 5)]

    def total(weights, names):
        return " + ".join(f"({w!r})*{n}" for w, n in zip(weights, names) if w) or "0.0"
    lets = {"s1": "sin(p1)", "k1": "cos(p1)", "s2": "sin(p2)", "k2": "cos(p2)", "s12": "sin(p1 - p2)", "k12": "cos(p1 - p2)",
            "c1q": total(c1, q), "c1d": total(c1, d), "c2q": total(c2, q), "c2d": total(c2, d), "c12q": total(c12, q),
            "c12d": total(c12, d)}
    for i in range(4):
        lets |= {f"mq{i + 1}": total(mass[i], q), f"kq{i + 1}": total(stiffness[i], q), f"bd{i + 1}": total(twist[i], d),
                 f"qb{i + 1}": total([row[i] for row in twist], q)}
    lets |= {"qmq": " + ".join(f"q{i}*mq{i}" for i in range(1, 5)), "dmq": " + ".join(f"d{i}*mq{i}" for i in range(1, 5)),
             "dbd": " + ".join(f"d{i}*bd{i}" for i in range(1, 5))}
    m = {(1, 1): repr(j1 + m2 * l1 * l1), (2, 1): f"({.5 * l1 * l2 * m2!r}*k12 + {rho * l1!r}*(s12*c2q + k12*c1q))",
         (2, 2): f"({j2!r} + qmq + {2 * rho!r}*c12q)", (3, 3): repr(m3)}
    for i in range(4):
        m[4 + i, 1] = f"({rho * l1!r}*(-s12*{c1[i]!r} + k12*{c2[i]!r}))"
        m[4 + i, 2] = f"({rho * c21[i]!r} + {rho!r}*qb{i + 1})"
        m |= {(4 + i, 4 + j): repr(mass[i][j]) for j in range(i + 1) if mass[i][j]}
    f = [f"-{.5 * l1 * l2 * m2!r}*v2*v2*s12 + {rho * l1!r}*v2*v2*(-s12*c1q + k12*c2q) - {2 * rho * l1!r}*v2*(k12*c1d + s12*c2d)",
         f"{.5 * l1 * l2 * m2!r}*v1*v1*s12 + {rho * l1!r}*v1*v1*(s12*c1q - k12*c2q) - {2 * rho!r}*v2*c12d - 2*v2*dmq - {rho!r}*dbd",
         "0.0"]
    for i in range(4):
        f.append(f"v2*v2*mq{i + 1} + {rho!r}*(v2*v2*{c12[i]!r} + {l1!r}*v1*v1*(k12*{c1[i]!r} + s12*{c2[i]!r}) + 2*v2*bd{i + 1})"
                 f" - kq{i + 1}")
    slopes = [{1: f"{l1!r}*k1", 2: f"({l2!r} + q4)*k2", 7: "s2"}, {1: f"{l1!r}*s1", 2: f"({l2!r} + q4)*s2", 3: "1.0", 7: "(-k2)"},
              {1: "1.0"}]
    left = [f" - {l1!r}*s1*v1*v1 - ({l2!r} + q4)*s2*v2*v2 + 2*v2*k2*d4", f" + {l1!r}*k1*v1*v1 + ({l2!r} + q4)*k2*v2*v2 + 2*v2*s2*d4",
            ""]
    unknowns = {}
    for i in range(1, 8):
        terms = [f"{m[max(i, j), min(i, j)]}*w{j}" for j in range(1, 8) if (max(i, j), min(i, j)) in m]
        terms += [f"{slopes[k][i]}*z{k + 1}" for k in range(3) if i in slopes[k]]
        unknowns[f"w{i}"] = (" + ".join(terms) + f" - ({f[i - 1]})", 0)
    for k in range(3):
        unknowns[f"z{k + 1}"] = (" + ".join(f"{s}*w{i}" for i, s in slopes[k].items()) + left[k], 0)
    places, speeds = ["p1", "p2", "x3", *q], ["v1", "v2", "v3", *d]
    start = [0, 0, 4.500169330000000e-1, 0, 0, 1.033398630000000e-5, 1.693279690000000e-5, 1.5e2, -7.499576703969453e1,
             -2.689386719979040e-6, 4.448961125815990e-1, 4.634339319238670e-3, -1.785910760000550e-6, -2.689386719979040e-6]
    ends = [0.1500000000000104e2, -0.3311734988256260, 0.1697373328427860, 0.1893192899613509e-3, 0.2375751249879174e-4,
            -0.5323896770569702e-5, -0.8363313279112129e-5, 0.15e3, 0.6025346755138369e2, -0.8753116326670527e1,
            -0.3005541400289738e-1, -0.5500431812571696e-2, 0.4974111734266989e-3, 0.1105560003626645e-2]
    nominal = [1, 1, 1, 1e-3, 1e-3, 1e-3, 1e-3, 1, 1, 1, 1, 1, 1, 1]
    names = places + speeds
    ders = speeds + [f"w{i}" for i in range(1, 8)]
    return Problem("Slider crank", 0.1, {n: State(s, e, o) for n, s, e, o in zip(names, start, ders, nominal)},
                   dict(zip(names, ends)), lets=lets, unknowns=unknowns)


class Rated:
    """A formula with its rate of change, for constraints that are differentiated once."""

    def __init__(self, value, rate=None):
        self.value, self.rate = value, rate

    @staticmethod
    def of(other):
        return other if isinstance(other, Rated) else Rated(repr(float(other)))

    def __neg__(self):
        return Rated(f"(-{self.value})", self.rate and f"(-{self.rate})")

    def __add__(self, other):
        other = Rated.of(other)
        rates = [r for r in (self.rate, other.rate) if r]
        return Rated(f"({self.value} + {other.value})", f"({' + '.join(rates)})" if rates else None)

    def __sub__(self, other):
        return self + -Rated.of(other)

    def __mul__(self, other):
        other = Rated.of(other)
        rates = ([f"{self.rate}*{other.value}"] if self.rate else []) + ([f"{self.value}*{other.rate}"] if other.rate else [])
        return Rated(f"({self.value}*{other.value})", f"({' + '.join(rates)})" if rates else None)

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other):
        return Rated.of(other) - self


def wheelset():
    """A wheelset on straight track (B. Simeon, C. Führer, P. Rentrop, Surv. Math. Ind. 1 (1991) 1-37), of index 2: contact
    coordinates, their rates, accelerations and multipliers are unknowns; the constraints on speeds are differentiated once, which
    takes the rates of the contact coordinates."""
    mr, g, v, rn0, li1, li2, mu, xl, cx, cz = 16.08, 9.81, 30.0, 0.1, 0.0605, 0.366, 0.12, 0.19, 6400.0, 6400.0
    delta0, ar, rs = 0.0262, 0.1506, 0.06  # cone angle, half the wheels' distance, radius of the rail
    ta, edge = math.tan(delta0), ar + math.sin(delta0) * rs
    sigma, gm, pi = 0.28, 7.92e10, 3.1415926
    c11, c22, c23 = 4.72772197, 4.27526987, 1.97203505
    lets = {}

    def let(name, formula):
        if isinstance(formula, Rated):
            lets[name] = formula.value
            if not formula.rate:
                return Rated(name)
            lets[name + "_t"] = formula.rate
            return Rated(name, name + "_t")
        lets[name] = formula
        return name

    def turned(angle, rate, name):
        lets["s" + name], lets["c" + name] = f"sin({angle})", f"cos({angle})"
        return Rated("s" + name, f"(c{name}*{rate})"), Rated("c" + name, f"(-s{name}*{rate})")

    spin = let("spin", f"{v / rn0!r} + b")
    st, ct = turned("th", "vth", "t")
    sp, cp = turned("ph", "vph", "p")
    slopes, unknowns, sides = {}, {}, {}
    for k, sign in (("l", 1), ("r", -1)):
        xi, drx = Rated("xi" + k, "dxi" + k), -sign * ta
        ss, cs = turned("psi" + k, "dpsi" + k, k)
        r = let("r" + k, rn0 + ta * ar - sign * ta * xi)
        xg = let("xg" + k, Rated("x", "vx") + xi * ct * cp + r * (ct * sp * cs - st * ss))
        let("u" + k, f"{edge!r} - {float(sign)!r}*{xg.value}")
        let("t" + k, f"sqrt({rs * rs!r} - u{k}*u{k})")
        let("d2g" + k, f"-{rs * rs!r}/(t{k}*t{k}*t{k})")
        let("dg" + k, f"{float(sign)!r}*u{k}/t{k}")
        dg = let("dgr" + k, Rated("dg" + k, f"d2g{k}*{xg.rate}"))
        slopes[k] = [let(f"q{k}{i}", q) for i, q in enumerate((
            dg, Rated("(-1.0)"), None, dg * (r * (-(ct * ss) - cs * sp * st) - cp * st * xi),
            -(cs * r * sp) - cp * xi + dg * (cp * cs * ct * r - ct * sp * xi)), 1) if q]
        slopes[k].insert(2, None)
        # The normals of wheel and rail are parallel.
        for name, c in (("psi", dg * (drx * sp + cp * cs) + drx * (ct * cp) - ct * sp * cs + st * ss),
                        ("xi", drx * (st * cp) - st * sp * cs - ct * ss)):
            unknowns[name + k] = (c.value, 0)
            unknowns["d" + name + k] = (c.rate, 0)
        let("tan" + k, f"(({drx!r}*cp - sp*c{k})*ct + s{k}*st)/({-sign * drx!r}*sp - {float(sign)!r}*c{k}*cp)")
        let("cd" + k, f"1/sqrt(1 + tan{k}*tan{k})")
        let("sd" + k, f"tan{k}*cd{k}")
    e1, e2 = "1e4*l1", "1e4*l2"
    let("deter", "-sdl*cdr - sdr*cdl")
    let("n1", f"ql1*{e1} + qr1*{e2}")
    let("n2", f"-{e1} - {e2}")
    let("fnl", "(cdr*n1 - sdr*n2)/deter")
    let("fnr", "(-cdl*n1 - sdl*n2)/deter")
    for k, sign in (("l", 1), ("r", -1)):
        # Contact ellipse, creepages, creep forces.
        let("rr" + k, f"r{k}*{math.sqrt(1 + ta * ta)!r}")
        let("w" + k, f"1 + dg{k}*dg{k}")
        let("sum" + k, f"0.5/rr{k} - 0.5*d2g{k}/(w{k}*sqrt(w{k}))")
        let("size" + k, f"exp(log(3*abs(fn{k})*{(1 - sigma) * 1.3537956 / (2 * pi * gm * math.sqrt(0.7115218))!r}/sum{k})/3)")
        let("sy" + k, f"sin(th/cd{k})")
        let("cy" + k, f"cos(th/cd{k})")
        s, c, sy, cy, r, xi = f"s{k}", f"c{k}", f"sy{k}", f"cy{k}", f"r{k}", f"xi{k}"
        let("k1" + k, f"-spin*{r}*({sy}*{c} + {cy}*sp*{s}) + vx - vth*({r}*({sy}*sp*{c} + {cy}*{s}) + {xi}*{sy}*cp)"
            f" - vph*{cy}*({xi}*sp - {r}*cp*{c})")
        let("k2" + k, f"spin*{r}*cp*{s} + vy + vph*({xi}*cp + {r}*sp*{c})")
        let("k3" + k, f"-spin*{r}*({cy}*{c} - {sy}*sp*{s}) + {v!r} + vz - vth*({xi}*{cy}*cp + {r}*({cy}*sp*{c} - {sy}*{s}))"
            f" + vph*{sy}*({xi}*sp - {r}*cp*{c})")
        let("k4" + k, f"k1{k} - 2*vx")
        let("k5" + k, f"k2{k} - 2*vy")
        let("k6" + k, f"k3{k} - 2*vz - {2 * v!r}")
        let("vr" + k, f"0.5*sqrt(k4{k}*k4{k} + k5{k}*k5{k} + k6{k}*k6{k})")
        let("nux" + k, f"({sy}*k1{k} + {cy}*k3{k})/vr{k}")
        let("nuy" + k, f"({cy}*cd{k}*k1{k} + {float(sign)!r}*sd{k}*k2{k} - {sy}*cd{k}*k3{k})/vr{k}")
        let("phis" + k, f"(-{float(sign)!r}*sd{k}*spin + cd{k}*vth)/vr{k}")
        let("wt" + k, f"{mu!r}*fn{k}")
        let("tx" + k, f"-wt{k}*tanh({gm * c11!r}*size{k}*size{k}*nux{k}/wt{k})")
        let("ty" + k, f"-wt{k}*tanh({gm * c22!r}*size{k}*size{k}*nuy{k}/wt{k} + {gm * c23!r}*size{k}*size{k}*size{k}*phis{k}/wt{k})")
        # No more than friction allows.
        let("cut" + k, f"abs(wt{k})/sqrt(max(wt{k}*wt{k}, tx{k}*tx{k} + ty{k}*ty{k}))")
        let("f1" + k, f"cut{k}*({sy}*tx{k} + {cy}*cd{k}*ty{k})")
        let("f2" + k, f"{float(sign)!r}*cut{k}*sd{k}*ty{k}")
        let("f3" + k, f"cut{k}*({cy}*tx{k} - {sy}*cd{k}*ty{k})")
        let("mt" + k, f"-({xi}*st + {r}*{s}*ct*cp)*f1{k} - {r}*{s}*sp*f2{k} + (-{xi}*ct + {r}*{s}*st*cp)*f3{k}")
        let("mp" + k, f"-({xi}*ct*sp - {r}*{c}*ct*cp)*f1{k} + ({xi}*cp + {r}*{c}*sp)*f2{k} + ({xi}*st*sp - {r}*{c}*st*cp)*f3{k}")
        let("mb" + k, f"-{r}*({c}*st + {s}*ct*sp)*f1{k} + {r}*{s}*cp*f2{k} - {r}*({c}*ct - {s}*st*sp)*f3{k}")
    spring = f"{2 * xl * xl * cz!r}*th"
    unknowns |= {
        "ax": (f"{mr!r}*ax - (f1l + f1r + ql1*{e1} + qr1*{e2} - {2 * cx!r}*x)", 0),
        "ay": (f"{mr!r}*ay - (f2l + f2r - {mr * g!r} - {e1} - {e2})", 0),
        "az": (f"{mr!r}*az - (f3l + f3r - {2 * cz!r}*z)", 0),
        "ath": (f"{li2!r}*cp*ath - ({li2!r}*vth*vph*sp - {li1!r}*spin*vph - {li1 - li2!r}*vth*sp*vph + mtl + mtr - cp*{spring}"
                f" + ql4*{e1} + qr4*{e2})", 0),
        "aph": (f"{li2!r}*aph - ({li1!r}*spin*vth*cp + {li1 - li2!r}*vth*sp*vth*cp + mpl + mpr + ql5*{e1} + qr5*{e2})", 0),
        "ab": (f"{li1!r}*sp*ath + {li1!r}*ab - (-{li1!r}*vth*vph*cp + mbl + mbr - sp*{spring})", 0)}
    for k, multiplier, guess in (("l", "l1", -.83593e-2), ("r", "l2", -.74144e-2)):
        terms = [f"{q.value}*a{n}" + (f" + {q.rate}*v{n}" if q.rate else "")
                 for q, n in zip(slopes[k], ("x", "y", "z", "th", "ph")) if q]
        unknowns[multiplier] = (" + ".join(terms), guess)
    guesses = {"psil": 7.563440639517294e-06, "xil": 0.1490635714733819, "psir": -7.4122380357667139e-06,
               "xir": -0.1521364296121248}
    unknowns = {n: (e, guesses.get(n, guess)) for n, (e, guess) in unknowns.items()}
    places = ["x", "y", "z", "th", "ph"]
    start = [0.14941e-2, 0.40089e-6, 0.11241e-5, -.28573e-3, .26459e-3]
    states = {n: State(s, "v" + n, 1e-2) for n, s in zip(places, start)}
    states |= {"v" + n: State(0, "a" + n, 1e-1) for n in places} | {"b": State(0, "ab", 1e-1)}
    ends = {"x": 0.86355386965811e-2, "y": 0.13038281022727e-4, "z": -0.93635784016818e-4, "th": -0.13642299804033e-1,
            "ph": 0.15292895005422e-2, "vx": -0.76985374142666e-1, "vy": -0.25151106429207e-3, "vz": 0.20541188079539e-2,
            "vth": -0.23904837703692, "vph": -0.13633468454173e-1, "b": -0.24421377661131, "psir": -0.33666751972196e-3,
            "xir": -0.15949425684022, "psil": 0.37839614386969e-3, "xil": 0.14173214964613}
    nominal = {"psil": 1e-2, "psir": 1e-2}
    return Problem("Wheelset", 10, states, ends, lets=lets, unknowns=unknowns, nominal=nominal)


PROBLEMS = {f.__name__: f for f in (van_der_pol, robertson, hires, orego, e5, pollution, ring_modulator, medical_akzo_nobel,
                                    transistor_amplifier, chemical_akzo_nobel, andrews, slider_crank, wheelset)}
