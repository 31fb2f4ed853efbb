/// The functions of Boost.Asio that are no templates, for all rooms
/// (BOOST_ASIO_SEPARATE_COMPILATION in CMakeLists.txt).
#include <boost/asio/impl/src.hpp>
