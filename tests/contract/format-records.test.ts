import { describe, expect, it } from 'vitest';
import { formatRecords } from '../../tools/format-records';

describe('formatRecords', () => {
  it('OPS-08 formatRecords writes each concept of a vocabulary on one line', () => {
    const concepts = [
      { id: 'dewormer', words: ['vermifuge', 'antihelminthique'] },
      { id: 'worms', words: ['vers'] },
    ];
    expect(formatRecords({ concepts })).toBe(
      [
        '{',
        '  "concepts": [',
        '    { "id": "dewormer", "words": ["vermifuge", "antihelminthique"] },',
        '    { "id": "worms", "words": ["vers"] }',
        '  ]',
        '}',
        '',
      ].join('\n'),
    );
  });

  it('OPS-08 formatRecords wraps plain words at 160 columns and loses none of them', () => {
    const words = Array.from({ length: 200 }, (_, at) => `substance-${at}`);
    const text = formatRecords({ medicines: words });
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(160);
    expect(text.split('\n').length).toBeLessThan(30);
    expect(JSON.parse(text)).toEqual({ medicines: words });
  });

  it('OPS-08 formatRecords returns formatted text unchanged', () => {
    const document = [{ q: 'a', expect: { type: [] } }, { q: 'b' }];
    const text = formatRecords(document);
    expect(formatRecords(JSON.parse(text) as typeof document)).toBe(text);
  });
});
