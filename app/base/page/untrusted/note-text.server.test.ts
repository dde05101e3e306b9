import { describe, expect, it } from 'vitest';
import { noteHtml, noteText } from './note-text.server';

const rules = { origin: 'https://shop.example', linkHosts: [] };
const html = (raw: unknown): string => JSON.stringify(noteHtml(raw, 'fr', rules));

describe('the note of an order or a quotation', () => {
  it.each([
    ['Porte arrière\nSonner deux fois', 2],
    ['Porte arrière\r\nSonner\r\ndeux fois', 3],
    ['<p>Porte arrière<br>Sonner deux fois</p>', 2],
    ['<p>Porte arrière\nSonner deux fois\n3&lt;4</p>', 3],
    ['<p class="o">Porte <b>arrière</b>\r\nSonner</p>\n', 2],
  ])('CHK-02 QUO-01 a page displays the line breaks of the note %j', (raw, lines) => {
    expect(html(raw).match(/<br/g)).toHaveLength(lines - 1);
  });

  it.each([
    ['<p>Porte arrière<br/>Sonner deux fois</p>', 'Porte arrière\nSonner deux fois'],
    ['<p>Porte arrière</p><p>Sonner deux fois</p>', 'Porte arrière\nSonner deux fois'],
    ['Porte arrière\r\nSonner deux fois', 'Porte arrière\nSonner deux fois'],
    ['<p>Box <b>2</b> &lt;5 &amp; <i>froid</p>', 'Box <b>2</b> <5 & <i>froid'],
  ])(
    'CHK-02 QUO-01 noteText preserves the line breaks of a note for the text field: %j',
    (raw, text) => {
      expect(noteText(raw)).toBe(text);
    },
  );

  it('CHK-02 ORD-01 a note displays every typed character, such as <b>, literally', () => {
    expect(html('<p>Box <b>2</b>\n&lt;5 &amp; <i>froid</p>')).toBe(
      JSON.stringify('<p>Box &lt;b&gt;2&lt;/b&gt;<br />&lt;5 &amp; &lt;i&gt;froid</p>'),
    );
    expect(html('<p><strong>Urgent</strong></p><p>Quai 2</p>')).toContain('<strong>Urgent');
  });
});
