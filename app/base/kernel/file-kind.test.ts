import { describe, expect, it } from 'vitest';
import { fileKind } from './file-kind';

describe('fileKind', () => {
  it.each([
    ['invoice-2026.pdf', 'PDF'],
    ['Tarif 2026.v2.XLSX', 'XLSX'],
    ['https://media.example.test/exm-fr.pdf?lang=fr#page=2', 'PDF'],
    ['/medias/a.b/notice.docx', 'DOCX'],
  ])('DOC-01 fileKind returns the extension of %s', (name, kind) => {
    expect(fileKind(name)).toBe(kind);
  });

  it.each([
    '',
    'INV/2026/00012',
    'S100053',
    '.pdf',
    'a.',
    'Rev. 2',
    'vers. 1.2',
    'https://media.example.test',
    'https://media.example.test/notice',
    '//media.example',
  ])('DOC-01 fileKind returns an empty text for %j', (name) => {
    expect(fileKind(name)).toBe('');
  });
});
