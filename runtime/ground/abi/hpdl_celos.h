/* What a program has that runs the workflows of Celos' scripts: what the scripts have defined, and
 * the workflows of hpdl_program that slots start. hpdl_program.coordination is
 * `hpdl_celos_schedules` then, with neither a coordinator nor a bundle. As in hpdl_abi.h all is
 * constant data of the program, and the version is part of the symbol's name.
 */
#ifndef HPDL_RUNTIME_GROUND_ABI_HPDL_CELOS_H_
#define HPDL_RUNTIME_GROUND_ABI_HPDL_CELOS_H_

#include "runtime/ground/abi/hpdl_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HPDL_CELOS_SYMBOL hpdl_celos_v1

/* A workflow of the scripts whose slots start a workflow that is compiled in. */
typedef struct hpdl_celos_start {
  hpdl_str id;       /* of the scripts */
  hpdl_str app_path; /* oozie.wf.application.path as its jobs are given it */
  uint32_t workflow; /* index into hpdl_program.workflows */
  uint32_t reserved;
} hpdl_celos_start;

/* A script with properties that are a function of the slot, or defaults that such a one imports. */
typedef struct hpdl_celos_script {
  hpdl_str path; /* what places in it are told by */
  hpdl_str name; /* of defaults: what scripts import them by; else empty */
  hpdl_str code; /* of the engine of JavaScript */
} hpdl_celos_script;

struct hpdl_celos_functions; /* runtime/programs/celos_program/property_functions.h */

/* What evaluates functions of scripts. Emitted code names `hpdl_celos_javascript`, or null if no
 * script has such functions: then there is no engine of JavaScript in the program. */
typedef struct hpdl_celos_evaluator {
  /* What main() calls first: 1 if this process was started to evaluate, and has done so; `code` is
   * its exit code. */
  int32_t (*serve)(int32_t argc, char** argv, int32_t* code);
  const struct hpdl_celos_functions* functions;
} hpdl_celos_evaluator;

typedef struct hpdl_celos {
  hpdl_str name;                  /* what the states of its slots are kept under */
  hpdl_str defined;               /* a frame of runtime/engines/celos_scripts/outcome_frames.h */
  const hpdl_celos_start* starts; /* sorted by id, bytewise */
  const hpdl_celos_script* scripts;
  uint32_t start_count;
  uint32_t script_count;
  int64_t evaluated_ms; /* the time that scripts were told, since 1970 */
  const hpdl_celos_evaluator* evaluator;
} hpdl_celos;

#ifdef __cplusplus
}
#endif
#endif /* HPDL_RUNTIME_GROUND_ABI_HPDL_CELOS_H_ */
