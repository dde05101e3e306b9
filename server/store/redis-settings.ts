/** How Redis is reached: one server, the primary that sentinels name, or a cluster (REDIS_MODE). */
export interface RedisSettings {
  mode: 'single' | 'sentinel' | 'cluster';
  /** Addresses of the server, of the sentinels, or of some cluster nodes. */
  nodes: readonly URL[];
  username?: string | undefined;
  password?: string | undefined;
  sentinelName: string;
  sentinelPassword?: string | undefined;
  /** Certificates in PEM that `rediss://` is checked against instead of the system's: read at each new connection. */
  ca?: string[] | undefined;
}

/** The credentials of an address are used unless they are given by settings of their own. */
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
