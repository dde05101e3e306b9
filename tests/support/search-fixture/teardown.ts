/** Beginning of the names of indices that the workers of one test run share. */
export const sharedPrefix = (runPid: number): string => `shop_run_${runPid}_`;

/** Deletes these indices after the run: a worker does not know which of its files is the last. */
export async function teardown(): Promise<void> {
  const url = process.env['ELASTICSEARCH_URL']?.replace(/\/+$/, '');
  if (url === undefined) return;
  const answer = await fetch(`${url}/_cat/indices/${sharedPrefix(process.pid)}*?h=index`);
  const names = (await answer.text()).split(/\s+/).filter((name) => name !== '');
  for (const name of names) await fetch(`${url}/${name}`, { method: 'DELETE' });
}
