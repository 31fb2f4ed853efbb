#ifndef HPDL_COMPILER_SURVEY_ADDRESSES_H_
#define HPDL_COMPILER_SURVEY_ADDRESSES_H_

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Which machines definitions and properties speak of, and nothing else of the texts they stand in.
namespace hpdl::survey {

/// What is at an address.
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

/// A machine, or the logical name of several, as texts name it.
struct Address {
  AddressRole role = AddressRole::kFileSystem;
  std::string text;  ///< "hdfs://nn:8020", "rm:8032", "jdbc:mysql://db:3306"

  auto operator<=>(const Address&) const = default;
};

/// In the place of what may be, or stand beside, a password.
inline constexpr std::string_view kHidden = "***";

/// The URIs in a text, each as scheme, host and port. Who logs in, paths and parameters are left
/// out. Where the host cannot be told from a password for sure, and where it is no plain name, it
/// is kHidden. Linear in the length of the text.
std::vector<Address> FindAddresses(std::string_view text);

/// The address that an element or a property of this name has as its text, besides URIs: HOST:PORT
/// of a resource manager, USER@HOST of ssh. None for other names.
std::vector<Address> AddressesOf(std::string_view name, std::string_view text);

/// A path or URI as it may be shown: without who logs in and without parameters.
std::string ShownPath(std::string_view text);

}  // namespace hpdl::survey

#endif  // HPDL_COMPILER_SURVEY_ADDRESSES_H_
