const quietMs = 5_000;

/** How far a loader is: one line that grows on a terminal; anywhere else a line each few seconds, so that a log shows it is alive. */
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
