// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/register.h"

#include "holon/mechanics/parts/bushing.h"
#include "holon/mechanics/parts/cable.h"
#include "holon/mechanics/parts/constraint.h"
#include "holon/mechanics/parts/contact.h"
#include "holon/mechanics/parts/cylindrical.h"
#include "holon/mechanics/parts/damper.h"
#include "holon/mechanics/parts/distance.h"
#include "holon/mechanics/parts/fixed.h"
#include "holon/mechanics/parts/force.h"
#include "holon/mechanics/parts/frame.h"
#include "holon/mechanics/parts/free.h"
#include "holon/mechanics/parts/gravity.h"
#include "holon/mechanics/parts/planar.h"
#include "holon/mechanics/parts/point_mass.h"
#include "holon/mechanics/parts/prismatic.h"
#include "holon/mechanics/parts/relative.h"
#include "holon/mechanics/parts/revolute.h"
#include "holon/mechanics/parts/rigid_body.h"
#include "holon/mechanics/parts/screw.h"
#include "holon/mechanics/parts/spherical.h"
#include "holon/mechanics/parts/spring.h"
#include "holon/mechanics/parts/spring_damper.h"
#include "holon/mechanics/parts/torque.h"
#include "holon/mechanics/parts/universal.h"
#include "holon/model/describe/catalogue.h"

namespace holon {

void register_mechanics_parts(Catalogue& catalogue) {
#define HOLON_PART(Type) catalogue.add<Type>();
#include "holon/mechanics/parts.inc"
#undef HOLON_PART
}

}  // namespace holon
