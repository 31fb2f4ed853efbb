#ifndef HPDL_RUNTIME_WORLD_HTTP_CONNECTIONS_H_
#define HPDL_RUNTIME_WORLD_HTTP_CONNECTIONS_H_

#include <array>
#include <boost/asio/ip/address.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <cstddef>
#include <list>
#include <map>

namespace hpdl::rt::http_internal {

/// The open connections of a port. At most half of them, but at least one, belong to one client. A
/// client is an IPv4 address or the first 64 bits of an IPv6 address.
///
/// A connection is idle while the server waits for a whole request from it. Only idle connections
/// are closed to make room for another one.
class Connections {
 public:
  class Place;

  /// `most`: the maximum number of open connections.
  explicit Connections(std::size_t most);
  Connections(const Connections&) = delete;
  Connections& operator=(const Connections&) = delete;

  /// Makes room for one more connection from `address`. A client that has its maximum gives up its
  /// own connection that has been idle for longest. Else the client with the most connections does
  /// so, among the clients that have an idle one. Returns false if no connection can be closed.
  bool MakeRoom(const boost::asio::ip::address& address);
  void CloseAll();

 private:
  using Client = std::array<unsigned char, 16>;

  /// The list `idle` begins with the connection that has been idle for longest.
  struct OfClient {
    std::list<Place*> idle, working, closed;
    std::size_t open() const { return idle.size() + working.size(); }
  };

  static Client ClientOf(const boost::asio::ip::address& address);
  /// Returns the client with the most connections that has an idle one; nullptr if there is none.
  OfClient* Largest();

  const std::size_t most_, most_of_one_;
  std::size_t open_ = 0;
  std::map<Client, OfClient> clients_;
};

/// The place of one open connection, which is idle at first.
class Connections::Place {
 public:
  /// Both arguments outlive the object.
  Place(Connections& connections, boost::beast::tcp_stream& stream);
  ~Place();
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  /// The request is complete, so the connection is not idle any more. Returns false if it has been
  /// closed already.
  bool Work();
  /// The request has ended.
  void Rest();

 private:
  friend class Connections;
  void MoveTo(std::list<Place*>& list);
  /// Closes the socket and gives up the connection's part of the maximum.
  void Close();

  boost::beast::tcp_stream& stream_;
  Connections& connections_;
  const std::map<Client, OfClient>::iterator client_;
  std::list<Place*>* list_;
  std::list<Place*>::iterator self_;
};

}  // namespace hpdl::rt::http_internal

#endif  // HPDL_RUNTIME_WORLD_HTTP_CONNECTIONS_H_
