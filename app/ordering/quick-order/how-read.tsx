import { useShop } from '~/base/page/shop';
import { Notice } from '~/base/ui/notice';
import type { ListNote } from './list-columns';
import { namedRows, noteText, passedText } from './passed-rows';

/**
 * Explains how a pasted list or file was parsed, and which rows were ignored. If many rows were ignored, all but the
 * first are collapsed.
 */
export function HowRead({
  passed,
  notes,
}: {
  passed: readonly string[];
  notes: readonly ListNote[];
}) {
  const { t } = useShop();
  if (passed.length + notes.length === 0) return null;
  return (
    <Notice tone="info" role="status">
      {notes.map((note) => (
        <p key={note.kind}>{noteText(t, note)}</p>
      ))}
      {passed.length > namedRows ? (
        <details>
          <summary>{passedText(t, passed)}</summary>
          {passed.map((row, at) => (
            <div key={at}>{row}</div>
          ))}
        </details>
      ) : passed.length > 0 ? (
        <p>{passedText(t, passed)}</p>
      ) : null}
    </Notice>
  );
}
