import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { indexBody } from '../../../sandbox/search/mapping/index-bodies';
import { adaptIndexBody, findLoadableProduct } from '../../../tools/index/engine-body';

const Mappings = z.object({
  dynamic_templates: z.array(z.record(z.string(), z.unknown())),
  properties: z.record(z.string(), z.record(z.string(), z.unknown())),
});

const body = indexBody('products', 'fr');
const mappingsFor = (
  name: 'elasticsearch' | 'opensearch',
  version: string,
  sizes?: Readonly<Record<string, number>>,
) => Mappings.parse(adaptIndexBody(body, { name, version }, sizes).mappings);

describe('adaptIndexBody', () => {
  it('SRCH-01 adaptIndexBody leaves the mapping of an Elasticsearch with all vectors unchanged', () => {
    const adapted = adaptIndexBody(body, { name: 'elasticsearch', version: '9.5.3' });
    expect(adapted).toEqual(body);
  });

  it('SRCH-01 adaptIndexBody sets the dimension of a vector field from the documents', () => {
    const { properties } = mappingsFor('elasticsearch', '8.19.21', { characteristics_vector: 8 });
    expect(properties['characteristics_vector']).toMatchObject({ type: 'dense_vector', dims: 8 });
  });

  it('SRCH-01 adaptIndexBody indexes no vectors when the documents have none', () => {
    const { properties } = mappingsFor('elasticsearch', '8.19.21', {});
    expect(properties['characteristics_vector']).toEqual({ type: 'object', enabled: false });
  });

  it('SRCH-01 adaptIndexBody uses only field types that OpenSearch has', () => {
    const { properties, dynamic_templates: templates } = mappingsFor('opensearch', '3.6.0');
    const types = JSON.stringify(properties);
    expect(types).not.toContain('dense_vector');
    expect(types).not.toContain('flattened');
    expect(properties['variant_attributes']).toEqual({ type: 'object', dynamic: true });
    expect(templates.flatMap((template) => Object.keys(template))).toContain('variant_axes');
  });
});

describe('findLoadableProduct', () => {
  const server = (answer: string, status = 200) => ({
    url: 'http://search.invalid',
    headers: {},
    fetch: () => Promise.resolve(new Response(answer, { status })),
  });

  it('SRCH-01 findLoadableProduct rejects an unsupported search server with one line before it creates anything', async () => {
    await expect(findLoadableProduct(server('{"ok":true}'))).rejects.toThrow(
      'http://search.invalid is another product; needed: Elasticsearch 8.11 or later',
    );
  });

  it('SRCH-01 findLoadableProduct continues if the API key may not query the server’s version', async () => {
    expect(await findLoadableProduct(server('', 403))).toEqual({ name: 'unknown', version: null });
  });
});
