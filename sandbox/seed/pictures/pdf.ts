/** A valid one-page PDF in plain ASCII, so that it can be sent as text: accents are octal escapes. */

const ESCAPES: Readonly<Record<string, number>> = {
  '€': 0x80,
  '’': 0x92,
  '‘': 0x91,
  '“': 0x93,
  '”': 0x94,
  '–': 0x96,
  '—': 0x97,
  '•': 0x95,
  œ: 0x9c,
  Œ: 0x8c,
};

/** Encodes text as a PDF string in WinAnsi; other letters lose their accent or become a question mark. */
function pdfString(words: string): string {
  const codes = [...words.replace(/\u00a0/g, ' ')].map((letter) => {
    const known = ESCAPES[letter] ?? letter.codePointAt(0) ?? 0x3f;
    if (known < 0x100) return known;
    const [plain = '?'] = letter.normalize('NFD');
    const code = plain.codePointAt(0) ?? 0x3f;
    return code < 0x100 ? code : 0x3f;
  });
  const out = codes.map((code) => {
    const letter = String.fromCharCode(code);
    if ('()\\'.includes(letter)) return `\\${letter}`;
    return code < 0x80 && code >= 0x20 ? letter : `\\${code.toString(8).padStart(3, '0')}`;
  });
  return `(${out.join('')})`;
}

const WIDTH = 88;
const TITLE_WIDTH = 52;

function wrapped(paragraph: string, width = WIDTH): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(/\s+/)) {
    if (line && line.length + word.length >= width) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return line ? [...lines, line] : lines;
}

export interface Paper {
  title: string;
  subtitle: string;
  paragraphs: readonly string[];
}

export function drawPdf(paper: Paper): string {
  const body = paper.paragraphs.flatMap((paragraph) => [...wrapped(paragraph), '']).slice(0, 48);
  const content = [
    'BT /F2 16 Tf 56 780 Td',
    ...wrapped(paper.title, TITLE_WIDTH).flatMap((line, i) => [
      ...(i ? ['0 -20 Td'] : []),
      `${pdfString(line)} Tj`,
    ]),
    '/F1 10 Tf 0 -22 Td',
    `${pdfString(paper.subtitle)} Tj`,
    '0 -24 Td 14 TL',
    ...body.map((line) => `${pdfString(line)} Tj T*`),
    'ET',
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  return `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
}
