/** Whether the ports of the settings can be listened on, asked before anything starts. */
import { createServer } from 'node:net';
import { ConfigFault, readConfig, type Config } from '../config';
import { settings } from '../settings';
import type { Environment } from './secret-files';

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process listens there',
  EACCES: 'this user may not listen there',
  EADDRNOTAVAIL: 'METRICS_HOST is no address of this machine',
  ENOTFOUND: 'METRICS_HOST is a name without an address',
};

/** Null when the port is free. */
function whyNot(port: number, host?: string): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => {
      const code = 'code' in error ? String(error.code) : error.message;
      resolve(reasons[code] ?? code);
    });
    probe.listen({ port, ...(host ? { host } : {}) }, () => probe.close(() => resolve(null)));
  });
}

async function portFaults(environment: Environment): Promise<string[]> {
  const faults: string[] = [];
  const metricsHost = environment['METRICS_HOST']?.trim() || settings.METRICS_HOST.fallback;
  for (const name of ['PORT', 'METRICS_PORT'] as const) {
    const { schema } = settings[name];
    const fallback = name === 'PORT' ? settings.PORT.fallback : undefined;
    const { data: port } = schema.safeParse(environment[name]?.trim() || fallback);
    const host = name === 'PORT' ? undefined : metricsHost;
    const reason = port ? await whyNot(port, host) : null;
    if (reason) faults.push(`${name}: ${port} given; ${reason}`);
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

/** The configuration, or every fault of it, taken ports among them. */
export async function readStartConfig(environment: Environment): Promise<Config> {
  const taken = await portFaults(environment);
  const config = readOrFaults(environment);
  if (!(config instanceof ConfigFault) && taken.length === 0) return config;
  throw new ConfigFault([...(config instanceof ConfigFault ? config.faults : []), ...taken]);
}
