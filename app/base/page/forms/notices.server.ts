/**
 * Notices for the next page: an action redirects (303), and the next page displays what it did. Notices are sent in an
 * HttpOnly cookie that expires after one minute, so that no store write is needed. The root loader displays them and
 * deletes the cookie; a response that redirects again keeps it for the final page.
 */
import { redirect } from '~/base/framework/server';
import { z } from 'zod';
import type { NoticeMessage } from '../notice';
import type { PageRequest } from '../page';
import { pathOfSite } from '../untrusted/site-path';

const cookieName = 'notice';
const maxAgeSeconds = 60;
/**
 * Maximum encoded length of the cookie in bytes. Browsers store 4096 bytes per cookie, and the other headers need room
 * too.
 */
const maxBytes = 1900;
/**
 * Maximum encoded length of one notice with an undo form that has optional fields, because other notices may share the
 * cookie.
 */
const maxWithMore = 1400;
const maxText = 400;
const mostFields = 60;

const samePath = z.string().refine((path) => pathOfSite(path, '') !== '');
const Notice = z.object({
  tone: z.enum(['info', 'ok', 'warn', 'bad']),
  text: z.string().max(maxText),
  link: z.object({ href: samePath, text: z.string().max(200) }).optional(),
  undo: z
    .object({
      action: samePath,
      text: z.string().max(60),
      fields: z.array(z.tuple([z.string(), z.string()])).max(mostFields),
    })
    .optional(),
});
const Notices = z.array(Notice).max(10);

const encode = (notices: readonly NoticeMessage[]): string =>
  Buffer.from(JSON.stringify(notices)).toString('base64url');

const cut = (text: string): string =>
  text.length <= maxText ? text : `${text.slice(0, maxText - 1)}…`;

/** Drops the undo form when it is too long for the cookie; keeps as many of the optional fields (`more`) as fit. */
function withFittingUndo({ undo, ...rest }: NoticeMessage): NoticeMessage {
  if (!undo) return rest;
  const { action, text, fields } = undo;
  const more = (undo.more ?? []).filter(([, value]) => value.length <= maxText);
  const withMore = (count: number): NoticeMessage => ({
    ...rest,
    undo: { action, text, fields: [...fields, ...more.slice(0, count)] },
  });
  if (fields.length > mostFields || encode([withMore(0)]).length > maxBytes) return rest;
  let count = Math.min(more.length, mostFields - fields.length);
  while (count > 0 && encode([withMore(count)]).length > maxWithMore) count -= 1;
  return withMore(count);
}

/** Encodes as many notices as fit, in their order. */
function encodeFittingNotices(notices: readonly NoticeMessage[]): string {
  const kept = notices
    .slice(0, 10)
    .map((notice) => withFittingUndo({ ...notice, text: cut(notice.text) }));
  while (kept.length > 1 && encode(kept).length > maxBytes) kept.pop();
  return encode(kept);
}

/**
 * Puts notices in the cookie for the next page that the customer sees, whether it follows a redirect or is the response
 * itself.
 */
export function leaveNotices(
  { context }: Pick<PageRequest, 'context'>,
  notices: readonly NoticeMessage[],
): void {
  if (notices.length > 0)
    context.cookies.write(cookieName, encodeFittingNotices(notices), { maxAgeSeconds });
}

/** Redirects with 303 to a path of this site, whose page displays the notices. */
export function redirectWithNotice(
  page: Pick<PageRequest, 'context'>,
  to: string,
  notices: readonly NoticeMessage[],
): Response {
  if (pathOfSite(to, '') === '') throw new RangeError('a redirect must stay on this site');
  leaveNotices(page, notices);
  return redirect(to, 303);
}

/** Reads the stored notices, and returns the header that deletes them from the browser. */
export function takeNotices({ context }: Pick<PageRequest, 'context'>): {
  notices: readonly NoticeMessage[];
  headers: Readonly<Record<string, string>>;
} {
  const given = context.cookies.read(cookieName);
  if (!given) return { notices: [], headers: {} };
  const secure = context.site.origin.startsWith('https:') ? '; Secure' : '';
  return {
    notices: parse(given),
    headers: { 'Set-Cookie': `${cookieName}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}` },
  };
}

/** Parses the cookie, which is untrusted input: returns no notices when the cookie is not in the expected format. */
function parse(given: string): readonly NoticeMessage[] {
  const text = Buffer.from(given, 'base64url').toString();
  const json = z.string().transform((value, fault) => {
    try {
      return JSON.parse(value) as unknown;
    } catch {
      fault.addIssue({ code: 'custom', message: 'not JSON' });
      return z.NEVER;
    }
  });
  const notices = json.pipe(Notices).safeParse(text);
  if (!notices.success) return [];
  return notices.data.map(({ tone, text: words, link, undo }) => ({
    tone,
    text: words,
    ...(link ? { link } : {}),
    ...(undo ? { undo } : {}),
  }));
}
