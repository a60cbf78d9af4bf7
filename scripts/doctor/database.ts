// Finds problems of the database, from its own facts.
import { ROSTER_DAYS } from '#contract/duty-limits.ts'
import { CLOCK_WRONG_MS } from '#server/platform/clock.ts'
import type { DatabaseFacts } from './database.queries.ts'
import type { Finding } from './finding.ts'

const SKEW_MAX_MS = 2_000
const QUEUE_LAG_MAX_SECONDS = 60
const OPEN_MINUTES_MAX = 5

export type DatabaseQuestion = {
  facts: DatabaseFacts
  /** Newest migration of this version. */
  latest: string
  poolSize: number
  /** Whether a provider runs the database, and takes care of its disk and backups. */
  managed: boolean
  /** Time of this machine when the facts were read. */
  now: Date
}

type Check = Finding & {
  /** Whether the check applies only to a database that we run ourselves. */
  own?: true
  found(question: DatabaseQuestion): boolean
}

const CHECKS: Check[] = [
  {
    id: 'database_superuser',
    found: ({ facts }) => facts.superuser,
    what: 'DATABASE_URL entra como superusuario',
    why: 'un error en el código podría leer archivos del servidor y borrar el libro de cuentas',
    todo: 'crea un dueño sin privilegios: create role cupo login createrole',
  },
  {
    id: 'restricted_role',
    found: ({ facts }) => !facts.restrictedRole || !facts.restrictedIsSafe,
    what: 'falta el rol cupo_app, o es dueño de tablas',
    why: 'sin él la aplicación podría cambiar movimientos ya escritos',
    todo: 'corre npm run db:migrate como dueño de la base de datos',
  },
  {
    id: 'migrations_missing',
    found: ({ facts, latest }) => facts.migration < latest,
    what: 'faltan migraciones',
    why: 'el servidor no atiende hasta que estén',
    todo: 'corre npm run db:migrate',
  },
  {
    id: 'migrations_newer',
    level: 'warning',
    found: ({ facts, latest }) => facts.migration > latest,
    what: 'la base de datos es de una versión más nueva que este programa',
    why: 'la versión anterior puede correr al lado, pero no por mucho tiempo',
    todo: 'termina el despliegue de la versión nueva',
  },
  {
    id: 'fsync_off',
    own: true,
    found: ({ facts }) => facts.fsync !== 'on' || facts.fullPageWrites !== 'on',
    what: 'fsync o full_page_writes están apagados en PostgreSQL',
    why: 'un corte de luz puede dañar la base de datos entera',
    todo: 'alter system set fsync = on; alter system set full_page_writes = on; y reinicia',
  },
  {
    id: 'synchronous_commit_off',
    found: ({ facts }) => facts.synchronousCommit === 'off',
    what: 'synchronous_commit está apagado',
    why: 'una recarga confirmada podría perderse en una caída',
    todo: "alter system set synchronous_commit = 'on' y select pg_reload_conf()",
  },
  {
    id: 'archiving_off',
    own: true,
    found: ({ facts }) => facts.archiveMode === 'off',
    what: 'PostgreSQL no archiva su WAL (archive_mode=off)',
    why: 'sin él solo se vuelve a la última copia, no a un segundo cualquiera',
    todo: 'configura ops/backup/setup y reinicia PostgreSQL',
  },
  {
    id: 'archiving_fails',
    own: true,
    found: ({ facts }) => facts.archiveFailing,
    what: 'el último intento de archivar WAL falló',
    why: 'el disco se llena de WAL y la copia se queda atrás',
    todo: 'mira el registro de PostgreSQL y de pgBackRest (docs/runbooks/database-full.md)',
  },
  {
    id: 'clock_skew',
    found: ({ facts, now }) => Math.abs(now.getTime() - facts.now.getTime()) > SKEW_MAX_MS,
    what: 'el reloj de esta máquina y el de la base de datos difieren más de 2 s',
    why: 'plazos de reservas y reembolsos llegarían antes o después',
    todo: 'instala chrony o systemd-timesyncd en las dos máquinas',
  },
  {
    id: 'clock_wrong',
    found: ({ facts: { newestMovement }, now }) =>
      newestMovement !== null && newestMovement.getTime() - now.getTime() > CLOCK_WRONG_MS,
    what: 'el último movimiento de dinero tiene una fecha que todavía no llega',
    why: 'el reloj está atrasado, o alguna vez corrió adelantado: retiros y trabajos no corren',
    todo: 'compara la hora con timedatectl; si está bien, se arregla con el siguiente movimiento',
  },
  {
    id: 'clock_limit_off',
    found: ({ facts }) => facts.anyDate,
    what: 'el libro de cuentas acepta movimientos de cualquier fecha (clock_limit)',
    why: 'con el reloj mal, el dinero quedaría con otra fecha y se podría retirar antes',
    todo: 'update clock_limit set tolerance_seconds = 120, como dueño de la base de datos',
  },
  {
    id: 'connections',
    level: 'warning',
    found: ({ facts, poolSize }) => poolSize + 10 > facts.maxConnections,
    what: 'DB_POOL_SIZE casi agota max_connections',
    why: 'un segundo proceso, la copia o una persona no podrían conectarse',
    todo: 'baja DB_POOL_SIZE o sube max_connections',
  },
  {
    id: 'queue_late',
    found: ({ facts }) => facts.queueLagSeconds > QUEUE_LAG_MAX_SECONDS,
    what: 'un trabajo espera desde hace más de un minuto',
    why: 'correos, reembolsos y vencimientos llegan tarde',
    todo: 'mira docs/runbooks/queue-stuck.md',
  },
  {
    id: 'jobs_dead',
    found: ({ facts }) => facts.deadJobs > 0,
    what: 'hay trabajos abandonados después de doce intentos',
    why: 'algo que se le prometió a alguien no se hizo',
    todo: 'míralos con docs/runbooks/queue-stuck.md y vuelve a lanzarlos',
  },
  {
    id: 'gateway_events_late',
    found: ({ facts }) => facts.lateEvents > 0,
    what: 'hay eventos de la pasarela sin procesar desde hace más de diez minutos',
    why: 'alguien pagó y no ve su saldo',
    todo: 'mira docs/runbooks/gateway-down.md',
  },
  {
    id: 'transaction_open',
    level: 'warning',
    found: ({ facts }) => facts.openMinutes > OPEN_MINUTES_MAX,
    what: 'una transacción lleva abierta más de cinco minutos sin hacer nada',
    why: 'retiene candados y la limpieza de tablas',
    todo: 'ciérrala con pg_terminate_backend (docs/operations.md)',
  },
  {
    id: 'roster_gap',
    found: ({ facts }) => facts.rosterGapHours > 0,
    what: `en los próximos ${ROSTER_DAYS} días hay horas sin nadie de guardia`,
    why: 'una emergencia a esas horas no tiene a quién llamar primero',
    todo: 'complétalas en /admin/duty (docs/operations.md)',
  },
  {
    id: 'roster_unproved',
    found: ({ facts }) => facts.rosterUnproved > 0,
    what: 'alguien está de guardia sin un celular confirmado',
    why: 'una emergencia no le llega por mensaje de texto',
    todo: 'que lo confirme en /profile/datos; /admin/duty dice quién es',
  },
]

export function databaseFindings(question: DatabaseQuestion): Finding[] {
  const asked = CHECKS.filter(({ own }) => !(own && question.managed))
  return asked.filter(({ found }) => found(question)).map(({ found, own, ...finding }) => finding)
}

/** Finding for a database that does not answer. */
export function databaseDown(error: unknown): Finding {
  const reason = error instanceof Error && error.message ? error.message : 'no contesta'
  return {
    id: 'database_down',
    what: `la base de datos de DATABASE_URL no contesta (${reason})`,
    why: 'sin ella nada funciona, y lo demás de ella no se pudo revisar',
    todo: 'arráncala y comprueba dirección, clave y certificado',
  }
}
