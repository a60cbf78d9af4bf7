import type { z } from 'zod'
import { displayCode } from '#contract/display-code.ts'
import { actionWords, subjectWords } from '#contract/staff-action-words.ts'
import type { staffActions as contract, StaffAction } from '#contract/staff-actions.ts'
import { addMs, DAY_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import { csvList } from '#server/platform/csv-text.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { isoDates } from '#server/platform/iso-dates.ts'
import { readPlace, writePlace } from '#server/platform/page-place.ts'
import { recordExport } from './record-export.ts'
import {
  listKnownActions,
  listStaffActionRows,
  type StaffActionRow,
  type TrailFilter,
} from './staff-actions.queries.ts'

const PAGE_SIZE = 50

type Filters = z.output<typeof contract.list.query>

function filterOf({ by, action, subject, since, until }: Filters): TrailFilter {
  return {
    actorId: by ?? null,
    action: action ?? null,
    subjectId: subject ?? null,
    since: since ? startOfBogotaDate(since) : null,
    until: until ? addMs(startOfBogotaDate(until), DAY_MS) : null,
  }
}

/** Returns a page of the team's audit trail, newest first. */
export async function listStaffActions(
  deps: Pick<Deps, 'db'>,
  { after, ...asked }: z.output<typeof contract.list.query>,
): Promise<z.input<typeof contract.list.ok>> {
  const filter = filterOf(asked)
  const page = { after: readPlace(after), limit: PAGE_SIZE + 1 }
  const rows = await listStaffActionRows(deps.db, { ...filter, ...page })
  const shown = rows.slice(0, PAGE_SIZE)
  const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined
  return {
    items: shown.map(present),
    next: last ? writePlace(last) : null,
    actions: await listKnownActions(deps.db),
  }
}

function present(row: StaffActionRow): StaffAction {
  return {
    ...isoDates(row),
    by: { id: row.actorId, name: row.actorName, email: row.actorEmail },
    subject: { kind: row.subjectKind, id: row.subjectId },
  }
}

/** Writes the trail as CSV, in parts. Errors: `forbidden`. */
export async function writeStaffActions(
  deps: ReadDeps,
  actor: Actor,
  asked: z.output<typeof contract.file.body>,
): Promise<AsyncGenerator<string>> {
  await recordExport(deps, actor, { list: 'auditoria', asked })
  const filter = filterOf(asked)
  return csvList<StaffActionRow>({
    head: ['Fecha', 'Quién', 'Correo', 'Acción', 'Sobre', 'Id', 'Motivo', 'Solicitud'],
    read: (after, limit) => listStaffActionRows(deps.db, { ...filter, after, limit }),
    place: (row) => row,
    line: (row) => [
      ...[row.at, `${row.actorName ?? 'Sin nombre'} · ${displayCode(row.actorId)}`, row.actorEmail],
      ...[actionWords(row.action), subjectWords(row.subjectKind), row.subjectId],
      ...[row.reason, row.requestId],
    ],
  })
}
