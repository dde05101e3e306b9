import { describe, expect, it } from 'vitest';
import type { PageRequest } from '../page';
import { isPdf, readFormWithDocument } from './upload';

const pdf = (inner = ''): Uint8Array => Buffer.from(`%PDF-1.7\n${inner}\n%%EOF\n`);

describe('isPdf', () => {
  it('P-32 isPdf accepts only a document with the start and the end of a PDF', () => {
    expect(isPdf(pdf('x'.repeat(5_000)))).toBe(true);
    expect(isPdf(Buffer.from('%PDF-1.7\nhalf of it'))).toBe(false);
    expect(isPdf(Buffer.from(''))).toBe(false);
    expect(isPdf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]))).toBe(false);
    expect(isPdf(Buffer.from(`\n${Buffer.from(pdf()).toString()}`))).toBe(false);
  });

  it('P-32 isPdf rejects a document that a browser could interpret as HTML', () => {
    expect(isPdf(pdf('<script>alert(1)</script>'))).toBe(false);
    expect(isPdf(pdf('<!DOCTYPE html>'))).toBe(false);
    expect(isPdf(Buffer.from('<html>%PDF-1.7 %%EOF'))).toBe(false);
  });
});

describe('readFormWithDocument', () => {
  const context = {
    session: { kind: 'guest' },
    log: { warn: () => undefined },
    oversized: null,
    visitorNetwork: null,
    site: { documentMaxMb: 5 },
  } as unknown as PageRequest['context'];
  const reading = (length: number) => {
    const form = new FormData();
    form.set('text', 'é'.repeat(length));
    form.set('file', new File([Buffer.from(pdf('x'.repeat(1_000_000)))], 'a.pdf'));
    const request = new Request('http://shop.example/fr/contact', { method: 'POST', body: form });
    return readFormWithDocument({ request, context }, 'file');
  };

  it('P-31 P-92 a form with a document may contain as much text as a form without one', async () => {
    const { fields, document } = await reading(60_000);
    expect(fields.get('text')).toHaveLength(60_000);
    expect(document.ok && document.value?.size).toBeGreaterThan(1_000_000);
    await expect(reading(66_000)).rejects.toMatchObject({ status: 400 });
  });
});
