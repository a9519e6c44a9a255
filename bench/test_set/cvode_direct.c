// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// CVODE as a C program would call it: backward differences, SUNDIALS' own norm, steps and
// difference quotients for the Jacobian (dense, or banded). bench/work_precision writes the
// problem.
//
//   cvode_direct RELATIVE REPEATS   prints seconds, evaluations, steps, the state at the end

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <time.h>

extern const int kSize, kBand, kLegs;
extern const double kStart[], kNominal[], kEnds[];
void slope(double t, const double* y, double* dy);

static long evaluations = 0;

static int run(realtype t, N_Vector y, N_Vector dy, void* user) {
  (void)user;
  ++evaluations;
  slope(t, N_VGetArrayPointer(y), N_VGetArrayPointer(dy));
  return 0;
}

static void check(int flag, const char* what) {
  if (flag >= 0) return;
  fprintf(stderr, "%s: %d\n", what, flag);
  exit(1);
}

static long solve(double relative, double* end) {
  SUNContext context;
  SUNContext_Create(NULL, &context);
  N_Vector y = N_VNew_Serial(kSize, context), allowed = N_VNew_Serial(kSize, context);
  for (int i = 0; i < kSize; ++i) {
    NV_Ith_S(y, i) = kStart[i];
    NV_Ith_S(allowed, i) = relative * kNominal[i];
  }
  SUNMatrix matrix =
      kBand ? SUNBandMatrix(kSize, kBand, kBand, context) : SUNDenseMatrix(kSize, kSize, context);
  SUNLinearSolver linear =
      kBand ? SUNLinSol_Band(y, matrix, context) : SUNLinSol_Dense(y, matrix, context);
  void* cvode = CVodeCreate(CV_BDF, context);
  check(CVodeInit(cvode, run, 0, y), "CVodeInit");
  check(CVodeSVtolerances(cvode, relative, allowed), "CVodeSVtolerances");
  check(CVodeSetLinearSolver(cvode, linear, matrix), "CVodeSetLinearSolver");
  check(CVodeSetMaxNumSteps(cvode, 10000000), "CVodeSetMaxNumSteps");
  evaluations = 0;
  long steps = 0;
  double t = 0;
  for (int k = 0; k < kLegs; ++k) {
    if (k > 0) check(CVodeReInit(cvode, t, y), "CVodeReInit");
    check(CVodeSetStopTime(cvode, kEnds[k]), "CVodeSetStopTime");
    check(CVode(cvode, kEnds[k], y, &t, CV_NORMAL), "CVode");
    long more = 0;
    CVodeGetNumSteps(cvode, &more);
    steps += more;
  }
  for (int i = 0; i < kSize; ++i) end[i] = NV_Ith_S(y, i);
  CVodeFree(&cvode);
  SUNLinSolFree(linear);
  SUNMatDestroy(matrix);
  N_VDestroy(y);
  N_VDestroy(allowed);
  SUNContext_Free(&context);
  return steps;
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  double* end = malloc((size_t)kSize * sizeof(double));
  double best = 1e300;
  long steps = 0;
  for (int k = 0; k < atoi(argv[2]); ++k) {
    struct timespec from, to;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    steps = solve(atof(argv[1]), end);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    const double seconds =
        (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
    if (seconds < best) best = seconds;
  }
  printf("%.9g\n%ld\n%ld\n", best, evaluations, steps);
  for (int i = 0; i < kSize; ++i) printf("%.17g\n", end[i]);
  free(end);
  return 0;
}
