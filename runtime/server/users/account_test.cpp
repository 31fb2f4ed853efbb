#include "runtime/server/users/account.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <optional>

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(AccountName, IsOneThatCanBeAFolder) {
  for (const char* good : {"ann", "_svc", "Ann.Lee-2", "0x"}) {
    EXPECT_TRUE(IsAccountName(good)) << good;
  }
  for (const std::string& bad :
       {std::string(), std::string("-x"), std::string("."), std::string(".."), std::string("a/b"),
        std::string("a b"), std::string("ann@REALM"), std::string("a\0b", 3),
        std::string(33, 'a')}) {
    EXPECT_FALSE(IsAccountName(bad)) << bad;
  }
}

TEST(PasswdLine, TellsWhoItIs) {
  const Result<Account> ann = ReadPasswdLine("ann", "ann:x:1000:1001:Ann,,,:/home/ann:/bin/sh\n");
  ASSERT_TRUE(ann) << ann.error().message;
  EXPECT_EQ(ann->name, "ann");
  EXPECT_EQ(ann->uid, 1000U);
  EXPECT_EQ(ann->gid, 1001U);
  EXPECT_EQ(ann->home, "/home/ann");
  EXPECT_THAT(ann->groups, ElementsAre(1001U));
}

TEST(PasswdLine, TheMachinesOwnAccountsAreNobodys) {
  for (const char* line : {"ann:x:0:0::/root:/bin/sh", "ann:x:999:1000::/:/bin/sh"}) {
    const Result<Account> none = ReadPasswdLine("ann", line);
    ASSERT_FALSE(none) << line;
    EXPECT_EQ(none.error().code, "E0501");
    EXPECT_THAT(none.error().message, HasSubstr("below 1000"));
  }
}

TEST(PasswdLine, WhatIsNoAccountOfThisNameIsRefused) {
  for (const char* line :
       {"", "ann", "bob:x:1000:1000::/:/bin/sh", "ann:x:-1:1000::/:/bin/sh",
        "ann:x:4294967295:1000::/:/bin/sh", "ann:x:1000::::/:/bin/sh",
        "ann:x:1e3:1000::/:", "ann:x:1000:1000::/:/bin/sh\nann:x:0:0::/:/bin/sh\n"}) {
    EXPECT_FALSE(ReadPasswdLine("ann", line)) << line;
  }
  // `getent passwd 1000` finds the account with the uid 1000, whatever its name is.
  EXPECT_FALSE(ReadPasswdLine("1000", "ann:x:1000:1000::/:/bin/sh"));
}

TEST(GroupsLine, HasTheNameFirst) {
  EXPECT_THAT(*ReadGroupsLine("ann                   4 1001 27\n"), ElementsAre(4U, 1001U, 27U));
  EXPECT_THAT(*ReadGroupsLine("ann                  \n"), IsEmpty());
  EXPECT_THAT(*ReadGroupsLine(""), IsEmpty());
  EXPECT_FALSE(ReadGroupsLine("ann x"));
  EXPECT_FALSE(ReadGroupsLine("ann -1"));
}

std::optional<Result<Account>> Find(const std::string& name) {
  boost::asio::io_context loop(1);
  Children children(loop);
  NameService names(loop, children, {});
  std::optional<Result<Account>> found;
  const auto find = [&]() -> Task<void> {
    found = co_await FindAccount(names, name);
    loop.stop();
  };
  boost::asio::co_spawn(loop, find(), boost::asio::detached);
  loop.run();
  return found;
}

TEST(FindAccount, AsksTheMachine) {
  const auto nobody = Find("nobody");  // each machine has this account
  ASSERT_TRUE(nobody && *nobody) << (*nobody).error().message;
  EXPECT_EQ((*nobody)->uid, 65534U);
  for (const char* none : {"root", "65534", "no-such-account", "../nobody", "-s"}) {
    const auto found = Find(none);
    ASSERT_TRUE(found && !*found) << none;
    EXPECT_EQ(found->error().code, "E0501");
  }
}

}  // namespace
}  // namespace hpdl::rt
