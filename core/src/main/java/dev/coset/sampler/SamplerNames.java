package dev.coset.sampler;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import tools.jackson.databind.DatabindContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.jsontype.impl.TypeIdResolverBase;

/**
 * In JSON, settings bear their sampler's name, by which {@link Sampler#named} finds their class.
 */
final class SamplerNames extends TypeIdResolverBase {

  @Override
  public JsonTypeInfo.Id getMechanism() {
    return JsonTypeInfo.Id.CUSTOM;
  }

  @Override
  public String idFromValue(DatabindContext context, Object settings) {
    return ((Sampler) settings).name();
  }

  @Override
  public String idFromValueAndType(DatabindContext context, Object settings, Class<?> type) {
    return idFromValue(context, settings);
  }

  @Override
  public JavaType typeFromId(DatabindContext context, String name) {
    return context.constructType(Sampler.named(name).getClass());
  }
}
