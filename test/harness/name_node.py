"""The requests of WebHDFS that a prepare makes, for an HttpPeer: each path is a file that may be deleted."""

import json
import urllib.parse

from http_peer import Reply


def parts(request):
    """The path and the parameters of a request."""
    read = urllib.parse.urlsplit(request.path)
    return read.path, dict(urllib.parse.parse_qsl(read.query))


def name_node(request):
    _, parameters = parts(request)
    status = {"pathSuffix": "", "type": "FILE", "length": 0, "owner": "joe", "group": "joe", "permission": "644",
              "modificationTime": 0, "accessTime": 0, "blockSize": 1, "replication": 1}
    answers = {"GETFILESTATUS": {"FileStatus": status}, "DELETE": {"boolean": True}}
    answer = answers.get(parameters.get("op", "").upper())
    if answer is None:
        return 400
    return Reply(200, json.dumps(answer).encode(), {"Content-Type": "application/json"})


def deleted_by(peer):
    """The path and the user of each request that deletes."""
    deleted = []
    for request in peer.requests:
        path, parameters = parts(request)
        if parameters.get("op", "").upper() == "DELETE":
            deleted.append((path, parameters.get("user.name")))
    return deleted
