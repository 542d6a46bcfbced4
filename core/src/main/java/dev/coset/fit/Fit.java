package dev.coset.fit;

import dev.coset.chains.Engine;
import dev.coset.chains.EngineSession;
import dev.coset.data.Folds;
import dev.coset.data.InputException;
import dev.coset.data.MissingCells;
import dev.coset.data.RawTable;
import dev.coset.data.Split;
import dev.coset.data.Table;
import dev.coset.data.TargetScale;
import dev.coset.data.TargetType;
import dev.coset.data.UserInput;
import dev.coset.message.Message;
import dev.coset.message.Setting;
import dev.coset.model.Choice.Budget;
import dev.coset.model.Configuration.Standardise;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.store.Source;
import dev.coset.store.TemporaryFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Fits Bayesian neural networks to a table, as {@code coset fit} does. Without further settings,
 * the columns are read as they come, a fifth of the rows is kept for testing, cross-validation
 * chooses the models, and their chains are sampled until the predictions no longer change.
 *
 * <pre>{@code
 * Model model = Fit.of(Table.read(Path.of("houses.csv")), "price").run();
 * NumberDistribution price = model.number(Map.of("area", 120, "district", "north"));
 * }</pre>
 *
 * <p>A builder: each setting returns the same object. Not thread-safe.
 */
public final class Fit {
  private final DataSettings data;
  private final ModelSettings model = new ModelSettings();
  private FitListener listener = FitListener.LOG;
  private int threads = Runtime.getRuntime().availableProcessors();
  private @Nullable Engine engine;
  private boolean makesReport;

  private Fit(DataSettings data) {
    this.data = data;
  }

  /** A fit of a table. */
  public static Fit of(Table table, String target) {
    return new Fit(new DataSettings(table, target));
  }

  /** Continues a run that was stopped, or adds chains to a finished one. */
  public static Resumption resume(Path folder) {
    return new Resumption(folder);
  }

  // Data

  /** Columns that are not used. */
  public Fit ignore(String... columns) {
    data.ignore = List.of(columns);
    return this;
  }

  /** The only columns that are used. */
  public Fit features(String... columns) {
    data.features = List.of(columns);
    return this;
  }

  /** Columns of numbers that name something, such as postal codes. */
  public Fit categorical(String... columns) {
    data.categorical = List.of(columns);
    return this;
  }

  /** A column that names rows. It is not used as a feature. */
  public Fit id(String column) {
    data.id = column;
    return this;
  }

  /**
   * A column with the weight of each row, a number of at least 0: a row of weight w counts as w
   * independent rows in the likelihood and in all scores. It is not used as a feature.
   */
  public Fit rowWeight(String column) {
    data.rowWeight = column;
    return this;
  }

  /** What is done with missing cells; they are imputed otherwise. */
  public Fit missing(MissingCells missing) {
    data.missing = missing;
    return this;
  }

  /** Whether the target is a number or a class; otherwise its cells decide. */
  public Fit targetType(TargetType type) {
    model.targetType = type;
    return this;
  }

  /** The share of rows that are kept for testing, 0 for none; 0.2 otherwise. */
  public Fit testFraction(double share) {
    data.testFraction = share;
    return this;
  }

  /** A JSON file with the numbers of the rows that train and of those that test, from 0. */
  public Fit split(Path file) {
    data.splitFile = file;
    return this;
  }

  /** A column whose rows of one value all train or all test. It is not used as a feature. */
  public Fit testGroup(String column) {
    data.testGroup = column;
    return this;
  }

  /** A column of dates or numbers by which the last rows test. */
  public Fit testAfter(String column) {
    data.testAfter = column;
    return this;
  }

  /** The most training rows that are used, evenly picked; otherwise 100,000. */
  public Fit maxRows(int rows) {
    model.maxRows = rows;
    return this;
  }

  // Model

  /** Widths of the hidden layers of one model; none for a linear one. */
  public Fit hidden(int... widths) {
    model.hidden = widths.clone();
    model.auto = false;
    return this;
  }

  /** Has cross-validation choose the models, which is the default. */
  public Fit chooseModel() {
    model.hidden = null;
    model.auto = true;
    return this;
  }

  /** The settings of the paper's experiments. */
  public Fit paper() {
    model.paper = true;
    return this;
  }

  /** The activation of hidden neurons: tanh or relu. */
  public Fit activation(String name) {
    model.activation = name;
    return this;
  }

  /** How targets arise: normal, heteroscedastic, student or categorical. */
  public Fit likelihood(String name) {
    model.likelihood = name;
    return this;
  }

