/** `npm run logs` as support uses it: exit codes, rotated and compressed files, standard input, empty results. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { hashLogin } from '../../server/observe/known-as';
import { commandFile } from '../support/command-file';

const folder = mkdtempSync(join(tmpdir(), 'shop-logs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const line = (minute: number, fields: object): string =>
  `${JSON.stringify({
    time: `2026-11-22T10:${String(minute).padStart(2, '0')}:00.000Z`,
    level: 'info',
    customer: 'C10021',
    ...fields,
  })}\n`;
const page = (reference: string, fields: object = {}): object => ({
  event: 'request.answered',
  reference,
  method: 'GET',
  path: '/fr/account/sales/7',
  status: 200,
  ms: 40,
  ...fields,
});

const reference = '4f1c09a2b3de';
const failing = [
  line(20, {
    event: 'erp.called',
    level: 'warn',
    reference,
    method: 'GET',
    path: 'sales/{id}',
    status: 500,
    ms: 812,
    attempts: 2,
  }),
  line(20, {
    event: 'erp.failed',
    level: 'warn',
    reference,
    operation: 'GET sales/{id}',
    status: 500,
    records: { id: '7' },
    detail: 'KeyError account.move',
  }),
  line(20, { ...page(reference, { status: 503, ms: 900 }), level: 'error' }),
];

/**
 * The oldest log file is compressed, the next is the rotated one, the last the current one: the names do not show this
 * order.
 */
const log = join(folder, 'shop.log');
const parts: readonly (readonly [string, string | Buffer])[] = [
  ['shop.log-20261120.gz', gzipSync(line(1, page('aaaaaaaaaaa1')))],
  ['shop.log.1', line(10, page('aaaaaaaaaaa2'))],
  ['shop.log', ['Node prints this\n', ...failing].join('')],
  ['shop.log.backup', line(30, page('aaaaaaaaaaa9'))],
];
for (const [at, [name, content]] of parts.entries()) {
  writeFileSync(join(folder, name), content);
  const seconds = Date.UTC(2026, 10, 20) / 1000 + at * 1000;
  utimesSync(join(folder, name), seconds, seconds);
}

/** An ERP outage of three minutes for two customers, and a single failed search call on another day. */
const outage = [
  ...['C1', 'C2', 'C1'].map((customer, at) =>
    line(40 + at, {
      event: 'erp.called',
      level: 'warn',
      method: 'GET',
      path: 'customer',
      customer,
      reference: `00000000000${at % 2}`,
      status: null,
      ms: 3000,
      error: at === 0 ? 'timeout after 3 s' : 'not asked',
    }),
  ),
  line(41, { event: 'upstream.away', level: 'warn', dependency: 'erp', customer: undefined }),
  line(58, { event: 'upstream.back', dependency: 'erp', customer: undefined }),
  line(59, { event: 'search.called', level: 'warn', method: 'POST', path: 'ids', status: 503 }),
];

interface Ended {
  status: number | null;
  out: string;
  err: string;
}

function logs(
  args: readonly string[],
  input: string | Buffer = '',
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const env = { ...process.env, SESSION_SECRET: '', ...environment };
  const child = spawn(process.execPath, [commandFile('tools/logs.ts'), ...args], { env });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, out, err })));
}

