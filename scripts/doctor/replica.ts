// What is wrong with the replica that searches are read from, from what it says of itself.
import type { ReplicaFacts } from './database.queries.ts'
import type { Finding } from './finding.ts'

/** Clocks of machines and one beat a second: far above the age at which it is not read any more. */
const BEAT_AGE_MAX_SECONDS = 30

type Question = {
  facts: ReplicaFacts
  /** Newest migration of this version. */
  latest: string
  /** Whether a server is being examined too, which sends beats. */
  running: boolean
}

const RUNBOOK = 'docs/runbooks/replica-behind.md'

export function replicaFindings({ facts, latest, running }: Question): Finding[] {
  const findings: Finding[] = []
  if (!facts.inRecovery) {
    findings.push({
      id: 'replica_is_primary',
      level: 'error',
      what: 'DATABASE_REPLICA_URL lleva a una base de datos que no es réplica',
      why: 'las búsquedas cargan la principal, o una que ya no la sigue',
      todo: 'usa el puerto de réplicas de HAProxy o la dirección de una réplica',
    })
  }
  if (facts.migration < latest) {
    findings.push({
      id: 'replica_migrations',
      level: 'warning',
      what: 'a la réplica le faltan migraciones que la principal ya debería tener',
      why: 'está atrasada o cortada, y las búsquedas van a la principal',
      todo: `mira ${RUNBOOK}`,
    })
  }
  const age = facts.beatAgeSeconds
  if (running && (age === null || age > BEAT_AGE_MAX_SECONDS)) {
    findings.push({
      id: 'replica_behind',
      level: 'warning',
      what: 'la réplica no tiene nada de los últimos treinta segundos',
      why: 'está cortada de la principal, y las búsquedas van a la principal',
      todo: `mira ${RUNBOOK}`,
    })
  }
  return findings
}

/** The replica does not answer. */
export function replicaDown(error: unknown): Finding {
  const reason = error instanceof Error && error.message ? error.message : 'no contesta'
  return {
    id: 'replica_down',
    level: 'warning',
    what: `la réplica de DATABASE_REPLICA_URL no contesta (${reason})`,
    why: 'las búsquedas van a la base de datos principal',
    todo: `mira ${RUNBOOK}`,
  }
}
