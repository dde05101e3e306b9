import type { ComponentProps } from 'react';
import { useShop } from '~/base/page/shop';
import { State } from '~/base/ui/state';
import type { OrderState } from '../order';

const shapes: Readonly<Record<OrderState, ComponentProps<typeof State>['state']>> = {
  pending: 'pending',
  processing: 'sent',
  'partly-delivered': 'partial',
  delivered: 'done',
  cancelled: 'cancel',
  'quotation-asked': 'sent',
  'quotation-answered': 'waiting_acceptation',
  other: 'draft',
};

/**
 * The shop's text for the state of an order. For a state that the shop does not know: the ERP's label, or a neutral
 * text.
 */
export function OrderStateWord({
  order,
}: {
  order: { state: OrderState; stateLabel: string | null };
}) {
  const { t } = useShop();
  const { state, stateLabel } = order;
  return (
    <State state={shapes[state]}>
      {state === 'other' && stateLabel ? stateLabel : t(`orders:state.${state}`)}
    </State>
  );
}
