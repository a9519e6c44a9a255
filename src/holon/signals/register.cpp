// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/register.h"

#include "holon/model/describe/catalogue.h"
#include "holon/signals/parts/delay.h"
#include "holon/signals/parts/equations.h"
#include "holon/signals/parts/filter.h"
#include "holon/signals/parts/hold.h"
#include "holon/signals/parts/integrator.h"
#include "holon/signals/parts/limiter.h"
#include "holon/signals/parts/noise.h"
#include "holon/signals/parts/pid.h"
#include "holon/signals/parts/rate_limiter.h"
#include "holon/signals/parts/state_space.h"
#include "holon/signals/parts/switch.h"
#include "holon/signals/parts/table.h"
#include "holon/signals/parts/transfer_function.h"

namespace holon {

void register_signals_parts(Catalogue& catalogue) {
  using signals::Integrator;
#define HOLON_PART(Type) catalogue.add<Type>();
#include "holon/signals/parts.inc"
#undef HOLON_PART
}

}  // namespace holon
