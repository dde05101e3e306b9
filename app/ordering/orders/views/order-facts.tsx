import { Fragment } from 'react';
import { AddressLines } from '~/ordering/addresses/address-lines';
import { links } from '~/base/i18n/links';
import { useShop } from '~/base/page/shop';
import { DescriptionList } from '~/base/ui/description-list';
import type { Order } from '../order';

/** Invoices with their dates, as file downloads where available. */
function Invoices({ order }: { order: Order }) {
  const { t, locale, formats, offers } = useShop();
  const asFiles = offers('GET invoice/{id}/download') || offers('GET invoices/{id}/download');
  return order.invoices.map(({ id, name, date }, position) => (
    <Fragment key={id}>
      {position > 0 ? <br /> : null}
      {asFiles ? (
        <a href={links.invoiceDownload(locale, id)} download>
          {name} ({t('quotations:pdf')})
        </a>
      ) : (
        name
      )}
      {date ? <span className="hint nb"> {formats.day(date)}</span> : null}
    </Fragment>
  ));
}

/**
 * Customer and addresses of an order or a quotation. `oneList`: the addresses are list entries instead of separate
 * panels.
 */
export function OrderFacts({
  order,
  customerRef,
  oneList = false,
}: {
  order: Order;
  customerRef: string | null;
  oneList?: boolean;
}) {
  const { t, formats } = useShop();
  const addresses = (['delivery', 'invoicing'] as const).flatMap((kind) => {
    const address = kind === 'delivery' ? order.deliveryAddress : order.invoicingAddress;
    return address
      ? [{ label: t(`orders:detail.${kind}`), lines: <AddressLines address={address} named /> }]
      : [];
  });
  return (
    <>
      <section className="panel">
        <h2>{t('orders:detail.title')}</h2>
        <DescriptionList
          items={[
            [t('orders:detail.customer'), customerRef],
            [t('orders:detail.vat'), order.invoicingAddress?.vat],
            [t('orders:detail.reference'), order.reference],
            [t('orders:detail.suite'), order.suiteName],
            [t('orders:detail.promised'), order.promisedOn ? formats.day(order.promisedOn) : null],
            [t('orders:detail.carrier'), order.carrier],
            [
              t('orders:detail.payment'),
              order.onAccount ? t('checkout:pay.account') : order.paymentMode,
            ],
            [
              t('orders:detail.invoices'),
              order.invoices.length > 0 ? <Invoices key="invoices" order={order} /> : null,
            ],
            ...(oneList ? addresses.map(({ label, lines }) => [label, lines] as const) : []),
          ]}
        />
      </section>
      {oneList
        ? null
        : addresses.map(({ label, lines }) => (
            <section className="panel" key={label}>
              <h2>{label}</h2>
              <p>{lines}</p>
            </section>
          ))}
    </>
  );
}
