#include "runtime/world/mapreduce/settings.h"

namespace hpdl::rt::mapreduce {

namespace {

struct Renamed {
  std::string_view former, current;
};

constexpr Renamed kRenamed[] = {
    {"dfs.block.size", "dfs.blocksize"},
    {"fs.default.name", "fs.defaultFS"},
    {"hadoop.pipes.executable", "mapreduce.pipes.executable"},
    {"hadoop.pipes.java.mapper", "mapreduce.pipes.isjavamapper"},
    {"hadoop.pipes.java.recordreader", "mapreduce.pipes.isjavarecordreader"},
    {"hadoop.pipes.java.recordwriter", "mapreduce.pipes.isjavarecordwriter"},
    {"hadoop.pipes.java.reducer", "mapreduce.pipes.isjavareducer"},
    {"hadoop.pipes.partitioner", "mapreduce.pipes.partitioner"},
    {"io.sort.factor", "mapreduce.task.io.sort.factor"},
    {"io.sort.mb", "mapreduce.task.io.sort.mb"},
    {"job.end.retry.attempts", "mapreduce.job.end-notification.retry.attempts"},
    {"key.value.separator.in.input.line",
     "mapreduce.input.keyvaluelinerecordreader.key.value.separator"},
    {"map.input.file", "mapreduce.map.input.file"},
    {"map.input.length", "mapreduce.map.input.length"},
    {"map.input.start", "mapreduce.map.input.start"},
    {"map.output.key.field.separator", "mapreduce.map.output.key.field.separator"},
    {"mapred.acls.enabled", "mapreduce.cluster.acls.enabled"},
    {"mapred.cache.archives", "mapreduce.job.cache.archives"},
    {"mapred.cache.files", "mapreduce.job.cache.files"},
    {"mapred.compress.map.output", "mapreduce.map.output.compress"},
    {"mapred.create.symlink", "mapreduce.job.cache.symlink.create"},
    {"mapred.input.dir", "mapreduce.input.fileinputformat.inputdir"},
    {"mapred.input.dir.recursive", "mapreduce.input.fileinputformat.input.dir.recursive"},
    {"mapred.input.pathFilter.class", "mapreduce.input.pathFilter.class"},
    {"mapred.jar", "mapreduce.job.jar"},
    {"mapred.job.classpath.archives", "mapreduce.job.classpath.archives"},
    {"mapred.job.classpath.files", "mapreduce.job.classpath.files"},
    {"mapred.job.id", "mapreduce.job.id"},
    {"mapred.job.name", "mapreduce.job.name"},
    {"mapred.job.priority", "mapreduce.job.priority"},
    {"mapred.job.queue.name", "mapreduce.job.queuename"},
    {"mapred.job.tracker", "mapreduce.jobtracker.address"},
    {"mapred.line.input.format.linespermap", "mapreduce.input.lineinputformat.linespermap"},
    {"mapred.local.dir", "mapreduce.cluster.local.dir"},
    {"mapred.map.max.attempts", "mapreduce.map.maxattempts"},
    {"mapred.map.output.compression.codec", "mapreduce.map.output.compress.codec"},
    {"mapred.map.tasks", "mapreduce.job.maps"},
    {"mapred.map.tasks.speculative.execution", "mapreduce.map.speculative"},
    {"mapred.mapoutput.key.class", "mapreduce.map.output.key.class"},
    {"mapred.mapoutput.value.class", "mapreduce.map.output.value.class"},
    {"mapred.max.split.size", "mapreduce.input.fileinputformat.split.maxsize"},
    {"mapred.min.split.size", "mapreduce.input.fileinputformat.split.minsize"},
    {"mapred.output.compress", "mapreduce.output.fileoutputformat.compress"},
    {"mapred.output.compression.codec", "mapreduce.output.fileoutputformat.compress.codec"},
    {"mapred.output.compression.type", "mapreduce.output.fileoutputformat.compress.type"},
    {"mapred.output.dir", "mapreduce.output.fileoutputformat.outputdir"},
    {"mapred.output.key.class", "mapreduce.job.output.key.class"},
    {"mapred.output.key.comparator.class", "mapreduce.job.output.key.comparator.class"},
    {"mapred.output.value.class", "mapreduce.job.output.value.class"},
    {"mapred.output.value.groupfn.class", "mapreduce.job.output.group.comparator.class"},
    {"mapred.reduce.max.attempts", "mapreduce.reduce.maxattempts"},
    {"mapred.reduce.tasks", "mapreduce.job.reduces"},
    {"mapred.reduce.tasks.speculative.execution", "mapreduce.reduce.speculative"},
    {"mapred.task.id", "mapreduce.task.attempt.id"},
    {"mapred.task.is.map", "mapreduce.task.ismap"},
    {"mapred.task.partition", "mapreduce.task.partition"},
    {"mapred.task.timeout", "mapreduce.task.timeout"},
    {"mapred.text.key.comparator.options", "mapreduce.partition.keycomparator.options"},
    {"mapred.text.key.partitioner.options", "mapreduce.partition.keypartitioner.options"},
    {"mapred.textoutputformat.separator", "mapreduce.output.textoutputformat.separator"},
    {"mapred.tip.id", "mapreduce.task.id"},
    {"mapred.used.genericoptionsparser", "mapreduce.client.genericoptionsparser.used"},
    {"mapred.work.output.dir", "mapreduce.task.output.dir"},
    {"mapred.working.dir", "mapreduce.job.working.dir"},
    {"mapreduce.combine.class", "mapreduce.job.combine.class"},
    {"mapreduce.inputformat.class", "mapreduce.job.inputformat.class"},
    {"mapreduce.map.class", "mapreduce.job.map.class"},
    {"mapreduce.outputformat.class", "mapreduce.job.outputformat.class"},
    {"mapreduce.partitioner.class", "mapreduce.job.partitioner.class"},
    {"mapreduce.reduce.class", "mapreduce.job.reduce.class"},
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
