import type { ReactNode } from 'react';
import type { NoticeMessage } from '~/base/page/notice';
import { Icon, type IconName } from './icon';

export type Tone = 'info' | 'ok' | 'warn' | 'bad' | 'gain';

export const toneIcon: Readonly<Record<Tone, IconName>> = {
  info: 'info',
  ok: 'check',
  warn: 'alert',
  bad: 'stop',
  gain: 'star',
};

/** What the customer should know about this part of the page. Children are paragraphs, lists, `.acts`. */
export function Notice({
  tone,
  id,
  role,
  said,
  children,
}: {
  tone: Tone;
  id?: string;
  /** `status` for what has just changed, `alert` for what stopped the customer. */
  role?: 'status' | 'alert';
  /** Names what is read out: a part of the page that comes anew does not read it again (`cart-dom.ts`). */
  said?: string;
  children: ReactNode;
}) {
  return (
    <div className={`notice ${tone}`} id={id} role={role} data-said={said}>
      <Icon name={toneIcon[tone]} />
      {children}
    </div>
  );
}

/** What a message says, and what to do about it. */
export const MessageText = ({ message: { text, link } }: { message: NoticeMessage }) => (
  <p>
    {text}
    {link ? (
      <>
        {' '}
        <a href={link.href}>{link.text}</a>
      </>
    ) : null}
  </p>
);

/** An empty list, or a block whose upstream is unavailable: what is missing and what to do instead. */
export function Empty({
  icon,
  title,
  level = 3,
  children,
  actions,
}: {
  icon: IconName;
  title: string;
  level?: 2 | 3;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className="empty">
      <Icon name={icon} />
      <Heading>{title}</Heading>
      {children}
      {actions ? <div className="acts">{actions}</div> : null}
    </div>
  );
}
