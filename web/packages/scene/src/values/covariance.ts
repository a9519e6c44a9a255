// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The factor L of a covariance P = L Lᵀ (xx, xy, xz, yy, yz, zz), row after row; null where it is
 * not positive: the unit sphere becomes the ellipsoid xᵀ P⁻¹ x = 1 by L.
 */
export function factorOf(p: number[]): number[] | null {
  const [xx, xy, xz, yy, yz, zz] = p;
  if (!(xx > 0)) return null;
  const a = Math.sqrt(xx);
  const b = xy / a;
  const d = xz / a;
  const cc = yy - b * b;
  if (!(cc > 0)) return null;
  const c = Math.sqrt(cc);
  const e = (yz - b * d) / c;
  const ff = zz - d * d - e * e;
  if (!(ff > 0)) return null;
  return [a, 0, 0, b, c, 0, d, e, Math.sqrt(ff)];
}
