#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "compiler/survey/addresses.h"
#include "compiler/survey/known_properties.h"
#include "compiler/survey/tree_paths.h"

using namespace hpdl::survey;

/// Uses any text as an address, as a path, and as a text with property references. The shown form
/// must not contain a password that is in the text. The length of the results must be bounded.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  constexpr std::string_view kPassword = "Hunter2Hunter2";
  const std::string url =
      std::string("hdfs://ann:") + std::string(kPassword).append(text).append("@host/path");
  const bool has_it = text.find(kPassword) != std::string_view::npos;
  for (const std::string_view each : {text, std::string_view(url)}) {
    for (const Address& address : AddressesOf("host", each)) {
      if (!has_it && address.text.find(kPassword) != std::string::npos) {
        std::abort();
      }
    }
    if (!has_it && ShownPath(each).find(kPassword) != std::string::npos) {
      std::abort();
    }
  }
  KnownProperties known;
  const std::string_view half = text.substr(0, size / 2);
  known.Add("a", half);
  known.Add("b", text.substr(size / 2));
  const std::string resolved = known.Resolve(text);
  if (resolved.size() > std::max(text.size(), KnownProperties::kMostResolved)) {
    std::abort();
  }
  TreePaths tree({"workflow.xml"});
  tree.Add(text);
  (void)tree.Of(resolved, text);
  return 0;
}
