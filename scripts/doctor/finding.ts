/** Something that an operator should change, and how. Texts are for the terminal, in Spanish. */
export type Finding = {
  /** Stable name, for tests and for searching the documentation. */
  id: string
  /** An error keeps Cupo from being safe in production; a warning costs later. */
  level: 'error' | 'warning'
  what: string
  why: string
  todo: string
}

/** 0: nothing found, 1: warnings only, 2: at least one error. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some(({ level }) => level === 'error')) return 2
  return findings.length > 0 ? 1 : 0
}

/** What the terminal shows: errors first. */
export function printed(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'Todo en orden.'
  const sorted = findings.toSorted((one, other) => one.level.localeCompare(other.level))
  const parts = sorted.map(({ id, level, what, why, todo }) =>
    [
      `${level === 'error' ? 'ERROR' : 'AVISO'}  ${what}  [${id}]`,
      `       Por qué importa: ${why}`,
      `       Qué hacer: ${todo}`,
    ].join('\n'),
  )
  const errors = sorted.filter(({ level }) => level === 'error').length
  return `${parts.join('\n\n')}\n\n${errors} errores, ${sorted.length - errors} avisos`
}
