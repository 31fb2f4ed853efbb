#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_OOZIE_REQUEST_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_OOZIE_REQUEST_H_

#include <functional>
#include <string>
#include <string_view>

#include "runtime/server/jobs/job_verbs.h"

namespace hpdl::rt {

/// A request of Oozie's Web Services, after authentication. What it points to lives until the
/// answer is there.
struct OozieRequest {
  std::string_view method;                         ///< "GET"
  std::string_view target;                         ///< path and query, with the context path
  std::string_view content_type, idempotency_key;  ///< header fields; "": not there
  /// The field Hpdl-Parent: of what a program submits, its job or the action of that which the
  /// submission is for.
  std::string_view parent;
  std::string_view body;
  bool too_long = false;  ///< the body was over the limit and is not here
  Caller caller;          ///< user "": nobody has said who it is
  std::string address;    ///< where the caller is, a numeric one
  /// Whether nobody waits for the answer any more; empty: that is not known.
  std::function<bool()> gone;
};

struct OozieAnswer {
  int status = 200;
  std::string body;
  std::string content_type;  ///< "": none
  std::string fields;        ///< further ones, "NAME: VALUE\r\n" each
  std::string reason;        ///< one line; "": the status' own words
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_OOZIE_REQUEST_H_
