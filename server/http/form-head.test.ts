import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readFormHead } from './form-head';

const boundary = '----shop7MA4';
const part = (name: string, value: string, more = ''): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const file = (bytes: number): string =>
  part('file', 'x'.repeat(bytes), '; filename="a.pdf"\r\nContent-Type: application/pdf');

/** A request whose body arrives in chunks of `size` bytes and may end abruptly. */
function posted(body: string, size = 7): Parameters<typeof readFormHead>[0] {
  const bytes = Buffer.from(body);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  const stream = Readable.from(pieces, { objectMode: false });
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return Object.assign(stream, { headers });
}

describe('readFormHead: fields of a form that is not read whole', () => {
  it('P-31 readFormHead returns every field before the file, for any chunk size', async () => {
    const body = part('subject', 'Retour') + part('text', 'été\r\nfilename="x"') + file(500);
    for (const size of [1, 7, 64, 4_096])
      expect(await readFormHead(posted(body, size))).toEqual([
        ['subject', 'Retour'],
        ['text', 'été\r\nfilename="x"'],
      ]);
  });

  it('P-31 readFormHead stops at the file, and at the size limit of a form', async () => {
    const endless = posted(part('a', '1') + file(1_000_000), 1_000);
    expect(await readFormHead(endless)).toEqual([['a', '1']]);
    expect(endless.readableFlowing).toBe(false);
    const long = posted(part('a', '1') + part('b', 'x'.repeat(200_000)) + file(10), 1_000);
    expect(await readFormHead(long)).toEqual([['a', '1']]);
  });

  it('P-31 readFormHead returns nothing for other bodies and for forms that end before their first field', async () => {
    expect(await readFormHead(posted('a'.repeat(300)))).toEqual([]);
    expect(await readFormHead(posted(`--${boundary}\r\nContent-Dispo`))).toEqual([]);
    expect(await readFormHead(posted(''))).toEqual([]);
    const plain = posted('a=1');
    plain.headers['content-type'] = 'application/x-www-form-urlencoded';
    expect(await readFormHead(plain)).toEqual([]);
  });

  it('P-92 P-88 readFormHead runs in linear time for any number of delimiters and chunks', async () => {
    const filler = `${'x'.repeat(30)}\r\n`.repeat(900);
    for (const heading of [`--${boundary}`, `--${boundary}\r\n`]) {
      const body = `${heading.repeat(2_000)}\r\n\r\n${filler}`;
      for (const size of [16, 1_460, 65_536]) {
        const before = process.cpuUsage();
        await readFormHead(posted(body, size));
        const { user, system } = process.cpuUsage(before);
        expect((user + system) / 1_000, `processor ms in pieces of ${size}`).toBeLessThan(400);
      }
    }
  });
});
