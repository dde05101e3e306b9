import { describe, expect, it } from 'vitest';
import { returnStatusOf } from './payment';
import { iconSource, MethodsWire, toMethod } from './payment-wire.server';

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('payment methods', () => {
  it('CHK-05 the icon of a payment method is decoded once or twice, until it looks like an image', () => {
    const twice = Buffer.from(pixel).toString('base64');
    for (const image of [pixel, twice])
      expect(iconSource(image)).toBe(`data:image/png;base64,${pixel}`);
  });

  it.each([null, '', 'no picture', Buffer.from('<svg onload="x()">').toString('base64')])(
    'P-24 iconSource rejects %s',
    (image) => {
      expect(iconSource(image)).toBeNull();
    },
  );

  it('P-36 invalid payment methods are left out, and a method without a name shows its code', () => {
    const wire = MethodsWire.parse({
      providers: [null, { name: 'no id' }, { id: 15, code: 'custom', state: 'enabled' }],
    });
    expect(wire.providers.map(toMethod)).toEqual([
      { id: 15, name: 'custom', isTest: false, icons: [] },
    ]);
  });

  it('CHK-05 a return status that the contract does not list becomes “unknown”', () => {
    expect(returnStatusOf('success')).toBe('success');
    expect(returnStatusOf('SUCCESS')).toBe('unknown');
    expect(returnStatusOf(null)).toBe('unknown');
  });
});
