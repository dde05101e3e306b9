import { useShop } from '~/base/page/shop';
import { FormLink } from '~/base/ui/form/form-link';
import { dot } from '~/base/ui/dotted';
import { pageSizes, type Paging } from '~/base/ui/page/paging';
import { Segments } from '~/base/ui/page/segments';

/** Page numbers to show: first, last, and those next to the current page; null stands for omitted pages. */
export function pageWindow(page: number, pageCount: number): (number | null)[] {
  const shown = [...new Set([1, page - 1, page, page + 1, pageCount])]
    .filter((number) => number >= 1 && number <= pageCount)
    .sort((a, b) => a - b);
  return shown.flatMap((number, position) => {
    const before = shown[position - 1];
    if (before === undefined || number === before + 1) return [number];
    return number === before + 2 ? [number - 1, number] : [null, number];
  });
}

/** 'x–y of total', the page links and the page-size selector (SHELL-05). With `form`, each link submits that form. */
export function Pager({
  page,
  pageCount,
  from,
  to,
  total,
  size,
  sizes,
  href,
  form,
}: {
  page: number;
  pageCount: number;
  from: number;
  to: number;
  total: number;
  size: number;
  sizes: readonly number[];
  /** Address of a page, or of the first page with another size. */
  href: (to: { page?: number; size?: number }) => string;
  /** Id of the form whose fields the links submit. */
  form?: string | undefined;
}) {
  const { t, formats } = useShop();
  if (total === 0) return null;
  return (
    <nav className="pager" aria-label={t('common:pager.label')}>
      <p>
        <b>{t('common:pager.range', { from: formats.number(from), to: formats.number(to) })}</b>{' '}
        {t('common:pager.of', { total: formats.number(total) })}
        {/* Printed too, because a printed page is part of a longer list. */}
        {pageCount > 1
          ? dot +
            t('common:pager.place', {
              page: formats.number(page),
              pages: formats.number(pageCount),
            })
          : null}
      </p>
      {pageCount > 1 ? <Pages page={page} pageCount={pageCount} href={href} form={form} /> : null}
      {/* The page-size selector is omitted when the list fits the smallest page size. */}
      {sizes.length > 1 && total > Math.min(...sizes) ? (
        <div className="chips no-print">
          <span className="muted" id="page-size">
            {t('common:pager.size')}
          </span>
          <Segments
            labelledBy="page-size"
            form={form}
            items={sizes.map((one) => ({
              href: href({ size: one }),
              text: String(one),
              current: one === size,
            }))}
          />
        </div>
      ) : null}
    </nav>
  );
}

/** The pager of a list on an account page, from its query and total; it renders nothing for an empty list. */
export function ListPager({
  paging,
  shown,
  total,
  sizes = pageSizes,
  address,
  form,
}: {
  paging: Paging;
  /** Number of entries on this page. */
  shown: number;
  total: number;
  sizes?: readonly number[];
  address: (paging: Paging) => string;
  form?: string | undefined;
}) {
  if (shown === 0) return null;
  const before = (paging.page - 1) * paging.size;
  return (
    <Pager
      page={paging.page}
      pageCount={Math.ceil(total / paging.size)}
      from={before + 1}
      to={before + shown}
      total={total}
      size={paging.size}
      sizes={sizes}
      href={({ page = 1, size = paging.size }) => address({ page, size })}
      form={form}
    />
  );
}

function Pages({
  page,
  pageCount,
  href,
  form,
}: {
  page: number;
  pageCount: number;
  href: (to: { page: number }) => string;
  form: string | undefined;
}) {
  const { t } = useShop();
  return (
    <div className="pages no-print">
      {page > 1 ? (
        <FormLink href={href({ page: page - 1 })} form={form} rel="prev">
          <span aria-hidden="true">‹</span>
          <span className="vh">{t('common:pager.previous')}</span>
        </FormLink>
      ) : null}
      {pageWindow(page, pageCount).map((number, position) =>
        number === null ? (
          <span key={`gap-${position}`}>…</span>
        ) : (
          <FormLink
            key={number}
            href={href({ page: number })}
            form={form}
            aria-label={t('common:pager.page', { page: number })}
            aria-current={number === page ? 'page' : undefined}
          >
            {number}
          </FormLink>
        ),
      )}
      {page < pageCount ? (
        <FormLink href={href({ page: page + 1 })} form={form} rel="next">
          <span aria-hidden="true">›</span>
          <span className="vh">{t('common:pager.next')}</span>
        </FormLink>
      ) : null}
    </div>
  );
}
