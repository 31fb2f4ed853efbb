#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <variant>

#include "compiler/application/application.h"
#include "compiler/application/find_definitions.h"
#include "compiler/application/read_file.h"
#include "compiler/application/remote.h"
#include "compiler/application/tree.h"
#include "compiler/celos/needs.h"
#include "compiler/driver/celos/script_checks.h"
#include "compiler/driver/commands/command.h"
#include "compiler/driver/commands/options.h"
#include "compiler/driver/commands/side_by_side.h"
#include "compiler/driver/program/definition.h"
#include "compiler/survey/addresses.h"
#include "compiler/survey/report.h"
#include "runtime/ground/base/new_file.h"
#include "runtime/ground/config/config.h"

namespace hpdl::driver {
namespace {

constexpr char kAboutSurvey[] =
    "Reports on trees of definitions, properties and scripts: which definitions hpdld runs "
    "unchanged, runs with\n"
    "warnings, or refuses and why; what they need; which kinds, functions, schemas and addresses "
    "they have; which\n"
    "files they start or read that are not in the tree. Prints a summary to stdout, or the whole "
    "report with "
    "--format json. Secrets\n"
    "are never shown. A DIR may be in HDFS.\n"
    "Exit code: 0 everything was read, whatever was found; 2 wrong usage or an unreadable file.";

/// The most bytes of a property file. Larger files are not read.
constexpr std::size_t kMostPropertyBytes = 8 << 20;

std::string FolderOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

/// Surveys folders, one after the other, with all folders below them.
class Surveyor {
 public:
  explicit Surveyor(const CommandLine& line) : line_(line) {}

  void Read(const std::string& root) {
    survey_.AddRoot(root, application::IsRemote(root) ? root : application::Canonical(root));
    application::Tree tree;
    application::ListTree(root, roots_, &tree);
    ReadProperties(&tree);
    ReadDefinitions(root, &tree);
    ReadScripts(root, &tree);
    for (const std::string& file : tree.files) {
      survey_.AddFile(file);
    }
    all_read_ = all_read_ && tree.unread.empty();
    survey_.AddUnread(std::move(tree.unread));
    survey_.AddPassedOver(std::move(tree.passed_over));
  }

  bool all_read() const { return all_read_; }
  survey::Report Finish() { return std::move(survey_).Finish(); }

 private:
  using Sentence = std::optional<std::string>;

  static rt::Error TooLarge(const std::string& path) {
    return Failure(path + ": the property file is larger than 8 MiB");
  }

  /// Returns the properties of a file, or nothing if it is not a property file. Fails if the file
  /// cannot be read. `large` is true if the file is in HDFS and too large to be read from there.
  static rt::Result<std::optional<rt::ConfigProperties>> PropertiesOf(const std::string& path,
                                                                      bool large) {
    const bool xml = path.ends_with(".xml");
    if (!xml && !path.ends_with(".properties")) {
      return std::optional<rt::ConfigProperties>();
    }
    if (large) {
      return xml ? rt::Result<std::optional<rt::ConfigProperties>>(
                       std::optional<rt::ConfigProperties>())
                 : TooLarge(path);
    }
    const rt::Result<std::string> bytes =
        application::IsRemote(path) ? application::ReadAnyFile(path)
                                    : application::ReadBegin(path, kMostPropertyBytes + 1);
    HPDL_TRY(bytes);
    if (xml && application::RootElement(std::string_view(*bytes).substr(
                   0, application::kSniffedBytes)) != "configuration") {
      return std::optional<rt::ConfigProperties>();
    }
    if (bytes->size() > kMostPropertyBytes) {
      return TooLarge(path);
    }
    rt::ConfigReading reading = xml ? rt::ScanHadoopXml(*bytes) : rt::ScanJavaProperties(*bytes);
    if (reading.problem && xml && bytes->find("<name") == bytes->npos) {
      return std::optional<rt::ConfigProperties>();  // a <configuration> of another program
    }
    if (reading.problem) {
      return Failure(path + ":" + std::to_string(reading.problem->line) +
                     ": this line is not valid in a property file");
    }
    return std::optional(std::move(reading.properties));
  }

