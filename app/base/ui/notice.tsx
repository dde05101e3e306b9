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

/** A message about this part of the page. Its children are paragraphs, lists and `.acts`. */
export function Notice({
  tone,
  id,
  role,
  said,
  children,
}: {
  tone: Tone;
  id?: string;
  /** `status` for something that has just changed, `alert` for something that stopped the customer. */
  role?: 'status' | 'alert';
  /**
   * Identifies an announced text: screen readers do not announce it again when this part of the page is replaced
   * (`cart-dom.ts`).
   */
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

/** The text of a message, and its link. */
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

/** An empty list or an unavailable block: what is missing and what to do instead. */
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
