import { firstNames, joinNames } from '~/base/kernel/first-names';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { SumRows } from '~/ordering/cart/sum-rows';
import { HowRead } from '~/ordering/quick-order/how-read';
import { orderSums } from '~/ordering/orders/order';
import { OrderFacts } from '~/ordering/orders/views/order-facts';
import { DescriptionList } from '~/base/ui/description-list';
import { dot, joinWithDots } from '~/base/ui/dotted';
import { Crumbs } from '~/base/ui/page/crumbs';
import type { FormAnswer } from '~/base/ui/form/form-answer';
import { typedIn, type Shown } from '~/base/ui/form/shown-fields';
import { Html, type SafeHtml } from '~/base/ui/html';
import { Icon } from '~/base/ui/icon';
import { Notice } from '~/base/ui/notice';
import { PageHead } from '~/base/ui/page/page-head';
import { Phone } from '~/base/ui/phone';
import {
  isOnRequest,
  isUnanswered,
  shownState,
  type Quotation,
  type QuotationAction,
} from '../quotation';
import type { MadeToOrder } from '../made-to-order.server';
import { DraftForm } from './draft-form';
import { QuotationLines, type ShownLine } from './quotation-lines';
import { QuotationStateWord } from './quotation-state-word';
import { QuotationSteps } from './quotation-steps';
import type { ListRead } from '../actions/several-lines.server';

export interface QuotationView {
  quotation: Quotation;
  customerRef: string | null;
  actions: readonly QuotationAction[];
  /** True when the account may not order, and therefore may not accept a quotation. */
  mayNotAccept: boolean;
  /** Names of lines without a price; such lines prevent the customer from accepting the quotation. */
  onRequest: readonly string[];
  /** Names of products that have left the catalogue; such products prevent the acceptance too. */
  withdrawn: readonly string[];
  /** Names of products that the catalogue could not confirm; such products do not prevent the acceptance. */
  unchecked: readonly string[];
  lines: readonly ShownLine[];
  /** Names of made-to-order products; `unknown` while the catalogue is unavailable. */
  madeToOrder: MadeToOrder;
  note: SafeHtml | null;
  /** The note as plain text, for its text field. */
  noteText: string;
  shown: Shown;
  /** Number of cart lines that a draft can copy. */
  cartLines: number;
}

function Totals({ quotation }: { quotation: Quotation }) {
  const { t } = useShop();
  const { amount } = quotation;
  if (!amount) return null;
  if (isUnanswered(quotation) && amount.total === 0)
    return quotation.lines.length > 0 ? (
      <section className="panel" id="totals">
        <h2>{t('quotations:totals.title')}</h2>
        <p>{t('quotations:totals.later')}</p>
      </section>
    ) : null;
  if (amount.total === 0 && quotation.lines.some(isOnRequest))
    return (
      <section className="panel" id="totals">
        <h2>{t('quotations:totals.title')}</h2>
        <p>{t('catalogue:price.onRequest')}</p>
      </section>
    );
  const partly = isUnanswered(quotation)
    ? quotation.lines.some((line) => !line.amount && !line.isReward) && 'partly'
    : quotation.lines.some(isOnRequest) && 'unpriced';
  return (
    <section className="panel" id="totals">
      <h2>{t('quotations:totals.title')}</h2>
      <SumRows sums={orderSums(quotation)} shippingLater={t('quotations:totals.shippingUnknown')} />
      {partly ? <p className="hint">{t(`quotations:totals.${partly}`)}</p> : null}
    </section>
  );
}

/** Explains why the customer cannot accept the quotation, with links to write or call. */
function AskForPrices({
  view: { onRequest, withdrawn, quotation },
  why,
}: {
  view: QuotationView;
  why: 'on-request' | 'withdrawn';
}) {
  const { t, locale, brand } = useShop();
  const [desk] = brand.desks;
  const names = joinNames(why === 'withdrawn' ? withdrawn : onRequest);
  const key = why === 'withdrawn' ? 'quotations:askOther' : 'quotations:askPrice';
  const about = t(`${key}.about`, { number: quotation.name, names });
  return (
    <Notice tone="warn" id={why}>
      <p>{t(`quotations:refusal.${why}`, { names })}</p>
      <div className="acts no-print">
        <a className="btn small" href={links.contact(locale, about)}>
          {t(`${key}.action`)}
        </a>
        {desk ? <Phone number={desk.phone} /> : null}
      </div>
    </Notice>
  );
}

