package dev.coset.posteriordb;

import dev.coset.posteriordb.Program.Blocks;

/**
 * Models of posteriordb with data and reference draws; each reads like the .stan file beside its
 * data.
 */
enum StanModel {
  AR_K("arK-arK"),
  ARMA("arma-arma11"),
  EARNINGS("earnings-logearn_interaction"),
  EIGHT_SCHOOLS("eight_schools-eight_schools_noncentered"),
  GARCH("garch-garch11"),
  GP_POISSON("gp_pois_regr-gp_pois_regr"),
  GP_REGRESSION("gp_pois_regr-gp_regr"),
  KIDSCORE("kidiq-kidscore_interaction"),
  KILPISJARVI("kilpisjarvi_mod-kilpisjarvi"),
  MIXTURE("low_dim_gauss_mix-low_dim_gauss_mix"),
  MESQUITE("mesquite-logmesquite"),
  NES("nes1980-nes"),
  BLR("sblrc-blr");

  private final String title;

  StanModel(String title) {
    this.title = title;
  }

  private Blocks given(ReferencePosterior data) {
    return switch (this) {
      case AR_K -> TimeSeries.arK(data);
      case ARMA -> TimeSeries.arma11(data);
      case EARNINGS -> Regressions.logearnInteraction(data);
      case EIGHT_SCHOOLS -> EightSchools.noncentered(data);
      case GARCH -> TimeSeries.garch11(data);
      case GP_POISSON -> GaussianProcesses.poisson(data);
      case GP_REGRESSION -> GaussianProcesses.regression(data);
      case KIDSCORE -> Regressions.kidscoreInteraction(data);
      case KILPISJARVI -> Regressions.kilpisjarvi(data);
      case MIXTURE -> Mixture.lowDimGaussMix(data);
      case MESQUITE -> Regressions.logmesquite(data);
      case NES -> Regressions.nes(data);
      case BLR -> Regressions.blr(data);
    };
  }

  ReferencePosterior reference() {
    return ReferencePosterior.read(title);
  }

  /** The density, with as many unconstrained parameters as the reference has constrained ones. */
  Program density() {
    ReferencePosterior reference = reference();
    return new Program(reference.parameters().size(), given(reference));
  }

  /** posteriordb's name. */
  @Override
  public String toString() {
    return title;
  }
}
