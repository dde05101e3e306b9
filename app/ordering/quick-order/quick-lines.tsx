import {
  Presentation,
  ProductPicture,
  StockMark,
  useCardHref,
} from '~/catalogue/products/rows/product-card-row';
import { RowTags } from '~/catalogue/products/rows/product-tags';
import type { ProductCard } from '~/catalogue/products/product';
import { links } from '~/base/i18n/links';
import { useShop, type Shop } from '~/base/page/shop';
import { questionOf } from '~/ordering/cart/unusual-question';
import { Icon } from '~/base/ui/icon';
import { State } from '~/base/ui/state';
import { ClearAll, ClearRefused } from './clear-lines';
import { FaultText, ReplacedCounts } from './line-result';
import { confirmed, labelsText } from './lines';
import { isExpired, PackHints } from './pack-hints';
import { unitPriceAt, type LineFault, type QuickLine } from './quick-order';
import type { QuickView } from './quick-order.server';
import { isLookUp, isReady, isUnchecked, isWrong, rowsOf, type QuickRow } from './rows';

function Name({ card }: { card: ProductCard }) {
  const href = useCardHref(card);
  return href ? <a href={href}>{card.title}</a> : <>{card.title}</>;
}

/** True when the row offers products to choose from. */
const isChoice = (
  fault: LineFault | null,
): fault is Extract<LineFault, { choices: readonly unknown[] }> =>
  fault !== null && 'choices' in fault && fault.choices.length > 0;

const isCodeFault = (fault: LineFault | null): fault is LineFault =>
  fault !== null &&
  !isChoice(fault) &&
  [
    'several-codes',
    'unknown',
    'no-code',
    'misread',
    'rounded',
    'too-long',
    'no-sku',
    'other-scheme',
    'label',
  ].includes(fault.kind);

/**
 * Input field for a code that matches no product, displayed in place of the product's name, so that the customer can
 * correct it.
 */
function CodeField({ line: { entered }, index }: { line: QuickLine; index: number }) {
  const { t } = useShop();
  return (
    <input
      type="text"
      name={`c.${index}`}
      defaultValue={entered}
      aria-label={t('cart:quick.line.correct', { code: entered })}
      aria-invalid
      autoComplete="off"
      spellCheck={false}
    />
  );
}

function CodeWays({ entered }: { entered: string }) {
  const { t, locale } = useShop();
  return (
    <>
      <button className="btn quiet small" type="submit" name="do" value="check">
        {t('cart:quick.line.look')}
      </button>
      <a className="more" href={links.search(locale, entered)}>
        {t('cart:quick.line.search')}
      </a>
    </>
  );
}

/** The entered code. If it matches several products, the page shows a list to choose from. */
function Code({ line, index }: { line: QuickLine; index: number }) {
  const { t } = useShop();
  const { entered, fault } = line;
  const name = `c.${index}`;
  if (isChoice(fault))
    return (
      <>
        <input type="hidden" name={name} value={entered} autoComplete="off" />
        <select name={`p.${index}`} aria-label={t('cart:quick.line.choose', { code: entered })}>
          <option value="">{t('cart:quick.line.chooseOne')}</option>
          {fault.choices.map(({ sku, text }) => (
            <option key={sku} value={sku}>
              {text}
            </option>
          ))}
        </select>
      </>
    );
  return <input type="hidden" name={name} value={entered} autoComplete="off" />;
}

/** Maximum number of single quantities displayed for one product, when it was entered several times. */
const shownReadings = 6;
const sumOf = (readings: readonly string[]): string =>
  [...readings.slice(0, shownReadings), ...(readings.length > shownReadings ? ['…'] : [])].join(
    ' + ',
  );

/**
 * Codes of the product, the quantities if it was entered several times, data about the pack, and the price per piece.
 */
