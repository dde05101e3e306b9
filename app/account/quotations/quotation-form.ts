/** Schemas for reference and note of a quotation. */
import { z } from 'zod';
import type { Translate } from '~/base/i18n/translate';
import { lines, neededLine } from '~/base/kernel/text';
import { maxNoteLength, maxReferenceLength } from './quotation';

export const quotationReference = (t: Translate) =>
  neededLine(t('quotations:fault.required')).max(maxReferenceLength);

export const quotationNote = () => lines().max(maxNoteLength);

/** The form that creates a quotation. */
export const referenceForm = (t: Translate) =>
  z.object({ reference: quotationReference(t), tx: z.uuid() });

/** The fields of the form as posted. */
export type ReferenceFields = z.input<ReturnType<typeof referenceForm>>;
