/** One client connection through the proxy: forwards both ways and applies the faults request by request. */
import { connect, type Socket } from 'node:net';
import { createLane, type Wire } from './lane';
import { createPipe, type Pipe } from './pipe';
import { seededRandom } from './random';
import type { AimedFault, ProxyStats, RuleBook } from './rules';

export interface ConnectionOptions {
  client: Socket;
  target: { host: string; port: number };
  rules: RuleBook;
  stats: ProxyStats;
  /** Seed of this connection; each direction draws its own numbers from it. */
  seed: string;
  /** What all connections of one line share; absent: each has a line of its own. */
  wires?: { up: Wire; down: Wire } | undefined;
  onClose(): void;
  /** The target dies with its answer to this request. */
  onDeath(): void;
}

export interface Connection {
  reset(): void;
}

interface Cut {
  bytesLeft: number;
  then: 'reset' | 'silence' | 'death';
}

export function carryConnection(options: ConnectionOptions): Connection {
  const { client, target, rules, stats, seed } = options;
  let upstream: Socket | undefined;
  let up: Pipe | undefined;
  let down: Pipe | undefined;
  let cut: Cut | undefined;
  let isMute = false;
  let isAnswered = true;
  let isOver = false;

  const finish = (end: (socket: Socket) => void): void => {
    if (isOver) return;
    isOver = true;
    up?.stop();
    down?.stop();
    end(client);
    upstream?.destroy();
    options.onClose();
  };
  const reset = (): void => finish((socket) => void socket.resetAndDestroy());
  const resetByLine = (): void => {
    stats.resets += 1;
    reset();
  };
  const link = () => rules.link;
  const onStall = (): void => void (stats.stalls += 1);

  /** The target is called with the first request: until then a fault may still forbid it. */
  function open(): Socket {
    const socket = connect({ ...target, allowHalfOpen: true });
    socket.setNoDelay(true);
    const shared = { link, onStall, onReset: resetByLine };
    up = createPipe({
      ...shared,
      from: client,
      to: socket,
      lane: createLane(seededRandom(`${seed}/up`), options.wires?.up),
      kbit: () => rules.link.upKbit,
      onBytes: (count) => void (stats.bytesUp += count),
    });
    down = createPipe({
      ...shared,
      from: socket,
      to: client,
      lane: createLane(seededRandom(`${seed}/down`), options.wires?.down),
      kbit: () => rules.link.downKbit,
      onBytes: (count) => void (stats.bytesDown += count),
    });
    socket.on('data', answer);
    socket.on('end', () => (isMute ? undefined : down?.after(() => client.end())));
    socket.on('error', reset);
    socket.on('close', () => {
      if (!isMute) down?.after(() => finish((own) => own.destroySoon()));
    });
    return socket;
  }

  function answer(bytes: Buffer): void {
    isAnswered = true;
    if (isMute) return;
    if (cut === undefined) return down?.carry(bytes);
    const { bytesLeft, then } = cut;
    if (bytesLeft > 0) down?.carry(bytes.subarray(0, bytesLeft));
    cut.bytesLeft -= bytes.length;
    // With 0 the first answered byte already tells that the target has acted.
    if (cut.bytesLeft > 0) return;
    isMute = true;
    if (then === 'death') {
      stats.deaths += 1;
      options.onDeath();
      return;
    }
    stats.cutAnswers += 1;
    if (then === 'reset') down?.after(reset);
  }

  function apply(fault: AimedFault): void {
    if (fault.kind === 'cut-answer') {
      cut = { bytesLeft: fault.afterBytes, then: fault.then ?? 'reset' };
    } else if (fault.kind === 'die') {
      cut = { bytesLeft: 0, then: 'death' };
    } else if (fault.kind === 'silent') {
      stats.silenced += 1;
      isMute = true;
    } else {
      stats.droppedRequests += 1;
      reset();
    }
  }

  client.on('data', (bytes: Buffer) => {
    if (isAnswered && !isMute) {
      isAnswered = false;
      const fault = rules.take(bytes);
      if (fault !== null) apply(fault);
    }
    if (isMute || isOver) return;
    const isFirst = upstream === undefined;
    upstream ??= open();
    // Opening a connection takes a round trip of its own, which loopback hides.
    up?.carry(bytes, isFirst ? 2 * (rules.link.delayMs ?? 0) : 0);
  });
  client.on('end', () => {
    if (up === undefined || isMute) finish((socket) => socket.destroySoon());
    else up.after(() => upstream?.end());
  });
  client.on('error', () => finish((socket) => void socket.destroy()));
  client.on('close', () => finish((socket) => void socket.destroy()));
  return { reset };
}
