#include "stdlib/local/credentials.h"

#include <algorithm>
#include <string>
#include <utility>

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/trim.h"
#include "runtime/ground/value/reserved_names.h"
#include "runtime/world/process/output_tail.h"
#include "runtime/world/site/site.h"
#include "stdlib/core/common.h"
#include "stdlib/core/credential.h"
#include "stdlib/local/job_xml.h"
#include "stdlib/local/remote_files.h"

namespace hpdl::stdlib {

namespace {

constexpr const char* kSkip = "oozie.credentials.skip";

bool IsTrue(std::string_view text) {
  return IsInAnyCase(Trimmed(text), "true");
}

/// True if the credentials are skipped. The last layer of the action's configuration that has the
/// property oozie.credentials.skip decides. If no layer has it, or its value is neither true nor
/// false, the job decides, or else the site.
bool AreSkipped(const rt::ActionContext& ctx, const std::vector<rt::Properties>& layers) {
  for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) {
    const auto found = layer->find(kSkip);
    if (found == layer->end()) {
      continue;
    }
    const bool is_true = IsTrue(found->second);
    if (is_true || IsInAnyCase(Trimmed(found->second), "false")) {
      return is_true;
    }
    break;
  }
  return IsTrue(ctx.site().Text(rt::Setting::kCredentialsSkip, ctx.configuration()));
}

/// Returns the part of `name` behind `prefix`. Returns "" if `name` does not begin with `prefix`.
std::string_view Behind(std::string_view name, std::string_view prefix) {
  return name.starts_with(prefix) ? name.substr(prefix.size()) : std::string_view();
}

/// Returns a text of the definition without line feeds and tabs, for a message of one line.
std::string InOneLine(std::string_view word) {
  std::string line = rt::CleanText(word);
  std::replace_if(line.begin(), line.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return line;
}

/// Returns the properties of the action's own <configuration>, with the properties that the
/// compiler has added.
Configuration OwnConfiguration(const rt::ActionContext& ctx) {
  Configuration own;
  for (const rt::ArgNode& element : ctx.args().children) {
    for (const rt::ArgNode& property : element.children) {
      const std::vector<rt::ArgNode>& parts = property.children;
      if (parts.size() >= 2 && parts[0].field == kPropertyName &&
          parts[1].field == kPropertyValue) {
        own.properties.push_back({parts[0].text, parts[1].text, {}});
      }
    }
  }
  return own;
}

/// Returns the first property with this prefix that the compiler has added, or null.
const Property* FirstMarker(const Configuration& own, std::string_view prefix) {
  const auto found = std::find_if(
      own.properties.begin(), own.properties.end(),
      [&](const Property& property) { return !Behind(property.name, prefix).empty(); });
  return found == own.properties.end() ? nullptr : &*found;
}

/// True if the compiler has added the property to the action.
bool IsAdded(const rt::ActionContext& ctx, std::string_view name) {
  for (const rt::ArgNode& element : ctx.args().children) {
    for (const rt::ArgNode& property : element.children) {
      if (element.text == rt::kCredentialElement && !property.children.empty() &&
          property.children[0].text == name) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

bool AsksForCredentials(const rt::ActionContext& ctx) {
  const Configuration own = OwnConfiguration(ctx);
  return FirstMarker(own, kCredentialAsked) != nullptr ||
         FirstMarker(own, kCredentialUndeclared) != nullptr;
}

rt::Result<void> ApplyCredentials(const rt::ActionContext& ctx,
                                  std::vector<rt::Properties>* layers) {
  rt::Properties& own = layers->back();
  rt::Properties added;
  std::string undeclared;
  for (auto at = own.begin(); at != own.end();) {
    if (rt::IsInternalName(at->first) && !IsAdded(ctx, at->first)) {
      return rt::Error{
          rt::ErrorClass::kFatal, "JA010",
          "property " + InOneLine(at->first) + " is made by hpdl itself, and no action may set it"};
    }
    if (at->first.starts_with(kCredentialSet)) {
      added[at->first.substr(kCredentialSet.size())] = std::move(at->second);
    } else if (const std::string_view name = Behind(at->first, kCredentialUndeclared);
               !name.empty()) {
      undeclared = name;
    } else if (Behind(at->first, kCredentialAsked).empty()) {
      ++at;
      continue;
    }
    at = own.erase(at);
  }
  added.erase("");  // an expression may have given an empty name
  if ((added.empty() && undeclared.empty()) || AreSkipped(ctx, *layers)) {
    return {};
  }
  if (!undeclared.empty()) {
    return rt::Error{rt::ErrorClass::kError, "JA021",
                     "credential '" + InOneLine(undeclared) + "' is not declared in <credentials>"};
  }
  for (auto& [name, value] : added) {
    own[name] = std::move(value);
  }
  return {};
}

rt::Task<rt::Result<void>> CheckCredentials(rt::ActionContext& ctx, std::string authentication,
                                            std::optional<std::string> job_tracker,
                                            std::vector<std::string> job_xml,
                                            std::string name_node) {
  const Configuration own = OwnConfiguration(ctx);
  const Property* asked = FirstMarker(own, kCredentialAsked);
  const bool undeclared = FirstMarker(own, kCredentialUndeclared) != nullptr;
  const bool simple = authentication.empty() || IsInAnyCase(Trimmed(authentication), "simple");
  if (!undeclared && (asked == nullptr || simple)) {
    co_return rt::Result<void>();
  }
  NamedFiles named{JobXmlOf(ctx, job_xml), {}, {}};
  HPDL_CO_TRY(co_await FetchFiles(ctx, std::move(named), std::move(name_node)));
  const auto layers = ConfigurationLayers(ctx, job_xml, own, job_tracker);
  HPDL_CO_TRY(layers);
  if (asked == nullptr || simple || AreSkipped(ctx, *layers)) {
    co_return rt::Result<void>();
  }
  co_return rt::Error{rt::ErrorClass::kError, "JA020",
                      "credential '" + InOneLine(Behind(asked->name, kCredentialAsked)) +
                          "' of type " + InOneLine(asked->value) +
                          " needs Kerberos, which hpdl does not support: "
                          "hadoop.security.authentication of the cluster is " +
                          InOneLine(Trimmed(authentication))};
}

}  // namespace hpdl::stdlib
