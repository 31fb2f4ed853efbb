#include <algorithm>
#include <numeric>

#include "compiler/base/print_text.h"
#include "compiler/survey/report.h"
#include "runtime/ground/base/terminal_text.h"

namespace hpdl::survey {
namespace {

/// The most lines of one table; --format json shows all rows.
constexpr std::size_t kMostLines = 20;
constexpr std::size_t kWidestFirst = 48;

struct Line {
  std::string first;
  std::string number;
  std::string rest;
};

std::string AtPlace(const Tallied& row) {
  if (row.places.empty()) {
    return {};
  }
  const Place& place = row.places.front();
  return place.file + (place.line == 0 ? "" : ":" + std::to_string(place.line));
}

void AppendTable(const std::string& title, const std::vector<Line>& lines, std::string* out) {
  if (lines.empty()) {
    return;
  }
  std::size_t first = 0;
  std::size_t number = 0;
  const std::size_t shown = std::min(lines.size(), kMostLines);
  for (std::size_t i = 0; i < shown; ++i) {
    first = std::max(first, std::min(DisplayWidth(OneLine(lines[i].first)), kWidestFirst));
    number = std::max(number, lines[i].number.size());
  }
  out->append("\n").append(title).append("\n");
  for (std::size_t i = 0; i < shown; ++i) {
    const std::string text = OneLine(lines[i].first);
    const std::size_t width = DisplayWidth(text);
    out->append("  ").append(text).append(width < first ? first - width : 0, ' ').append("  ");
    out->append(number - lines[i].number.size(), ' ').append(lines[i].number);
    if (!lines[i].rest.empty()) {
      out->append("  ").append(OneLine(lines[i].rest));
    }
    out->append("\n");
  }
  if (shown < lines.size()) {
    out->append("  and ").append(std::to_string(lines.size() - shown)).append(" more\n");
  }
}

template <class Key, class Text>
std::vector<Line> LinesOf(const Tally<Key>& tally, const Text& text) {
  std::vector<Line> lines;
  for (const auto& [key, row] : tally.Sorted()) {
    Line line{text(key), std::to_string(row->count), {}};
    line.rest = "in " + Counted(row->files, "file") + ", first at " + AtPlace(*row);
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string Itself(const std::string& text) {
  return text;
}

void AppendFindings(const Report& report, bool hinder, const std::string& title, std::string* out) {
  std::vector<Line> lines;
  for (const auto& [kind, row] : report.findings.Sorted()) {
    if (Hinders(kind) == hinder) {
      const DiagnosticKindInfo& info = InfoOf(kind);
      lines.push_back({std::string(info.name), std::to_string(row->count),
                       "in " + Counted(row->files, "file") + ": " + std::string(info.summary) +
                           ", first at " + AtPlace(*row)});
    }
  }
  AppendTable(title, lines, out);
}

void AppendPaths(const Report& report, Lead lead, const std::string& title, std::string* out) {
  std::vector<Line> lines;
  for (const auto& [path, row] : report.paths.Sorted()) {
    if (path.lead == lead) {
      lines.push_back(
          {path.path, std::to_string(row->count), std::string(path.what) + ", " + AtPlace(*row)});
    }
  }
  AppendTable(title, lines, out);
}

void AppendDatasets(const Report& report, std::string* out) {
  std::vector<Line> lines;
  for (const auto& [uri, row] : report.datasets) {
    if (row.LeadsOut()) {
      lines.push_back({uri, std::to_string(row.reads), row.name + ", " + row.place.file});
    }
  }
  AppendTable("Data sets that coordinators read and no coordinator of the tree writes", lines, out);
}

void AppendSentences(const std::string& title, const std::vector<std::string>& sentences,
                     std::string* out) {
  if (sentences.empty()) {
    return;
  }
  out->append("\n").append(title).append("\n");
  for (std::size_t i = 0; i < std::min(sentences.size(), kMostLines); ++i) {
    out->append("  ").append(OneLine(sentences[i])).append("\n");
  }
  if (sentences.size() > kMostLines) {
    out->append("  and ").append(std::to_string(sentences.size() - kMostLines)).append(" more\n");
  }
}

void AppendSecrets(const Report& report, std::string* out) {
  std::vector<Line> lines;
  for (const SecretRow& row : report.secrets) {
    const std::string line = row.place.line == 0 ? "" : ":" + std::to_string(row.place.line);
    lines.push_back({row.place.file + line, "", row.name});
  }
  AppendTable("Secrets in plain text", lines, out);
}

std::string Total(const Verdicts& verdicts) {
  return std::to_string(verdicts[0]) + " unchanged, " + std::to_string(verdicts[1]) +
         " with warnings, " + std::to_string(verdicts[2]) + " with needs, " +
         std::to_string(verdicts[3]) + " refused";
}

std::string Headline(const Report& report) {
  const Verdicts& verdicts = report.verdicts;
  const std::uint64_t all = std::accumulate(verdicts.begin(), verdicts.end(), std::uint64_t{0});
  return Counted(all, "definition") + ": hpdld runs " + std::to_string(verdicts[0]) +
         " unchanged, " + std::to_string(verdicts[1]) + " with warnings, " +
         std::to_string(verdicts[2]) + " if the site has what they need, and refuses " +
         std::to_string(verdicts[3]);
}

}  // namespace

std::string FormatText(const Report& report) {
  std::string out = Headline(report) + "\n";
  std::vector<Line> languages;
  for (const auto& [language, counts] : report.languages) {
    languages.push_back(
        {std::string(language),
         std::to_string(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0})),
         Total(counts)});
  }
  AppendTable("Definitions", languages, &out);
  AppendFindings(report, true, "Reasons why hpdld refuses definitions", &out);
  AppendFindings(report, false, "Warnings", &out);
  AppendTable(
      "Needs that the files alone do not meet",
      LinesOf(report.needs,
              [](Need need) { return std::string(kNeedWords[static_cast<std::size_t>(need)]); }),
      &out);
  AppendTable("Types of credentials", LinesOf(report.credential_types, Itself), &out);
  AppendTable("Kinds of actions", LinesOf(report.kinds, Itself), &out);
  AppendTable("Custom kinds of actions", LinesOf(report.custom_kinds, Itself), &out);
  AppendTable("Functions", LinesOf(report.functions, Itself), &out);
  AppendTable("Functions of the site", LinesOf(report.site_functions, Itself), &out);
  AppendTable("Schemas", LinesOf(report.schemas, Itself), &out);
  AppendTable("Addresses",
              LinesOf(report.addresses,
                      [](const Address& address) {
                        const auto role = static_cast<std::size_t>(address.role);
                        return std::string(kAddressRoleWords[role]) + " " + address.text;
                      }),
              &out);
  AppendPaths(report, Lead::kOutside, "Started, but not in the tree", &out);
  AppendPaths(report, Lead::kUnknown, "Started from a path that properties give", &out);
  AppendDatasets(report, &out);
  AppendTable("Other files", LinesOf(report.file_types, Itself), &out);
  AppendSecrets(report, &out);
  AppendSentences("Passed over", report.passed_over, &out);
  AppendSentences("Not read", report.unread, &out);
  return out;
}

}  // namespace hpdl::survey
