/** The realm that compose imports is generated from the sample world by the script. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { realmFile, sampleRealm } from '../../tools/sample-realm';

describe('the realm of the sample deployment', () => {
  it('OPS-08 AUTH-01 the realm file of the sample deployment equals the output of its script (if not, run the script)', () => {
    expect(JSON.parse(readFileSync(realmFile, 'utf8'))).toEqual(JSON.parse(sampleRealm()));
  });
});
