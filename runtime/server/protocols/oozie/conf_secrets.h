#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_CONF_SECRETS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_CONF_SECRETS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "runtime/ground/config/xml_tree.h"
#include "runtime/ground/value/eval.h"

namespace hpdl::rt {

/// Replaces passwords, keys and tokens in the XML of an action by "***".
class ConfSecrets {
 public:
  /// Adds the values of the properties whose names are names of secrets (IsSecretName()). They are
  /// hidden wherever they occur. Values of less than 4 characters are too common for that.
  void Add(const Properties& properties);

  /// Hides the secrets in an element: the values that Add() knows, the texts and attributes whose
  /// names are names of secrets, NAME=VALUE, the word after an option such as --password, and the
  /// passwords in URLs. `work` is the number of bytes that may still be compared with known values.
  /// Returns false if that is not enough; the element must not be shown then.
  bool Hide(XmlElement* element, std::size_t* work) const;
  /// Hides the secrets in a text that belongs to no element.
  bool Hide(std::string* text, std::size_t* work) const;

 private:
  bool HideKnown(std::string* text, std::size_t* work) const;
  bool HideIn(XmlElement* element, bool* secret, std::size_t* work) const;
  bool HideText(std::string* text, bool* secret, std::size_t* work) const;

  std::size_t values_ = 0;  ///< more than 1000: there are too many, and nothing is shown
  /// The known values by their first four bytes. The longest value comes first.
  std::unordered_map<std::uint32_t, std::vector<std::string>> known_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_CONF_SECRETS_H_
