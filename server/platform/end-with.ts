import { isOutage, pgCode } from './db/outage.ts'
import { StartRefused } from './errors.ts'

type SystemError = Error & { code?: string; syscall?: string; address?: string; port?: number }

/** Answers of PostgreSQL to a connection: no such role, wrong password, no such database. */
const REFUSED = new Set(['28000', '28P01', '3D000'])

/** Why a program cannot work where it was started; undefined for a fault of its own. */
function reasonOf(error: SystemError): string | undefined {
  if (error instanceof StartRefused) return error.message
  if (error.syscall === 'listen' && error.code === 'EADDRINUSE')
    return `El puerto ${error.port} ya lo usa otro programa. Ciérralo, o pon otro en PORT.`
  if (error.syscall === 'listen' && error.code === 'EACCES')
    return `Este usuario no puede abrir el puerto ${error.port}. Pon en PORT uno desde 1024.`
  if (REFUSED.has(pgCode(error) ?? ''))
    return `La base de datos no nos deja entrar: ${error.message}. Revisa DATABASE_URL.`
  if (!isOutage(error)) return undefined
  const [tried = error] = error instanceof AggregateError ? (error.errors as SystemError[]) : []
  const where = [tried.address, tried.port].filter((part) => part !== undefined).join(':')
  return (
    `La base de datos no responde${where && ` en ${where}`} (${tried.code ?? tried.message}). ` +
    'Mira si PostgreSQL está encendido, y revisa DATABASE_URL.'
  )
}

/** Ends the process with code 1: with a sentence when the operator can mend it, else the stack. */
export function endWith(error: unknown): never {
  const text = error instanceof Error ? (reasonOf(error) ?? error.stack) : String(error)
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
