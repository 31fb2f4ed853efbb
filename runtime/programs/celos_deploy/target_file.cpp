#include "runtime/programs/celos_deploy/target_file.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

namespace hpdl::rt::celos {
namespace {

constexpr int kDeepestNesting = 64;
constexpr std::string_view kBlanks = " \t\r\n";

struct Key {
  const char* name;
  std::string TargetFile::* member;
};
constexpr Key kKeys[] = {{"hadoop.hdfs-site.xml", &TargetFile::hdfs_site},
                         {"hadoop.core-site.xml", &TargetFile::core_site},
                         {"workflows.dir.uri", &TargetFile::workflows},
                         {"defaults.dir.uri", &TargetFile::defaults}};

/// Returns `:line:column: ` for the byte `at`.
std::string PlaceOf(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const std::size_t line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t begin = before.rfind('\n') + 1;  // without a line feed, npos + 1 is 0
  return ":" + std::to_string(line + 1) + ":" + std::to_string(before.size() - begin + 1) + ": ";
}

/// A problem at the byte `at`, where the parser stopped.
struct Problem {
  std::size_t at = 0;
  std::string text;
};

/// The JSON parser calls these functions for each value that it reads. If a function returns false,
/// the parser stops.
class Reader final : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool null() override { return Value("null"); }
  bool boolean(bool) override { return Value("a boolean"); }
  bool number_integer(number_integer_t) override { return Value("a number"); }
  bool number_unsigned(number_unsigned_t) override { return Value("a number"); }
  bool number_float(number_float_t, const string_t&) override { return Value("a number"); }
  bool binary(binary_t&) override { return Value("bytes"); }
  bool string(string_t& value) override {
    if (depth_ == 1 && key_ != nullptr) {
      target.*(key_->member) = value;
      return true;
    }
    return Value("a string");
  }
  bool start_object(std::size_t) override { return Value("an object") && Deeper(); }
  bool end_object() override { return --depth_ >= 0; }
  bool start_array(std::size_t) override { return Value("a list") && Deeper(); }
  bool end_array() override { return --depth_ >= 0; }
  bool key(string_t& name) override {
    if (depth_ == 1) {
      const Key* found = std::find_if(std::begin(kKeys), std::end(kKeys),
                                      [&name](const Key& each) { return name == each.name; });
      key_ = found == std::end(kKeys) ? nullptr : found;
    }
    return true;
  }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception&) override {
    // `position` is behind the last byte that was read.
    const std::size_t at = std::min(position == 0 ? 0 : position - 1, text_.size());
    problem = Problem{at, at >= text_.size() ? "the file ends too early"
                                             : "the rest of the file is not valid JSON"};
    const std::string_view before = text_.substr(0, at);
    const std::size_t last = before.find_last_not_of(kBlanks);
    if (at < text_.size() && (text_[at] == '}' || text_[at] == ']') &&
        last != std::string_view::npos && before[last] == ',') {
      problem = Problem{last, "a comma before the closing bracket is invalid JSON: remove it"};
    }
    return false;
  }

  TargetFile target;
  std::optional<Problem> problem;  ///< set if the JSON has a syntax error
  std::string wrong;               ///< message about a wrong type or too deep nesting, or ""

 private:
  /// Checks every value except the string of a known key. `what` names the type of the value. If
  /// the file is not an object, or a known key has a value that is not a string, puts a message
  /// into `wrong` and returns false.
  bool Value(const char* what) {
    if (depth_ == 0 && std::string_view(what) != "an object") {
      wrong = std::string("the file is ") + what + ", not an object of strings";
    } else if (depth_ == 1 && key_ != nullptr) {
      wrong = std::string(key_->name) + " is " + what + ", not a string";
    }
    return wrong.empty();
  }
  bool Deeper() {
    if (++depth_ > kDeepestNesting) {
      wrong = "the file is nested too deeply";
    }
    return wrong.empty();
  }

  const std::string_view text_;
  const Key* key_ = nullptr;
  int depth_ = 0;
};

}  // namespace

Result<TargetFile> ReadTargetFile(std::string_view text, const std::string& name) {
  const auto wrong = [&name](const std::string& what) {
    return Error{ErrorClass::kError, "", name + what};
  };
  if (text.size() > kLongestTargetFile) {
    return wrong(": the file is larger than " + std::to_string(kLongestTargetFile) + " bytes");
  }
  Reader reader(text);
  nlohmann::json::sax_parse(text.begin(), text.end(), &reader);
  if (!reader.wrong.empty()) {
    return wrong(": " + reader.wrong);
  }
  if (reader.problem) {
    return wrong(PlaceOf(text, reader.problem->at) + reader.problem->text);
  }
  for (const Key& key : kKeys) {
    if ((reader.target.*(key.member)).empty()) {
      return wrong(std::string(": ") + key.name + " was not specified in the target file");
    }
  }
  return std::move(reader.target);
}

}  // namespace hpdl::rt::celos
