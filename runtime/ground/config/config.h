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

/// Files with properties: Java's job.properties and Hadoop's configuration XML, and how values
/// refer to each other. Used by hpdlc (--config) and by emitted programs. Errors are of class
/// kError and begin with `file:line: `.
namespace hpdl::rt {

/// Bytes of a file, up to `end`.
struct ConfigRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// One property as a file has it.
struct ConfigProperty {
  std::string name;
  std::string value;             ///< as written, ${other} not expanded
  bool final = false;            ///< Hadoop XML: later files cannot change it
  std::uint32_t line = 0;        ///< 1-based
  ConfigRange name_range = {};   ///< Hadoop XML: where the name is, with its references
  ConfigRange value_range = {};  ///< Hadoop XML: where the value is
};
using ConfigProperties = std::vector<ConfigProperty>;

/// Why a file cannot be read.
struct ConfigProblem {
  std::uint32_t line = 0;  ///< 1-based
  std::string text;        ///< without the place
};

/// The properties of a file, or the problem.
struct ConfigReading {
  ConfigProperties properties;
  std::optional<ConfigProblem> problem;
};

/// The whole syntax of java.util.Properties: `=`, `:` or blanks after the name, continued lines,
/// escapes, \uXXXX with surrogate pairs. The bytes are UTF-8, or ISO-8859-1 if they are not valid
/// UTF-8. Broken \u escapes and lines without a name are errors. In document order, duplicates
/// included.
Result<ConfigProperties> ReadJavaProperties(std::string_view text, std::string_view file_name);

/// `<configuration>` with `<property>`: name, value, final; others are ignored, so are properties
/// without value. Names and values are trimmed. Document types, entities and includes are errors.
Result<ConfigProperties> ReadHadoopXml(std::string_view text, std::string_view file_name);

/// Either of the two: XML if the first character that is not blank is '<'.
Result<ConfigProperties> ParseConfig(std::string_view text, std::string_view file_name);

/// ReadJavaProperties, ReadHadoopXml and ParseConfig with the place of a problem apart from its
/// text.
ConfigReading ScanJavaProperties(std::string_view text);
ConfigReading ScanHadoopXml(std::string_view text);
ConfigReading ScanConfig(std::string_view text);

/// ParseConfig of a file; not readable or larger than 64 MiB is an error too.
Result<ConfigProperties> ReadConfigFile(const std::string& path);

/// Sets the properties of a later file over those of earlier ones. `finals`, if not null, has the
/// names that earlier files made final: they are left alone, and new ones are added.
void Apply(const ConfigProperties& from, Properties* into,
           std::set<std::string, std::less<>>* finals = nullptr);

/// `value` with each ${other} replaced by the expanded value of that property, as Hadoop's
/// Configuration does; an unknown ${other} stays as it is. References that go in a circle, more
/// than 20 deep, or to more than 16 MiB are errors; the message of a circle names its properties.
/// So are references that insert more than 64 MiB on their way, or are more than a million.
Result<std::string> ExpandValue(std::string_view value, const Properties& properties);

/// The expanded value of the property `name`, which exists.
Result<std::string> ExpandProperty(std::string_view name, const Properties& properties);

/// Expands all values in place; the bounds of references are for all of them together.
Result<void> ExpandAll(Properties* properties);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_CONFIG_CONFIG_H_
