#!/usr/bin/env bash
# pdf-lib, PDFKit and jsPDF: a French amount of Intl.NumberFormat in their built-in Helvetica.
#
# Expected: 1 234,50 EUR is Latin text that any PDF library prints.
# Instead: Intl groups French thousands by U+202F (narrow no-break space), which the built-in fonts
# lack. pdf-lib throws; PDFKit and jsPDF write the byte 2F instead: the price reads "1/234,50".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund pdf-lib@1.17.1 pdfkit@0.20.2 jspdf@4.2.1 pdfjs-dist@4.10.38
cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import PDFKit from 'pdfkit';
import { jsPDF } from 'jspdf';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
const money = new Intl.NumberFormat('fr-BE', { style: 'currency', currency: 'EUR' });
const amount = money.format(1234.5);
console.log('amount:', JSON.stringify(amount.replaceAll('\u202f', '<202F>').replaceAll('\u00a0', ' ')));
const textOf = async (bytes) => {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS }).promise;
  const { items } = await (await pdf.getPage(1)).getTextContent();
  return items.map(({ str }) => str).join('').replace(/\s/g, '');
};
const ofPdfLib = async () => {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  pdf.addPage().drawText(amount, { font });
  return textOf(await pdf.save());
};
const ofPdfKit = async () => {
  const pdf = new PDFKit();
  pdf.text(amount).end();
  return textOf(Buffer.concat(await pdf.toArray()));
};
const ofJsPdf = () => textOf(new jsPDF().text(amount, 10, 10).output('arraybuffer'));
const shown = {
  'pdf-lib 1.17.1': await ofPdfLib().catch((error) => error.message.replace('\u202f', '')),
  'pdfkit 0.20.2': await ofPdfKit(),
  'jspdf 4.2.1': await ofJsPdf(),
};
console.log(shown);
assert.match(shown['pdf-lib 1.17.1'], /WinAnsi cannot encode .*0x202f/);
assert.equal(shown['pdfkit 0.20.2'], '1/234,50€');
assert.equal(shown['jspdf 4.2.1'], '1/234,50€');
JS
node show.mjs
