import { nextCutoff, timeLeft, type Cutoff } from '~/base/kernel/cutoff';
import { clockOf, dayOf } from '~/base/kernel/day';
import { timeOfDay } from '~/base/i18n/time-of-day';
import { useShop } from '~/base/page/shop';
import { Icon } from '~/base/ui/icon';

/** Time left until orders no longer leave the same day, and the time of that cutoff (CART-13). */
export function CutoffLine({ cutoff }: { cutoff: Cutoff | null }) {
  const { t, at: now, formats } = useShop();
  const next = cutoff && now ? nextCutoff(cutoff, now) : null;
  if (!next || !now) return null;
  const { hours, minutes } = timeLeft(next.at, now);
  const isToday = next.day === dayOf(now);
  const time = timeOfDay(t, clockOf(next.at));
  const left =
    hours > 0 ? t('cart:cutoff.hours', { hours, minutes }) : t('cart:cutoff.minutes', { minutes });
  return (
    <p className="muted sub-s no-print" id="cutoff">
      <Icon name="truck" small />{' '}
      <time dateTime={`${next.at.toISOString().slice(0, 16)}Z`}>
        {isToday
          ? t('cart:cutoff.today', { left, time })
          : t('cart:cutoff.later', { day: formats.day(next.day), time })}
      </time>
    </p>
  );
}