describe('the command npm run logs', () => {
  it('OPS-03 npm run logs finds the failing ERP call and its cause from a reference, in any letter case', async () => {
    const { status, out } = await logs([log, '--reference', reference.toUpperCase()]);
    expect(status).toBe(0);
    expect(out).toMatch(/ 500 +812 ms erp +GET sales\/\{id\} \(2 tries\)/);
    expect(out).toContain('erp.failed GET sales/{id} KeyError account.move');
    expect(out.trim().split('\n')).toHaveLength(3);
  });

  it.each([
    '4F1C 09A2 B3DE',
    '«4f1c09a2b3de».',
    '4f1c-o9a2-b3de',
    'la référence est 4f1c09a2b3de, merci',
    'Commandé à 14:05, réf. 4FICO9A2B3DE',
    'Bonjour,\nréférence : 4F1C 09A2 B3DE.\nDr. Hélène',
  ])('OPS-03 npm run logs finds a reference with typical spelling mistakes: %s', async (typed) => {
    const { status, out } = await logs([log, '--reference', typed]);
    expect(status).toBe(0);
    expect(out.trim().split('\n')).toHaveLength(3);
  });

  it('OPS-03 npm run logs reads rotated and compressed files oldest first, and describes a customer’s lines in words', async () => {
    const { status, out } = await logs([log, '--customer', 'c10021']);
    expect(status).toBe(0);
    expect(out.match(/aaaaaaaaaaa\d|4f1c09a2b3de/g)).toEqual([
      'aaaaaaaaaaa1',
      'aaaaaaaaaaa2',
      reference,
      reference,
      reference,
    ]);
    expect(out).toContain('2026-11-22 11:20:00');
    expect(out).toContain('looked at an order: answered 503 after 900 ms');
    const only = await logs([log, '--only', '--customer', 'C10021']);
    expect(only.out).not.toContain('aaaaaaaaaaa1');
    const slow = await logs([log, '--customer', 'C10021', '--slow', '800']);
    expect(slow.out).toMatch(/ 500 +812 ms erp +GET sales\/\{id\}.*\n.* 503 +900 ms/);
  });

  it('OPS-03 npm run logs merges a customer’s lines of two instances by time', async () => {
    const pages = [3, 1, 2].map((second) => line(second, page(`aaaaaaaaaaa${second}`)));
    const times = ({ out }: Ended) => out.match(/aaaaaaaaaaa\d/g);
    const files = [join(folder, 'one.txt'), join(folder, 'two.txt')];
    writeFileSync(files[0] ?? '', pages.slice(0, 1).join(''));
    writeFileSync(files[1] ?? '', pages.slice(1).join(''));
    const inTurn = ['aaaaaaaaaaa1', 'aaaaaaaaaaa2', 'aaaaaaaaaaa3'];
    expect(times(await logs(['-c', 'C10021', ...files]))).toEqual(inTurn);
    expect(times(await logs(['-c', 'C10021'], pages.join('')))).toEqual(inTurn);
  });

  it('OPS-03 npm run logs reads standard input, and reports ignored lines', async () => {
    const { status, out, err } = await logs(
      ['--reference', reference, '--failures'],
      ['no log line at all\n', ...failing].join(''),
    );
    expect(status).toBe(0);
    expect(out).toContain('KeyError account.move');
    const all = await logs([], `no log line\n${failing.join('')}`);
    expect(all.err).toContain('1 line(s) are not log lines');
    expect(err).toBe('');
  });

  it.each(['B3DE', '4f1c 09', 's100472', '0472'])(
    'OPS-03 npm run logs finds a request by the last or first digits of a reference or order: %s',
    async (typed) => {
      const placed = { event: 'order.placed', reference, name: 'S100472', lines: 3 };
      const file = join(folder, 'ordered.log');
      writeFileSync(file, [...failing, line(21, placed)].join(''));
      const { status, out, err } = await logs([file, '--ref', typed]);
      expect(status).toBe(0);
      expect(err).toMatch(
        new RegExp(`^Interpreted as ${reference}  2026-11-22 11:2\\d:00  C10021 `),
      );
      expect(out.trim().split('\n')).toHaveLength(4);
      expect(out).toContain('KeyError account.move');
    },
  );

  it('OPS-03 npm run logs shows for an order number its confirmation, then earlier attempts and later mentions by time', async () => {
    const order = { name: 'S100472' };
    const input = [
      line(9, {
        event: 'order.not_placed',
        reference: 'aaaaaaaaaaa1',
        ...order,
        detail: 'changed',
      }),
      line(21, { event: 'order.placed', reference, ...order, lines: 3 }),
      ...failing,
      line(50, { event: 'payment.twice', level: 'warn', reference: 'ccccccccccc1', ...order }),
      line(3, { event: 'order.not_placed', reference: 'aaaaaaaaaaa2', ...order }),
    ].join('');
    const file = join(folder, 'tries.log');
    writeFileSync(file, input);
    for (const [args, given] of [
      [['-r', 's100472'], input],
      [[file, '-r', '0472'], ''],
    ] as const) {
      const { out, err } = await logs(args, given);
      expect(err).toBe(
        `Interpreted as ${reference}  2026-11-22 11:21:00  C10021 order S100472\nOther lines that name order S100472, by time:\n`,
      );
      expect(out).toContain('KeyError account.move');
      expect(out.match(/\S+(?= S100472)/g)).toEqual([
        'order.placed',
        'order.not_placed',
        'order.not_placed',
        'payment.twice',
      ]);
      expect(out.indexOf('aaaaaaaaaaa2')).toBeLessThan(out.indexOf('aaaaaaaaaaa1'));
    }
    const never = [line(3, { event: 'order.not_placed', reference: 'aaaaaaaaaaa2', ...order })];
    const { err } = await logs(['-r', 's100472'], [...never, input.split('\n')[0]].join(''));
    expect(err).toMatch(/^Interpreted as aaaaaaaaaaa1 .*\nOther lines that name/);
  });

  it('OPS-03 npm run logs reads standard input only once when it searches for part of a reference', async () => {
    const { out } = await logs(['--ref', 'b3de'], failing.join(''));
    expect(out).toContain('KeyError account.move');
  });

  it('OPS-03 npm run logs lists requests whose reference or order ends with the text, within the given time', async () => {
    const requests = [
      line(1, page('aaaa00000472')),
      line(2, { event: 'order.placed', reference: 'bbbbbbbbbbb1', name: 'S100472', lines: 3 }),
      line(3, page('0472cccccccc', { path: '/nl/cart' })),
      line(50, page('dddd00000472')),
    ].join('');
    const { status, out } = await logs(['--ref', '0472', '--until', '2026-11-22 11:30'], requests);
    expect(status).toBe(0);
    expect(out).toBe(
      `0472 is a part of 3; ask for the whole reference of one:
  aaaa00000472  2026-11-22 11:01:00  C10021 GET /fr/account/sales/7
  bbbbbbbbbbb1  2026-11-22 11:02:00  C10021 order S100472
  0472cccccccc  2026-11-22 11:03:00  C10021 GET /nl/cart
`,
    );
  });

  it('OPS-03 npm run logs finds a customer by digits only, and lists the candidates when several match', async () => {
    const both = failing.join('') + line(40, page('aaaaaaaaaaa4', { customer: 'V10021' }));
    const { status, out, err } = await logs(['--customer', '10021'], both);
    expect(status).toBe(0);
    expect(out).toContain('looked at an order: answered 503');
    expect(err).toBe('These are lines of several customers: C10021, V10021\n');
    for (const typed of ['C 10021', 'C1OO21'])
      expect((await logs(['-c', typed], failing.join(''))).status, typed).toBe(0);
    expect((await logs(['--customer', '0021'], both)).status).toBe(1);
  });

  describe('search for a customer by login name', () => {
    const [old, current] = ['o'.repeat(32), 'c'.repeat(32)];
    const login = 'Vet2@Demo.example';
    const served = (secret: string, fields: object = {}): string =>
      line(5, { event: 'customer.known_as', names: hashLogin(secret, login), ...fields });
    const other = line(6, page('aaaaaaaaaaa5', { customer: 'C10022' }));
    // The sign-in was logged hours before, in another file.
    const file = join(folder, 'served.log');
    writeFileSync(`${file}.1`, served(old));
    writeFileSync(file, failing.join('') + other);
    const secret = { SESSION_SECRET: `${current}, ${old}` };

    it('OPS-03 P-71 npm run logs finds a customer’s login by its hash in rotated files too, in any letter case, after a change of secret', async () => {
      const asked = ['--customer', '<vet2@demo.EXAMPLE>', '--since', '2026-11-22 11:15'];
      const { status, out, err } = await logs([file, ...asked], '', secret);
      expect([status, err]).toEqual([0, 'Interpreted as customer C10021\n']);
      expect(out).toContain('looked at an order: answered 503');
      expect(out).not.toContain('aaaaaaaaaaa5');
      const two = served(current, { customer: 'C10022' });
      const both = await logs(['-c', login], served(old) + failing.join('') + other + two, secret);
      expect(both.out).toContain('aaaaaaaaaaa5');
      expect(both.err).toContain(
        'Interpreted as customer C10021, C10022\nThese are lines of several',
      );
    });

    it('OPS-03 npm run logs finds a login on standard input, compressed too, with a secret from a file', async () => {
      const secretFile = join(folder, 'secret');
      writeFileSync(secretFile, `${current}\n`);
      const input = gzipSync(failing.join('') + other + served(current));
      const found = await logs(['-c', login], input, { SESSION_SECRET_FILE: secretFile });
      expect([found.status, found.err]).toEqual([0, 'Interpreted as customer C10021\n']);
      expect(found.out).toContain('looked at an order: answered 503');
    });

    it('OPS-03 without the secret, or if no line has the login, npm run logs explains what to do', async () => {
      const [without, unknown, wrong] = await Promise.all([
        logs([file, '-c', login]),
        logs([file, '-c', 'pharmacie@demo.example'], '', secret),
        logs([file, '-c', login], '', { SESSION_SECRET: 'x'.repeat(32) }),
      ]);
      expect(without.err).toMatch(
        /^Nothing found: customer \S+ in \S+\n.*keyed with SESSION_SECRET/,
      );
      for (const none of [unknown, wrong])
        expect(none.err).toMatch(/\nNo line here maps this login to a customer number/);
      expect([without.status, unknown.status, wrong.status]).toEqual([1, 1, 1]);
      const nowhere = { SESSION_SECRET_FILE: join(folder, 'no-secret') };
      const missing = await logs([file, '-c', login], '', nowhere);
      expect(missing).toMatchObject({ status: 2, out: '' });
      expect(missing.err).toContain('no-secret cannot be read (ENOENT)');
    });
  });

  it('OPS-03 on a terminal npm run logs says that it waits for input', () => {
    const command = `${process.execPath} ${commandFile('tools/logs.ts')} --ref ${reference}`;
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], { input: '\u0004' });
    expect(stdout.toString()).toContain('Waits for log lines on standard input');
  });

  it.each(['4f1c09a2b3be', '4f1c9a2b3de'])(
    'OPS-03 npm run logs lists similar references for a misheard one: %s',
    async (typed) => {
      const near = `Similar references:\n  ${reference}  2026-11-22 11:20:00  C10021 GET /fr/account/sales/7\n`;
      for (const heard of [
        await logs([log, '--reference', typed]),
        await logs(['--reference', typed], failing.join('')),
      ]) {
        expect(heard).toMatchObject({ status: 1, out: '' });
        expect(heard.err).toContain(`Nothing found: reference ${typed}`);
        expect(heard.err).toContain(near);
      }
    },
  );

  it('OPS-03 npm run logs reads Windows text: its line ends and UTF-16', async () => {
    const text = failing.join('').replaceAll('\n', '\r\n');
    const files = { 'lines.log': text, 'wide.log': Buffer.from(`\uFEFF${text}`, 'utf16le') };
    for (const [name, content] of Object.entries(files)) {
      const file = join(folder, name);
      writeFileSync(file, content);
      const { status, out } = await logs([file, '--reference', reference, '--since', '2026-11-22']);
      expect([name, status, out.trim().split('\n').length]).toEqual([name, 0, 3]);
      expect(out).toContain('KeyError account.move');
    }
  });

  it('OPS-03 a damaged, truncated or fake compressed file is named, and the others are read', async () => {
    const apart = join(folder, 'apart.log');
    const packed = gzipSync(failing[0] ?? '');
    const many = gzipSync(
      Array.from({ length: 400 }, (_, at) => line(at % 60, page(`bbbbbbbbb${100 + at}`))).join(''),
    );
    const faulty: readonly (readonly [string, Buffer])[] = [
      ['apart.log.1.gz', Buffer.from('no gzip')],
      ['apart.log.2.gz', Buffer.concat([packed, many.subarray(0, many.length >> 1)])],
    ];
    for (const [name, content] of faulty) writeFileSync(join(folder, name), content);
    writeFileSync(apart, failing.slice(1).join(''));
    const { status, out, err } = await logs([apart, '--reference', reference]);
    expect(status).toBe(2);
    expect(out.trim().split('\n')).toHaveLength(3);
    expect(err).toMatch(/apart\.log\.1\.gz is no gzip file/);
    expect(err).toMatch(/apart\.log\.2\.gz ends in the middle/);
  });

  it('OPS-03 a binary file is reported; a compressed file is read whatever its name', async () => {
    const packed = join(folder, 'packed.log');
    const core = join(folder, 'core.log');
    writeFileSync(packed, gzipSync(failing.join('')));
    writeFileSync(core, Buffer.from('\u007fELF\u0000\u0001'));
    const both = await logs([packed, core, '--reference', reference]);
    expect(both.out.trim().split('\n')).toHaveLength(3);
    const { status, err } = await logs([core, '--reference', reference]);
    expect(status).toBe(2);
    expect(err).toMatch(/core\.log is no text: no log.*\n$/);
    expect(err).not.toContain('Nothing found');
  });

  it('OPS-03 npm run logs decompresses standard input, several concatenated files included', async () => {
    const packed = failing.map((one) => gzipSync(one));
    const { status, out } = await logs(['-r', reference], Buffer.concat(packed));
    expect([status, out.trim().split('\n').length]).toEqual([0, 3]);
    const cut = await logs(['-r', reference], Buffer.concat(packed).subarray(0, -20));
    expect(cut.status).toBe(2);
    expect(cut.err).toMatch(/^standard input ends in the middle/);
  });

  it('OPS-03 npm run logs accepts any characters that the ERP allows in a customer number', async () => {
    for (const customer of ['DUPRÉ "12" \\ É', 'Élan-7']) {
      const input = failing.join('').replaceAll('"C10021"', JSON.stringify(customer));
      const { status, out } = await logs(['--customer', customer.toLowerCase()], input);
      expect([customer, status]).toEqual([customer, 0]);
      expect(out).toContain('looked at an order');
    }
  });

  it('OPS-03 when nothing is found, npm run logs prints what it searched and where, with exit code 1', async () => {
    const { status, out, err } = await logs([log, '--reference', 'ffffffffffff', '--since', '2h']);
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toMatch(
      /^Nothing found: reference ffffffffffff, since 20\d\d-\d\d-\d\d \S+ in \S+shop\.log/m,
    );
    const input = await logs(['--customer', 'C9'], failing.join(''));
    expect(input).toMatchObject({
      status: 1,
      err: 'Nothing found: customer C9 in standard input\n',
    });
    const name = await logs(['-r', 'Dr Peeters'], failing.join(''));
    expect(name.err).toMatch(/^Nothing found: reference Dr Peeters .*\nNames of people are not in/);
    const other = await logs(['-r', '445'], 'root:x:0:0\n');
    expect(other.err).toMatch(
      /last four characters of a reference[^]*The input has no log line of the shop/,
    );
  });

  it('OPS-03 npm run logs strips a container’s name prefix and log wrapper', async () => {
    const named = failing.map((one) => `shop-1  | ${one}`).join('');
    const wrapped = failing.map((log) => `${JSON.stringify({ log, stream: 'stdout' })}\n`).join('');
    const plain = await logs(['--failures'], failing.join(''));
    expect(plain.out.trim().split('\n')).toHaveLength(3);
    expect(await logs(['--failures'], named)).toEqual(plain);
    expect(await logs(['--failures'], wrapped)).toEqual(plain);
    for (const name of ['MESSAGE', 'line']) {
      const given = failing.map((one) => `${JSON.stringify({ at: 1, [name]: one.trim() })}\n`);
      expect(await logs(['--failures'], given.join(''))).toEqual(plain);
    }
    const coloured = named.replaceAll(/^(.*)$/gm, '\u001b[1;32m$1\u001b[0m');
    expect(await logs(['--failures'], coloured)).toMatchObject({ status: 0, out: plain.out });
    const table = await logs(['--table'], wrapped);
    expect(table.out).toMatch(/erp GET sales\/\{id\} +1 +1/);
  });

  it('OPS-03 --since and --until read part of a long file, with every complete line of that time', async () => {
    const long = join(folder, 'long.log');
    const at = (second: number): string =>
      new Date(Date.UTC(2026, 10, 22) + second * 1000).toISOString();
    const lines = Array.from({ length: 6_000 }, (_, second) =>
      JSON.stringify({ ...JSON.parse(failing[0] ?? ''), time: at(second), ms: second }),
    );
    // A stack trace that covers several of the positions that the command probes.
    lines.splice(
      3_000,
      0,
      ...Array.from({ length: 4_000 }, () => '    at handle (file:///srv/dist/server.js:1:1)'),
    );
    writeFileSync(long, `${lines.join('\n')}\n`);
    const of = async (...bounds: string[]): Promise<number[]> => {
      const { out, err } = await logs([long, '--only', '--failures', ...bounds]);
      expect(err).toBe('');
      return [...out.matchAll(/ (\d+) ms /g)].map(([, ms]) => Number(ms));
    };
    const range = (from: number, to: number): number[] =>
      Array.from({ length: to - from + 1 }, (_, position) => from + position);
    expect(await of('--since', at(2_900), '--until', at(3_100))).toEqual(range(2_900, 3_100));
    expect(await of('--since', at(5_990))).toEqual(range(5_990, 5_999));
    expect(await of('--until', at(5))).toEqual(range(0, 5));
    expect(await of('--until', at(9_000))).toHaveLength(6_000);
    expect((await logs([long, '--only', '--since', at(9_000)])).status).toBe(1);
  });

  it('OPS-03 --outages prints one line for each outage of an upstream', async () => {
    const { status, out } = await logs(['--outages'], outage.join(''));
    expect([status, out.trim().split('\n')]).toEqual([
      0,
      [
        expect.stringMatching(
          /^2026-11-22 11:40:00 to 11:58:00 +erp +3 calls failed in 2 requests, 2 customers: no answer of GET customer: timeout after 3 s$/,
        ),
      ],
    ]);
    // Within these lines the outage has not ended, and no outage of another time may be listed.
    const cut = await logs(['--outages'], outage.slice(0, 4).join(''));
    expect(cut.out).toMatch(/11:40:00 to 11:42:00 at least/);
    const none = await logs(['--outages', '--since', '2026-11-23'], outage.join(''));
    expect(none).toMatchObject({ status: 1, out: '' });
    expect(none.err).toContain('Nothing found: outages');
  });

  it('OPS-03 --outages ignores single and double failures between successful calls', async () => {
    const call = (at: number, status: number | null): string =>
      line(0, {
        time: new Date(Date.UTC(2026, 10, 22, 10) + at * 1000).toISOString(),
        event: 'erp.called',
        level: status === 200 ? 'info' : 'warn',
        status,
        method: 'POST',
        path: 'carts/confirm',
      });
    const calls = (from: number, count: number, isIll: (at: number) => boolean): string[] =>
      Array.from({ length: count }, (_, at) => call(from + at, isIll(at) ? 500 : 200));
    const single = calls(0, 1_000, (at) => at % 100 === 0);
    expect(await logs(['--outages'], single.join(''))).toMatchObject({ status: 1, out: '' });
    const half = calls(1_000, 61, (at) => at % 2 === 0);
    expect((await logs(['--outages'], [...single, ...half].join(''))).out).toMatch(
      /^\S+ 11:16:40 to 11:17:40 at least +erp +31 of 61 calls failed .*: 500 of POST carts\/confirm\n$/,
    );
    // The outage is logged as ended; single failures follow within the next minutes.
    const after = [0, 1, 2].map((at) => call(3_700 + at * 20, null));
    const { out } = await logs(['--outages'], [...outage.slice(0, 5), ...after].join(''));
    expect(out.trim().split('\n')).toEqual([
      expect.stringContaining('11:40:00 to 11:58:00 '),
      expect.stringContaining('12:01:40 to 12:02:20 at least'),
    ]);
  });

  it('OPS-03 npm run logs finds a customer’s lines in either letter case, adjacent and apart', async () => {
    const written = ['C10021', 'c10021', 'C10022', 'c10021', 'C10021', 'C10021'];
    const input = written.map((customer, at) =>
      line(at, { ...page(`bbbbbbbbbbb${at}`), customer }),
    );
    const { out } = await logs(['--customer', 'c10021'], input.join(''));
    expect(out.match(/bbbbbbbbbbb\d/g)).toEqual([0, 1, 3, 4, 5].map((at) => `bbbbbbbbbbb${at}`));
  });

  it('OPS-03 npm run logs lists searches without hits within the requested time', async () => {
    const missedAt = (minute: number, text: string): string =>
      line(minute, {
        event: 'search.missed',
        searches: [{ locale: 'fr', text, sessions: 2, times: 3 }],
      });
    const input = missedAt(5, 'vieux') + missedAt(45, 'neuf');
    const { out } = await logs(['--no-hits', '--since', '2026-11-22T10:30:00Z'], input);
    expect(out).toContain('neuf');
    expect(out).not.toContain('vieux');
    const none = await logs(['--no-hits'], failing.join(''));
    expect(none).toEqual({
      status: 1,
      out: '',
      err: 'Nothing found: searches without hits in standard input\n',
    });
  });

  it('OPS-03 for an unreadable file npm run logs exits with 2, for an invalid option with its usage and 64', async () => {
    const [missing, slip, help] = await Promise.all([
      logs([join(folder, 'nowhere.log')]),
      logs(['--refrence', 'x']),
      logs(['--help']),
    ]);
    expect(missing.status).toBe(2);
    expect(missing.err).toContain('nowhere.log');
    expect(missing.err).not.toMatch(/^\s+at /m);
    expect(slip.status).toBe(64);
    expect(slip.err).toMatch(/^Unknown option '--refrence'\n\nUsage: npm run -s logs/);
    expect(slip.err).not.toMatch(/^\s+at /m);
    expect(help).toMatchObject({ status: 0, err: '' });
  });
});
