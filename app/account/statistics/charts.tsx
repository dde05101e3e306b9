/**
 * Charts of spending that need no script: one SVG each, described by its `aria-label` and by a table with the numbers
 * below it. Colours are classes of the stylesheet; there is no style attribute.
 */
import type { ReactNode } from 'react';
import { useShop } from '~/base/page/shop';
import type { Cents } from '~/base/kernel/money';
import { Table } from '~/base/ui/table';
import { scaleFor, valueLines, type Scale } from './scale';
import {
  families,
  totalOf,
  type Family,
  type MonthlySpending,
  type SpendingYear,
} from './statistics';

const box = { width: 280, height: 156, left: 40, top: 20, bottom: 134 };
/**
 * Plot area of the charts. It leaves space on the right, because the value above the last bar is wider than the bar.
 */
const plot = { width: box.width - box.left - 6, height: box.bottom - box.top };
const shade: Readonly<Record<Family, string>> = { meds: 'c1', food: 'c2', equipment: 'c3' };
/** Titles of the monthly chart, which state whether its amounts include VAT. */
export const monthsTitle = {
  'without-vat': 'account:spending.months',
  'with-vat': 'account:spending.monthsWithVat',
} as const;
const averageLine = { stroke: 'var(--gain)', strokeWidth: 1.5, strokeDasharray: '4 3' } as const;
/** Style of an outline that separates a value from the average line behind it. */
const halo = { paintOrder: 'stroke', stroke: 'var(--sheet)', strokeWidth: 3 } as const;
const round = (value: number): number => Math.round(value * 10) / 10;

/** Height of an amount above the baseline, in chart units. */
const heightOf = (value: number, { top }: Scale): number => (value / top) * plot.height;

function Axis({ scale }: { scale: Scale }) {
  const { formats } = useShop();
  return (
    <>
      {scale.ticks.map((tick) => {
        const y = round(box.bottom - heightOf(tick, scale));
        return (
          <g key={tick}>
            <path className="axis" d={`M${box.left} ${y}H${box.width}`} />
            <text x={box.left - 4} y={y + 4} textAnchor="end">
              {formats.compactEuros(tick)}
            </text>
          </g>
        );
      })}
    </>
  );
}

function Frame({ label, children }: { label: string; children: ReactNode }) {
  return (
    <svg className="chart" viewBox={`0 0 ${box.width} ${box.height}`} role="img" aria-label={label}>
      {children}
    </svg>
  );
}

interface Slot {
  x: number;
  width: number;
  middle: number;
}

function slots(count: number): Slot[] {
  const pitch = plot.width / count;
  const width = round(Math.min(30, pitch * 0.66));
  return Array.from({ length: count }, (_, position) => {
    const middle = round(box.left + pitch * (position + 0.5));
    return { x: round(middle - width / 2), width, middle };
  });
}

function Key({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true">
      <rect className={className} width="12" height="12" rx="2" />
    </svg>
  );
}

/** Chart of five years, each a stacked bar of medicines, food and equipment. */
export function YearsChart({ years }: { years: readonly SpendingYear[] }) {
  const { t, formats } = useShop();
  const scale = scaleFor(Math.max(...years.map(totalOf)));
  const places = slots(years.length);
  const last = years.at(-1);
  const euros = (amount: number): string => formats.euros(amount);
  return (
    <>
      <Frame
        label={t('account:spending.yearsLabel', {
          list: years.map((year) => `${year.year} ${euros(totalOf(year))}`).join(', '),
        })}
      >
        <Axis scale={scale} />
        {years.map((year, position) => {
          const place = places[position];
          return place ? <Pile key={year.year} year={year} place={place} scale={scale} /> : null;
        })}
      </Frame>
      {last ? (
        <dl className="key">
          {families.map((family) => (
            <YearFamily key={family} family={family} year={last} />
          ))}
        </dl>
      ) : null}
      <Figures>
        <Table
          caption={t('account:spending.years')}
          heads={[
            t('account:spending.year'),
            ...families.map((family) => ({ text: t(`account:spending.${family}`), num: true })),
            { text: t('account:spending.total'), num: true },
          ]}
        >
          {years.map((year) => (
            <tr key={year.year}>
              <th scope="row" data-label={t('account:spending.year')}>
                {year.year}
              </th>
              {families.map((family) => (
                <td key={family} className="num" data-label={t(`account:spending.${family}`)}>
                  {euros(year[family])}
                </td>
              ))}
              <td className="num" data-label={t('account:spending.total')}>
                {euros(totalOf(year))}
              </td>
            </tr>
          ))}
        </Table>
      </Figures>
    </>
  );
}

