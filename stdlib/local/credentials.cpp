#include "stdlib/local/credentials.h"

#include <algorithm>
#include <string>
#include <utility>

#include "runtime/base/lower_case.h"
#include "runtime/base/trim.h"
#include "runtime/process/output_tail.h"
#include "runtime/site/site.h"
#include "stdlib/core/common.h"
#include "stdlib/core/credential.h"
#include "stdlib/local/settings.h"

namespace hpdl::stdlib {

namespace {

constexpr const char* kSkip = "oozie.credentials.skip";

bool IsTrue(std::string_view text) {
  return IsInAnyCase(Trimmed(text), "true");
}

bool AreSkipped(const rt::ActionContext& ctx, const std::vector<rt::Properties>& layers) {
  for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) {
    if (const auto found = layer->find(kSkip); found != layer->end()) {
      return IsTrue(found->second);
    }
  }
  return IsTrue(ctx.site().Text(rt::Setting::kCredentialsSkip, ctx.configuration()));
}

/// The part of `name` behind `prefix`; "" if it does not begin so.
std::string_view Behind(std::string_view name, std::string_view prefix) {
  return name.starts_with(prefix) ? name.substr(prefix.size()) : std::string_view();
}

/// A word of the definition for a message of one line.
std::string InOneLine(std::string_view word) {
  std::string line = rt::CleanText(word);
  std::replace_if(line.begin(), line.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return line;
}

/// The properties of the action's own <configuration>, with those that the compiler has put there.
rt::Properties OwnProperties(const rt::ActionContext& ctx) {
  rt::Properties own;
  for (const rt::ArgNode& element : ctx.args().children) {
    for (const rt::ArgNode& property : element.children) {
      const std::vector<rt::ArgNode>& parts = property.children;
      if (parts.size() >= 2 && parts[0].field == kPropertyName &&
          parts[1].field == kPropertyValue) {
        own[parts[0].text] = parts[1].text;
      }
    }
  }
  return own;
}

}  // namespace

rt::Result<void> ApplyCredentials(const rt::ActionContext& ctx,
                                  std::vector<rt::Properties>* layers) {
  rt::Properties& own = layers->back();
  rt::Properties added;
  std::string undeclared;
  for (auto at = own.begin(); at != own.end();) {
    if (const std::string_view property = Behind(at->first, kCredentialSet); !property.empty()) {
      added[std::string(property)] = std::move(at->second);
    } else if (const std::string_view name = Behind(at->first, kCredentialUndeclared);
               !name.empty()) {
      undeclared = name;
    } else if (Behind(at->first, kCredentialAsked).empty()) {
      ++at;
      continue;
    }
    at = own.erase(at);
  }
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

rt::Result<void> CheckAuthentication(const rt::ActionContext& ctx,
                                     std::string_view authentication) {
  if (authentication.empty() || IsInAnyCase(Trimmed(authentication), "simple")) {
    return {};
  }
  const rt::Properties own = OwnProperties(ctx);
  for (const auto& [name, type] : own) {
    const std::string_view credential = Behind(name, kCredentialAsked);
    if (credential.empty()) {
      continue;
    }
    rt::Properties global;
    for (const Property& property : GlobalOf(ctx).configuration.properties) {
      global[property.name] = property.value;
    }
    if (AreSkipped(ctx, {std::move(global), own})) {
      return {};
    }
    return rt::Error{rt::ErrorClass::kError, "JA020",
                     "credential '" + InOneLine(credential) + "' of type " + InOneLine(type) +
                         " needs Kerberos, which this program has not: "
                         "hadoop.security.authentication of the cluster is " +
                         InOneLine(Trimmed(authentication))};
  }
  return {};
}

}  // namespace hpdl::stdlib
