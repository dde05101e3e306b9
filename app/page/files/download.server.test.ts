import { describe, expect, it } from 'vitest';
import { attachment } from './download.server';

describe('the name of a file', () => {
  it('P-29 P-34 cannot end its header', () => {
    expect(attachment('S1.pdf')).toBe(`attachment; filename="S1.pdf"; filename*=UTF-8''S1.pdf`);
    const hostile = attachment('a"\r\nX: y;é/..\\b.pdf');
    expect(hostile).not.toMatch(/[\r\n]/);
    expect(hostile).toContain("filename*=UTF-8''a___X_%20y_%C3%A9_.._b.pdf");
  });
});
