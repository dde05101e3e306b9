/** The JSON bodies that contract/search.md marks with `<!-- es: kind name -->`, if the contract is available. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type BodyKind = 'index' | 'search' | 'query' | 'sort' | 'aggs' | 'collapse';

interface ContractBody {
  kind: BodyKind;
  name: string;
  json: unknown;
}

const CONTRACT = fileURLToPath(new URL('../../../../shared/contract/search.md', import.meta.url));
const MARKED =
  /<!-- es: (index|search|query|sort|aggs|collapse) ([\w-]+) -->\n```json\n([\s\S]*?)```/g;
const KINDS: readonly BodyKind[] = ['index', 'search', 'query', 'sort', 'aggs', 'collapse'];

/** Null if the contract is not next to the checkout. */
export function contractBodies(): ContractBody[] | null {
  if (!existsSync(CONTRACT)) return null;
  const text = readFileSync(CONTRACT, 'utf8');
  return [...text.matchAll(MARKED)].flatMap(([, marked, name = '', json = 'null']) => {
    const kind = KINDS.find((candidate) => candidate === marked);
    return kind ? [{ kind, name, json: JSON.parse(json) as unknown }] : [];
  });
}

/** A marked fragment, completed to a search body. */
export function asSearchBody({ kind, json }: ContractBody): unknown {
  switch (kind) {
    case 'query':
      return { query: json };
    case 'sort':
      return { sort: json };
    case 'aggs':
      return { size: 0, aggs: json };
    case 'collapse':
      return { collapse: json };
    case 'search':
    case 'index':
      return json;
  }
}

/** The fixture indices for a body of the contract. */
export function indexOf({ name }: ContractBody): string {
  if (name === 'P18') return 'products_fr_be,categories_fr_be';
  if (name === 'L1') return 'loyalty_programs_fr_be';
  if (name === 'A1') return 'advertisements_fr_be';
  if (name === 'B1') return 'info_banners_fr_be';
  return /^C\d$/.test(name) ? 'categories_fr_be' : 'products_fr_be';
}
