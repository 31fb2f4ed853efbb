#include "runtime/world/mapreduce/settings.h"

#include <algorithm>
#include <charconv>
#include <initializer_list>

#include "runtime/ground/base/trim.h"

namespace hpdl::rt::mapreduce {

namespace {

constexpr std::int64_t kMostReduces = 10000;
constexpr std::int64_t kMost = INT64_MAX / 2;

/// Reads properties into members. Keeps the first error message.
class Reader {
 public:
  explicit Reader(const Properties& from) : from_(from) {}

  const std::string* Find(std::string_view name) const {
    const auto found = from_.find(name);
    return found == from_.end() ? nullptr : &found->second;
  }
  void Text(std::string_view name, std::string* to) const {
    if (const std::string* value = Find(name)) {
      *to = value->empty() ? *to : *value;
    }
  }
  template <class T>
  void Number(std::string_view name, std::int64_t low, std::int64_t high, T* to) {
    const std::string* value = Find(name);
    if (value == nullptr) {
      return;
    }
    std::int64_t number = 0;
    const std::string_view digits = Trimmed(*value);
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, number);
    if (error != std::errc() || stop != end || number < low || number > high) {
      Complain(std::string(name) + " is '" + *value + "', not a number from " +
               std::to_string(low) + " to " + std::to_string(high));
      return;
    }
    *to = static_cast<T>(number);
  }
  void Flag(std::string_view name, bool* to) const {
    const std::string* value = Find(name);
    const std::string_view word = value == nullptr ? std::string_view() : Trimmed(*value);
    if (word == "true" || word == "false") {
      *to = word == "true";
    }
  }
  /// Reads a command, which is URL-encoded as streaming requires.
  void Command(std::string_view name, std::vector<std::string>* to) {
    if (const std::string* value = Find(name)) {
      auto decoded = UrlDecode(*value);
      if (!decoded) {
        Complain(decoded.error().message);
        return;
      }
      *to = SplitCommand(*decoded);
      if (to->empty()) {
        Complain(std::string(name) + " is empty");
      }
    }
  }
  /// Checks that the value of a property is one of the Java classes `known`, which this runtime
  /// replaces by native code. Returns the index of the class in `known`; -1 if the property is not
  /// set or the class is not known.
  int Class(std::string_view name, std::initializer_list<std::string_view> known) {
    const std::string* value = Find(name);
    if (value == nullptr || Trimmed(*value).empty()) {
      return -1;
    }
    int index = 0;
    for (const std::string_view each : known) {
      if (each == Trimmed(*value)) {
        return index;
      }
      ++index;
    }
    Complain(std::string(name) + " " + *value + " is Java code, which --local does not run");
    return -1;
  }
  void Complain(std::string message) { error_ = error_.empty() ? std::move(message) : error_; }
  const std::string& error() const { return error_; }

