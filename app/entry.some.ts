/**
 * Enhancements that few pages need. Without script, filters work by their button and texts are copied by selecting
 * them.
 */
import { tellWaiting } from '~/ordering/cart/island/waiting-notice';
import { enhanceCopyButtons } from '~/storefront/layout/enhancements/copy-button';
import { closeAdvertisementsInPlace } from '~/storefront/layout/enhancements/close-in-place';
import { hideUnchosen } from '~/storefront/layout/enhancements/file-names';
import { applyAtOnce } from '~/storefront/search/facets/live-filters';

/** `isAble`: the browser supports what the islands need. */
export function enhanceSome(isAble: boolean): void {
  enhanceCopyButtons();
  hideUnchosen();
  closeAdvertisementsInPlace();
  const waits = document.getElementById('cart-waits');
  if (waits) tellWaiting(waits);
  const filters = document.querySelector<HTMLFormElement>('form[data-filters]');
  if (filters && isAble) applyAtOnce(filters);
}
