import { describe, expect, it } from 'vitest';
import { isPdf } from './upload';

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
