import { describe, expect, it } from 'vitest';
import { randomId } from './seal';
import { createSessionIds } from './session-id';

const [old, fresh] = ['an old secret of thirty-two letters', 'a new secret of thirty-two letters'];

describe('session ids', () => {
  it('P-9 P-60 isOurs accepts only ids that this shop has issued, without asking the store', () => {
    const ids = createSessionIds(old);
    const id = ids.make();
    expect(id).not.toBe(ids.make());
    expect(ids.isOurs(id)).toBe(true);
    const [random = '', mark = ''] = id.split('.');
    for (const forged of [
      'x',
      '',
      randomId(),
      `${randomId()}.${mark}`,
      `${random}.${'A'.repeat(16)}`,
      `${random}.${mark}A`,
      `${random}.${mark.slice(1)}`,
      random,
      createSessionIds(fresh).make(),
    ])
      expect(ids.isOurs(forged), forged).toBe(false);
  });

  it('P-94 isOurs accepts an id as long as the secret that marked it is listed', () => {
    const id = createSessionIds(old).make();
    expect(createSessionIds(`${fresh},${old}`).isOurs(id)).toBe(true);
    expect(createSessionIds(`${old}, ${fresh}`).isOurs(id)).toBe(true);
    expect(createSessionIds(fresh).isOurs(id)).toBe(false);
  });
});
