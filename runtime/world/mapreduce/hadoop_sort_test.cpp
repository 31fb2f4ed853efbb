#include "runtime/world/mapreduce/hadoop_sort.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace hpdl::rt::mapreduce {
namespace {

struct Element {
  int key;
  int id;  ///< position before the sort
};

/// Results of Hadoop 3.4.2 for `count` pseudo-random keys below `keys`. Each result is the FNV-1a
/// hash of the ids in the order in which Hadoop's QuickSort or HeapSort left them.
struct Golden {
  int count, keys;
  std::uint64_t quick, heap;
};
constexpr Golden kGolden[] = {
    {2, 1, 0x08328707b4eb6e3aULL, 0x082f2207b4e88cc4ULL},
    {2, 2, 0x082f2207b4e88cc4ULL, 0x082f2207b4e88cc4ULL},
    {2, 7, 0x082f2207b4e88cc4ULL, 0x082f2207b4e88cc4ULL},
    {2, 1000, 0x082f2207b4e88cc4ULL, 0x082f2207b4e88cc4ULL},
    {2, 1000000, 0x082f2207b4e88cc4ULL, 0x082f2207b4e88cc4ULL},
    {12, 1, 0x2d7d4819416d7fb9ULL, 0x222d494f170e2741ULL},
    {12, 2, 0xcc98a6700b3c379fULL, 0xb010938c3c3c5af9ULL},
    {12, 7, 0x637b28c818c747ebULL, 0xba3ef2ffc0361835ULL},
    {12, 1000, 0xd3f00b4bb69338cdULL, 0xc964510463a8e85bULL},
    {12, 1000000, 0xc4791e40c8ef34bdULL, 0xc4791e40c8ef34bdULL},
    {13, 1, 0xb96137ea2d10008fULL, 0x210d3a642d0126cfULL},
    {13, 2, 0x6f948053a5e979cfULL, 0x40bfde10484f4a4dULL},
    {13, 7, 0x5a2ff6c5d06dad59ULL, 0x80f467207478977fULL},
    {13, 1000, 0xe80162ace053720fULL, 0xe80162ace053720fULL},
    {13, 1000000, 0x7e74270e1d54d379ULL, 0x7e74270e1d54d379ULL},
    {14, 1, 0x103284ea9230dce6ULL, 0x2aab393878fd9b38ULL},
    {14, 2, 0x6bb493fba2b17b46ULL, 0x21142ebec35c6d80ULL},
    {14, 7, 0x7108b32f18a07844ULL, 0xe09fb5d745fb8f16ULL},
    {14, 1000, 0x75dc69b59d088f0cULL, 0x75dc69b59d088f0cULL},
    {14, 1000000, 0x9ea52c922b963bd4ULL, 0x9ea52c922b963bd4ULL},
    {50, 1, 0xef94cd2b7088d5eaULL, 0x054af2c5ed4cebe4ULL},
    {50, 2, 0x2001a22dccf51634ULL, 0xc024aa0e853f7244ULL},
    {50, 7, 0x64d1272600044000ULL, 0x7395d4f384fd7c8aULL},
    {50, 1000, 0x926acdc0040e1310ULL, 0x926acdc0040e1310ULL},
    {50, 1000000, 0xcad197d8f43147a6ULL, 0xcad197d8f43147a6ULL},
    {1000, 1, 0x988cc5afd8cb65ddULL, 0x12b9ded73865f795ULL},
    {1000, 2, 0x0b5254dda3aea9ffULL, 0x9e66e25835fd538fULL},
    {1000, 7, 0xd614269d82370a9bULL, 0x7c4331b915be06a3ULL},
    {1000, 1000, 0x2268050830eb948bULL, 0x5dd5bac415221d3dULL},
    {1000, 1000000, 0xd644f43cb1ddc865ULL, 0xd644f43cb1ddc865ULL},
    {20000, 1, 0x07683a7110916cc5ULL, 0x2835092285c11e65ULL},
    {20000, 2, 0x1bbfa211a41df3d5ULL, 0xcb52a402ee978959ULL},
    {20000, 7, 0x8afa26d0528a06e9ULL, 0x973fba178bb5b19bULL},
    {20000, 1000, 0x725157044cae28cbULL, 0x5715f5af30a51051ULL},
    {20000, 1000000, 0xb4a3339c73f1a0c5ULL, 0xd68c432c2bdc9683ULL},
};

std::vector<Element> Elements(const Golden& golden) {
  auto state =
      static_cast<std::uint64_t>(golden.count) * 31 + static_cast<std::uint64_t>(golden.keys);
  std::vector<Element> elements;
  for (int i = 0; i < golden.count; ++i) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    elements.push_back({static_cast<int>((state >> 33) % static_cast<unsigned>(golden.keys)), i});
  }
  return elements;
}

int Compare(const Element& a, const Element& b) {
  return a.key < b.key ? -1 : a.key > b.key;
}

std::uint64_t HashOfIds(const std::vector<Element>& elements) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const Element& element : elements) {
    hash = (hash ^ static_cast<std::uint64_t>(element.id)) * 0x100000001b3ULL;
  }
  return hash;
}

TEST(HadoopSortTest, EqualKeysEndWhereHadoopLeavesThem) {
  for (const Golden& golden : kGolden) {
    std::vector<Element> elements = Elements(golden);
    HadoopSort(elements.data(), elements.size(), Compare);
    for (std::size_t i = 1; i < elements.size(); ++i) {
      ASSERT_LE(elements[i - 1].key, elements[i].key);
    }
    EXPECT_EQ(HashOfIds(elements), golden.quick) << golden.count << " of " << golden.keys;
  }
}

TEST(HadoopSortTest, SoDoesTheHeapSortOfDegenerateInput) {
  for (const Golden& golden : kGolden) {
    std::vector<Element> elements = Elements(golden);
    internal::HeapSort(elements.data(), elements.size(), Compare);
    EXPECT_EQ(HashOfIds(elements), golden.heap) << golden.count << " of " << golden.keys;
  }
}

TEST(HadoopSortTest, ThreadsDoNotChangeTheOrder) {
  std::vector<Element> one = Elements({1000000, 5000, 0, 0});
  std::vector<Element> four = one;
  HadoopSort(one.data(), one.size(), Compare);
  HadoopSort(four.data(), four.size(), Compare, 4);
  EXPECT_EQ(HashOfIds(one), HashOfIds(four));
}

TEST(HadoopSortTest, NothingAndOne) {
  HadoopSort(static_cast<Element*>(nullptr), 0, Compare);
  Element one{1, 0};
  HadoopSort(&one, 1, Compare);
  EXPECT_EQ(one.key, 1);
}

}  // namespace
}  // namespace hpdl::rt::mapreduce
