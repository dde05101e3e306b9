import { describe, expect, it } from 'vitest';
import { attachment } from './download.server';

describe('the Content-Disposition header of a file', () => {
  it('P-29 P-34 attachment escapes characters of the file name that could end the header', () => {
    expect(attachment('S1.pdf')).toBe(`attachment; filename="S1.pdf"; filename*=UTF-8''S1.pdf`);
    const hostile = attachment('a"\r\nX: y;é/..\\b.pdf');
    expect(hostile).not.toMatch(/[\r\n]/);
    expect(hostile).toContain("filename*=UTF-8''a___X_%20y_%C3%A9_.._b.pdf");
  });

  it('P-36 DOC-01 attachment keeps the extension of a file name that it shortens', () => {
    const name = `Notice d’utilisation – ${'suspension injectable '.repeat(6)}porcins`;
    for (const ending of ['.pdf', '.PDF', '.docx'])
      expect(attachment(name + ending)).toMatch(new RegExp(`[^"]{80,}\\${ending}"; `));
    expect(attachment('a'.repeat(140))).toContain(`filename="${'a'.repeat(100)}"`);
  });

  it('P-36 DOC-01 attachment replaces lone surrogates, whether shortening created them or the file name contains them', () => {
    const end = (name: string) => attachment(name).split("''")[1];
    expect(end(`${'a'.repeat(95)}🐄.pdf`)).toBe(`${'a'.repeat(95)}_.pdf`);
    expect(end('\ud83d.pdf')).toBe('_.pdf');
  });
});
