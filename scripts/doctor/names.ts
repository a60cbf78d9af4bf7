// Finds variables that the server does not know, and lines that another line replaces.
import { readFileSync } from 'node:fs'
import { Environment } from '#server/environment.ts'
import type { Variables } from './configuration.ts'
import type { Finding } from './finding.ts'

const KNOWN = Object.keys(Environment.shape)
/** Read by Node, its libraries and the commands of ops/, or refused with a reason of their own. */
const OTHERS = /^(NODE_|OTEL_|AWS_|PG|UV_|LC_|TZ$|LANG$|DATABASE_REPLICA_URL$)/
/** Changed letters up to which a variable of a whole environment is taken for a slip. */
const SLIP_MAX = 2
/** Short names, such as `HOME`, are too much like others. */
const LENGTH_MIN = 6

/**
 * With a file of variables, each must be known and stand there once. A whole environment has
 * variables of other programs, so only slips of known names are found in it.
 */
export function nameFindings(given: Variables, envFile: string | undefined): Finding[] {
  const unknown = Object.keys(given).filter((name) => {
    if (KNOWN.includes(name) || OTHERS.test(name)) return false
    return envFile || (name.length >= LENGTH_MIN && distance(name, nearest(name)) <= SLIP_MAX)
  })
  return [
    ...unknown.map(
      (name): Finding => ({
        id: 'variable_unknown',
        what: `${name} no es una variable de Cupo; la más parecida es ${nearest(name)}`,
        why: 'el servidor no la lee: lo que querías cambiar sigue como antes',
        todo: `escribe ${nearest(name)}, o quítala (docs/configuration.md)`,
      }),
    ),
    ...(envFile ? doubledNames(given, readFileSync(envFile, 'utf8')) : []),
  ]
}

function doubledNames(given: Variables, text: string): Finding[] {
  const lines = [...text.matchAll(/^\s*(?:export\s+)?(\w+)\s*=/gm)].map(([, name = '']) => name)
  const doubled = lines.filter((name, index) => name in given && lines.indexOf(name) !== index)
  return [...new Set(doubled)].map((name) => ({
    id: 'variable_doubled',
    what: `${name} está dos veces en el archivo`,
    why: 'vale la última línea: una llave nueva deja cerrados los datos de la primera',
    todo: 'deja una sola; si es una llave, la de antes',
  }))
}

function nearest(name: string): string {
  return KNOWN.reduce((best, each) => (distance(name, each) < distance(name, best) ? each : best))
}

/** Number of letters to insert, delete or replace (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [above, letter] of [...one].entries()) {
    const next = [above + 1]
    for (const [left, its] of [...other].entries()) {
      const replaced = (row[left] ?? 0) + (letter === its ? 0 : 1)
      next.push(Math.min(replaced, (row[left + 1] ?? 0) + 1, (next[left] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
