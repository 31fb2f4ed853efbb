#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_WATCHED_JOB_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_WATCHED_JOB_H_

#include <string_view>

#include "runtime/programs/client/answer.h"
#include "runtime/programs/client/session.h"

/// The jobs that `watch` follows: workflows, coordinators (ids *-C) and bundles (ids *-B).
namespace hpdl::client {

/// Returns the parameters of the request for the job `id`. For a coordinator, the request is for
/// its newest 100 actions.
Parameters WatchParameters(std::string_view id);

/// Returns the answer about the job `id` in the form of the answers about workflows. An additional
/// member `kind` is "job", "coordinator" or "bundle". The actions of a coordinator have names such
/// as "@7 2024-01-07T00:00Z", and the times of their last changes as ends. The actions of a bundle
/// are its coordinators.
Json WatchedJob(std::string_view id, Json answer);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_WATCHED_JOB_H_
