// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The spatial algebra for formulations: attitudes, poses, motors, dyads, the laws of rigid and
/// articulated bodies. Conventions and a worked example are in docs/design/motors.md. Lines and
/// axes (axis.h) and finite screw motion (screw_motion.h) are included where they are used.
#include "holon/spatial/articulated_body.h"
#include "holon/spatial/dyad.h"
#include "holon/spatial/inertia.h"
#include "holon/spatial/motor.h"
#include "holon/spatial/rotation.h"
#include "holon/spatial/transform.h"
