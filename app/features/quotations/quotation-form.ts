/** Reference and note of a quotation as forms take them. */
import { z } from 'zod';
import type { Translate } from '~/i18n/translate';
import { maxNoteLength, maxReferenceLength } from './quotation';

export const quotationReference = (t: Translate) =>
  z
    .string({ error: t('quotations:fault.required') })
    .trim()
    .min(1, t('quotations:fault.required'))
    .max(maxReferenceLength, t('quotations:fault.tooLong', { count: maxReferenceLength }));

export const quotationNote = (t: Translate) =>
  z
    .string()
    .trim()
    .max(maxNoteLength, t('quotations:fault.tooLong', { count: maxNoteLength }));

/** Starting a quotation. */
export const referenceForm = (t: Translate) =>
  z.object({ reference: quotationReference(t), tx: z.uuid() });

/** The fields of the form, as they are posted. */
export type ReferenceFields = z.input<ReturnType<typeof referenceForm>>;
