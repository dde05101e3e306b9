/** Info banners and advertisements of the distributor, and the period in which they are shown (CMS-02, CMS-03). */
import type { SafeLink } from '~/base/page/untrusted/safe-link';
import type { SafeHtml } from '~/base/ui/html';

/** Period in which an announcement is shown: instants in milliseconds; a null bound is open. */
export interface Showing {
  from: number | null;
  until: number | null;
}

export const isShowing = ({ from, until }: Showing, now: Date): boolean =>
  (from === null || from <= now.getTime()) && (until === null || until >= now.getTime());

export type BannerTone = 'info' | 'warn' | 'bad';

export interface Banner {
  id: number;
  tone: BannerTone;
  html: SafeHtml;
  /** The message as plain text, for the line that summarizes all messages. */
  text: string;
  showing: Showing;
}

export interface Advertisement {
  id: number;
  name: string;
  slot: string;
  /** Seconds in view after which the client script hides the advertisement; -1 means never. */
  displaySeconds: number;
  link: SafeLink | null;
  image: { src: string; alt: string } | null;
  showing: Showing;
}

const isForHome = ({ slot }: Pick<Advertisement, 'slot'>): boolean => slot === 'home';

/**
 * True when the advertisement appears on this page. Slot `home` appears only in the row of the home page; every other
 * slot appears on every page.
 */
export const belongsOn = (item: Pick<Advertisement, 'slot'>, isHome: boolean): boolean =>
  isHome || !isForHome(item);

/** True for the slot `bottom_right`; an unknown slot counts as `bottom_right`. */
export const isForCorner = (item: Pick<Advertisement, 'slot'>): boolean => !isForHome(item);

export interface Announcements {
  banners: readonly Banner[];
  advertisements: readonly Advertisement[];
}

export const noAnnouncements: Announcements = { banners: [], advertisements: [] };

const maxClosed = 20;

/** Ids of the banners or advertisements that this browser has read or closed, from their cookie: `5.9.12`. */
export const closedIds = (cookie: string | undefined): readonly number[] =>
  (cookie ?? '')
    .split('.')
    .filter((part) => /^\d{1,9}$/.test(part))
    .map(Number)
    .slice(-maxClosed);

/** The cookie after closing one more banner or advertisement; the oldest ids are dropped first. */
export const closeOne = (cookie: string | undefined, id: number): string =>
  [...closedIds(cookie).filter((known) => known !== id), id].slice(-maxClosed).join('.');
