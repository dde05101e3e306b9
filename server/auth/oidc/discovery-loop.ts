/** Reads the provider's metadata at the start, and again until it can be had; readiness says what is wrong. */
import type { AuthOptions } from '../auth-parts';
import type { AuthService } from '../service';
import type { Provider } from './provider';
import { providerDetail } from './provider-fault';

const againMs = 5_000;

export function createDiscoveryLoop(
  { log }: Pick<AuthOptions, 'log'>,
  provider: Provider | null,
): Pick<AuthService, 'start' | 'readiness'> & { stop(): void } {
  let problem: string | null = provider ? 'identity provider not read yet' : null;
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

  return {
    start: () => (provider ? read(provider) : Promise.resolve()),
    readiness() {
      // A sign-in may have reached the provider since the last try here.
      const ok = problem === null || Boolean(provider?.metadata());
      return ok ? { ok: true } : { ok: false, reason: problem ?? '' };
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
