/// The functions of Boost.Asio that are not templates, compiled once for all rooms
/// (BOOST_ASIO_SEPARATE_COMPILATION in CMakeLists.txt).
#include <boost/asio/impl/src.hpp>
