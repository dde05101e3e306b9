/**
 * Marks that turn the direction in which a text is read (U+202A to U+202E, U+2066 to U+2069). None of the shop's
 * languages needs them, and one that is left open in a name turns the shop's own words behind it around.
 */
const marks = /[\u202a-\u202e\u2066-\u2069]/g;
/** The same as an escape of JSON: the backslash before its `u` is not itself escaped. */
const escapedMarks = /\\u20(?:2[a-e]|6[6-9])(?<=(?<!\\)(?:\\\\)*.{6})/gi;

export const withoutDirectionMarks = (text: string): string => text.replace(marks, '');

/** `JSON.parse`, its texts without direction marks. */
export const parseJson = (json: string): unknown =>
  JSON.parse(withoutDirectionMarks(json).replace(escapedMarks, ''));
