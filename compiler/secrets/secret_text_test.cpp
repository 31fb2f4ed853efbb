#include "compiler/secrets/secret_text.h"

#include <gtest/gtest.h>

namespace hpdl::secrets {
namespace {

std::string Found(std::string_view text) {
  std::string found;
  for (const SecretPart& part : FindSecrets(text)) {
    found +=
        (found.empty() ? "" : " ") + std::string(text.substr(part.begin, part.end - part.begin));
  }
  return found;
}

TEST(SecretText, Names) {
  for (const char* name : {"password",
                           "db.password",
                           "DB_PASSWD",
                           "dbPassword",
                           "javax.jdo.option.ConnectionPassword",
                           "secret",
                           "fs.s3a.secret.key",
                           "apiKey",
                           "api-key",
                           "--api-key",
                           "accessToken",
                           "authtoken",
                           "fs.s3a.access.key",
                           "javax.net.ssl.keyStorePassword",
                           "db_pass",
                           "DB_PASS",
                           "jdbc.pwd",
                           "--pwd",
                           "es.net.http.auth.pass",
                           "-storepass",
                           "encryption.key",
                           "dfs.adls.oauth2.credential",
                           "fs.azure.account.key.acme.blob.core.windows.net",
                           "fs.azure.sas.in.acme.blob.core.windows.net",
                           "refresh_token"}) {
    EXPECT_TRUE(NamesSecret(name)) << name;
  }
  for (const char* name : {"",
                           "user",
                           "tokenizer",
                           "max.tokens",
                           "mapreduce.job.complete.cancel.delegation.tokens",
                           "password.file",
                           "--password-file",
                           "hadoop.security.credential.provider.path",
                           "token.lifetime",
                           "secretProvider",
                           "key",
                           "compass",
                           "token_type",
                           "hive.metastore.token.signature",
                           "aws.secretsmanager.region",
                           "secretScope",
                           "spark.databricks.secret.scope",
                           "secret.backend",
                           "--client-secret-arn",
                           "PASSWORD_CMD",
                           "password.command",
                           "PWD",
                           "secrets.manager",
                           "nlp.pad_token",
                           "unknown.token",
                           "first.pass",
                           "pass",
                           "--pass",
                           "CURRENT_PWD",
                           "bypass",
                           "by-pass",
                           "encryption.key.name",
                           "fs.azure.account.keyprovider.acme",
                           "sas",
                           "fs.azure.sas.token.provider.type.acme.dfs.core.windows.net"}) {
    EXPECT_FALSE(NamesSecret(name)) << name;
  }
}

TEST(SecretText, Values) {
  for (const char* value : {"hunter2", "changeme", "12345", "wJalrXUtnFEMI/K7MDENG", " x1 ",
                            "@hunter2", "p@ss@", "__x", "<", "@@"}) {
    EXPECT_TRUE(IsLiteralSecret(value)) << value;
  }
  for (const char* value : {"",
                            " ",
                            "${password}",
                            "a${b}c",
                            "$PASSWORD",
                            "/run/secrets/db",
                            "true",
                            "jceks://hdfs/x.jceks",
                            "****",
                            "db.jceks",
                            "%s",
                            "org.example.Tokens",
                            "12",
                            "@db.password@",
                            "{{ vault_token }}",
                            "__SECRET__",
                            "<password>",
                            "<your password>",
                            "arn:aws:secretsmanager:eu:1:secret:x",
                            "vault:secret/db"}) {
    EXPECT_FALSE(IsLiteralSecret(value)) << value;
  }
}

TEST(SecretText, InTexts) {
  EXPECT_EQ(Found("import --username joe --password geheim --table t"), "geheim");
  EXPECT_EQ(Found("import --password-file /x --table t -m 1"), "");
  EXPECT_EQ(Found("-Xmx1g -Djavax.net.ssl.trustStorePassword=changeit -Da=b"), "changeit");
  EXPECT_EQ(Found("jdbc:mysql://h/db?user=a&password=p1;x=y"), "p1");
  EXPECT_EQ(Found("PASSWORD='two words' b"), "two words");
  EXPECT_EQ(Found("password=${p} token=$T secret="), "");
  EXPECT_EQ(Found("ftp://joe:pw@host/x and hdfs://nn:8020/a@b"), "pw");
  EXPECT_EQ(Found("http://joe:${pw}@host/x"), "");
  EXPECT_EQ(Found("key AKIAIOSFODNN7EXAMPLE, not AKIAIOSFODNN7EXAMPLEX"), "AKIAIOSFODNN7EXAMPLE");
  EXPECT_EQ(Found("-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----"),
            "-----BEGIN RSA PRIVATE KEY-----\nMII\n");
  EXPECT_EQ(Found("--password --verbose -p x - -- --password"), "");
  EXPECT_EQ(Found("${token==expected} ${pwd=='abcdef' and token == other}"), "") << "comparisons";
  EXPECT_EQ(Found("--pwd hunter2 DB_PASS=geheim"), "hunter2 geheim");
  EXPECT_EQ(Found("jdbc:oracle:thin:scott/tiger@//db:1521/x jdbc:oracle:oci:a/b@c"), "tiger b");
  EXPECT_EQ(Found("jdbc:oracle:thin:@//db:1521/x@y jdbc:oracle:thin:scott/${p}@h"), "");
  EXPECT_EQ(Found("curl -s -u admin:hunter2 https://h; docker -u a:b"), "hunter2");
  EXPECT_EQ(Found("/usr/bin/curl --user 'me:two words'"), "two words");
  EXPECT_EQ(Found("curl -u me -u me: -u me:$PW -u ${login} | x -u a:b; beeline -u a:b"), "");
  EXPECT_EQ(Found("Authorization: Bearer eyJhbGciOi.e30.abc"), "eyJhbGciOi.e30.abc");
  EXPECT_EQ(Found("-H \"authorization:basic YTpi=\" x"), "YTpi=");
  EXPECT_EQ(Found("Authorization: Bearer ${t} Authorization: Negotiate x Authorization:"), "");
}

TEST(SecretText, Urls) {
  const auto url = [](std::string_view text) {
    const SecretPart part = FindInsecureUrl(text);
    return std::string(text.substr(part.begin, part.end - part.begin));
  };
  EXPECT_EQ(url("see http://${user}:${password}@h/x now"), "http://${user}:${password}@h/x");
  EXPECT_EQ(url("http://h/start?job=1&api_key=${key}"), "http://h/start?job=1&api_key=${key}");
  EXPECT_EQ(url("https://u:p@h/ http://localhost:8080/?password=x http://h/a?b=c http://h/a@b:c"),
            "");
}

TEST(SecretText, TakesLinearTime) {
  for (const char* part :
       {"-a=://@:IA", "a-", "-a", " -", "token=", "token=\"", "://", "http://a:", "-----BEGIN ",
        "-----BEGIN PRIVATE KEY-----\n", "jdbc:oracle:", "jdbc:oracle:a/b", "curl -u ",
        "curl -u a:'", "uthorization:", "uthorization: Bearer ", "uthorization: Bearer 'x",
        "uthorization:  ", "azure.sas."}) {
    std::string text;
    for (int i = 0; i < 300000; ++i) {
      text += part;
    }
    FindSecrets(text);
    FindInsecureUrl(text);
    NamesSecret(text);
    IsLiteralSecret(text);
  }
}

}  // namespace
}  // namespace hpdl::secrets
