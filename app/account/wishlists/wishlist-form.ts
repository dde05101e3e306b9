/** Schema of a wishlist's name; another function checks whether the name is already in use. */
import { z } from 'zod';
import type { Translate } from '~/base/i18n/translate';
import { neededLine } from '~/base/kernel/text';
import { maxNameLength } from './wishlist';

export const listName = (t: Translate) =>
  neededLine(t('wishlists:fault.required')).max(maxNameLength);

/** The form that creates a list. */
export const nameForm = (t: Translate) => z.object({ name: listName(t), tx: z.uuid() });

/** The fields of the form as posted. */
export type NameFields = z.input<ReturnType<typeof nameForm>>;
