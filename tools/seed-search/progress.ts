const quietMs = 5_000;

/** Reports the progress of a loader: an updated line on a terminal, otherwise a line every few seconds. */
export function progressOf(alias: string) {
  let said = performance.now();
  return (count: number): void => {
    if (process.stdout.isTTY) process.stdout.write(`\r${alias}: ${count} documents`);
    else if (performance.now() - said > quietMs) {
      said = performance.now();
      console.log(`${alias}: ${count} documents …`);
    }
  };
}
