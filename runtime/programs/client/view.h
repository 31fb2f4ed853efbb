#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_VIEW_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_VIEW_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "runtime/programs/client/answer.h"
#include "runtime/programs/client/time_zones.h"

/// The pages and tables that the client makes from answers. Each page and each table ends with a
/// line feed.
namespace hpdl::client {

/// Returns a line of 132 dashes, as in Oozie, with its line feed.
std::string Ruler();

/// Returns a date in the form that the client shows. The member `name` of `object` holds the date.
/// Returns "-" if the member is missing.
std::string ShownDate(const Json& object, const char* name, const NamedZone& zone, bool seconds);

/// Pads `text` with blanks to `width`. Longer texts are not cut.
std::string Padded(std::string_view text, std::size_t width);

/// The form in which a member is shown.
enum class Shape {
  kText,     ///< "-" if the member is missing
  kRaw,      ///< as Java appends it to a text: "null" if the member is missing
  kInteger,  ///< 0 if the member is missing
  kDate,
};

/// A column of a table, or a line of a page.
struct Field {
  const char* title;
  const char* member;
  Shape shape = Shape::kText;
  std::size_t width = 0;
};

std::string FieldText(const Field& field, const Json& object, const NamedZone& zone, bool seconds);

struct TableStyle {
  bool ruler = true;     ///< true if a ruler follows the titles
  bool seconds = false;  ///< true if dates show seconds
};

/// Returns a table with a ruler after each row.
std::string TableText(std::span<const Field> fields, const Json& rows, const NamedZone& zone,
                      TableStyle style = {});

/// Returns a table with tabs between the columns. Dates show seconds, and a ruler follows the
/// titles.
std::string TabbedText(std::span<const Field> fields, const Json& rows, const NamedZone& zone);

/// Returns a line for each field: the title, then the value.
std::string PageText(std::span<const Field> fields, const Json& object, const NamedZone& zone,
                     bool seconds);

// ---- Workflows

std::string JobText(const Json& job, const NamedZone& zone, bool verbose);
std::string ActionText(const Json& action, const NamedZone& zone, bool verbose);
std::string JobsText(const Json& jobs, const NamedZone& zone, bool verbose);
/// Describes the earlier attempts of an action, without its last attempt.
std::string RetriesText(const std::string& action, const Json& retries);

// ---- Coordinators and bundles

std::string CoordinatorText(const Json& job, const NamedZone& zone, bool verbose);
std::string CoordinatorActionText(const Json& action, const NamedZone& zone);
std::string CoordinatorsText(const Json& jobs, const NamedZone& zone, bool verbose);
/// Returns a table of the workflow jobs that an action of a coordinator has started.
std::string RunsText(const Json& jobs, const NamedZone& zone);
std::string BundleText(const Json& job, const NamedZone& zone, bool verbose);
std::string BundlesText(const Json& jobs, const NamedZone& zone, bool verbose);

// ---- The server

std::string MetricsText(const Json& metrics);
std::string InstrumentationText(const Json& instrumentation);
std::string QueueText(const Json& dump);
std::string ShareLibText(const Json& answer);
std::string ShareLibUpdateText(const Json& answer);
/// Returns the members as lines NAME : VALUE, sorted.
std::string SortedText(const Json& object);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_VIEW_H_
