#include "compiler/driver/eval/eval_context.h"

#include <algorithm>
#include <array>
#include <climits>
#include <cstdint>

#include "compiler/base/failure.h"
#include "compiler/base/suggest.h"
#include "compiler/driver/eval/context_json.h"
#include "compiler/sema/functions.h"
#include "runtime/ground/config/config.h"
#include "runtime/ground/token/token.h"
#include "stdlib/core/environment.h"

namespace hpdl::driver {

using nlohmann::json;

/// Fills an EvalContext. The reading ends at the first error.
class ContextReader : private ContextJson {
 public:
  explicit ContextReader(EvalContext* out) : ContextJson(&out->unknown_), out_(*out) {}
  using ContextJson::error;

  bool Read(const json& root) {
    std::string dialect = "oozie";
    if (!IsObject(root, "the context")) {
      return false;
    }
    Knows(root, "the context",
          {"dialect", "type", "current", "callbackBase", "lastErrorNode", "job", "properties",
           "nodes", "token", "group", "dataset", "action", "dataIn", "dataOut"});
    bool ok = Text(root, "dialect", &dialect) && Text(root, "type", &out_.result_type_) &&
              Group(root) && Text(root, "current", &out_.current_) &&
              Text(root, "callbackBase", &out_.callback_base_) &&
              OptionalText(root, "lastErrorNode", &out_.last_error_node_) && Job(root) &&
              ReadProperties(root) && Nodes(root) && ReadToken(root) && Coordinator(root);
    if (ok && dialect != "oozie" && dialect != "hws") {
      ok = Fail("\"dialect\" is \"" + dialect + "\", expected \"oozie\" or \"hws\"");
    }
    out_.dialect_ = dialect == "hws" ? HPDL_DIALECT_HWS : HPDL_DIALECT_OOZIE;
    return ok && KnownType();
  }

 private:
  /// Reads "group", the name that Oozie's settings give to a set of functions.
  bool Group(const json& root) {
    std::string name;
    if (!Text(root, "group", &name) || name.empty()) {
      return error.empty();
    }
    std::vector<std::string_view> groups;
    for (const stdlib::EnvironmentDecl& decl : stdlib::kEnvironments) {
      if (decl.group == name) {
        out_.group_ = decl.environment;
        return true;
      }
      groups.push_back(decl.group);
    }
    return Fail("\"group\" is \"" + name + "\", which is not a known group" +
                DidYouMean(name, groups).str());
  }

  bool Coordinator(const json& root) {
    CoordinatorReader reader(&out_.coordinator_, &out_.unknown_);
    if (!reader.Read(root)) {
      return Fail(reader.error);
    }
    if (!reader.name.empty()) {
      out_.job_.name = reader.name;
    }
    const auto user = out_.properties_.find("user.name");
    if (out_.group_ && out_.job_.user.empty() && user != out_.properties_.end()) {
      out_.job_.user = user->second;
    }
    return true;
  }

  bool KnownType() {
    constexpr std::array<std::string_view, 7> kTypes = {"",       "String",  "Integer", "Long",
                                                        "Double", "Boolean", "Map"};
    return std::find(kTypes.begin(), kTypes.end(), out_.result_type_) != kTypes.end() ||
           Fail("\"type\" is \"" + out_.result_type_ +
                "\", expected String, Integer, Long, Double, Boolean or Map");
  }

  bool Job(const json& root) {
    const auto job = root.find("job");
    if (job == root.end()) {
      return true;
    }
    rt::JobIdentity& identity = out_.job_;
    if (!IsObject(*job, "\"job\"")) {
      return false;
    }
    Knows(*job, "\"job\"", {"id", "name", "user", "group", "appPath", "run"});
    if (!Text(*job, "id", &identity.id) || !Text(*job, "name", &identity.name) ||
        !Text(*job, "user", &identity.user) || !Text(*job, "group", &identity.group) ||
        !Text(*job, "appPath", &identity.app_path)) {
      return false;
    }
    const auto run = job->find("run");
    if (run == job->end()) {
      return true;
    }
    return Whole(*run, "\"run\"", INT_MIN, INT_MAX, &identity.run);
  }

  bool ReadProperties(const json& root) {
    const auto found = root.find("properties");
    if (found == root.end()) {
      return true;
    }
    if (!Texts(*found, "properties", &out_.properties_)) {
      return false;
    }
    // Removes the properties that have the name of a constant, because Oozie does not accept them.
    std::erase_if(out_.properties_, [&](const auto& property) {
      return out_.group_ && sema::FindConstant(property.first, *out_.group_) != nullptr;
    });
    const rt::Result<void> expanded = rt::ExpandAll(&out_.properties_);
    return expanded.ok() || Fail(expanded.error().message);
  }

