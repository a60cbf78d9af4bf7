import { sql } from 'kysely'
import type { Reader, Tx } from '#server/platform/db/tx.ts'

type PhotoRef = { id: string; sanctionId: string }
type Sealed = { id: string; sealed: Buffer }

export async function insertAppealPhoto(
  tx: Tx,
  photo: PhotoRef & { sealed: Buffer; now: Date },
): Promise<void> {
  await sql`
    insert into appeal_photos (id, sanction_id, sealed, created_at)
    values (${photo.id}, ${photo.sanctionId}, ${photo.sealed}, ${photo.now})`.execute(tx)
}

/** Lists the photos of several appeals in the order of upload. */
export async function listAppealPhotosOf(
  db: Reader,
  sanctionIds: readonly string[],
): Promise<PhotoRef[]> {
  const { rows } = await sql<PhotoRef>`
    select id, sanction_id as "sanctionId" from appeal_photos
    where sanction_id = any (${[...sanctionIds]}::uuid[]) order by id`.execute(db)
  return rows
}

export async function findAppealPhoto(
  db: Reader,
  id: string,
): Promise<(PhotoRef & Sealed) | undefined> {
  const { rows } = await sql<PhotoRef & Sealed>`
    select id, sanction_id as "sanctionId", sealed from appeal_photos where id = ${id}`.execute(db)
  return rows[0]
}

export async function listSealedAppealPhotosAfter(db: Reader, id: string): Promise<Sealed[]> {
  const { rows } = await sql<Sealed>`
    select id, sealed from appeal_photos where id > ${id} order by id limit 20`.execute(db)
  return rows
}

export async function replaceSealedAppealPhoto(
  db: Reader,
  photo: { id: string; anew: Buffer },
): Promise<void> {
  await sql`update appeal_photos set sealed = ${photo.anew} where id = ${photo.id}`.execute(db)
}
