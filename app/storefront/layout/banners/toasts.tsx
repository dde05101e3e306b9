import { useShop } from '~/base/page/shop';
import { Icon } from '~/base/ui/icon';
import { MessageText, toneIcon } from '~/base/ui/notice';
import type { NoticeMessage } from '~/base/page/notice';

function Undo({ undo: { action, fields, text } }: { undo: NonNullable<NoticeMessage['undo']> }) {
  return (
    <form action={action} method="post">
      {fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} autoComplete="off" />
      ))}
      <button className="btn quiet small" type="submit">
        {text}
      </button>
    </form>
  );
}

const shownSeconds = 5;

/** What went wrong is read to its end, and what can be taken back waits for it (WCAG 2.2, 2.2.1). */
const passes = ({ tone, undo }: NoticeMessage): boolean =>
  (tone === 'ok' || tone === 'info') && !undo;

/**
 * What just happened, bottom right. Without script a message stays until it is closed or the next page comes; the
 * client takes one that passes away after its `data-seconds`, and never their place: the cart's own come there later.
 */
export function Toasts({ notifications }: { notifications: readonly NoticeMessage[] }) {
  const { t } = useShop();
  return (
    <div className="toasts" role="status" id="toasts">
      {notifications.map((notice, position) => (
        <div
          className="toast"
          key={position}
          data-tone={notice.tone}
          data-seconds={passes(notice) ? shownSeconds : undefined}
        >
          <Icon name={toneIcon[notice.tone]} />
          <MessageText message={notice} />
          {notice.undo ? <Undo undo={notice.undo} /> : null}
          <span className="close">
            <Icon name="x" small />
            <input className="hide" type="checkbox" aria-label={t('common:toast.close')} />
          </span>
        </div>
      ))}
    </div>
  );
}
