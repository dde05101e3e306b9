import { useShop } from '~/base/page/shop';
import type { Block } from '~/base/page/optional';
import { Empty } from '~/base/ui/notice';
import { MonthsChart, monthsTitle, YearsChart } from './charts';
import { totalOf, type MonthlySpending, type SpendingYear } from './statistics';

/** Data of the charts; null when the ERP has no such numbers. */
export interface SpendingEntry {
  years: Block<readonly SpendingYear[] | null>;
  months: Block<MonthlySpending | null>;
}

/** Yearly spending by family, and monthly spending with its average; a chart without any purchase is omitted. */
export function Spending({ years, months }: SpendingEntry) {
  const { t } = useShop();
  const fiveYears = years.ok ? (years.value ?? []) : [];
  const monthly = months.ok ? months.value : null;
  const failed = !years.ok || !months.ok;
  const showsYears = fiveYears.some((year) => totalOf(year) > 0);
  const showsMonths = monthly?.months.some(({ total }) => total > 0) ?? false;
  if (!showsYears && !showsMonths && !failed) return null;
  return (
    <>
      <h2 className="vh">{t('account:spending.title')}</h2>
      <div className="grid g-2">
        {showsYears ? (
          <div className="panel">
            <h3>{t('account:spending.years')}</h3>
            <YearsChart years={fiveYears} />
          </div>
        ) : null}
        {showsMonths && monthly ? (
          <div className="panel">
            <h3>{t(monthsTitle[monthly.basis])}</h3>
            <MonthsChart spending={monthly} />
          </div>
        ) : null}
        {failed ? (
          <div className="panel">
            <Empty icon="alert" title={t('account:spending.unavailable')} />
          </div>
        ) : null}
      </div>
    </>
  );
}
