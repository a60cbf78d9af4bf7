import { EXPORT_DAYS } from '#contract/privacy-limits.ts'
import { requireStepUp } from '#server/modules/people/access/index.ts'
import { auditUser, findUser, tellUser } from '#server/modules/people/users/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { open, seal } from '#server/platform/crypto.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor, ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { collectData } from './collect-data.ts'
import { drawExport } from './export-pdf.ts'
import { exportReady } from './privacy.messages.ts'
import {
  findOpenExportOwner,
  findReadyExport,
  finishExport,
  insertExport,
} from './privacy.queries.ts'

export const EXPORT_JOB = 'privacy.export'

type Format = 'json' | 'pdf'

/** Encryption context: a copy can be decrypted only with the id of its own row and its format. */
const contextOf = (exportId: string, format: Format) => `data_exports.${format}:${exportId}`

/** Queues the export of a person's data. Errors: `step_up_required`, `export_pending`. */
export async function askExport(deps: ReadDeps, actor: Actor): Promise<void> {
  await requireStepUp(deps, actor)
  const { userId } = actor
  const [id, now] = [newId(), deps.clock.now()]
  await inTransaction(deps.db, async (tx) => {
    if (!(await insertExport(tx, { id, userId, now }))) throw new AppError('export_pending')
    await enqueue(tx, deps.clock, { name: EXPORT_JOB, payload: { exportId: id } })
    await auditUser(tx, userId, { at: now, action: 'privacy.export-asked' })
  })
}

/** Job: makes the export and tells the person. A repeat makes nothing twice. */
export async function makeExport(deps: Deps, { exportId: id }: { exportId: string }) {
  const userId = await findOpenExportOwner(deps.db, id)
  if (!userId) return
  const now = deps.clock.now()
  const data = await collectData(deps, userId)
  const { email } = await findUser(deps.db, userId)
  const whole = { madeAt: now.toISOString(), person: userId, site: deps.urls.site, data }
  const plain = {
    json: Buffer.from(JSON.stringify(whole, null, 2), 'utf8'),
    pdf: await drawExport({ email, madeAt: now, data }),
  }
  const sealed = (format: Format) =>
    seal(deps.secrets.dataKey, contextOf(id, format), plain[format])
  const expiresAt = addMs(now, EXPORT_DAYS * DAY_MS)
  await inTransaction(deps.db, async (tx) => {
    const made = { id, json: sealed('json'), pdf: sealed('pdf'), now, expiresAt }
    if (!(await finishExport(tx, made))) return
    const until = expiresAt.toISOString()
    await tellUser(tx, deps, exportReady, { userId, data: { until }, cause: id })
  })
}

/** Decrypts the last export that is ready. Errors: `export_not_ready`. */
export async function readExport(
  deps: ActDeps,
  { userId }: ActorId,
  format: Format,
): Promise<Buffer> {
  const found = await findReadyExport(deps.db, { userId, now: deps.clock.now() })
  const sealed = found?.[format]
  if (!found || !sealed) throw new AppError('export_not_ready')
  return open(deps.secrets.dataKey, contextOf(found.id, format), sealed)
}
