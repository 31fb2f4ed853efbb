#include "runtime/server/celos/definitions.h"

#include <utility>

namespace hpdl::rt::celos {

Result<DefinitionsPtr> CachedDefinitions::LoadLocked() {
  Result<Definitions> loaded = loader_.Load(log_);
  HPDL_TRY(loaded);
  for (const ScriptError& error : loaded->configuration->errors) {
    log_.Problem("Failed to load file: ", error.place.file, ": ", error.message);
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

Result<DefinitionsPtr> CachedDefinitions::Get() {
  const auto last = [this] {
    const std::lock_guard lock(mutex_);
    return last_;
  };
  if (DefinitionsPtr definitions = last()) {
    return definitions;
  }
  const std::lock_guard loading(loading_);
  DefinitionsPtr meanwhile = last();
  return meanwhile != nullptr ? Result<DefinitionsPtr>(std::move(meanwhile)) : LoadLocked();
}

void CachedDefinitions::Clear() {
  const std::lock_guard lock(mutex_);
  last_ = nullptr;
}

}  // namespace hpdl::rt::celos
