import { Fragment } from 'react';
import { useShop, type Desk } from '~/page/shop';
import type { Translate } from '~/i18n/translate';
import { Phone } from '~/ui/phone';

const clock = (t: Translate, minutes: number): string =>
  t('common:hours.clock', {
    hours: Math.floor(minutes / 60),
    minutes: String(minutes % 60).padStart(2, '0'),
  });

/** `7 h 30–12 h 30` */
export const spans = (t: Translate, { hours }: Desk): string[] =>
  hours.map(([from, until]) =>
    t('common:hours.span', { from: clock(t, from), until: clock(t, until) }),
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
