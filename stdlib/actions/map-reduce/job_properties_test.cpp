#include "stdlib/actions/map-reduce/job_properties.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::stdlib {
namespace {

using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

TEST(PropertiesOfPipes, NothingIsSaidOfWhatTheElementsLeaveOut) {
  EXPECT_THAT(PropertiesOfPipes({}), IsEmpty());
  Pipes pipes;
  pipes.program = "bin/words#words";
  EXPECT_THAT(PropertiesOfPipes(pipes),
              UnorderedElementsAre(Pair("mapreduce.pipes.executable", "bin/words#words")));
}

TEST(PropertiesOfPipes, AnElementIsAClassThatIsJava) {
  Pipes pipes;
  pipes.map = "a.Map";
  pipes.reduce = "a.Reduce";
  pipes.input_format = "a.Format";
  pipes.writer = "a.Output";
  EXPECT_THAT(PropertiesOfPipes(pipes),
              UnorderedElementsAre(Pair("mapreduce.pipes.isjavamapper", "true"),
                                   Pair("mapred.mapper.class", "a.Map"),
                                   Pair("mapreduce.pipes.isjavareducer", "true"),
                                   Pair("mapred.reducer.class", "a.Reduce"),
                                   Pair("mapreduce.pipes.isjavarecordreader", "true"),
                                   Pair("mapred.input.format.class", "a.Format"),
                                   Pair("mapreduce.pipes.isjavarecordwriter", "true"),
                                   Pair("mapred.output.format.class", "a.Output")));
}

TEST(PropertiesOfPipes, APartitionerIsAlwaysJava) {
  Pipes pipes;
  pipes.partitioner = "a.Partitioner";
  EXPECT_THAT(PropertiesOfPipes(pipes),
              UnorderedElementsAre(Pair("mapred.partitioner.class", "a.Partitioner")));
}

}  // namespace
}  // namespace hpdl::stdlib
