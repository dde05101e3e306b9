import { useShop } from '~/base/page/shop';
import { Icon } from '~/base/ui/icon';
import { MessageText, toneIcon } from '~/base/ui/notice';
import type { NoticeMessage } from '~/base/page/notice';

function Undo({ undo: { action, fields, text } }: { undo: NonNullable<NoticeMessage['undo']> }) {
  return (
    <form action={action} method="post">
      {fields.map(([name, value]) => (
        <input
          key={`${name} ${value}`}
          type="hidden"
          name={name}
          value={value}
          autoComplete="off"
        />
      ))}
      <button className="btn quiet small" type="submit">
        {text}
      </button>
    </form>
  );
}

const shownSeconds = 5;

/** True for messages that disappear by themselves. Errors and undo offers stay (WCAG 2.2, 2.2.1). */
const passes = ({ tone, undo }: NoticeMessage): boolean =>
  (tone === 'ok' || tone === 'info') && !undo;

/**
 * Recent messages, bottom right. Without script a message stays until it is closed or the next page loads. The client
 * script hides a message after its `data-seconds`. The script never removes their container, because the cart adds
 * messages there later.
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
