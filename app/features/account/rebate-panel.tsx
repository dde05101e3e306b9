import { useShop } from '~/page/shop';
import { Sums } from '~/ui/description-list';
import type { RebateCard } from './rebate-card.server';

/** Points of the year and what they are worth at its end. */
export function RebatePanel({ card }: { card: RebateCard }) {
  const { t, formats } = useShop();
  const missing = Math.max(0, Math.ceil(card.maxPoints - card.points));
  return (
    <section className="panel stack">
      <h2>{card.program}</h2>
      <p>
        <span className="points">{formats.number(Math.floor(card.points))}</span>{' '}
        {t('account:rebate.points', { count: Math.floor(card.points) })}
      </p>
      {card.maxPoints > 0 ? (
        <progress
          className="gain"
          max={card.maxPoints}
          value={Math.max(0, card.points)}
          aria-label={t('account:rebate.progress')}
        />
      ) : null}
      <p className="muted">
        <small>
          {missing > 0
            ? t('account:rebate.missing', { points: formats.number(missing), count: missing })
            : t('account:rebate.best')}{' '}
          {t('account:rebate.until', { day: formats.day(card.until) })}
        </small>
      </p>
      <Sums
        items={[
          {
            label: t('account:rebate.acquired'),
            amount: formats.money(card.acquired),
            kind: 'gain',
          },
          { label: t('account:rebate.potential'), amount: formats.money(card.potential) },
        ]}
      />
    </section>
  );
}
