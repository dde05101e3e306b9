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

/** A message about the part of the page in which it stands. Its children are paragraphs, lists and `.acts`. */
export function Notice({
  tone,
  id,
  role,
  said,
  children,
}: {
  tone: Tone;
  id?: string;
  /**
   * ARIA role: `status` for a change that the customer has just made, `alert` for an error that stopped the customer.
   */
  role?: 'status' | 'alert';
  /**
   * Key of an announced text: screen readers do not announce it again when this part of the page is replaced
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

/** The text of a notice, followed by its link. */
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
