#include "compiler/driver/fix/fix.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "compiler/application/read_file.h"
#include "compiler/application/remote.h"
#include "compiler/application/write_file.h"
#include "compiler/diagnostics/columns.h"
#include "compiler/driver/fix/corrections.h"
#include "compiler/driver/fix/diff.h"
#include "compiler/frontend/xml/encoding.h"

namespace hpdl::driver {
namespace {

/// The most rounds of corrections. A correction may uncover the next mistake, as in XML that is not
/// well-formed.
constexpr int kMostRounds = 100;
/// If a set of corrections does not help, its halves are tried. The search ends when it has
/// compiled more than this number of bytes without success. This takes some seconds.
constexpr std::size_t kMostTriedBytes = 8 << 20;
/// The most lines that are printed about one file. Further lines are only counted.
constexpr std::size_t kMostSaid = 1000;

bool IsInArchive(const Application& application) {
  return application.root.ends_with(':');
}

/// The text of a definition, with its secrets (`real`) and without them (`shown`).
struct Text {
  std::string shown;  ///< the text with asterisks in place of secrets
  std::string real;
};

Text TextOf(const Definition& definition) {
  const SourceBuffer& source = *definition.source;
  const Range all = {0, static_cast<std::uint32_t>(source.text().size())};
  return {definition.diagnostics.secrets().Shown(source, all), std::string(source.text())};
}

/// The first kMostSaid lines that are printed about one file, and the number of all lines.
class FixLines {
 public:
  void Add(const std::string& line) {
    if (++count_ <= kMostSaid) {
      text_ += line;
    }
  }
  std::string Take(const std::string& name) {
    if (count_ > kMostSaid) {
      text_ += Clean(name) + ": " + std::to_string(count_ - kMostSaid) +
               " more lines about this file are not printed\n";
    }
    return std::move(text_);
  }
  std::size_t count() const { return count_; }

 private:
  std::string text_;
  std::size_t count_ = 0;
};

class Fixer {
 public:
  Fixer(const std::string& path, const CompileOptions& options, Compiled* compiled)
      : path_(path),
        options_(options),
        application_(compiled->application),
        definition_(compiled->definition),
        found_(definition_->diagnostics.Sorted()),
        name_(application_.definition_name) {}

  FixReport Fix(bool write) {
    if (Choose(found_, *definition_).empty() || !IsOurs() || !Load()) {
      return std::move(report_);
    }
    const std::string before = bytes_;
    const Text text = TextOf(*definition_);
    std::unique_ptr<Definition> original;
    for (int round = 0; round < kMostRounds && Round(&original); ++round) {
    }
    report_.made = corrections_.count();
    report_.said = (write ? corrections_.Take(name_) : "") + refusals_.Take(name_);
    if (bytes_ == before) {
      return std::move(report_);
    }
    if (!write) {
      Compare(text, TextOf(*definition_));
      definition_ = std::move(original);
      return std::move(report_);
    }
    if (const rt::Result<void> replaced = application::ReplaceFile(name_, bytes_); !replaced) {
      Fail(replaced.error().message);
      definition_ = std::move(original);
    }
    return std::move(report_);
  }

 private:
  void Compare(const Text& before, const Text& after) {
    report_.diff = UnifiedDiff(name_, before.shown, after.shown);
    const bool masked = before.shown != before.real || after.shown != after.real;
    if (masked && report_.diff != UnifiedDiff(name_, before.real, after.real)) {
      report_.said += Clean(name_) +
                      ": this difference shows asterisks in place of secrets, so it cannot be " +
                      "applied; --fix makes the corrections\n";
    }
  }

  /// Returns false for a file that hpdlc must not change: a remote file, or a file in an archive.
  bool IsOurs() {
    const bool remote = application::IsRemote(path_);
    if (remote || IsInArchive(application_)) {
      report_.said = "hpdlc: " + Clean(name_) + (remote ? " is remote" : " is in an archive") +
                     " and is not corrected; correct a local copy instead\n";
      return false;
    }
    return true;
  }