/** Table with the exact numbers of a chart. */
function Figures({ children }: { children: ReactNode }) {
  const { t } = useShop();
  return (
    <details className="fold">
      <summary>{t('account:spending.figures')}</summary>
      {children}
    </details>
  );
}

function YearFamily({ family, year }: { family: Family; year: SpendingYear }) {
  const { t, formats } = useShop();
  return (
    <>
      <dt>
        <Key className={shade[family]} />
        <span className="vh">{t(`account:spending.${family}`)}</span>
      </dt>
      <dd>
        {t('account:spending.familyIn', {
          family: t(`account:spending.${family}`),
          year: String(year.year),
        })}
      </dd>
      <dd className="num">{formats.euros(year[family])}</dd>
    </>
  );
}

function Pile({ year, place, scale }: { year: SpendingYear; place: Slot; scale: Scale }) {
  const { formats } = useShop();
  let base = box.bottom;
  return (
    <g>
      {families.map((family) => {
        const height = heightOf(Math.max(0, year[family]), scale);
        base -= height;
        // A one-pixel gap separates the segments of a bar.
        const drawn = round(Math.max(0, height - 1));
        return drawn > 0 ? (
          <rect
            key={family}
            className={shade[family]}
            x={place.x}
            y={round(base)}
            width={place.width}
            height={drawn}
          />
        ) : null;
      })}
      <text className="v" x={place.middle} y={round(base - 4)} textAnchor="middle">
        {formats.number(Math.round(totalOf(year)))}
      </text>
      <text x={place.middle} y="150" textAnchor="middle">
        {year.year}
      </text>
    </g>
  );
}

function AverageKey({ average }: Pick<MonthlySpending, 'average'>) {
  const { t, formats } = useShop();
  return (
    <dl className="key">
      <dt>
        <svg viewBox="0 0 12 12" aria-hidden="true" className="chart">
          <path {...averageLine} d="M0 6h12" />
        </svg>
        <span className="vh">{t('account:spending.average')}</span>
      </dt>
      <dd>{t('account:spending.average')}</dd>
      <dd className="num">{formats.money(average)}</dd>
    </dl>
  );
}

/** Chart of twelve months, with the average as a line. */
export function MonthsChart({ spending }: { spending: MonthlySpending }) {
  const { t, formats } = useShop();
  const { months, average } = spending;
  const scale = scaleFor(Math.max(...months.map(({ total }) => total / 100)));
  const places = slots(months.length);
  const y = round(box.bottom - heightOf(average / 100, scale));
  const money = (amount: Cents): string => formats.money(amount);
  const bars = months.map(({ total }) => ({
    text: total > 0 ? formats.short(total / 100) : '',
    top: box.bottom - heightOf(Math.max(0, total / 100), scale),
  }));
  const lines = valueLines(bars, plot.width / months.length);
  return (
    <>
      <Frame
        label={t('account:spending.monthsLabel', {
          average: money(average),
          list: months
            .map(({ month, total }) => `${formats.month(month, 'long')} ${money(total)}`)
            .join(', '),
        })}
      >
        <Axis scale={scale} />
        <path {...averageLine} d={`M${box.left} ${y}H${box.width}`} />
        {months.map(({ month }, position) => {
          const place = places[position];
          const bar = bars[position];
          if (!place || !bar) return null;
          return (
            <g key={month}>
              <rect
                className="c1"
                x={place.x}
                y={round(bar.top)}
                width={place.width}
                height={round(box.bottom - bar.top)}
              />
              {bar.text ? (
                <text
                  {...halo}
                  className="v"
                  x={place.middle}
                  y={round(lines[position] ?? 0)}
                  textAnchor="middle"
                >
                  {bar.text}
                </text>
              ) : null}
              <text x={place.middle} y="150" textAnchor="middle">
                {formats.month(month, 'narrow')}
              </text>
            </g>
          );
        })}
      </Frame>
      <AverageKey average={average} />
      <Figures>
        <Table
          caption={t(monthsTitle[spending.basis])}
          heads={[t('account:spending.month'), { text: t('account:spending.total'), num: true }]}
        >
          {months.map(({ month, total }) => (
            <tr key={month}>
              <th scope="row" data-label={t('account:spending.month')}>
                {formats.month(month, 'long')}
              </th>
              <td className="num" data-label={t('account:spending.total')}>
                {money(total)}
              </td>
            </tr>
          ))}
        </Table>
      </Figures>
    </>
  );
}
