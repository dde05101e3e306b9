/** The pages to measure, with addresses taken from the sample world. */
import type { World } from '../../sandbox/world';

export interface Target {
  name: string;
  path: string;
}

export function productPath(world: World): string {
  for (const one of world.documents('products', 'fr')) {
    const isWide = one['main'] === true && Number(one['variant_count']) > 2;
    if (isWide && one['is_meds'] === true) return `/fr/p/${String(one['url_key'])}`;
  }
  throw new Error('the sample world has no medicine with variants');
}

export function pagesOf(world: World): Target[] {
  const category = [...world.documents('categories', 'fr')].find((one) => one['level'] === 0);
  return [
    { name: 'home', path: '/fr' },
    { name: 'category', path: `/fr/c/${String(category?.['url_key'])}` },
    { name: 'product', path: productPath(world) },
    { name: 'search', path: '/fr/search?q=amoxicilline' },
    { name: 'cart', path: '/fr/cart' },
    { name: 'confirm', path: '/fr/cart-confirm' },
    { name: 'account', path: '/fr/account' },
    { name: 'news', path: '/fr/news' },
    { name: 'page', path: '/fr/page/livraison' },
  ];
}