  void ReadProperties(application::Tree* tree) {
    struct File {
      std::string path;
      std::optional<rt::ConfigProperties> properties;
      Sentence error;
    };
    std::vector<File> files;
    for (const std::string& path : tree->files) {
      files.push_back({path, {}, {}});
    }
    const auto read = [&](std::size_t i) {
      rt::Result<std::optional<rt::ConfigProperties>> read =
          PropertiesOf(files[i].path, tree->large.contains(files[i].path));
      if (read) {
        files[i].properties = std::move(*read);
      } else {
        files[i].error = read.error().message;
      }
    };
    const bool remote = !files.empty() && application::IsRemote(files[0].path);
    if (remote) {
      for (std::size_t i = 0; i < files.size(); ++i) {
        read(i);
      }
    } else {
      SideBySide(files.size(), read);
    }
    // If a folder has several property files, job.properties has precedence, because the examples
    // of Oozie start their jobs with this file.
    std::stable_partition(files.begin(), files.end(), [](const File& file) {
      return file.path.ends_with("/job.properties") || file.path == "job.properties";
    });
    for (const File& file : files) {
      if (file.error) {
        tree->unread.push_back(*file.error);
      } else if (file.properties && file.path.ends_with(".properties")) {
        for (const rt::ConfigProperty& property : *file.properties) {
          known_[FolderOf(file.path)].Add(property.name, property.value);
        }
      }
    }
    for (const File& file : files) {
      if (file.properties) {
        survey_.AddProperties(file.path, *file.properties, KnownAt(FolderOf(file.path)));
      }
    }
  }

  /// Returns the properties of the first folder that has properties: the folder itself, its parent,
  /// or its parent's parent. Returns no properties if all three folders lack them.
  const survey::KnownProperties& KnownAt(std::string folder) const {
    constexpr int kMostUp = 3;
    for (int up = 0; up < kMostUp; ++up) {
      if (const auto found = known_.find(folder); found != known_.end()) {
        return found->second;
      }
      folder = FolderOf(folder);
    }
    static const survey::KnownProperties none;
    return none;
  }

  void ReadDefinitions(const std::string& root, application::Tree* tree) {
    struct Read {
      std::optional<survey::DefinitionFacts> facts;
      std::vector<std::string> errors;
    };
    std::vector<Read> all(tree->definitions.size());
    const auto read = [&](std::size_t i) {
      const application::Tree::Found& found = tree->definitions[i];
      CompileOptions options;
      options.defaults_beside = true;
      options.contained = true;  // the survey is about the files of the tree
      rt::Result<Compiled> compiled = LoadAndCompile(found.path, options);
      // If the files of the definition's folder cannot be read, the definition alone may be
      // readable.
      if (!compiled && found.path != found.file) {
        all[i].errors.push_back(compiled.error().message);
        compiled = LoadAndCompile(found.file, options);
      }
      if (!compiled) {
        all[i].errors.push_back(compiled.error().message);
        return;
      }
      all[i].facts = survey::FactsOf(*compiled->definition, KnownAt(FolderOf(found.file)));
      all[i].facts->file = found.file;
    };
    if (application::IsRemote(root)) {
      for (std::size_t i = 0; i < all.size(); ++i) {
        read(i);
      }
    } else {
      SideBySide(all.size(), read);
    }
    for (Read& each : all) {
      if (each.facts) {
        survey_.AddDefinition(std::move(*each.facts));
      }
      std::move(each.errors.begin(), each.errors.end(), std::back_inserter(tree->unread));
    }
  }

  /// Returns the folders with a script that mentions Celos.
  static std::set<std::string> ScriptFolders(const application::Tree& tree) {
    constexpr std::size_t kMostBytes = 1 << 20;
    std::set<std::string> folders;
    for (const std::string& file : tree.files) {
      if (!file.ends_with(".js") || folders.contains(FolderOf(file))) {
        continue;
      }
      const rt::Result<std::string> text = application::ReadBegin(file, kMostBytes);
      if (text && text->find("celos.") != std::string::npos) {
        folders.insert(FolderOf(file));
      }
    }
    for (const std::string& folder : std::set<std::string>(folders)) {
      if (const std::string defaults = celos::DefaultsBeside(folder); defaults != folder) {
        folders.erase(defaults);
      }
    }
    return folders;
  }

  void ReadScripts(const std::string& root, application::Tree* tree) {
    if (application::IsRemote(root)) {
      return;  // scripts in HDFS are only counted
    }
    for (const std::string& folder : ScriptFolders(*tree)) {
      const rt::Result<CheckedScripts> checked = CheckScripts({folder, {}}, line_, {});
      if (!checked) {
        tree->unread.push_back(checked.error().message);
        continue;
      }
      survey_.AddDefinition(FactsOfScripts(folder, *checked));
    }
  }

