#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "stdlib/actions/sqoop/sqoop_command.h"
#include "stdlib/actions/sqoop/sqoop_local.h"
#include "stdlib/cluster/job_resources.h"
#include "stdlib/cluster/tool.h"
#include "stdlib/core/resource_manager.h"
#include "stdlib/local/local_command.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/unpack_first.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

rt::Task<rt::Result<Launch>> Arrange(rt::ActionContext& ctx, const SqoopArgs& args,
                                     rt::FileSystem& files, const rt::PathBase& base) {
  const auto own = ActionConfiguration(ctx, args.job_xml, args.configuration, args.job_tracker);
  HPDL_CO_TRY(own);
  auto arguments = SqoopArguments(args, UsesShellSplitter(*own));
  HPDL_CO_TRY(arguments);
  Tool tool{"sqoop", "org.apache.sqoop.Sqoop", rt::Setting::kSqoopHome, "*,lib/*", "SQOOP_HOME"};
  tool.options = OpenModules();
  auto sqoop = co_await BeginTool(ctx, ToolElementsOf(args), std::move(tool), files, base);
  HPDL_CO_TRY(sqoop);
  SqoopWords words = WordsOf(WithSqoopSite(std::move(*arguments)));
  const auto& all = sqoop->resources.all();
  ShareWithJobs({all.begin(), all.begin() + static_cast<std::ptrdiff_t>(sqoop->own_resources)},
                &sqoop->configuration);
  words.files[kSqoopSite] = ConfigurationXml(sqoop->configuration);
  co_return std::move(*sqoop).With(std::move(words.words), std::move(words.files));
}

rt::Task<rt::Outcome> RunSqoop(rt::ActionContext& ctx) {
  if (ctx.local()) {
    co_return co_await RunSqoopHere(ctx);
  }
  const SqoopArgs args = DecodeArgs<SqoopArgs>(kSqoopKind, ctx.shape(), ctx.args());
  NamedFiles fetched = FilesOf(ctx, args.job_xml, {}, {});
  std::vector<std::string> secrets = SecretsOf(args);
  co_return co_await RunTool(ctx, args, "sqoop", std::move(fetched), &Arrange, true,
                             std::move(secrets));
}

}  // namespace

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_kind_sqoop;
const hpdl_kind hpdl_kind_sqoop = {
    .name = "sqoop",
    .run = hpdl::stdlib::RunSqoop,
    .worker = hpdl::stdlib::UnpackWorker,
    .is_resource_manager = &hpdl::stdlib::IsResourceManager<hpdl::stdlib::kSqoopKind>};
