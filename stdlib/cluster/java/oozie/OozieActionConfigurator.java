package org.apache.oozie.action.hadoop;

import org.apache.hadoop.mapred.JobConf;

/**
 * What the class of {@code <config-class>} implements. Oozie has it in its sharelib; it is here for
 * clusters that have none, under the name by which users' classes were compiled.
 */
public interface OozieActionConfigurator {
  /** Changes the configuration that the job is about to be submitted with. */
  void configure(JobConf actionConf) throws OozieActionConfiguratorException;
}
