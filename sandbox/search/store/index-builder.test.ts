import { describe, expect, it } from 'vitest';
import type { Analyzer } from '../analysis/analyzers';
import { compileMapping } from '../mapping/compile';
import { IndexBuilder } from './index-builder';
import type { SearchIndex } from './search-index';

/** An index of one language with two text fields, and the texts analysed so far. */
function built(names: readonly string[]): { index: SearchIndex; analysed: string[] } {
  const text = { type: 'text', analyzer: 'standard' };
  const mapping = compileMapping({}, { properties: { name: text, note: text } });
  const analysed: string[] = [];
  for (const field of mapping.fields.values()) {
    const { analyzer } = field;
    if (!analyzer) continue;
    const counted: Analyzer = {
      ...analyzer,
      analyze: (words) => {
        analysed.push(words);
        return analyzer.analyze(words);
      },
    };
    field.analyzer = counted;
  }
  const builder = new IndexBuilder('test-1', mapping, false);
  names.forEach((name, at) => {
    builder.add(String(at), { name, note: `note of ${name}` });
  });
  const steps = builder.finish();
  for (;;) {
    const step = steps.next();
    if (step.done) return { index: step.value, analysed };
  }
}

describe('columns of an index', () => {
  it('SRCH-01 first search of a field analyses only that field, once', () => {
    const { index, analysed } = built(['gants', 'seringue']);
    expect(analysed).toEqual([]);
    const column = index.root.columns.get('name');
    expect(index.root.columns.get('name')).toBe(column);
    expect(analysed).toEqual(['gants', 'seringue']);
  });

  it('SRCH-01 search in a field does not depend on which field was searched before', () => {
    const found = (order: readonly string[]) => {
      const { index } = built(['gants', 'seringue', 'gants longs']);
      for (const path of order) index.root.columns.get(path);
      const column = index.root.columns.get('name');
      if (column?.kind !== 'text') throw new Error('the field has no words');
      const term = column.lexicon.find('gants');
      const words = column.lexicon.startingWith('').length;
      return { docs: [...column.docs.subarray(column.from(term), column.to(term))], words };
    };
    expect(found(['name', 'note'])).toEqual({ docs: [0, 2], words: 5 });
    expect(found(['note', 'name'])).toEqual({ docs: [0, 2], words: 5 });
  });
});
