import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { proofs, tools } from '../../tools/commands';
import { standInPorts, startBeside } from '../../tools/stand-in-ports';
import { freePort } from '../support/free-port';

const Manifest = z.object({ scripts: z.record(z.string(), z.string()) });

it('OPS-01 a demo uses free ports for its stand-ins when another demo runs', async () => {
  const port = await freePort();
  // Another demo uses the port of this shop's first stand-in.
  const taken = createServer().listen(port, '127.0.0.1');
  await once(taken, 'listening');
  expect(await standInPorts(port - 1101)).toBe('free');
  taken.close();
  await once(taken, 'close');
});

it('OPS-01 two demos started in the same second use different ports', async () => {
  const port = await freePort();
  const asked: unknown[] = [];
  const others: Server[] = [];
  const started = await startBeside(port - 1101, async (ports) => {
    asked.push(ports);
    if (ports === 'free') return 'started';
    // The other demo takes the port after this demo has found it free and before it listens there.
    for (let count = 0; count < 2; count += 1) {
      const server = createServer().listen(port, '127.0.0.1');
      others.push(server);
      await once(server, 'listening');
    }
    return 'twice';
  });
  expect([started, asked.length]).toEqual(['started', 2]);
  for (const server of others) server.close();
});

it('OPS-01 a command that serves ends when the npm process that started it ends, for whatever reason', async () => {
  const command = `import { whenToStop } from './sandbox/when-to-stop.ts';
    setInterval(() => {}, 1_000);
    whenToStop(() => { console.log('stopped'); process.exit(0); });
    console.log('serves');`;
  for (const [signal, before] of [
    // Starts the command as npm does, in a shell that does not forward signals.
    ['SIGTERM', ''],
    ['SIGKILL', ''],
    // A closed terminal signals each of its processes.
    ['SIGHUP', 'exec '],
  ] as const) {
    const run = `${before}"$NODE" --import tsx --input-type=module --eval "$COMMAND"; exit $?`;
    const shell = spawn('/bin/sh', ['-c', run], {
      env: {
        ...process.env,
        npm_lifecycle_event: 'demo',
        NODE: process.execPath,
        COMMAND: command,
      },
    });
    let said = '';
    shell.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said === 'serves\n') shell.kill(signal);
    });
    await once(shell.stdout, 'close');
    expect(said).toBe('serves\nstopped\n');
  }
});

it('OPS-01 a demo uses the same stand-in ports at each start', async () => {
  expect(await standInPorts(21_000)).toEqual({
    erp: 22_101,
    search: 22_102,
    identity: 22_103,
    media: 22_104,
  });
  expect(await standInPorts(65_000)).toBe('free');
});

it('OPS-01 every command reports an invalid option with its usage instead of a stack trace', () => {
  const scripts = ['tools', 'load']
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((name) => name.endsWith('.ts'));
  expect(scripts.length).toBeGreaterThan(40);
  const alone = scripts.filter((name) => readFileSync(name, 'utf8').includes('parseArgs('));
  expect(alone).toEqual([]);
  const said = ([file, ...args]: readonly string[]): unknown[] => {
    const command = ['--import', 'tsx', file ?? '', ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    return [status, stdout, stderr.split('\n\n')[0], /Usage: npm run \S+/.test(stderr)];
  };
  for (const [command, slip] of [
    [['tools/promises.ts', '--opne'], "Unknown option '--opne'"],
    [['tools/sbom.ts', '--bogus'], "Unknown option '--bogus'"],
    [['sandbox/index.ts', '--erp', 'odoo17'], '--erp "odoo17": expected seed, odoo16 or odoo18'],
  ] as const)
    expect(said(command)).toEqual([64, '', slip, true]);
  const { scripts: served } = Manifest.parse(JSON.parse(readFileSync('package.json', 'utf8')));
  // Commands that are not scripts of this repository have usages of other forms.
  const named = Object.entries({ ...proofs, ...tools }).flatMap(([name, command]) =>
    'file' in command ? [{ name, file: command.file }] : [],
  );
  const ofPackage = Object.entries(served).flatMap(
    ([name, line]) =>
      /tsx (\S+\.ts)$/
        .exec(line)
        ?.slice(1)
        .map((file) => ({ name, file })) ?? [],
  );
  // The two dispatchers list their commands instead of options.
  const own = [...named, ...ofPackage.filter(({ name }) => name !== 'proof' && name !== 'tool')];
  expect(own.length).toBeGreaterThan(25);
  for (const { name, file } of own)
    expect(readFileSync(file, 'utf8'), name).toMatch(/\b(commandLine|commandOf|readOptions)\(/);
});

it('OPS-01 a command does not fail when the reader of its output closes the pipe, as head does', () => {
  const command = `import { commandOf } from './sandbox/command-line.ts';
    commandOf('long', {});
    for (let line = 0; line < 100_000; line += 1) console.log('line ' + line);`;
  const run =
    '"$NODE" --import tsx --input-type=module --eval "$COMMAND" | head -1; exit ${PIPESTATUS[0]}';
  const env = { ...process.env, NODE: process.execPath, COMMAND: command };
  const { status, stdout, stderr } = spawnSync('bash', ['-c', run], { env, encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([0, 'line 0\n', '']);
});
