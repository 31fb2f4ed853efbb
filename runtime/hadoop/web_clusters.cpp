#include "runtime/hadoop/web_clusters.h"

namespace hpdl::rt {

std::unique_ptr<Clusters> OpenWebClusters(boost::asio::io_context&, Network&, const Site&,
                                          const std::string&) {
  return nullptr;
}

}  // namespace hpdl::rt
