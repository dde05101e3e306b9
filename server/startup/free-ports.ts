/** Checks whether the configured ports are free before anything starts. */
import { createServer } from 'node:net';
import { ConfigFault, readConfig, type Config } from '../config';
import { settings, type Setting } from '../settings';
import { envFileSlips } from './env-file';
import { withoutMark, type Environment } from './secret-files';
import { quoteValue } from './suspicious-settings';

const ofPort: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process listens there',
  EACCES: 'this user may not listen there',
};
export const ofHost: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL: 'no address of this machine',
  ENOTFOUND: 'a name without an address',
  EAI_AGAIN: 'a name that no name server knows',
};

/** Resolves to null when the port is free, otherwise to the system's error code. */
export function findPortFault(port: number, host?: string): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => resolve('code' in error ? String(error.code) : error.message));
    probe.listen({ port, ...(host ? { host } : {}) }, () => probe.close(() => resolve(null)));
  });
}

/** The parsed setting; undefined when it is invalid, which readConfig reports as its own fault. */
function readSetting(name: 'PORT' | 'METRICS_PORT' | 'METRICS_HOST', environment: Environment) {
  const { schema, fallback }: Setting = settings[name];
  return schema.safeParse(environment[name]?.trim() || fallback).data;
}

async function portFaults(environment: Environment): Promise<string[]> {
  const faults: string[] = [];
  const metricsHost = readSetting('METRICS_HOST', environment);
  for (const name of ['PORT', 'METRICS_PORT'] as const) {
    const port = readSetting(name, environment);
    const host = name === 'PORT' ? undefined : metricsHost;
    // An invalid host has its own fault.
    if (typeof port !== 'number' || (name === 'METRICS_PORT' && host === undefined)) continue;
    const code = await findPortFault(port, typeof host === 'string' ? host : undefined);
    if (code === null) continue;
    faults.push(
      code in ofHost
        ? `METRICS_HOST: ${quoteValue(String(host))} given; ${ofHost[code]}`
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

/**
 * Resolves to the configuration, or throws every fault together: invalid settings, occupied ports and partly read
 * files.
 */
export async function readStartConfig(
  environment: Environment,
  execArgv: readonly string[] = [],
): Promise<Config> {
  const taken = await portFaults(withoutMark(environment));
  const config = readOrFaults(environment);
  if (!(config instanceof ConfigFault) && taken.length === 0) return config;
  // Mistakes in the env file explain why a secret is too short or why no setting was read.
  const ofFile = envFileSlips(execArgv);
  const faults = config instanceof ConfigFault ? config.faults : [];
  throw new ConfigFault([...ofFile, ...faults, ...taken]);
}