function Readings({ row }: { row: QuickRow }) {
  const { line, packs, readings, replaced, quantity, unit } = row;
  const { t, formats } = useShop();
  const { card, count, uncounted, fault } = line;
  return (
    <div className="row-codes">
      {card?.sku ? <span>{card.sku}</span> : null}{' '}
      {card?.cnk ? (
        <span className="hint">
          {t('catalogue:code.cnk')} {card.cnk}
        </span>
      ) : null}{' '}
      {readings.length > 1 ? (
        <span className="hint">
          {t('cart:quick.line.readings', {
            count: readings.length,
            sum: sumOf(readings.map((one) => formats.number(one))),
          })}
        </span>
      ) : null}{' '}
      {uncounted && !fault ? <span className="hint">{t('cart:quick.line.one')}</span> : null}{' '}
      {unit === null || quantity === null ? null : (
        <span className="hint">
          {t('cart:line.unit', {
            quantity: formats.number(quantity),
            price: formats.price(unit),
          })}
        </span>
      )}{' '}
      {count && readings.length === 1 && quantity === count ? (
        <span className="hint">{t('cart:quick.line.counted', { count })}</span>
      ) : null}{' '}
      {replaced.length > 0 ? (
        <span className="hint">
          <ReplacedCounts counts={replaced} />
        </span>
      ) : null}{' '}
      <PackHints packs={packs} /> {card ? <RowTags card={card} /> : null}
    </div>
  );
}

function Quantity({ row, index }: { row: QuickRow; index: number }) {
  const { t, formats, mayOrder } = useShop();
  const { line, quantity } = row;
  const { card, entered, fault, added, inField } = line;
  const name = card ? card.name : entered;
  // Letters behind an unknown code are part of the row, which the code field already displays.
  const typed = !card && !inField && /^\p{L}/u.test(line.typed) ? '' : line.typed;
  const isQuantityFault = fault?.kind === 'quantity' || fault?.kind === 'behind-label';
  if (added && quantity !== null) return <b>{formats.number(quantity)}</b>;
  return (
    <>
      {line.sureUpTo && quantity !== null ? (
        <input
          type="hidden"
          name={`s.${index}`}
          value={confirmed(quantity, line.sureUpTo)}
          autoComplete="off"
        />
      ) : null}
      {mayOrder ? (
        <input
          className="qty"
          type="text"
          inputMode="numeric"
          name={`q.${index}`}
          defaultValue={isQuantityFault || quantity === null ? typed : quantity}
          aria-label={t('cart:line.quantityOf', { name })}
          aria-invalid={isQuantityFault || fault?.kind === 'carton' ? true : undefined}
          autoComplete="off"
        />
      ) : null}
      <button className="btn plain icon" type="submit" name="drop" value={index}>
        <Icon name="trash" />
        <span className="vh">{t('cart:line.drop', { name })}</span>
      </button>
    </>
  );
}

function Row({ row, index }: { row: QuickRow; index: number }) {
  const { t, formats, locale } = useShop();
  const { line, ids, labels, readings, quantity } = row;
  const { card, entered, typed, added } = line;
  const fault = isLookUp(row) ? null : line.fault;
  const isCode = isCodeFault(fault);
  const amount = card && isLookUp(row) ? unitPriceAt(card, 1) : row.amount;
  return (
    <li
      className={isWrong(row) ? 'row line is-bad' : 'row line'}
      data-ids={ids.length > 0 ? ids.join(' ') : undefined}
      data-uncounted={line.uncounted && ids.length === 0 ? '' : undefined}
      data-readings={
        ids.length === 0 && (readings.length > 1 || line.sureUpTo)
          ? readings.map((one) => (line.sureUpTo ? confirmed(one, line.sureUpTo) : one)).join(' ')
          : undefined
      }
    >
      {card ? <ProductPicture card={card} size={64} /> : <span className="row-pic" />}
      <div className="row-main">
        <h3 className="row-name">
          {card ? (
            <Name card={card} />
          ) : isCode ? (
            <FaultText fault={fault} typed={typed} />
          ) : (
            entered
          )}
        </h3>
        {card ? <Presentation card={card} dense /> : null}{' '}
        {isCode ? <CodeField line={line} index={index} /> : null}
        <Readings row={row} />
      </div>
      <div className="row-stock">
        {isCode || !fault ? null : <FaultText fault={fault} typed={typed} />}
        {isCode ? <CodeWays entered={entered} /> : <Code line={line} index={index} />}
        {labels.length > 0 ? (
          <input type="hidden" name={`l.${index}`} value={labelsText(labels)} autoComplete="off" />
        ) : null}
        {fault?.kind === 'unusual' && quantity !== null ? (
          <button
            className="btn quiet small"
            type="submit"
            name={`s.${index}`}
            value={confirmed(quantity, fault.total)}
          >
            {questionOf({ t, formats }, [{ name: '', quantity, total: fault.total }]).yes}
          </button>
        ) : null}
        {card && fault?.kind === 'barred' && fault.reason === 'on-quotation' ? (
          <a className="more" href={`${links.saveProduct(locale, card.id)}#quotation`}>
            {t('catalogue:bar.on-quotation.action')}
          </a>
        ) : null}
        {added ? (
          <>
            <State state="done">{t('cart:quick.line.added')}</State>
            <a className="more" href={links.cart(locale)}>
              {t('cart:quick.line.change')}
            </a>
          </>
        ) : null}
        {card && !fault ? <StockMark stock={card.stock} /> : null}
      </div>
      <div className="row-act">
        <Quantity row={row} index={index} />
      </div>
      <div className="amount">
        {amount === null ? null : <span className="net">{formats.price(amount)}</span>}
      </div>
    </li>
  );
}

