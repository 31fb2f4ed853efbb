#include <algorithm>
#include <numeric>

#include "compiler/base/xml_text.h"
#include "compiler/survey/report.h"

namespace hpdl::survey {
namespace {

/// The most rows of one table; --format json shows all rows.
constexpr std::size_t kMostRows = 200;

constexpr std::string_view kHead = R"html(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Survey</title>
<style>
:root { color-scheme: light dark; --ink: #1c2430; --dim: #5b6675; --page: #f6f7f9; --card: #fff; --line: #dde2e8;
  --runs: #2e8b57; --warns: #c98a12; --not: #c2413b; --bar: #5b84c4 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e8ee; --dim: #9aa6b5; --page: #14181e; --card: #1d232b; --line: #333c47;
    --runs: #4fb37c; --warns: #dba63d; --not: #e36a63; --bar: #6f97d6 } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 70rem; padding: 1.5rem; background: var(--page); color: var(--ink);
  font: 15px/1.45 system-ui, sans-serif }
h1 { font-size: 1.5rem; margin: 0 }
h2 { font-size: 1.05rem; margin: 0 0 .6rem }
p { margin: .3rem 0 1rem; color: var(--dim); overflow-wrap: anywhere }
section { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 1rem 1.2rem; margin: 1rem 0;
  overflow-x: auto }
.numbers { display: flex; flex-wrap: wrap; gap: 2.5rem; margin-bottom: .8rem }
.numbers b { display: block; font-size: 2rem; line-height: 1.1; font-variant-numeric: tabular-nums }
.numbers span { color: var(--dim) }
.runs { color: var(--runs) } .warns { color: var(--warns) } .needs { color: var(--bar) } .notYet { color: var(--not) }
.stack { display: flex; margin-top: .3rem; height: 12px; border-radius: 6px; overflow: hidden; background: var(--line); min-width: 8rem }
.stack i { display: block } .stack .runs { background: var(--runs) } .stack .warns { background: var(--warns) }
.stack .needs { background: var(--bar) } .stack .notYet { background: var(--not) }
table { border-collapse: collapse; width: 100% }
th { text-align: left; font-weight: 600; color: var(--dim); font-size: .85rem }
th, td { padding: .3rem .8rem .3rem 0; border-top: 1px solid var(--line); vertical-align: top }
thead th { border-top: 0 }
td:first-child { overflow-wrap: anywhere; min-width: 11.5rem }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
.bar { width: 22% } .bar > i { display: block; height: 9px; margin-top: .4rem; border-radius: 3px; background: var(--bar); min-width: 2px }
.place { color: var(--dim); font-size: .85rem; overflow-wrap: anywhere }
</style></head><body>
)html";

constexpr std::string_view kVerdictTexts[] = {"run unchanged", "run, with warnings",
                                              "run if the site has what they need", "refused"};

class Page {
 public:
  std::string Take() && { return std::move(out_.append("</body></html>\n")); }

  void Start(const Report& report) {
    out_.append(kHead).append("<h1>Survey of the tree</h1>\n<p>");
    for (std::size_t i = 0; i < report.roots.size(); ++i) {
      out_.append(i == 0 ? "" : ", ").append(EscapeXml(report.roots[i]));
    }
    out_.append("</p>\n<section>\n<div class=\"numbers\">");
    for (std::size_t i = 0; i < report.verdicts.size(); ++i) {
      out_.append("<div><b class=\"").append(kVerdictWords[i]).append("\">");
      out_.append(std::to_string(report.verdicts[i])).append("</b><span>");
      out_.append(kVerdictTexts[i]).append("</span></div>");
    }
    out_.append("</div>\n");
    Stack(report.verdicts);
    out_.append("</section>\n");
  }

