import { AddressLines } from '~/features/addresses/address-lines';
import { useShop } from '~/page/shop';
import { links } from '~/i18n/links';
import { TickField } from '~/ui/form/field';
import { fieldsOf, type FormAnswer } from '~/ui/form/form-answer';
import { Icon } from '~/ui/icon';
import type { QuotationView } from './quotation-page';

/** Where it goes and who pays: the ERP takes no other choice with the acceptance (contract/erp.md 17.3). */
function Addresses({ view }: { view: QuotationView }) {
  const { t } = useShop();
  const { deliveryAddress, invoicingAddress } = view.quotation;
  const shown = [
    { title: t('quotations:accepting.delivery'), address: deliveryAddress },
    { title: t('quotations:accepting.invoicing'), address: invoicingAddress },
  ];
  return (
    <>
      {shown.map(({ title, address }) =>
        address ? (
          <div key={title}>
            <p className="label">{title}</p>
            <AddressLines address={address} />
          </div>
        ) : null,
      )}
    </>
  );
}

/** Asks once before an order is made of the quotation; what is made to order needs its tick. */
export function AcceptForm({ view, answer }: { view: QuotationView; answer: FormAnswer | null }) {
  const { t, locale, formats } = useShop();
  const { quotation, madeToOrder, stepToken } = view;
  const total = quotation.amount?.total ?? null;
  const field = fieldsOf(answer)('mto');
  const label =
    madeToOrder === 'unknown'
      ? t('quotations:accepting.mtoUnknown')
      : t('quotations:accepting.mto', {
          count: madeToOrder.length,
          names: madeToOrder.join(', '),
        });
  return (
    <form method="post" action={links.quotation(locale, quotation.id)}>
      <input type="hidden" name="tx" value={stepToken} autoComplete="off" />
      <details className="fold" id="accept" open={answer?.typed['do'] === 'accept'}>
        <summary className="btn">{t('quotations:accept')}</summary>
        <div className="stack">
          <p>
            {total === null
              ? t('quotations:accepting.plain')
              : t('quotations:accepting.sure', { total: formats.money(total) })}
          </p>
          <Addresses view={view} />
          {madeToOrder.length > 0 ? <TickField field={field} label={label} required /> : null}
          <div className="acts">
            <button className="btn" type="submit" name="do" value="accept">
              <Icon name="check" small />
              {t('quotations:accepting.yes')}
            </button>
          </div>
        </div>
      </details>
    </form>
  );
}
