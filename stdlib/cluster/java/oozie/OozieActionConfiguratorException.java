package org.apache.oozie.action.hadoop;

/** The failure of an {@link OozieActionConfigurator}: the job is not submitted. */
public class OozieActionConfiguratorException extends Exception {
  public OozieActionConfiguratorException(String message) {
    super(message);
  }

  public OozieActionConfiguratorException(Throwable cause) {
    super(cause);
  }

  public OozieActionConfiguratorException(String message, Throwable cause) {
    super(message, cause);
  }
}