  void Languages(const Report& report) {
    Begin("Definitions",
          {"", "#in all", "#unchanged", "#with warnings", "#with needs", "#refused", ""});
    for (const auto& [language, counts] : report.languages) {
      out_.append("<tr><td>").append(EscapeXml(language)).append("</td>");
      Number(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
      for (const std::uint64_t count : counts) {
        Number(count);
      }
      out_.append("<td class=\"bar\">");
      Stack(counts);
      out_.append("</td></tr>\n");
    }
    End();
  }

  void Findings(const Report& report, bool hinder, std::string_view title) {
    const auto sorted = report.findings.Sorted();
    const bool any = std::any_of(sorted.begin(), sorted.end(),
                                 [&](const auto& row) { return Hinders(row.first) == hinder; });
    if (!any) {
      return;
    }
    Begin(title, {"", "meaning", "Oozie's code", "#times", "#files", "", "first"});
    const std::uint64_t most = Most(sorted);
    for (const auto& [kind, row] : sorted) {
      if (Hinders(kind) == hinder) {
        const DiagnosticKindInfo& info = InfoOf(kind);
        Cell(info.name);
        Cell(info.summary);
        Cell(info.oozie_code);
        Numbers(*row, most);
      }
    }
    End();
  }

  template <class Key, class Text>
  void Table(std::string_view title, const Tally<Key>& tally, const Text& text) {
    if (tally.rows().empty()) {
      return;
    }
    Begin(title, {"", "#times", "#files", "", "first"});
    const auto sorted = tally.Sorted();
    for (std::size_t i = 0; i < std::min(sorted.size(), kMostRows); ++i) {
      Cell(text(sorted[i].first));
      Numbers(*sorted[i].second, Most(sorted));
    }
    More(sorted.size(), 5);
    End();
  }

  void Paths(const Report& report) {
    const auto sorted = report.paths.Sorted();
    std::size_t shown = 0;
    for (const auto& [path, row] : sorted) {
      if (path.lead == Lead::kInside) {
        continue;
      }
      if (shown == 0) {
        Begin("Started, but not in the tree",
              {"path", "what", "", "#times", "#files", "", "first"});
      }
      if (++shown <= kMostRows) {
        Cell(path.path);
        Cell(path.what);
        Cell(path.lead == Lead::kUnknown ? "given by properties" : "elsewhere");
        Numbers(*row, Most(sorted));
      }
    }
    if (shown > 0) {
      More(shown, 7);
      End();
    }
  }

  void Datasets(const Report& report) {
    std::size_t shown = 0;
    for (const auto& [uri, row] : report.datasets) {
      if (!row.LeadsOut()) {
        continue;
      }
      if (shown == 0) {
        Begin("Data sets that coordinators read and no coordinator of the tree writes",
              {"URI", "name", "#times read", "coordinator"});
      }
      if (++shown <= kMostRows) {
        Cell(uri);
        Cell(row.name);
        Number(row.reads);
        out_.append("<td class=\"place\">")
            .append(EscapeXml(row.place.file))
            .append("</td></tr>\n");
      }
    }
    if (shown > 0) {
      More(shown, 4);
      End();
    }
  }

  void NotYet(const Report& report) {
    if (report.verdicts[static_cast<std::size_t>(Verdict::kNotYet)] == 0) {
      return;
    }
    std::size_t shown = 0;
    Begin("Definitions that hpdld refuses", {"file", "language", "#errors", "#warnings"});
    for (const DefinitionRow& row : report.definitions) {
      if (row.verdict == Verdict::kNotYet && ++shown <= kMostRows) {
        Cell(row.file);
        Cell(row.language);
        Number(row.errors);
        Number(row.warnings);
        out_.append("</tr>\n");
      }
    }
    More(shown, 4);
    End();
  }

  void SecretPlaces(const Report& report) {
    if (report.secrets.empty()) {
      return;
    }
    Begin("Secrets in plain text", {"place", "property"});
    for (std::size_t i = 0; i < std::min(report.secrets.size(), kMostRows); ++i) {
      const SecretRow& row = report.secrets[i];
      Cell(row.place.file + ":" + std::to_string(row.place.line));
      Cell(row.name);
      out_.append("</tr>\n");
    }
    More(report.secrets.size(), 2);
    End();
  }

  void Sentences(std::string_view title, const std::vector<std::string>& sentences) {
    if (sentences.empty()) {
      return;
    }
    Begin(title, {});
    for (std::size_t i = 0; i < std::min(sentences.size(), kMostRows); ++i) {
      Cell(sentences[i]);
      out_.append("</tr>\n");
    }
    More(sentences.size(), 1);
    End();
  }

 private:
  /// Begins a table. If the title of a column begins with `#`, the column has numbers.
  void Begin(std::string_view title, std::initializer_list<std::string_view> columns) {
    out_.append("<section><h2>").append(title).append("</h2>\n<table>");
    if (columns.size() > 0) {
      out_.append("<thead><tr>");
      for (const std::string_view column : columns) {
        const bool number = column.starts_with('#');
        out_.append(number ? "<th class=\"n\">" : "<th>");
        out_.append(column.substr(number ? 1 : 0)).append("</th>");
      }
      out_.append("</tr></thead>\n");
    }
    out_.append("<tbody>\n");
  }
  void End() { out_.append("</tbody></table></section>\n"); }

  void Cell(std::string_view text) {
    if (out_.ends_with("</tr>\n") || out_.ends_with("<tbody>\n")) {
      out_.append("<tr>");
    }
    out_.append("<td>").append(EscapeXml(text)).append("</td>");
  }
  void Number(std::uint64_t number) {
    out_.append("<td class=\"n\">").append(std::to_string(number)).append("</td>");
  }
  /// Writes the last cells of a row: the numbers of occurrences and of files, a bar, and the place
  /// of the first occurrence.
  void Numbers(const Tallied& row, std::uint64_t most) {
    Number(row.count);
    Number(row.files);
    out_.append("<td class=\"bar\"><i style=\"width:");
    out_.append(std::to_string(most == 0 ? 0 : row.count * 100 / most)).append("%\"></i></td>");
    const Place& place = row.places.front();
    out_.append("<td class=\"place\">").append(EscapeXml(place.file));
    out_.append(place.line == 0 ? "" : ":" + std::to_string(place.line)).append("</td></tr>\n");
  }
  void More(std::size_t rows, int columns) {
    if (rows > kMostRows) {
      out_.append("<tr><td colspan=\"").append(std::to_string(columns)).append("\">and ");
      out_.append(std::to_string(rows - kMostRows)).append(" more</td></tr>\n");
    }
  }
  void Stack(const Verdicts& verdicts) {
    const std::uint64_t all =
        std::max<std::uint64_t>(std::accumulate(verdicts.begin(), verdicts.end(), 0ULL), 1);
    out_.append("<div class=\"stack\">");
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
      out_.append("<i class=\"").append(kVerdictWords[i]).append("\" style=\"width:");
      out_.append(std::to_string(verdicts[i] * 1000 / all / 10)).append(".");
      out_.append(std::to_string(verdicts[i] * 1000 / all % 10)).append("%\"></i>");
    }
    out_.append("</div>");
  }
  template <class Rows>
  static std::uint64_t Most(const Rows& sorted) {
    return sorted.empty() ? 0 : sorted.front().second->count;
  }

