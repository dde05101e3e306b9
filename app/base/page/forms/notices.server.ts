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
const maxText = 400;
const mostFields = 60;

const samePath = z.string().refine((path) => pathOfSite(path, '') !== '');
const Fields = z.array(z.tuple([z.string(), z.string()]));
const noticeWith = (text: z.ZodString, fields: typeof Fields) =>
  z.object({
    tone: z.enum(['info', 'ok', 'warn', 'bad']),
    text,
    link: z.object({ href: samePath, text: z.string().max(200) }).optional(),
    undo: z.object({ action: samePath, text: z.string().max(60), fields }).optional(),
  });
const Notices = z.array(noticeWith(z.string().max(maxText), Fields.max(mostFields))).max(10);
/** The questions of a form's answer, which is stored encrypted and has no narrow limits. */
const Asked = z.object({ ask: z.array(noticeWith(z.string(), Fields)) });

const encode = (notices: readonly NoticeMessage[]): string =>
  Buffer.from(JSON.stringify(notices)).toString('base64url');

const cut = (text: string): string =>
  text.length <= maxText ? text : `${text.slice(0, maxText - 1)}…`;

/** Drops the undo form when it is too long for the cookie. */
function withFittingUndo(notice: NoticeMessage): NoticeMessage {
  const { undo, ...rest } = notice;
  const fits = !undo || (undo.fields.length <= mostFields && encode([notice]).length <= maxBytes);
  return fits ? notice : rest;
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
  return messagesOf(json.pipe(Notices).safeParse(text).data ?? []);
}

const messagesOf = (notices: z.output<typeof Notices>): NoticeMessage[] =>
  notices.map(({ tone, text, link, undo }) => ({
    tone,
    text,
    ...(link ? { link } : {}),
    ...(undo ? { undo } : {}),
  }));

/**
 * The questions in the answer to a form (`ask`). Unlike other notices they are shown again after Back or reload, because
 * the input that they are about would be lost with them.
 */
export const askedIn = (answer: unknown): readonly NoticeMessage[] =>
  messagesOf(Asked.safeParse(answer).data?.ask ?? []);