  static survey::DefinitionFacts FactsOfScripts(const std::string& folder,
                                                const CheckedScripts& checked) {
    survey::DefinitionFacts facts;
    facts.file = folder;
    facts.language = "scripts of Celos";
    survey::TakeFindings(*checked.diagnostics, nullptr, &facts);
    const SecretTexts hidden(checked.diagnostics->secrets());
    const auto take = [&](const std::string& text, std::optional<survey::AddressRole> role) {
      for (survey::Address address : survey::FindAddresses(hidden.Masked(text))) {
        address.role = role.value_or(address.role);
        ++facts.addresses[address].count;
      }
    };
    for (const auto& [id, workflow] : checked.folder.configuration().workflows) {
      take(workflow.service.url, survey::AddressRole::kOozie);
      if (workflow.trigger == nullptr) {
        continue;
      }
      for (const celos::Wait& wait : celos::WaitsOf(*workflow.trigger)) {
        const auto* check = std::get_if<rt::celos::HdfsCheckTrigger>(&wait.trigger->kind);
        if (check != nullptr) {
          take(check->file_system, {});
          take(check->path, {});
        }
      }
    }
    return facts;
  }

  const CommandLine& line_;
  const std::vector<std::string_view> roots_ = frontend::RootNames();
  survey::Survey survey_{{application::kDefinitionName, application::kSubmittedNames[0],
                          application::kSubmittedNames[1]}};
  /// The properties that are known for each folder.
  std::map<std::string, survey::KnownProperties> known_;
  bool all_read_ = true;
};

/// True if an address of HDFS contains a user name or a password. A valid address of HDFS contains
/// neither.
bool HasLogin(const std::string& root) {
  if (!application::IsRemote(root)) {
    return false;
  }
  const std::size_t begin = root.find("://") + 3;
  const std::string authority = root.substr(begin, root.find('/', begin) - begin);
  const std::size_t colon = authority.find(':');
  return authority.find('@') != std::string::npos ||
         (colon != std::string::npos &&
          authority.find_first_not_of("0123456789", colon + 1) != std::string::npos);
}

/// Returns the roots without duplicates, and without roots that are inside another root. Otherwise
/// the survey would count the files of these roots twice.
std::vector<std::string> Apart(const std::vector<std::string>& roots) {
  std::vector<std::string> places;
  for (const std::string& root : roots) {
    const std::string place = application::IsRemote(root) ? root : application::Canonical(root);
    places.push_back((place.empty() ? root : place) + "/");
  }
  std::vector<std::string> apart;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    bool inside = false;
    for (std::size_t j = 0; j < roots.size(); ++j) {
      inside = inside ||
               (j != i && places[i].starts_with(places[j]) && (places[i] != places[j] || j < i));
    }
    if (!inside) {
      apart.push_back(roots[i]);
    }
  }
  return apart;
}

void DeclareSurvey(CommandLine* line) {
  line->options.add_options()("format", TakesOne("text|json")->default_value("text"),
                              "the format of the report")(
      "html", TakesOne("FILE"), "also write the report to FILE as one HTML page");
  AddScriptOptions(line);
}

int RunSurvey(const CommandLine& line) {
  if (line.operands.empty()) {
    return UsageError(line.name, "no DIR given");
  }
  for (const std::string& root : line.operands) {
    if (HasLogin(root)) {
      return UsageError(line.name,
                        survey::ShownPath(root) +
                            ": an HDFS address must not contain a login; give HOST or HOST:PORT");
    }
  }
  Surveyor surveyor(line);
  for (const std::string& root : Apart(line.operands)) {
    surveyor.Read(root);
  }
  const survey::Report report = surveyor.Finish();
  int exit_code = surveyor.all_read() ? kExitOk : kExitUsage;
  if (line.Has("html")) {
    constexpr mode_t kAsFilesAre = 0644;
    const std::string file = line.Get("html");
    if (!rt::WriteWhole(file, survey::FormatHtml(report), kAsFilesAre)) {
      PrintError(file + ": " + std::strerror(errno));
      exit_code = kExitUsage;
    }
  }
  const std::string out =
      line.Get("format") == "json" ? survey::FormatJson(report) : survey::FormatText(report);
  std::fwrite(out.data(), 1, out.size(), stdout);
  return exit_code;
}

}  // namespace

const Command kSurveyCommand = {"survey",           "report on trees of definitions",
                                "[options] DIR...", kAboutSurvey,
                                &DeclareSurvey,     &RunSurvey};

}  // namespace hpdl::driver
