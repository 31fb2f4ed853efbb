#include "runtime/engines/celos_scripts/prelude.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace hpdl::rt::celos {
namespace {

struct Source {
  const char* name;
  const char* text;
};
constexpr Source kSources[] = {
#include "prelude_texts.inc"
};

}  // namespace

void AddPrelude(js::Context* context, const js::Value& host) {
  static const std::vector<js::Compiled> programs = [] {
    std::vector<js::Compiled> made;
    for (const Source& source : kSources) {
      made.emplace_back(source.text, source.name);
    }
    return made;
  }();
  const js::Value own = context->Object();
  for (const js::Compiled& program : programs) {
    if (context->Evaluate(program).Call({own, host}).thrown()) {
      std::fprintf(stderr, "prelude of Celos: %s\n", context->TakeThrown().message.c_str());
      std::abort();
    }
  }
}

}  // namespace hpdl::rt::celos
