/**
 * What people type into the office's forms: single lines, longer texts, addresses. Control characters fall
 * out, because data bases refuse some of them and logs and mails are led astray by others.
 */
import { z } from 'zod';
import type { Translate } from '~/i18n/translate';

const maxEmailLength = 254;
const isEmail = (text: string): boolean => z.email().safeParse(text).success;

const asLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();
const asText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n|\t)\p{Cc}/gu, '')
    .trim();

/** Schemas with their messages in the reader's language; lengths are in characters. */
export function typedFields(t: Translate) {
  const missing = { error: t('common:form.required') };
  const within = (max: number, tidy: (text: string) => string) =>
    z.string(missing).overwrite(tidy).max(max, t('common:form.tooLong', { max }));
  const filled = (max: number) => within(max, asLine).min(1, missing);
  return {
    filled,
    maybe: (max: number) => within(max, asLine).default(''),
    text: (max: number) => within(max, asText).min(1, missing),
    maybeText: (max: number) => within(max, asText).default(''),
    email: () => filled(maxEmailLength).refine(isEmail, { error: t('common:form.email') }),
  };
}
