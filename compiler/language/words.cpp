#include "compiler/language/words.h"

#include <iterator>
#include <utility>

namespace hpdl::language {
namespace {

constexpr std::pair<std::string_view, std::string_view> kCommon[] = {
    {"job-tracker", "resource manager, HOST:PORT"},
    {"resource-manager", "resource manager, HOST:PORT"},
    {"name-node", "URI of the file system"},
    {"prepare", "paths that are deleted and made before the job starts"},
    {"launcher", "settings of the application that starts the job"},
    {"job-xml", "file of Hadoop properties"},
    {"configuration", "Hadoop properties; they win over job-xml"},
    {"file", "file to copy into the work directory; PATH#NAME gives it a name"},
    {"archive", "archive to copy into the work directory and to unpack"},
    {"arg", "one argument"},
    {"argument", "one argument"},
    {"args", "arguments, split at blanks"},
    {"capture-output", "keeps the output for wf:actionData"},
    {"java-opts", "options of the Java machine, split at blanks"},
    {"java-opt", "one option of the Java machine"},
    {"script", "file of the script"},
    {"query", "text of the query"},
    {"app-path", "directory of the application that is started"},
    {"hadoop-workflow", "name or path of the application that is started"},
    {"host-url", "server that runs the started application"},
    {"main-class", "class whose main method is run"},
    {"command", "program to run"},
    {"user", "user in whose name the command runs, if not the user of the job"},
    {"mapper", "command that maps"},
    {"reducer", "command that reduces"},
    {"record-reader", "class that reads records"},
    {"record-reader-mapping", "NAME=VALUE for the record reader"},
    {"env", "NAME=VALUE"},
    {"map", "class that maps"},
    {"reduce", "class that reduces"},
    {"inputformat", "class that reads the input"},
    {"partitioner", "class that assigns keys to reducers"},
    {"writer", "class that writes the output"},
    {"program", "file that is run"},
    {"config-class", "class that makes the last changes to the configuration"},
    {"files", "files to copy to where the commands run"},
    {"cacheFiles", "files shared by the jobs of a machine; PATH#NAME gives a file a name"},
    {"cacheArchives", "archives that are unpacked and shared by the jobs of a machine"},
    {"delete", "deletes a path and all below it, if the path exists"},
    {"mkdir", "makes a directory and those above it"},
    {"move", "moves a path; the source must exist, the target must not"},
    {"chmod", "changes permissions"},
    {"chgrp", "changes the group"},
    {"touchz", "makes an empty file, or changes its time"},
    {"setrep", "changes the number of copies"},
    {"master", "where Spark runs: yarn, local[*] ..."},
    {"mode", "cluster or client"},
    {"class", "class whose main method is run"},
    {"jar", "file with the classes, or a Python script"},
    {"spark-opts", "options of spark-submit"},
    {"jdbc-url", "URL of the server"},
    {"password", "password of the user at the server"},
    {"git-uri", "repository"},
    {"branch", "branch, if not the default one"},
    {"key-path", "file with the private key"},
    {"destination-uri", "directory for the clone"},
    {"pig-host", "USER@HOST, where Pig is started"},
    {"pig-script", "file of the script"},
    {"hadoop-user", "user in whose name Pig runs"},
    {"cc", "addresses that get a copy"},
    {"bcc", "addresses that get a copy and that others do not see"},
    {"content_type", "type of the content; text/plain by default"},
    {"attachment", "files, comma separated"},
    {"post", "body of a POST; without it the call is a GET"},
    {"http-url", "URL to call"},
    {"url", "URL to call"},
    {"vcores", "processors"},
    {"queue", "queue of the cluster"},
    {"sharelib", "names of shared libraries"},
    {"view-acl", "users who may see the job"},
    {"modify-acl", "users who may change the job"},
    {"parameters", "parameters of the definition"},
    {"global", "defaults for all actions"},
    {"credentials", "credentials that actions may use"},
    {"start", "the first node"},
    {"end", "the last node: SUCCEEDED"},
    {"message", "message at the end of the job"},
    {"case", "next node if the text is true"},
    {"default", "next node if no case is true"},
    {"path", "the first node of a branch"},
    {"description", "a text for readers, without effect"},
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
