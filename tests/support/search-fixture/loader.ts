/** Fills one index of a search engine, real or embedded, through its public API. */
import type { FixtureIndex } from './fixture';

async function expectOk(response: Response): Promise<void> {
  if (response.ok) return;
  throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
}

/** Creates `{alias}-1` behind the alias, as the ERP does, and waits until it is searchable. */
export async function loadIndex(url: string, alias: string, index: FixtureIndex): Promise<void> {
  const name = `${alias}-1`;
  const json = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ ...index.body, aliases: { [alias]: {} } });
  await expectOk(await fetch(`${url}/${name}`, { method: 'PUT', headers: json, body }));
  const lines = index.documents.flatMap((document) => [
    JSON.stringify({ index: { _index: name, _id: String(document.id) } }),
    JSON.stringify(document),
  ]);
  const loaded = await fetch(`${url}/_bulk`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-ndjson' },
    body: `${lines.join('\n')}\n`,
  });
  await expectOk(loaded.clone());
  const { errors } = (await loaded.json()) as { errors: boolean };
  if (errors) throw new Error(`${name} refused documents: ${await describeErrors(url, name)}`);
  await expectOk(await fetch(`${url}/${name}/_refresh`, { method: 'POST' }));
}

async function describeErrors(url: string, name: string): Promise<string> {
  const response = await fetch(`${url}/${name}/_search?size=0`);
  return response.text();
}
