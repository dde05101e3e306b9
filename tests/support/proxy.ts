/** HAProxy before the shop, with the configuration of the full deployment. */
import { resolve } from 'node:path';
import { answers, server, type Server } from '../../load/deployment/process';

/** An address without a server. */
const nobody = '127.0.0.1:9';

interface ProxyOptions {
  ports: { https: number; http: number; metrics: number; identity: number };
  /** The two servers in the configuration. */
  shops?: readonly [string, string];
  /** Replaces the configuration of the full deployment. */
  file?: string;
  media?: string;
  /** File with key and certificate. */
  pem: string;
  log: string;
  /** `::` for IPv6 and IPv4. */
  address?: string;
}

export function proxyServer(options: ProxyOptions): Server {
  const { ports, shops = [nobody, nobody], pem, log, address = '', media = nobody } = options;
  const { file = 'deploy/proxy/haproxy.cfg' } = options;
  return server({
    name: 'proxy',
    command: 'haproxy',
    args: ['-db', '-f', file],
    log,
    environment: {
      SHOP_ONE: shops[0],
      SHOP_TWO: shops[1],
      IDENTITY: nobody,
      MEDIA: media,
      PUBLIC_URL: `https://localhost:${ports.https}`,
      SHOP_HTTPS_PORT: String(ports.https),
      SHOP_HTTP_PORT: String(ports.http),
      IDENTITY_HTTPS_PORT: String(ports.identity),
      PROXY_METRICS_PORT: String(ports.metrics),
      PROXY_ADDRESS: address,
      PROXY_FILES: resolve('deploy/proxy'),
      TLS_FILE: pem,
    },
    ready: () => answers(`http://127.0.0.1:${ports.metrics}/metrics`),
  });
}
