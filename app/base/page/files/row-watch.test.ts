import { describe, expect, it } from 'vitest';
import { readMultipart } from './multipart';

const kilobyte = 1024;
const head = (name: string, file?: string): string =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ''}\r\n\r\n`;
const line = `${head('c.0')}MA659359\r\n${head('q.0')}3\r\n`;
const longRow = 'MA659359 2, '.repeat(400_000);

/** Reads this form in chunks, and returns the outcome and the share of the chunks that was read. */
async function readIn(form: string | Buffer, size = 16 * kilobyte) {
  const bytes = Buffer.concat([Buffer.from(form), Buffer.from('\r\n--x--\r\n')]);
  let sent = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (sent >= bytes.length) controller.close();
        else controller.enqueue(bytes.subarray(sent, (sent += size)));
      },
    },
    { highWaterMark: 0 },
  );
  const request = new Request('http://shop.example/fr/quick-order', {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
  const log = { warn: () => undefined };
  const outcome = await readMultipart(
    { request, context: { session: { kind: 'guest' }, log, oversized: null } },
    {
      maxBytes: 6_000_000,
      maxParts: 20,
      visitorNetwork: null,
      rows: { field: 64 * kilobyte, file: 300 * kilobyte },
    },
  );
  return { refusal: outcome.ok ? null : outcome.refusal, share: sent / bytes.length };
}

describe('rows that are too long in a posted list', () => {
  it('P-88 P-31 five megabytes on one row of a list are rejected without reading the form to its end', async () => {
    for (const size of [1_000, 16 * kilobyte, 64 * kilobyte]) {
      const { refusal, share } = await readIn(`${line}${head('paste')}a 1\r\n\r\n${longRow}`, size);
      expect(refusal).toEqual({
        kind: 'long-row',
        isFile: false,
        line: 3,
        fields: [
          ['c.0', 'MA659359'],
          ['q.0', '3'],
        ],
      });
      expect(share).toBeLessThan(0.05);
    }
  });

  it('P-88 P-32 five megabytes on one row of a CSV file are rejected without reading the file to its end', async () => {
    const { refusal, share } = await readIn(`${head('csv', 'Order.CSV')}code;aantal\n${longRow}`);
    expect(refusal).toEqual({ kind: 'long-row', isFile: true, line: 2, fields: [] });
    expect(share).toBeLessThan(0.1);
    const utf16 = Buffer.concat([
      Buffer.from(head('csv', 'order.csv')),
      Buffer.from(`a;1\r\nb;2\r\n${longRow}`, 'utf16le'),
    ]);
    expect((await readIn(utf16)).refusal).toMatchObject({ line: 3 });
  });

  it.each([
    ['a list of many rows', `${head('paste')}${'MA659359 2\n'.repeat(100_000)}`],
    ['a list with a row end of Unicode', `${head('paste')}${'MA659359 2\u2028'.repeat(100_000)}`],
    ['a CSV file with a row of 250 kB', `${head('csv', 'a.csv')}${'a;'.repeat(125_000)}\n1;2\n`],
    ['a file that is no CSV', `${head('csv', 'a.bmp')}${longRow}`],
    ['a workbook with the name of a CSV', `${head('csv', 'a.csv')}PK\u0003\u0004${longRow}`],
  ])('P-31 P-32 %s is read to its end', async (_, form) => {
    expect(await readIn(form)).toEqual({ refusal: null, share: expect.any(Number) as number });
    expect((await readIn(form)).share).toBeGreaterThanOrEqual(1);
  });

  it('P-88 headers as long as a row are left to the limit of headers', async () => {
    const { refusal } = await readIn(`--x\r\nContent-Disposition: ${'filename='.repeat(50_000)}`);
    expect(refusal).toEqual({ kind: 'malformed' });
  });

  it('P-92 P-88 the fields in front of a long row are not parsed when they are very large', async () => {
    const { refusal } = await readIn(
      `${head('a')}${'b\n'.repeat(200_000)}\r\n${head('paste')}${longRow}`,
    );
    expect(refusal).toMatchObject({ kind: 'long-row', fields: [] });
  });
});
