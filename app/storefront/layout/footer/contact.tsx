import { Fragment } from 'react';
import { useShop, type Desk } from '~/base/page/shop';
import { timeOfDay } from '~/base/i18n/time-of-day';
import type { Translate } from '~/base/i18n/translate';
import { Phone } from '~/base/ui/phone';

/** Opening hours of a desk as texts, such as `7 h 30–12 h 30`. */
export const spans = (t: Translate, { hours }: Desk): string[] =>
  hours.map(([from, until]) =>
    t('common:hours.span', { from: timeOfDay(t, from), until: timeOfDay(t, until) }),
  );

export function DeskHours({
  desk,
  heading: Heading = 'h2',
}: {
  desk: Desk;
  heading?: 'h2' | 'h3';
}) {
  const { t } = useShop();
  return (
    <section>
      <Heading>{t(`common:hours.${desk.name}`)}</Heading>
      <p className="muted">
        <Phone number={desk.phone} />
        <br />
        {t('common:hours.weekdays')}{' '}
        {spans(t, desk).map((span, place) => (
          <Fragment key={span}>
            {place > 0 ? ', ' : null}
            <span className="nb">{span}</span>
          </Fragment>
        ))}
      </p>
    </section>
  );
}
