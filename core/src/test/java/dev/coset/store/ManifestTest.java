package dev.coset.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coset.data.InputException;
import dev.coset.model.Configuration;
import dev.coset.model.Configuration.Until;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.network.Activation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A manifest says what determines the draws, and what does not may change. */
class ManifestTest {
  private static final Study STUDY = Studies.small(3, 5);
  private static final Manifest MANIFEST = Manifest.of(STUDY, Source.of("test"));

  @TempDir Path folder;

  private static Manifest of(Configuration configuration) {
    return Manifest.of(STUDY.with(configuration), Source.of("test"));
  }

  private static Manifest sampledWith(String numerics, String version) {
    return new Manifest(
        MANIFEST.format(),
        version,
        numerics,
        MANIFEST.source(),
        MANIFEST.fingerprint(),
        MANIFEST.trainRows(),
        MANIFEST.testRows(),
        MANIFEST.configuration(),
        MANIFEST.encoding(),
        MANIFEST.scaling(),
        MANIFEST.statistics(),
        MANIFEST.kind(),
        MANIFEST.ranges());
  }

  private static Manifest weightedBy(Weighting rule) {
    return Manifest.of(STUDY, Source.of("test"), RunKind.oneModel(rule));
  }

  @Test
  void whatIsReadIsWhatWasWritten() throws IOException {
    assertThat(Manifest.isIn(folder)).isFalse();
    MANIFEST.write(folder);
    assertThat(Manifest.isIn(folder)).isTrue();
    Manifest read = Manifest.read(folder);
    assertThat(read.differences(MANIFEST)).isEmpty();
    assertThat(read.configuration()).isEqualTo(MANIFEST.configuration());
    assertThat(read.source()).isEqualTo(MANIFEST.source());
    assertThat(read.digest()).isEqualTo(MANIFEST.digest());
    assertThat(read.kind()).isEqualTo(RunKind.oneModel(Weighting.EQUAL));
    assertThat(read.trainRows()).isEqualTo(15);
    assertThat(read.testRows()).isEqualTo(5);
  }

  /** As in runs of before, whose manifests have no place for it. */
  @Test
  void theRangeOfTargetsComesFromTheDataAlone() throws IOException {
    Study positive = Studies.positive(STUDY);
    var range = positive.scaling().target().clamp();
    assertThat(range).isNotNull();
    Manifest.of(positive, Source.of("test")).write(folder);
    assertThat(folder.resolve("manifest.json")).content().doesNotContain("clamp");
    Manifest read = Manifest.read(folder);
    assertThat(read.scaling().target().clamp()).isNull();
    Study again = Study.of(positive.data(), positive.split(), read.configuration(), read.scaling());
    read.requireDescribes(again, folder);
    assertThat(again.scaling().target().clamp()).isEqualTo(range);
  }

  @Test
  void theNumberOfChainsMayChangeAndTheNetworkMayNot() {
    var configuration = STUDY.configuration();
    Manifest more = of(configuration.withPlan(configuration.plan().withChains(8)));
    assertThat(MANIFEST.differences(more)).isEmpty();
    assertThat(more.digest()).isEqualTo(MANIFEST.digest());
    Manifest other = of(configuration.with(Activation.RELU));
    assertThat(MANIFEST.differences(other))
        .containsExactly("configuration.activation (\"TANH\" there, \"RELU\" here)");
    assertThat(other.digest()).isNotEqualTo(MANIFEST.digest());
  }

  /** When to stop is not what draws are, but a run that is fitted again must mean it. */
  @Test
  void whenToStopMayChangeButIsADifference() {
    Manifest stopped = of(STUDY.configuration().stopped(new Until(0.1, 3)));
    assertThat(stopped.digest()).isEqualTo(MANIFEST.digest());
    assertThat(MANIFEST.differences(stopped)).hasSize(1).first().asString().startsWith("until");
  }

  /** What decides results without deciding draws is committed with what does. */
  @Test
  void theRuleOfWeightsIsPartOfTheRun() throws IOException {
    Manifest stacked = weightedBy(Weighting.STACKING);
    assertThat(stacked.digest()).isNotEqualTo(MANIFEST.digest());
    assertThat(MANIFEST.differences(stacked))
        .containsExactly("kind.weighting (\"equal\" there, \"stacking\" here)");
    stacked.write(folder);
    assertThat(Manifest.read(folder).kind()).isEqualTo(RunKind.oneModel(Weighting.STACKING));
  }

  @Test
  void aManifestOfThisFormatNeedsTheKindOfItsRun() throws IOException {
    MANIFEST.write(folder);
    Path file = folder.resolve("manifest.json");
    Files.writeString(file, Files.readString(file).replace("\"kind\"", "\"kind of\""));
    assertThatThrownBy(() -> Manifest.read(folder))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("not a readable manifest");
  }

  /** Sixty characters of each side are shown at the most. */
  @Test
  void longDifferencesAreCutShort() {
    for (int length : new int[] {58, 59, 400}) { // and two quotation marks
      String name = "s".repeat(length);
      Manifest named = sampledWith(name, "1");
      String shown = length == 58 ? "\"" + name + "\"" : "\"" + "s".repeat(56) + "...";
      assertThat(named.differences(MANIFEST))
          .containsExactly("numerics (%s there, \"%s\" here)".formatted(shown, Manifest.NUMERICS));
    }
  }

  @Test
  void aRunOfOtherArithmeticIsReadButNotContinued() throws IOException {
    Path run = folder.resolve("run");
    RunStore.create(run, STUDY, "test").close();
    sampledWith("1", "0.1").write(run);
    Files.delete(run.resolve("draws.journal"));
    assertThat(RunStore.read(run).manifest().numerics()).isEqualTo("1");
    assertThatThrownBy(() -> RunStore.open(run))
        .isInstanceOf(InputException.class)
        .hasMessageContainingAll("revision 1", "only version 0.1 can add chains");
  }

  @Test
  void anotherFormatAndWhatIsNoManifestAreRefused() throws IOException {
    MANIFEST.write(folder);
    Path file = folder.resolve("manifest.json");
    String text = Files.readString(file);
    Files.writeString(file, text.replace("\"format\" : 6", "\"format\" : 2"));
    assertThatThrownBy(() -> Manifest.read(folder))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("has format 2, but this version of Coset reads formats 4 to 6");
    Files.writeString(file, text.substring(0, text.length() / 2));
    assertThatThrownBy(() -> Manifest.read(folder))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("not a readable manifest");
  }
}
