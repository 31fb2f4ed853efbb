#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_FRONT_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_FRONT_H_

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <memory>
#include <string>

#include "runtime/server/access/own_hosts.h"
#include "runtime/server/protocols/celos/celos_api.h"
#include "runtime/server/protocols/celos/celos_log.h"
#include "runtime/server/protocols/celos/celos_page.h"
#include "runtime/server/protocols/celos/celos_workers.h"
#include "runtime/world/http/http_server.h"

namespace hpdl::rt::celos {

/// A port that serves Celos' API.
class CelosFront {
 public:
  /// `hosts`: the hosts that clients may name. The other arguments outlive this object.
  CelosFront(boost::asio::io_context& loop, CelosApi& api, CelosLog& log, OwnHosts hosts);

  /// Also serves `page`, which outlives this object. Call before Listen().
  void Show(CelosPage* page) { workers_.Show(page); }
  Result<void> Listen(const std::string& host, std::uint16_t port);
  /// Returns HOST:PORT.
  std::string address() const { return port_->address(); }
  /// Runs a step of the scheduler now, and then a step every `seconds`. The time is counted from
  /// the start of the last step.
  void StepEach(std::int64_t seconds);

 private:
  Task<HttpAnswer> Handle(const HttpCall& call);

  boost::asio::io_context& loop_;
  CelosWorkers workers_;
  const OwnHosts hosts_;
  std::unique_ptr<HttpListener> port_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_FRONT_H_
