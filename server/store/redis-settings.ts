/** How to reach Redis: a single server, the primary that sentinels report, or a cluster (REDIS_MODE). */
export interface RedisSettings {
  mode: 'single' | 'sentinel' | 'cluster';
  /** Addresses of the server, the sentinels, or some cluster nodes. */
  nodes: readonly URL[];
  username?: string | undefined;
  password?: string | undefined;
  sentinelName: string;
  sentinelPassword?: string | undefined;
  /** PEM certificates that replace the system's for `rediss://`; read at each new connection. */
  ca?: string[] | undefined;
}

/** Uses the credentials in the address unless separate settings override them. */
export function redisAt(
  address: string,
  given: Partial<Omit<RedisSettings, 'nodes'>> = {},
): RedisSettings {
  const nodes = address
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((one) => new URL(one));
  const [first] = nodes;
  return {
    mode: given.mode ?? 'single',
    nodes,
    username: given.username ?? (first?.username ? decodeURIComponent(first.username) : undefined),
    password: given.password ?? (first?.password ? decodeURIComponent(first.password) : undefined),
    sentinelName: given.sentinelName ?? 'mymaster',
    sentinelPassword: given.sentinelPassword,
    ca: given.ca,
  };
}
