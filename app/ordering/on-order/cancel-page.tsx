import { useActionData } from '~/base/framework/view';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Crumbs } from '~/base/ui/page/crumbs';
import { DescriptionList } from '~/base/ui/description-list';
import { TextField } from '~/base/ui/form/field';
import { FormKey } from '~/base/ui/form/form-key';
import { Empty, Notice } from '~/base/ui/notice';
import { PageHead } from '~/base/ui/page/page-head';
import { isCancelAnswer, type CancelAnswer } from './cancel-answer';
import { cancellable, type OnOrderLine } from './on-order';

interface CancelView {
  line: OnOrderLine;
  name: string;
  /** Pieces whose cancellation was requested from this confirmation page; null when it was not sent. */
  asked: number | null;
}

function Ask({ view: { line }, answer }: { view: CancelView; answer: CancelAnswer | null }) {
  const { t, locale, formats } = useShop();
  const max = cancellable(line);
  return (
    <form method="post" className="panel stack">
      <FormKey />
      <TextField
        field={{
          id: 'quantity',
          name: 'quantity',
          initialValue: answer?.typed ?? String(max),
          errors: answer?.fault ? [answer.fault] : [],
        }}
        label={t('on-order:cancel.quantity')}
        hint={t('on-order:cancel.hint', { max: formats.number(max) })}
        inputMode="numeric"
        autoComplete="off"
        required
      />
      <div className="acts">
        <button className="btn" type="submit" name="do" value="ask">
          {t('on-order:cancel.go')}
        </button>
        <a className="btn quiet" href={links.productsOnOrder(locale)}>
          {t('on-order:cancel.keep')}
        </a>
      </div>
    </form>
  );
}

/** Asks for confirmation before sending, because the shop cannot undo the cancellation. */
function Confirm({
  view: { line, name },
  quantity,
  formKey,
}: {
  view: CancelView;
  quantity: number;
  formKey: string | undefined;
}) {
  const { t, locale } = useShop();
  const isOnlyOne = cancellable(line) === 1;
  return (
    <form method="post" className="panel stack">
      {formKey ? <input type="hidden" name="tx" value={formKey} /> : <FormKey />}
      <input type="hidden" name="quantity" value={quantity} />
      <h2>{t('on-order:cancel.sure')}</h2>
      <p>{t('on-order:cancel.sureText', { count: quantity, name, order: line.orderRef })}</p>
      <div className="acts">
        <button className="btn" type="submit" name="do" value="cancel">
          {t('on-order:cancel.yes')}
        </button>
        <a
          className="btn quiet"
          href={isOnlyOne ? links.productsOnOrder(locale) : links.cancelBackorder(locale, line.id)}
        >
          {t(isOnlyOne ? 'on-order:cancel.keep' : 'on-order:cancel.back')}
        </a>
      </div>
    </form>
  );
}

/** Displayed when the customer returns by Back to a confirmation page that was already answered. */
function Asked({ count }: { count: number }) {
  const { t, locale } = useShop();
  return (
    <>
      <Notice tone="ok" role="status">
        <p>{t('on-order:cancel.sent', { count })}</p>
      </Notice>
      <a className="btn" href={links.productsOnOrder(locale)}>
        {t('on-order:title')}
      </a>
    </>
  );
}

/** Cancels backordered pieces in two steps (BACK-01). */
export function CancelPage({ view }: { view: CancelView }) {
  const { t, locale, formats } = useShop();
  const posted = useActionData();
  const answer = isCancelAnswer(posted) ? posted : null;
  const { line, name, asked } = view;
  // With a single piece there is no quantity to choose, so ask for confirmation at once.
  const isOnlyOne = cancellable(line) === 1;
  const problem = answer?.problem ?? (isOnlyOne ? answer?.fault : null);
  const quantity = isOnlyOne ? 1 : answer?.confirm;
  return (
    <>
      <Crumbs
        items={[
          { name: t('on-order:title'), href: links.productsOnOrder(locale) },
          { name: t('on-order:cancel.action') },
        ]}
      />
      <PageHead title={t('on-order:cancel.title')} lead={name} />
      <div className="stack narrow">
        {problem ? (
          <Notice tone="bad" role="alert">
            <p>{problem}</p>
          </Notice>
        ) : null}
        <div className="panel">
          <DescriptionList
            items={[
              [t('on-order:order'), line.orderRef],
              [t('on-order:ordered'), formats.number(line.ordered)],
              [t('on-order:toDeliver'), formats.number(line.toDeliver)],
              [t('on-order:inBackorder'), formats.number(line.inBackorder)],
              [
                t('on-order:cancel.title'),
                line.asked > 0 ? t('on-order:cancel.asked', { count: line.asked }) : null,
              ],
            ]}
          />
        </div>
        {asked !== null ? (
          <Asked count={asked} />
        ) : cancellable(line) === 0 ? (
          <div className="panel">
            <Empty
              icon="info"
              level={2}
              title={t(line.isMadeToOrder ? 'on-order:mtoText' : 'on-order:cancel.nothing')}
            />
          </div>
        ) : quantity ? (
          <Confirm view={view} quantity={quantity} formKey={answer?.formKey} />
        ) : (
          <Ask view={view} answer={answer} />
        )}
      </div>
    </>
  );
}
