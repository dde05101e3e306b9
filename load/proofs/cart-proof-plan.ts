/** Decides who does what and when in one run of the test. Everything is drawn from the run's seed. */
import { formUuid } from '../../app/base/page/forms/form-uuid.server';
import type { Device } from './cart-proof-device';
import { unknownProduct, unstorable } from './cart-proof-erp';
import type { Scenario } from './cart-proof-scenarios';
import { otherOwner, owner, type Person, type World } from './cart-proof-shop';

/** One requested cart change. */
export interface Made {
  uuid: string;
  person: Person;
  product: number;
  quantity: number;
  /** True if the form's response never arrived. The browser showed its own error page, so the customer knows. */
  unanswered?: boolean;
  /** True for a change that every ERP rejects. */
  poison?: boolean;
  /** True for a change that was queued at sign-out and that the customer agreed to lose. */
  givenUp?: boolean;
}

const products = [11, 12, 13, 14];
const spanMs = 600_000;

export class Plan {
  readonly made: Made[] = [];
  readonly #world: World;
  readonly #scenario: Scenario;
  readonly #devices: readonly Device[];
  constructor(world: World, scenario: Scenario, devices: readonly Device[]) {
    this.#world = world;
    this.#scenario = scenario;
    this.#devices = devices;
  }

  #pick = (): number => products[Math.floor(this.#world.random() * products.length)] ?? 11;

  #later(run: () => unknown, withinMs = spanMs): void {
    void this.#world.time.sleep(this.#world.random() * withinMs).then(run);
  }

  start(): void {
    const { forms = 0, repEdits = 0, crashes, confirmed } = this.#scenario;
    const { pauses = 0, pauseMs = 60_000, losses = 0 } = this.#scenario;
    const { random } = this.#world;
    for (const device of this.#devices) this.#browse(device);
    for (let form = 0; form < forms; form += 1) this.#later(() => this.#postForm());
    for (let edit = 0; edit < repEdits; edit += 1)
      this.#later(() => this.#world.erp.editByOther(this.#pick(), random() < 0.5 ? 1 : 2));
    for (let crash = 0; crash < crashes; crash += 1) this.#later(() => this.#world.crash());
    for (let pause = 0; pause < pauses; pause += 1)
      this.#later(() => this.#world.pause(random() * pauseMs));
    for (let loss = 0; loss < losses; loss += 1) this.#later(() => this.#world.loseStore());
    if (confirmed) this.#later(() => this.#world.erp.confirmElsewhere());
  }

  #browse(device: Device): void {
    const { tabs, editsPerTab = 8, poison = 0, reloads = 0, colleague } = this.#scenario;
    const { random } = this.#world;
    for (let tab = 0; tab < tabs; tab += 1) {
      for (let edit = 0; edit < editsPerTab; edit += 1) {
        this.#later(() => {
          const quantity = random() < 0.25 ? -1 : 1 + Math.floor(random() * 3);
          this.#edit(device, tab, this.#pick(), quantity);
        });
      }
    }
    for (let bad = 0; bad < poison; bad += 1) {
      this.#later(() => {
        if (bad % 2 === 0) this.#edit(device, bad, unknownProduct, 1, true);
        else this.#edit(device, bad, this.#pick(), unstorable, true);
      });
    }
    for (let reload = 0; reload < reloads; reload += 1) this.#later(() => device.reload(reload));
    if (colleague) void this.#shareMachine(device);
  }

  #edit(device: Device, tab: number, product: number, quantity: number, poison = false): void {
    const edit = device.edit(tab, product, quantity);
    if (edit) this.made.push({ ...edit, product, quantity, poison });
  }

  /**
   * Simulates a shared computer: the session ends, a colleague signs in and out properly, and the customer signs in
   * again.
   */
  async #shareMachine(device: Device): Promise<void> {
    const { time, random } = this.#world;
    await time.sleep(60_000 + random() * 120_000);
    device.endSession();
    await time.sleep(random() * 60_000);
    device.signIn(otherOwner);
    await time.sleep(60_000 + random() * 120_000);
    const given = new Set(device.signOut());
    for (const one of this.made) if (given.has(one.uuid)) one.givenUp = true;
    await time.sleep(random() * 30_000);
    device.signIn(owner);
  }

  async #postForm(): Promise<void> {
    const { time, random } = this.#world;
    const token = this.#world.formKey();
    const edits = [this.#pick(), 21, 22].map((product) => ({
      uuid: formUuid(token, String(product)),
      productId: product,
      quantity: 2,
    }));
    const lines = edits.map(({ uuid, productId: product, quantity }): Made => ({
      uuid,
      product,
      quantity,
      person: owner,
      unanswered: true,
    }));
    this.made.push(...lines);
    const answered = (): void => lines.forEach((line) => (line.unanswered = false));
    // The form is submitted with a double click, and sent again much later from the browser history.
    await this.#world.form(edits, 2, answered);
    await time.sleep(random() * 200_000);
    await this.#world.form(edits, 1, answered);
  }
}
