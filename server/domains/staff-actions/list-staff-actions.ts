import type { z } from 'zod'
import type { staffActions as contract, StaffAction } from '#contract/staff-actions.ts'
import { addMs, DAY_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import { CSV_START, csvLine } from '#server/platform/csv-text.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/session.ts'
import {
  knownActions,
  type StaffActionRow,
  staffActions,
  type TrailFilter,
} from './staff-actions.queries.ts'

const PAGE_SIZE = 50
/** Lines read at a time for a file. */
const FILE_STEP = 500

type Asked = z.output<typeof contract.file.query>

function filterOf({ by, action, subject, since, until }: Asked): TrailFilter {
  return {
    actorId: by ?? null,
    action: action ?? null,
    subjectId: subject ?? null,
    since: since ? startOfBogotaDate(since) : null,
    until: until ? addMs(startOfBogotaDate(until), DAY_MS) : null,
  }
}

/** A page of the trail, the newest first. */
export async function listStaffActions(
  deps: Pick<Deps, 'db'>,
  _actor: Actor,
  { after, ...asked }: z.output<typeof contract.list.query>,
): Promise<z.input<typeof contract.list.ok>> {
  const filter = filterOf(asked)
  const rows = await staffActions(deps.db, { ...filter, after: place(after), limit: PAGE_SIZE + 1 })
  const shown = rows.slice(0, PAGE_SIZE)
  const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined
  return {
    items: shown.map(present),
    next: last ? `${last.at.getTime()}~${last.id}` : null,
    actions: await knownActions(deps.db),
  }
}

function place(after: string | undefined) {
  const [at, id] = after?.split('~') ?? []
  return at && id ? { at: new Date(Number(at)), id } : null
}

function present(row: StaffActionRow): StaffAction {
  return {
    id: row.id,
    at: row.at.toISOString(),
    by: { id: row.actorId, name: row.actorName, email: row.actorEmail },
    action: row.action,
    subject: { kind: row.subjectKind, id: row.subjectId },
    reason: row.reason,
    requestId: row.requestId,
  }
}

/** The trail as comma separated text, in parts: it is not in memory as a whole. */
export async function* writeStaffActions(
  deps: Pick<Deps, 'db'>,
  _actor: Actor,
  asked: Asked,
): AsyncGenerator<string> {
  yield CSV_START +
    csvLine(['Fecha', 'Quién', 'Correo', 'Acción', 'Sobre', 'Id', 'Motivo', 'Solicitud'])
  const filter = filterOf(asked)
  let after: { at: Date; id: string } | null = null
  for (;;) {
    const rows: StaffActionRow[] = await staffActions(deps.db, {
      ...filter,
      after,
      limit: FILE_STEP,
    })
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(lineOf).join('')
    after = { at: last.at, id: last.id }
  }
}

function lineOf(row: StaffActionRow): string {
  const { at, actorName, actorEmail, action, subjectKind, subjectId, reason, requestId } = row
  const who = [actorName, actorEmail]
  return csvLine([at.toISOString(), ...who, action, subjectKind, subjectId, reason, requestId])
}
