/** What the program writes for itself and nobody should read on a screen. */
const RAW: readonly RegExp[] = [
  // Ids.
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi,
  // Keys such as `checked_in` and `BANCOLOMBIA_TRANSFER`; an address may have such a part.
  /(?<![\w@.-])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\w@-])/gi,
  // Instants as the API writes them.
  /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}[\d:.]*(?:Z|[+-]\d{2}:\d{2})?/g,
  // Values without words.
  /\b(?:undefined|null|NaN)\b|Invalid Date|\[object \w+\]/g,
  // A full stop after the one of a name: `Camila O..`
  /\S+(?<!\.)\.\.(?!\.)/g,
]

/** Lists the raw keys, ids, instants and missing values in the text of a screen, each once. */
export function rawKeys(text: string): string[] {
  return [...new Set(RAW.flatMap((pattern) => text.match(pattern) ?? []))]
}