/** One sentence about the next step of the quotation, and about what prevents it. */
function Meaning({ view }: { view: QuotationView }) {
  const { t, locale } = useShop();
  const state = shownState(view.quotation);
  const isStateless = view.quotation.quotationState === null;
  const answersLater = isStateless && state !== 'waiting_acceptation';
  // Without states the ERP may never report its answer, so the page must not promise to show it.
  const meaning = isStateless && state === 'customer_request' ? 'asked' : (state ?? 'unknown');
  return (
    <>
      {view.withdrawn.length > 0 ? <AskForPrices view={view} why="withdrawn" /> : null}
      {view.unchecked.length > 0 ? (
        <Notice tone="info" id="unchecked">
          <p>
            {t('checkout:unchecked', {
              count: view.unchecked.length,
              names: firstNames(view.unchecked, '.'),
            })}
          </p>
        </Notice>
      ) : null}
      {view.onRequest.length > 0 ? (
        <AskForPrices view={view} why="on-request" />
      ) : (
        <p className="muted no-print">{t(`quotations:meaning.${meaning}`)}</p>
      )}
      {state === 'accepted' ? (
        <p className="no-print">
          <a className="btn quiet small" href={links.order(locale, view.quotation.id)}>
            {t('checkout:placed.toOrder')}
          </a>
        </p>
      ) : null}
      {answersLater ? <p className="muted">{t('quotations:acceptElsewhere')}</p> : null}
      {view.mayNotAccept ? (
        <Notice tone="warn">
          <p>{t('quotations:refusal.may-not-order')}</p>
        </Notice>
      ) : null}
    </>
  );
}

/** Displays the form input for a draft that was sent or accepted elsewhere in the meantime. */
function Unsaved({ view, answer }: { view: QuotationView; answer: FormAnswer | null }) {
  const { t } = useShop();
  const isTyped = typedIn(answer);
  const of = (name: string): string | null =>
    answer?.typed['note'] !== undefined && isTyped(name) ? (answer.typed[name] ?? null) : null;
  const items = [
    [t('quotations:new.reference'), of('reference')],
    [t('quotations:note'), of('note')],
    [t('cart:quick.paste.title'), of('paste')],
    ...view.lines.map(({ line, card }) => [card?.name ?? line.name, of(`q.${line.id}`)] as const),
  ] as const;
  if (items.every(([, value]) => !value)) return null;
  return (
    <section className="panel" id="unsaved">
      <h2>{t('common:form.unsaved')}</h2>
      <DescriptionList items={items} />
    </section>
  );
}

function General({ answer }: { answer: FormAnswer | null }) {
  if (!answer || answer.general.length === 0) return null;
  return (
    <Notice tone="bad" role="alert">
      {answer.general.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  );
}

/** One quotation: its lines and totals, and the actions that are possible now (QUO-01). */
export function QuotationPage({
  view,
  answer,
}: {
  view: QuotationView;
  answer: (FormAnswer & { read?: ListRead | undefined }) | null;
}) {
  const { t, locale, formats } = useShop();
  const { quotation, actions, lines, note } = view;
  const date = quotation.placedAt ? formats.date(quotation.placedAt) : null;
  const edits = actions.includes('edit');
  return (
    <>
      <Crumbs
        items={[
          { name: t('quotations:title'), href: links.quotations(locale) },
          { name: quotation.name },
        ]}
      />
      <PageHead
        onPaper
        title={t('quotations:heading', { name: quotation.reference ?? quotation.name })}
        lead={
          <>
            <QuotationStateWord state={shownState(quotation)} />
            {dot + joinWithDots([quotation.name, date])}
          </>
        }
        actions={
          actions.includes('pdf') ? (
            <a className="btn quiet" href={links.quotationDownload(locale, quotation.id)}>
              <Icon name="dl" small />
              {t('quotations:download')}
            </a>
          ) : null
        }
      />
      <div className="grid g-sum">
        <div className="stack side first">
          <Totals quotation={quotation} />
          <QuotationSteps view={view} answer={answer} />
          {note && !edits ? (
            <section className="panel">
              <h2>{t('quotations:note')}</h2>
              <Html html={note} />
            </section>
          ) : null}
        </div>
        <div className="stack">
          <General answer={answer} />
          {answer?.read ? <HowRead {...answer.read} /> : null}
          {edits ? null : <Unsaved view={view} answer={answer} />}
          <Meaning view={view} />
          {edits ? (
            <DraftForm view={view} answer={answer} />
          ) : (
            <QuotationLines lines={lines} fields={null} later={isUnanswered(quotation)} />
          )}
          <OrderFacts order={quotation} customerRef={view.customerRef} oneList />
        </div>
      </div>
    </>
  );
}
