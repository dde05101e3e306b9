import { createServer, request, type Server } from 'node:http';
import { describe, expect, it } from 'vitest';
import { listen, sharesPort } from './listeners';

const answering = (): Server => createServer((_request, response) => void response.end('here'));

const asked = (port: number): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = request({ port, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    });
    sent.once('error', reject);
    sent.end();
  });

describe('listening', () => {
  it('P-59 shares the port within the process where Node can', () => {
    expect(sharesPort('20.20.2', 'linux')).toBe(false);
    expect(sharesPort('22.11.0', 'linux')).toBe(false);
    expect(sharesPort('22.12.0', 'linux')).toBe(true);
    expect(sharesPort('24.1.0', 'linux')).toBe(true);
    expect(sharesPort('24.1.0', 'darwin')).toBe(false);
  });

  it('P-59 answers new connections, whichever listener takes them, and P-64 ends with all of them', async () => {
    const server = answering();
    const { port, stop } = await listen(server, 0);
    const statuses = await Promise.all(Array.from({ length: 40 }, () => asked(port)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await Promise.all([stop(), new Promise((resolve) => server.close(resolve))]);
    await expect(asked(port)).rejects.toThrow('ECONNREFUSED');
  });

  it('P-64 does not share the port with another process: a taken one is a fault', async () => {
    const first = answering();
    const { port, stop } = await listen(first, 0);
    await expect(listen(answering(), port)).rejects.toThrow('EADDRINUSE');
    await Promise.all([stop(), new Promise((resolve) => first.close(resolve))]);
  });
});
