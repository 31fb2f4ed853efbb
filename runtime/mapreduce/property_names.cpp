#include "runtime/mapreduce/settings.h"

namespace hpdl::rt::mapreduce {

namespace {

struct Renamed {
  std::string_view former, current;
};

constexpr Renamed kRenamed[] = {
    {"fs.default.name", "fs.defaultFS"},
    {"io.sort.factor", "mapreduce.task.io.sort.factor"},
    {"io.sort.mb", "mapreduce.task.io.sort.mb"},
    {"job.end.retry.attempts", "mapreduce.job.end-notification.retry.attempts"},
    {"key.value.separator.in.input.line",
     "mapreduce.input.keyvaluelinerecordreader.key.value.separator"},
    {"map.input.file", "mapreduce.map.input.file"},
    {"map.input.length", "mapreduce.map.input.length"},
    {"map.input.start", "mapreduce.map.input.start"},
    {"map.output.key.field.separator", "mapreduce.map.output.key.field.separator"},
    {"mapred.compress.map.output", "mapreduce.map.output.compress"},
    {"mapred.input.dir", "mapreduce.input.fileinputformat.inputdir"},
    {"mapred.input.dir.recursive", "mapreduce.input.fileinputformat.input.dir.recursive"},
    {"mapred.job.id", "mapreduce.job.id"},
    {"mapred.job.name", "mapreduce.job.name"},
    {"mapred.job.queue.name", "mapreduce.job.queuename"},
    {"mapred.job.tracker", "mapreduce.jobtracker.address"},
    {"mapred.line.input.format.linespermap", "mapreduce.input.lineinputformat.linespermap"},
    {"mapred.local.dir", "mapreduce.cluster.local.dir"},
    {"mapred.map.max.attempts", "mapreduce.map.maxattempts"},
    {"mapred.map.tasks", "mapreduce.job.maps"},
    {"mapred.min.split.size", "mapreduce.input.fileinputformat.split.minsize"},
    {"mapred.output.compress", "mapreduce.output.fileoutputformat.compress"},
    {"mapred.output.compression.codec", "mapreduce.output.fileoutputformat.compress.codec"},
    {"mapred.output.dir", "mapreduce.output.fileoutputformat.outputdir"},
    {"mapred.output.key.class", "mapreduce.job.output.key.class"},
    {"mapred.output.key.comparator.class", "mapreduce.job.output.key.comparator.class"},
    {"mapred.output.value.class", "mapreduce.job.output.value.class"},
    {"mapred.output.value.groupfn.class", "mapreduce.job.output.group.comparator.class"},
    {"mapred.reduce.max.attempts", "mapreduce.reduce.maxattempts"},
    {"mapred.reduce.tasks", "mapreduce.job.reduces"},
    {"mapred.task.id", "mapreduce.task.attempt.id"},
    {"mapred.task.is.map", "mapreduce.task.ismap"},
    {"mapred.task.partition", "mapreduce.task.partition"},
    {"mapred.text.key.comparator.options", "mapreduce.partition.keycomparator.options"},
    {"mapred.text.key.partitioner.options", "mapreduce.partition.keypartitioner.options"},
    {"mapred.textoutputformat.separator", "mapreduce.output.textoutputformat.separator"},
    {"mapred.tip.id", "mapreduce.task.id"},
    {"mapred.work.output.dir", "mapreduce.task.output.dir"},
    {"min.num.spills.for.combine", "mapreduce.map.combine.minspills"},
    {"num.key.fields.for.partition", "mapreduce.partition.keypartitioner.numfields"},
    {"user.name", "mapreduce.job.user.name"},
};

}  // namespace

std::string_view CurrentName(std::string_view property) {
  for (const Renamed& entry : kRenamed) {
    if (entry.former == property) {
      return entry.current;
    }
  }
  return property;
}

std::string_view FormerName(std::string_view property) {
  for (const Renamed& entry : kRenamed) {
    if (entry.current == property) {
      return entry.former;
    }
  }
  return {};
}

Properties WithCurrentNames(const Properties& configuration) {
  Properties current;
  for (const auto& [name, value] : configuration) {
    const std::string_view now = CurrentName(name);
    if (now == name || !configuration.contains(now)) {
      current[std::string(now)] = value;
    }
  }
  return current;
}

}  // namespace hpdl::rt::mapreduce