  /// Reads the file. Returns false if the file cannot be read or has changed since it was compiled.
  bool Load() {
    rt::Result<std::string> bytes = application::ReadFile(name_);
    if (!bytes) {
      Fail(bytes.error().message);
      return false;
    }
    bytes_ = std::move(*bytes);
    Diagnostics ignored;
    const auto source = frontend::MakeSource(name_, bytes_, ignored);
    if (source == nullptr || source->text() != definition_->source->text()) {
      Fail(name_ + ": the file has changed since it was checked");
      return false;
    }
    return true;
  }

  /// Reports an error. The file stays as it was.
  void Fail(const std::string& error) {
    report_.said = "hpdlc: " + Clean(error) + "; it is not corrected\n";
    report_.failed = true;
  }

  /// Makes one set of corrections. Returns false if no set helps. Stores the definition of the
  /// unchanged file in `original`.
  bool Round(std::unique_ptr<Definition>* original) {
    Chosen chosen = Choose(found_, *definition_);
    std::erase_if(chosen, [&](const Diagnostic* d) { return refused_.contains(d->text.str()); });
    return !chosen.empty() && TryParts(chosen, original);
  }

  /// Makes all corrections of `chosen`. If they do not help, makes the corrections of the first
  /// part of `chosen` that helps. The other corrections wait for the next round, because their
  /// ranges have changed.
  bool TryParts(const Chosen& chosen, std::unique_ptr<Definition>* original) {
    if (Try(chosen, original)) {
      return true;
    }
    tried_bytes_ += bytes_.size();
    if (chosen.size() == 1 || tried_bytes_ > kMostTriedBytes) {
      return false;
    }
    const auto middle = chosen.begin() + static_cast<std::ptrdiff_t>(chosen.size() / 2);
    return TryParts({chosen.begin(), middle}, original) ||
           TryParts({middle, chosen.end()}, original);
  }

  bool Try(const Chosen& chosen, std::unique_ptr<Definition>* original) {
    std::string bytes = Edited(bytes_, *definition_, chosen);
    std::unique_ptr<Definition> corrected = CompileBytes(application_, bytes, options_);
    if (corrected->source == nullptr) {
      return false;
    }
    Found found = corrected->diagnostics.Sorted();
    if (const Diagnostic* worse = Worse(found_, found)) {
      if (chosen.size() == 1) {
        Refuse(*chosen.front(), *worse);
      }
      return false;
    }
    if (!Helped(chosen, found_, found)) {
      return false;
    }
    for (const Diagnostic* diagnostic : chosen) {
      corrections_.Add(Line(*diagnostic, "corrected: " + diagnostic->fix->title.str()));
    }
    if (*original == nullptr) {
      *original = std::move(definition_);
    }
    definition_ = std::move(corrected);
    found_ = std::move(found);
    bytes_ = std::move(bytes);
    return true;
  }

  void Refuse(const Diagnostic& diagnostic, const Diagnostic& worse) {
    refused_.insert(diagnostic.text.str());
    refusals_.Add(Line(diagnostic,
                       "not corrected (" + diagnostic.fix->title.str() +
                           "), because the correction would cause an error: " + worse.text.str()));
  }

  std::string Line(const Diagnostic& diagnostic, const std::string& text) const {
    const LineColumn place = diagnostic.source->Locate(diagnostic.range.begin);
    return Clean(name_) + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) +
           ": " + Clean(text) + " [" + std::string(InfoOf(diagnostic.kind).name) + "]\n";
  }

  const std::string& path_;
  const CompileOptions& options_;
  const Application& application_;
  std::unique_ptr<Definition>& definition_;  ///< the definition in `bytes_`
  Found found_;
  std::string name_;
  std::string bytes_;  ///< the bytes of the file with the corrections so far
  std::set<std::string> refused_;
  FixLines corrections_;
  FixLines refusals_;
  std::size_t tried_bytes_ = 0;
  FixReport report_;
};

}  // namespace

FixReport FixDefinition(const std::string& path, const CompileOptions& options, bool write,
                        Compiled* compiled) {
  return Fixer(path, options, compiled).Fix(write);
}

std::size_t CountCorrections(const std::string& path, const Compiled& compiled,
                             const std::vector<Diagnostic>& found) {
  if (application::IsRemote(path) || IsInArchive(compiled.application)) {
    return 0;
  }
  return static_cast<std::size_t>(std::count_if(
      found.begin(), found.end(),
      [&](const Diagnostic& diagnostic) { return IsSafe(diagnostic, *compiled.definition); }));
}

}  // namespace hpdl::driver
