/** The variants of the world that can be sold, by id and by SKU, with names in the requested language. */
import type { Lang, World, WorldVariant } from '../../world';

export class Variants {
  private bySkuWhenAsked: Map<string, WorldVariant> | null = null;

  constructor(private readonly world: World) {}

  get(id: number): WorldVariant | null {
    return this.world.variants.get(id) ?? null;
  }

  /** Finds a SKU in upper or lower case. */
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
