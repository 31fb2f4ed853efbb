#include "compiler/language/words.h"

#include <iterator>
#include <utility>

namespace hpdl::language {
namespace {

constexpr std::pair<std::string_view, std::string_view> kCommon[] = {
    {"job-tracker", "resource manager, HOST:PORT"},
    {"resource-manager", "resource manager, HOST:PORT"},
    {"name-node", "URI of the file system"},
    {"prepare", "deleted and made before the job starts"},
    {"launcher", "settings of the application that starts the job"},
    {"job-xml", "file of Hadoop properties"},
    {"configuration", "Hadoop properties; they win over job-xml"},
    {"file", "copied into the work directory; PATH#NAME gives it a name"},
    {"archive", "copied there and unpacked"},
    {"arg", "one argument"},
    {"argument", "one argument"},
    {"args", "arguments, split at blanks"},
    {"capture-output", "its output is kept, for wf:actionData"},
    {"java-opts", "options of the Java machine, split at blanks"},
    {"java-opt", "one option of the Java machine"},
    {"script", "file of the script"},
    {"query", "the text itself"},
    {"app-path", "directory of the other application"},
    {"hadoop-workflow", "name of the other application, or its path"},
    {"host-url", "server that knows it"},
    {"main-class", "class whose main is run"},
    {"command", "program to run"},
    {"user", "in whose name, where it is another"},
    {"mapper", "command that maps"},
    {"reducer", "command that reduces"},
    {"record-reader", "class that reads records"},
    {"record-reader-mapping", "NAME=VALUE for it"},
    {"env", "NAME=VALUE"},
    {"map", "class that maps"},
    {"reduce", "class that reduces"},
    {"inputformat", "class that reads"},
    {"partitioner", "class that spreads keys"},
    {"writer", "class that writes"},
    {"program", "file that is run"},
    {"config-class", "class that has the last word about the configuration"},
    {"files", "copied to where the commands run"},
    {"cacheFiles", "shared by the jobs of a machine; PATH#NAME gives one a name"},
    {"cacheArchives", "the same, unpacked"},
    {"delete", "path and all below it; fine if it is not there"},
    {"mkdir", "directory, with those above it"},
    {"move", "source must be there, target must not"},
    {"chmod", "changes permissions"},
    {"chgrp", "changes the group"},
    {"touchz", "makes an empty file, or changes its time"},
    {"setrep", "changes the number of copies"},
    {"master", "where Spark runs: yarn, local[*] ..."},
    {"mode", "cluster or client"},
    {"class", "class whose main is run"},
    {"jar", "file with the classes, or a Python script"},
    {"spark-opts", "options of spark-submit"},
    {"jdbc-url", "server"},
    {"password", "of the user at the server"},
    {"git-uri", "repository"},
    {"branch", "instead of the default one"},
    {"key-path", "file with the private key"},
    {"destination-uri", "directory for the clone"},
    {"pig-host", "USER@HOST, where Pig is started"},
    {"pig-script", "file of the script"},
    {"hadoop-user", "in whose name Pig runs"},
    {"cc", "addresses of copies"},
    {"bcc", "addresses of copies that others do not see"},
    {"content_type", "text/plain if there is none"},
    {"attachment", "files, comma separated"},
    {"post", "body of a POST; without it the call is a GET"},
    {"http-url", "what is called"},
    {"url", "what is called"},
    {"vcores", "processors"},
    {"queue", "of the cluster"},
    {"sharelib", "names of shared libraries"},
    {"view-acl", "who may look"},
    {"modify-acl", "who may change"},
    {"parameters", "what the workflow wants to be given"},
    {"global", "what actions have that do not say otherwise"},
    {"credentials", "declared for actions"},
    {"start", "the first node"},
    {"end", "the last node: SUCCEEDED"},
    {"message", "what is said at the end"},
    {"case", "where to go if the text is true"},
    {"default", "where to go otherwise"},
    {"path", "the first node of a branch"},
    {"description", "for readers only"},
};

}  // namespace

std::string_view FormOf(stdlib::TextRule rule) {
  using stdlib::TextRule;
  switch (rule) {
    case TextRule::kAny:
      return "text";
    case TextRule::kVerbatim:
      return "text as it is";
    case TextRule::kIdentifier:
      return "node";
    case TextRule::kDataName:
      return "name";
    case TextRule::kPlain:
      return "plain";
    case TextRule::kBoolean:
      return "true|false";
    case TextRule::kShort:
    case TextRule::kUnsigned:
    case TextRule::kInteger:
      return "number";
    case TextRule::kNotEmpty:
      return "text+";
    case TextRule::kPermissions:
      return "755|-rwxr-xr-x";
    case TextRule::kTrueOrFalse:
      return "true|false";
    case TextRule::kTries:
      return "number";
    case TextRule::kInterval:
      return "minutes";
    case TextRule::kRetryPolicy:
      return "periodic|exponential";
  }
  return "text";
}

std::string_view CommonMeaning(std::string_view element) {
  for (const auto& [name, meaning] : kCommon) {
    if (name == element) {
      return meaning;
    }
  }
  return {};
}

}  // namespace hpdl::language
