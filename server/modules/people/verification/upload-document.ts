import { DOCUMENTS_PER_DAY } from '#contract/limits.ts'
import { findContact, isAdult, lockUser } from '#server/modules/people/users/index.ts'
import { recordAudit } from '#server/platform/audit.queries.ts'
import { addMs, bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import { sha256 } from '#server/platform/crypto.ts'
import { inTransaction, type Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { redrawAndMeasure } from '#server/platform/image.ts'
import {
  belongsToVehicle,
  type Document,
  type DocumentKind,
  isPhotoOnly,
  needsExpiry,
  type Policy,
} from './document.ts'
import { discardFile, storeSealed } from './document-store.ts'
import { checkPaper } from './paper-text.ts'
import { findOwnVehicle } from './require-verified-driver.ts'
import { requireSelfieConsent } from './selfie-consent.ts'
import { countUploads, insertDocument, supersede } from './verification.queries.ts'

/** Maximum side of a stored photo in pixels: enough to read the smallest print of a document. */
const SIDE_MAX = 2000

export type UploadDocument = {
  kind: DocumentKind
  vehicleId: string | undefined
  /** Last day of validity of the document, YYYY-MM-DD. */
  expiresOn: string | undefined
  birthDate: string | undefined
  /** Insurer and number of the policy, of an insurance only. */
  insurer?: string | undefined
  policyNumber?: string | undefined
  bytes: Buffer
}

/**
 * Stores the photo of a document, or the first page of its PDF, for review; it replaces a pending
 * one of the same kind. The file is written before its row: a crash in between leaves a file
 * without row, which a job removes, never a row without file.
 * Errors: those of `redrawImage`, `vehicle_not_found`, `document_expired`, `driver_underage`,
 * `document_quota`, `selfie_consent_needed`, `invalid_request` with the fields that the kind needs.
 */
export async function uploadDocument(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>,
  { userId: ownerId }: ActorId,
  input: UploadDocument,
): Promise<Document> {
  const now = deps.clock.now()
  assertFields(input, bogotaDate(now))
  const vehicle = input.vehicleId
    ? await findOwnVehicle(deps.db, { userId: ownerId, vehicleId: input.vehicleId })
    : null
  await assertQuota(deps.db, { ownerId, now })
  if (input.kind === 'selfie') await requireSelfieConsent(deps.db, ownerId)
  const shape = { side: SIDE_MAX, fit: 'inside', pdf: !isPhotoOnly(input.kind) } as const
  const { image, quality, text } = await redrawAndMeasure(input.bytes, { by: ownerId, ...shape })
  const id = newId()
  const storageKey = await storeSealed(deps, id, image)
  const typed = {
    kind: input.kind,
    expiresOn: needsExpiry(input.kind) ? (input.expiresOn ?? null) : null,
    birthDate: input.kind === 'identity_front' ? (input.birthDate ?? null) : null,
    policy: policyOf(input),
  }
  const holder = isPersonal(input.kind) ? await findContact(deps.db, deps, ownerId) : null
  const registered = {
    plate: vehicle?.plate ?? null,
    number: holder?.legalId ?? null,
    names: holder?.fullName?.split(/\s+/) ?? [],
  }
  const document: NewDocument = {
    id,
    ownerId,
    vehicleId: vehicle?.id ?? null,
    ...typed,
    status: 'pending',
    paper: checkPaper(text, { ...typed, ...registered }, bogotaDate(now)),
    storageKey,
    createdAt: now,
    reason: null,
    ...quality,
  }
  try {
    await insert(deps, document, sha256(image))
  } catch (error) {
    await discardFile(deps, storageKey)
    throw error
  }
  return { ...document, fileDeletedAt: null }
}

/** Whether the paper has name and number of the person; others may be of another holder. */
const isPersonal = (kind: DocumentKind) => kind === 'identity_front' || kind === 'licence'

type NewDocument = Omit<Document, 'fileDeletedAt'>

async function insert(deps: Pick<Deps, 'db'>, document: NewDocument, digest: Buffer) {
  await inTransaction(deps.db, async (tx) => {
    // Serialises uploads of a kind, of which the later stays, and withdrawing the selfie consent.
    await lockUser(tx, document.ownerId)
    if (document.kind === 'selfie') await requireSelfieConsent(tx, document.ownerId)
    await assertQuota(tx, { ownerId: document.ownerId, now: document.createdAt })
    const { ownerId, kind, vehicleId, id } = document
    await supersede(tx, { ownerId, kind, vehicleId, status: 'pending', except: id })
    await insertDocument(tx, { ...document, sha256: digest })
    await recordAudit(tx, {
      at: document.createdAt,
      actorId: ownerId,
      action: 'document.uploaded',
      subjectKind: 'document',
      subjectId: id,
      details: { kind },
    })
  })
}

/** Refuses too many uploads a day, before the work and under the lock. Errors: `document_quota`. */
async function assertQuota(reader: Reader, input: { ownerId: string; now: Date }): Promise<void> {
  const since = addMs(input.now, -DAY_MS)
  const uploads = await countUploads(reader, { ownerId: input.ownerId, since })
  if (uploads >= DOCUMENTS_PER_DAY) throw new AppError('document_quota')
}

function assertFields(input: UploadDocument, today: string): void {
  const fields: Record<string, string> = {}
  if (belongsToVehicle(input.kind) && !input.vehicleId) fields.vehicleId = 'Elige el vehículo.'
  if (!belongsToVehicle(input.kind) && input.vehicleId) {
    fields.vehicleId = 'Este documento es tuyo, no de un vehículo.'
  }
  if (needsExpiry(input.kind) && !input.expiresOn) {
    fields.expiresOn = 'Escribe hasta qué día está vigente.'
  }
  if (input.kind === 'insurance' && !policyOf(input)) {
    fields.insurer = 'Escribe la aseguradora y el número de la póliza.'
  }
  if (input.kind === 'identity_front' && !isPlausibleBirth(input.birthDate, today)) {
    fields.birthDate = 'Escribe tu fecha de nacimiento como aparece en el documento.'
  }
  if (Object.keys(fields).length > 0) throw new AppError('invalid_request', { fields })
  if (needsExpiry(input.kind) && input.expiresOn && input.expiresOn < today) {
    throw new AppError('document_expired', { fields: { expiresOn: 'Esa fecha ya pasó.' } })
  }
  if (input.kind === 'identity_front' && input.birthDate && !isAdult(input.birthDate, today)) {
    throw new AppError('driver_underage')
  }
}

function policyOf({ kind, insurer, policyNumber: number }: UploadDocument): Policy | null {
  return kind === 'insurance' && insurer && number ? { insurer, number } : null
}

function isPlausibleBirth(date: string | undefined, today: string): boolean {
  return date !== undefined && date >= '1900-01-01' && date <= today
}
