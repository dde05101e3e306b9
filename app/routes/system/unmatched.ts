import type { LoaderFunctionArgs } from '@remix-run/node';
import { notFound, openPage } from '~/http/page';

/** Anything that no other route knows (SHELL-02). */
export const loader = (args: LoaderFunctionArgs): Promise<never> =>
  openPage(args, async ({ url }) => {
    throw notFound(url.pathname);
  });
export const action = loader;

/** A component makes this a page: its faults are shown in the shop's frame, not as a bare answer. */
export default function Nothing(): null {
  return null;
}
