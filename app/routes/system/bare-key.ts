import type { LoaderFunctionArgs } from '@remix-run/node';
import { notFound, openPage } from '~/http/page';

/** `/{locale}/{urlKey}`: a product or a category by its key alone (contract/search.md 3.18). */
export const loader = (args: LoaderFunctionArgs): Promise<never> =>
  openPage(args, ({ url }) => Promise.reject(notFound(url.pathname)));
export const action = loader;

/** A component makes this a page: its faults are shown in the shop's frame, not as a bare answer. */
export default function Nothing(): null {
  return null;
}
