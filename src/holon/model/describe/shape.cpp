// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/describe/shape.h"

#include "holon/model/describe/fields.h"

namespace holon {

void Box::describe(Fields<Box>& f) {
  f.vector("size", &Box::size, "m", "lengths of the edges along x, y, z").required().positive();
  f.bare();
}

void Cylinder::describe(Fields<Cylinder>& f) {
  f.value("radius", &Cylinder::radius, "m", "radius").required().positive();
  f.value("length", &Cylinder::length, "m", "length along the axis").required().positive();
  f.axis("axis", &Cylinder::axis, "direction of the axis");
}

void Sphere::describe(Fields<Sphere>& f) {
  f.value("radius", &Sphere::radius, "m", "radius").required().positive();
  f.bare();
}

void Capsule::describe(Fields<Capsule>& f) {
  f.value("radius", &Capsule::radius, "m", "radius").required().positive();
  f.value("length", &Capsule::length, "m", "length between the centres of the half spheres")
      .required()
      .positive();
  f.axis("axis", &Capsule::axis, "direction of the axis");
}

void Mesh::describe(Fields<Mesh>& f) {
  f.text("file", &Mesh::file, "a .glb or .stl file in metres, relative to the model's")
      .required()
      .file();
  f.bare();
  f.value("scale", &Mesh::scale, "", "factor on all lengths").positive();
}

void Shape::describe(Fields<Shape>& f) {
  f.inline_one_of("shape", &Shape::geometry, "the shape")
      .alternative<Box>("box", "a box, by its edges")
      .alternative<Cylinder>("cylinder", "a cylinder")
      .alternative<Sphere>("sphere", "a sphere, by its radius")
      .alternative<Capsule>("capsule", "a cylinder with rounded ends")
      .alternative<Mesh>("mesh", "a surface from a file")
      .required();
  f.vector("at", &Shape::at, "m", "position of its centre in the body's frame");
  f.orientation("rotate", &Shape::rotate, "its orientation in the body's frame");
  f.text("color", &Shape::color, "a CSS colour name or #rrggbb")
      .color()
      .default_text("chosen by the view");
  f.value("opacity", &Shape::opacity, "", "1 opaque, 0 invisible").at_least(0).at_most(1);
}

}  // namespace holon
