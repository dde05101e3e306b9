import { CachedPart } from '~/base/page/cached-part';
import { useShop } from '~/base/page/shop';
import { Sums } from '~/base/ui/description-list';
import { State } from '~/base/ui/state';
import { nextTier, pointsMissing, type RebateCard } from './rebate-card';

export const RebatePanel = ({ card }: { card: RebateCard }) => (
  <CachedPart as="section" className="panel stack" id="rebate" part={Rebate} entry={card} />
);

/** The points of this year, the tiers, and the rebate that is paid at the end of the year. */
function Rebate({ entry: card }: { entry: RebateCard }) {
  const { t, formats } = useShop();
  return (
    <>
      <h2>{t('account:rebate.title')}</h2>
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
          <Missing card={card} />{' '}
          {t('account:rebate.until', { program: card.program, day: formats.day(card.until) })}{' '}
          {t('account:rebate.asOf', { time: formats.time(card.asOf) })}
        </small>
      </p>
      <Tiers card={card} />
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
    </>
  );
}

/** Points that are missing for the next tier; for a program without tiers, for the maximum. */
function Missing({ card }: { card: RebateCard }) {
  const { t, formats } = useShop();
  const next = nextTier(card);
  const missing = pointsMissing(card);
  const hasTiers = card.tiers.length > 0;
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

const dots = { reached: 'done', next: 'pending', later: 'draft' } as const;

/** The program's tiers: those reached, the current one, and the next one with its missing points. */
function Tiers({ card }: { card: RebateCard }) {
  const { t, formats } = useShop();
  const { tiers } = card;
  if (tiers.length === 0) return null;
  const current = tiers.findLast(({ state }) => state === 'reached');
  return (
    <table className="tiers">
      <caption className="vh">{t('account:rebate.tiers')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('account:rebate.from')}</th>
          <th scope="col">{t('account:rebate.percent')}</th>
        </tr>
      </thead>
      <tbody>
        {tiers.map((tier) => (
          <tr
            key={tier.from}
            className={tier === current ? 'on' : undefined}
            aria-current={tier === current ? 'step' : undefined}
          >
            <th scope="row">
              <State state={dots[tier.state]}>
                {t(
                  tier === current
                    ? 'account:rebate.tier.current'
                    : `account:rebate.tier.${tier.state}`,
                  {
                    points: formats.number(tier.from),
                    missing: formats.number(pointsMissing(card)),
                  },
                )}
              </State>
            </th>
            <td>{formats.percent(tier.percent)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
