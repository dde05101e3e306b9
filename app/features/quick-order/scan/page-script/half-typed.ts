/** What is half typed in the code field when the page goes, kept for the tab until the next page that scans. */
import { codesIn, paceOf, type HalfTyped } from './cut-scan';
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
  let left = (JSON.parse(sessionStorage.getItem(name) ?? 'null') as HalfTyped | null) ?? nothing;
  let listening = since;
  field.value ||= left.text;
  sessionStorage.removeItem(name);
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
    if (field.value) sessionStorage.setItem(name, JSON.stringify(left));
  });
  addEventListener('pageshow', ({ persisted }) => {
    sessionStorage.removeItem(name);
    if (!persisted) return;
    // The browser kept this page and shows it again: keys before now were not heard.
    listening = performance.now();
    scanner.interrupt();
  });
  return {
    left: () => left,
    codes,
    /** What was in the field is taken. */
    forget: (): void => {
      left = nothing;
    },
  };
}