  /** The scale on which models see a number; otherwise cross-validation chooses it. */
  public Fit targetScale(TargetScale scale) {
    model.targetScale = scale;
    return this;
  }

  /**
   * Standard deviation of the weights' prior, or two: that of the first layer's weights and that of
   * all else.
   */
  public Fit priorScale(double... deviations) {
    model.priorScale = deviations.clone();
    return this;
  }

  /** Arithmetic of the network: single or double. */
  public Fit precision(String name) {
    model.precision = name;
    return this;
  }

  /** The rows that give mean and standard deviation. */
  public Fit standardise(Standardise rows) {
    model.standardise = rows;
    return this;
  }

  /** How chains are weighted; by stacking otherwise. */
  public Fit weights(Weighting rule) {
    model.weights = rule;
    return this;
  }

  // Work

  /** How long the fit may take on this machine: chains are as many and as long as fit into it. */
  public Fit time(Duration limit) {
    model.time = limit;
    return this;
  }

  /**
   * Sets the reference core-seconds to choose the model, and those to sample. Gives the same draws
   * on every machine.
   */
  public Fit coreSeconds(double choice, double sampling) {
    model.coreSeconds = new double[] {choice, sampling};
    return this;
  }

  /** The number of chains. */
  public Fit chains(int number) {
    model.chains.chains = number;
    return this;
  }

  /** As many chains as see three half-normal modes with probability 0.99. */
  public Fit chainsByBound() {
    model.chains.chains = ChainSettings.BY_BOUND;
    return this;
  }

  /** Warm-up steps of each chain. */
  public Fit warmup(int steps) {
    model.chains.warmup = steps;
    return this;
  }

  /** Draws of each chain after its warm-up. */
  public Fit draws(int number) {
    model.chains.draws = number;
    return this;
  }

  /** The sampler: mclmc, nuts or ubu. */
  public Fit sampler(String name) {
    model.chains.sampler = name;
    return this;
  }

  /** Steps of mclmc from one draw to the next. */
  public Fit thinning(int steps) {
    model.chains.thinning = steps;
    return this;
  }

  /** The variance of the energy error of a step of mclmc, per dimension. */
  public Fit energyVariance(double variance) {
    model.chains.energyVariance = variance;
    return this;
  }

  /** The mass matrix of mclmc: identity or diagonal. */
  public Fit mass(String matrix) {
    model.chains.mass = matrix;
    return this;
  }

  /** The seed of all randomness; 0 otherwise. */
  public Fit seed(long seed) {
    model.chains.seed = seed;
    return this;
  }

  /** Where chains start: ensemble or uniform. */
  public Fit init(String start) {
    model.chains.init = start;
    return this;
  }

  /** Lets chains share so many starting points, which nested R-hat needs. */
  public Fit superchains(int groups) {
    model.chains.superchains = groups;
    return this;
  }

  /**
   * Adds chains until, at 95% confidence, at most this share of functions is unseen and the
   * predictive has converged.
   */
  public Fit until(double limit) {
    model.chains.until = limit;
    return this;
  }

  /** The most chains where {@link #until} adds them. */
  public Fit maxChains(int number) {
    model.chains.maxChains = number;
    return this;
  }

  // Where it runs

  /** The engine that runs the chains; threads of this machine otherwise. */
  public Fit engine(Engine where) {
    engine = where;
    return this;
  }

  /** The number of threads; one for each processor otherwise. */
  public Fit threads(int number) {
    threads = number;
    return this;
  }

  /** Receives messages and progress, and may stop the fit. */
  public Fit listener(FitListener hears) {
    listener = hears;
    return this;
  }

  /** Has {@link #time} leave room for a report. */
  public Fit withReport() {
    makesReport = true;
    return this;
  }

  /**
   * Fits in a temporary folder and returns the model.
   *
   * @throws FitStopped where the listener stopped it
   */
  public Model run() {
    return Model.inTemporaryFolder(this::run);
  }

  /**
   * Fits in a folder that keeps every chain soon after it finishes, or continues the same fit
   * there. The run it returns is to be closed.
   *
   * @throws FitStopped where the listener stopped it
   */
  public FittedRun run(Path folder) {
    return checked(
        () -> {
          long began = System.nanoTime();
          return procedure().fit(study(), data.source(model), model, folder, began);
        });
  }

