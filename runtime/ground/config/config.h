#ifndef HPDL_RUNTIME_GROUND_CONFIG_CONFIG_H_
#define HPDL_RUNTIME_GROUND_CONFIG_CONFIG_H_

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"

/// Reads files with properties: Java's job.properties and Hadoop's configuration XML. Also expands
/// references like ${other} in values. hpdlc (--config) and emitted programs use these functions.
/// Errors have class kError and begin with `file:line: `.
namespace hpdl::rt {

/// A range of bytes of a text in UTF-8: from `begin` up to, but not including, `end`.
struct ConfigRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// One property as a file defines it.
struct ConfigProperty {
  std::string name;
  std::string value;             ///< the value as written; ${other} is not expanded
  bool final = false;            ///< Hadoop XML: true if later files cannot change the value
  std::uint32_t line = 0;        ///< 1-based
  ConfigRange name_range = {};   ///< Hadoop XML: position of the name as written
  ConfigRange value_range = {};  ///< Hadoop XML: position of the value as written
  bool blank = false;            ///< Hadoop XML: true if the value was written as blanks only
};
using ConfigProperties = std::vector<ConfigProperty>;

/// An error in the content of a file.
struct ConfigProblem {
  enum class Kind : std::uint8_t {
    kSyntax,   ///< every error except kRoot and kElement
    kRoot,     ///< the root element is not <configuration>
    kElement,  ///< <configuration> contains an element that is not <property>
  };
  std::uint32_t line = 0;  ///< 1-based
  std::string text;        ///< the message without file and line
  Kind kind = Kind::kSyntax;
};

/// The properties of a file, or the error in its content.
struct ConfigReading {
  ConfigProperties properties;
  std::optional<ConfigProblem> problem;
};

/// Reads the whole syntax of java.util.Properties: `=`, `:` or blanks after the name, continued
/// lines, escapes, and \uXXXX with surrogate pairs. The bytes are UTF-8, or ISO-8859-1 if they are
/// not valid UTF-8. Broken \u escapes and lines without a name are errors. The properties are in
/// document order, including duplicates.
Result<ConfigProperties> ReadJavaProperties(std::string_view text, std::string_view file_name);

/// Reads `<configuration>` with `<property>` elements. Reads the fields name, value and final of
/// each property and ignores other fields. Ignores properties without a value, and prefixes of
/// elements. Trims names and values. Document types, entities and includes are errors. The bytes
/// are in an encoding that DecodeXml() knows.
Result<ConfigProperties> ReadHadoopXml(std::string_view bytes, std::string_view file_name);

/// Reads either format: Hadoop XML if the first character that is not blank is '<', else Java
/// properties.
Result<ConfigProperties> ParseConfig(std::string_view bytes, std::string_view file_name);

/// These functions do the same as ReadJavaProperties(), ReadHadoopXml() and ParseConfig(), but they
/// return the line and the message of a problem separately.
ConfigReading ScanJavaProperties(std::string_view text);
ConfigReading ScanHadoopXml(std::string_view bytes);
ConfigReading ScanConfig(std::string_view bytes);

/// Does the same as ScanHadoopXml() for a text that is already UTF-8, whatever encoding it
/// declares.
ConfigReading ScanHadoopXmlText(std::string_view text);

/// Reads a file and calls ParseConfig(). It is also an error if the file cannot be read or is
/// larger than 64 MiB.
Result<ConfigProperties> ReadConfigFile(const std::string& path);

/// Adds the properties of a file to `into`, where they replace properties of earlier files. If
/// `finals` is not null, it contains the names of the properties that earlier files made final.
/// Apply() does not change these properties. It adds to `finals` the names of the properties that
/// this file makes final.
void Apply(const ConfigProperties& from, Properties* into,
           std::set<std::string, std::less<>>* finals = nullptr);

/// Removes the properties with an empty value. Oozie treats these properties as missing, so that a
/// default can apply. HWS does not remove them.
void RemoveEmpty(Properties* properties);

/// Returns `value` with each ${other} replaced by the expanded value of that property, as Hadoop's
/// Configuration does. An unknown ${other} stays as it is. A circle of references is an error, and
/// the message names its properties. It is also an error if there are more than 20 levels of
/// references or more than a million references, if a value expands to more than 16 MiB, or if
/// references insert more than 64 MiB in total.
Result<std::string> ExpandValue(std::string_view value, const Properties& properties);

/// Returns the expanded value of the property `name`, which must exist.
Result<std::string> ExpandProperty(std::string_view name, const Properties& properties);

/// Expands all values in place. ExpandValue() limits the number of references and the inserted
/// bytes of one value; here these limits apply to all values together.
Result<void> ExpandAll(Properties* properties);

/// Returns `values` with each ${other} replaced by the expanded property of `properties`. All
/// values together have the limits of ExpandValue(), and may insert at most `*most` bytes.
/// ExpandValues() subtracts the inserted bytes from `*most`.
Result<Properties> ExpandValues(const Properties& values, const Properties& properties,
                                std::size_t* most);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_CONFIG_CONFIG_H_
