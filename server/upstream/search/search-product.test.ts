import { describe, expect, it } from 'vitest';
import {
  findSearchProduct,
  formatSearchProduct,
  judgeSearchProduct,
  nodesPath,
  type ProductAnswer,
} from './search-product';

const root = (body: unknown, productHeader: string | null = null): ProductAnswer => ({
  status: 200,
  productHeader,
  body,
});
const refused: ProductAnswer = { status: 403, productHeader: null, body: null };
const asks = (answers: Readonly<Record<string, ProductAnswer>>) => (path: string) =>
  Promise.resolve(answers[path] ?? null);

describe('findSearchProduct', () => {
  it.each([
    [
      'Elasticsearch by its header',
      { '/': root({ version: { number: '9.5.3' } }, 'Elasticsearch') },
      'Elasticsearch 9.5.3',
      'supported',
    ],
    [
      'OpenSearch by its distribution',
      { '/': root({ version: { number: '3.6.0', distribution: 'opensearch' } }) },
      'OpenSearch 3.6.0',
      'supported',
    ],
    [
      'Elasticsearch behind a proxy that drops the header, by its tagline',
      { '/': root({ version: { number: '8.19.21' }, tagline: 'You Know, for Search' }) },
      'Elasticsearch 8.19.21',
      'supported',
    ],
    [
      'a server that refuses GET /, by its nodes',
      {
        '/': refused,
        [nodesPath]: root({ nodes: { a: { version: '8.19.21' } } }, 'Elasticsearch'),
      },
      'Elasticsearch 8.19.21',
      'supported',
    ],
    [
      'an engine of before',
      { '/': root({ version: { number: '7.17.29' } }, 'Elasticsearch') },
      'Elasticsearch 7.17.29',
      'outdated',
    ],
    [
      'an OpenSearch of before',
      { '/': root({ version: { number: '1.3.20', distribution: 'opensearch' } }) },
      'OpenSearch 1.3.20',
      'outdated',
    ],
    [
      'an engine that is too old',
      { '/': root({ version: { number: '6.8.0' }, tagline: 'You Know, for Search' }) },
      'Elasticsearch 6.8.0',
      'other',
    ],
    ['another product', { '/': root({ ok: true }) }, 'another product', 'other'],
    ['an API key that may only search', { '/': refused, [nodesPath]: refused }, null, 'unknown'],
    ['a server that does not answer', {}, null, 'unknown'],
  ] as const)('SRCH-01 findSearchProduct recognises %s', async (_what, answers, title, support) => {
    const product = await findSearchProduct(asks(answers));
    expect(formatSearchProduct(product)).toBe(title ?? 'a search engine that does not name itself');
    expect(judgeSearchProduct(product)).toBe(support);
  });
});
