/**
 * View data on its way from loader to component. Remix serialises what a loader returns for hydration, which this shop
 * does not do and which costs a fifth of a page's time. A private field hides the data from the serialiser, so a
 * customer's prices cannot end up in the markup by accident.
 */
import { useLoaderData } from '~/framework/view';
import type { Head } from './document/head';

export class ViewData<View> {
  readonly #view: View;
  readonly #head: Head | null;
  constructor(view: View, head: Head | null) {
    this.#view = view;
    this.#head = head;
  }
  static viewOf<V>(data: ViewData<V>): V {
    return data.#view;
  }
  static headOf(data: ViewData<unknown>): Head | null {
    return data.#head;
  }
}

export const viewData = <View>(view: View, head: Head | null = null): ViewData<View> =>
  new ViewData(view, head);

type ViewOf<Loader> = Loader extends (...args: never[]) => Promise<infer Returned>
  ? Extract<Returned, ViewData<unknown>> extends ViewData<infer View>
    ? View
    : never
  : never;

/** The view data that this route's loader returned. */
export function useViewData<Loader>(): ViewOf<Loader> {
  const data: unknown = useLoaderData();
  if (!(data instanceof ViewData)) throw new Error('the loader of this route holds no view');
  return ViewData.viewOf(data as ViewData<ViewOf<Loader>>);
}
