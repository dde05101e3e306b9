/** Sends one request exactly as given: fetch would add headers and normalise paths. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';

export interface RawRequest {
  method?: string;
  path: string;
  headers?: Readonly<Record<string, string | undefined>>;
  body?: string;
}
export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends to `origin`; a header that is undefined is omitted. */
export function sendRaw(origin: string, options: RawRequest): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(origin);
  const headers = Object.fromEntries(
    Object.entries({ host, ...options.headers }).filter(([, value]) => value !== undefined),
  );
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { hostname, port, method: options.method ?? 'GET', path: options.path, headers },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(options.body);
  });
}

export const formType = { 'content-type': 'application/x-www-form-urlencoded' };

/** Sends raw bytes over a new connection, with or without a Host header, and returns the raw response. */
export const sendBytes = (origin: string, head: string, namesHost = true): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port, host } = new URL(origin);
    let answer = '';
    const more = `${namesHost ? `Host: ${host}\r\n` : ''}Connection: close\r\n\r\n`;
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${head}\r\n${more}`, 'latin1'),
    );
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
  });
