import type { NoticeMessage } from '~/base/page/notice';
import type { Translate } from '~/base/i18n/translate';
import type { Ordered } from '../checkout-view';

/** Links to an order by its name. Without a name, the confirmation is still in transit. */
export function orderNotice(t: Translate, { name, href }: Ordered): NoticeMessage {
  return name === null
    ? {
        tone: 'warn',
        text: t('checkout:notice.ordering'),
        link: { href, text: t('checkout:placed.check') },
      }
    : {
        tone: 'ok',
        text: t('checkout:empty.ordered', { name }),
        link: { href, text: t('checkout:placed.toOrder') },
      };
}
