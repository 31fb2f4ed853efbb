// What scripts of this site share.
var DATA = "/srv/web";
var CELOS_DEFAULT_HDFS = "file:///";
var CELOS_DEFAULT_OOZIE = "http://localhost:11000/oozie";
