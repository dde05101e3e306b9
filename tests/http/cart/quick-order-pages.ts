/** Shared by the tests of quick order: products to order, the page with a pasted list, its rows. */
import type { TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';

export const orderable = ({ sandbox }: TestShop) =>
  [...sandbox.world.variants.values()].filter(
    (one) =>
      one.orderMode === 'direct_sale' &&
      !one.notSoldOnWebsite &&
      one.gross.every(({ price }) => price > 0),
  );

export const pasted = async (visitor: Visitor, paste: string): Promise<Page> =>
  (await visitor.get('/fr/quick-order'))
    .form('form.quick')
    .fill({ paste })
    .submit({ name: 'do', value: 'paste' });

export const rows = (page: Page): string[] =>
  page.dom
    .querySelectorAll('#scan-lines > li')
    .map((row) => row.structuredText.replace(/\s+/g, ' ').trim());
