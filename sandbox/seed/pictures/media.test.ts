import { describe, expect, it } from 'vitest';
import { createWorld, worldGroups } from '../create-world';
import { LANGS } from '../words/text';
import { isPictureSize } from './draw';
import { pictureBytes } from './media';

const BASE = 'http://127.0.0.1:9/media';
const world = createWorld({ mediaBase: BASE, today: '2026-07-28', products: 700 });

/** All media addresses in the documents of a language. */
function addresses(lang: (typeof LANGS)[number]): Set<string> {
  const found = new Set<string>();
  const indices = ['products', 'categories', 'advertisements'] as const;
  for (const index of indices) {
    for (const document of world.documents(index, lang)) {
      for (const [, path = ''] of JSON.stringify(document).matchAll(
        /http:\/\/127\.0\.0\.1:9\/media\/([^"]+)"/g,
      ))
        found.add(path);
    }
  }
  return found;
}

describe('pictures and papers of the sample world', () => {
  it('PROD-01 pictures and papers exist at every address in a document and are as large as photographs', () => {
    const kinds = new Set<string>();
    for (const path of addresses('fr')) {
      const media = world.media(path);
      expect(media, path).not.toBeNull();
      if (media?.type === 'image/svg+xml') {
        expect(media.body).toMatch(/^<svg [^>]*width="\d+" height="\d+".*<\/svg>$/s);
        const [, size = ''] = /^[pc]\/[^/]+\/(\w+)\.svg$/.exec(path) ?? [];
        if (isPictureSize(size)) expect(media.body, path).toHaveLength(pictureBytes[size]);
        else expect(media.body.length, path).toBeLessThanOrEqual(1640);
      }
      kinds.add(`${path[0] ?? ''} ${media?.type ?? ''}`);
    }
    expect([...kinds].sort()).toEqual([
      'a image/svg+xml',
      'b image/svg+xml',
      'c image/svg+xml',
      'd application/pdf',
      'p image/svg+xml',
    ]);
  });

  it('pictures have the requested size and belong to one variant', () => {
    const [group] = worldGroups(world);
    const id = group?.variants[0].id ?? 0;
    for (const [size, side] of [
      ['small', 60],
      ['medium', 300],
      ['large', 550],
      ['xlarge', 1200],
    ] as const)
      expect(world.media(`/p/${id}/${size}.svg`)?.body).toContain(
        `width="${side}" height="${side}"`,
      );
    for (const path of [
      'p/1/small.svg',
      `p/${id}/huge.svg`,
      'p',
      '',
      '../x',
      `d/${id}/x-fr.pdf`,
      'c/999/small.svg',
    ])
      expect(world.media(path), path).toBeNull();
  });

  it('papers are valid PDFs in plain ASCII with a correct object table', () => {
    const group = worldGroups(world).find(({ family }) => family === 'meds');
    for (const lang of LANGS) {
      const body = world.media(`d/${group?.variants[0].id ?? 0}/notice-${lang}.pdf`)?.body ?? '';
      expect(body).toMatch(/^%PDF-1\.4\n[\x20-\x7e\n]*%%EOF\n$/);
      const table = Number(/startxref\n(\d+)/.exec(body)?.[1]);
      expect(body.slice(table, table + 4)).toBe('xref');
      [...body.slice(table).matchAll(/(\d{10}) 00000 n/g)].forEach(([, place], index) => {
        expect(body.slice(Number(place))).toMatch(new RegExp(`^${index + 1} 0 obj`));
      });
      const length = Number(/Length (\d+)/.exec(body)?.[1]);
      expect(/stream\n([\s\S]*)\nendstream/.exec(body)?.[1]?.length).toBe(length);
    }
  });
});
