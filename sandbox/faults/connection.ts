/** One client connection through the proxy: forwards in both directions and applies faults to each request. */
import { connect, type Socket } from 'node:net';
import { createLane, type Wire } from './lane';
import { createPipe, type Pipe } from './pipe';
import { seededRandom } from './random';
import type { AimedFault, ProxyStats, RuleBook } from './rules';

interface ConnectionOptions {
  client: Socket;
  target: { host: string; port: number };
  rules: RuleBook;
  stats: ProxyStats;
  /** Seed of this connection; each direction derives its own random numbers from it. */
  seed: string;
  /** Wires shared by all connections of one line; default: own wires for this connection. */
  wires?: { up: Wire; down: Wire } | undefined;
  onClose(): void;
  /** Called when a `die` fault ends the target with its response to this request. */
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

  /** Connects to the target only with the first request, because a fault may forbid the connection until then. */
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
    // With 0 bytes left, no byte is forwarded: the first byte of the response only proves that the target has acted.
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
    // Opening a connection takes one more round trip, which loopback hides.
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
