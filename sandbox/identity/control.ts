/**
 * Remote control of the identity stand-in for tests in other processes. Requires the header `X-Sandbox-Key`.
 *
 *     GET    /_sandbox/faults   lists the active faults
 *     POST   /_sandbox/faults   adds a fault or a list of them; { "at": "jwks", "kind": "rotate" } rotates the key
 *     DELETE /_sandbox/faults   removes all faults
 *     POST   /_sandbox/end-sessions { "ref": "C10021" }   ends sessions like an administrator, with back-channel logout
 */
import type { Middleware, ProviderContext } from 'oidc-provider';
import { z } from 'zod';
import { readBody } from './body';
import { IdentityFault, type IdentityFaults } from './faults';

const Rotation = z.strictObject({
  at: z.literal('jwks'),
  kind: z.literal('rotate'),
  dropOld: z.boolean().optional(),
});
const Command = z.union([Rotation, IdentityFault]);
const Commands = z.union([Command.transform((one) => [one]), z.array(Command)]);
const EndSessions = z.strictObject({ ref: z.string() });
const BODY_LIMIT_BYTES = 65_536;

interface ControlOptions {
  key: string;
  faults: IdentityFaults;
  rotateKeys(options: { dropOld?: boolean }): Promise<void>;
  endSessions(ref: string): Promise<number>;
}

async function readJson(ctx: ProviderContext): Promise<unknown> {
  const body = await readBody(ctx.req, BODY_LIMIT_BYTES);
  try {
    return JSON.parse(body?.toString() ?? '');
  } catch {
    // Invalid JSON: the schema below rejects `undefined` and reports the expected format.
    return undefined;
  }
}

function answer(ctx: ProviderContext, status: number, body: unknown): void {
  ctx.status = status;
  ctx.body = body;
}

async function applyFaults(ctx: ProviderContext, options: ControlOptions): Promise<void> {
  const commands = Commands.safeParse(await readJson(ctx));
  if (!commands.success) return answer(ctx, 422, { problem: z.prettifyError(commands.error) });
  for (const command of commands.data) {
    if (command.kind === 'rotate') await options.rotateKeys({ dropOld: command.dropOld ?? false });
    else options.faults.add(command);
  }
  answer(ctx, 200, { faults: options.faults.active() });
}

export function controlMiddleware(options: ControlOptions): Middleware {
  const { faults } = options;
  return async (ctx, next) => {
    if (!ctx.path.startsWith('/_sandbox/')) return next();
    if (ctx.get('x-sandbox-key') !== options.key) return answer(ctx, 403, { problem: 'wrong key' });
    const call = `${ctx.method} ${ctx.path}`;
    if (call === 'POST /_sandbox/faults') return applyFaults(ctx, options);
    if (call === 'GET /_sandbox/faults') return answer(ctx, 200, { faults: faults.active() });
    if (call === 'DELETE /_sandbox/faults') {
      faults.clear();
      return answer(ctx, 200, { faults: [] });
    }
    if (call === 'POST /_sandbox/end-sessions') {
      const asked = EndSessions.safeParse(await readJson(ctx));
      if (!asked.success) return answer(ctx, 422, { problem: z.prettifyError(asked.error) });
      return answer(ctx, 200, { ended: await options.endSessions(asked.data.ref) });
    }
    answer(ctx, 404, { problem: 'unknown control' });
  };
}
