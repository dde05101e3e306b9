import { randomBytes } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { brotliOptions } from './brotli-options';
import { compressPage } from './compress-page';

it.each([1, 700, 40_000, 1_000_000])(
  'P-83 compressPage compresses a page of %i random bytes to the same bytes as Node’s own function',
  async (size) => {
    const text = `é€${randomBytes(size).toString('base64')}`;
    const texts = [text, `<p>${text}`, text].map((one) => Buffer.from(one));
    const pages = await Promise.all(texts.map(compressPage));
    const same = pages.map((page, at) =>
      page.equals(brotliCompressSync(texts[at] ?? Buffer.alloc(0), brotliOptions)),
    );
    expect(same).toEqual([true, true, true]);
  },
);
