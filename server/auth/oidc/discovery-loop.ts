/**
 * Reads the provider's metadata at startup and retries until it succeeds. After that, readiness checks refresh them at
 * most once in fifteen seconds.
 */
import type { AuthOptions } from '../auth-parts';
import type { AuthService } from '../service';
import type { Provider } from './provider';
import { providerDetail } from './provider-fault';

const againMs = 5_000;
const freshMs = 15_000;
const probeMs = 2_000;

export function createDiscoveryLoop(
  { log, clock }: Pick<AuthOptions, 'log' | 'clock'>,
  provider: Provider | null,
): Pick<AuthService, 'start' | 'readiness' | 'isProviderNeeded'> & { stop(): void } {
  let problem: string | null = provider ? 'identity provider not read yet' : null;
  let askedAt = -Infinity;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function read(known: Provider): Promise<void> {
    try {
      await known.discover({ reference: 'start', log });
      problem = null;
    } catch (error) {
      problem = providerDetail(error);
      log.error({ event: 'identity.not_ready', error: problem }, 'provider not usable');
      if (!stopped) timer = setTimeout(() => void read(known), againMs).unref();
    }
  }

  async function askAnew(known: Provider): Promise<void> {
    const now = clock.now().getTime();
    if (now - askedAt < freshMs) return;
    askedAt = now;
    try {
      // Sends nothing when a sign-in has just refreshed the metadata.
      const limits = { maxAgeMs: freshMs, timeoutMs: probeMs };
      await known.discover({ reference: 'readiness', log }, limits);
      problem = null;
    } catch (error) {
      problem = providerDetail(error);
    }
  }

  return {
    start: () => (provider ? read(provider) : Promise.resolve()),
    isProviderNeeded: () => provider !== null && provider.metadata() === null,
    async readiness() {
      if (provider?.metadata()) await askAnew(provider);
      return problem === null ? { ok: true } : { ok: false, reason: problem };
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
