#include "runtime/server/protocols/celos_hosted/kept_scripts.h"

namespace hpdl::rt::celos {
namespace {

// The key of the script's own text. The defaults files that a script imports have their paths as
// keys.
constexpr const char* kItself = "";

}  // namespace

std::map<std::string, WholeScript> KeptScripts::Read() {
  std::map<std::string, WholeScript> scripts;
  Result<KeptTexts> texts = database_.ReadTexts();
  if (!texts) {
    log_.Problem("The last valid versions of the scripts cannot be read: ", texts.error().message);
    return scripts;
  }
  for (auto& [path, parts] : *texts) {
    auto itself = parts.extract(kItself);
    if (!itself.empty()) {
      scripts[path] = {std::move(itself.mapped()), std::move(parts)};
    }
  }
  return scripts;
}

bool KeptScripts::Write(const std::map<std::string, std::optional<WholeScript>>& changed) {
  KeptTexts texts;
  for (const auto& [path, script] : changed) {
    auto& parts = texts[path];
    if (script) {
      parts = script->imported;
      parts[kItself] = script->text;
    }
  }
  if (const Result<void> put = database_.PutTexts(texts); !put) {
    log_.Problem("The last valid versions of the scripts cannot be stored: ", put.error().message);
    return false;
  }
  return true;
}

}  // namespace hpdl::rt::celos
