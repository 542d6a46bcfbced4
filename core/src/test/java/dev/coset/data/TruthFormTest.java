package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TruthFormTest {

  @ParameterizedTest
  @CsvSource({"TRUE_FALSE,True,false", "YES_NO,yes,NO", "T_F,T,f", "Y_N,y,N"})
  void aPairIsFoundInAnyOrderAndCaseAndTheFirstIsOne(TruthForm form, String one, String zero) {
    assertThat(finish(List.of(one, zero, one))).contains(form);
    assertThat(finish(List.of(zero, one, zero))).contains(form);
    assertThat(finish(List.of(one))).contains(form);
    assertThat(form.parse(one)).isEqualTo(1);
    assertThat(form.parse(zero)).isEqualTo(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"true,no", "t,false", "yes,n", "yes,no,maybe", "1,0", "true,1", "on,off"})
  void otherCellsAreNoPair(String cells) {
    assertThat(finish(List.of(cells.split(",")))).isEmpty();
  }

  @Test
  void noCellsAreNoPair() {
    assertThat(finish(List.of())).isEmpty();
  }

  private static Optional<TruthForm> finish(List<String> cells) {
    Forms<TruthForm> forms = new Forms<>(TruthForm.class);
    cells.forEach(forms::add);
    return forms.finish();
  }
}
