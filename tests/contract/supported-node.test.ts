import { describe, expect, it } from 'vitest';
import { unsupportedNode } from '../../tools/supported-node';

describe('supported versions of Node', () => {
  it.each(['22.12.0', '22.22.1', '24.0.0', '24.11.2', '26.10.0'])(
    'OPS-06 Node %s is supported',
    (version) => {
      expect(unsupportedNode(version)).toBeNull();
    },
  );

  it.each(['18.20.8', '20.20.2', '22.11.0', '25.1.0'])(
    'OPS-06 Node %s gets one sentence that names the version to install',
    (version) => {
      expect(unsupportedNode(version)).toMatch(
        new RegExp(`^Node ${version.replaceAll('.', '\\.')} is not supported: install Node 24`),
      );
    },
  );
});
