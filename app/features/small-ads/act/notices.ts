/** What the next page says about an ad's form. */
import type { Notification } from '~/features/frame/frame';
import type { Translate } from '~/i18n/translate';

const words = ['submitted', 'kept', 'unchanged', 'deleted', 'document', 'no-document'] as const;

export function savedNotice(t: Translate, result: string): Notification {
  const word = words.find((one) => one === result) ?? 'saved';
  const tone = word === 'kept' ? 'warn' : word === 'unchanged' ? 'info' : 'ok';
  return { tone, text: t(`small-ads:notice.${word}`) };
}
