#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_TESTING_MEMORY_WORLD_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_TESTING_MEMORY_WORLD_H_

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/engines/celos_scripts/script_world.h"

namespace hpdl::rt::celos::testing {

/// Defaults, files and registers in memory for tests of scripts.
class MemoryWorld final : public ScriptWorld {
 public:
  Result<ScriptSource> Defaults(const std::string& name) override {
    asked.push_back(name);
    const auto found = defaults.find(name);
    if (found == defaults.end()) {
      return Error{ErrorClass::kError, "", "defaults/" + name + ".js (No such file or directory)"};
    }
    return ScriptSource{"defaults/" + name + ".js", found->second};
  }
  Result<bool> Exists(const std::string& path, const std::string& file_system) override {
    asked.push_back(file_system + " " + path);
    return files.contains(path);
  }
  Result<std::optional<std::string>> Register(const std::string& bucket,
                                              const std::string& key) override {
    const auto found = registers[bucket].find(key);
    return found == registers[bucket].end() ? std::nullopt : std::optional(found->second);
  }
  Result<std::vector<std::pair<std::string, std::string>>> Registers(
      const std::string& bucket) override {
    const auto& all = registers[bucket];
    return std::vector<std::pair<std::string, std::string>>(all.begin(), all.end());
  }
  bool Claim(const std::string& id) override { return ids.insert(id).second; }

  std::map<std::string, std::string> defaults;
  std::set<std::string> files;
  std::map<std::string, std::map<std::string, std::string>> registers;
  std::set<std::string> ids;
  std::vector<std::string> asked;
};

}  // namespace hpdl::rt::celos::testing

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_TESTING_MEMORY_WORLD_H_
