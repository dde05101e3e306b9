import { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { formGuard } from './form-guard';

const multipart = 'multipart/form-data; boundary=x';
const plainForm = 'application/x-www-form-urlencoded';
const part = (headers = ''): string =>
  `--x\r\nContent-Disposition: form-data; name="a"\r\n${headers}\r\n1\r\n`;

/** Passes this body to the guard in chunks. Returns its error, the share that arrived, and what the next reader gets. */
async function guarded(type: string, text: string, size = 4_096) {
  const bytes = Buffer.from(text);
  let sent = 0;
  const stream = new Readable({
    read() {
      const chunk = bytes.subarray(sent, sent + size);
      sent += chunk.length;
      setImmediate(() => this.push(chunk.length > 0 ? chunk : null));
    },
  });
  const headers: Record<string, string> = {
    'content-type': type,
    'content-length': String(bytes.length),
  };
  const request = Object.assign(stream, { headers, get: (name: string) => headers[name] });
  const error = await new Promise<unknown>((next) => {
    formGuard(64 * 1024)(request as never as Request, { locals: {} } as Response, next);
  });
  const share = sent / bytes.length;
  const rest: Buffer[] = [];
  if (!error) for await (const chunk of stream) rest.push(chunk as Buffer);
  return { error, share, isUnchanged: Buffer.concat(rest).equals(bytes) };
}

const hostile: Readonly<Record<string, [type: string, text: string]>> = {
  '9,000 headers in one part': [multipart, `${part('a:b\r\n'.repeat(9_000))}--x--\r\n`],
  '14 parts of 800 headers': [multipart, `${part('a:b\r\n'.repeat(800)).repeat(14)}--x--\r\n`],
  '16,000 fields': [plainForm, 'a=1&'.repeat(16_000)],
  '60,000 blanks between ampersands': [plainForm, `a=1${'&'.repeat(60_000)}`],
};

describe('form guard', () => {
  it.each(Object.keys(hostile))(
    'P-88 a form of %s is rejected with 400 before half of it has arrived',
    async (what) => {
      const [type, text] = hostile[what] ?? ['', ''];
      const { error, share } = await guarded(type, text);
      expect(error).toMatchObject({ status: 400 });
      expect(share).toBeLessThan(0.5);
    },
  );

  it('P-88 an upload with thousands of small parts is rejected at the size of a form', async () => {
    const { error, share } = await guarded(multipart, `${part().repeat(20_000)}--x--\r\n`);
    expect(error).toMatchObject({ status: 400 });
    expect(share).toBeLessThan(0.1);
  });

  it('P-88 P-31 the next reader gets the whole of an accepted body, of any size and in any chunks', async () => {
    const upload = `${part()}--x\r\nContent-Disposition: form-data; name="f"; filename="a.csv"\r\n\r\n${'a;1\n'.repeat(60_000)}\r\n--x--\r\n`;
    for (const size of [500, 4_096, 65_536]) {
      expect(await guarded(multipart, upload, size)).toMatchObject({
        error: undefined,
        isUnchanged: true,
      });
      expect(await guarded(plainForm, 'a=1&'.repeat(3_000), size)).toMatchObject({
        error: undefined,
        isUnchanged: true,
      });
    }
  });
});
