import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readBrand, sampleBrand } from './brand';
import { contrast, mixColours } from './colours';

const whole = {
  name: 'Vetora',
  company: { fr: 'Vetora SA', nl: 'Vetora NV', en: 'Vetora SA' },
  desks: { orders: { phone: '+32 2 000 00 01', hours: [['08:00', '12:30']] } },
  colours: { brand: '#0b5d3b', accent: '#8a1c4a' },
  logo: 'logo.svg',
};

function read(brand: unknown, logo: string | null = '<svg xmlns="http://www.w3.org/2000/svg"/>') {
  const folder = mkdtempSync(join(tmpdir(), 'brand-'));
  if (brand !== null)
    writeFileSync(
      join(folder, 'brand.json'),
      typeof brand === 'string' ? brand : JSON.stringify(brand),
    );
  if (logo !== null) writeFileSync(join(folder, 'logo.svg'), logo);
  const faults: string[] = [];
  return { ...readBrand(folder, faults), faults };
}

describe('readBrand', () => {
  it('SHELL-04 readBrand returns the sample brand without a brand.json', () => {
    const { brand, faults } = read(null);
    expect(brand).toBe(sampleBrand);
    expect(faults).toEqual([]);
  });

  it('SHELL-04 readBrand reads name, company, desks, colours and logo from the configuration', () => {
    const { brand, brandFiles, faults } = read(whole);
    expect(faults).toEqual([]);
    expect(brand).toMatchObject({
      name: 'Vetora',
      colour: '#0b5d3b',
      sheet: '/brand.css',
      logo: '/brand-logo',
      desks: [{ name: 'orders', phone: '+32 2 000 00 01', hours: [[480, 750]] }],
    });
    expect(brandFiles.sheet).toContain('--brand:#0b5d3b');
    expect(brandFiles.sheet).toContain('--gain:#8a1c4a');
    expect(brandFiles.logo?.type).toBe('image/svg+xml');
    const plain = read({ ...whole, colours: undefined, logo: undefined, company: 'Vetora' });
    expect(plain.brand).toMatchObject({ sheet: null, logo: null, company: { nl: 'Vetora' } });
  });

  it('CFG-01 readBrand reports all faults at once', () => {
    const { faults } = read(
      {
        ...whole,
        name: '',
        colours: { brand: '#ffee00', accent: 'red' },
        desks: { orders: { phone: 'x', hours: [['12:30', '08:00']] } },
        motto: 'no such key',
      },
      null,
    );
    const text = faults.join('\n');
    for (const part of ['name', 'colours.brand', 'colours.accent', 'phone', 'hours', 'motto'])
      expect(text).toContain(part);
    expect(text).toContain('logo.svg cannot be read');
    for (const company of ['', 7, { fr: 'Vetora SA' }])
      expect(read({ ...whole, company }).faults).toEqual([
        'brand.json: company: expected a line of text, or one for each of fr, nl and en, of 200 characters at most',
      ]);
    expect(text).toContain('4.5:1');
    expect(read('{').faults.join()).toContain('not valid JSON');
    expect(read(whole, null).faults.join()).toContain('logo.svg cannot be read');
    expect(read(whole, 'x'.repeat(60_001)).faults.join()).toContain('larger than 60 kB');
    expect(read({ ...whole, logo: '../secret.svg' }).faults.join()).toContain('logo');
  });

  it('SHELL-07 contrast follows the WCAG formula', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
    expect(mixColours('#000000', '#ffffff', 0.5)).toBe('#808080');
  });
});
