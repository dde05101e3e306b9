/** Info banners and advertisements: what the house wants seen, and for how long (CMS-02, CMS-03). */
import type { SafeLink } from '~/base/page/untrusted/safe-link';
import type { SafeHtml } from '~/base/ui/html';

/** Instants in milliseconds; null is open. */
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
  /** The same as words alone, for the line that stands for all messages. */
  text: string;
  showing: Showing;
}

export interface Advertisement {
  id: number;
  name: string;
  slot: string;
  /** Seconds in view after which the client takes it away; -1: it stays. */
  displaySeconds: number;
  link: SafeLink | null;
  image: { src: string; alt: string } | null;
  showing: Showing;
}

const isForHome = ({ slot }: Pick<Advertisement, 'slot'>): boolean => slot === 'home';

/** Slot `home` is in the row of the home page alone; every other one is on every page. */
export const belongsOn = (item: Pick<Advertisement, 'slot'>, isHome: boolean): boolean =>
  isHome || !isForHome(item);

/** Slot `bottom_right`; a slot that the shop does not know counts as that default. */
export const isForCorner = (item: Pick<Advertisement, 'slot'>): boolean => !isForHome(item);

export interface Announcements {
  banners: readonly Banner[];
  advertisements: readonly Advertisement[];
}

export const noAnnouncements: Announcements = { banners: [], advertisements: [] };

const maxClosed = 20;

/** Banners or advertisements that this browser has read or closed, as their cookie tells: `5.9.12`. */
export const closedIds = (cookie: string | undefined): readonly number[] =>
  (cookie ?? '')
    .split('.')
    .filter((part) => /^\d{1,9}$/.test(part))
    .map(Number)
    .slice(-maxClosed);

/** The cookie after one more was closed; the oldest are forgotten first. */
export const closeOne = (cookie: string | undefined, id: number): string =>
  [...closedIds(cookie).filter((known) => known !== id), id].slice(-maxClosed).join('.');
