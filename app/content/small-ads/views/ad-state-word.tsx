import type { ComponentProps } from 'react';
import { useShop } from '~/base/page/shop';
import { State } from '~/base/ui/state';
import type { AdState } from '../small-ad';

const shapes: Readonly<Record<AdState | 'new', ComponentProps<typeof State>['state']>> = {
  new: 'draft',
  draft: 'draft',
  pending: 'sent',
  published: 'done',
  cancel: 'refused',
};

/** The ad's state in the shop's wording. `new`: the ad is not saved yet; null: the shop does not know the state. */
export function AdStateWord({ state }: { state: AdState | 'new' | null }) {
  const { t } = useShop();
  return (
    <State state={state ? shapes[state] : 'pending'}>
      {t(`small-ads:state.${state ?? 'unknown'}`)}
    </State>
  );
}
