/** Adapts the settings and the mapping of an index to the search engine. */
import type { IndexBody } from '../../sandbox/search/mapping/index-bodies';
import {
  findSearchProduct,
  formatSearchProduct,
  judgeSearchProduct,
  supportedProducts,
  type SearchProduct,
} from '../../server/upstream/search/search-product';
import type { Destination } from '../seed-search/index-loader';

/** Dimensions of the documents' vectors, by field. */
export type VectorSizes = Readonly<Record<string, number | undefined>>;

type Properties = Record<string, Readonly<Record<string, unknown>>>;

const isVector = ({ type }: Properties[string]): boolean => type === 'dense_vector';

/**
 * OpenSearch has no `flattened`, and its `flat_object` aggregates every document under the name of a Java object. There
 * a dynamic template maps variant axes as keywords.
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

/**
 * Gives vector fields the dimensions of the documents' vectors. Without vectors, or on OpenSearch, leaves them
 * unindexed.
 */
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
 * The index body for this product. `sizes` names the vector fields that the documents fill; default: all of the
 * mapping, as in the sample world. Elasticsearch before 8 and OpenSearch have no `dense_vector` that the shop can
 * search, so they get no similar products.
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

/** Detects product and version before anything is created; throws if the shop cannot search that product. */
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