/** Maximum number of characters of a code in a screen reader announcement; a longer text is not a code. */
const toldCode = 40;

/** Screen reader announcement for the newest line. */
export function tellRow({ t, at, formats }: Shop, row: QuickRow): string {
  const { line, quantity } = row;
  const { card, entered, expiry } = line;
  const code = entered.length > toldCode ? `${entered.slice(0, toldCode)}…` : entered;
  if (isUnchecked(row)) return t('cart:quick.told.unchecked', { code });
  if (!card || isWrong(row)) return t('cart:quick.told.wrong', { code });
  // Pack size and dosage form only; a longer announcement would delay the next scan.
  const [pack = '', form = ''] = card.presentation.split(' · ');
  const name = [card.title, pack, form].filter(Boolean).join(', ');
  const found = t('cart:quick.told.found', { name, quantity: quantity ?? 0 });
  return expiry && isExpired(expiry, at)
    ? `${found}. ${t('cart:quick.line.expired', { date: formats.day(expiry) })}`
    : found;
}

/** Displays the rows, newest first. Their form fields are numbered from the oldest. */
export function QuickRows({ rows }: { rows: readonly QuickRow[] }) {
  return rows.map((row, place) => <Row key={place} row={row} index={rows.length - 1 - place} />);
}

function AddButton() {
  const { t } = useShop();
  return (
    <button className="btn" type="submit" name="do" value="add">
      <Icon name="cart" small />
      {t('cart:quick.addReady')}
    </button>
  );
}

/** Number of ready lines and their total. The browser updates it with the texts in its attributes. */
function ReadySum({ count, total }: { count: number; total: string }) {
  const { t } = useShop();
  const inWords = (lines: number): string =>
    t('cart:quick.sum', { count: lines, total: '{total}' });
  return (
    <span
      className="muted"
      id="scan-sum"
      data-none={inWords(0)}
      data-one={inWords(1)}
      data-more={inWords(2)}
    >
      {inWords(count).replace('{total}', total)}
    </span>
  );
}

/** The lines entered so far with their state; hidden while there are none. */
export function QuickLines({ view }: { view: QuickView }) {
  const { t, formats, mayOrder } = useShop();
  const rows = rowsOf(view.order);
  const ready = rows.filter(isReady).length;
  return (
    <div className="sheet scanned">
      <input type="hidden" name="tx" value={view.formKey} autoComplete="off" />
      <div className="sheet-tools">
        <h2>{t('cart:quick.lines')}</h2>
        {mayOrder ? <AddButton /> : null}
      </div>
      <ol id="scan-lines">{rows.length > 0 ? <QuickRows rows={rows} /> : null}</ol>
      <div className="sheet-tools no-print">
        {mayOrder ? <ReadySum count={ready} total={formats.money(view.order.total)} /> : null}
        <button className="btn quiet small" type="submit" name="do" value="check">
          {t('cart:quick.check')}
        </button>
        <ClearRefused refused={rows.filter(isWrong).length} />
        <ClearAll />
      </div>
    </div>
  );
}
