# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0
"""Model files of large machines for bench/run_all: chains and a tree of hinged links, and windows of closed loops."""

LINK = ("mass: 0.1 kg, inertia: {rod: {length: 0.1 m, axis: z}}, center_of_mass: [0, 0, -0.05 m], "
        "frames: {end: {at: [0, 0, -0.1 m]}}")


def simulate(seconds, tolerance):
    return f"simulate: {{until: {seconds} s, interval: 20 ms, tolerance: {tolerance}}}\n"


def chain(links, seconds, tolerance, outputs):
    """Equal links about y, hanging from the world, straight at 1 rad from the vertical, released at rest."""
    return (f'holon: 1\ntitle: Chain of {links} links\nparts:\n'
            f'  link: {{type: RigidBody, repeat: {links}, {LINK}}}\n'
            '  top: {type: Revolute, between: [world, "link[0]"], axis: y, initial: {angle: 1 rad}}\n'
            f'  joint: {{type: Revolute, repeat: {links - 1}, between: ["link[i].end", "link[i+1]"], axis: y}}\n'
            + simulate(seconds, tolerance) + "outputs: [" + ", ".join(f'"{o}"' for o in outputs) + "]\n")


def tree(bodies, seconds, tolerance):
    """A binary tree of equal links, hinged about x and y in turn, released at rest at 0.5 and -0.4 rad."""
    text = f"holon: 1\ntitle: Tree of {bodies} links\nparts:\n"
    for k in range(bodies):
        parent = f"link{(k - 1) // 2}.end" if k else "world"
        axis, angle = ("y", 0.5) if k % 2 else ("x", -0.4)
        text += (f"  link{k}: {{type: RigidBody, {LINK}}}\n"
                 f"  hinge{k}: {{type: Revolute, between: [{parent}, link{k}], axis: {axis}, initial: {{angle: {angle} rad}}}}\n")
    return text + simulate(seconds, tolerance) + "outputs: [hinge0.angle]\n"


def windows(example, count, seconds, tolerance):
    """The example n_four_bar with another number of windows."""
    text = example.replace("\n  N: 10\n", f"\n  N: {count}\n")
    if text == example:
        raise ValueError("the example n_four_bar has no line 'N: 10'")
    return text.replace("simulate: {until: 10 s, interval: 20 ms, tolerance: 1e-10}\n", simulate(seconds, tolerance))


def make_large_machines(example):
    """{name: text of a model file}; `example` is the text of examples/n_four_bar.yaml."""
    return {
        "chain 100, 10 s, 1e-8": chain(100, 10, "1e-8", ["top.angle"]),
        "chain 1000, 1 s, 1e-6": chain(1000, 1, "1e-6", ["top.angle"]),
        "the same, 100 positions": chain(1000, 1, "1e-6", [f"link[{10 * k}].end.position" for k in range(100)]),
        "tree 1023, 1 s, 1e-6": tree(1023, 1, "1e-6"),
        "windows 200, 2 s, 1e-8": windows(example, 200, 2, "1e-8"),
    }
