/** What is half typed in the code field when the page goes, kept for the tab until the next page that scans. */
import { codesIn, paceOf, type HalfTyped } from './cut-scan';
import { keepsAny, orElse } from './page-storage';
import type { Scanner } from './scanner-keys';

const nothing: HalfTyped = { text: '', lastKeyAt: 0, pace: 0 };

/**
 * @param name of what is kept in the tab's storage
 * @param since when the page began to listen, by its own clock
 */
export function keepHalfTyped(
  field: HTMLInputElement,
  name: string,
  scanner: Scanner,
  since: number,
) {
  const { timeOrigin } = performance;
  // Where the tab keeps nothing, the page asks before it goes.
  const before = orElse(() => sessionStorage.getItem(name), null) ?? 'null';
  let left = (JSON.parse(before) as HalfTyped | null) ?? nothing;
  let listening = since;
  field.value ||= left.text;
  const forget = (): void => orElse(() => sessionStorage.removeItem(name), undefined);
  forget();
  const heard = () => {
    const { burst, lastKeyAt } = scanner.heard();
    return {
      lastKeyAt: lastKeyAt && timeOrigin + lastKeyAt,
      burst: {
        text: burst.text,
        firstKeyAt: timeOrigin + burst.firstKeyAt,
        lastKeyAt: timeOrigin + burst.lastKeyAt,
      },
    };
  };
  const codes = (): string[] => {
    const { burst, lastKeyAt } = heard();
    const paints = performance.getEntriesByType('paint').map(({ startTime }) => startTime);
    const from = [listening, ...paints].map((at) => timeOrigin + at);
    return codesIn(field.value, left, burst, lastKeyAt, from);
  };
  addEventListener('pagehide', () => {
    const { burst, lastKeyAt } = heard();
    left = lastKeyAt
      ? { text: codes().join(''), lastKeyAt, pace: paceOf(burst) }
      : { ...left, text: field.value };
    if (field.value) orElse(() => sessionStorage.setItem(name, JSON.stringify(left)), undefined);
  });
  addEventListener('pageshow', ({ persisted }) => {
    forget();
    if (!persisted) return;
    // The browser kept this page and shows it again: keys before now were not heard.
    listening = performance.now();
    scanner.interrupt();
  });
  return {
    left: () => left,
    codes,
    /** Whether the tab can keep what stands in the field for the next page. */
    isKept: (): boolean => keepsAny(() => sessionStorage, name),
    /** What was in the field is taken. */
    forget: (): void => {
      left = nothing;
    },
  };
}
