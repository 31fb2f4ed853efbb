#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_OOZIE_REQUEST_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_OOZIE_REQUEST_H_

#include <functional>
#include <string>
#include <string_view>

#include "runtime/server/jobs/job_verbs.h"

namespace hpdl::rt {

/// A request of Oozie's Web Services, after authentication. The views stay valid until the answer
/// is complete.
struct OozieRequest {
  std::string_view method;                         ///< for example "GET"
  std::string_view target;                         ///< path and query, with the context path
  std::string_view content_type, idempotency_key;  ///< header fields; "": not sent
  /// The header field Hpdl-Parent, which a program sends when it submits a job: the id of the
  /// program's own job or of an action of that job; "": not sent.
  std::string_view parent;
  std::string_view body;
  bool too_long = false;  ///< the body was over the limit and is missing
  Caller caller;          ///< user "": the caller has given no name
  std::string address;    ///< the numeric address of the caller
  /// Returns true if nobody waits for the answer any more. The function is empty if the server
  /// cannot find out whether somebody waits.
  std::function<bool()> gone;
};

struct OozieAnswer {
  int status = 200;
  std::string body;
  std::string content_type;  ///< "": no content type
  std::string fields;        ///< further header fields, each "NAME: VALUE\r\n"
  std::string reason;        ///< one line for the status line; "": the usual text of the status
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_OOZIE_REQUEST_H_
