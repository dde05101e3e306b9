/** Settings and mapping of an index as the search engine at hand takes them. */
import type { IndexBody } from '../../sandbox/search/mapping/index-bodies';
import {
  findSearchProduct,
  formatSearchProduct,
  judgeSearchProduct,
  supportedProducts,
  type SearchProduct,
} from '../../server/upstream/search/search-product';
import type { Destination } from '../seed-search/index-loader';

/** Dimensions of the vectors that the documents of an index carry, by field. */
export type VectorSizes = Readonly<Record<string, number | undefined>>;

type Properties = Record<string, Readonly<Record<string, unknown>>>;

const isVector = ({ type }: Properties[string]): boolean => type === 'dense_vector';

/**
 * OpenSearch has no `flattened`, and its `flat_object` counts every document under a Java object's name: axes of
 * variants become keywords by a dynamic template there.
 */
const axesAsKeywords = {
  variant_axes: {
    path_match: 'variant_attributes.*',
    mapping: { type: 'keyword', ignore_above: 512 },
  },
};

function mapAxes(properties: Properties): Properties {
  const axes = properties['variant_attributes'];
  if (axes?.['type'] !== 'flattened') return properties;
  return { ...properties, variant_attributes: { type: 'object', dynamic: true } };
}

/** Vector fields get the size of the documents' vectors; without vectors, or on OpenSearch, they are left unindexed. */
function mapVectors(
  properties: Properties,
  hasVectors: boolean,
  sizes: VectorSizes | undefined,
): Properties {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      if (!isVector(property)) return [name, property];
      const dims = sizes ? sizes[name] : property['dims'];
      const isMapped = hasVectors && dims !== undefined;
      return [name, isMapped ? { ...property, dims } : { type: 'object', enabled: false }];
    }),
  );
}

/**
 * The body of an index for this product. `sizes` names the vector fields that the documents fill (not given: all of the
 * mapping, as the sample world does). Elasticsearch before 8 and OpenSearch have no `dense_vector` that the shop could
 * search: similar products are left out there.
 */
export function adaptIndexBody(
  body: IndexBody,
  product: SearchProduct,
  sizes?: VectorSizes,
): IndexBody {
  const isOpenSearch = product.name === 'opensearch';
  const hasVectors = !isOpenSearch && judgeSearchProduct(product) !== 'outdated';
  const mapped = body.mappings['properties'] as Properties;
  const properties = mapVectors(mapped, hasVectors, sizes);
  const templates = (body.mappings['dynamic_templates'] ?? []) as readonly object[];
  return {
    settings: body.settings,
    mappings: {
      ...body.mappings,
      ...(isOpenSearch ? { dynamic_templates: [...templates, axesAsKeywords] } : {}),
      properties: isOpenSearch ? mapAxes(properties) : properties,
    },
  };
}

/** Asks the destination what it is, before anything is created there; throws where the shop could not search it. */
export async function findLoadableProduct(to: Destination): Promise<SearchProduct> {
  const send = to.fetch ?? fetch;
  const product = await findSearchProduct(async (path) => {
    const response = await send(`${to.url}${path}`, { method: 'GET', headers: to.headers });
    const text = await response.text();
    return {
      status: response.status,
      productHeader: response.headers.get('x-elastic-product'),
      body: readJson(text),
    };
  });
  if (judgeSearchProduct(product) === 'other')
    throw new Error(`${to.url} is ${formatSearchProduct(product)}; needed: ${supportedProducts}`);
  return product;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
