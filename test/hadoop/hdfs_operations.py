"""What tests do with HDFS and look at, as the superuser: WebHDFS by urllib."""

import json
import urllib.error
import urllib.parse
import urllib.request


class HdfsOperations:
    """Part of Cluster: needs `http` (host:port of the name node) and `user`."""

    def get_json(self, path):
        with urllib.request.urlopen(f"http://{self.http}{path}", timeout=120) as reply:
            return json.load(reply)

    def call(self, method, path, op, data=None, **parameters):
        """One WebHDFS request; the parsed reply, or None for an empty one."""
        query = urllib.parse.urlencode({"op": op, "user.name": self.user, **parameters})
        url = f"http://{self.http}/webhdfs/v1{urllib.parse.quote(path)}?{query}"
        request = urllib.request.Request(url, method=method, data=data)
        with urllib.request.urlopen(request, timeout=120) as reply:
            body = reply.read()
        return json.loads(body) if body else None

    def mkdir(self, path, owner=None, mode=None):
        self.call("PUT", path, "MKDIRS")
        if mode:
            self.call("PUT", path, "SETPERMISSION", permission=mode)
        if owner:
            self.call("PUT", path, "SETOWNER", owner=owner)

    def home(self, user):
        """The home folder of a user, which is his, whatever test has made it; its path."""
        self.mkdir(f"/user/{user}", owner=user)
        return f"/user/{user}"

    def write(self, path, content=b"", owner=None, **parameters):
        """Makes a file; the name node says where its bytes go to. `parameters`: of CREATE, as blocksize."""
        content = content.encode() if isinstance(content, str) else content
        place = self.call("PUT", path, "CREATE", noredirect="true", overwrite="true",
                          **parameters)["Location"]
        place = urllib.parse.quote(place, safe=":/?&=%")
        with urllib.request.urlopen(urllib.request.Request(place, method="PUT", data=content),
                                    timeout=120):
            pass
        if owner:
            self.call("PUT", path, "SETOWNER", owner=owner)

    def read(self, path):
        query = urllib.parse.urlencode({"op": "OPEN", "user.name": self.user})
        with urllib.request.urlopen(f"http://{self.http}/webhdfs/v1{urllib.parse.quote(path)}?{query}",
                                    timeout=120) as reply:
            return reply.read()

    def status(self, path):
        """FileStatus, or None if there is nothing."""
        try:
            return self.call("GET", path, "GETFILESTATUS")["FileStatus"]
        except urllib.error.HTTPError as error:
            if error.code == 404:
                return None
            raise

    def exists(self, path):
        return self.status(path) is not None

    def names(self, path):
        rows = self.call("GET", path, "LISTSTATUS")["FileStatuses"]["FileStatus"]
        return sorted(row["pathSuffix"] for row in rows)

    def delete(self, path):
        self.call("DELETE", path, "DELETE", recursive="true")
