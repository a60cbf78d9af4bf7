const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const SPACE = 0x20

/** Tells whether valid JSON repeats a key: a check could read one value, the code the other. */
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

/** Returns the index of the closing quote of the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === BACKSLASH) at += 1
    else if (code === QUOTE) return at
  }
  return json.length
}

/** Tells whether a string is a key: in valid JSON only a key is followed by a colon. */
function isKey(json: string, end: number): boolean {
  let at = end + 1
  while (json.charCodeAt(at) <= SPACE) at += 1
  return json.charCodeAt(at) === COLON
}

/** Returns the key as the parser reads it, with escapes resolved. */
function keyOf(json: string, start: number, end: number): string {
  const raw = json.slice(start + 1, end)
  return raw.includes('\\') ? String(JSON.parse(`"${raw}"`)) : raw
}