 private:
  const Properties& from_;
  std::string error_;
};

void ReadClasses(Reader& reader, JobSettings* settings) {
  reader.Class("mapred.mapper.class", {"org.apache.hadoop.streaming.PipeMapper"});
  reader.Class("mapred.map.runner.class", {"org.apache.hadoop.streaming.PipeMapRunner"});
  if (reader.Class("mapred.reducer.class", {"org.apache.hadoop.streaming.PipeReducer",
                                            "org.apache.hadoop.mapred.lib.IdentityReducer"}) == 1) {
    settings->reducer.clear();
  }
  if (reader.Class("mapred.combiner.class", {"org.apache.hadoop.streaming.PipeCombiner"}) != 0) {
    settings->combiner.clear();
  }
  reader.Class("mapred.partitioner.class", {"org.apache.hadoop.mapred.lib.HashPartitioner"});
  reader.Class("mapred.output.format.class", {"org.apache.hadoop.mapred.TextOutputFormat"});
  for (const char* name :
       {"mapreduce.job.map.class", "mapreduce.job.reduce.class", "mapreduce.job.combine.class",
        "mapreduce.job.partitioner.class", "mapreduce.job.inputformat.class",
        "mapreduce.job.outputformat.class", "mapreduce.job.output.key.comparator.class",
        "mapreduce.job.output.group.comparator.class", "stream.recordreader.class",
        "stream.io.identifier.resolver.class"}) {
    reader.Class(name, {});
  }
  for (const char* name :
       {"stream.map.input", "stream.map.output", "stream.reduce.input", "stream.reduce.output"}) {
    const std::string* value = reader.Find(name);
    if (value != nullptr && *value != "text") {
      reader.Complain(std::string(name) + " " + *value + ": --local supports only text");
    }
  }
}

void ReadInput(Reader& reader, JobSettings* settings) {
  const int format =
      reader.Class("mapred.input.format.class", {"org.apache.hadoop.mapred.TextInputFormat",
                                                 "org.apache.hadoop.mapred.KeyValueTextInputFormat",
                                                 "org.apache.hadoop.mapred.lib.NLineInputFormat"});
  settings->format = format < 0 ? InputFormat::kText : static_cast<InputFormat>(format);
  settings->ignore_key = settings->format == InputFormat::kText;
  reader.Flag("stream.map.input.ignoreKey", &settings->ignore_key);
  if (const std::string* paths = reader.Find("mapreduce.input.fileinputformat.inputdir")) {
    settings->inputs = SplitPaths(*paths);
  }
  if (settings->inputs.empty()) {
    reader.Complain("no input: mapreduce.input.fileinputformat.inputdir is not set");
  }
  reader.Number("mapreduce.input.fileinputformat.split.minsize", 0, kMost,
                &settings->splits.min_size);
  reader.Number("fs.local.block.size", 1, kMost, &settings->splits.block_size);
  reader.Flag("mapreduce.input.fileinputformat.input.dir.recursive", &settings->splits.recursive);
  reader.Number("mapreduce.input.lineinputformat.linespermap", 1, kMost, &settings->lines_per_map);
  reader.Text("textinputformat.record.delimiter", &settings->record_delimiter);
  reader.Text("mapreduce.input.keyvaluelinerecordreader.key.value.separator",
              &settings->key_value_separator);
}

void ReadOutput(Reader& reader, JobSettings* settings) {
  reader.Text("mapreduce.output.fileoutputformat.outputdir", &settings->output);
  if (settings->output.empty()) {
    reader.Complain("no output: mapreduce.output.fileoutputformat.outputdir is not set");
  }
  bool compress = false;
  reader.Flag("mapreduce.output.fileoutputformat.compress", &compress);
  if (compress) {
    reader.Complain(
        "mapreduce.output.fileoutputformat.compress: --local writes no compressed output");
  }
  if (const std::string* separator = reader.Find("mapreduce.output.textoutputformat.separator")) {
    settings->output_separator = *separator;
  }
  reader.Flag("mapreduce.fileoutputcommitter.marksuccessfuljobs", &settings->mark_success);
}

void ReadStreaming(Reader& reader, JobSettings* settings) {
  reader.Command("stream.map.streamprocessor", &settings->mapper);
  reader.Command("stream.combine.streamprocessor", &settings->combiner);
  reader.Number("mapreduce.job.reduces", 0, kMostReduces, &settings->reduces);
  const std::string* reducer = reader.Find("stream.reduce.streamprocessor");
  if (reducer != nullptr && *reducer == "NONE") {
    settings->reduces = 0;
  } else {
    reader.Command("stream.reduce.streamprocessor", &settings->reducer);
  }
  if (settings->mapper.empty()) {
    reader.Complain("the job has no mapper command: --local cannot run a Java class as the mapper");
  }
  if (settings->reducer == std::vector<std::string>{"aggregate"}) {
    reader.Complain("the reducer 'aggregate' is Java code, which --local does not run");
  }
  const auto text = [&](std::string_view name, std::string* to) {
    if (const std::string* value = reader.Find(name)) {
      *to = *value;
    }
  };
  text("stream.map.input.field.separator", &settings->map_input_separator);
  text("stream.reduce.input.field.separator", &settings->reduce_input_separator);
  text("stream.map.output.field.separator", &settings->map_output.separator);
  text("stream.reduce.output.field.separator", &settings->reduce_output.separator);
  text("stream.stderr.reporter.prefix", &settings->reporter_prefix);
  reader.Number("stream.num.map.output.key.fields", 0, INT32_MAX, &settings->map_output.fields);
  reader.Number("stream.num.reduce.output.key.fields", 0, INT32_MAX,
                &settings->reduce_output.fields);
  reader.Flag("stream.non.zero.exit.is.failure", &settings->failing_exit);
}

void ReadSort(Reader& reader, JobSettings* settings) {
  std::int64_t megabytes = 100;
  reader.Number("mapreduce.task.io.sort.mb", 1, 2047, &megabytes);
  settings->sort_memory = static_cast<std::size_t>(megabytes) << 20;
  reader.Number("mapreduce.task.io.sort.factor", 2, 1000, &settings->fan_in);
  reader.Number("mapreduce.map.combine.minspills", 0, INT32_MAX, &settings->combine_again);
}

/// Reads stream.addenvironment: NAME=VALUE entries, separated by blanks. Skips entries without '='.
void ReadEnvironment(const Reader& reader, JobSettings* settings) {
  const std::string* value = reader.Find("stream.addenvironment");
  std::string_view left = value == nullptr ? std::string_view() : *value;
  while (!left.empty()) {
    const std::string_view entry = left.substr(0, left.find(' '));
    left.remove_prefix(std::min(entry.size() + 1, left.size()));
    const std::size_t equals = entry.find('=');
    if (equals != std::string_view::npos && equals > 0) {
      settings->environment.emplace_back(entry.substr(0, equals), entry.substr(equals + 1));
    }
  }
}

}  // namespace

std::vector<std::string> SplitPaths(std::string_view paths) {
  std::vector<std::string> split;
  std::string path;
  int depth = 0;
  const auto finish = [&] {
    if (!path.empty()) {
      split.push_back(path);
    }
    path.clear();
  };
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const char c = paths[i];
    depth += c == '{' ? 1 : c == '}' && depth > 0 ? -1 : 0;
    if (c == '\\' && i + 1 < paths.size() && paths[i + 1] == ',') {
      path += paths[++i];
    } else if (c == ',' && depth == 0) {
      finish();
    } else {
      path += c;
    }
  }
  finish();
  return split;
}

Result<JobSettings> ReadSettings(const Properties& configuration) {
  JobSettings settings;
  Reader reader(configuration);
  ReadStreaming(reader, &settings);
  ReadClasses(reader, &settings);
  ReadInput(reader, &settings);
  ReadOutput(reader, &settings);
  ReadSort(reader, &settings);
  ReadEnvironment(reader, &settings);
  if (!reader.error().empty()) {
    return ActionError(reader.error());
  }
  return settings;
}

}  // namespace hpdl::rt::mapreduce
