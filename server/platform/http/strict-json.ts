const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const SPACE = 0x20

/**
 * Whether an object of the text has a key twice: of two values a check could read one and the code
 * another. The text must be JSON that was parsed already. One pass, no recursion.
 */
export function repeatsKey(json: string): boolean {
  const open: Set<string>[] = []
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at]
    if (char === '{') open.push(new Set())
    else if (char === '}') open.pop()
    else if (char === '"') {
      const end = endOfString(json, at)
      if (isKey(json, end)) {
        const key = keyOf(json, at, end)
        const keys = open.at(-1)
        if (keys?.has(key)) return true
        keys?.add(key)
      }
      at = end
    }
  }
  return false
}

/** Where the string that begins at `start` has its closing quote. */
function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === BACKSLASH) at += 1
    else if (code === QUOTE) return at
  }
  return json.length
}

/** In valid JSON only a key is followed by a colon. */
function isKey(json: string, end: number): boolean {
  let at = end + 1
  while (json.charCodeAt(at) <= SPACE) at += 1
  return json.charCodeAt(at) === COLON
}

/** The key as the parser reads it: an escaped letter is the same letter. */
function keyOf(json: string, start: number, end: number): string {
  const raw = json.slice(start + 1, end)
  return raw.includes('\\') ? String(JSON.parse(`"${raw}"`)) : raw
}
