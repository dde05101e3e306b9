/** A classified ad (ADS-01): what it says, its state, and what its owner may do with it in that state. */
import type { Day } from '~/base/kernel/day';

export const adCategories = ['animals', 'clientele', 'equipment', 'employment', 'misc'] as const;
export type AdCategory = (typeof adCategories)[number];

/** Provinces and Brussels, as the ERP codes them. */
export const regions = [
  'BBR',
  'VAN',
  'VBR',
  'VLI',
  'VOV',
  'VWV',
  'WBR',
  'WHT',
  'WLG',
  'WLX',
  'WNA',
] as const;
export type Region = (typeof regions)[number];

export const adStates = ['draft', 'pending', 'published', 'cancel'] as const;
export type AdState = (typeof adStates)[number];

/** What its owner writes. */
export interface AdContent {
  title: string;
  text: string;
  category: AdCategory;
  region: Region;
  start: Day;
  end: Day;
  contact: string;
  phone: string;
  email: string;
}

/** As the ERP has it: what it did not send, or in words of its own, is null. */
export interface SmallAd extends Omit<AdContent, 'category' | 'region' | 'start' | 'end'> {
  id: number;
  category: AdCategory | null;
  region: Region | null;
  start: Day | null;
  end: Day | null;
  /** A PDF; `at` is its address at the ERP. */
  document: { name: string; at: string } | null;
  /** The customer's own: states and reasons are private. */
  own: boolean;
  /** Null: not given, or a word that the shop does not know. */
  state: AdState | null;
  rejection: string | null;
}

export const maxTextLength = 500;

/** Characters as people count them: a line break is one, and so is an emoji. */
export const lengthOf = (text: string): number => [...text.replace(/\r\n?/g, '\n')].length;

/** Its last day is past: it is no longer published. */
export const isOver = ({ end }: Pick<SmallAd, 'end'>, today: Day): boolean =>
  end !== null && end < today;

/** Its first day is to come: it is not seen yet. */
export const isEarly = ({ start }: Pick<SmallAd, 'start'>, today: Day): boolean =>
  start !== null && start > today;

/** Fields of the form, in its order. */
export const adFields = [
  'title',
  'category',
  'region',
  'text',
  'start',
  'end',
  'contact',
  'phone',
  'email',
] as const satisfies readonly (keyof AdContent)[];

/** What an edit changes; the ERP takes changed keys only. */
export function changesOf(ad: SmallAd, wanted: AdContent): Partial<AdContent> {
  const changed: Partial<AdContent> = { ...wanted };
  for (const key of adFields) if (ad[key] === wanted[key]) delete changed[key];
  return changed;
}
