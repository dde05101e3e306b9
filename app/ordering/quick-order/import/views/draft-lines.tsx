import { hasLotOrDate, isPackShown, type PackData } from '~/catalogue/products/codes/gs1';
import { useShop } from '~/base/page/shop';
import { cents } from '~/base/kernel/money';
import { Pager } from '~/base/ui/page/pager';
import { State } from '~/base/ui/state';
import { Table } from '~/base/ui/table';
import { FaultText, FoundText, ReplacedCounts, SumText, Uncounted } from '../../line-result';
import { PackHints } from '../../pack-hints';
import { replacedCounts } from '../../rows';
import { linesPerPage, type LinesPage } from '../import-view';
import { isUnusualLine, type DraftLine } from '../draft';

function Result({ line }: { line: DraftLine }) {
  const { t } = useShop();
  const { fault, typed, productId } = line;
  if (fault)
    return (
      <>
        <FaultText fault={fault} typed={typed} />
        {isUnusualLine(line) ? <SumText line={line} /> : null}
      </>
    );
  if (productId === null)
    return (
      <>
        <State state="pending">{t('cart:import.line.unchecked')}</State>
        <Uncounted line={line} />
      </>
    );
  return <FoundText line={line} />;
}

/** Lot and dates of the scanned label. The ERP's import takes none, so each row says that they are not sent. */
function Pack({ pack, quantity }: { pack: PackData; quantity: number | null }) {
  const { t } = useShop();
  const counts = replacedCounts([{ count: pack.count, quantity }]);
  return (
    <>
      {counts.length > 0 ? (
        <span className="d">
          <ReplacedCounts counts={counts} />
        </span>
      ) : null}
      {isPackShown(pack) ? (
        <span className="d">
          <PackHints packs={[pack]} />
        </span>
      ) : null}
      {hasLotOrDate(pack) ? <span className="d">{t('cart:quick.line.notSent')}</span> : null}
    </>
  );
}

function Row({ line }: { line: DraftLine }) {
  const { t, formats } = useShop();
  const { number, entered, title, presentation, quantity, amount, fault } = line;
  const isLeftOut = fault !== null && !isUnusualLine(line);
  return (
    <tr>
      <td className="num" data-label={t('cart:import.column.line')}>
        {number}
      </td>
      <td className="full" data-label={t('cart:import.column.file')}>
        <span className="mono">{entered}</span>
      </td>
      <th scope="row">
        {title || t('cart:quick.line.noProduct')}
        {presentation ? <span className="d">{presentation}</span> : null}
      </th>
      <td className="full" data-label={t('cart:quick.column.result')}>
        <span>
          <Result line={line} />
          {line.pack ? <Pack pack={line.pack} quantity={quantity} /> : null}
        </span>
      </td>
      <td className={isLeftOut ? 'num nil' : 'num'} data-label={t('cart:column.quantity')}>
        {isLeftOut || quantity === null ? '–' : formats.number(quantity)}
      </td>
      <td className="num" data-label={t('cart:column.amount')}>
        {amount === null ? null : formats.money(cents(amount))}
      </td>
    </tr>
  );
}

/** Lines of the file, in pages. */
export function DraftLines({
  id,
  title,
  shown,
  href,
}: {
  id: string;
  title: string;
  shown: LinesPage;
  href: (page: number) => string;
}) {
  const { t } = useShop();
  const { lines, page, total } = shown;
  if (total === 0) return null;
  const from = (page - 1) * linesPerPage + 1;
  return (
    <section className="sheet" id={id}>
      <div className="sheet-tools">
        <h2>{title}</h2>
      </div>
      <Table
        caption={title}
        heads={[
          { text: t('cart:import.column.line'), num: true },
          t('cart:import.column.file'),
          t('cart:column.product'),
          t('cart:quick.column.result'),
          { text: t('cart:column.quantity'), num: true },
          { text: t('cart:column.amount'), num: true },
        ]}
      >
        {lines.map((line) => (
          <Row key={line.number} line={line} />
        ))}
      </Table>
      {total > linesPerPage ? (
        <Pager
          page={page}
          pageCount={Math.ceil(total / linesPerPage)}
          from={from}
          to={from + lines.length - 1}
          total={total}
          size={linesPerPage}
          sizes={[linesPerPage]}
          href={(to) => `${href(to.page ?? 1)}#${id}`}
        />
      ) : null}
    </section>
  );
}
