import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.SplittableRandom;
import org.pitest.bytecode.analysis.ClassTree;
import org.pitest.mutationtest.build.InterceptorParameters;
import org.pitest.mutationtest.build.InterceptorType;
import org.pitest.mutationtest.build.MutationInterceptor;
import org.pitest.mutationtest.build.MutationInterceptorFactory;
import org.pitest.mutationtest.commandline.OptionsParser;
import org.pitest.mutationtest.commandline.PluginFilter;
import org.pitest.mutationtest.config.PluginServices;
import org.pitest.mutationtest.config.Services;
import org.pitest.mutationtest.config.ServicesFromClassLoader;
import org.pitest.mutationtest.engine.Mutater;
import org.pitest.mutationtest.engine.MutationDetails;
import org.pitest.mutationtest.tooling.EntryPoint;
import org.pitest.plugin.Feature;

/**
 * Runs PIT on a random part of its mutants: {@code java Mutants.java FRACTION OPTION...}, PIT's own
 * options. Says how many were killed, of a part with its 95% interval, and fails below 85%.
 */
void main(String[] args) {
  double fraction = Double.parseDouble(args[0]);
  var installed = new ServicesFromClassLoader(Thread.currentThread().getContextClassLoader());
  var plugins = new PluginServices(new WithSample(installed, new Sample(fraction)));
  var parsed =
      new OptionsParser(new PluginFilter(plugins)).parse(Arrays.copyOfRange(args, 1, args.length));
  if (!parsed.isOk()) {
    System.err.println(parsed.getErrorMessage().orElse("PIT does not know these options."));
    System.exit(2);
  }
  var result = new EntryPoint().execute(new File("."), parsed.getOptions(), plugins, Map.of());
  result
      .getError()
      .ifPresent(
          error -> {
            throw new IllegalStateException(error);
          });
  var statistics = result.getStatistics().orElseThrow().getMutationStatistics();
  long mutants = statistics.getTotalMutations();
  long killed = statistics.getTotalDetectedMutations();
  System.out.printf("%d of %d mutants killed, %s%n", killed, mutants, percent(killed, mutants));
  if (fraction < 1) {
    System.out.println("95% interval: " + interval(killed, mutants));
  }
  if (killed < 0.85 * mutants) {
    System.out.println("85% must be: see the survivors in the report.");
    System.exit(1);
  }
}

String percent(double part, double whole) {
  return "%.1f%%".formatted(100 * part / whole);
}

/** Wilson's score interval. */
String interval(double killed, double mutants) {
  double z = 1.96;
  double whole = mutants + z * z;
  double middle = killed + z * z / 2;
  double reach = z * Math.sqrt(killed * (mutants - killed) / mutants + z * z / 4);
  return percent(middle - reach, whole) + " to " + percent(middle + reach, whole);
}

/** What is installed, and the sample. */
record WithSample(Services installed, Sample sample) implements Services {
  @Override
  public <S> Collection<S> load(Class<S> type) {
    var services = new ArrayList<S>(installed.load(type));
    if (type.isInstance(sample)) {
      services.add(type.cast(sample));
    }
    return services;
  }
}

/**
 * Keeps each mutant with the same probability: one draw from its own identity, so always the same.
 */
record Sample(double fraction) implements MutationInterceptorFactory, MutationInterceptor {
  @Override
  public Collection<MutationDetails> intercept(Collection<MutationDetails> mutants, Mutater all) {
    return mutants.stream().filter(this::keeps).toList();
  }

  private boolean keeps(MutationDetails mutant) {
    return new SplittableRandom(mutant.getId().toString().hashCode()).nextDouble() < fraction;
  }

  @Override
  public Feature provides() {
    return Feature.named("sample").withOnByDefault(true).withDescription(description());
  }

  @Override
  public String description() {
    return "A random part of the mutants";
  }

  @Override
  public MutationInterceptor createInterceptor(InterceptorParameters parameters) {
    return this;
  }

  @Override
  public InterceptorType type() {
    return InterceptorType.FILTER;
  }

  @Override
  public void begin(ClassTree tree) {}

  @Override
  public void end() {}
}
