import type { PaymentMethod } from '~/ordering/payment/payment';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { FieldErrors, type FieldState } from '~/base/ui/form/field';
import { Notice } from '~/base/ui/notice';
import type { Part } from '~/base/page/optional';
import { onAccount } from '../checkout';
import { offersOrder } from '../checkout-view';
import { ChoiceCard } from './choice-card';
import { chosenOf } from './fields';

export function PaymentPanel({
  confirms,
  methods,
  field,
}: {
  /** The ERP accepts orders without online payment. */
  confirms: boolean;
  methods: Part<readonly PaymentMethod[]>;
  field: FieldState;
}) {
  const { t, locale } = useShop();
  const list = methods.kind === 'ok' ? methods.value : [];
  const chosen = chosenOf(field);
  return (
    <fieldset className="panel block">
      <legend>{t('checkout:pay.title')}</legend>
      {methods.kind === 'unavailable' ? (
        <Notice tone="warn">
          <p>{t('checkout:pay.unavailable')}</p>
        </Notice>
      ) : null}
      {!offersOrder({ confirms, methods }) ? (
        <Notice tone="warn">
          <p>
            {t('checkout:pay.none')} <a href={links.contact(locale)}>{t('checkout:contact')}</a>
          </p>
        </Notice>
      ) : null}
      <div className="cards">
        {confirms ? (
          <ChoiceCard
            field={field}
            value={onAccount}
            title={t('checkout:pay.account')}
            chosen={chosen === onAccount}
            first
          >
            {t('checkout:pay.accountText')}
          </ChoiceCard>
        ) : null}
        {list.map((method, position) => (
          <ChoiceCard
            key={method.id}
            field={field}
            value={String(method.id)}
            title={method.name}
            chosen={chosen === String(method.id)}
            first={!confirms && position === 0}
          >
            {/* Plain text wraps on a narrow phone; a tag would not. */}
            {method.icons.length > 0 ? (
              <>
                <b>{method.icons.map(({ name }) => name).join(' · ')}</b>
                <br />
              </>
            ) : null}
            {t('checkout:pay.leaves')}
            {method.isTest ? ` ${t('checkout:pay.test')}` : null}
          </ChoiceCard>
        ))}
      </div>
      <FieldErrors field={field} />
    </fieldset>
  );
}
