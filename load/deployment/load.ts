/** Customers who shop while servers die and builds change, with the results counted. */
import { until } from './process';
import { LoadShopper, newTally, signIn, type Customer, type Goods, type Tally } from './shopper';

export interface Load {
  phase(name: string, isFault?: boolean): Tally;
  /** Returns the total rounds of all shoppers. */
  rounds(): number;
  /** Waits until each shopper has completed a whole round without a failure; returns false after `patienceMs`. */
  recovered(patienceMs: number): Promise<boolean>;
  tallies: ReadonlyMap<string, Tally>;
  /** Stops the shoppers and compares their carts with what they added. */
  end(): Promise<{ doubled: number; lost: number }>;
}

/**
 * Starts shoppers without script, which continue until they are stopped. Each response is counted in the phase in which
 * it arrives.
 */
export async function startLoad(
  url: string,
  people: readonly { customer: Customer; goods: Goods }[],
  /** Milliseconds between two rounds of a customer. */
  readMs = 30,
): Promise<Load> {
  const tallies = new Map<string, Tally>();
  const phase = (name: string, isFault = false): Tally => {
    const tally = tallies.get(name) ?? newTally(isFault);
    tallies.set(name, tally);
    current = tally;
    return tally;
  };
  let current = newTally();
  let stopping = false;
  let rounds = 0;
  const shoppers = people.map(
    ({ customer, goods }) => new LoadShopper(url, customer, goods, () => current, readMs),
  );
  for (const shopper of shoppers) await signIn(shopper.visitor, shopper.customer);
  const running = shoppers.map(async (shopper) => {
    for (let round = 0; !stopping; round += 1) {
      await shopper.round(round);
      rounds += 1;
    }
  });
  return {
    phase,
    tallies,
    rounds: () => rounds,
    recovered(patienceMs) {
      for (const shopper of shoppers) shopper.cleanRounds = 0;
      // Waits for two rounds without errors, because the first may have started before this call.
      return until(
        () => Promise.resolve(shoppers.every(({ cleanRounds }) => cleanRounds >= 2)),
        patienceMs,
      );
    },
    async end() {
      stopping = true;
      await Promise.all(running);
      const held = await Promise.all(shoppers.map((shopper) => shopper.settled()));
      const over = held.map((count, at) => count - (shoppers[at]?.added ?? 0));
      return {
        doubled: over.reduce((sum, one) => sum + Math.max(0, one), 0),
        lost: over.reduce((sum, one) => sum + Math.max(0, -one), 0),
      };
    },
  };
}
