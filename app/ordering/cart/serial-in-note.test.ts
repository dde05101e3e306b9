import { describe, expect, it } from 'vitest';
import { noteWithoutSerial, noteWithSerial, splitNote } from './serial-in-note.server';

describe('serial number of an order with online payment', () => {
  it('CHK-02 the serial number is the last line of the note exactly once, after attempts in several languages', () => {
    const label = 'Numéro de suite';
    const first = noteWithSerial('Quai 2', label, 'sn12');
    expect(first).toBe('Quai 2\nNuméro de suite: sn12');
    expect(noteWithSerial(first, 'Volgnummer', 'sn13')).toBe('Quai 2\nVolgnummer: sn13');
    expect(noteWithoutSerial(first)).toBe('Quai 2');
    expect(noteWithSerial('', label, 'sn1')).toBe('Numéro de suite: sn1');
  });

  it.each([
    ['<p>Quai 2\nNuméro de suite: OM-1</p>', '<p>Quai 2</p>', 'OM-1'],
    ['<p>Quai 2<br>Volgnummer: A&amp;B</p>\n', '<p>Quai 2</p>\n', 'A&B'],
    ['<p>Sequence number: OM-1</p>', null, 'OM-1'],
    ['Numéro de suite: OM-1', null, 'OM-1'],
    ['<p>Numéro de suite: voir le registre\nQuai 2</p>', undefined, null],
    [null, null, null],
  ])(
    'ORD-01 the serial number is separated from the customer’s text in the order’s note %j',
    (html, note, serial) => {
      expect(splitNote(html)).toEqual({ note: note === undefined ? html : note, serial });
    },
  );
});
