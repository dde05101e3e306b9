/** A classified ad (ADS-01): its content, its state, and the actions that its state allows its owner. */
import type { Day } from '~/base/kernel/day';

export const adCategories = ['animals', 'clientele', 'equipment', 'employment', 'misc'] as const;
export type AdCategory = (typeof adCategories)[number];

/** Codes of the Belgian provinces and Brussels in the ERP. */
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

/** The content of an ad that its owner writes. */
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

/** The ad as the ERP returned it; a missing or unknown value is null. */
export interface SmallAd extends Omit<AdContent, 'category' | 'region' | 'start' | 'end'> {
  id: number;
  category: AdCategory | null;
  region: Region | null;
  start: Day | null;
  end: Day | null;
  /** The attached PDF; `at` is its address on the ERP. */
  document: { name: string; at: string } | null;
  /** True for the customer's own ad; only the owner sees its state and the reason of a rejection. */
  own: boolean;
  /** State of the ad; null when it is missing or unknown to the shop. */
  state: AdState | null;
  rejection: string | null;
}

export const maxTextLength = 500;

/** Number of characters as people count them: a line break counts as one, and so does an emoji. */
export const lengthOf = (text: string): number => [...text.replace(/\r\n?/g, '\n')].length;

/** True when the last day has passed, so that the ad is not published. */
export const isOver = ({ end }: Pick<SmallAd, 'end'>, today: Day): boolean =>
  end !== null && end < today;

/** True when the first day is in the future, so that the ad is not visible yet. */
export const isEarly = ({ start }: Pick<SmallAd, 'start'>, today: Day): boolean =>
  start !== null && start > today;

/** Form fields of an ad, in the order of the form. */
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

/** The properties that an edit changes. Only these are sent, because the ERP rejects keys that it does not know. */
export function changesOf(ad: SmallAd, wanted: AdContent): Partial<AdContent> {
  const changed: Partial<AdContent> = { ...wanted };
  for (const key of adFields) if (ad[key] === wanted[key]) delete changed[key];
  return changed;
}
