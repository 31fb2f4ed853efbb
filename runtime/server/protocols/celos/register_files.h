#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_REGISTER_FILES_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_REGISTER_FILES_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/registers.h"
#include "runtime/server/protocols/celos/directory_files.h"

namespace hpdl::rt::celos {

/// Keeps registers in a directory in Celos' layout: `register/BUCKET/KEY`.
class RegisterFiles final : public Registers {
 public:
  explicit RegisterFiles(const DirectoryFiles& files) : files_(files) {}

  Result<std::optional<std::string>> Get(const std::string& bucket,
                                         const std::string& key) override;
  Result<std::map<std::string, std::string>> All(const std::string& bucket) override;
  Result<void> Put(const std::string& bucket, const std::string& key,
                   std::string_view json) override;
  Result<void> Remove(const std::string& bucket, const std::string& key) override;
  Result<std::vector<std::string>> Keys(const std::string& bucket,
                                        std::string_view prefix) override;

 private:
  const DirectoryFiles& files_;
};

/// Checks the name of a bucket or a key. Returns the same error as Celos.
Result<void> CheckRegisterName(std::string_view name);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_REGISTER_FILES_H_
