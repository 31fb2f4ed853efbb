#include "runtime/server/protocols/celos/definitions.h"

#include <algorithm>
#include <string>
#include <utility>

namespace hpdl::rt::celos {

std::string TextOf(const ScriptError& error) {
  std::string text = "Failed to load file: " + error.place.file + ": " + error.message;
  if (error.last_good) {
    text += "; its previous version stays in use";
  }
  if (!error.excerpt.empty()) {
    const std::size_t end = error.excerpt.find('\n');
    text += "\n  at " + error.place.file + ":" + std::to_string(error.place.line) + ":" +
            std::to_string(error.place.column) + "\n    " + error.excerpt.substr(0, end) +
            "\n    " + error.excerpt.substr(std::min(end + 1, error.excerpt.size()));
  }
  return text;
}

Result<DefinitionsPtr> CachedDefinitions::LoadLocked() {
  Result<Definitions> loaded = loader_.Load(log_);
  HPDL_TRY(loaded);
  for (const ScriptError& error : loaded->configuration->errors) {
    log_.Problem(TextOf(error));
  }
  auto definitions = std::make_shared<const Definitions>(std::move(*loaded));
  const std::lock_guard lock(mutex_);
  last_ = definitions;
  return DefinitionsPtr(std::move(definitions));
}

Result<DefinitionsPtr> CachedDefinitions::Load() {
  const std::lock_guard loading(loading_);
  return LoadLocked();
}

DefinitionsPtr CachedDefinitions::Last() {
  const std::lock_guard lock(mutex_);
  return last_;
}

Result<DefinitionsPtr> CachedDefinitions::Get() {
  if (DefinitionsPtr definitions = Last()) {
    return definitions;
  }
  const std::lock_guard loading(loading_);
  DefinitionsPtr meanwhile = Last();
  return meanwhile != nullptr ? Result<DefinitionsPtr>(std::move(meanwhile)) : LoadLocked();
}

void CachedDefinitions::Clear() {
  const std::lock_guard lock(mutex_);
  last_ = nullptr;
}

}  // namespace hpdl::rt::celos
