/** The notice about the result of a form for a classified ad. */
import type { NoticeMessage } from '~/base/page/notice';
import type { Translate } from '~/base/i18n/translate';

const words = ['submitted', 'kept', 'unchanged', 'deleted', 'document', 'no-document'] as const;

export function savedNotice(t: Translate, result: string): NoticeMessage {
  const word = words.find((one) => one === result) ?? 'saved';
  const tone = word === 'kept' ? 'warn' : word === 'unchanged' ? 'info' : 'ok';
  return { tone, text: t(`small-ads:notice.${word}`) };
}
