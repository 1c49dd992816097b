package sortid.flink;

import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.factories.ModuleFactory;
import org.apache.flink.table.module.Module;

/** What {@code LOAD MODULE sortid} finds. */
public final class SortidModuleFactory implements ModuleFactory {
  @Override
  public String factoryIdentifier() {
    return "sortid";
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of();
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of();
  }

  @Override
  public Module createModule(Context context) {
    return new SortidModule();
  }
}
