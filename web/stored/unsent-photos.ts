/** Photos not sent yet, in IndexedDB to survive a reload; gone after a day or the session. */
import { deviceNow } from '#web/lib/clock.ts'
import { localDatabase } from '#web/lib/local-database.ts'
import { areTexts } from '#web/lib/stored-json.ts'
import { listWaiting } from './unread.ts'

/** What the text of a PDF says: its last day if that is over, and all days. */
export type PaperDates = { expiredOn: string | null; dates: readonly string[] }

export type StoredPhoto = {
  id: string
  file: File
  /** Kind of the document in the photo; empty until the person chooses it. */
  slot: string
  expiresOn: string
  birthDate: string
  insurer?: string
  policyNumber?: string
  /** Whether its dates were read from the PDF. */
  read: boolean
  paper?: PaperDates | null
  /** True after the person pressed send. */
  queued: boolean
}

type Row = StoredPhoto & {
  key: string
  ownerId: string
  /** Time of storage in milliseconds. */
  savedAt: number
}

const LASTS_MS = 24 * 60 * 60 * 1000

const database = localDatabase('cupo-document-photos', { photos: 'key' })

const keyOf = (ownerId: string, id: string) => `${ownerId}:${id}`

/** Stores a photo. Rejects where IndexedDB is blocked. */
export async function keepPhoto(ownerId: string, photo: StoredPhoto): Promise<void> {
  const row: Row = { ...photo, key: keyOf(ownerId, photo.id), ownerId, savedAt: deviceNow() }
  await database.put('photos', row)
}

export async function dropPhoto(ownerId: string, id: string): Promise<void> {
  await database.run('photos', 'readwrite', (photos) => photos.delete(keyOf(ownerId, id)))
}

const isPhoto = ({ key, ownerId, id, savedAt, file, slot }: Row): boolean =>
  areTexts(key, ownerId, id) &&
  Number.isFinite(savedAt) &&
  file instanceof Blob &&
  typeof slot === 'string'

/** Returns the photos that this person took here within a day, in the order of taking. */
export async function keptPhotos(ownerId: string): Promise<StoredPhoto[]> {
  const rows = await listWaiting(database, 'photos', isPhoto)
  const isOver = (row: Row) => row.savedAt < deviceNow() - LASTS_MS
  for (const row of rows.filter(isOver)) await dropPhoto(row.ownerId, row.id)
  return rows
    .filter((row) => row.ownerId === ownerId && !isOver(row))
    .sort((a, b) => Number(a.id) - Number(b.id))
}

/** Number of photos in the store, of anybody. Rejects where IndexedDB is blocked. */
export const countPhotos = (): Promise<number> =>
  database.run('photos', 'readonly', (it) => it.count())

/** Deletes the photos of everybody but `keeper`; returns how many. */
export async function forgetUnsentPhotos(keeper: string | null): Promise<number> {
  const rows = await database.run<Row[]>('photos', 'readonly', (photos) => photos.getAll())
  const gone = rows.filter(({ ownerId }) => ownerId !== keeper)
  for (const { key } of gone) {
    await database.run('photos', 'readwrite', (photos) => photos.delete(key))
  }
  return gone.length
}
