/** The sellable variants of the world, by id and by sku. Names come in the asked language. */
import type { Lang, World, WorldVariant } from '../../world';

export class Variants {
  private bySkuWhenAsked: Map<string, WorldVariant> | null = null;

  constructor(private readonly world: World) {}

  get(id: number): WorldVariant | null {
    return this.world.variants.get(id) ?? null;
  }

  /** Upper and lower case are one, as a sku is typed in either. */
  bySku(sku: string): WorldVariant | null {
    this.bySkuWhenAsked ??= new Map(
      [...this.world.variants.values()].map((variant) => [variant.sku.toUpperCase(), variant]),
    );
    return this.bySkuWhenAsked.get(sku.trim().toUpperCase()) ?? null;
  }

  name(id: number, lang: Lang): string | null {
    return this.get(id)?.name[lang] ?? null;
  }
}
