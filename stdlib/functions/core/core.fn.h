#ifndef HPDL_STDLIB_FUNCTIONS_CORE_CORE_FN_H_
#define HPDL_STDLIB_FUNCTIONS_CORE_CORE_FN_H_

#include "stdlib/core/function.h"

extern "C" {
std::int32_t hpdl_fn_first_not_null(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_concat2(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_concat3(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_replace_all(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_append_all(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_trim(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_fail(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_timestamp(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_timestamp_hws(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_url_encode(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_to_json_str(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_to_properties_str(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_to_configuration_str(hpdl_eval*, const hpdl_value*, hpdl_value*);
}

/// Functions without prefix, and the constants of sizes: specification 4.2.1 and 4.2.2.
namespace hpdl::stdlib {

namespace core_functions {

inline constexpr ArgumentDecl kTwoValues[] = {{"value1", Type::kAny}, {"value2", Type::kAny}};
inline constexpr ArgumentDecl kStrings[] = {{"s1"}, {"s2"}, {"s3"}};
inline constexpr ArgumentDecl kReplace[] = {{"text"}, {"regex"}, {"replacement"}};
inline constexpr ArgumentDecl kAppend[] = {{"text"}, {"append"}, {"delimiter"}};
inline constexpr ArgumentDecl kText[] = {{"text"}};
inline constexpr ArgumentDecl kMap[] = {{"map", Type::kMap}};

inline constexpr FunctionDecl kAll[] = {
    {"firstNotNull", Type::kAny, kTwoValues, kPure, kWorkflows, "hpdl_fn_first_not_null",
     &hpdl_fn_first_not_null,
     "The first value that is not null, or null if both values are null (section 4.2.2 of Oozie's "
     "specification)."},
    {"concat", Type::kString, std::span(kStrings).first(2), kPure, kWorkflows, "hpdl_fn_concat2",
     &hpdl_fn_concat2,
     "The two texts, one after the other; null is an empty text (section 4.2.2 of Oozie's "
     "specification).",
     Asks::kNothing, FunctionRole::kConcat},
    {"concat", Type::kString, kStrings, kPure, kHwsWorkflow, "hpdl_fn_concat3", &hpdl_fn_concat3,
     "The three texts, one after the other; null is an empty text (HWS 4.2.2).", Asks::kNothing,
     FunctionRole::kConcat},
    {"replaceAll", Type::kString, kReplace, kPure, kOozieWorkflow, "hpdl_fn_replace_all",
     &hpdl_fn_replace_all,
     "The text with each match of a regular expression replaced; $1 in the replacement is the "
     "first "
     "group."},
    {"appendAll", Type::kString, kAppend, kPure, kOozieWorkflow, "hpdl_fn_append_all",
     &hpdl_fn_append_all,
     "The text with another text appended to each of its parts; the delimiter separates the "
     "parts."},
    {"trim", Type::kString, kText, kPure, kWorkflows, "hpdl_fn_trim", &hpdl_fn_trim,
     "The text without white space at both ends; null is an empty text (section 4.2.2 of Oozie's "
     "specification)."},
    {"hpdl:fail", Type::kAny, kText, kPure, 0, "hpdl_fn_fail", &hpdl_fn_fail,
     "Fails with the text as the reason.", Asks::kNothing, FunctionRole::kFails},
    {"timestamp",
     Type::kString,
     {},
     kClock,
     kOozieWorkflow,
     "hpdl_fn_timestamp",
     &hpdl_fn_timestamp,
     "The current time to the minute, such as 1997-07-16T19:20Z (section 4.2.2 of Oozie's "
     "specification)."},
    {"timestamp",
     Type::kString,
     {},
     kClock,
     kHwsWorkflow,
     "hpdl_fn_timestamp_hws",
     &hpdl_fn_timestamp_hws,
     "The current time, such as 1997-07-16T19:20:30.45Z (HWS 4.2.2)."},
    {"urlEncode", Type::kString, kText, kPure, kWorkflows, "hpdl_fn_url_encode",
     &hpdl_fn_url_encode,
     "The UTF-8 text, encoded for URLs (section 4.2.2 of Oozie's specification)."},
    {"toJsonStr", Type::kString, kMap, kPure, kOozieWorkflow, "hpdl_fn_to_json_str",
     &hpdl_fn_to_json_str, "A map as a JSON object."},
    {"toPropertiesStr", Type::kString, kMap, kPure, kOozieWorkflow, "hpdl_fn_to_properties_str",
     &hpdl_fn_to_properties_str, "A map as a Java properties file."},
    {"toConfigurationStr", Type::kString, kMap, kPure, kOozieWorkflow,
     "hpdl_fn_to_configuration_str", &hpdl_fn_to_configuration_str,
     "A map as a Hadoop configuration file."},
};

inline constexpr ConstantDecl kConstants[] = {
    {"KB", Type::kLong, std::int64_t{1} << 10, {}}, {"MB", Type::kLong, std::int64_t{1} << 20, {}},
    {"GB", Type::kLong, std::int64_t{1} << 30, {}}, {"TB", Type::kLong, std::int64_t{1} << 40, {}},
    {"PB", Type::kLong, std::int64_t{1} << 50, {}},
};

}  // namespace core_functions

inline constexpr FunctionFamily kCoreFunctions = {"core", core_functions::kAll,
                                                  core_functions::kConstants};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_FUNCTIONS_CORE_CORE_FN_H_
