/** A problem that an operator should fix, and how. Texts are for the terminal, in Spanish. */
export type Finding = {
  /** Stable name, for tests and for searching the documentation. */
  id: string
  /** A warning causes trouble later; without it, an error: Cupo is unsafe in production. */
  level?: 'warning'
  what: string
  why: string
  todo: string
}

/** Exit code: 0 no finding, 1 warnings only, 2 at least one error. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some(({ level }) => !level)) return 2
  return findings.length > 0 ? 1 : 0
}

/** Text for the terminal, errors first. */
export function printed(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'Todo en orden.'
  const sorted = findings.toSorted((one, other) => Number(!other.level) - Number(!one.level))
  const parts = sorted.map(({ id, level, what, why, todo }) =>
    [
      `${level ? 'AVISO' : 'ERROR'}  ${what}  [${id}]`,
      `       Por qué importa: ${why}`,
      `       Qué hacer: ${todo}`,
    ].join('\n'),
  )
  const errors = sorted.filter(({ level }) => !level).length
  return `${parts.join('\n\n')}\n\n${errors} errores, ${sorted.length - errors} avisos`
}