  /**
   * Reads the table and returns what would be sampled, before the models are chosen: the rows that
   * train and test and the configuration of the first model.
   */
  public Study study() {
    return checked(
        () -> {
          RawTable raw = data.read(model);
          Split split = data.split(raw, model.chains.seed);
          return study(raw, split);
        });
  }

  /**
   * Reads the table to compare methods on its test rows: returns its study with the scale of the
   * target that {@link #run} would choose, which further runs of this fit keep.
   */
  public Study comparedStudy() {
    return checked(
        () -> {
          model.refuseTime();
          if (model.chains.until != null) {
            throw InputException.of(
                "A comparison needs a fixed number of chains: give %s instead of %s.",
                Setting.CHAINS, Setting.UNTIL);
          }
          Study study = study();
          if (study.split().test().length == 0) {
            throw InputException.of(
                "A comparison needs rows to test on: give %s.", Setting.TEST_FRACTION.to(0.2));
          }
          try (var session = new EngineSession(whereChainsRun(), new FitMonitor(listener))) {
            Budget budget = model.budget(study);
            Study compared =
                model.auto() ? model.scaled(study, budget, session) : model.sized(study, budget);
            compared = compared.with(compared.configuration().stopped(null));
            model.targetScale = compared.configuration().targetScale();
            Procedure.tell(compared, listener);
            return compared;
          }
        });
  }

  /** How chains are weighted. */
  public Weighting weighting() {
    return model.weights();
  }

  /**
   * Fits several times, each time without a part of the rows, which tests. What columns become is
   * learnt from the other rows each time.
   *
   * @param folds parts of the rows, of whole groups where rows test by group
   * @param folder keeps a run for each part; null where nothing is to be kept
   * @param use takes what it needs of each run
   */
  public <T> List<T> crossValidate(int folds, @Nullable Path folder, Function<FittedRun, T> use) {
    return checked(
        () -> {
          data.refuseSplits();
          model.refuseTime();
          RawTable raw = data.read(model);
          List<T> results = new ArrayList<>();
          for (Split split : Folds.of(raw, folds, model.chains.seed)) {
            String name = "fold-" + (results.size() + 1);
            results.add(fold(raw, split, name, results.isEmpty(), folder, use));
          }
          return results;
        });
  }

  private <T> T fold(
      RawTable raw,
      Split split,
      String name,
      boolean first,
      @Nullable Path folder,
      Function<FittedRun, T> use) {
    Study study = study(raw, split);
    FitListener hears = first ? listener : new WithoutNotes(listener);
    var steps = new Procedure(whereChainsRun(), threads, hears, false);
    return TemporaryFolder.unless(
        folder,
        place -> {
          try (var fitted =
              steps.fit(
                  study,
                  Source.of(data.table.name()),
                  model,
                  place.resolve(name),
                  System.nanoTime())) {
            return use.apply(fitted);
          }
        });
  }

  /** Passes on phases, whose notes would repeat those of the first fit. */
  private record WithoutNotes(FitListener listener) implements FitListener {
    @Override
    public void begins(FitPhase phase) {
      listener.begins(phase);
    }

    @Override
    public void ends(FitPhase phase) {
      listener.ends(phase);
    }

    @Override
    public boolean stopped() {
      return listener.stopped();
    }
  }

  /** Whether cross-validation chooses the models. */
  public boolean choosesModel() {
    return model.auto();
  }

  /**
   * Fits a study of its own in a folder, by the settings of this fit.
   *
   * @param of for people, what the study is
   */
  public FittedRun run(Study study, String of, Path folder) {
    return checked(() -> procedure().fit(study, Source.of(of), model, folder, System.nanoTime()));
  }

  private Procedure procedure() {
    return new Procedure(whereChainsRun(), threads, listener, makesReport);
  }

  private Engine whereChainsRun() {
    return engine == null ? Engine.local(threads) : engine;
  }

  static <T> T checked(Supplier<T> made) {
    return UserInput.checked(made);
  }

  private Study study(RawTable raw, Split split) {
    return model.byRows(data.study(raw, fewer(split), model));
  }

  /** The same split with at most so many training rows, evenly picked. */
  private Split fewer(Split split) {
    int most = model.maxRows();
    int[] train = split.train();
    if (train.length <= most) {
      return split;
    }
    int[] some = new int[most];
    Arrays.setAll(some, i -> train[(int) ((long) i * train.length / most)]);
    listener.note(
        Message.of(
            "%d of %d training rows are used, evenly picked. Use more with %s.",
            most, train.length, Setting.MAX_ROWS.to(train.length)));
    return new Split(some, split.test());
  }
}
