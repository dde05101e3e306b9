/**
 * Passes view data from loader to component. Remix serializes loader data for hydration, which this shop does not use
 * and which takes a fifth of a page's rendering time. Symbols as property names hide the data from the serializer, so
 * that a customer's prices cannot end up in the markup by accident.
 */
import { useLoaderData } from '~/base/framework/view';
import type { Head } from './document/head';

const viewName = Symbol('view');
const headName = Symbol('head');

export interface ViewData<View> {
  readonly [viewName]: View;
  readonly [headName]: Head | null;
}

export const viewData = <View>(view: View, head: Head | null = null): ViewData<View> => ({
  [viewName]: view,
  [headName]: head,
});

export const isViewData = (data: unknown): data is ViewData<unknown> =>
  typeof data === 'object' && data !== null && viewName in data;

export const viewOf = <View>(data: ViewData<View>): View => data[viewName];
export const headOf = (data: ViewData<unknown>): Head | null => data[headName];

type ViewOf<Loader> = Loader extends (...args: never[]) => Promise<infer Returned>
  ? Extract<Returned, ViewData<unknown>> extends ViewData<infer View>
    ? View
    : never
  : never;

/** The view data that this route's loader returned. */
export function useViewData<Loader>(): ViewOf<Loader> {
  const data: unknown = useLoaderData();
  if (!isViewData(data)) throw new Error('the loader of this route holds no view');
  return viewOf(data as ViewData<ViewOf<Loader>>);
}
