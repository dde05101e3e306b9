import { describe, expect, it } from 'vitest';
import { readMultipart, type MultipartLimits } from './multipart';

const megabyte = 1024 * 1024;
const limits = (visitorNetwork: string | null) => ({
  maxBytes: 6 * megabyte,
  maxParts: 20,
  visitorNetwork,
});

const log = { warn: () => undefined };
const read = (request: Request, most: MultipartLimits) =>
  readMultipart({ request, context: { session: { kind: 'guest' }, log, oversized: null } }, most);

interface Sending {
  request: Request;
  send: (bytes: number) => Promise<void>;
  end: () => void;
}

/** A form with one file, which the test sends in pieces after the bytes of `typed`. */
function sending(typed = ''): Sending {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const text = (part: string) => writer.write(new TextEncoder().encode(part));
  const begun = text(
    typed +
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n',
  );
  const request = new Request('http://shop.example/fr/contact', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: readable,
    duplex: 'half',
  });
  return {
    request,
    async send(bytes) {
      await begun;
      await writer.write(new Uint8Array(bytes));
    },
    end: () => void text('\r\n--x--\r\n').then(() => writer.close()),
  };
}

const kindOf = async (reading: ReturnType<typeof readMultipart>): Promise<string> => {
  const outcome = await reading;
  return outcome.ok ? 'read' : outcome.refusal.kind;
};

/** Starts five uploads from five networks, each without its last bytes; the returned function sends these bytes. */
async function stalledLetters() {
  const letters = Array.from({ length: 5 }, sending);
  const readings = letters.map(({ request }, at) => kindOf(read(request, limits(`network ${at}`))));
  await Promise.all(letters.map(({ send }) => send(5 * megabyte)));
  return () => {
    for (const { end } of letters) end();
    return Promise.all(readings);
  };
}

describe('concurrent uploads', () => {
  it('P-31 P-62 stalled uploads of guests leave memory for uploads of customers', async () => {
    const finish = await stalledLetters();
    const order = sending();
    const reading = kindOf(read(order.request, limits(null)));
    await order.send(5 * megabyte);
    order.end();
    expect(await reading).toBe('read');
    const kinds = await finish();
    // Guests may use a third of the memory allowance, which has room for one upload of this size.
    expect(kinds.filter((kind) => kind === 'read')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'busy')).toHaveLength(4);
    // The memory of finished uploads is released.
    const [one] = await (await stalledLetters())();
    expect(one).toBe('read');
  });

  it('P-31 P-62 one guest network uploads one file at a time', async () => {
    const first = sending();
    const reading = kindOf(read(first.request, limits('one network')));
    await first.send(10);
    const typed = [
      '--x',
      'Content-Disposition: form-data; name="description"',
      '',
      `Bonjour 🐕 ${'é'.repeat(9_000)}`,
      '',
    ];
    const second = sending(typed.join('\r\n'));
    const refused = read(second.request, limits('one network'));
    await second.send(100_000);
    second.end();
    // The refusal returns the text that the guest typed (CMS-05).
    expect(await refused).toEqual({
      ok: false,
      refusal: { kind: 'busy', fields: [['description', typed[3]]] },
    });
    // A form without a file is accepted while another upload of the same network is in progress.
    const body = `${typed.join('\r\n')}--x--\r\n`;
    const short = new Request('http://shop.example/fr/contact', {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(Buffer.byteLength(body)),
      },
      body,
    });
    expect(await kindOf(read(short, limits('one network')))).toBe('read');
    const elsewhere = sending();
    const other = kindOf(read(elsewhere.request, limits('another')));
    await elsewhere.send(10);
    elsewhere.end();
    expect(await other).toBe('read');
    first.end();
    expect(await reading).toBe('read');
    const again = sending();
    const later = kindOf(read(again.request, limits('one network')));
    await again.send(10);
    again.end();
    expect(await later).toBe('read');
  });
});

it('P-31 P-88 a part with more headers than a browser sends is rejected before it is parsed', async () => {
  const posted = (headers: number) =>
    new Request('http://shop.example/fr/contact', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: `--x\r\nContent-Disposition: form-data; name="a"\r\n${'X: 1\r\n'.repeat(headers)}\r\nb\r\n--x--\r\n`,
    });
  expect(await kindOf(read(posted(2), limits(null)))).toBe('read');
  expect(await kindOf(read(posted(9_000), limits(null)))).toBe('malformed');
});
