/**
 * The index and document APIs that a loader needs, so that it can fill this server like a real node: create and delete
 * an index, `_bulk` with `index` actions, `_refresh`, and the mapping that the shop reads at start.
 */
import { illegalArgument, indexNotFound, SearchError } from '../errors';
import { isObject, type JsonObject, textOf } from '../json';
import { aliasNames, type Catalog } from '../store/catalog';
import { parseJson, parseLines, type Answered, type Exchange } from './exchange';

const NAME = /^[a-z0-9][a-z0-9_.-]{0,200}$/;
const EMPTY: JsonObject = {};

export class IndexRoutes {
  private readonly documents = new Map<string, Map<string, JsonObject>>();

  constructor(private readonly catalog: Catalog) {}

  create({ body }: Exchange, name: string): Answered {
    if (!NAME.test(name)) {
      throw new SearchError(400, {
        type: 'invalid_index_name_exception',
        reason: `Invalid index name [${name}]`,
      });
    }
    if (this.catalog.has(name)) {
      throw new SearchError(400, {
        type: 'resource_already_exists_exception',
        reason: `index [${name}] already exists`,
      });
    }
    const given = parseJson(body) ?? EMPTY;
    if (!isObject(given)) throw illegalArgument('Expected [START_OBJECT]');
    const { settings, mappings, aliases } = given;
    const documents = new Map<string, JsonObject>();
    this.catalog.define(
      {
        name,
        settings: isObject(settings) ? settings : EMPTY,
        mappings: isObject(mappings) ? mappings : EMPTY,
        documents: () => documents.entries(),
        adoptVectorSizes: false,
      },
      aliasNames(aliases),
    );
    this.documents.set(name, documents);
    return { status: 200, body: { acknowledged: true, shards_acknowledged: true, index: name } };
  }

  remove(name: string): Answered {
    this.catalog.remove(name);
    this.documents.delete(name);
    return { status: 200, body: { acknowledged: true } };
  }

  /** Accepts pairs of an `index` action and a document; rejects other actions. */
  bulk({ body }: Exchange, index: string | null): Answered {
    const lines = parseLines(body, 'bulk');
    const items: unknown[] = [];
    const changed = new Set<string>();
    for (let at = 0; at < lines.length; at += 2) {
      const { name, id } = readAction(lines[at], index, at);
      const documents = this.documents.get(name);
      const document = lines[at + 1];
      if (!documents) throw indexNotFound(name);
      if (!isObject(document)) throw illegalArgument('Malformed action/metadata line');
      documents.set(id, document);
      changed.add(name);
      items.push({ index: { _index: name, _id: id, result: 'created', status: 201 } });
    }
    for (const name of changed) this.catalog.invalidate(name);
    return { status: 200, body: { took: 0, errors: false, items } };
  }

  /** Accepts and ignores refresh interval, replicas and flush settings, which this engine does not have. */
  changeSettings({ body }: Exchange, expression: string): Answered {
    this.catalog.names(expression, { ignoreUnavailable: false, allowNoIndices: false });
    if (!isObject(parseJson(body))) throw illegalArgument('Expected [START_OBJECT]');
    return { status: 200, body: { acknowledged: true } };
  }

  /** Builds the index now, so that an invalid document fails here and not in a later search. */
  async refresh(expression: string): Promise<Answered> {
    const names = this.catalog.names(expression, {
      ignoreUnavailable: false,
      allowNoIndices: true,
    });
    for (const name of names) await this.catalog.index(name);
    const total = names.length;
    return { status: 200, body: { _shards: { total, successful: total, failed: 0 } } };
  }

  /** `GET {expression}`: the loader's request before it creates the next index. */
  describe({ query }: Exchange, expression: string): Answered {
    const names = this.catalog.names(expression, {
      ignoreUnavailable: query.get('ignore_unavailable') === 'true',
      allowNoIndices: query.get('allow_no_indices') !== 'false',
    });
    const entries = names.map((name) => {
      const aliases = this.catalog.aliasesOf(name).map((alias) => [alias, EMPTY] as const);
      const mappings = this.catalog.mapping(name).json;
      return [name, { aliases: Object.fromEntries(aliases), mappings, settings: EMPTY }];
    });
    return { status: 200, body: Object.fromEntries(entries) };
  }

  /**
   * Applies all actions in one turn of the event loop, so that no search sees only some of them. Removals come first,
   * as on a node.
   */
  aliases({ body }: Exchange): Answered {
    const given = parseJson(body);
    const list: unknown[] =
      isObject(given) && Array.isArray(given['actions']) ? given['actions'] : [];
    const actions = list.flatMap((one) => (isObject(one) ? Object.entries(one) : []));
    const part = (value: unknown, key: string): string => textOf(isObject(value) && value[key]);
    const all = (verb: string) => actions.filter(([name]) => name === verb);
    for (const [, action] of all('remove_index')) this.remove(part(action, 'index'));
    for (const [, action] of all('remove'))
      this.catalog.removeAlias(part(action, 'alias'), part(action, 'index'));
    for (const [, action] of all('add'))
      this.catalog.addAlias(part(action, 'alias'), part(action, 'index'));
    return { status: 200, body: { acknowledged: true, errors: false } };
  }

  mapping(expression: string): Answered {
    const names = this.catalog.names(expression, {
      ignoreUnavailable: false,
      allowNoIndices: true,
    });
    const entries = names.map((name) => [name, { mappings: this.catalog.mapping(name).json }]);
    return { status: 200, body: Object.fromEntries(entries) };
  }
}

function readAction(
  json: unknown,
  index: string | null,
  line: number,
): { name: string; id: string } {
  const action = isObject(json) ? json['index'] : undefined;
  if (!isObject(action)) throw illegalArgument(`Malformed action/metadata line [${line + 1}]`);
  const name = action['_index'] ?? index;
  const id = action['_id'] ?? line;
  if (typeof name !== 'string') throw illegalArgument('index is missing');
  return { name, id: textOf(id) };
}
