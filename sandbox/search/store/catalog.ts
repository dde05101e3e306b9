/**
 * The indices of the server by name and alias. Builds an index from its documents on first use or in the background,
 * one after the other. Building yields every few milliseconds so that the process keeps responding.
 */
import { illegalArgument, indexNotFound, SearchError } from '../errors';
import { isObject, type JsonObject } from '../json';
import { compileMapping } from '../mapping/compile';
import type { Mapping } from '../mapping/mapping';
import { IndexBuilder } from './index-builder';
import type { SearchIndex } from './search-index';
import type { SharedEntries } from './shared-entries';

interface Definition {
  /** Concrete name of the index, which hits show as `_index`. */
  name: string;
  settings: JsonObject;
  mappings: JsonObject;
  /** Documents with their ids. */
  documents: () => Iterable<readonly [id: string, document: JsonObject]>;
  /** Vectors may have another size than in the mapping. */
  adoptVectorSizes: boolean;
  /** Shared by the indices of one world in all languages. */
  shared?: SharedEntries;
  /** Indices that other servers of this process have built from the same, immutable documents. */
  built?: Map<string, SearchIndex>;
}

const TURN_MS = 12;

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Runs the steps in short time slices, until they are done or cancelled. */
async function inTurns<T>(steps: Generator<undefined, T>, isStopped: () => boolean): Promise<T> {
  let since = performance.now();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (performance.now() - since < TURN_MS) continue;
    await turn();
    if (isStopped()) {
      throw new SearchError(503, { type: 'node_closed_exception', reason: 'node is closing' });
    }
    since = performance.now();
  }
}

function* steps(definition: Definition, mapping: Mapping): Generator<undefined, SearchIndex> {
  const { name, adoptVectorSizes, shared = null } = definition;
  const builder = new IndexBuilder(name, mapping, adoptVectorSizes, shared);
  for (const [id, document] of definition.documents()) {
    builder.add(id, document);
    yield;
  }
  return yield* builder.finish();
}

interface Slot {
  definition: Definition;
  mapping: Mapping;
  built: Promise<SearchIndex> | null;
}

export interface Wanted {
  ignoreUnavailable: boolean;
  allowNoIndices: boolean;
}

export class Catalog {
  private readonly slots = new Map<string, Slot>();
  private readonly aliases = new Map<string, string>();
  private stopped = false;

  define(definition: Definition, aliases: readonly string[]): void {
    const mapping = compileMapping(definition.settings, definition.mappings);
    this.slots.set(definition.name, { definition, mapping, built: null });
    for (const alias of aliases) this.aliases.set(alias, definition.name);
  }

  has(name: string): boolean {
    return this.slots.has(this.aliases.get(name) ?? name);
  }

  remove(name: string): void {
    if (!this.slots.delete(name)) throw indexNotFound(name);
    for (const [alias, target] of this.aliases) if (target === name) this.aliases.delete(alias);
  }

  /** Aliases of a concrete index. */
  aliasesOf(name: string): string[] {
    return [...this.aliases].flatMap(([alias, target]) => (target === name ? [alias] : []));
  }

  addAlias(alias: string, name: string): void {
    if (!this.slots.has(name)) throw indexNotFound(name);
    if (this.slots.has(alias)) {
      throw new SearchError(400, {
        type: 'invalid_alias_name_exception',
        reason: `Invalid alias name [${alias}]: an index or data stream exists with the same name`,
      });
    }
    this.aliases.set(alias, name);
  }

  removeAlias(alias: string, name: string): void {
    if (this.aliases.get(alias) === name) this.aliases.delete(alias);
  }

  /** Drops the built index, because its documents have changed. */
  invalidate(name: string): void {
    const slot = this.slot(name);
    if (!slot) throw indexNotFound(name);
    slot.mapping = compileMapping(slot.definition.settings, slot.definition.mappings);
    slot.built = null;
  }

  /** Concrete names of an expression: names, aliases and wildcards, separated by commas. */
  names(expression: string, wanted: Wanted): string[] {
    const found = expression.split(',').flatMap((part) => this.expand(part, wanted));
    if (found.length === 0 && !wanted.allowNoIndices) throw indexNotFound(expression);
    return [...new Set(found)];
  }

  index(name: string): Promise<SearchIndex> {
    const slot = this.slot(name);
    if (!slot) return Promise.reject(indexNotFound(name));
    slot.built ??= this.build(slot);
    return slot.built;
  }

  private async build(slot: Slot): Promise<SearchIndex> {
    const { name, built } = slot.definition;
    const known = built?.get(name);
    const index =
      known ?? (await inTurns(steps(slot.definition, slot.mapping), () => this.stopped));
    // Building determines the sizes of vectors.
    slot.mapping = index.mapping;
    built?.set(name, index);
    return index;
  }

  mapping(name: string): Mapping {
    const slot = this.slot(name);
    if (!slot) throw indexNotFound(name);
    return slot.mapping;
  }

  /** Builds the wanted indices that are not built yet, in the order of definition. */
  async buildAll(isWanted: (name: string) => boolean): Promise<void> {
    for (const name of [...this.slots.keys()].filter(isWanted)) {
      if (!this.stopped && this.slots.has(name)) await this.index(name);
    }
  }

  /**
   * Analyses the texts of all built indices, one field per time slice, so that the first search finds them ready. An
   * earlier search analyses the fields that it needs.
   */
  async analyseTexts(): Promise<void> {
    for (const { built } of this.slots.values()) {
      const index = await built;
      for (const field of index?.mapping.fields.values() ?? []) {
        if (field.type !== 'text') continue;
        await turn();
        if (this.stopped) return;
        index?.root.columns.get(field.path);
      }
    }
  }

  /** Cancels pending builds. */
  stop(): void {
    this.stopped = true;
  }

  private slot(name: string): Slot | undefined {
    return this.slots.get(this.aliases.get(name) ?? name);
  }

  private expand(part: string, wanted: Wanted): string[] {
    if (part === '') throw illegalArgument('index name must not be empty');
    if (part !== '_all' && !part.includes('*')) {
      const name = this.aliases.get(part) ?? part;
      if (this.slots.has(name)) return [name];
      if (wanted.ignoreUnavailable) return [];
      throw indexNotFound(part);
    }
    const pattern = part === '_all' ? '*' : part;
    const expression = new RegExp(
      `^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`,
    );
    const byAlias = [...this.aliases].filter(([alias]) => expression.test(alias));
    return [
      ...[...this.slots.keys()].filter((name) => expression.test(name)),
      ...byAlias.map(([, name]) => name),
    ];
  }
}

/** Parses the alias names of a create-index body. */
export function aliasNames(json: unknown): string[] {
  if (json === undefined) return [];
  if (!isObject(json)) throw new SearchError(400, { type: 'parsing_exception', reason: 'aliases' });
  return Object.keys(json);
}
