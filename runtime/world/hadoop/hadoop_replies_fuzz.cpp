#include <cstddef>
#include <cstdint>
#include <string_view>

#include "runtime/world/hadoop/replies.h"
#include "runtime/world/hadoop/yarn_replies.h"

namespace {

using namespace hpdl::rt;

void ReadHdfs(std::string_view json) {
  (void)ReadFileStatus(json);
  (void)ReadBoolean(json);
  (void)ReadBlocks(json);
  (void)ErrorOfReply(404, json, "nn");
  const Result<DirectoryPart> page = ReadListing(json);
  for (std::size_t i = 0; page && i < page->entries.size(); ++i) {
    if (page->entries[i].name.find('/') != std::string::npos) {
      __builtin_trap();
    }
  }
}

void ReadYarn(std::string_view json) {
  (void)ReadNewApplication(json);
  (void)ReadApplication(json);
  (void)ReadApplications(json);
  (void)ReadHaState(json);
  (void)ReadHistoryJob(json);
  (void)ReadJobCounters(json);
  (void)ErrorOfYarnReply(400, json, "rm");
}

}  // namespace

/// Reads any bytes as a reply of Hadoop's servers. Reading must not crash, and must not give a name
/// that is a path.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view json(reinterpret_cast<const char*>(data), size);
  ReadHdfs(json);
  ReadYarn(json);
  return 0;
}
