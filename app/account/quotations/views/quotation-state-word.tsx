import type { ComponentProps } from 'react';
import { useShop } from '~/base/page/shop';
import { State } from '~/base/ui/state';
import type { QuotationState } from '../quotation';

const shapes: Readonly<Record<QuotationState, ComponentProps<typeof State>['state']>> = {
  draft: 'draft',
  customer_request: 'sent',
  waiting_acceptation: 'waiting_acceptation',
  accepted: 'accepted',
  cancel: 'cancel',
};

/** The quotation's state in the shop's wording; a neutral text when the ERP does not report the state. */
export function QuotationStateWord({ state }: { state: QuotationState | null }) {
  const { t } = useShop();
  return (
    <State state={state ? shapes[state] : 'pending'}>
      {t(`quotations:state.${state ?? 'unknown'}`)}
    </State>
  );
}
