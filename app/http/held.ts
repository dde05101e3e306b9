/**
 * A view on its way from loader to component. Remix encodes whatever a loader returns for a browser that
 * hydrates; nothing here does, and encoding costs a fifth of the page. Held in a private field the view is
 * invisible to the encoder, and a customer's prices can never end up in the markup by accident.
 */
import { useLoaderData } from '@remix-run/react';
import type { Head } from '~/http/document/head';

export class Held<View> {
  readonly #view: View;
  readonly #head: Head | null;
  constructor(view: View, head: Head | null) {
    this.#view = view;
    this.#head = head;
  }
  static viewOf<V>(held: Held<V>): V {
    return held.#view;
  }
  static headOf(held: Held<unknown>): Head | null {
    return held.#head;
  }
}

export const hold = <View>(view: View, head: Head | null = null): Held<View> =>
  new Held(view, head);

type ViewOf<Loader> = Loader extends (...args: never[]) => Promise<infer Returned>
  ? Extract<Returned, Held<unknown>> extends Held<infer View>
    ? View
    : never
  : never;

/** The view that this route's loader held. */
export function useView<Loader>(): ViewOf<Loader> {
  const held: unknown = useLoaderData();
  if (!(held instanceof Held)) throw new Error('the loader of this route holds no view');
  return Held.viewOf(held as Held<ViewOf<Loader>>);
}
