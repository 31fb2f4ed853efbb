#ifndef HPDL_COMPILER_ANALYSIS_GIVEN_H_
#define HPDL_COMPILER_ANALYSIS_GIVEN_H_

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/analysis/analyze.h"

namespace hpdl::analysis {

/// A value that the definition, the file of defaults or the command line gives to a property, and
/// the origin of the value.
struct GivenValue {
  enum class From { kParameters, kDefaults, kOptions };
  From from = From::kParameters;
  std::string_view name;
  std::string_view value;  ///< the value as written, with its references to other properties
  /// The file that contains the value; null if the file is not known.
  const SourceBuffer* source = nullptr;
  Range name_range;
  Range value_range;

  std::string_view Origin() const {
    return from == From::kParameters ? "<parameters>"
           : from == From::kDefaults ? "the defaults of the application"
                                     : "-D or --config";
  }
};

/// All values that the definition, the application's file of defaults and the command line give, in
/// this order. If a name has several values, the last value takes effect. If <parameters> declares
/// a name twice, its second declaration is ignored.
class GivenValues {
 public:
  explicit GivenValues(const Subject& subject);

  const std::vector<GivenValue>& all() const { return all_; }
  /// Returns the value that is in effect for a name, or null if the name has no value.
  const GivenValue* Find(std::string_view name) const;

 private:
  std::vector<GivenValue> all_;
  std::unordered_map<std::string_view, std::size_t> last_;
};

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_GIVEN_H_
