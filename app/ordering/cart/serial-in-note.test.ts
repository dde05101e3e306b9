import { describe, expect, it } from 'vitest';
import { noteWithoutSerial, noteWithSerial, splitNote } from './serial-in-note.server';

describe('a serial number with an online payment', () => {
  it('CHK-02 is the last line of the note, once, however often and in whichever language it is tried', () => {
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
  ])('ORD-01 of the order’s note %j is no word of the customer', (html, note, serial) => {
    expect(splitNote(html)).toEqual({ note: note === undefined ? html : note, serial });
  });
});
