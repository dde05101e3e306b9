import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseKeepingSources } from './known-sources';

const parse = (text: string): unknown => JSON.parse(text);
const read = (answer: unknown): unknown =>
  parseKeepingSources(typeof answer === 'string' ? answer : JSON.stringify(answer), parse);

const hit = (id: string, source: unknown, more: object = {}) => ({
  _index: 'shop_fr',
  _id: id,
  _score: null,
  _source: source,
  ...more,
});
const answerOf = (...hits: readonly object[]) => ({ took: 1, hits: { total: 1, hits } });
const sourceOf = (answer: unknown, at = 0): unknown =>
  (answer as { hits: { hits: { _source: unknown }[] } }).hits.hits[at]?._source;

describe('documents of search responses', () => {
  it('PERF-01 a document with the same text is the same object, and one with another text is not', () => {
    const first = sourceOf(read(answerOf(hit('1', { sku: 'A', stock: 1 }))));
    const again = sourceOf(
      read(answerOf(hit('2', { sku: 'B' }), hit('1', { sku: 'A', stock: 1 }))),
      1,
    );
    const changed = sourceOf(read(answerOf(hit('1', { sku: 'A', stock: 12 }))));
    const fewer = sourceOf(read(answerOf(hit('1', { sku: 'A' }))));
    expect(again).toBe(first);
    expect(changed).toEqual({ sku: 'A', stock: 12 });
    expect(fewer).toEqual({ sku: 'A' });
    expect(sourceOf(read(answerOf(hit('1', { sku: 'A', stock: 1 }))))).toBe(first);
  });

  it('PERF-01 no reader can change a shared document', () => {
    const source = sourceOf(read(answerOf(hit('3', { prices: [{ price: 1 }] })))) as {
      prices: { price: number }[];
    };
    expect(() => source.prices.push({ price: 2 })).toThrow(TypeError);
    expect(() => Object.assign(source.prices[0] ?? {}, { price: 2 })).toThrow(TypeError);
  });

  it('PERF-01 responses of several searches and inner hits keep their documents', () => {
    const inner = { variants: answerOf(hit('5', { sku: 'C' }), hit('6', { sku: 'D' })) };
    const many = {
      responses: [
        answerOf(hit('4', { a: '}"{' }, { inner_hits: inner })),
        { error: { status: 400 } },
      ],
    };
    expect(read(many)).toEqual(many);
    expect(read(many)).toEqual(many);
  });

  it('PERF-01 documents in other places, without names, or named inside a document are parsed as they are', () => {
    const unusual = {
      hits: { hits: [hit('7', { _source: { x: 1 }, text: '"_source":{' }), { _source: { y: 1 } }] },
      aggregations: { best: { hits: { hits: [hit('8', { z: 1 })] } } },
    };
    expect(read(unusual)).toEqual(unusual);
    expect(read(unusual)).toEqual(unusual);
  });

  it('PERF-01 a response that is cut off fails as before', () => {
    const text = JSON.stringify(answerOf(hit('9', { sku: 'E\\', name: 'a "b"' })));
    for (let length = 1; length < text.length; length += 1)
      expect(() => read(text.slice(0, length))).toThrow(SyntaxError);
    expect(read(text)).toEqual(parse(text));
  });

  it('PERF-01 any document is parsed as JSON.parse parses it, the first and the second time', () => {
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.string(), fc.jsonValue())),
        fc.nat(3),
        (found, space) => {
          const hits = found.map((source, at) => hit(String(at), source));
          const text = JSON.stringify(answerOf(...hits), null, space);
          expect(read(text)).toEqual(parse(text));
          expect(read(text)).toEqual(parse(text));
        },
      ),
    );
  });
});
