#include <algorithm>

#include "runtime/ground/config/config.h"

namespace hpdl::rt {
namespace {

constexpr std::size_t kMaxDepth = 20;  // Hadoop's MAX_SUBST
constexpr std::size_t kMaxSize = 16u << 20;
/// The maximum number of bytes that all references of one call may insert. Each reference costs
/// kStep bytes more than its value, which also limits the number of references to empty values.
constexpr std::size_t kMaxInserted = 64u << 20;
constexpr std::size_t kStep = 64;

/// Expands values one after the other. The limit kMaxInserted applies to all values together.
/// `active_` is a stack with the names of the properties whose expansion has begun and not ended.
class Expander {
 public:
  explicit Expander(const Properties& properties, std::size_t most = kMaxInserted)
      : properties_(properties), left_(most) {}

  Result<std::string> Property(std::string_view name) {
    std::string out;
    active_.clear();
    const auto found = properties_.find(name);
    HPDL_TRY(Enter(found->first, found->second, &out));
    return out;
  }

  Result<std::string> Value(std::string_view value) {
    std::string out;
    HPDL_TRY(Expand(value, &out));
    return out;
  }

  std::size_t left() const { return left_; }

 private:
  static Error Fail(std::string message) { return {ErrorClass::kError, "", std::move(message)}; }

  Result<void> Expand(std::string_view value, std::string* out) {
    std::size_t i = 0;
    while (i < value.size()) {
      const std::size_t reference = std::min(value.find("${", i), value.size());
      out->append(value.substr(i, reference - i));
      i = reference;
      if (i < value.size()) {
        HPDL_TRY(Reference(value, &i, out));
      }
      if (out->size() > kMaxSize) {
        return Fail("the value of property '" + Current() + "' expands to more than 16 MiB");
      }
    }
    return {};
  }

  std::string Current() const { return active_.empty() ? "" : std::string(active_.front()); }

  /// Appends the value of the reference that begins at *at with "${". If the text at *at is not a
  /// reference, appends the text itself. Moves *at behind the reference or the text.
  Result<void> Reference(std::string_view value, std::size_t* at, std::string* out) {
    // As in Hadoop, a name has no '$', '}' or blank. A reference inside a reference is expanded
    // first.
    const std::size_t end = value.find_first_of("}$ ", *at + 2);
    if (end != std::string_view::npos && value.substr(end, 2) == "${") {
      return Nested(value, at, out);
    }
    if (end == std::string_view::npos || value[end] != '}' || end == *at + 2) {
      out->append("${");
      *at += 2;
      return {};
    }
    const std::string_view name = value.substr(*at + 2, end - *at - 2);
    *at = end + 1;
    return Insert(name, out);
  }

  /// Expands a nested reference like `${a${b}}`. The value of the inner reference is a part of the
  /// outer reference's name.
  Result<void> Nested(std::string_view value, std::size_t* at, std::string* out) {
    if (nesting_ >= kMaxDepth) {
      out->append("${");
      *at += 2;
      return {};
    }
    ++nesting_;
    std::string name;
    std::size_t i = *at + 2;
    while (i < value.size() && value[i] != '}' && value[i] != ' ') {
      if (value.substr(i, 2) == "${") {
        HPDL_TRY(Reference(value, &i, &name));
      } else {
        name += value[i++];
      }
    }
    --nesting_;
    if (i >= value.size() || value[i] != '}' || name.find('$') != std::string::npos) {
      out->append("${").append(name);
      *at = i;
      return {};
    }
    *at = i + 1;
    return Insert(name, out);
  }

  Result<void> Insert(std::string_view name, std::string* out) {
    const auto found = properties_.find(name);
    if (found == properties_.end()) {
      out->append("${").append(name).append("}");
      return {};
    }
    const std::size_t cost = found->second.size() + kStep;
    if (cost > left_) {
      return Fail("property '" + Current() +
                  "' expands too far: the references of all properties insert more than 64 MiB, "
                  "or there are more than a million references");
    }
    left_ -= cost;
    return Enter(found->first, found->second, out);
  }

  Result<void> Enter(std::string_view name, std::string_view value, std::string* out) {
    const auto known = std::find(active_.begin(), active_.end(), name);
    if (known != active_.end()) {
      std::string circle;
      for (auto i = known; i != active_.end(); ++i) {
        circle.append(*i).append(" -> ");
      }
      return Fail("properties refer to each other in a circle: " + circle.append(name));
    }
    if (active_.size() > kMaxDepth) {
      return Fail("property '" + Current() +
                  "' refers to other properties more than 20 levels deep");
    }
    active_.push_back(name);
    HPDL_TRY(Expand(value, out));
    active_.pop_back();
    return {};
  }

  const Properties& properties_;
  std::vector<std::string_view> active_;
  std::size_t nesting_ = 0;
  std::size_t left_;
};

}  // namespace

Result<std::string> ExpandValue(std::string_view value, const Properties& properties) {
  return Expander(properties).Value(value);
}

Result<std::string> ExpandProperty(std::string_view name, const Properties& properties) {
  return Expander(properties).Property(name);
}

Result<void> ExpandAll(Properties* properties) {
  Properties expanded;
  Expander expander(*properties);
  for (const auto& [name, value] : *properties) {
    auto result = expander.Property(name);
    HPDL_TRY(result);
    expanded.emplace_hint(expanded.end(), name, std::move(*result));
  }
  *properties = std::move(expanded);
  return {};
}

Result<Properties> ExpandValues(const Properties& values, const Properties& properties,
                                std::size_t* most) {
  Properties expanded;
  Expander expander(properties, std::min(*most, kMaxInserted));
  for (const auto& [name, value] : values) {
    const std::size_t before = expander.left();
    Result<std::string> result = expander.Value(value);
    *most -= before - expander.left();
    HPDL_TRY(result);
    expanded.emplace_hint(expanded.end(), name, std::move(*result));
  }
  return expanded;
}

}  // namespace hpdl::rt
