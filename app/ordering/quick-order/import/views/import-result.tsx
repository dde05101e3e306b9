import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Notice } from '~/base/ui/notice';
import { DraftLines } from './draft-lines';
import type { DraftView } from '../import-view';

/** Displays what the ERP skipped: its own warning, and the matching lines of the file. */
function Warnings({ draft, warning }: { draft: DraftView; warning: string }) {
  const { t, formats } = useShop();
  return (
    <Notice tone="warn" role="alert">
      <p>
        <b>{t('cart:import.result.warned')}</b>
      </p>
      <ul>
        {warning
          .split(/\r\n|\r|\n/)
          .filter((line) => line.trim() !== '')
          .map((line, position) => (
            <li key={position}>{line}</li>
          ))}
        {draft.warned.map(({ number, entered, title, quantity }) => (
          <li key={`line-${number}`}>
            {t('cart:import.result.warnedLine', {
              number,
              product: title || entered,
              quantity: formats.number(quantity ?? 0),
            })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Outcome({ draft }: { draft: DraftView }) {
  const { t } = useShop();
  const { fate, ready, warned, waitSeconds } = draft;
  switch (fate.kind) {
    case 'ready':
      return null;
    case 'done':
      return (
        <>
          <Notice tone="ok" role="status">
            <p>
              <b>{t('cart:sheet.added', { count: ready.total - warned.length })}</b>
            </p>
          </Notice>
          {fate.warning ? <Warnings draft={draft} warning={fate.warning} /> : null}
        </>
      );
    case 'sent':
      return (
        <Notice tone="warn" role="alert">
          <p>
            <b>{t(fate.lost ? 'cart:import.result.lost' : 'cart:import.result.underWay')}</b>{' '}
            {t('cart:import.result.checkLater', {
              count: Math.max(1, Math.ceil((waitSeconds ?? 60) / 60)),
            })}
          </p>
        </Notice>
      );
    case 'unclear':
      return (
        <Notice tone="warn" role="alert">
          <p>
            <b>{t('cart:import.result.lost')}</b> {t('cart:import.result.unclear')}
          </p>
        </Notice>
      );
  }
}

/** Result page of a confirmed import: its outcome, and the lines that were not sent. */
export function ImportResult({ draft }: { draft: DraftView }) {
  const { t, locale } = useShop();
  const { token, fate, asked, refused } = draft;
  const here = links.cartImport(locale, token);
  return (
    <>
      <Outcome draft={draft} />
      <div className="acts">
        <a className="btn" href={links.cart(locale)}>
          {t('cart:sheet.toCart')}
        </a>
        {fate.kind === 'sent' ? (
          <a className="btn quiet" href={here}>
            {t('cart:import.result.lookAgain')}
          </a>
        ) : (
          <a className="btn quiet" href={links.cartImport(locale)}>
            {t('cart:import.other')}
          </a>
        )}
      </div>
      <DraftLines
        id="asked"
        title={t('cart:import.askedLines', { count: asked.total })}
        shown={asked}
        href={(page) => `${here}&asked=${page}`}
      />
      <DraftLines
        id="refused"
        title={t('cart:import.refusedLines', { count: refused.total })}
        shown={refused}
        href={(page) => `${here}&refused=${page}`}
      />
    </>
  );
}
