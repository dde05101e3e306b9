/** Whether the ports of the settings can be listened on, asked before anything starts. */
import { createServer } from 'node:net';
import { ConfigFault, readConfig, type Config } from '../config';
import { settings, type Setting } from '../settings';
import { envFileSlips } from './env-file';
import { withoutMark, type Environment } from './secret-files';
import { asGiven } from './slips';

const ofPort: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process listens there',
  EACCES: 'this user may not listen there',
};
export const ofHost: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL: 'no address of this machine',
  ENOTFOUND: 'a name without an address',
  EAI_AGAIN: 'a name that no name server knows',
};

/** Null when the port is free, else the code of the system. */
export function whyNot(port: number, host?: string): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => resolve('code' in error ? String(error.code) : error.message));
    probe.listen({ port, ...(host ? { host } : {}) }, () => probe.close(() => resolve(null)));
  });
}

/** The setting as the schema reads it; undefined where it does not, which is a fault of its own. */
function readAlone(name: 'PORT' | 'METRICS_PORT' | 'METRICS_HOST', environment: Environment) {
  const { schema, fallback }: Setting = settings[name];
  return schema.safeParse(environment[name]?.trim() || fallback).data;
}

async function portFaults(environment: Environment): Promise<string[]> {
  const faults: string[] = [];
  const metricsHost = readAlone('METRICS_HOST', environment);
  for (const name of ['PORT', 'METRICS_PORT'] as const) {
    const port = readAlone(name, environment);
    const host = name === 'PORT' ? undefined : metricsHost;
    // A host that is none has its own fault.
    if (typeof port !== 'number' || (name === 'METRICS_PORT' && host === undefined)) continue;
    const code = await whyNot(port, typeof host === 'string' ? host : undefined);
    if (code === null) continue;
    faults.push(
      code in ofHost
        ? `METRICS_HOST: ${asGiven(String(host))} given; ${ofHost[code]}`
        : `${name}: ${port} given; ${ofPort[code] ?? code}`,
    );
  }
  return faults;
}

function readOrFaults(environment: Environment): Config | ConfigFault {
  try {
    return readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigFault) return error;
    throw error;
  }
}

/** The configuration, or every fault of it; taken ports, and files that were read in part are told beside them. */
export async function readStartConfig(
  environment: Environment,
  execArgv: readonly string[] = [],
): Promise<Config> {
  const taken = await portFaults(withoutMark(environment));
  const config = readOrFaults(environment);
  if (!(config instanceof ConfigFault) && taken.length === 0) return config;
  // Why a secret is too short, or nothing was read at all.
  const ofFile = envFileSlips(execArgv);
  const faults = config instanceof ConfigFault ? config.faults : [];
  throw new ConfigFault([...ofFile, ...faults, ...taken]);
}
