/**
 * A real Elasticsearch for the tests (contract/search.md 7.3): the one at ELASTICSEARCH_URL, else one of our own where a
 * JDK and Maven are at hand, else a sentence that says why there is none.
 */
import { z } from 'zod';
import { missingTools } from './distribution';
import { startServer } from './server-process';

export interface LiveNode {
  url: string;
  version: string;
  /** What the suites read: the address, and whether the node runs scripts. */
  env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const Nodes = z.object({ nodes: z.record(z.string(), z.object({ version: z.string() })) });
const Info = z.object({ version: z.object({ number: z.string() }) });

async function json(url: string): Promise<unknown> {
  const response = await fetch(url);
  return response.ok ? response.json() : null;
}

/** The test distribution has no `GET /`; a key limited to reading has no `_nodes`. */
async function versionOf(url: string): Promise<string> {
  const info = Info.safeParse(await json(url).catch(() => null));
  if (info.success) return info.data.version.number;
  const nodes = Nodes.safeParse(
    await json(`${url}/_nodes/_local?filter_path=nodes.*.version`).catch(() => null),
  );
  return Object.values(nodes.data?.nodes ?? {})[0]?.version ?? 'of unknown version';
}

/** A running node, or the reason why there is none. A node that ought to start and does not is an error. */
export async function findLiveNode(): Promise<LiveNode | string> {
  const given = process.env['ELASTICSEARCH_URL']?.replace(/\/+$/, '');
  if (given) {
    return { url: given, version: await versionOf(given), env: {}, stop: async () => undefined };
  }
  const missing = await missingTools();
  if (missing) return `no live Elasticsearch: ${missing}, and ELASTICSEARCH_URL is not set`;
  const { url, stop } = await startServer();
  const env = { ELASTICSEARCH_URL: url, ELASTICSEARCH_PAINLESS: 'false' };
  return { url, version: await versionOf(url), env, stop };
}
