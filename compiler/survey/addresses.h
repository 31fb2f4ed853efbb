#ifndef HPDL_COMPILER_SURVEY_ADDRESSES_H_
#define HPDL_COMPILER_SURVEY_ADDRESSES_H_

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Finds the machines that definitions and properties name. No other part of the texts is stored.
namespace hpdl::survey {

/// The type of service at an address.
enum class AddressRole : std::uint8_t {
  kFileSystem,
  kResourceManager,
  kJdbc,
  kMetastore,
  kOozie,
  kHttp,
  kSsh,
};
inline constexpr std::string_view kAddressRoleWords[] = {
    "file system", "resource manager", "jdbc", "metastore", "oozie", "http", "ssh"};

/// A machine, or the logical name of several machines, as a definition or property names it.
struct Address {
  AddressRole role = AddressRole::kFileSystem;
  std::string text;  ///< "hdfs://nn:8020", "rm:8032", "jdbc:mysql://db:3306"

  auto operator<=>(const Address&) const = default;
};

/// The text that is shown in place of a text that may be a password or a part of a password.
inline constexpr std::string_view kHidden = "***";

/// Returns the URIs in a text, each as scheme, host and port. The result leaves out logins, paths
/// and parameters. A host becomes kHidden if it may be part of a password or is not a plain name.
/// The time is linear in the length of the text.
std::vector<Address> FindAddresses(std::string_view text);

/// Returns the addresses of the URIs in the text of an element or property. If the text has no URI
/// and `name` is a name for a resource manager or for a host of ssh, the text may be an address
/// such as HOST:PORT or USER@HOST. The function then returns the host and the port of this address.
std::vector<Address> AddressesOf(std::string_view name, std::string_view text);

/// Returns a path or URI without login and parameters, so that it may be shown.
std::string ShownPath(std::string_view text);

}  // namespace hpdl::survey

#endif  // HPDL_COMPILER_SURVEY_ADDRESSES_H_