  std::string out_;
};

std::string AsText(const std::string& text) {
  return text;
}

}  // namespace

std::string FormatHtml(const Report& report) {
  Page page;
  page.Start(report);
  page.Languages(report);
  page.Findings(report, true, "Reasons why hpdld refuses definitions");
  page.NotYet(report);
  page.Findings(report, false, "Warnings");
  page.Table("Needs that the files alone do not meet", report.needs,
             [](Need need) { return std::string(kNeedWords[static_cast<std::size_t>(need)]); });
  page.Table("Types of credentials", report.credential_types, AsText);
  page.Table("Kinds of actions", report.kinds, AsText);
  page.Table("Custom kinds of actions", report.custom_kinds, AsText);
  page.Table("Functions", report.functions, AsText);
  page.Table("Functions of the site", report.site_functions, AsText);
  page.Table("Schemas", report.schemas, AsText);
  page.Table("Addresses", report.addresses, [](const Address& address) {
    const auto role = static_cast<std::size_t>(address.role);
    return std::string(kAddressRoleWords[role]) + " " + address.text;
  });
  page.Paths(report);
  page.Datasets(report);
  page.Table("Other files", report.file_types, AsText);
  page.SecretPlaces(report);
  page.Sentences("Passed over", report.passed_over);
  page.Sentences("Not read", report.unread);
  return std::move(page).Take();
}

}  // namespace hpdl::survey
