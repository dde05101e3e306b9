import { joinNames } from '~/base/kernel/first-names';
import { AddressLines } from '~/ordering/addresses/address-lines';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import type { Translate } from '~/base/i18n/translate';
import { FormKey } from '~/base/ui/form/form-key';
import { DescriptionList } from '~/base/ui/description-list';
import { TextField, TickField } from '~/base/ui/form/field';
import { fieldsOf, type FormAnswer } from '~/base/ui/form/form-answer';
import { isStale, ShownFields } from '~/base/ui/form/shown-fields';
import { Icon } from '~/base/ui/icon';
import { Phone } from '~/base/ui/phone';
import { offerOf, takesReference } from '../quotation';
import type { QuotationView } from './quotation-page';

/**
 * Delivery address, carrier and invoice address, not editable: the ERP accepts no choices with the acceptance
 * (contract/erp.md 17.3).
 */
function Terms({ view }: { view: QuotationView }) {
  const { t } = useShop();
  const { deliveryAddress, invoicingAddress, carrier, reference } = view.quotation;
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
            <AddressLines address={address} named />
          </div>
        ) : null,
      )}
      <DescriptionList
        tight
        items={[
          [t('quotations:accepting.carrier'), carrier],
          [t('quotations:accepting.reference'), takesReference(view.quotation) ? null : reference],
        ]}
      />
    </>
  );
}

/** The reference field, for an ERP that accepts a reference with an answered quotation (17.4). */
function Reference({ view, answer }: { view: QuotationView; answer: FormAnswer | null }) {
  const { t } = useShop();
  const { quotation } = view;
  if (!takesReference(quotation)) return null;
  const field = fieldsOf(answer)('reference', quotation.reference ?? '');
  return (
    <>
      {/* Enter in the reference field activates the first submit button of the form, so that button must not place
          the order. */}
      <button type="submit" hidden disabled />
      <TextField field={field} label={t('quotations:accepting.reference')} />
    </>
  );
}

/** Text with the total. It says so when the total excludes a delivery whose price is unknown. */
const orderTotal = (t: Translate, total: string, { shipping }: QuotationView['quotation']) =>
  t(shipping === null ? 'quotations:accepting.withoutDelivery' : 'quotations:accepting.total', {
    total,
  });

/** Asks for confirmation before the quotation becomes an order; made-to-order products need a ticked box. */
export function AcceptForm({ view, answer }: { view: QuotationView; answer: FormAnswer | null }) {
  const { t, locale, formats, brand } = useShop();
  const [desk] = brand.desks;
  const { quotation, madeToOrder } = view;
  const total = quotation.amount?.total ?? null;
  const offer = offerOf(quotation);
  // When the offer has changed since the form was rendered, the customer must acknowledge it again.
  const isOther = answer !== null && isStale(new URLSearchParams(answer.typed), offer);
  const field = fieldsOf(isOther ? null : answer)('mto');
  const label =
    madeToOrder === 'unknown'
      ? t('quotations:accepting.mtoUnknown')
      : t('quotations:accepting.mto', {
          count: madeToOrder.length,
          names: joinNames(madeToOrder),
        });
  return (
    <form method="post" action={links.quotation(locale, quotation.id)}>
      <FormKey />
      <ShownFields shown={offer} />
      <details className="fold" id="accept" open={answer?.typed['do'] === 'accept'}>
        <summary className="btn">{t('quotations:accept')}</summary>
        <div className="stack">
          <p>
            {total === null
              ? t('quotations:accepting.plain')
              : t(
                  takesReference(quotation)
                    ? 'quotations:accepting.sureReferenced'
                    : 'quotations:accepting.sure',
                  { total: orderTotal(t, formats.money(total), quotation) },
                )}{' '}
            {desk ? <Phone number={desk.phone} /> : null}
          </p>
          <Terms view={view} />
          <Reference view={view} answer={answer} />
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
