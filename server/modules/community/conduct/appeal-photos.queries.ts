import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

type PhotoRef = { id: string; sanctionId: string }
type Sealed = { id: string; sealed: Buffer }

export async function insertAppealPhoto(tx: Tx, photo: PhotoRef & { sealed: Buffer; now: Date }) {
  await sql`
    insert into appeal_photos (id, sanction_id, sealed, created_at)
    values (${photo.id}, ${photo.sanctionId}, ${photo.sealed}, ${photo.now})`.execute(tx)
}

/** Lists the photos of several appeals in the order of upload. */
export function listAppealPhotosOf(db: Reader, sanctionIds: readonly string[]) {
  return run.rows<PhotoRef>(db)`
    select id, sanction_id as "sanctionId" from appeal_photos
    where sanction_id = any (${[...sanctionIds]}::uuid[]) order by id`
}

export function findAppealPhoto(db: Reader, id: string) {
  return run.row<PhotoRef & Sealed>(db)`
    select id, sanction_id as "sanctionId", sealed from appeal_photos where id = ${id}`
}
