/**
 * Unicode control characters that change the direction of text (U+202A to U+202E, U+2066 to U+2069). None of the shop's
 * languages needs them. An unclosed one in a product name would reverse the shop's own text after it.
 */
const marks = /[\u202a-\u202e\u2066-\u2069]/g;
/** The same characters as JSON escapes; the backslash before `u` must not itself be escaped. */
const escapedMarks = /\\u20(?:2[a-e]|6[6-9])(?<=(?<!\\)(?:\\\\)*.{6})/gi;

export const withoutDirectionMarks = (text: string): string => text.replace(marks, '');

/** `JSON.parse` that removes direction characters from all texts. */
export const parseJson = (json: string): unknown =>
  JSON.parse(withoutDirectionMarks(json).replace(escapedMarks, ''));
