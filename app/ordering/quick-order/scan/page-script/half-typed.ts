/** Stores half-typed input of the code field when the page is left, for the next page with a code field in this tab. */
import { codesIn, paceOf, type HalfTyped } from './cut-scan';
import { keepsAny, orElse } from './page-storage';
import type { ScannerKeys } from './scanner-keys';

const nothing: HalfTyped = { text: '', lastKeyAt: 0, pace: 0 };

/**
 * Restores half-typed input now and stores it when the page is left.
 * @param name key in the tab's session storage
 * @param since time when the page began to listen, by its own clock
 */
export function keepHalfTyped(
  field: HTMLInputElement,
  name: string,
  scanner: ScannerKeys,
  since: number,
) {
  const { timeOrigin } = performance;
  // Without session storage, the page asks for confirmation before it is left.
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
    const paints = performance.getEntriesByType('paint').map(({ startTime }) => startTime);
    const from = [listening, ...paints].map((at) => timeOrigin + at);
    return codesIn(field.value, left, heard(), from);
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
    // The browser restored this page from its cache: keys pressed in the meantime were not received.
    listening = performance.now();
    scanner.interrupt();
  });
  return {
    left: () => left,
    codes,
    /** True when the tab can store the field's text in session storage for the next page. */
    isKept: (): boolean => keepsAny(() => sessionStorage, name),
    /** Forgets the text that the previous page left, once the code in the field has become a line. */
    forget: (): void => {
      left = nothing;
    },
  };
}