  bool Nodes(const json& root) {
    const auto found = root.find("nodes");
    if (found == root.end()) {
      return true;
    }
    if (!IsObject(*found, "\"nodes\"")) {
      return false;
    }
    for (const auto& [name, value] : found->items()) {
      if (!Node(value, name, &out_.nodes_[name])) {
        return false;
      }
    }
    return true;
  }

  bool Node(const json& value, const std::string& name, rt::NodeRecord* node) {
    if (!IsObject(value, "\"" + name + "\"")) {
      return false;
    }
    Knows(value, "the node \"" + name + "\"",
          {"status", "transition", "errorCode", "errorMessage", "data", "counters", "externalId",
           "trackerUri", "externalStatus"});
    if (!OptionalText(value, "status", &node->status) ||
        !OptionalText(value, "transition", &node->transition) ||
        !OptionalText(value, "errorCode", &node->error_code) ||
        !OptionalText(value, "errorMessage", &node->error_message) ||
        !OptionalText(value, "externalId", &node->external_id) ||
        !OptionalText(value, "trackerUri", &node->tracker_uri) ||
        !OptionalText(value, "externalStatus", &node->external_status)) {
      return false;
    }
    if (const auto data = value.find("data"); data != value.end()) {
      node->has_data = true;
      if (!Texts(*data, "data", &node->data)) {
        return false;
      }
    }
    const auto counters = value.find("counters");
    return counters == value.end() || Counters(*counters, node);
  }

  bool Counters(const json& groups, rt::NodeRecord* node) {
    node->has_counters = true;
    if (!IsObject(groups, "\"counters\"")) {
      return false;
    }
    for (const auto& [group, names] : groups.items()) {
      if (!IsObject(names, "the counter group \"" + group + "\"")) {
        return false;
      }
      for (const auto& [name, value] : names.items()) {
        if (!Whole(value, "the counter \"" + name + "\"", INT64_MIN, INT64_MAX,
                   &node->counters[group][name])) {
          return false;
        }
      }
    }
    return true;
  }

  bool ReadToken(const json& root) {
    const auto found = root.find("token");
    if (found == root.end()) {
      return true;
    }
    if (!IsObject(*found, "\"token\"")) {
      return false;
    }
    Knows(*found, "\"token\"", {"USER", "SYSTEM"});
    return Scope(*found, "USER", rt::TokenScope::kUser) &&
           Scope(*found, "SYSTEM", rt::TokenScope::kSystem);
  }

  bool Scope(const json& token, const char* name, rt::TokenScope scope) {
    const auto found = token.find(name);
    if (found == token.end()) {
      return true;
    }
    if (!IsObject(*found, "\"" + std::string(name) + "\"")) {
      return false;
    }
    for (const auto& [key, values] : found->items()) {
      const std::string what = "the token's \"" + key + "\"";
      if (!values.is_array()) {
        return Fail(what + " must be an array of [NODE, VALUE]");
      }
      for (const json& value : values) {
        if (!value.is_array() || value.size() != 2 || !value[0].is_string() || value[1].is_null()) {
          return Fail(what + " must be an array of [NODE, VALUE]");
        }
        std::string text;
        if (!ToText(value[1], key, &text)) {
          return false;
        }
        if (const std::string wrong = rt::TokenLimitError(key, text); !wrong.empty()) {
          return Fail(wrong);
        }
        out_.token_.push_back({scope, value[0].get<std::string>(), key, std::move(text)});
      }
    }
    return true;
  }

  EvalContext& out_;
};

void EvalContext::ReadToken(rt::Token* token) const {
  for (const TokenEntry& entry : token_) {
    token->Put(entry.scope, entry.node, entry.key, entry.value);
  }
}

void EvalContext::PutToken(std::string key, std::string value) {
  token_.push_back({rt::TokenScope::kUser, current_, std::move(key), std::move(value)});
}

rt::Result<void> EvalContext::Read(std::string_view text) {
  json root;
  try {
    root = json::parse(text);
  } catch (const json::parse_error& problem) {
    return Failure("not JSON at byte " + std::to_string(problem.byte));
  } catch (const json::exception& problem) {
    // problem.what() is "[json.exception.out_of_range.406] number overflow parsing '1e999'", for
    // example.
    const std::string_view what = problem.what();
    return Failure("not JSON: " + std::string(what.substr(what.find("] ") + 2)));
  }
  ContextReader reader(this);
  if (!reader.Read(root)) {
    return Failure(std::move(reader.error));
  }
  return {};
}

const std::string* EvalContext::Property(std::string_view name) const {
  const auto found = properties_.find(name);
  return found == properties_.end() ? nullptr : &found->second;
}

const rt::NodeRecord* EvalContext::Node(std::string_view name) const {
  const auto found = nodes_.find(name);
  return found == nodes_.end() ? nullptr : &found->second;
}

}  // namespace hpdl::driver
