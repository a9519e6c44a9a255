// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/register.h"

#include "holon/hydraulics/parts/accumulator.h"
#include "holon/hydraulics/parts/check_valve.h"
#include "holon/hydraulics/parts/directional_valve.h"
#include "holon/hydraulics/parts/fixed_pump.h"
#include "holon/hydraulics/parts/flow_divider.h"
#include "holon/hydraulics/parts/hydraulic_cylinder.h"
#include "holon/hydraulics/parts/hydraulic_motor.h"
#include "holon/hydraulics/parts/line.h"
#include "holon/hydraulics/parts/orifice.h"
#include "holon/hydraulics/parts/pilot_check.h"
#include "holon/hydraulics/parts/pressure_compensator.h"
#include "holon/hydraulics/parts/proportional_valve.h"
#include "holon/hydraulics/parts/relief_valve.h"
#include "holon/hydraulics/parts/tank.h"
#include "holon/hydraulics/parts/variable_pump.h"
#include "holon/hydraulics/parts/volume.h"
#include "holon/model/describe/catalogue.h"

namespace holon {

void register_hydraulics_parts(Catalogue& catalogue) {
#define HOLON_PART(Type) catalogue.add<Type>();
#include "holon/hydraulics/parts.inc"
#undef HOLON_PART
}

}  // namespace holon
