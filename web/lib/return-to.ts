/**
 * Returns a path of this site to open after signing in. Refused: other schemes, `//host`, `/\host`
 * (browsers read `\` as `/`), control characters (browsers drop them: `/\t/host`).
 * @returns null when the value is not safe
 */
export function safeReturnTo(value: string | null | undefined): string | null {
  if (!value || value.length > 2000) return null
  if (!value.startsWith('/') || value.startsWith('//')) return null
  if (/[\\\p{Cc}]/u.test(value)) return null
  return value
}
