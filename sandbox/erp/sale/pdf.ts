/** Generates a small valid PDF with one page of text from a record (downloads of section 14). */
const WIN_ANSI: Record<string, number> = {
  '€': 0x80,
  '…': 0x85,
  '’': 0x92,
  '–': 0x96,
  '—': 0x97,
  œ: 0x9c,
};

function byteOf(character: string): number {
  const code = character.codePointAt(0) ?? 63;
  return WIN_ANSI[character] ?? (code < 256 ? code : 63);
}

/** Encodes a PDF string: escapes backslashes and brackets, and uses the font's encoding. */
function pdfString(text: string): string {
  const escaped = text.replace(/[\\()]/g, (character) => `\\${character}`);
  return `(${[...escaped].map((character) => String.fromCharCode(byteOf(character))).join('')})`;
}

const LINE_HEIGHT = 14;
const LINES_ON_PAGE = 54;

export function textPdf(title: string, lines: readonly string[]): Uint8Array {
  const shown = [title, '', ...lines].slice(0, LINES_ON_PAGE);
  const rows = shown.map((line) => `${pdfString(line)} Tj T*`).join('\n');
  const content = `BT /F1 10 Tf ${LINE_HEIGHT} TL 56 790 Td\n${rows}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
