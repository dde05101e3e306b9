/** Parses the XML of a workbook in steps, so that other requests can run in between (P-88). */
import { Parser } from 'htmlparser2';
import type { Steps } from '~/base/kernel/steps';

interface XmlHandler {
  /** `name`: without its namespace prefix. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** True if the rest needs no parsing. */
  isDone?(): boolean;
}

const ofOneStep = 16 * 1024;
/** Workbooks nest far fewer elements; the parser's time grows with the depth. */
const deepest = 50;
/** Maximum number of attributes of an element; the list of namespaces is the longest. */
const mostAttributes = 1_000;
/**
 * Maximum number of characters of a tag, a comment or another part that the parser collects. Text arrives piece by
 * piece.
 */
const longestPart = 64 * 1024;

const bareName = (name: string): string => name.slice(name.indexOf(':') + 1);

const encodingOf = (xml: Uint8Array): string =>
  xml[0] === 0xff && xml[1] === 0xfe ? 'utf-16le' : 'utf-8';

/** Returns false for XML that exceeds a limit of its parts; the rest of it is not parsed. */
export function* xmlSteps(xml: Uint8Array, handler: XmlHandler): Steps<boolean> {
  let depth = 0;
  let attributesOfTag = 0;
  let given = 0;
  const parser = new Parser(
    {
      onattribute() {
        attributesOfTag += 1;
      },
      onopentag(name, attributes) {
        depth += 1;
        attributesOfTag = 0;
        handler.open?.(bareName(name), attributes);
      },
      ontext(text) {
        handler.text?.(text);
      },
      onclosetag(name) {
        depth -= 1;
        handler.close?.(bareName(name));
      },
    },
    { xmlMode: true },
  );
  const decoder = new TextDecoder(encodingOf(xml));
  for (let at = 0; at < xml.length; at += ofOneStep) {
    const piece = decoder.decode(xml.subarray(at, at + ofOneStep), { stream: true });
    given += piece.length;
    parser.write(piece);
    if (handler.isDone?.()) return true;
    const isTooLong = given - parser.endIndex > longestPart;
    if (depth > deepest || attributesOfTag > mostAttributes || isTooLong) return false;
    yield;
  }
  parser.end(decoder.decode());
  return true;
}

/** The value of an attribute, whatever its namespace prefix. */
export function attribute(
  attributes: Readonly<Record<string, string>>,
  wanted: string,
): string | undefined {
  const name = Object.keys(attributes).find((one) => bareName(one) === wanted);
  return name === undefined ? undefined : attributes[name];
}
