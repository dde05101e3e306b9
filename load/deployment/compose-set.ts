/**
 * Reads compose.yaml as a plan for local processes. Variables, commands and mounted files stay the same; loopback ports
 * replace service addresses, and folders replace volumes.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const Text = z.union([z.string(), z.number()]).transform(String);
const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      command: z.array(Text).default([]),
      environment: z.record(z.string(), Text).default({}),
      volumes: z.array(z.string()).default([]),
    }),
  ),
});

interface ServicePlan {
  environment: Record<string, string>;
  command: readonly string[];
  /** Returns the local folder or file for a path inside the container. */
  path(inside: string): string;
}

interface SetOptions {
  folder: string;
  /** Maps a service address, such as `redis:6379`, to the loopback port that replaces it. */
  ports: Readonly<Record<string, number>>;
  /** Values for `${NAME}` in compose.yaml. */
  variables: Readonly<Record<string, string>>;
}

const variable = /\$\{(\w+)(?::[-?]([^}]*))?\}/g;

export function readSet({ folder, ports, variables }: SetOptions) {
  const { services } = Compose.parse(parse(readFileSync('compose.yaml', 'utf8'), { merge: true }));
  const filled = (text: string): string =>
    text.replace(
      variable,
      (_all, name: string, fallback = '') => variables[name] ?? String(fallback),
    );
  const local = (text: string): string =>
    Object.entries(ports).reduce(
      (said, [address, port]) => said.replaceAll(address, `127.0.0.1:${port}`),
      text,
    );

  return (name: string): ServicePlan => {
    const service = services[name];
    if (!service) throw new Error(`compose.yaml has no service ${name}`);
    const mounts = service.volumes.map((volume) => {
      const [from = '', to = ''] = volume.split(':');
      const place = from.startsWith('./') ? resolve(from) : join(folder, 'volumes', from);
      if (!from.startsWith('./')) mkdirSync(place, { recursive: true });
      return { to, place };
    });
    mounts.push({ to: '/run/secrets', place: join(folder, 'secrets') });
    const path = (inside: string): string => {
      const mount = mounts.find(({ to }) => inside === to || inside.startsWith(`${to}/`));
      return mount ? mount.place + inside.slice(mount.to.length) : inside;
    };
    const here = (text: string): string =>
      local(filled(text)).replace(
        /(^|=)(\/[\w./-]+)/g,
        (_all, before: string, inside: string) => before + path(inside),
      );
    const environment = Object.entries(service.environment).map(([key, text]) => [key, here(text)]);
    return {
      environment: Object.fromEntries(environment) as Record<string, string>,
      command: service.command.map(here),
      path,
    };
  };
}
