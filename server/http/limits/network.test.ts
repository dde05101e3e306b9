import { expect, it } from 'vitest';
import { networkOf, siteOf } from './network';

it.each([
  ['192.0.2.7', '192.0.2.7', null],
  ['::ffff:192.0.2.7', '192.0.2.7', null],
  ['192.0.2.7:49152', '192.0.2.7', null],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1'],
  ['[2001:db8:1:2:3:4:5:6]:49152', '2001:db8:1:2', '2001:db8:1'],
  ['[2001:db8:1:2::6]', '2001:db8:1:2', '2001:db8:1'],
  ['2001:DB8::1', '2001:db8:0:0', '2001:db8:0'],
  ['fe80::1%eth0', 'fe80:0:0:0', 'fe80:0:0'],
  ['', '', null],
])('P-61 P-28 networkOf reduces %s to %s', (address, network, site) => {
  expect(networkOf(address)).toBe(network);
  expect(siteOf(address)).toBe(site);
});
