import { useShop } from '~/page/shop';
import { Sums } from '~/ui/description-list';
import type { RebateCard, RebateTier } from './rebate-card.server';

/** Points of the year, the tiers, and what they are worth at its end. */
export function RebatePanel({ card }: { card: RebateCard }) {
  const { t, formats } = useShop();
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
          <Missing card={card} /> {t('account:rebate.until', { day: formats.day(card.until) })}
        </small>
      </p>
      <Tiers tiers={card.tiers} />
      <Sums
        items={[
          {
            label: t('account:rebate.acquired'),
            amount: formats.money(card.acquired),
            kind: 'gain',
          },
          {
            label: t(
              card.tiers.length > 0
                ? 'account:rebate.potential'
                : 'account:rebate.potentialMaximum',
            ),
            amount: formats.money(card.potential),
          },
        ]}
      />
    </section>
  );
}

/** Points up to the next tier; an ERP that sends no tiers knows a maximum only. */
function Missing({ card }: { card: RebateCard }) {
  const { t, formats } = useShop();
  const next = card.tiers.find(({ state }) => state === 'next');
  const hasTiers = card.tiers.length > 0;
  const goal = hasTiers ? (next?.from ?? card.points) : card.maxPoints;
  const missing = Math.max(0, Math.ceil(goal - card.points));
  if (missing === 0) return t(hasTiers ? 'account:rebate.best' : 'account:rebate.maximum');
  const points = formats.number(missing);
  return next
    ? t('account:rebate.missing', {
        points,
        count: missing,
        percent: formats.percent(next.percent),
      })
    : t('account:rebate.missingMaximum', { points, count: missing });
}

function Tiers({ tiers }: { tiers: readonly RebateTier[] }) {
  const { t, formats } = useShop();
  if (tiers.length === 0) return null;
  const reached = tiers.findLast(({ state }) => state === 'reached');
  return (
    <div>
      <h3>{t('account:rebate.tiers')}</h3>
      <ol className="list">
        {tiers.map((tier) => (
          <li key={tier.from} aria-current={tier === reached ? 'step' : undefined}>
            <p>
              <b>{formats.percent(tier.percent)}</b>
              <span className="d">
                {t('account:rebate.from', {
                  points: formats.number(tier.from),
                  count: Math.floor(tier.from),
                })}{' '}
                · {t(`account:rebate.tier.${tier.state}`)}
              </span>
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}
